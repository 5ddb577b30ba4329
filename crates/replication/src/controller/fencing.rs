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

use super::partition_change::{AcceptableLeaders, ChangeRules, Election, PartitionChangeBuilder};
use super::reassignment::without;
use super::{Batch, Controller, Turn};
use crate::base::epoch::BrokerEpoch;
use crate::base::id::{BrokerId, TopicId, TopicPartition};
use crate::base::rule::{Rule, Rules};
use crate::base::time::Millis;
use crate::base::timer::Timer;
use crate::base::why::{NotElected, Why};
use crate::log::metadata_record::{MetadataRecord, PartitionRegistration};
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

/// Source: ReplicationControlManager.handleBrokerUnregistered.
pub(super) fn unregister(image: &MetadataImage, rules: &Rules, broker: BrokerId, broker_epoch: BrokerEpoch) -> Batch {
    let in_isr = |p: &PartitionRegistration| p.isr.contains(&broker);
    let in_elr = |p: &PartitionRegistration| p.elr.contains(&broker);
    let mut batch = leader_and_isr_updates(image, rules, broker, Fate::Leaves, in_isr);
    batch.append(leader_and_isr_updates(image, rules, broker, Fate::Leaves, in_elr));
    batch
        .records
        .push(MetadataRecord::UnregisterBroker { broker, broker_epoch });
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::error_code::ErrorCode;
    use crate::controller::bench::Bench;

    const MIN_2: &[(&str, &str)] = &[("min.insync.replicas", "2")];
    const MIN_3: &[(&str, &str)] = &[("min.insync.replicas", "3")];

    fn cluster(brokers: &[i32], replicas: &[i32], configs: &[(&str, &str)]) -> Bench {
        let mut bench = Bench::new(&[]);
        bench.join(brokers);
        bench.create("t", &[replicas], configs);
        bench
    }

    #[test]
    fn the_leader_itself_can_fill_and_empty_the_elr() {
        let mut bench = cluster(&[0, 1, 2], &[0, 1, 2], MIN_2);
        bench.alter("t-0", &[0]);
        assert_eq!(bench.state("t-0"), "I[0] L0 E[1,2]", "CT-35");
        bench.alter("t-0", &[0, 1]);
        assert_eq!(bench.state("t-0"), "I[0,1] L0", "CT-36");
    }

    #[test]
    fn who_leaves_while_the_isr_is_full_enough_gets_no_place_in_the_elr() {
        let mut bench = cluster(&[0, 1, 2, 3], &[0, 1, 2, 3], MIN_3);
        bench.fence(2);
        bench.fence(3);
        assert_eq!(bench.state("t-0"), "I[0,1] L0 E[3]", "CT-37");
        bench.fence(1);
        assert_eq!(bench.state("t-0"), "I[0] L0 E[1,3]", "CT-38");
        for broker in [1, 2, 3] {
            bench.unfence(broker);
        }
        assert_eq!(bench.state("t-0"), "I[0] L0 E[1,3]", "CT-38");
    }

    #[test]
    fn an_elr_member_that_is_alive_is_elected_cleanly() {
        let mut bench = cluster(&[0, 1, 2, 3], &[0, 1, 2, 3], MIN_3);
        for broker in [1, 2, 3] {
            bench.fence(broker);
        }
        assert_eq!(bench.state("t-0"), "I[0] L0 E[2,3]");
        bench.unfence(2);
        bench.fence(0);
        assert_eq!(bench.partition("t-0"), "R[0,1,2,3] I[2] L2 E[0,3] le1 pe4", "CT-39");
    }

    #[test]
    fn an_unclean_shutdown_costs_the_place_in_the_elr() {
        let mut bench = cluster(&[0, 1, 2, 3], &[0, 1, 2, 3], MIN_3);
        for broker in [1, 2, 3] {
            bench.fence(broker);
        }
        bench.shut_down(3, false);
        assert_eq!(bench.state("t-0"), "I[0] L0 E[2]", "CT-40");
        bench.shut_down(0, false);
        assert_eq!(bench.state("t-0"), "I[] L- E[2] K[0]", "CT-40");
    }

    #[test]
    fn a_clean_shutdown_of_the_last_member_fills_the_elr() {
        let mut bench = cluster(&[0, 1, 2], &[0, 1, 2], MIN_3);
        bench.fence(1);
        bench.fence(2);
        assert_eq!(bench.state("t-0"), "I[0] L0 E[1,2]");
        bench.shut_down(0, true);
        assert_eq!(bench.state("t-0"), "I[] L- E[0,1,2] K[0]", "CT-41");
    }

    #[test]
    fn when_all_sessions_end_the_clean_one_brings_the_partition_back() {
        let mut bench = cluster(&[0, 1, 2], &[0, 1, 2], MIN_2);
        bench.fence_all(&[0, 1, 2]);
        assert_eq!(bench.state("t-0"), "I[] L- E[1,2] K[2]", "CT-45");
        assert_eq!(bench.register(2, None), ErrorCode::None);
        bench.unfence(2);
        assert_eq!(bench.state("t-0"), "I[] L- E[1] K[2]", "CT-46");
        bench.register(1, Some(bench.epoch(1)));
        assert_eq!(bench.state("t-0"), "I[] L- E[1] K[2]", "CT-47");
        bench.unfence(1);
        assert_eq!(bench.state("t-0"), "I[1] L1", "CT-47");
    }

    #[test]
    fn sessions_that_end_together_are_acted_upon_one_by_one() {
        let mut bench = cluster(&[1, 2, 3], &[1, 2, 3], &[]);
        bench.wait(9_000);
        bench.fire(Timer::FenceStaleBroker);
        assert_eq!(
            bench.timer_set(Timer::FenceStaleBroker),
            Some(1_125),
            "a session is over only after 9 s"
        );
        bench.wait(1);
        let end = bench.end();
        bench.fire(Timer::FenceStaleBroker);
        assert_eq!(
            bench.records_from(end),
            ["t-0 {isr [2,3] leader [2]}", "b1 fenced:true"]
        );
        assert_eq!(bench.timer_set(Timer::FenceStaleBroker), Some(10));
        bench.fire(Timer::FenceStaleBroker);
        assert_eq!(
            bench.records_from(end + 2),
            ["t-0 {isr [3] leader [3]}", "b2 fenced:true"]
        );
    }

    #[test]
    fn without_elr_the_last_member_stays_in_the_isr() {
        let mut bench = Bench::without_elr();
        bench.join(&[0, 1, 2, 3, 4]);
        bench.create("foo", &[&[1, 2, 3], &[2, 3, 4], &[0, 2, 1]], &[]);
        bench.fence_all(&[2, 3]);
        let states = |bench: &Bench| ["foo-0", "foo-1", "foo-2"].map(|name| bench.state(name));
        assert_eq!(states(&bench), ["I[1] L1", "I[4] L4", "I[0,1] L0"], "CT-49");
        bench.fence(1);
        assert_eq!(states(&bench), ["I[1] L-", "I[4] L4", "I[0] L0"], "CT-50");
    }

    #[test]
    fn four_of_five_may_go() {
        let mut bench = cluster(&[1, 2, 3, 4, 5], &[1, 2, 3, 4, 5], &[]);
        bench.fence_all(&[2, 3, 4, 5]);
        assert_eq!(bench.state("t-0"), "I[1] L1", "CT-124");
    }

    #[test]
    fn elr_members_stop_and_start() {
        let mut bench = cluster(&[0, 1, 2, 3], &[0, 1, 2, 3], MIN_3);
        for broker in [0, 1, 2] {
            bench.stop(broker);
        }
        assert_eq!(bench.state("t-0"), "I[3] L3 E[1,2]", "CT-62");
        bench.stop(3);
        assert_eq!(bench.state("t-0"), "I[] L- E[1,2,3] K[3]", "CT-62");
        bench.start(1, true);
        assert_eq!(bench.state("t-0"), "I[1] L1 E[2,3]", "CT-63, BR-50");
        bench.start(2, true);
        bench.alter("t-0", &[1, 2]);
        bench.start(0, true);
        bench.alter("t-0", &[0, 1, 2]);
        assert_eq!(bench.state("t-0"), "I[0,1,2] L1", "CT-63, BR-50");
    }

    #[test]
    fn the_last_known_leader_leads_when_the_elr_is_used_up() {
        let mut bench = cluster(&[0, 1, 2, 3], &[0, 1, 2, 3], MIN_3);
        for broker in [0, 1, 2, 3] {
            bench.stop(broker);
        }
        bench.start(1, false);
        assert_eq!(bench.state("t-0"), "I[] L- E[2,3] K[3]", "CT-64, BR-51");
        bench.start(0, false);
        bench.start(2, false);
        assert_eq!(bench.state("t-0"), "I[] L- E[3] K[3]", "CT-65");
        bench.start(3, false);
        assert_eq!(bench.state("t-0"), "I[3] L3", "CT-65");
    }

    #[test]
    fn a_leader_crashes_and_returns() {
        // Golden trace A; record by record as in recording b.
        let mut bench = cluster(&[1, 2, 3], &[1, 2, 3], MIN_2);
        let mut end = bench.end();
        let mut news = |bench: &Bench| {
            let records = bench.records_from(end);
            end = bench.end();
            records
        };
        bench.fence(1);
        assert_eq!(news(&bench), ["t-0 {isr [2,3] leader [2]}", "b1 fenced:true"]);
        bench.register(1, None);
        bench.unfence(1);
        assert_eq!(news(&bench), ["b1 registers", "b1 fenced:false"]);
        bench.alter("t-0", &[1, 2, 3]);
        assert_eq!(news(&bench), ["t-0 {isr [1,2,3]}"]);
        bench.fire(Timer::PreferredLeaderCheck);
        assert_eq!(news(&bench), ["t-0 {leader [1]}"]);
        assert_eq!(bench.partition("t-0"), "R[1,2,3] I[1,2,3] L1 le2 pe3");
    }

    #[test]
    fn what_elr_buys() {
        // Golden trace B: lost in the order 2, 3, 1, back in the order 2, 3, 1.
        let with = [
            "I[1,3] L1 le0 pe1",
            "I[1] L1 E[3] le0 pe2",
            "I[] L- E[1,3] K[1] le1 pe3",
            "I[] L- E[1,3] K[1] le1 pe3",
            "I[3] L3 E[1] le2 pe4",
            "I[3] L3 E[1] le2 pe4",
            "I[2,3] L3 le2 pe5",
        ];
        let without = [
            "I[1,3] L1 le0 pe1",
            "I[1] L1 le0 pe2",
            "I[1] L- le1 pe3",
            "I[1] L- le1 pe3",
            "I[1] L- le1 pe3",
            "I[1] L1 le2 pe4",
            "I[1,2] L1 le2 pe5",
        ];
        for (mut bench, expected, isr) in [
            (Bench::new(&[]), with, &[2, 3]),
            (Bench::without_elr(), without, &[1, 2]),
        ] {
            bench.join(&[1, 2, 3]);
            bench.create("t", &[&[1, 2, 3]], MIN_2);
            let mut seen = Vec::new();
            let mut look = |bench: &Bench| seen.push(bench.partition("t-0").replace("R[1,2,3] ", ""));
            for broker in [2, 3, 1] {
                bench.fence(broker);
                look(&bench);
            }
            for broker in [2, 3, 1] {
                bench.unfence(broker);
                look(&bench);
            }
            bench.alter("t-0", isr);
            look(&bench);
            assert_eq!(seen, expected);
        }
    }

    #[test]
    fn the_last_of_two_returns_cleanly_or_not() {
        // Golden trace C.
        for (clean, expected) in [(true, "R[1,2] I[1] L1 le2 pe3"), (false, "R[1,2] I[1] L1 rec le2 pe4")] {
            let mut bench = cluster(&[1, 2], &[1, 2], &[]);
            bench.fence(2);
            bench.fence(1);
            assert_eq!(bench.partition("t-0"), "R[1,2] I[] L- E[1] K[1] le1 pe2");
            bench.unfence(2);
            assert_eq!(bench.partition("t-0"), "R[1,2] I[] L- E[1] K[1] le1 pe2");
            bench.start(1, clean);
            assert_eq!(bench.partition("t-0"), expected);
        }
    }

    #[test]
    fn all_stop_cleanly_record_by_record() {
        // Recording d: RF 3, min ISR 2.
        let mut bench = cluster(&[1, 2, 3], &[1, 2, 3], MIN_2);
        let end = bench.end();
        for broker in [3, 2, 1] {
            bench.stop(broker);
        }
        let records = [
            "t-0 {isr [1,2]}",
            "b3 fenced:true",
            "t-0 {isr [1] elr [2]}",
            "b2 fenced:true",
            "b1 in_controlled_shutdown:true",
            "t-0 {isr [] leader [-1] elr [1,2] lastKnownElr [1]}",
            "b1 fenced:true",
        ];
        assert_eq!(bench.records_from(end), records);
        let end = bench.end();
        bench.start(3, true);
        bench.start(2, true);
        bench.alter("t-0", &[2, 3]);
        // The sessions of those that stopped end one after the other; each is fenced once more.
        let news: Vec<String> = bench
            .records_from(end)
            .into_iter()
            .filter(|r| !r.ends_with("fenced:true"))
            .collect();
        let expected = [
            "b3 registers",
            "b3 fenced:false",
            "b2 registers",
            "b2 fenced:false",
            "t-0 {isr [2] leader [2] elr [1] lastKnownElr []}",
            "t-0 {isr [2,3] elr []}",
        ];
        assert_eq!(news, expected);
        assert_eq!(bench.partition("t-0"), "R[1,2,3] I[2,3] L2 le2 pe5");
    }

    #[test]
    fn all_crash_record_by_record() {
        // Recording k: as before, but nobody leaves a marker.
        let mut bench = cluster(&[1, 2, 3], &[1, 2, 3], MIN_2);
        for broker in [3, 2, 1] {
            bench.fence(broker);
        }
        assert_eq!(bench.partition("t-0"), "R[1,2,3] I[] L- E[1,2] K[1] le1 pe3");
        let end = bench.end();
        for broker in [3, 2, 1] {
            bench.start(broker, false);
        }
        let records = [
            "b3 registers",
            "b3 fenced:false",
            "t-0 {elr [1]}",
            "b2 registers",
            "b2 fenced:false",
            "t-0 {elr []}",
            "b1 registers",
            "b1 fenced:false",
            "t-0 {isr [1] leader [1] lastKnownElr [] Recovering}",
        ];
        assert_eq!(bench.records_from(end), records);
        bench.alter("t-0", &[1, 2]);
        assert_eq!(bench.partition("t-0"), "R[1,2,3] I[1,2] L1 le2 pe7");
    }

    #[test]
    fn a_broker_that_stopped_is_fenced_a_second_time_when_its_session_ends() {
        // Recordings d, e, f, j, o, w.
        let mut bench = cluster(&[1, 2], &[1, 2], &[]);
        bench.stop(2);
        let end = bench.end();
        bench.fence(2);
        assert_eq!(bench.records_from(end), ["b2 fenced:true"]);
    }

    #[test]
    fn an_old_incarnations_session_ends_silently() {
        let mut bench = cluster(&[1], &[1], &[]);
        bench.config.rules.switch_off(Rule::OldSessionEndsFirst);
        bench.register(1, None);
        bench.unfence(1);
        bench.wait(5_000);
        bench.heartbeat(1, false, false);
        bench.wait(4_001);
        let end = bench.end();
        bench.fire(Timer::FenceStaleBroker);
        assert_eq!(bench.timer_set(Timer::FenceStaleBroker), Some(10));
        assert_eq!(bench.records_from(end), [""; 0]);
    }

    #[test]
    fn without_its_rule_an_uncleanly_stopped_broker_keeps_its_place() {
        // M-16
        let mut bench = cluster(&[1, 2], &[1, 2], MIN_2);
        bench.config.rules.switch_off(Rule::UncleanShutdownLeavesElr);
        bench.fence(2);
        bench.shut_down(2, false);
        assert_eq!(bench.state("t-0"), "I[1] L1 E[2]");
    }

    #[test]
    fn without_its_rule_any_live_replica_is_elected() {
        // M-20
        let mut bench = cluster(&[1, 2], &[1, 2], &[]);
        bench.config.rules.switch_off(Rule::UncleanElectionNeedsConsent);
        bench.alter("t-0", &[1]);
        bench.fence(1);
        assert_eq!(bench.partition("t-0"), "R[1,2] I[2] L2 rec le1 pe2");
    }
}
