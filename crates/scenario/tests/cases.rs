//! Stories that only serve as tests: `crates/scenario/cases`. Each does what it expects and keeps every invariant.

use std::fs;
use std::path::Path;

use scenario::checking::{finding_text, unexpected};
use scenario::runner::run;
use scenario::story::Story;
use simulation::invariant::Seen;

#[test]
fn every_case_does_what_it_expects_and_keeps_the_invariants() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let mut wrong = Vec::new();
    let mut played = 0;
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("it is text");
        played += 1;
        let story = match Story::parse(&text) {
            Ok(story) => story,
            Err(error) => {
                wrong.push(format!("{name}: {error}"));
                continue;
            }
        };
        match run(&story) {
            Err(error) => wrong.push(format!("{name}: {error}")),
            Ok(mut runner) => {
                let found = unexpected(&story, &mut runner.history, &mut Seen::default());
                let world = runner.history.world();
                wrong.extend(
                    found
                        .iter()
                        .map(|(at, finding)| format!("{name}: {}", finding_text(world, *at, finding))),
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(played > 0);
}
