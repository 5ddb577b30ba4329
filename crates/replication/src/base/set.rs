//! A sorted set for state: `BTreeSet` by its meaning and its names, a sorted list by its build; see `map`.

use std::borrow::Borrow;
use std::fmt;
use std::slice;
use std::vec;

/// See the file's head.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Set<T> {
    /// Strictly rising.
    members: Vec<T>,
}

impl<T: Ord> Set<T> {
    pub const fn new() -> Self {
        Set { members: Vec::new() }
    }

    pub fn contains<Q: Ord + ?Sized>(&self, member: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.place(member).is_ok()
    }

    /// Whether it was not there before.
    pub fn insert(&mut self, member: T) -> bool {
        let place = self.place(&member);
        if let Err(place) = place {
            self.members.insert(place, member);
        }
        place.is_err()
    }

    /// Whether it was there.
    pub fn remove<Q: Ord + ?Sized>(&mut self, member: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        let place = self.place(member);
        if let Ok(place) = place {
            self.members.remove(place);
        }
        place.is_ok()
    }

    /// The members that the other set has not, in order.
    pub fn difference<'a>(&'a self, other: &'a Set<T>) -> impl Iterator<Item = &'a T> {
        self.members.iter().filter(|member| !other.contains(*member))
    }

    /// Where the member is, or where it would be.
    fn place<Q: Ord + ?Sized>(&self, member: &Q) -> Result<usize, usize>
    where
        T: Borrow<Q>,
    {
        self.members.binary_search_by(|other| other.borrow().cmp(member))
    }
}

impl<T> Set<T> {
    pub fn len(&self) -> usize {
        self.members.len()
    }

    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    pub fn iter(&self) -> slice::Iter<'_, T> {
        self.members.iter()
    }

    pub fn retain(&mut self, keep: impl FnMut(&T) -> bool) {
        self.members.retain(keep);
    }
}

impl<T> Default for Set<T> {
    fn default() -> Self {
        Set { members: Vec::new() }
    }
}

impl<T: fmt::Debug> fmt::Debug for Set<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

impl<T: Ord> Extend<T> for Set<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, members: I) {
        for member in members {
            self.insert(member);
        }
    }
}

impl<T: Ord> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(members: I) -> Self {
        let mut set = Set::new();
        set.extend(members);
        set
    }
}

impl<T: Ord, const N: usize> From<[T; N]> for Set<T> {
    fn from(members: [T; N]) -> Self {
        members.into_iter().collect()
    }
}

impl<'a, T> IntoIterator for &'a Set<T> {
    type Item = &'a T;
    type IntoIter = slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T> IntoIterator for Set<T> {
    type Item = T;
    type IntoIter = vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.members.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The twin: the same operations on a `BTreeSet`, chosen by a fixed sequence of pseudo-random numbers.
    #[test]
    fn behaves_as_a_tree() {
        let mut state = 1_u64;
        let mut draw = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let (mut set, mut twin) = (Set::new(), BTreeSet::new());
        for _ in 0..20_000 {
            let members = [draw(24), draw(24), draw(24)];
            match draw(8) {
                0..3 => assert_eq!(set.insert(members[0]), twin.insert(members[0])),
                3..5 => assert_eq!(set.remove(&members[0]), twin.remove(&members[0])),
                5 => assert_eq!(set.contains(&members[0]), twin.contains(&members[0])),
                6 => {
                    let (other, other_twin) = (Set::from(members), BTreeSet::from(members));
                    assert!(set.difference(&other).eq(twin.difference(&other_twin)));
                }
                _ => {
                    set.retain(|member| member % 5 != members[0] % 5);
                    twin.retain(|member| member % 5 != members[0] % 5);
                }
            }
            assert!(set.iter().eq(&twin));
        }
    }
}
