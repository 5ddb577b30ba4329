//! A growing list whose copies share everything but the chunk that was written last.
//!
//! Checkpoints copy worlds; what ghosts remember grows with the run. A copy costs one pointer per chunk, and writing after a
//! copy copies one chunk.

use std::sync::Arc;

const CHUNK: usize = 64;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Chunks<T> {
    /// All but the last are full.
    chunks: Vec<Arc<Vec<T>>>,
}

impl<T> Default for Chunks<T> {
    fn default() -> Self {
        Chunks { chunks: Vec::new() }
    }
}

impl<T: Clone> Chunks<T> {
    pub fn len(&self) -> usize {
        let full = self.chunks.len().saturating_sub(1) * CHUNK;
        full + self.chunks.last().map_or(0, |chunk| chunk.len())
    }

    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    pub fn push(&mut self, item: T) {
        match self.chunks.last_mut() {
            Some(chunk) if chunk.len() < CHUNK => Arc::make_mut(chunk).push(item),
            _ => {
                let mut chunk = Vec::with_capacity(CHUNK);
                chunk.push(item);
                self.chunks.push(Arc::new(chunk));
            }
        }
    }

    pub fn get(&self, n: usize) -> Option<&T> {
        self.chunks.get(n / CHUNK)?.get(n % CHUNK)
    }

    pub fn get_mut(&mut self, n: usize) -> Option<&mut T> {
        Arc::make_mut(self.chunks.get_mut(n / CHUNK)?).get_mut(n % CHUNK)
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.chunks.iter().flat_map(|chunk| chunk.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_does_not_see_what_is_written_later() {
        let mut list = Chunks::default();
        (0..200).for_each(|n| list.push(n));
        let copy = list.clone();
        list.push(200);
        *list.get_mut(70).unwrap() = -1;
        assert_eq!((copy.len(), list.len()), (200, 201));
        assert_eq!((copy.get(70), list.get(70)), (Some(&70), Some(&-1)));
        assert!(Arc::ptr_eq(&copy.chunks[0], &list.chunks[0]));
        assert_eq!(list.iter().filter(|n| **n >= 0).count(), 200);
    }
}
