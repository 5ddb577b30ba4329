//! What a producer waits for, from the application's call to the answer.

use replication::base::config::{ProcessConfig, ProducerConfig};
use replication::base::id::{BrokerId, ClientId, CorrelationId, NodeId, TopicPartition};
use replication::base::time::SimTime;
use replication::base::timer::Timer;
use replication::base::why::{BatchWaits, Why};
use replication::client::network::Asked;
use replication::client::producer::batch::ProducerBatch;
use replication::client::producer::transaction_manager::IdState;
use replication::client::producer::{Asked as ProducerAsked, Producer};
use replication::node::Node;

use super::client::{Lines, client_connection};
use super::{Asking, Chain, branch, one};
use crate::why::Because;

/// A Produce request without an answer.
type InFlight<'a> = (BrokerId, CorrelationId, SimTime, &'a [ProducerBatch]);

impl<'a> Asking<'a> {
    pub(super) fn producer_waits(self, client: ClientId) -> Option<Chain> {
        let node = NodeId::Client(client);
        if let Some(obstacle) = self.process_obstacle(node) {
            return Some(one(obstacle));
        }
        let Some((producer, config)) = self.producer(client) else {
            return self.raw_waits(client);
        };
        let queued: Vec<&ProducerBatch> = producer
            .accumulator()
            .queues()
            .values()
            .flat_map(|queue| &queue.batches)
            .collect();
        let count = |batches: &[&ProducerBatch]| batches.iter().map(|batch| batch.records().len() as u32).sum::<u32>();
        let in_flight: Vec<InFlight<'_>> = in_flight(producer).collect();
        let sent: u32 = in_flight
            .iter()
            .flat_map(|(.., batches)| batches.iter())
            .map(|batch| batch.records().len() as u32)
            .sum();
        let waiting = count(&queued) + producer.calls().len() as u32;
        if waiting + sent == 0 {
            return Some(one(Because::NothingWaits { node: self.node(node) }));
        }
        let head = one(Because::ProducerHas {
            producer: self.node(node),
            waiting,
            in_flight: sent,
        });
        let mut branches = vec![self.call_waits(client, producer, config)];
        let queues = producer.accumulator().queues();
        let partitions = queues.iter().filter(|(_, queue)| !queue.batches.is_empty());
        branches.extend(partitions.map(|(partition, _)| self.batch_waits(client, producer, config, *partition)));
        branches.extend(in_flight.iter().map(|request| self.in_flight(client, *request)));
        Some(branch(head, branches))
    }

    pub(super) fn producer(self, client: ClientId) -> Option<(&'a Producer, &'a ProducerConfig)> {
        match self.process(client)? {
            (Node::Producer(producer), ProcessConfig::Producer(config)) => Some((producer, config)),
            _ => None,
        }
    }

    /// Raw requests: each of their connections that has one without an answer.
    pub(super) fn raw_waits(self, client: ClientId) -> Option<Chain> {
        let node = NodeId::Client(client);
        let (process, _) = self.process(client)?;
        if !matches!(process, Node::Admin(_)) {
            return None;
        }
        let links = self.cluster.network.links().filter(|link| link.connection.from == node);
        let open = links.flat_map(|link| link.unanswered.iter().map(|asked| (link.connection, asked.correlation)));
        let branches: Vec<Chain> = open
            .map(|(connection, correlation)| self.request(connection, correlation))
            .collect();
        let head = one(if branches.is_empty() {
            Because::NothingWaits { node: self.node(node) }
        } else {
            Because::ProducerHas {
                producer: self.node(node),
                waiting: 0,
                in_flight: branches.len() as u32,
            }
        });
        Some(branch(head, branches))
    }

    /// The application's first call, if it has not returned.
    pub(super) fn call_waits(self, client: ClientId, producer: &Producer, config: &ProducerConfig) -> Chain {
        let Some(Why::SendWaitsForMetadata { topic, until }) = producer.why_send_waits(config) else {
            return Chain::new();
        };
        let mut chain = one(Because::SendWaitsForMetadata {
            producer: self.node(NodeId::Client(client)),
            topic: topic.to_string(),
            ends_in: self.ahead(until),
            behind: producer.calls().len() as u32 - 1,
        });
        chain.extend(self.metadata_request(&Lines::of(client, producer.client())));
        chain
    }

    /// The first batch of a partition's queue.
    pub(super) fn batch_waits(
        self,
        client: ClientId,
        producer: &Producer,
        config: &ProducerConfig,
        id: TopicPartition,
    ) -> Chain {
        let queue = producer.accumulator().queues().get(&id);
        let Some(batch) = queue.and_then(|queue| queue.batches.front()) else {
            return Chain::new();
        };
        let node = self.node(NodeId::Client(client));
        let partition = self.name(id);
        let mut chain = one(Because::BatchQueued {
            partition: partition.clone(),
            records: batch.records().len() as u32,
            attempts: batch.attempts,
        });
        let Some(Why::BatchWaits { because, .. }) = producer.why_batch_waits(id, self.now(), config) else {
            chain.extend(self.stopped_by_another(client, producer, config, id));
            return chain;
        };
        let lines = Lines::of(client, producer.client());
        chain.extend(match because {
            BatchWaits::NoLeader => {
                let knows = Because::KnowsNoLeader { node, partition };
                let record = self.image.partitions.get(&id);
                // Where nobody leads, no metadata can help.
                let rest = match record.is_some_and(|record| record.leader.is_none()) {
                    true => self.no_leader(id),
                    false => self.metadata_request(&lines),
                };
                std::iter::once(knows.into()).chain(rest).collect()
            }
            BatchWaits::Lingers { until } => one(Because::Lingers {
                partition,
                ends_in: self.ahead(until),
            }),
            BatchWaits::BacksOff { .. } => {
                let timer = self.timer(NodeId::Client(client), Timer::RetryBackoff(id));
                timer.map_or(Chain::new(), |ends_in| {
                    one(Because::TriesAgain {
                        node,
                        setting: "retry.backoff.ms".to_string(),
                        ends_in,
                    })
                })
            }
            BatchWaits::NoProducerId => {
                let head = one(Because::NoProducerId { node });
                head.into_iter()
                    .chain(self.producer_id_waits(client, producer, &lines))
                    .collect()
            }
            BatchWaits::Muted
            | BatchWaits::EarlierEpochInFlight
            | BatchWaits::UnresolvedSequence
            | BatchWaits::EarlierSequenceInFlight { .. } => {
                let of_partition = |(.., batches): &InFlight<'_>| batches.iter().any(|batch| batch.partition == id);
                let before = in_flight(producer).find(of_partition);
                let behind = Because::BatchBehindAnother {
                    partition,
                    numbered: because != BatchWaits::Muted,
                };
                let rest = before.map_or(Chain::new(), |request| self.in_flight(client, request));
                std::iter::once(behind.into()).chain(rest).collect()
            }
            BatchWaits::NodeNotReady { leader, because } => {
                self.not_ready(&lines, leader, because, config.max_in_flight)
            }
        });
        chain
    }

    /// A partition whose numbered batch has to wait stops all that goes to the same broker after it.
    /// Source: RecordAccumulator.shouldStopDrainBatchesForPartition.
    fn stopped_by_another(
        self,
        client: ClientId,
        producer: &Producer,
        config: &ProducerConfig,
        id: TopicPartition,
    ) -> Chain {
        let snapshot = producer.client().metadata.snapshot();
        let leader = snapshot.leader(id);
        let others = producer.accumulator().queues().keys().copied();
        let stops = |other: &TopicPartition| {
            let why = producer.why_batch_waits(*other, self.now(), config);
            let stopped = matches!(
                why,
                Some(Why::BatchWaits {
                    because: BatchWaits::EarlierEpochInFlight
                        | BatchWaits::UnresolvedSequence
                        | BatchWaits::EarlierSequenceInFlight { .. },
                    ..
                })
            );
            stopped && *other != id && snapshot.leader(*other) == leader
        };
        let other = others.into_iter().find(stops);
        other.map_or(Chain::new(), |other| self.batch_waits(client, producer, config, other))
    }

    /// The request for a producer id: in flight, to be tried again, or not to be sent yet.
    fn producer_id_waits(self, client: ClientId, producer: &Producer, lines: &Lines) -> Chain {
        let node = NodeId::Client(client);
        match producer.transactions().map(|transactions| transactions.id_state()) {
            Some(IdState::BacksOff) => {
                let timer = self.timer(node, Timer::ProducerIdRetry);
                timer.map_or(Chain::new(), |ends_in| {
                    one(Because::TriesAgain {
                        node: self.node(node),
                        setting: "retry.backoff.ms".to_string(),
                        ends_in,
                    })
                })
            }
            Some(IdState::Asked) => {
                let asks =
                    |asked: &Asked<ProducerAsked>| matches!(asked, Asked::Application(ProducerAsked::InitProducerId));
                let mut requests = producer
                    .client()
                    .connections()
                    .iter()
                    .filter_map(|(broker, connection)| {
                        let request = connection.in_flight.iter().find(|request| asks(&request.asked))?;
                        Some((*broker, request.correlation))
                    });
                requests.next().map_or(Chain::new(), |(broker, correlation)| {
                    self.request(client_connection(client, broker), correlation)
                })
            }
            _ => self.metadata_request(lines),
        }
    }

    pub(super) fn in_flight(self, client: ClientId, (broker, correlation, since, _): InFlight<'_>) -> Chain {
        let connection = client_connection(client, broker);
        let waits = self.request(connection, correlation);
        // A parked request says itself when it was asked.
        if matches!(waits.first().map(|first| &first.because), Some(Because::Asked { .. })) {
            return waits;
        }
        let asked = Because::Asked {
            api: "Produce".to_string(),
            from: self.node(connection.from),
            to: self.node(connection.to),
            ago: self.ago(since),
        };
        std::iter::once(asked.into()).chain(waits).collect()
    }
}

/// Produce requests without an answer, by broker and then in the order sent.
pub(super) fn in_flight(producer: &Producer) -> impl Iterator<Item = InFlight<'_>> {
    producer.client().connections().iter().flat_map(|(broker, connection)| {
        connection.in_flight.iter().filter_map(|request| match &request.asked {
            Asked::Application(ProducerAsked::Produce(batches)) => {
                Some((*broker, request.correlation, request.sent_at, &batches[..]))
            }
            _ => None,
        })
    })
}
