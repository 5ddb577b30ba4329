//! A growing list whose copies share everything but the chunk that was written last.
//!
//! Every step that is looked at closely copies the world before it, and what ghosts remember grows with the run. A copy costs
//! two pointers however long the list is; writing after a copy copies one chunk, and where that is not the last one also the list
//! of chunks.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

const CHUNK: usize = 64;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chunks<T> {
    full: Arc<Vec<Arc<Vec<T>>>>,
    /// Empty only while the list is.
    last: Arc<Vec<T>>,
}

impl<T> Default for Chunks<T> {
    fn default() -> Self {
        Chunks {
            full: Arc::default(),
            last: Arc::default(),
        }
    }
}

/// As a list of chunks.
impl<T: Hash> Hash for Chunks<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let last = Some(&self.last).filter(|last| !last.is_empty());
        state.write_usize(self.full.len() + usize::from(last.is_some()));
        self.full.iter().chain(last).for_each(|chunk| chunk.hash(state));
    }
}

impl<T: Clone> Chunks<T> {
    pub fn len(&self) -> usize {
        self.full.len() * CHUNK + self.last.len()
    }

    pub fn is_empty(&self) -> bool {
        self.last.is_empty()
    }

    pub fn push(&mut self, item: T) {
        if self.last.len() == CHUNK {
            let full = std::mem::take(&mut self.last);
            Arc::make_mut(&mut self.full).push(full);
        }
        let last = Arc::make_mut(&mut self.last);
        if last.is_empty() {
            last.reserve_exact(CHUNK);
        }
        last.push(item);
    }

    pub fn get(&self, n: usize) -> Option<&T> {
        self.full
            .get(n / CHUNK)
            .unwrap_or(&self.last)
            .get(n % CHUNK)
            .filter(|_| n < self.len())
    }

    pub fn get_mut(&mut self, n: usize) -> Option<&mut T> {
        if n >= self.len() {
            return None;
        }
        let chunk = match n / CHUNK {
            place if place < self.full.len() => &mut Arc::make_mut(&mut self.full)[place],
            _ => &mut self.last,
        };
        Arc::make_mut(chunk).get_mut(n % CHUNK)
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.full.iter().chain([&self.last]).flat_map(|chunk| chunk.iter())
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
        assert!(Arc::ptr_eq(&copy.full[0], &list.full[0]));
        assert_eq!(list.iter().filter(|n| **n >= 0).count(), 200);
        assert_eq!((list.get(201), list.get(10_000)), (None, None));
        assert_eq!(list.get_mut(201), None);
    }

    #[test]
    fn a_list_of_whole_chunks_is_as_long_as_it_is() {
        let mut list = Chunks::default();
        assert!(list.is_empty() && list.get(0).is_none());
        (0..128).for_each(|n| list.push(n));
        assert_eq!(
            (list.len(), list.get(63), list.get(127), list.get(128)),
            (128, Some(&63), Some(&127), None)
        );
        assert!(list.iter().rev().eq((0..128).rev().collect::<Vec<_>>().iter()));
    }
}
