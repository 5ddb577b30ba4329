//! The exports, called in a real browser.
#![cfg(target_arch = "wasm32")]

use simulation::digest::Digest;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn engine_tells_its_version() {
    assert_eq!(bindings::engine_version(), env!("CARGO_PKG_VERSION"));
}

#[derive(Hash)]
enum Shape {
    Point,
    Text(String),
    Numbers(Vec<i64>, Option<u16>),
}

/// The numbers that `crates/simulation/src/digest.rs` asserts natively: lengths and variants are hashed alike on 32 bits.
#[wasm_bindgen_test]
fn the_digest_of_a_value_is_that_of_other_machines() {
    let found = [
        Digest::of(&Shape::Point),
        Digest::of(&Shape::Text("high watermark".into())),
        Digest::of(&Shape::Numbers(vec![-1, 42, 45], Some(3))),
    ];
    assert_eq!(
        found,
        [13122864960179561183, 12258851937816840624, 12465919290142972572]
    );
}

#[wasm_bindgen_test]
fn random_walks_come_to_the_digests_of_other_machines() {
    assert_eq!(explorer::digests(), include_str!("../../explorer/digests.txt"));
}

#[wasm_bindgen_test]
fn a_mistake_in_a_story_is_thrown_with_its_place() {
    let mistake = bindings::open("cluster brokers=3\ncrash b9", None, None, None).expect_err("there is no b9");
    let field = |name: &str| js_sys::Reflect::get(&mistake, &name.into()).expect("it is an object");
    assert_eq!(field("line").as_f64(), Some(2.0));
    assert_eq!(field("code").as_string().as_deref(), Some("unknown-broker"));
}
