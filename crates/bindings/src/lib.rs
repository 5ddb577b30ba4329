//! The engine as JavaScript sees it: the only crate that knows JavaScript.

use wasm_bindgen::prelude::wasm_bindgen;

/// Runs once, when the module is instantiated: a panic then says where it happened in the browser's console.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// The version of the engine. Links name it, so that an old link can be opened by the engine that wrote it.
#[wasm_bindgen]
#[must_use]
pub fn engine_version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
