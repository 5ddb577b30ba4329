//! Ships the stories without their recorded output: the page plays them, it does not compare them.

use std::path::PathBuf;
use std::{env, fs};

fn main() {
    let from = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("stories");
    let to = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    println!("cargo:rerun-if-changed={}", from.display());
    for entry in fs::read_dir(&from).expect("there are stories") {
        let path = entry.expect("a folder can be listed").path();
        let text = fs::read_to_string(&path).expect("a story is text");
        let script = text.split_once("\n---\n").map_or(text.as_str(), |(script, _)| script);
        let name = path.file_name().expect("it has a name");
        fs::write(to.join(name), script).expect("the build folder can be written");
    }
}
