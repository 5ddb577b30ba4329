//! Which replica a leader tells a consumer to read from.
//!
//! Off by default. With the rack-aware selector the leader, and only it, sends a consumer to a member of the ISR in the
//! consumer's rack that has the offset asked for: the one furthest ahead. The leader itself is best if it is in that rack.
//!
//! Source: ReplicaManager.findPreferredReadReplica; RackAwareReplicaSelector; KIP-392.

use super::replica::Replica;
use super::{Partition, Surroundings};
use crate::base::id::BrokerId;
use crate::base::offset::Offset;

/// The one selector that comes with Kafka.
const RACK_AWARE: &str = "RackAwareReplicaSelector";

impl Partition {
    /// `None`: the consumer reads here.
    pub fn preferred_read_replica(
        &self,
        rack: Option<&str>,
        fetch_offset: Offset,
        around: &Surroundings<'_>,
    ) -> Option<BrokerId> {
        let leader = self.as_leader()?;
        let selector = around.config.broker().replica_selector.as_deref()?;
        let rack = rack.filter(|rack| !rack.is_empty() && selector.ends_with(RACK_AWARE))?;
        if around.config.broker().rack.as_deref() == Some(rack) {
            return None;
        }
        let in_rack = |replica: &&Replica| {
            let registration = around.brokers.get(&replica.broker);
            registration.is_some_and(|broker| !broker.fenced && broker.rack.as_deref() == Some(rack))
        };
        let has_offset =
            |replica: &&Replica| replica.log_end_offset >= fetch_offset && replica.log_start_offset <= fetch_offset;
        let members = leader
            .remote_replicas
            .iter()
            .filter(|r| leader.isr_state.isr().contains(&r.broker));
        let best = members.filter(in_rack).filter(has_offset);
        // Furthest ahead, then caught up most lately, then the largest id.
        best.max_by_key(|replica| (replica.log_end_offset, replica.last_caught_up, replica.broker))
            .map(|best| best.broker)
    }
}
