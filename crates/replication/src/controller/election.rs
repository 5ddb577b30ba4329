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
use crate::base::timer::Timer;
use crate::base::why::Why;
use crate::message::admin::{ElectLeadersRequest, ElectLeadersResponse, ElectionType, NamedPartition};
use crate::message::metadata_record::PartitionRegistration;
use crate::outbox::Delay;
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
fn builder<'a>(
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

    fn all_partitions(&self) -> Vec<NamedPartition> {
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
        let misplaced = |p: &PartitionRegistration| p.leader != p.preferred_leader();
        let again = self.pass(turn, misplaced, |_| Some(Election::Preferred));
        let next: Delay = turn.imbalance_check_interval().into();
        turn.out.set_timer(
            Timer::PreferredLeaderCheck,
            if again { AGAIN_SOON.into() } else { next },
        );
    }

    /// Source: ReplicationControlManager.maybeElectUncleanLeaders.
    pub(super) fn maybe_elect_unclean_leaders(&mut self, turn: &mut Turn<'_>) {
        let image = self.image.clone();
        let rules = turn.rules;
        let allowed = |id: TopicPartition| {
            let election = election_allowed(&image, rules, id.topic);
            (election == Election::Unclean).then_some(election)
        };
        let again = self.pass(turn, |p| p.leader.is_none(), allowed);
        let next = turn.config.unclean_election_interval;
        turn.out
            .set_timer(Timer::UncleanElectionCheck, if again { AGAIN_SOON } else { next });
    }

    /// Runs one election per partition that is concerned; says whether it stopped at the most it may write.
    fn pass(
        &mut self,
        turn: &mut Turn<'_>,
        concerned: impl Fn(&PartitionRegistration) -> bool,
        election: impl Fn(TopicPartition) -> Option<Election>,
    ) -> bool {
        let mut batch = Batch::default();
        for (id, registration) in &self.image.partitions {
            if batch.records.len() >= MAX_ELECTIONS_PER_IMBALANCE {
                break;
            }
            if concerned(registration)
                && let Some(election) = election(*id)
            {
                batch.change(
                    *id,
                    builder(&self.image, turn.rules, *id, registration, election).build(),
                );
            }
        }
        let again = batch.records.len() >= MAX_ELECTIONS_PER_IMBALANCE;
        self.write(batch, turn);
        again
    }
}

/// Source: ReplicationControlManager.electLeader.
fn elect_leader(
    image: &MetadataImage,
    rules: &Rules,
    named: &NamedPartition,
    election: ElectionType,
) -> Result<(TopicPartition, Built), (ErrorCode, String)> {
    let NamedPartition { topic, partition } = named;
    let unknown = |text: String| (ErrorCode::UnknownTopicOrPartition, text);
    let topic_id = image.topic_ids.get(topic).copied();
    let id = topic_id.ok_or_else(|| unknown(format!("No such topic as {topic}")))?;
    let id = TopicPartition::new(id, *partition);
    let registration = image.partitions.get(&id);
    let registration = registration.ok_or_else(|| unknown(format!("No such partition as {topic}-{partition}")))?;
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
