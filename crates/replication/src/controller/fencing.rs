//! What becomes of partitions when a broker goes or comes: fenced, unfenced, stopping, registered anew.
//!
//! Each is one run of the partition change builder per affected partition, with the broker taken out of the ISR or let in
//! as a candidate, and a record for the broker itself: after the partitions when it goes, before them when it comes.
//! Unfencing puts nobody into an ISR and moves no leader; it only finds one where there is none.
//!
//! Differs: partitions come in the order of topic id and number; in Kafka in that of a hash map, because any order will do.
//!
//! Source: ReplicationControlManager.handleBrokerFenced, handleBrokerUnfenced, handleBrokerInControlledShutdown,
//! handleBrokerShutdown, generateLeaderAndIsrUpdates, maybeFenceStaleBroker.

use super::partition_change::{AcceptableLeaders, Built, ChangeRules, Election, PartitionChangeBuilder};
use super::reassignment::without;
use super::{Batch, Controller, Turn};
use crate::base::epoch::BrokerEpoch;
use crate::base::id::{BrokerId, TopicId, TopicPartition};
use crate::base::rule::{Rule, Rules};
use crate::base::time::Millis;
use crate::base::timer::Timer;
use crate::base::why::{NotElected, Why};
use crate::message::metadata_record::{MetadataRecord, PartitionRegistration};
use crate::quorum::image::MetadataImage;

/// Until the next look when there may be more to do at once. Source: QuorumController, PeriodicTask.
pub const AGAIN_SOON: Millis = Millis(10);

/// What happens to a broker, as far as partitions care.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    /// It goes and keeps what it has: its place in an ELR stays.
    Leaves,
    /// It may have lost records.
    StoppedUncleanly,
    Arrives,
}

impl Controller {
    /// Fences one broker whose session is over, if there is one, and looks again soon; so brokers that died together go
    /// one by one, each decision seeing the one before.
    pub(super) fn maybe_fence_stale_broker(&mut self, turn: &mut Turn<'_>) {
        let expired = self.sessions.maybe_remove_expired(turn.at, turn.config.session_timeout);
        let Some((broker, epoch, last_contact)) = expired else {
            turn.out
                .set_timer(Timer::FenceStaleBroker, turn.session_check_interval());
            return;
        };
        let registered = self.image.brokers.get(&broker).is_some_and(|r| r.broker_epoch == epoch);
        if registered {
            let mut batch = fence(&self.image, turn.rules, broker);
            batch.reasons.insert(0, Why::SessionExpired { broker, last_contact });
            self.write(batch, turn);
            if let Some(state) = self.heartbeats.get_mut(&broker) {
                state.controlled_shutdown_offset = None;
            }
        }
        turn.out.set_timer(Timer::FenceStaleBroker, AGAIN_SOON);
    }
}

/// Source: ReplicationControlManager.handleBrokerFenced.
pub(super) fn fence(image: &MetadataImage, rules: &Rules, broker: BrokerId) -> Batch {
    let mut batch = leader_and_isr_updates(image, rules, broker, Fate::Leaves, |p| p.isr.contains(&broker));
    batch
        .records
        .extend(registration_change(image, broker, Some(true), None));
    batch
}

/// Source: ReplicationControlManager.handleBrokerUnfenced.
pub(super) fn unfence(image: &MetadataImage, rules: &Rules, broker: BrokerId) -> Batch {
    let elections = leader_and_isr_updates(image, rules, broker, Fate::Arrives, |p| p.leader.is_none());
    let mut batch = Batch::of(
        registration_change(image, broker, Some(false), None)
            .into_iter()
            .collect(),
    );
    batch.append(elections);
    batch
}

/// Source: ReplicationControlManager.handleBrokerInControlledShutdown.
pub(super) fn begin_controlled_shutdown(image: &MetadataImage, rules: &Rules, broker: BrokerId) -> Batch {
    let entered = image.brokers.get(&broker).is_some_and(|r| r.in_controlled_shutdown);
    let mut batch = Batch::default();
    if !entered {
        batch
            .records
            .extend(registration_change(image, broker, None, Some(true)));
    }
    batch.append(leader_and_isr_updates(image, rules, broker, Fate::Leaves, |p| {
        p.isr.contains(&broker)
    }));
    batch
}

/// A new incarnation registers: whatever the old one was in sync with, this one is not.
/// Source: ReplicationControlManager.handleBrokerShutdown; KIP-966.
pub(super) fn shut_down(image: &MetadataImage, rules: &Rules, broker: BrokerId, clean: bool) -> Batch {
    if !rules.on(Rule::NewIncarnationLeavesIsr) {
        return Batch::default();
    }
    let in_isr = |p: &PartitionRegistration| p.isr.contains(&broker);
    let keeps_elr = clean || !image.elr_enabled() || !rules.on(Rule::UncleanShutdownLeavesElr);
    if keeps_elr {
        return leader_and_isr_updates(image, rules, broker, Fate::Leaves, in_isr);
    }
    let in_elr = |p: &PartitionRegistration| p.elr.contains(&broker);
    let mut batch = leader_and_isr_updates(image, rules, broker, Fate::StoppedUncleanly, in_isr);
    batch.append(leader_and_isr_updates(
        image,
        rules,
        broker,
        Fate::StoppedUncleanly,
        in_elr,
    ));
    batch
}

/// Source: ReplicationControlManager.generateLeaderAndIsrUpdates.
fn leader_and_isr_updates(
    image: &MetadataImage,
    rules: &Rules,
    broker: BrokerId,
    fate: Fate,
    concerns: impl Fn(&PartitionRegistration) -> bool,
) -> Batch {
    let mut batch = Batch::default();
    let acceptable = AcceptableLeaders {
        brokers: &image.brokers,
        arriving: (fate == Fate::Arrives).then_some(broker),
        leaving: match fate {
            Fate::Leaves => Some((broker, NotElected::Leaving)),
            Fate::StoppedUncleanly => Some((broker, NotElected::UncleanShutdown)),
            Fate::Arrives => None,
        },
    };
    for (id, partition) in &image.partitions {
        if !concerns(partition) {
            continue;
        }
        let election = election_allowed(image, rules, id.topic);
        let mut builder =
            PartitionChangeBuilder::new(partition, acceptable, change_rules(image, rules, id.topic), election);
        if fate != Fate::Arrives {
            builder.target.isr = without(&partition.isr, &[broker]);
        }
        if fate == Fate::StoppedUncleanly {
            builder.unclean_shutdown_replicas = vec![broker];
        }
        batch.change(*id, builder.build());
    }
    batch
}

/// How hard the controller tries by itself to find a leader. Source: ReplicationControlManager.uncleanLeaderElectionEnabledForTopic.
pub(super) fn election_allowed(image: &MetadataImage, rules: &Rules, topic: TopicId) -> Election {
    let consent = image.topic_config(topic).unclean_leader_election;
    if consent || !rules.on(Rule::UncleanElectionNeedsConsent) {
        Election::Unclean
    } else {
        Election::Online
    }
}

/// Source: ReplicationControlManager.getTopicEffectiveMinIsr: the replica count is that of partition 0.
pub(super) fn change_rules<'a>(image: &MetadataImage, rules: &'a Rules, topic: TopicId) -> ChangeRules<'a> {
    ChangeRules {
        metadata_version: image.metadata_version(),
        elr_enabled: image.elr_enabled(),
        min_insync_replicas: image.effective_min_insync_replicas(TopicPartition::new(topic, 0)),
        rules,
    }
}

fn registration_change(
    image: &MetadataImage,
    broker: BrokerId,
    fenced: Option<bool>,
    in_controlled_shutdown: Option<bool>,
) -> Option<MetadataRecord> {
    let broker_epoch: BrokerEpoch = image.brokers.get(&broker)?.broker_epoch;
    Some(MetadataRecord::BrokerRegistrationChange {
        broker,
        broker_epoch,
        fenced,
        in_controlled_shutdown,
    })
}

impl Batch {
    pub(super) fn append(&mut self, other: Batch) {
        self.records.extend(other.records);
        self.reasons.extend(other.reasons);
    }

    /// Adds what a builder made of one partition. A changed leader is explained.
    pub(super) fn change(&mut self, partition: TopicPartition, built: Built) {
        let Some(change) = built.change else {
            return;
        };
        if change.leader.is_some() {
            self.reasons.push(built.elected.why(partition));
        }
        self.records.push(MetadataRecord::PartitionChange { partition, change });
    }
}
