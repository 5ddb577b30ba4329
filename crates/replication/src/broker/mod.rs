//! To be written.

use crate::base::config::NodeConfig;
use crate::base::id::{BrokerId, ControllerId};
use crate::base::time::SimTime;
use crate::input::Input;
use crate::log::disk::Disk;
use crate::message::broker_lifecycle::IncarnationId;
use crate::outbox::Outbox;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Broker {}

impl Broker {
    /// Starts the process: loads its logs, then asks the controller to register it.
    pub fn start(
        _id: BrokerId,
        _incarnation: IncarnationId,
        _controller: ControllerId,
        _disk: &mut Disk,
        _at: SimTime,
        _config: &NodeConfig,
        _out: &mut Outbox,
    ) -> Self {
        Broker {}
    }

    pub fn handle(
        &mut self,
        _disk: &mut Disk,
        _at: SimTime,
        _config: &NodeConfig,
        _input: Input<'_>,
        _out: &mut Outbox,
    ) {
    }
}
