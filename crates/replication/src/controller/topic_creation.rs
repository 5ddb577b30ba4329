//! CreateTopics: names, settings and assignments are checked, and each partition gets its first leader and ISR.
//!
//! A partition begins with the active ones of its replicas as ISR and the first of these as leader, which need not be the
//! preferred one. A replica that is fenced then begins outside the ISR, and outside the ELR. Not modelled: policies, quotas,
//! `validateOnly`, and what the message cannot express (an assignment together with numbers, gaps in partition ids).
//!
//! Source: ReplicationControlManager.createTopics, createTopic, validateManualPartitionAssignment; Topic.validate.

use super::config_control::{clear_elr_records, validate_topic_config};
use super::placement::{UsableBroker, place};
use super::{Batch, Controller, Turn};
use crate::base::config::ConfigResource;
use crate::base::config::ControllerConfig;
use crate::base::epoch::{LeaderEpoch, PartitionEpoch};
use crate::base::error_code::ErrorCode;
use crate::base::id::{BrokerId, TopicId, TopicPartition};
use crate::base::map::Map;
use crate::log::metadata_record::{LeaderRecoveryState, MetadataRecord, PartitionRegistration};
use crate::message::admin::{CreatableTopic, CreateTopicsRequest, CreateTopicsResponse, CreatedTopic, Placement};
use crate::quorum::image::MetadataImage;

/// Most partitions one request may ask for. Source: ReplicationControlManager.MAX_PARTITIONS_PER_BATCH.
const MAX_PARTITIONS_PER_BATCH: i64 = 10_000;
/// Source: Topic.MAX_NAME_LENGTH.
const MAX_NAME_LENGTH: usize = 249;

pub(super) type ApiError = (ErrorCode, String);

impl Controller {
    /// Topics succeed or fail each for itself; the records of all that succeed are one batch.
    pub(super) fn create_topics(&mut self, request: &CreateTopicsRequest, turn: &mut Turn<'_>) -> CreateTopicsResponse {
        let excessive = total_partitions(request, turn.config) > MAX_PARTITIONS_PER_BATCH;
        let mut records = Vec::new();
        let mut next_topic = self.next_topic;
        let mut created = Vec::new();
        for topic in &request.topics {
            let twice = request.topics.iter().filter(|other| other.name == topic.name).count() > 1;
            let result = if excessive {
                let text = "Excessively large number of partitions per request.";
                Err((ErrorCode::PolicyViolation, text.into()))
            } else if twice {
                Err((ErrorCode::InvalidRequest, "Duplicate topic name.".into()))
            } else {
                self.create_topic(next_topic, topic, turn.config)
            };
            created.push(answer(topic, next_topic, result.as_ref().err()));
            if let Ok(of_topic) = result {
                records.extend(of_topic);
                next_topic = TopicId(next_topic.0 + 1);
            }
        }
        self.write(Batch::of(records), turn);
        CreateTopicsResponse { topics: created }
    }

    fn create_topic(
        &mut self,
        id: TopicId,
        topic: &CreatableTopic,
        config: &ControllerConfig,
    ) -> Result<Vec<MetadataRecord>, ApiError> {
        validate_name(&self.image, &topic.name)?;
        for (name, value) in &topic.configs {
            validate_topic_config(name, value).map_err(|text| (ErrorCode::InvalidConfig, text))?;
        }
        let partitions = match &topic.placement {
            Placement::Assignment(assignment) if !assignment.is_empty() => {
                assigned_partitions(&self.image, assignment)?
            }
            // An empty assignment is none, as on the wire.
            Placement::Assignment(_) => self.placed_partitions(-1, -1, config)?,
            Placement::Automatic {
                partitions,
                replication_factor,
            } => self.placed_partitions(*partitions, *replication_factor, config)?,
        };
        let mut records = vec![MetadataRecord::Topic {
            topic: id,
            name: topic.name.clone(),
        }];
        records.extend(topic.configs.iter().map(|(name, value)| MetadataRecord::Config {
            resource: ConfigResource::Topic(topic.name.clone()),
            name: name.clone(),
            value: Some(value.clone()),
        }));
        let clears = clear_elr_records(&self.image, &records);
        records.extend(clears);
        records.extend(
            (0..)
                .zip(partitions)
                .map(|(number, registration)| MetadataRecord::Partition {
                    partition: TopicPartition::new(id, number),
                    registration,
                }),
        );
        Ok(records)
    }

    fn placed_partitions(
        &mut self,
        partitions: i32,
        replication_factor: i32,
        config: &ControllerConfig,
    ) -> Result<Vec<PartitionRegistration>, ApiError> {
        if replication_factor == 0 || replication_factor < -1 {
            let text = "Replication factor must be larger than 0, or -1 to use the default value.";
            return Err((ErrorCode::InvalidReplicationFactor, text.into()));
        }
        if partitions == 0 || partitions < -1 {
            let text = "Number of partitions was set to an invalid non-positive value.";
            return Err((ErrorCode::InvalidPartitions, text.into()));
        }
        let or_default = |n: i32, default: i32| if n == -1 { default } else { n };
        let partitions = or_default(partitions, config.num_partitions);
        let replication_factor = or_default(replication_factor, config.default_replication_factor);
        let unable = |text: String| unable_to_replicate(replication_factor, &text);
        self.placed(partitions, replication_factor, unable)
    }

    /// The first states of so many partitions, their brokers chosen by the placer, whose faults `say` puts into words.
    pub(super) fn placed(
        &mut self,
        partitions: i32,
        replication_factor: i32,
        say: impl Fn(String) -> String,
    ) -> Result<Vec<PartitionRegistration>, ApiError> {
        let refused = |text: String| (ErrorCode::InvalidReplicationFactor, say(text));
        let usable = self.usable_brokers();
        let mut draw = |bound| self.placement_draws.next_int(bound);
        let placed = place(partitions, replication_factor, &usable, &mut draw).map_err(refused)?;
        let first_state = |replicas| {
            initial_registration(&self.image, replicas).ok_or_else(|| {
                // Kafka says it in this form wherever the partitions belong.
                let text = "All brokers are currently fenced or in controlled shutdown.";
                (
                    ErrorCode::InvalidReplicationFactor,
                    unable_to_replicate(replication_factor, text),
                )
            })
        };
        placed.into_iter().map(first_state).collect()
    }

    /// Registered and not shutting down; fenced ones too, marked as such. Source: BrokerHeartbeatManager.usableBrokers.
    fn usable_brokers(&self) -> Vec<UsableBroker> {
        let usable = |(id, state): (&BrokerId, &super::BrokerHeartbeatState)| {
            let registration = self.image.brokers.get(id)?;
            (!state.is_shutting_down()).then(|| UsableBroker {
                id: *id,
                rack: registration.rack.clone(),
                fenced: registration.fenced,
            })
        };
        self.heartbeats.iter().filter_map(usable).collect()
    }
}

fn unable_to_replicate(replication_factor: i32, why: &str) -> String {
    format!("Unable to replicate the partition {replication_factor} time(s): {why}")
}

/// What is said of an assignment of which nobody is active.
pub(super) fn no_active_replica(partition: i32) -> String {
    format!(
        "All brokers specified in the manual partition assignment for partition {partition} are fenced or in controlled \
         shutdown."
    )
}

fn total_partitions(request: &CreateTopicsRequest, config: &ControllerConfig) -> i64 {
    let of_topic = |topic: &CreatableTopic| match &topic.placement {
        Placement::Assignment(assignment) if !assignment.is_empty() => assignment.len() as i64,
        Placement::Automatic { partitions, .. } if *partitions > 0 => i64::from(*partitions),
        Placement::Assignment(_) | Placement::Automatic { .. } => i64::from(config.num_partitions),
    };
    request.topics.iter().map(of_topic).sum()
}

fn answer(topic: &CreatableTopic, id: TopicId, error: Option<&ApiError>) -> CreatedTopic {
    CreatedTopic {
        name: topic.name.clone(),
        error: error.map_or(ErrorCode::None, |(code, _)| *code),
        message: error.map(|(_, text)| text.clone()),
        id: error.is_none().then_some(id),
    }
}

/// Source: Topic.validate, ReplicationControlManager.validateNewTopicNames.
fn validate_name(image: &MetadataImage, name: &str) -> Result<(), ApiError> {
    let legal = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let fault = match name {
        "" => Some("the empty string is not allowed".into()),
        "." | ".." => Some(format!("'{name}' is not allowed")),
        _ if name.len() > MAX_NAME_LENGTH => Some(format!(
            "the length of '{name}' is longer than the max allowed length {MAX_NAME_LENGTH}"
        )),
        _ if !name.chars().all(legal) => Some(format!(
            "'{name}' contains one or more characters other than ASCII alphanumerics, '.', '_' and '-'"
        )),
        _ => None,
    };
    if let Some(fault) = fault {
        return Err((
            ErrorCode::InvalidTopicException,
            format!("Topic name is invalid: {fault}"),
        ));
    }
    if image.topic_ids.contains_key(name) {
        let text = format!("Topic '{name}' already exists.");
        return Err((ErrorCode::TopicAlreadyExists, text));
    }
    // Metric names write a dot as an underscore.
    let unified = |name: &str| name.replace('.', "_");
    match image
        .topic_ids
        .keys()
        .find(|existing| unified(existing) == unified(name))
    {
        Some(existing) => {
            let text = format!("Topic '{name}' collides with existing topic: {existing}");
            Err((ErrorCode::InvalidTopicException, text))
        }
        None => Ok(()),
    }
}

/// Source: ReplicationControlManager.createTopic, validateManualPartitionAssignment.
fn assigned_partitions(
    image: &MetadataImage,
    assignment: &[Vec<BrokerId>],
) -> Result<Vec<PartitionRegistration>, ApiError> {
    let invalid = |text: String| (ErrorCode::InvalidReplicaAssignment, text);
    let expected = assignment.first().map_or(0, Vec::len);
    let mut partitions = Vec::new();
    for (number, replicas) in (0..).zip(assignment) {
        validate_assignment(image, replicas, expected).map_err(invalid)?;
        let registration =
            initial_registration(image, replicas.clone()).ok_or_else(|| invalid(no_active_replica(number)))?;
        partitions.push(registration);
    }
    Ok(partitions)
}

/// Faults are looked for from the lowest broker id up. Source: ReplicationControlManager.validateManualPartitionAssignment.
pub(super) fn validate_assignment(image: &MetadataImage, replicas: &[BrokerId], expected: usize) -> Result<(), String> {
    if replicas.is_empty() {
        return Err("The manual partition assignment includes an empty replica list.".into());
    }
    let mut times: Map<BrokerId, u32> = Map::new();
    for id in replicas {
        *times.entry(*id).or_default() += 1;
    }
    for (id, times) in times {
        let number = id.0;
        if !image.brokers.contains_key(&id) {
            return Err(format!(
                "The manual partition assignment includes broker {number}, but no such broker is registered."
            ));
        }
        if times > 1 {
            return Err(format!(
                "The manual partition assignment includes the broker {number} more than once."
            ));
        }
    }
    if replicas.len() != expected {
        return Err(format!(
            "The manual partition assignment includes a partition with {} replica(s), but this is not consistent with \
             previous partitions, which have {expected} replica(s).",
            replicas.len()
        ));
    }
    Ok(())
}

/// The first state of a partition, unless none of its replicas is active.
/// Source: ReplicationControlManager.buildPartitionRegistration.
pub(super) fn initial_registration(image: &MetadataImage, replicas: Vec<BrokerId>) -> Option<PartitionRegistration> {
    let isr: Vec<BrokerId> = replicas.iter().copied().filter(|id| image.is_active(*id)).collect();
    let leader = *isr.first()?;
    Some(PartitionRegistration {
        replicas,
        removing_replicas: Vec::new(),
        adding_replicas: Vec::new(),
        isr,
        elr: Vec::new(),
        last_known_elr: Vec::new(),
        leader: Some(leader),
        leader_epoch: LeaderEpoch::ZERO,
        partition_epoch: PartitionEpoch(0),
        leader_recovery_state: LeaderRecoveryState::Recovered,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controller::bench::{Bench, ids};

    fn automatic(partitions: i32, replication_factor: i32) -> Placement {
        Placement::Automatic {
            partitions,
            replication_factor,
        }
    }

    #[track_caller]
    fn refused(bench: &mut Bench, name: &str, placement: Placement, error: ErrorCode, text: &str) {
        let end = bench.end();
        assert_eq!(bench.create_as(name, placement, &[]), (error, Some(text.into())));
        assert_eq!(bench.end(), end);
    }

    #[test]
    fn a_topic_needs_brokers() {
        let mut bench = Bench::new(&[("default.replication.factor", "3")]);
        let text = "Unable to replicate the partition 3 time(s): All brokers are currently fenced, or have all their log \
                    directories cordoned.";
        // CT-76
        refused(
            &mut bench,
            "foo",
            automatic(-1, -1),
            ErrorCode::InvalidReplicationFactor,
            text,
        );
        // A shutting-down broker is hidden from the placer: see the note of CT-77.
        bench.join(&[0]);
        bench.register(1, None);
        bench.create("other", &[&[0]], &[]);
        bench.heartbeat(0, false, true);
        refused(
            &mut bench,
            "foo",
            automatic(-1, -1),
            ErrorCode::InvalidReplicationFactor,
            text,
        );
    }

    #[test]
    fn a_placement_without_an_active_broker_is_refused() {
        // CT-77: the registration says "controlled shutdown", the heartbeats do not, as after a restart of the controller.
        let mut bench = Bench::new(&[]);
        bench.join(&[0]);
        bench.register(1, None);
        bench.register(2, None);
        bench.create("other", &[&[0]], &[]);
        bench.heartbeat(0, false, true);
        bench.restart_controller();
        let text = "Unable to replicate the partition 3 time(s): All brokers are currently fenced or in controlled \
                    shutdown.";
        refused(
            &mut bench,
            "foo",
            automatic(1, 3),
            ErrorCode::InvalidReplicationFactor,
            text,
        );
    }

    #[test]
    fn the_first_active_replica_leads_and_the_others_start_outside_the_isr() {
        // CT-78
        let mut bench = Bench::new(&[]);
        bench.join(&[0, 1]);
        bench.register(2, None);
        bench.create("other", &[&[1]], &[]);
        bench.heartbeat(1, false, true);
        bench.create("foo", &[&[1, 0, 2]], &[("min.insync.replicas", "2")]);
        assert_eq!(bench.partition("foo-0"), "R[1,0,2] I[0] L0 le0 pe0");
    }

    #[test]
    fn an_assignment_is_checked_from_the_lowest_broker_up() {
        // CT-79
        let mut bench = Bench::new(&[]);
        bench.join(&[0, 1, 2]);
        bench.register(5, None);
        bench.register(6, None);
        let cases: [(&[&[i32]], &str); 6] = [
            (
                &[&[]],
                "The manual partition assignment includes an empty replica list.",
            ),
            (
                &[&[1, 3]],
                "The manual partition assignment includes broker 3, but no such broker is registered.",
            ),
            (
                &[&[1, 2, 1]],
                "The manual partition assignment includes the broker 1 more than once.",
            ),
            (
                &[&[9, 1, 1]],
                "The manual partition assignment includes the broker 1 more than once.",
            ),
            (
                &[&[0, 1], &[2]],
                "The manual partition assignment includes a partition with 1 replica(s), but this is not consistent with \
                 previous partitions, which have 2 replica(s).",
            ),
            (
                &[&[0, 1], &[5, 6]],
                "All brokers specified in the manual partition assignment for partition 1 are fenced or in controlled \
                 shutdown.",
            ),
        ];
        for (assignment, text) in cases {
            let placement = Placement::Assignment(assignment.iter().map(|replicas| ids(replicas)).collect());
            refused(&mut bench, "foo", placement, ErrorCode::InvalidReplicaAssignment, text);
        }
    }

    #[test]
    fn numbers_and_names_are_checked() {
        let mut bench = Bench::new(&[]);
        bench.join(&[0, 1, 2]);
        bench.create("a.b", &[&[0]], &[]);
        let factor = "Replication factor must be larger than 0, or -1 to use the default value.";
        let number = "Number of partitions was set to an invalid non-positive value.";
        let many = "Excessively large number of partitions per request.";
        let cases = [
            ("foo", automatic(1, 0), ErrorCode::InvalidReplicationFactor, factor),
            ("foo", automatic(0, 1), ErrorCode::InvalidPartitions, number),
            ("foo", automatic(10_001, 1), ErrorCode::PolicyViolation, many),
            (
                "a.b",
                automatic(1, 1),
                ErrorCode::TopicAlreadyExists,
                "Topic 'a.b' already exists.",
            ),
            (
                "a_b",
                automatic(1, 1),
                ErrorCode::InvalidTopicException,
                "Topic 'a_b' collides with existing topic: a.b",
            ),
            (
                "",
                automatic(1, 1),
                ErrorCode::InvalidTopicException,
                "Topic name is invalid: the empty string is not allowed",
            ),
            (
                "a/b",
                automatic(1, 1),
                ErrorCode::InvalidTopicException,
                "Topic name is invalid: 'a/b' contains one or more characters other than ASCII alphanumerics, '.', '_' and \
                 '-'",
            ),
        ];
        for (name, placement, error, text) in cases {
            refused(&mut bench, name, placement, error, text);
        }
    }

    #[test]
    fn records_come_in_the_order_of_a_real_cluster() {
        let mut bench = Bench::new(&[]);
        bench.join(&[1, 2]);
        let end = bench.end();
        bench.create(
            "t",
            &[&[1, 2], &[2, 1]],
            &[("min.insync.replicas", "2"), ("max.message.bytes", "100")],
        );
        let records = [
            "topic t",
            "config t min.insync.replicas=2",
            "config t max.message.bytes=100",
            "clear-elr t",
            "t-0 R[1,2] I[1,2] L1 le0 pe0",
            "t-1 R[2,1] I[2,1] L2 le0 pe0",
        ];
        assert_eq!(bench.records_from(end), records);
    }

    #[test]
    fn left_to_the_placer_a_topic_is_spread() {
        let mut bench = Bench::new(&[]);
        bench.join(&[1, 2, 3]);
        assert_eq!(bench.create_as("t", automatic(3, 2), &[]), (ErrorCode::None, None));
        let leaders: crate::base::set::Set<_> =
            bench.controller.image().partitions.values().map(|p| p.leader).collect();
        assert_eq!(leaders.len(), 3);
    }
}
