//! From what a step changed to what is said to have happened.

use replication::base::config::ConfigResource;
use replication::base::config::ProcessConfig;
use replication::base::error_code::ErrorCode;
use replication::base::id::{BrokerId, ClientId, NodeId, RecordId, TopicId, TopicPartition};
use replication::base::offset::Offset;
use replication::message::Response;
use replication::message::application::{Answer, Completion, SendError, SendOutcome};
use replication::partition::Partition;
use simulation::act::Direction;
use simulation::cluster::{Cluster, End};
use simulation::event::Happening;
use simulation::ghost::Ghosts;
use simulation::history::Observed;
use simulation::invariant::Finding;
use simulation::lens::Role;
use simulation::network::{Condition, Path};
use simulation::observe::Change;
use simulation::world::World;

use crate::event::{Event, Learnt, OutOfSyncView};
use crate::health;
use crate::metadata::metadata;
use crate::name::{self, numbers};
use crate::read_board::{acks, held};
use crate::read_message::{error_name, response_fields};

/// The events of one step, given the world after it. A step that only keeps things going has none.
pub fn events(observed: &Observed, after: &World) -> Vec<Event> {
    let reading = Reading {
        observed,
        after: &after.cluster,
        ghosts: &after.ghosts,
    };
    observed
        .changes
        .iter()
        .filter_map(|change| reading.event(change))
        .collect()
}

/// An invariant that no longer holds: what it says, whom it concerns, and the numbers that show it.
pub fn finding_event(finding: &Finding, after: &World) -> Event {
    let brokers: Vec<String> = finding
        .brokers
        .iter()
        .map(|broker| name::node(&after.cluster, NodeId::Broker(*broker)))
        .collect();
    let facts: Vec<String> = finding
        .facts
        .iter()
        .map(|(name, value)| format!("{name} {value}"))
        .collect();
    let told = [finding.statement().to_string(), brokers.join(", "), facts.join(", ")];
    let told: Vec<String> = told.into_iter().filter(|part| !part.is_empty()).collect();
    Event::Finding {
        invariant: finding.invariant.to_string(),
        partition: Some(name::partition(metadata(&after.cluster).as_deref(), finding.partition)),
        text: told.join("; "),
    }
}

struct Reading<'a> {
    observed: &'a Observed,
    after: &'a Cluster,
    ghosts: &'a Ghosts,
}

impl Reading<'_> {
    fn topic(&self, id: TopicId) -> String {
        let image = metadata(self.after);
        let name = image.as_deref().and_then(|image| image.topic_name(id));
        name.map_or("?".into(), |name| name.to_string())
    }

    fn partition(&self, id: TopicPartition) -> String {
        name::partition(metadata(self.after).as_deref(), id)
    }

    fn node(&self, id: NodeId) -> String {
        name::node(self.after, id)
    }

    fn client(&self, id: ClientId) -> String {
        self.node(NodeId::Client(id))
    }

    /// The broker whose answer is being handled in this step.
    fn answered_by(&self) -> Option<i32> {
        match self.observed.step.happening {
            Happening::Arrived {
                connection,
                direction: Direction::Response,
                ..
            } => connection.to.broker().map(|broker| broker.0),
            _ => None,
        }
    }

    fn event(&self, change: &Change) -> Option<Event> {
        Some(match change {
            Change::Appended {
                broker,
                partition,
                base_offset,
                next_offset,
                epoch,
                as_leader,
                high_watermark,
            } => {
                let partition = self.partition(*partition);
                match (as_leader, self.answered_by()) {
                    (true, _) => Event::Appended {
                        broker: broker.0,
                        partition,
                        base_offset: base_offset.0,
                        log_end_offset: next_offset.0,
                        high_watermark: high_watermark.0,
                        epoch: epoch.0,
                    },
                    (false, leader) => Event::Copied {
                        broker: broker.0,
                        partition,
                        leader: leader?,
                        base_offset: base_offset.0,
                        log_end_offset: next_offset.0,
                    },
                }
            }
            Change::LogStartMoved {
                broker,
                partition,
                from,
                to,
            } => Event::LogStartMoved {
                broker: broker.0,
                partition: self.partition(*partition),
                from: from.0,
                to: to.0,
            },
            Change::Truncated {
                broker,
                partition,
                from,
                to,
            } => Event::Truncated {
                broker: broker.0,
                partition: self.partition(*partition),
                from: from.0,
                to: to.0,
            },
            Change::ReplicasChanged { partition, from, to } => Event::ReplicasChanged {
                partition: self.partition(*partition),
                from: numbers(from),
                to: numbers(to),
            },
            Change::ReplicaDeleted { broker, partition } => Event::ReplicaDeleted {
                broker: broker.0,
                partition: self.partition(*partition),
            },
            Change::HighWatermarkMoved {
                broker,
                partition,
                from,
                to,
                is_leader,
            } => Event::HighWatermarkMoved {
                broker: broker.0,
                partition: self.partition(*partition),
                from: from.0,
                to: to.0,
                leader: *is_leader,
                committed: if *is_leader { (to.0 - from.0).max(0) as u32 } else { 0 },
            },
            Change::RoleChanged {
                broker,
                partition,
                role,
                epoch,
                log_end_offset,
                high_watermark,
                leader,
            } => {
                let partition = self.partition(*partition);
                match role {
                    Role::Leader => Event::BecameLeader {
                        broker: broker.0,
                        partition,
                        epoch: epoch.0,
                        log_end_offset: log_end_offset.0,
                        high_watermark: high_watermark.0,
                    },
                    Role::Follower => Event::BecameFollower {
                        broker: broker.0,
                        partition,
                        leader: leader.map(|leader| leader.0),
                        epoch: epoch.0,
                    },
                    Role::Offline => return None,
                }
            }
            Change::FollowerHeard {
                leader,
                follower,
                partition,
                knew,
                asked_for,
            } if knew != asked_for => Event::Fetched {
                broker: follower.0,
                leader: leader.0,
                partition: self.partition(*partition),
                fetch_offset: asked_for.0,
                knew: knew.0,
                learnt: match knew {
                    _ if *knew < Offset::ZERO => Learnt::First,
                    _ if knew < asked_for => Learnt::More,
                    _ => Learnt::Less,
                },
            },
            Change::IsrProposed {
                broker,
                partition,
                from,
                to,
            } => Event::IsrProposed {
                broker: broker.0,
                partition: self.partition(*partition),
                from: numbers(from),
                to: numbers(to),
                out_of_sync: self.out_of_sync(*partition, *broker, from, to),
                caught_up: numbers(to.iter().filter(|member| !from.contains(member))),
            },
            Change::FetchAnswered {
                broker,
                reader,
                partition,
                error,
                ..
            } if error.is_error() => Event::Refused {
                broker: broker.0,
                api: "Fetch".into(),
                from: self.node(*reader),
                partition: Some(self.partition(*partition)),
                error: error.name().into(),
            },
            Change::FetchAnswered {
                broker,
                reader: NodeId::Broker(follower),
                partition,
                base_offset,
                records,
                high_watermark,
                ..
            } if *records > 0 => Event::FetchAnswered {
                broker: follower.0,
                leader: broker.0,
                partition: self.partition(*partition),
                base_offset: base_offset.0,
                records: *records,
                high_watermark: high_watermark.0,
            },
            Change::ProduceSent {
                client,
                to,
                partition,
                records,
                acks: sent_with,
                ..
            } => Event::ProduceSent {
                producer: self.client(*client),
                to: to.0,
                partition: self.partition(*partition),
                records: *records,
                acks: acks(*sent_with),
            },
            Change::ProduceAnswered {
                broker,
                client,
                partition,
                error,
                ..
            } if error.is_error() => Event::Refused {
                broker: broker.0,
                api: "Produce".into(),
                from: self.client(*client),
                partition: Some(self.partition(*partition)),
                error: error.name().into(),
            },
            Change::DuplicateRecognised {
                broker,
                partition,
                producer,
                base_sequence,
                last_sequence,
                base_offset,
            } => Event::DuplicateRecognised {
                broker: broker.0,
                partition: self.partition(*partition),
                producer_id: producer.id,
                epoch: i32::from(producer.epoch),
                sequence: *base_sequence,
                last_sequence: *last_sequence,
                base_offset: base_offset.0,
            },
            Change::ProducerEpochBumped { client, producer } => Event::ProducerEpochBumped {
                producer: self.client(*client),
                epoch: producer.map(|producer| i32::from(producer.epoch)),
            },
            Change::IsrChanged { partition, from, to } => {
                let image = metadata(self.after);
                let record = image.as_ref().and_then(|image| image.partitions.get(partition));
                let config = image
                    .as_ref()
                    .map(|image| image.topic_config(partition.topic))
                    .unwrap_or_default();
                Event::IsrChanged {
                    partition: self.partition(*partition),
                    from: numbers(from),
                    to: numbers(to),
                    min_insync_replicas: record
                        .map_or(0, |record| health::effective_min_insync_replicas(record, &config)),
                    under_min_isr: record.is_some_and(|record| health::is_under_min_isr(record, &config)),
                }
            }
            Change::ElrChanged { partition, from, to } => Event::ElrChanged {
                partition: self.partition(*partition),
                from: numbers(from),
                to: numbers(to),
            },
            Change::LeaderChanged {
                partition,
                from,
                to,
                epoch,
                unclean,
                ..
            } => Event::LeaderElected {
                partition: self.partition(*partition),
                from: from.map(|broker| broker.0),
                to: to.map(|broker| broker.0),
                epoch: epoch.0,
                unclean: *unclean,
            },
            Change::BrokerRegistered { broker, epoch } => Event::BrokerRegistered {
                broker: broker.0,
                epoch: epoch.0,
            },
            Change::BrokerFenced { broker } => Event::BrokerFenced { broker: broker.0 },
            Change::BrokerUnfenced { broker } => Event::BrokerUnfenced { broker: broker.0 },
            Change::ControlledShutdownBegan { broker } => Event::ControlledShutdownBegan { broker: broker.0 },
            Change::BrokerUnregistered { broker } => Event::BrokerUnregistered { broker: broker.0 },
            Change::PartitionsAdded { topic, first, count } => Event::PartitionsAdded {
                topic: self.topic(*topic),
                first: *first,
                count: *count,
            },
            Change::TopicCreated { name, partitions, .. } => Event::TopicCreated {
                topic: name.to_string(),
                partitions: *partitions,
            },
            Change::ConfigChanged { resource, name, value } => Event::ConfigChanged {
                resource: match resource {
                    ConfigResource::Topic(topic) => topic.to_string(),
                    ConfigResource::Cluster => String::new(),
                },
                name: name.to_string(),
                value: value.as_ref().map(ToString::to_string),
            },
            Change::Told { client, completion } => self.told(*client, completion)?,
            Change::Saved {
                client,
                partition,
                offset,
            } => Event::ConsumerSaved {
                consumer: self.client(*client),
                partition: self.partition(*partition),
                offset: offset.0,
            },
            Change::ProcessStarted { node, .. } => Event::ProcessStarted { node: self.node(*node) },
            Change::ProcessEnded { node, end } => match end {
                End::Stopped => Event::ProcessStopped { node: self.node(*node) },
                End::Crashed | End::PowerLost | End::DiskLost => Event::ProcessCrashed { node: self.node(*node) },
            },
            Change::ProcessPaused { node } => Event::ProcessPaused { node: self.node(*node) },
            Change::ProcessResumed { node } => Event::ProcessResumed { node: self.node(*node) },
            Change::LinkChanged { path, from, to } => self.link_changed(*path, *from, *to)?,
            _ => return None,
        })
    }

    fn told(&self, client: ClientId, completion: &Completion) -> Option<Event> {
        Some(match completion {
            Completion::Sent {
                records,
                partition,
                outcome,
                ..
            } => {
                let producer = self.client(client);
                let partition = partition.map(|partition| self.partition(partition));
                let count = records.len() as u32;
                match outcome {
                    SendOutcome::Acknowledged { base_offset } => Event::Acknowledged {
                        producer,
                        partition,
                        base_offset: base_offset.map(|offset| offset.0),
                        records: count,
                        acks: self.acks_of(client),
                        after: records.first().map_or(0, |record| self.since_sent(*record)),
                    },
                    SendOutcome::Failed { error, .. } => Event::SendFailed {
                        producer,
                        partition,
                        records: count,
                        error: match error {
                            SendError::Broker(code) => code.name().to_string(),
                            _ => "TimeoutException".to_string(),
                        },
                        ever_sent: !matches!(error, SendError::Timeout { ever_sent: false }),
                    },
                }
            }
            Completion::Received {
                partition, from, next, ..
            } => Event::ConsumerRead {
                consumer: self.client(client),
                partition: self.partition(*partition),
                from: from.0,
                position: next.0,
            },
            Completion::Answered { answer, .. } => self.answered(client, answer)?,
            Completion::ReadFailed { .. } => return None,
        })
    }

    /// µs since the application called `send()`.
    fn since_sent(&self, record: RecordId) -> i64 {
        let sent = self.ghosts.record(record).map(|(ghost, _)| ghost.sent_at);
        sent.map_or(0, |sent| self.observed.step.at.since(sent).0 as i64)
    }

    fn acks_of(&self, client: ClientId) -> String {
        let slot = self.after.slots.get(&NodeId::Client(client));
        match slot.map(|slot| &slot.config.process) {
            Some(ProcessConfig::Producer(config)) => acks(config.acks),
            _ => String::new(),
        }
    }

    fn answered(&self, client: ClientId, answer: &Answer) -> Option<Event> {
        let Happening::Arrived { connection, api, .. } = self.observed.step.happening else {
            return None;
        };
        let (error, fields) = match answer {
            Answer::Response(response) => {
                let fields = response_fields(metadata(self.after).as_deref(), response);
                (error_name(first_error(response)), fields)
            }
            Answer::Disconnected => (Some("disconnected".to_string()), Vec::new()),
            Answer::NotExpected => return None,
        };
        Some(Event::Answered {
            client: self.client(client),
            api: api.name().to_string(),
            from: self.node(connection.to),
            error,
            fields,
        })
    }

    /// Who a proposal takes out, how far each is and how long it has been behind.
    fn out_of_sync(
        &self,
        partition: TopicPartition,
        leader: BrokerId,
        from: &[BrokerId],
        to: &[BrokerId],
    ) -> Vec<OutOfSyncView> {
        let Some(leading) = held(self.after, leader, partition).and_then(Partition::as_leader) else {
            return Vec::new();
        };
        let leaves = |broker| from.contains(broker) && !to.contains(broker);
        leading
            .remote_replicas
            .iter()
            .filter(|follower| leaves(&follower.broker))
            .map(|follower| OutOfSyncView {
                broker: follower.broker.0,
                log_end_offset: follower.log_end_offset.0,
                behind_for: follower
                    .last_caught_up
                    .map_or(-1, |at| self.observed.step.at.since(at).0 as i64),
            })
            .collect()
    }

    fn link_changed(&self, path: Path, from: Condition, to: Condition) -> Option<Event> {
        let (start, end) = (self.node(path.from), self.node(path.to));
        Some(if to.cut && !from.cut {
            Event::LinkCut { from: start, to: end }
        } else if to.held && !from.held {
            Event::LinkHeld { from: start, to: end }
        } else if let Some(latency) = to.slow.filter(|_| to.slow != from.slow) {
            Event::LinkSlowed {
                from: start,
                to: end,
                latency: latency.0 as i64,
            }
        } else if (from.cut && !to.cut) || (from.held && !to.held) || (from.slow.is_some() && to.slow.is_none()) {
            Event::LinkHealed { from: start, to: end }
        } else {
            return None;
        })
    }
}

/// The first error of an answer, or none.
pub fn first_error(response: &Response) -> ErrorCode {
    let mut errors: Vec<ErrorCode> = match response {
        Response::Produce(produce) => produce.partitions.iter().map(|part| part.error).collect(),
        Response::Fetch(fetch) => fetch.partitions.iter().map(|part| part.error).collect(),
        Response::DeleteRecords(delete) => delete.partitions.iter().map(|part| part.error).collect(),
        Response::ListOffsets(list) => list.partitions.iter().map(|part| part.error).collect(),
        Response::OffsetForLeaderEpoch(epochs) => epochs.partitions.iter().map(|part| part.error).collect(),
        Response::Metadata(metadata) => metadata.topics.iter().map(|topic| topic.error).collect(),
        Response::AlterPartition(alter) => vec![alter.error],
        Response::BrokerRegistration(registration) => vec![registration.error],
        Response::BrokerHeartbeat(heartbeat) => vec![heartbeat.error],
        Response::CreateTopics(created) => created.topics.iter().map(|topic| topic.error).collect(),
        Response::CreatePartitions(created) => vec![created.error],
        Response::UnregisterBroker(forgotten) => vec![forgotten.error],
        Response::ElectLeaders(elected) => {
            let parts = elected.partitions.iter().map(|(_, error, _)| *error);
            std::iter::once(elected.error).chain(parts).collect()
        }
        Response::AlterConfigs(altered) => vec![altered.error],
        Response::AlterPartitionReassignments(altered) => {
            altered.partitions.iter().map(|(_, error, _)| *error).collect()
        }
        Response::InitProducerId(given) => vec![given.error],
        Response::AllocateProducerIds(given) => vec![given.error],
        Response::WriteTxnMarkers(written) => {
            let parts = written.markers.iter().flat_map(|marker| &marker.partitions);
            parts.map(|(_, error)| *error).collect()
        }
        Response::ListPartitionReassignments(_) | Response::MetadataFetch(_) | Response::ApiVersions(_) => Vec::new(),
    };
    errors.retain(|error| error.is_error());
    errors.first().copied().unwrap_or(ErrorCode::None)
}
