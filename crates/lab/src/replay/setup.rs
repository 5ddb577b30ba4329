//! Builds the engine's cluster as the recorded one was, from its header.

use replication::base::config::{BrokerConfig, ControllerConfig};
use replication::base::id::{BrokerId, ControllerId};
use simulation::act::Operation;

use super::{Outcome, Replay, Unsupported};
use crate::act::FIRST_CONTROLLER;
use crate::recording::Header;

/// Properties of real processes that no rule of replication depends on.
const NOT_MODELLED: [&str; 11] = [
    "auto.create.topics.enable",
    "controller.quorum.election.backoff.max.ms",
    "controller.quorum.election.timeout.ms",
    "controller.quorum.fetch.timeout.ms",
    "log.cleaner.dedupe.buffer.size",
    "num.io.threads",
    "num.network.threads",
    "num.replica.fetchers",
    "offsets.topic.replication.factor",
    "share.coordinator.state.topic.replication.factor",
    "transaction.state.log.replication.factor",
];

pub fn cluster(replay: &mut Replay, header: &Header) -> Outcome<()> {
    let (controller, broker) = configs(header)?;
    replay.operate(Operation::AddController {
        id: ControllerId(FIRST_CONTROLLER),
        config: controller,
    })?;
    for &id in &header.brokers {
        let config = BrokerConfig {
            rack: header.racks.get(&id).cloned(),
            ..broker.clone()
        };
        let id = BrokerId(id);
        replay.operate(Operation::AddBroker { id, config })?;
    }
    Ok(())
}

fn configs(header: &Header) -> Outcome<(ControllerConfig, BrokerConfig)> {
    let mut controller = ControllerConfig::default();
    let mut broker = BrokerConfig::default();
    for (name, value) in &header.properties {
        let taken = broker.set(name, value).is_ok() | controller.set(name, value).is_ok();
        if !taken && !NOT_MODELLED.contains(&name.as_str()) {
            return Err(Unsupported(format!("{name}={value}")));
        }
    }
    Ok((controller, broker))
}
