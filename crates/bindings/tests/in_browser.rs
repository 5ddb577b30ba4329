//! The exports, called in a real browser.
#![cfg(target_arch = "wasm32")]

use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn engine_tells_its_version() {
    assert_eq!(bindings::engine_version(), env!("CARGO_PKG_VERSION"));
}
