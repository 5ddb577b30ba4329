//! What a consumer waits for, and whether it may read a record.

use replication::base::config::{ConsumerConfig, Isolation, ProcessConfig};
use replication::base::id::{BrokerId, ClientId, NodeId, TopicPartition};
use replication::base::timer::Timer;
use replication::base::why::NotRead;
use replication::client::consumer::{Asked as ConsumerAsked, Consumer};
use replication::client::network::Asked;
use replication::message::admin::NamedPartition;
use replication::node::Node;

use super::client::{Lines, client_connection};
use super::{Asking, Chain, branch, one};
use crate::read_board::held;
use crate::why::Because;

/// So many as a consumer's connections allow without an answer. Source: NetworkClient of a consumer.
const IN_FLIGHT: i32 = 100;

impl<'a> Asking<'a> {
    pub(super) fn consumer_waits(self, client: ClientId) -> Option<Chain> {
        let node = NodeId::Client(client);
        if let Some(obstacle) = self.process_obstacle(node) {
            return Some(one(obstacle));
        }
        let (consumer, config) = self.consumer(client)?;
        let mut branches: Vec<Chain> = Vec::new();
        for name in consumer.assigned().keys() {
            branches.push(self.partition_waits(client, consumer, config, name));
        }
        match branches.len() {
            0 => Some(one(Because::NothingWaits { node: self.node(node) })),
            1 => branches.pop(),
            _ => {
                let head = one(Because::ConsumerAssigned {
                    consumer: self.node(node),
                    partitions: branches.len() as u32,
                });
                Some(branch(head, branches))
            }
        }
    }

    fn consumer(self, client: ClientId) -> Option<(&'a Consumer, &'a ConsumerConfig)> {
        match self.process(client)? {
            (Node::Consumer(consumer), ProcessConfig::Consumer(config)) => Some((consumer, config)),
            _ => None,
        }
    }

    fn partition_waits(
        self,
        client: ClientId,
        consumer: &Consumer,
        config: &ConsumerConfig,
        name: &NamedPartition,
    ) -> Chain {
        let node = self.node(NodeId::Client(client));
        let partition = format!("{}-{}", name.topic, name.partition);
        let lines = Lines::of(client, consumer.client());
        let unsettled = |resets| Because::PositionUnsettled {
            consumer: node.clone(),
            partition: partition.clone(),
            resets,
        };
        let id = self.find(&partition);
        match consumer.why_not_read(name, self.now(), config) {
            Some(NotRead::FetchInFlight { broker, since }) => {
                let request = consumer.client().connections().get(&broker).and_then(|connection| {
                    let fetches = |asked: &_| matches!(asked, Asked::Application(ConsumerAsked::Fetch(_)));
                    connection.in_flight.iter().find(|request| fetches(&request.asked))
                });
                let connection = client_connection(client, broker);
                let waits = request.map_or(Chain::new(), |request| self.request(connection, request.correlation));
                if matches!(waits.first().map(|first| &first.because), Some(Because::Asked { .. })) {
                    return waits;
                }
                let asked = Because::Asked {
                    api: "Fetch".to_string(),
                    from: node,
                    to: self.node(connection.to),
                    ago: self.ago(since),
                };
                std::iter::once(asked.into()).chain(waits).collect()
            }
            Some(NotRead::NotInMetadata) => {
                let knows = Because::KnowsNoLeader { node, partition };
                std::iter::once(knows.into())
                    .chain(self.metadata_request(&lines))
                    .collect()
            }
            Some(NotRead::NoLeader) => {
                let record = id.and_then(|id| self.image.partitions.get(&id));
                let rest = match id.filter(|_| record.is_some_and(|record| record.leader.is_none())) {
                    Some(id) => self.no_leader(id),
                    None => self.metadata_request(&lines),
                };
                let knows = Because::KnowsNoLeader { node, partition };
                std::iter::once(knows.into()).chain(rest).collect()
            }
            Some(because @ (NotRead::AwaitsReset | NotRead::AwaitsValidation)) => {
                let head = unsettled(because == NotRead::AwaitsReset);
                std::iter::once(head.into())
                    .chain(self.question_waits(client, consumer, id))
                    .collect()
            }
            Some(NotRead::NodeNotReady { broker, because }) => self.not_ready(&lines, broker, because, IN_FLIGHT),
            Some(NotRead::Failed) => one(Because::ReadFailed {
                consumer: node,
                partition,
            }),
            None => Chain::new(),
        }
    }

    /// The question about a position: on its way, or to be asked again.
    fn question_waits(self, client: ClientId, consumer: &Consumer, id: Option<TopicPartition>) -> Chain {
        let again = id.and_then(|id| self.timer(NodeId::Client(client), Timer::RetryBackoff(id)));
        if let Some(ends_in) = again {
            return one(Because::TriesAgain {
                node: self.node(NodeId::Client(client)),
                setting: "retry.backoff.ms".to_string(),
                ends_in,
            });
        }
        let asks = |asked: &_| {
            let mut partitions = match asked {
                Asked::Application(ConsumerAsked::ListOffsets(list)) => {
                    list.iter().map(|one| one.id).collect::<Vec<_>>()
                }
                Asked::Application(ConsumerAsked::Validation(list)) => list.iter().map(|one| one.id).collect(),
                _ => Vec::new(),
            }
            .into_iter();
            partitions.any(|asked| Some(asked) == id)
        };
        let mut requests = consumer.client().connections().iter().flat_map(|(broker, connection)| {
            let of_partition = connection.in_flight.iter().filter(|request| asks(&request.asked));
            of_partition.map(|request| (*broker, request.correlation))
        });
        requests.next().map_or(Chain::new(), |(broker, correlation)| {
            self.request(client_connection(client, broker), correlation)
        })
    }

    /// A record that is committed, and that a consumer of committed transactions may not have yet.
    /// Source: UnifiedLog.lastStableOffset; KIP-98.
    pub(super) fn not_stable(
        self,
        client: ClientId,
        isolation: Isolation,
        id: TopicPartition,
        leader: BrokerId,
        offset: i64,
    ) -> Option<Because> {
        let leading = held(self.cluster, leader, id).filter(|_| isolation == Isolation::ReadCommitted)?;
        let last_stable_offset = leading.last_stable_offset(self.cluster.log(leader, id)?).0;
        (last_stable_offset..leading.high_watermark.0)
            .contains(&offset)
            .then(|| Because::RecordNotStable {
                consumer: self.node(NodeId::Client(client)),
                offset,
                last_stable_offset,
            })
    }

    /// Whether a consumer may read a record, has read it, or what keeps it.
    pub(super) fn readable(self, consumer: &str, id: TopicPartition, offset: i64) -> Option<Chain> {
        let client = self.client(consumer)?;
        let consumer = consumer.to_string();
        if let Some(obstacle) = self.process_obstacle(NodeId::Client(client)) {
            return Some(one(obstacle));
        }
        let (process, config) = self.consumer(client)?;
        let name = process
            .assigned()
            .keys()
            .find(|name| self.find(&named(name)) == Some(id));
        let Some(name) = name else {
            return Some(one(Because::NotAssigned {
                consumer,
                partition: self.name(id),
            }));
        };
        let position = process.assigned().get(name).and_then(|assigned| assigned.position());
        let position = position.map(|position| position.offset.0);
        if let Some(position) = position.filter(|position| *position > offset) {
            let reads = self.ghosts.reads.get(&(client, id));
            let read =
                reads.is_some_and(|reads| reads.iter().any(|read| read.from.0 <= offset && offset < read.next.0));
            return Some(one(if read {
                Because::ConsumerHasRead {
                    consumer,
                    offset,
                    position,
                }
            } else {
                Because::ConsumerPassedOver {
                    consumer,
                    offset,
                    position,
                }
            }));
        }
        let Some(leader) = self.leader(id) else {
            let head = Because::RecordUndecided {
                partition: self.name(id),
                offset,
            };
            return Some(std::iter::once(head.into()).chain(self.no_leader(id)).collect());
        };
        if let Some(deleted) = self.deleted(id, leader, offset) {
            return Some(one(deleted));
        }
        if let Some(unstable) = self.not_stable(client, config.isolation, id, leader, offset) {
            return Some(one(unstable));
        }
        let high_watermark = held(self.cluster, leader, id).map_or(-1, |held| held.high_watermark.0);
        Some(if offset >= high_watermark {
            let mut chain = one(Because::RecordNotReadable {
                consumer,
                offset,
                high_watermark,
            });
            chain.extend(self.not_committed(id, leader, offset));
            chain
        } else {
            let mut chain = one(Because::RecordReadable {
                consumer,
                offset,
                high_watermark,
                position,
            });
            chain.extend(self.partition_waits(client, process, config, name));
            chain
        })
    }
}

fn named(name: &NamedPartition) -> String {
    format!("{}-{}", name.topic, name.partition)
}
