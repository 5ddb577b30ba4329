//! To be written.

use crate::base::config::NodeConfig;
use crate::base::id::ControllerId;
use crate::base::time::SimTime;
use crate::input::Input;
use crate::log::disk::Disk;
use crate::outbox::Outbox;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Controller {}

impl Controller {
    /// Starts the process; a first start of an empty metadata log writes the bootstrap records.
    pub fn start(_id: ControllerId, _disk: &mut Disk, _at: SimTime, _config: &NodeConfig, _out: &mut Outbox) -> Self {
        Controller {}
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
