//! Draws that depend on the seed and on how many were made before, and on nothing else.

use simulation::chooser::draw;

#[derive(Clone, Debug)]
pub(crate) struct Dice {
    seed: u64,
    thrown: u64,
}

impl Dice {
    pub fn new(seed: u64) -> Self {
        Dice { seed, thrown: 0 }
    }

    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// A number in `least..=most`.
    pub fn between(&mut self, least: u64, most: u64) -> u64 {
        self.thrown += 1;
        draw(self.seed, &("fuzz", self.thrown), least, most)
    }

    /// True so many times out of a hundred.
    pub fn percent(&mut self, chance: u64) -> bool {
        self.between(0, 99) < chance
    }

    /// One of them; there has to be one.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.between(0, from.len() as u64 - 1) as usize]
    }

    pub fn maybe<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        if from.is_empty() { None } else { Some(self.pick(from)) }
    }

    /// An index, the more often the heavier it is; one has to weigh something.
    pub fn weighed(&mut self, weights: &[u64]) -> usize {
        let mut rest = self.between(1, weights.iter().sum());
        for (index, weight) in weights.iter().enumerate() {
            if rest <= *weight {
                return index;
            }
            rest -= weight;
        }
        unreachable!("the draw is at most the sum")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_weighs_nothing_is_never_drawn_and_what_is_heavy_is_drawn_often() {
        let mut dice = Dice::new(7);
        let mut counts = [0u32; 3];
        for _ in 0..3_000 {
            counts[dice.weighed(&[1, 0, 2])] += 1;
        }
        assert_eq!(counts[1], 0);
        assert!((800..1_200).contains(&counts[0]), "{counts:?}");
    }

    #[test]
    fn the_same_seed_throws_the_same() {
        let throws = |seed| {
            let mut dice = Dice::new(seed);
            [(); 20].map(|()| dice.between(0, 1_000))
        };
        assert_eq!(throws(3), throws(3));
        assert_ne!(throws(3), throws(4));
    }
}
