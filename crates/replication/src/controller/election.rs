//! Elections by command and by the clock, and the answer to "why does this broker lead?".
//!
//! Every `leader.imbalance.check.interval.seconds` leadership goes back to preferred replicas that are in sync, whatever the
//! share of misplaced leaders is; every `unclean.leader.election.interval.ms` leaderless partitions are tried uncleanly
//! where their topic allows it. A command does the same for partitions that it names.
//!
//! Source: ReplicationControlManager.electLeaders, maybeBalancePartitionLeaders, maybeElectUncleanLeaders; KIP-460.

use super::fencing::{AGAIN_SOON, change_rules, election_allowed};
use super::partition_change::{AcceptableLeaders, Built, Elected, Election, PartitionChangeBuilder};
use super::{Batch, Controller, Turn};
use crate::base::error_code::ErrorCode;
use crate::base::id::TopicPartition;
use crate::base::rule::Rules;
use crate::base::time::Millis;
use crate::base::timer::Timer;
use crate::base::why::Why;
use crate::log::metadata_record::PartitionRegistration;
use crate::message::admin::{ElectLeadersRequest, ElectLeadersResponse, ElectionType, NamedPartition};
use crate::quorum::image::MetadataImage;

/// Most records of one pass; the rest follows soon. Source: ReplicationControlManager.MAX_ELECTIONS_PER_IMBALANCE.
const MAX_ELECTIONS_PER_IMBALANCE: usize = 1_000;

impl Elected {
    pub fn why(self, partition: TopicPartition) -> Why {
        Why::Leadership {
            partition,
            leader: self.leader,
            ground: self.ground,
            others: self.others,
        }
    }
}

/// Why the partition's leader leads, or why nobody does, as an election by the controller would see it now.
pub fn why_leader(image: &MetadataImage, rules: &Rules, partition: TopicPartition) -> Option<Why> {
    let registration = image.partitions.get(&partition)?;
    let election = election_allowed(image, rules, partition.topic);
    let elected = builder(image, rules, partition, registration, election).standing();
    Some(elected.why(partition))
}

/// An election among the brokers as they are registered.
pub(super) fn builder<'a>(
    image: &'a MetadataImage,
    rules: &'a Rules,
    partition: TopicPartition,
    registration: &'a PartitionRegistration,
    election: Election,
) -> PartitionChangeBuilder<'a> {
    let acceptable = AcceptableLeaders {
        brokers: &image.brokers,
        arriving: None,
        leaving: None,
    };
    PartitionChangeBuilder::new(
        registration,
        acceptable,
        change_rules(image, rules, partition.topic),
        election,
    )
}

impl Controller {
    pub(super) fn elect_leaders(&mut self, request: &ElectLeadersRequest, turn: &mut Turn<'_>) -> ElectLeadersResponse {
        let wanted = match &request.partitions {
            Some(named) => named.clone(),
            None => self.all_partitions(),
        };
        let mut batch = Batch::default();
        let mut partitions = Vec::new();
        for named in wanted {
            let result = elect_leader(&self.image, turn.rules, &named, request.election);
            let (error, message) = match result {
                Ok((partition, built)) => {
                    batch.change(partition, built);
                    (ErrorCode::None, None)
                }
                Err((error, message)) => (error, Some(message)),
            };
            // Whoever asks for all partitions is not told of those that needed nothing.
            if request.partitions.is_some() || error != ErrorCode::ElectionNotNeeded {
                partitions.push((named, error, message));
            }
        }
        self.write(batch, turn);
        ElectLeadersResponse {
            error: ErrorCode::None,
            partitions,
        }
    }

    pub(super) fn all_partitions(&self) -> Vec<NamedPartition> {
        let named = |id: &TopicPartition| {
            Some(NamedPartition {
                topic: self.image.topic_name(id.topic)?.clone(),
                partition: id.partition,
            })
        };
        self.image.partitions.keys().filter_map(named).collect()
    }

    /// Source: ReplicationControlManager.maybeBalancePartitionLeaders.
    pub(super) fn maybe_balance_partition_leaders(&mut self, turn: &mut Turn<'_>) {
        let elections = pass(&self.image, turn.rules, |_, partition| {
            (partition.leader != partition.preferred_leader()).then_some(Election::Preferred)
        });
        let period = turn.imbalance_check_interval();
        turn.out
            .set_timer(Timer::PreferredLeaderCheck, elections.next_pass(period));
        self.write(elections, turn);
    }

    /// Source: ReplicationControlManager.maybeElectUncleanLeaders.
    pub(super) fn maybe_elect_unclean_leaders(&mut self, turn: &mut Turn<'_>) {
        let (image, rules) = (&self.image, turn.rules);
        let elections = pass(image, rules, |id, partition| {
            let tries = partition.leader.is_none() && election_allowed(image, rules, id.topic) == Election::Unclean;
            tries.then_some(Election::Unclean)
        });
        let period = turn.config.unclean_election_interval;
        turn.out
            .set_timer(Timer::UncleanElectionCheck, elections.next_pass(period));
        self.write(elections, turn);
    }
}

/// One election per partition that is to have one, up to the most a pass may write.
fn pass(
    image: &MetadataImage,
    rules: &Rules,
    election: impl Fn(TopicPartition, &PartitionRegistration) -> Option<Election>,
) -> Batch {
    let mut batch = Batch::default();
    for (id, registration) in &image.partitions {
        if batch.is_full() {
            break;
        }
        if let Some(election) = election(*id, registration) {
            batch.change(*id, builder(image, rules, *id, registration, election).build());
        }
    }
    batch
}

impl Batch {
    fn is_full(&self) -> bool {
        self.records.len() >= MAX_ELECTIONS_PER_IMBALANCE
    }

    /// A pass that stopped at its limit goes on soon. Source: ReplicationControlManager, PeriodicTask.
    fn next_pass(&self, period: Millis) -> Millis {
        if self.is_full() { AGAIN_SOON } else { period }
    }
}

/// The partition that goes by this name, or what an election says when there is none.
pub(super) fn find_partition<'a>(
    image: &'a MetadataImage,
    named: &NamedPartition,
) -> Result<(TopicPartition, &'a PartitionRegistration), String> {
    let NamedPartition { topic, partition } = named;
    let topic_id = image.topic_ids.get(topic).copied();
    let topic_id = topic_id.ok_or_else(|| format!("No such topic as {topic}"))?;
    let id = TopicPartition::new(topic_id, *partition);
    match image.partitions.get(&id) {
        Some(registration) => Ok((id, registration)),
        None => Err(format!("No such partition as {topic}-{partition}")),
    }
}

/// Source: ReplicationControlManager.electLeader.
fn elect_leader(
    image: &MetadataImage,
    rules: &Rules,
    named: &NamedPartition,
    election: ElectionType,
) -> Result<(TopicPartition, Built), (ErrorCode, String)> {
    let found = find_partition(image, named);
    let (id, registration) = found.map_err(|text| (ErrorCode::UnknownTopicOrPartition, text))?;
    let (needed, mode, none) = match election {
        ElectionType::Preferred => (
            registration.leader != registration.preferred_leader(),
            Election::Preferred,
            (
                ErrorCode::PreferredLeaderNotAvailable,
                "The preferred leader was not available.",
            ),
        ),
        ElectionType::Unclean => (
            registration.leader.is_none(),
            Election::Unclean,
            (
                ErrorCode::EligibleLeadersNotAvailable,
                "Eligible topic partition leaders are not available.",
            ),
        ),
    };
    if !needed {
        let text = "Leader election not needed for topic partition.";
        return Err((ErrorCode::ElectionNotNeeded, text.into()));
    }
    let built = builder(image, rules, id, registration, mode).build();
    if built.change.is_none() {
        return Err((none.0, none.1.into()));
    }
    Ok((id, built))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::id::BrokerId;
    use crate::base::why::{ElectionGround, NotElected};
    use crate::controller::bench::Bench;
    use ElectionType::{Preferred, Unclean};

    /// Kafka's fixture: foo R[1,2,3], R[2,3,4], R[0,2,1] on five brokers, no ELR.
    fn foo() -> Bench {
        let mut bench = Bench::without_elr();
        bench.join(&[0, 1, 2, 3, 4]);
        bench.create("foo", &[&[1, 2, 3], &[2, 3, 4], &[0, 2, 1]], &[]);
        bench
    }

    #[test]
    fn an_unclean_election_by_command_needs_a_leaderless_partition_and_a_live_replica() {
        let mut bench = foo();
        bench.fence_all(&[2, 3]);
        bench.fence(1);
        let end = bench.end();
        let all = ["foo-0", "foo-1", "foo-2"];
        let expected = [
            "foo-0 ELIGIBLE_LEADERS_NOT_AVAILABLE",
            "foo-1 ELECTION_NOT_NEEDED",
            "foo-2 ELECTION_NOT_NEEDED",
        ];
        assert_eq!(bench.elect(Unclean, Some(&all)), expected, "CT-51");
        assert_eq!(bench.records_from(end), [""; 0], "CT-51");
        bench.unfence(2);
        bench.alter("foo-1", &[2, 4]);
        let expected = ["foo-0 NONE", "foo-1 ELECTION_NOT_NEEDED", "foo-2 ELECTION_NOT_NEEDED"];
        assert_eq!(bench.elect(Unclean, Some(&all)), expected, "CT-52");
        assert_eq!(bench.state("foo-0"), "I[2] L2", "CT-52");
        assert_eq!(bench.state("foo-1"), "I[2,4] L4", "CT-52");
    }

    #[test]
    fn a_preferred_election_is_never_unclean() {
        // CT-53
        let mut bench = Bench::without_elr();
        bench.join(&[1, 2, 3]);
        bench.create("t", &[&[1, 2, 3]], &[]);
        for broker in [2, 3, 1] {
            bench.fence(broker);
        }
        bench.unfence(2);
        bench.set("t", "unclean.leader.election.enable", Some("true"));
        let end = bench.end();
        assert_eq!(
            bench.elect(Preferred, Some(&["t-0"])),
            ["t-0 PREFERRED_LEADER_NOT_AVAILABLE"]
        );
        assert_eq!(bench.records_from(end), [""; 0]);
    }

    #[test]
    fn a_preferred_election_answers_for_each_partition() {
        let mut bench = Bench::without_elr();
        bench.join(&[0, 1, 2, 3, 4]);
        // Broker 0 is fenced and broker 1 stops before the topic is there.
        bench.create("other", &[&[1]], &[]);
        bench.fence(0);
        bench.heartbeat(1, false, true);
        bench.create("foo", &[&[1, 2, 3], &[2, 3, 4], &[0, 2, 1]], &[]);
        let asked = ["foo-0", "foo-1", "foo-2", "bar-0", "foo-3"];
        let expected = [
            "foo-0 PREFERRED_LEADER_NOT_AVAILABLE",
            "foo-1 ELECTION_NOT_NEEDED",
            "foo-2 PREFERRED_LEADER_NOT_AVAILABLE",
            "bar-0 UNKNOWN_TOPIC_OR_PARTITION",
            "foo-3 UNKNOWN_TOPIC_OR_PARTITION",
        ];
        assert_eq!(bench.elect(Preferred, Some(&asked)), expected, "CT-54");
        bench.unfence(0);
        bench.stop(1);
        bench.start(1, true);
        bench.alter("foo-0", &[2, 3, 1]);
        bench.alter("foo-2", &[2, 0]);
        let end = bench.end();
        let expected = ["foo-0 NONE", "foo-2 NONE"];
        // Asked for all, the answer leaves out what needed nothing: other-0 is led by 1 again.
        assert_eq!(bench.elect(Preferred, None), expected, "CT-55");
        assert_eq!(
            bench.records_from(end),
            ["foo-0 {leader [1]}", "foo-2 {leader [0]}"],
            "CT-55"
        );
    }

    #[test]
    fn texts_are_kafkas() {
        let bench = foo();
        let ask = |topic: &str, partition, election| {
            let named = NamedPartition {
                topic: topic.into(),
                partition,
            };
            elect_leader(bench.controller.image(), &Rules::default(), &named, election).map_err(|(_, text)| text)
        };
        let text = |topic, partition, election| ask(topic, partition, election).expect_err("an error");
        assert_eq!(text("bar", 0, Preferred), "No such topic as bar");
        assert_eq!(text("foo", 9, Preferred), "No such partition as foo-9");
        // Recordings b and j.
        assert_eq!(
            text("foo", 0, Unclean),
            "Leader election not needed for topic partition."
        );
    }

    #[test]
    fn the_periodic_pass_moves_what_can_be_moved() {
        // CT-56
        let mut bench = Bench::without_elr();
        bench.join(&[2, 3, 4]);
        bench.register(0, None);
        bench.register(1, None);
        bench.create("foo", &[&[1, 2, 3], &[2, 3, 4], &[0, 2, 1]], &[]);
        bench.unfence(1);
        bench.alter("foo-0", &[1, 2, 3]);
        let end = bench.end();
        bench.fire(Timer::PreferredLeaderCheck);
        assert_eq!(bench.records_from(end), ["foo-0 {leader [1]}"]);
        assert_eq!(bench.timer_set(Timer::PreferredLeaderCheck), Some(300_000));
        assert_eq!(bench.state("foo-2"), "I[2] L2");
    }

    /// R[1,2,4], [1,3,4], [0,2,4]; all fenced in order, so that 4 is the last member everywhere.
    fn all_led_by_4_last(unclean: bool) -> Bench {
        let mut bench = Bench::without_elr();
        bench.join(&[0, 1, 2, 3, 4]);
        bench.create("foo", &[&[1, 2, 4], &[1, 3, 4], &[0, 2, 4]], &[]);
        if unclean {
            bench.set("", "unclean.leader.election.enable", Some("true"));
        }
        for broker in [0, 1, 2, 3, 4] {
            bench.fence(broker);
        }
        assert_eq!(three(&bench), ["I[4] L-"; 3]);
        bench
    }

    fn three(bench: &Bench) -> [String; 3] {
        ["foo-0", "foo-1", "foo-2"].map(|name| bench.state(name))
    }

    #[test]
    fn an_unclean_leader_comes_with_consent_only() {
        let mut bench = all_led_by_4_last(false);
        bench.unfence(2);
        let end = bench.end();
        bench.fire(Timer::UncleanElectionCheck);
        assert_eq!(bench.records_from(end), [""; 0], "CT-57");
        assert_eq!(three(&bench), ["I[4] L-"; 3], "CT-57");
        let mut bench = all_led_by_4_last(true);
        bench.unfence(2);
        assert_eq!(three(&bench), ["I[2] L2", "I[4] L-", "I[2] L2"], "CT-58");
        for level in ["", "foo"] {
            let mut bench = all_led_by_4_last(false);
            bench.unfence(2);
            bench.set(level, "unclean.leader.election.enable", Some("true"));
            assert_eq!(three(&bench), ["I[4] L-"; 3], "CT-59");
            bench.fire(Timer::UncleanElectionCheck);
            assert_eq!(three(&bench), ["I[2] L2", "I[4] L-", "I[2] L2"], "CT-59");
            assert_eq!(bench.timer_set(Timer::UncleanElectionCheck), Some(300_000));
        }
    }

    #[test]
    fn an_unclean_election_by_command_is_one_record() {
        // Recording e.
        let mut bench = Bench::new(&[]);
        bench.join(&[1, 2, 3]);
        bench.create("t", &[&[1, 2, 3]], &[]);
        bench.alter("t-0", &[1]);
        bench.fence(1);
        let end = bench.end();
        assert_eq!(bench.elect(Unclean, Some(&["t-0"])), ["t-0 NONE"]);
        let record = "t-0 {isr [2] leader [2] elr [] lastKnownElr [] Recovering}";
        assert_eq!(bench.records_from(end), [record]);
        assert_eq!(bench.partition("t-0"), "R[1,2,3] I[2] L2 rec le2 pe3");
    }

    #[test]
    fn why_a_broker_leads_can_be_asked_at_any_moment() {
        let mut bench = Bench::new(&[]);
        bench.join(&[1, 2, 3]);
        bench.create("t", &[&[1, 2, 3]], &[]);
        bench.fence(1);
        let elected = Why::Leadership {
            partition: bench.partition_id("t-0"),
            leader: Some(BrokerId(2)),
            ground: ElectionGround::LeadsAlready,
            others: vec![(BrokerId(1), NotElected::Fenced), (BrokerId(3), NotElected::Eligible)],
        };
        let asked = why_leader(bench.controller.image(), &Rules::default(), bench.partition_id("t-0"));
        assert_eq!(asked, Some(elected));
    }

    #[test]
    fn an_election_is_explained_when_it_happens() {
        let mut bench = Bench::new(&[]);
        bench.join(&[1, 2, 3]);
        bench.create("t", &[&[1, 2, 3]], &[]);
        let last_contact = bench.at;
        bench.wait(5_000);
        bench.heartbeat(2, false, false);
        bench.heartbeat(3, false, false);
        bench.wait(4_001);
        bench.fire(Timer::FenceStaleBroker);
        let expired = Why::SessionExpired {
            broker: BrokerId(1),
            last_contact,
        };
        let elected = Why::Leadership {
            partition: bench.partition_id("t-0"),
            leader: Some(BrokerId(2)),
            ground: ElectionGround::FirstInIsr,
            others: vec![(BrokerId(1), NotElected::Leaving), (BrokerId(3), NotElected::Eligible)],
        };
        assert_eq!(bench.reasons(), [expired, elected]);
    }
}
