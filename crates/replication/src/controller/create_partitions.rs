//! CreatePartitions: a topic gets more partitions. Those it has stay as they are, and so do the records in them.
//!
//! The new ones get as many replicas as an existing one has, and begin like those of a new topic. A key may belong to
//! another partition afterwards: the partitioner of a producer counts partitions, and nobody moves records. Not modelled:
//! quotas, `validateOnly`, several topics in one request.
//!
//! Source: ReplicationControlManager.createPartitions; KIP-195.

use super::topic_creation::{ApiError, initial_registration, no_active_replica, validate_assignment};
use super::{Batch, Controller, Turn};
use crate::base::error_code::ErrorCode;
use crate::base::id::{BrokerId, TopicId, TopicPartition};
use crate::log::metadata_record::{MetadataRecord, PartitionRegistration};
use crate::message::admin::{CreatePartitionsRequest, CreatePartitionsResponse};

impl Controller {
    pub(super) fn create_partitions(
        &mut self,
        request: &CreatePartitionsRequest,
        turn: &mut Turn<'_>,
    ) -> CreatePartitionsResponse {
        let result = self.additional_partitions(request);
        let (error, message) = match result {
            Ok(records) => {
                self.write(Batch::of(records), turn);
                (ErrorCode::None, None)
            }
            Err((error, text)) => (error, Some(text)),
        };
        CreatePartitionsResponse {
            topic: request.topic.clone(),
            error,
            message,
        }
    }

    fn additional_partitions(&mut self, request: &CreatePartitionsRequest) -> Result<Vec<MetadataRecord>, ApiError> {
        let CreatePartitionsRequest { topic, count, .. } = request;
        let Some(id) = self.image.topic_ids.get(topic).copied() else {
            let text = "This server does not host this topic-partition.";
            return Err((ErrorCode::UnknownTopicOrPartition, text.into()));
        };
        let of_topic = self.image.partitions.iter().filter(|(known, _)| known.topic == id);
        let current = of_topic.clone().count() as i32;
        let replication_factor = of_topic.clone().next().map_or(0, |(_, first)| first.replicas.len());
        let more = count - current;
        let refused = match more {
            0 => Some(format!("Topic already has {current} partition(s).")),
            ..0 => Some(format!(
                "The topic {topic} currently has {current} partition(s); {count} would not be an increase."
            )),
            _ => None,
        };
        if let Some(text) = refused {
            return Err((ErrorCode::InvalidPartitions, text));
        }
        let partitions = match &request.assignments {
            Some(assignments) => self.assigned(assignments, more, current, replication_factor)?,
            // Unlike a topic's, the placer's own text is the answer.
            None => self.placed(more, replication_factor as i32, |text| text)?,
        };
        Ok(records(id, current, partitions))
    }

    fn assigned(
        &self,
        assignments: &[Vec<BrokerId>],
        more: i32,
        first: i32,
        replication_factor: usize,
    ) -> Result<Vec<PartitionRegistration>, ApiError> {
        let invalid = |text: String| (ErrorCode::InvalidReplicaAssignment, text);
        if assignments.len() as i32 != more {
            return Err(invalid(format!(
                "Attempted to add {more} additional partition(s), but only {} assignment(s) were specified.",
                assignments.len()
            )));
        }
        let registration = |(number, replicas): (i32, &Vec<BrokerId>)| {
            validate_assignment(&self.image, replicas, replication_factor).map_err(invalid)?;
            initial_registration(&self.image, replicas.clone()).ok_or_else(|| invalid(no_active_replica(number)))
        };
        (first..).zip(assignments).map(registration).collect()
    }
}

fn records(topic: TopicId, first: i32, partitions: Vec<PartitionRegistration>) -> Vec<MetadataRecord> {
    let record = |(number, registration)| MetadataRecord::Partition {
        partition: TopicPartition::new(topic, number),
        registration,
    };
    (first..).zip(partitions).map(record).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controller::bench::Bench;

    fn cluster() -> Bench {
        let mut bench = Bench::new(&[]);
        bench.join(&[0, 1, 2]);
        bench.create("foo", &[&[0, 1], &[1, 2]], &[]);
        bench
    }

    #[track_caller]
    fn refused(count: i32, assignments: Option<&[&[i32]]>, expected: &str) {
        let mut bench = cluster();
        let end = bench.end();
        assert_eq!(bench.create_partitions("foo", count, assignments), expected);
        assert_eq!(bench.end(), end, "nothing is written");
    }

    #[test]
    fn the_first_active_replica_leads_a_new_partition_and_the_old_ones_stay() {
        let mut bench = cluster();
        bench.fence(2);
        let (end, before) = (bench.end(), bench.partition("foo-1"));
        assert_eq!(bench.create_partitions("foo", 4, Some(&[&[2, 0], &[1, 0]])), "NONE");
        assert_eq!(
            bench.records_from(end),
            ["foo-2 R[2,0] I[0] L0 le0 pe0", "foo-3 R[1,0] I[1,0] L1 le0 pe0"]
        );
        assert_eq!(bench.partition("foo-1"), before);
    }

    #[test]
    fn without_an_assignment_the_placer_gives_as_many_replicas_as_there_are() {
        let mut bench = cluster();
        bench.fence(2);
        assert_eq!(bench.create_partitions("foo", 5, None), "NONE");
        for name in ["foo-2", "foo-3", "foo-4"] {
            let partition = &bench.controller.image().partitions[&bench.partition_id(name)];
            assert_eq!(partition.replicas.len(), 2, "{name}");
            assert!(partition.leader.is_some_and(|leader| leader != BrokerId(2)), "{name}");
        }
    }

    #[test]
    fn a_number_that_is_no_increase_is_refused() {
        refused(2, None, "INVALID_PARTITIONS Topic already has 2 partition(s).");
        refused(
            1,
            None,
            "INVALID_PARTITIONS The topic foo currently has 2 partition(s); 1 would not be an increase.",
        );
    }

    #[test]
    fn assignments_must_be_as_many_as_partitions_are_added_and_as_long_as_the_others() {
        refused(
            4,
            Some(&[&[0, 1]]),
            "INVALID_REPLICA_ASSIGNMENT Attempted to add 2 additional partition(s), but only 1 assignment(s) were \
             specified.",
        );
        refused(
            3,
            Some(&[&[0, 1, 2]]),
            "INVALID_REPLICA_ASSIGNMENT The manual partition assignment includes a partition with 3 replica(s), but this \
             is not consistent with previous partitions, which have 2 replica(s).",
        );
        refused(
            3,
            Some(&[&[0, 7]]),
            "INVALID_REPLICA_ASSIGNMENT The manual partition assignment includes broker 7, but no such broker is \
             registered.",
        );
    }

    #[test]
    fn somebody_has_to_be_there_to_lead() {
        let mut bench = cluster();
        bench.fence_all(&[0, 1, 2]);
        assert_eq!(
            bench.create_partitions("foo", 3, Some(&[&[0, 1]])),
            "INVALID_REPLICA_ASSIGNMENT All brokers specified in the manual partition assignment for partition 2 are \
             fenced or in controlled shutdown."
        );
        assert_eq!(
            bench.create_partitions("foo", 3, None),
            "INVALID_REPLICATION_FACTOR All brokers are currently fenced, or have all their log directories cordoned."
        );
        let unknown = "UNKNOWN_TOPIC_OR_PARTITION This server does not host this topic-partition.";
        assert_eq!(bench.create_partitions("bar", 3, None), unknown);
    }
}
