//! Digests: two states are equal if and only if (for all practical purposes) their digests are.
//!
//! `derive(Hash)` feeds lengths as `usize` and discriminants as `isize`, which have other widths in wasm32; `Digest` widens
//! both, and reads bytes as little-endian words, so that the same state has the same digest everywhere. Not for adversaries.

use std::hash::{Hash, Hasher};

/// A 64-bit hasher that gives the same result on every target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Digest(u64);

/// 2^64 divided by the golden ratio, made odd.
const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

impl Default for Digest {
    fn default() -> Self {
        Digest(0x6877_2E64_6967_6573)
    }
}

impl Digest {
    /// The digest of one value.
    pub fn of(value: &impl Hash) -> u64 {
        let mut digest = Digest::default();
        value.hash(&mut digest);
        digest.finish()
    }

    fn word(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(MULTIPLIER);
        self.0 = mixed ^ (mixed >> 29);
    }
}

impl Hasher for Digest {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.word(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            last[7] = rest.len() as u8;
            self.word(u64::from_le_bytes(last));
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.word(u64::from(n));
    }

    fn write_u16(&mut self, n: u16) {
        self.word(u64::from(n));
    }

    fn write_u32(&mut self, n: u32) {
        self.word(u64::from(n));
    }

    fn write_u64(&mut self, n: u64) {
        self.word(n);
    }

    fn write_u128(&mut self, n: u128) {
        self.word(n as u64);
        self.word((n >> 64) as u64);
    }

    fn write_usize(&mut self, n: usize) {
        self.word(n as u64);
    }

    fn write_i8(&mut self, n: i8) {
        self.word(i64::from(n) as u64);
    }

    fn write_i16(&mut self, n: i16) {
        self.word(i64::from(n) as u64);
    }

    fn write_i32(&mut self, n: i32) {
        self.word(i64::from(n) as u64);
    }

    fn write_i64(&mut self, n: i64) {
        self.word(n as u64);
    }

    fn write_isize(&mut self, n: isize) {
        self.word(n as i64 as u64);
    }

    fn finish(&self) -> u64 {
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(MULTIPLIER);
        mixed ^ (mixed >> 32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Hash)]
    enum Shape {
        Point,
        Text(String),
        Numbers(Vec<i64>, Option<u16>),
    }

    /// The same numbers are asserted on wasm32.
    #[test]
    fn the_digest_of_a_value_is_known() {
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

    #[test]
    fn order_and_length_count() {
        let digests = [
            Digest::of(&(1u8, 2u8)),
            Digest::of(&(2u8, 1u8)),
            Digest::of(&vec![1u8, 2]),
            Digest::of(&vec![1u8, 2, 0]),
            Digest::of(&"ab"),
            Digest::of(&"ab\0"),
        ];
        for (n, digest) in digests.iter().enumerate() {
            assert!(!digests[..n].contains(digest), "digest {n} collides");
        }
    }
}
