//! wasm-bindgen's test runner, at the version of our lock. wasm-pack finds it on PATH.

fn main() {
    if let Err(error) = wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(std::env::args_os()) {
        eprintln!("error: {error:?}");
        std::process::exit(1);
    }
}
