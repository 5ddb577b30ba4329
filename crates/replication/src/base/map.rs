//! A sorted map for state: `BTreeMap` by its meaning and its names, a sorted list by its build.
//!
//! A run keeps a map of nearly every pair of its types, and nearly all of them are small: brokers, partitions, timers, open
//! requests. In a list such a map is copied in one piece when a node is copied to be written, and its code is a tenth of
//! that of a tree, once for each pair of types. Looking up is a binary search. Adding or removing in the middle moves what
//! lies behind: a map of thousands that changes in the middle is better a `BTreeMap`.
//!
//! Differs: Kafka uses hash maps in most of these places; the order by key is what makes a run repeatable.

use std::borrow::Borrow;
use std::fmt;
use std::ops::{Bound, Index, RangeBounds};
use std::slice;
use std::vec;

/// See the file's head.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Map<K, V> {
    /// In strictly rising order of the keys.
    entries: Vec<(K, V)>,
}

impl<K: Ord, V> Map<K, V> {
    pub const fn new() -> Self {
        Map { entries: Vec::new() }
    }

    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().map(|place| &self.entries[place].1)
    }

    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().map(|place| &mut self.entries[place].1)
    }

    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.place(key).is_ok()
    }

    /// Gives the value that was there before.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.place(&key) {
            Ok(place) => Some(std::mem::replace(&mut self.entries[place].1, value)),
            Err(place) => {
                self.entries.insert(place, (key, value));
                None
            }
        }
    }

    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().map(|place| self.entries.remove(place).1)
    }

    pub fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        Entry {
            place: self.place(&key),
            map: self,
            key,
        }
    }

    /// The entries whose keys lie in the range.
    pub fn range(&self, keys: impl RangeBounds<K>) -> Iter<'_, K, V> {
        let begin = match keys.start_bound() {
            Bound::Included(key) => self.entries.partition_point(|(other, _)| other < key),
            Bound::Excluded(key) => self.entries.partition_point(|(other, _)| other <= key),
            Bound::Unbounded => 0,
        };
        let end = match keys.end_bound() {
            Bound::Included(key) => self.entries.partition_point(|(other, _)| other <= key),
            Bound::Excluded(key) => self.entries.partition_point(|(other, _)| other < key),
            Bound::Unbounded => self.entries.len(),
        };
        Iter(self.entries[begin..end.max(begin)].iter())
    }

    /// Takes out the entries from this key on.
    pub fn split_off(&mut self, from: &K) -> Self {
        let begin = self.entries.partition_point(|(key, _)| key < from);
        Map {
            entries: self.entries.split_off(begin),
        }
    }

    /// Where the key is, or where it would be.
    fn place<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        self.entries.binary_search_by(|(other, _)| other.borrow().cmp(key))
    }
}

impl<K, V> Map<K, V> {
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub fn clear(&mut self) {
        self.entries.clear();
    }

    pub fn iter(&self) -> Iter<'_, K, V> {
        Iter(self.entries.iter())
    }

    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> + ExactSizeIterator + Clone {
        self.entries.iter().map(|(key, _)| key)
    }

    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + ExactSizeIterator + Clone {
        self.entries.iter().map(|(_, value)| value)
    }

    pub fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut V> + ExactSizeIterator {
        self.entries.iter_mut().map(|(_, value)| value)
    }

    pub fn into_values(self) -> impl DoubleEndedIterator<Item = V> + ExactSizeIterator {
        self.entries.into_iter().map(|(_, value)| value)
    }

    pub fn last_key_value(&self) -> Option<(&K, &V)> {
        self.entries.last().map(|(key, value)| (key, value))
    }

    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        self.entries.retain_mut(|(key, value)| keep(key, value));
    }
}

/// The place of one key, taken or free.
#[derive(Debug)]
pub struct Entry<'a, K, V> {
    map: &'a mut Map<K, V>,
    key: K,
    place: Result<usize, usize>,
}

impl<'a, K, V> Entry<'a, K, V> {
    pub fn or_insert_with(self, value: impl FnOnce() -> V) -> &'a mut V {
        let place = match self.place {
            Ok(place) => place,
            Err(place) => {
                self.map.entries.insert(place, (self.key, value()));
                place
            }
        };
        &mut self.map.entries[place].1
    }

    pub fn or_default(self) -> &'a mut V
    where
        V: Default,
    {
        self.or_insert_with(V::default)
    }
}

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Map { entries: Vec::new() }
    }
}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for Map<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

impl<K: Borrow<Q> + Ord, V, Q: Ord + ?Sized> Index<&Q> for Map<K, V> {
    type Output = V;

    fn index(&self, key: &Q) -> &V {
        self.get(key).expect("the key is there")
    }
}

impl<K: Ord, V> Extend<(K, V)> for Map<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for Map<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Map::new();
        map.extend(entries);
        map
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for Map<K, V> {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

/// Goes through the entries in the order of their keys.
#[derive(Debug)]
pub struct Iter<'a, K, V>(slice::Iter<'a, (K, V)>);

impl<K, V> Clone for Iter<'_, K, V> {
    fn clone(&self) -> Self {
        Iter(self.0.clone())
    }
}

impl<'a, K, V> Iterator for Iter<'a, K, V> {
    type Item = (&'a K, &'a V);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(key, value)| (key, value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<K, V> DoubleEndedIterator for Iter<'_, K, V> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next_back().map(|(key, value)| (key, value))
    }
}

impl<K, V> ExactSizeIterator for Iter<'_, K, V> {}

/// As `Iter`, with the values to be changed.
#[derive(Debug)]
pub struct IterMut<'a, K, V>(slice::IterMut<'a, (K, V)>);

impl<'a, K, V> Iterator for IterMut<'a, K, V> {
    type Item = (&'a K, &'a mut V);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(key, value)| (&*key, value))
    }
}

impl<'a, K, V> IntoIterator for &'a Map<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, K, V> IntoIterator for &'a mut Map<K, V> {
    type Item = (&'a K, &'a mut V);
    type IntoIter = IterMut<'a, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        IterMut(self.entries.iter_mut())
    }
}

impl<K, V> IntoIterator for Map<K, V> {
    type Item = (K, V);
    type IntoIter = vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// The twin: the same operations on a `BTreeMap`, chosen by a fixed sequence of pseudo-random numbers.
    #[test]
    fn behaves_as_a_tree() {
        let mut state = 1_u64;
        let mut draw = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let (mut map, mut twin) = (Map::new(), BTreeMap::new());
        for n in 0..20_000_u64 {
            let (key, other) = (draw(24), draw(24));
            match draw(12) {
                0..4 => assert_eq!(map.insert(key, n), twin.insert(key, n)),
                4..6 => assert_eq!(map.remove(&key), twin.remove(&key)),
                6 => {
                    *map.entry(key).or_default() += n;
                    *twin.entry(key).or_default() += n;
                }
                7 => {
                    let (value, of_twin) = (
                        map.entry(key).or_insert_with(|| n),
                        twin.entry(key).or_insert_with(|| n),
                    );
                    assert_eq!(value, of_twin);
                }
                8 => {
                    map.retain(|key, value| key % 7 != other % 7 || *value % 2 == 0);
                    twin.retain(|key, value| key % 7 != other % 7 || *value % 2 == 0);
                }
                9 => assert!(map.split_off(&(key + 8)).into_iter().eq(twin.split_off(&(key + 8)))),
                10 => {
                    map.values_mut().for_each(|value| *value /= 3);
                    twin.values_mut().for_each(|value| *value /= 3);
                    let (from, to) = (key.min(other), key.max(other));
                    assert!(map.range(from..=to).eq(twin.range(from..=to)));
                    assert!(map.range(..to).rev().eq(twin.range(..to).rev()));
                }
                _ => assert_eq!(
                    map.get_mut(&key).map(|value| *value += 1),
                    twin.get_mut(&key).map(|value| *value += 1)
                ),
            }
            assert!(map.iter().eq(&twin));
        }
    }
}
