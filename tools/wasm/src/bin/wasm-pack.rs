//! wasm-pack's command line without its look for a newer release, so that it never reaches for the network.

use clap::Parser;

fn main() {
    let cli = wasm_pack::Cli::parse();
    if let Err(error) = wasm_pack::command::run_wasm_pack(cli.cmd) {
        eprintln!("error: {error:?}");
        std::process::exit(1);
    }
}
