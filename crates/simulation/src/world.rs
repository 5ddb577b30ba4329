//! A cluster and its ghosts: what a checkpoint holds.

use crate::act::Act;
use crate::chooser::{Chooser, by_seed};
use crate::cluster::Cluster;
use crate::digest::Digest;
use crate::event::Step;
use crate::ghost::Ghosts;
use crate::watch::Notes;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct World {
    pub cluster: Cluster,
    pub ghosts: Ghosts,
}

impl World {
    pub fn new(seed: u64) -> Self {
        World {
            cluster: Cluster::new(seed),
            ghosts: Ghosts::default(),
        }
    }

    /// Applies an act with the default answers.
    pub fn act(&mut self, act: &Act) -> Step {
        let mut decide = by_seed(self.cluster.seed);
        self.apply(act, &mut decide, &mut Notes::default())
    }

    /// Applies an act. What the ghosts notice on the way is added to the notes.
    pub fn apply(&mut self, act: &Act, decide: &mut Chooser<'_>, notes: &mut Notes) -> Step {
        let mut watching = self.ghosts.watching(notes);
        self.cluster.apply_watched(act, decide, &mut watching)
    }

    /// The digest of all state, ghosts included. The same build gives the same digest on every target.
    pub fn state_digest(&self) -> u64 {
        Digest::of(self)
    }
}
