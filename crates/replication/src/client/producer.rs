//! To be written.

use crate::base::config::NodeConfig;
use crate::base::id::{BrokerId, ClientId};
use crate::base::time::SimTime;
use crate::input::Input;
use crate::outbox::Outbox;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Producer {}

impl Producer {
    /// Starts the client; it asks the bootstrap brokers when it first needs metadata.
    pub fn start(
        _id: ClientId,
        _bootstrap: Vec<BrokerId>,
        _at: SimTime,
        _config: &NodeConfig,
        _out: &mut Outbox,
    ) -> Self {
        Producer {}
    }

    pub fn handle(&mut self, _at: SimTime, _config: &NodeConfig, _input: Input<'_>, _out: &mut Outbox) {}
}
