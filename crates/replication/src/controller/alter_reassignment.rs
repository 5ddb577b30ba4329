//! Starting, cancelling and listing reassignments.
//!
//! A start only writes the lists; added replicas then fetch like any follower, and the leader's proposals bring the end. A
//! cancel takes the added ones out again, and needs the topic's consent to unclean elections when only they are in sync.
//! The targets need not be alive, only registered. Partitions succeed or fail each for itself, in one batch.
//!
//! Source: ReplicationControlManager.alterPartitionReassignments, listPartitionReassignments; KIP-455, KIP-860.

use super::election::{builder, find_partition};
use super::fencing::election_allowed;
use super::partition_change::{Built, Election};
use super::reassignment::{Replicas, without};
use super::topic_creation::validate_assignment;
use super::{Batch, Controller, Turn};
use crate::base::error_code::ErrorCode;
use crate::base::id::{BrokerId, TopicPartition};
use crate::base::rule::Rules;
use crate::log::metadata_record::PartitionRegistration;
use crate::message::admin::NamedPartition;
use crate::message::reassignment::{
    AlterPartitionReassignmentsRequest, AlterPartitionReassignmentsResponse, ListPartitionReassignmentsRequest,
    ListPartitionReassignmentsResponse, OngoingReassignment,
};
use crate::quorum::image::MetadataImage;

impl Controller {
    pub(super) fn alter_partition_reassignments(
        &mut self,
        request: &AlterPartitionReassignmentsRequest,
        turn: &mut Turn<'_>,
    ) -> AlterPartitionReassignmentsResponse {
        let mut batch = Batch::default();
        let mut partitions = Vec::new();
        for wanted in &request.partitions {
            let allow_change = request.allow_replication_factor_change;
            let target = wanted.replicas.as_deref();
            let result = alter(&self.image, turn.rules, &wanted.partition, target, allow_change);
            let (error, message) = match result {
                Ok((id, built)) => {
                    batch.change(id, built);
                    (ErrorCode::None, None)
                }
                // The error's own words are not sent. Source: ApiError.fromThrowable; observed on 4.3.1.
                Err((error, text)) => (error, Some(text).filter(|text| !text.is_empty())),
            };
            partitions.push((wanted.partition.clone(), error, message));
        }
        self.write(batch, turn);
        AlterPartitionReassignmentsResponse { partitions }
    }

    /// Partitions that are unknown or at rest are left out.
    pub(super) fn list_partition_reassignments(
        &self,
        request: &ListPartitionReassignmentsRequest,
    ) -> ListPartitionReassignmentsResponse {
        let wanted = request.partitions.clone().unwrap_or_else(|| self.all_partitions());
        let ongoing = |named: NamedPartition| {
            let (_, partition) = find_partition(&self.image, &named).ok()?;
            is_under_way(partition).then(|| OngoingReassignment {
                partition: named.clone(),
                replicas: partition.replicas.clone(),
                adding_replicas: partition.adding_replicas.clone(),
                removing_replicas: partition.removing_replicas.clone(),
            })
        };
        ListPartitionReassignmentsResponse {
            partitions: wanted.into_iter().filter_map(ongoing).collect(),
        }
    }
}

/// Source: PartitionReassignmentReplicas.isReassignmentInProgress.
fn is_under_way(partition: &PartitionRegistration) -> bool {
    !partition.removing_replicas.is_empty() || !partition.adding_replicas.is_empty()
}

/// Source: ReplicationControlManager.alterPartitionReassignment.
fn alter(
    image: &MetadataImage,
    rules: &Rules,
    named: &NamedPartition,
    target: Option<&[BrokerId]>,
    allow_change: bool,
) -> Result<(TopicPartition, Built), (ErrorCode, String)> {
    let NamedPartition { topic, partition } = named;
    if !image.topic_ids.contains_key(topic) {
        let text = format!("Unable to find a topic named {topic}.");
        return Err((ErrorCode::UnknownTopicOrPartition, text));
    }
    let (id, current) = find_partition(image, named).map_err(|_| {
        let text = format!("Unable to find partition {topic}:{partition}.");
        (ErrorCode::UnknownTopicOrPartition, text)
    })?;
    let built = match target {
        Some(target) => start(image, rules, id, current, target, allow_change),
        None => cancel(image, rules, id, current, named),
    }?;
    Ok((id, built))
}

/// Source: ReplicationControlManager.changePartitionReassignment.
fn start(
    image: &MetadataImage,
    rules: &Rules,
    id: TopicPartition,
    current: &PartitionRegistration,
    target: &[BrokerId],
    allow_change: bool,
) -> Result<Built, (ErrorCode, String)> {
    validate_assignment(image, target, target.len()).map_err(|text| (ErrorCode::InvalidReplicaAssignment, text))?;
    // What the partition is on its way to, if it is on its way.
    let factor = without(&current.replicas, &current.removing_replicas).len();
    if !allow_change && target.len() != factor {
        let text = format!("The replication factor is changed from {factor} to {}", target.len());
        return Err((ErrorCode::InvalidReplicationFactor, text));
    }
    let mut builder = builder(image, rules, id, current, Election::Online);
    builder.target = builder.target.started(target);
    Ok(builder.build())
}

/// Source: ReplicationControlManager.cancelPartitionReassignment.
fn cancel(
    image: &MetadataImage,
    rules: &Rules,
    id: TopicPartition,
    current: &PartitionRegistration,
    named: &NamedPartition,
) -> Result<Built, (ErrorCode, String)> {
    if !is_under_way(current) {
        return Err((ErrorCode::NoReassignmentInProgress, String::new()));
    }
    let election = election_allowed(image, rules, id.topic);
    let mut builder = builder(image, rules, id, current, election);
    let (reverted, unclean): (Replicas, bool) = builder.target.reverted();
    if unclean && election != Election::Unclean {
        let NamedPartition { topic, partition } = named;
        let text = format!(
            "Unable to revert partition assignment for {topic}:{partition} because it would require an unclean leader \
             election."
        );
        return Err((ErrorCode::InvalidReplicaAssignment, text));
    }
    builder.target = reverted;
    Ok(builder.build())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controller::bench::Bench;
    use crate::log::metadata_record::{MetadataRecord, PartitionChange};
    use crate::message::admin::ElectionType;

    fn cluster(brokers: &[i32], assignment: &[&[i32]]) -> Bench {
        let mut bench = Bench::without_elr();
        bench.join(brokers);
        bench.create("foo", assignment, &[]);
        bench
    }

    #[test]
    fn a_reassignment_starts_by_its_lists_and_a_reorder_is_done_at_once() {
        let mut bench = cluster(&[0, 1, 2, 3], &[&[1, 2, 3], &[3, 2, 1]]);
        let answers = [
            bench.reassign("foo-0", Some(&[3, 2, 1])),
            bench.reassign("foo-1", Some(&[0, 2, 1])),
            bench.reassign("foo-2", Some(&[0, 2, 1])),
        ];
        let unknown = "UNKNOWN_TOPIC_OR_PARTITION Unable to find partition foo:2.";
        assert_eq!(answers, ["NONE", "NONE", unknown], "CT-80");
        assert_eq!(bench.partition("foo-0"), "R[3,2,1] I[1,2,3] L1 le0 pe1", "CT-80");
        assert_eq!(
            bench.partition("foo-1"),
            "R[0,2,1,3] I[3,2,1] L3 rm[3] ad[0] le0 pe1",
            "CT-80"
        );
        assert_eq!(
            bench.reassignments(),
            ["foo-1 [0,2,1,3] adding [0] removing [3]"],
            "CT-80"
        );
        let end = bench.end();
        let answers = ["foo-0", "foo-1"].map(|name| bench.reassign(name, None));
        assert_eq!(answers, ["NO_REASSIGNMENT_IN_PROGRESS", "NONE"], "CT-81");
        let record = "foo-1 {leader [3] replicas [2,1,3] removing [] adding []}";
        assert_eq!(bench.records_from(end), [record], "CT-81");
        let missing = "UNKNOWN_TOPIC_OR_PARTITION Unable to find a topic named bar.";
        assert_eq!(bench.reassign("bar-0", None), missing);
    }

    #[test]
    fn the_leader_that_goes_is_told_so_when_it_brings_the_last_added_one_in() {
        // CT-82
        let mut bench = cluster(&[0, 1, 2, 3], &[&[1, 2, 3], &[3, 2, 1]]);
        bench.reassign("foo-1", Some(&[0, 2, 1]));
        let answer = bench.propose(3, bench.proposal("foo-1", &[3, 0, 2, 1]));
        assert_eq!(answer.error, ErrorCode::NewLeaderElected);
        assert_eq!(bench.partition("foo-1"), "R[0,2,1] I[0,2,1] L0 le1 pe2");
        assert_eq!(bench.reassignments(), [""; 0]);
    }

    #[test]
    fn removals_reorders_and_additions_end_where_they_should() {
        let mut bench = Bench::without_elr();
        bench.join(&[0, 1, 2, 4]);
        bench.register(3, None);
        bench.create("foo", &[&[1, 2, 3, 4], &[0, 1, 2, 3]], &[]);
        bench.create("bar", &[&[4, 3, 2]], &[]);
        // In Kafka's test broker 3 is fenced after the creation; here before it, so partition epochs are one lower.
        assert_eq!(bench.partition("foo-0"), "R[1,2,3,4] I[1,2,4] L1 le0 pe0");
        bench.reassign("foo-0", Some(&[1, 2, 4]));
        assert_eq!(bench.partition("foo-0"), "R[1,2,4] I[1,2,4] L1 le1 pe1", "CT-83");
        bench.reassign("foo-1", Some(&[1, 2, 3, 0]));
        assert_eq!(bench.partition("foo-1"), "R[1,2,3,0] I[0,1,2] L0 le0 pe1", "CT-84");
        bench.reassign("bar-0", Some(&[1, 2, 3, 4, 0]));
        assert_eq!(
            bench.partition("bar-0"),
            "R[1,2,3,4,0] I[4,2] L4 ad[0,1] le0 pe1",
            "CT-85"
        );
        bench.reassign("bar-0", None);
        assert_eq!(bench.partition("bar-0"), "R[2,3,4] I[4,2] L4 le1 pe2", "CT-86");
    }

    #[test]
    fn a_second_reassignment_removes_what_the_first_was_adding() {
        // CT-87
        let mut bench = cluster(&[0, 1, 2, 3, 4, 5], &[&[0, 1]]);
        bench.reassign("foo-0", Some(&[2, 3]));
        assert_eq!(bench.partition("foo-0"), "R[2,3,0,1] I[0,1] L0 rm[0,1] ad[2,3] le0 pe1");
        bench.alter("foo-0", &[0, 1, 2]);
        bench.elect(ElectionType::Preferred, Some(&["foo-0"]));
        assert_eq!(bench.state("foo-0"), "I[0,1,2] L2 rm[0,1] ad[2,3]");
        bench.reassign("foo-0", Some(&[4, 5]));
        let after = "R[4,5,0,1,2,3] I[0,1,2] L2 rm[0,1,2,3] ad[4,5] le1 pe4";
        assert_eq!(bench.partition("foo-0"), after);
    }

    #[test]
    fn a_changed_replication_factor_can_be_forbidden() {
        // CT-88
        let targets: [(&[i32], &str); 3] = [
            (&[1, 2, 3], "NONE"),
            (
                &[0, 1],
                "INVALID_REPLICATION_FACTOR The replication factor is changed from 3 to 2",
            ),
            (
                &[0, 1, 2, 3],
                "INVALID_REPLICATION_FACTOR The replication factor is changed from 3 to 4",
            ),
        ];
        for (target, expected) in targets {
            let mut bench = cluster(&[0, 1, 2, 3], &[&[0, 1, 2]]);
            assert_eq!(bench.reassign_as("foo-0", Some(target), false), expected);
            if expected == "NONE" {
                assert_eq!(
                    bench.reassign_as("foo-0", Some(&[0, 1, 2]), false),
                    "NONE",
                    "counted on its way"
                );
                assert_eq!(
                    bench.reassign_as("foo-0", None, false),
                    "NONE",
                    "a cancel is never blocked"
                );
            }
        }
    }

    #[test]
    fn a_target_may_be_fenced_but_not_unknown() {
        let mut bench = cluster(&[1], &[&[1]]);
        bench.register(2, None);
        let unknown = "INVALID_REPLICA_ASSIGNMENT The manual partition assignment includes broker 3, but no such broker is \
                       registered.";
        assert_eq!(bench.reassign("foo-0", Some(&[1, 3])), unknown);
        assert_eq!(bench.reassign("foo-0", Some(&[1, 2])), "NONE");
    }

    #[test]
    fn a_cancel_with_only_added_ones_in_sync_needs_consent() {
        let mut bench = cluster(&[1, 2], &[&[1]]);
        bench.reassign("foo-0", Some(&[2, 1]));
        let stuck = PartitionChange {
            isr: Some(vec![BrokerId(2)]),
            adding_replicas: Some(vec![BrokerId(2)]),
            leader: Some(Some(BrokerId(2))),
            ..Default::default()
        };
        let id = bench.partition_id("foo-0");
        bench.write(vec![MetadataRecord::PartitionChange {
            partition: id,
            change: stuck,
        }]);
        let refused = "INVALID_REPLICA_ASSIGNMENT Unable to revert partition assignment for foo:0 because it would require \
                       an unclean leader election.";
        assert_eq!(bench.reassign("foo-0", None), refused);
        bench.set("foo", "unclean.leader.election.enable", Some("true"));
        assert_eq!(bench.reassign("foo-0", None), "NONE");
        assert_eq!(bench.state("foo-0"), "I[1] L1");
    }

    #[test]
    fn a_reassignment_goes_record_by_record_as_in_a_real_cluster() {
        // Recording r, golden trace D.
        let mut bench = Bench::new(&[]);
        bench.join(&[1, 2, 3, 4]);
        bench.create("t", &[&[1, 2, 3]], &[]);
        let end = bench.end();
        bench.reassign("t-0", Some(&[4, 2, 3]));
        bench.propose(1, bench.proposal("t-0", &[1, 2, 3, 4]));
        let records = [
            "t-0 {replicas [4,2,3,1] removing [1] adding [4]}",
            "t-0 {isr [2,3,4] leader [4] replicas [4,2,3] removing [] adding []}",
        ];
        assert_eq!(bench.records_from(end), records);
        assert_eq!(bench.partition("t-0"), "R[4,2,3] I[2,3,4] L4 le1 pe2");
    }
}
