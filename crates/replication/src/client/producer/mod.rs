//! The Java producer: `send()` on the application's thread, and a sender that carries batches to the leaders.
//!
//! A record waits for its topic's metadata (`max.block.ms`), is given a partition, joins a batch (`batch.size`,
//! `linger.ms`), travels with one batch of each ready partition of the same leader, and is retried after retriable
//! errors until `delivery.timeout.ms` is over. One input runs the application's thread as far as it gets and then as
//! many passes of the sender's loop as find something to do. An idempotent producer first gets itself an id, under which it
//! numbers its batches (`transaction_manager.rs`).
//!
//! Simplified: one application thread, so a `send()` that waits holds back the calls after it; records of one call meet
//! in the accumulator before the sender looks. Not built yet: transactions.
//!
//! Source: KafkaProducer, Sender.

pub mod accumulator;
pub mod batch;
pub mod config_rules;
#[cfg(test)]
mod idempotence_tests;
mod identity;
mod sender;
#[cfg(test)]
mod tests;
pub mod transaction_manager;

use std::collections::VecDeque;
use std::sync::Arc;

use self::accumulator::RecordAccumulator;
use self::batch::ProducerBatch;
use self::transaction_manager::TransactionManager;
use super::metadata::Metadata;
use super::network::NetworkClient;
use super::partitioner::partition_for_key;
use super::settings::ClientSettings;
use crate::base::config::{NodeConfig, ProcessConfig, ProducerConfig};
use crate::base::error_code::ErrorCode;
use crate::base::id::{BrokerId, ClientId, RecordId, TopicId, TopicPartition};
use crate::base::time::SimTime;
use crate::base::timer::Timer;
use crate::base::why::{BatchWaits, Why};
use crate::input::Input;
use crate::log::record_batch::{BATCH_OVERHEAD, Record};
use crate::message::application::{Command, Completion, FailedRecord, RecordToSend, SendError, SendOutcome};
use crate::outbox::{Delay, Outbox};

/// A `send()` that the application's thread has not got through yet.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Call {
    pub topic: Arc<str>,
    pub record: RecordToSend,
}

/// The first call waits for metadata of its topic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MetadataWait {
    pub since: SimTime,
    /// An answer after this one ends the wait, or makes the thread ask again.
    update_version: u32,
}

/// What an unanswered request was for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Asked {
    Produce(Vec<ProducerBatch>),
    InitProducerId,
}

impl Asked {
    fn batches_mut(&mut self) -> impl Iterator<Item = &mut ProducerBatch> {
        let batches = match self {
            Asked::Produce(batches) => batches.as_mut_slice(),
            Asked::InitProducerId => &mut [],
        };
        batches.iter_mut()
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Producer {
    client: NetworkClient<Asked>,
    accumulator: RecordAccumulator,
    /// Of an idempotent producer.
    transactions: Option<TransactionManager>,
    /// In the order called; only the first can be waiting for metadata.
    calls: VecDeque<Call>,
    metadata_wait: Option<MetadataWait>,
    /// When the running `Timer::DeliveryTimeout` fires.
    delivery_timer: Option<SimTime>,
    /// `close()` was called: everything is sendable, and the process ends when nothing is left.
    closing: bool,
}

/// Where a record is on its way; a record that is not here has its outcome.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordState {
    /// Its `send()` waits for an earlier one to return.
    NotCalledYet,
    /// Its `send()` waits for metadata of the topic.
    WaitsForMetadata { since: SimTime },
    /// In the accumulator.
    Queued {
        partition: TopicPartition,
        /// When the first record of its batch was appended.
        created: SimTime,
        /// Times its batch was put back after a failure.
        attempts: u32,
    },
    /// Sent and not answered.
    InFlight {
        partition: TopicPartition,
        to: BrokerId,
        since: SimTime,
        attempts: u32,
        /// Its failure was reported already; the answer changes nothing.
        is_expired: bool,
    },
}

impl Producer {
    /// Starts the client; its sender asks the bootstrap brokers for metadata at once. `enable.idempotence` must have
    /// been settled by `config_rules::settle`.
    pub fn start(id: ClientId, bootstrap: Vec<BrokerId>, at: SimTime, config: &NodeConfig, out: &mut Outbox) -> Self {
        let mut producer = Producer {
            client: NetworkClient::new(id, Metadata::new(bootstrap, true)),
            accumulator: RecordAccumulator::default(),
            transactions: None,
            calls: VecDeque::new(),
            metadata_wait: None,
            delivery_timer: None,
            closing: false,
        };
        if let ProcessConfig::Producer(config) = &config.process {
            producer.transactions = config.enable_idempotence.then(TransactionManager::default);
            producer.run(at, config, out);
        }
        producer
    }

    pub fn handle(&mut self, at: SimTime, config: &NodeConfig, input: Input<'_>, out: &mut Outbox) {
        let ProcessConfig::Producer(config) = &config.process else {
            return;
        };
        // A pass of the sender's loop expires batches before it reads what the network brought.
        if self.delivery_timer.is_some_and(|due| due <= at) {
            self.run(at, config, out);
        }
        let settings = ClientSettings::from(config);
        match input {
            Input::Message(envelope) => {
                if let Some(answered) = self.client.receive(envelope, at, &settings, out) {
                    match answered.asked {
                        Asked::Produce(batches) => self.handle_produce_response(batches, envelope, at, config, out),
                        Asked::InitProducerId => self.handle_init_producer_id_response(envelope, config, out),
                    }
                }
            }
            Input::Timer(timer) => self.timer_fired(timer, at, config, &settings, out),
            Input::Command(Command::Send { topic, records }) if !self.closing => {
                let call = |record: &RecordToSend| Call {
                    topic: topic.clone(),
                    record: record.clone(),
                };
                self.calls.extend(records.iter().map(call));
            }
            Input::Command(_) | Input::Retention(..) => {}
            Input::Stop => self.closing = true,
            Input::Disconnected(connection) => {
                if let Some(lost) = self.client.disconnected(connection, at, &settings, out) {
                    self.handle_lost_requests(lost, at, config, out);
                }
            }
        }
        self.run(at, config, out);
    }

    fn timer_fired(
        &mut self,
        timer: Timer,
        at: SimTime,
        config: &ProducerConfig,
        settings: &ClientSettings,
        out: &mut Outbox,
    ) {
        match timer {
            Timer::Linger(partition) => self.accumulator.linger_is_over(partition),
            Timer::RetryBackoff(partition) => self.accumulator.backoff_is_over(partition),
            Timer::MetadataRefresh => self.client.metadata.wait_is_over(),
            Timer::MetadataMaxAge => self.client.metadata.expire(),
            Timer::Reconnect(broker) => self.client.reconnect_backoff_is_over(broker),
            Timer::RequestTimeout(correlation) => {
                if let Some(lost) = self.client.request_timed_out(correlation, at, settings, out) {
                    self.handle_lost_requests(lost, at, config, out);
                }
            }
            Timer::ProducerIdRetry => {
                if let Some(transactions) = &mut self.transactions {
                    transactions.id_backoff_is_over();
                }
            }
            Timer::MaxBlock if self.metadata_wait.take().is_some() => {
                self.fail_call(SendError::Timeout { ever_sent: false }, at, out);
            }
            _ => {}
        }
    }

    /// The application's thread as far as it gets, then the sender's loop until it has nothing to do.
    fn run(&mut self, at: SimTime, config: &ProducerConfig, out: &mut Outbox) {
        while !self.calls.is_empty() && self.send_first(at, config, out) {}
        self.run_sender(at, config, out);
        if self.closing && self.calls.is_empty() && !self.has_undone_batches() {
            out.exit();
        }
    }

    fn has_undone_batches(&self) -> bool {
        self.accumulator.has_undrained() || self.client.in_flight().next().is_some()
    }

    /// The first `send()` as far as it gets: false if it waits for metadata. Source: KafkaProducer.doSend,
    /// waitOnMetadata.
    fn send_first(&mut self, at: SimTime, config: &ProducerConfig, out: &mut Outbox) -> bool {
        let Some(call) = self.calls.front() else { return false };
        if let Some(error) = self.transactions.as_ref().and_then(TransactionManager::fatal) {
            self.end_metadata_wait(out);
            self.fail_call(SendError::Broker(error), at, out);
            return true;
        }
        self.client.metadata.add_topic(&call.topic, at);
        if self.client.metadata.topic_error(&call.topic) == Some(ErrorCode::InvalidTopicException) {
            self.end_metadata_wait(out);
            self.fail_call(SendError::Broker(ErrorCode::InvalidTopicException), at, out);
            return true;
        }
        let snapshot = self.client.metadata.snapshot();
        let topic = snapshot.topics.get(&call.topic).copied();
        let known = topic.map_or(0, |topic| snapshot.partition_count(topic));
        let wanted = call.record.partition.map_or(1, |partition| partition.saturating_add(1));
        match topic {
            Some(topic) if known >= wanted => {
                self.end_metadata_wait(out);
                self.append_first(topic, known, at, config, out);
                true
            }
            _ => {
                self.wait_for_metadata(at, config, out);
                false
            }
        }
    }

    /// Asks for the topic when the wait begins, and again after every answer that did not have it.
    fn wait_for_metadata(&mut self, at: SimTime, config: &ProducerConfig, out: &mut Outbox) {
        let Some(call) = self.calls.front() else { return };
        let version = self.client.metadata.update_version();
        match &mut self.metadata_wait {
            None => {
                out.set_timer(Timer::MaxBlock, config.max_block);
                out.explain(Why::SendWaitsForMetadata {
                    topic: call.topic.clone(),
                    until: at + config.max_block,
                });
                self.metadata_wait = Some(MetadataWait {
                    since: at,
                    update_version: version,
                });
            }
            Some(wait) if wait.update_version < version => wait.update_version = version,
            Some(_) => return,
        }
        self.client.metadata.request_update_for_topic(&call.topic);
    }

    fn end_metadata_wait(&mut self, out: &mut Outbox) {
        if self.metadata_wait.take().is_some() {
            out.cancel_timer(Timer::MaxBlock);
        }
    }

    /// Gives the first call's record a partition and a place in a batch. Source: KafkaProducer.doSend, partition.
    fn append_first(
        &mut self,
        topic: TopicId,
        partitions: i32,
        at: SimTime,
        config: &ProducerConfig,
        out: &mut Outbox,
    ) {
        let Some(Call { record, topic: name }) = self.calls.pop_front() else {
            return;
        };
        let snapshot = self.client.metadata.snapshot();
        let is_sticky = record.partition.is_none() && record.key.is_none();
        let index = match (record.partition, &record.key) {
            (Some(partition), _) => partition,
            (None, Some(key)) => partition_for_key(key.as_bytes(), partitions),
            (None, None) => self.accumulator.sticky_partition(topic, snapshot, config),
        };
        let record = Record {
            id: record.id,
            key: record.key,
            value: record.value,
            headers: record.headers,
            timestamp: at.as_millis(),
        };
        if index < 0 {
            // A ProducerRecord with a negative partition cannot be made.
            fail_record(name, &record, SendError::Broker(ErrorCode::InvalidRequest), at, out);
            return;
        }
        if BATCH_OVERHEAD + record.size_in_bytes() > i64::from(config.max_request_size) {
            fail_record(name, &record, SendError::Broker(ErrorCode::MessageTooLarge), at, out);
            return;
        }
        let partition = TopicPartition::new(topic, index);
        let bytes = self.accumulator.append(partition, record, at, config);
        if is_sticky {
            self.accumulator.sticky_appended(topic, bytes, snapshot, config);
        }
    }

    /// The first call ends without having reached the accumulator.
    fn fail_call(&mut self, error: SendError, at: SimTime, out: &mut Outbox) {
        if let Some(call) = self.calls.pop_front() {
            let RecordToSend {
                id,
                key,
                value,
                headers,
                ..
            } = call.record;
            let timestamp = at.as_millis();
            let record = Record {
                id,
                key,
                value,
                headers,
                timestamp,
            };
            fail_record(call.topic, &record, error, at, out);
        }
    }
}

fn fail_record(topic: Arc<str>, record: &Record, error: SendError, at: SimTime, out: &mut Outbox) {
    out.complete(Completion::Sent {
        records: vec![record.id],
        partition: None,
        outcome: SendOutcome::Failed { error, at },
        failed: vec![failed_record(Some(topic), record, at)],
    });
}

fn failed_record(topic: Option<Arc<str>>, record: &Record, created: SimTime) -> FailedRecord {
    let bytes = |text: &Option<Arc<str>>| text.as_ref().map(|text| text.len() as u32);
    FailedRecord {
        topic,
        key: bytes(&record.key),
        value: bytes(&record.value),
        created,
    }
}

/// What the outside may see.
impl Producer {
    /// Calls that have not returned; the first may be waiting for metadata.
    pub fn calls(&self) -> &VecDeque<Call> {
        &self.calls
    }

    pub fn metadata_wait(&self) -> Option<MetadataWait> {
        self.metadata_wait
    }

    /// Batches that wait, by partition, the next to be sent first.
    pub fn accumulator(&self) -> &RecordAccumulator {
        &self.accumulator
    }

    /// Batches sent and not answered: the leader asked, since when, and the batches of the request.
    pub fn in_flight(&self) -> impl Iterator<Item = (BrokerId, SimTime, &Vec<ProducerBatch>)> {
        self.client
            .in_flight()
            .filter_map(|(broker, since, asked)| match asked {
                Asked::Produce(batches) => Some((broker, since, batches)),
                Asked::InitProducerId => None,
            })
    }

    /// How an idempotent producer numbers its batches; `None` without idempotence.
    pub fn transactions(&self) -> Option<&TransactionManager> {
        self.transactions.as_ref()
    }

    /// Connections and metadata.
    pub fn client(&self) -> &NetworkClient<Asked> {
        &self.client
    }

    /// Where a record is; `None` when its outcome is known, or it was never sent here.
    pub fn record_state(&self, id: RecordId) -> Option<RecordState> {
        let has = |batch: &&ProducerBatch| batch.records().iter().any(|record| record.id == id);
        if let Some(place) = self.calls.iter().position(|call| call.record.id == id) {
            return Some(match self.metadata_wait {
                Some(wait) if place == 0 => RecordState::WaitsForMetadata { since: wait.since },
                _ => RecordState::NotCalledYet,
            });
        }
        let queued = self.accumulator.queues().values().flat_map(|queue| &queue.batches);
        if let Some(batch) = queued.into_iter().find(has) {
            return Some(RecordState::Queued {
                partition: batch.partition,
                created: batch.created,
                attempts: batch.attempts,
            });
        }
        self.in_flight().find_map(|(to, since, batches)| {
            let batch = batches.iter().find(has)?;
            Some(RecordState::InFlight {
                partition: batch.partition,
                to,
                since,
                attempts: batch.attempts,
                is_expired: batch.is_done,
            })
        })
    }

    /// Why the first `send()` has not returned.
    pub fn why_send_waits(&self, config: &ProducerConfig) -> Option<Why> {
        let wait = self.metadata_wait?;
        Some(Why::SendWaitsForMetadata {
            topic: self.calls.front()?.topic.clone(),
            until: wait.since + config.max_block,
        })
    }

    /// Why the first batch of a partition's queue has not left.
    pub fn why_batch_waits(&self, partition: TopicPartition, at: SimTime, config: &ProducerConfig) -> Option<Why> {
        let snapshot = self.client.metadata.snapshot();
        let readiness = self
            .accumulator
            .readiness(partition, snapshot, at, config, self.closing)?;
        let unsent = self.accumulator.queues().get(&partition)?.batches.front()?;
        let transactions = self.transactions.as_ref();
        let stops = transactions.and_then(|transactions| transactions.stops(unsent));
        let because = match (readiness, stops) {
            (_, Some(BatchWaits::NoProducerId)) => BatchWaits::NoProducerId,
            (Err(because), _) => because,
            (Ok(leader), stops) => match self.client.readiness(leader, &ClientSettings::from(config)) {
                Err(because) => BatchWaits::NodeNotReady { leader, because },
                Ok(()) => stops?,
            },
        };
        Some(Why::BatchWaits { partition, because })
    }
}

/// `Timer::DeliveryTimeout` runs exactly while a batch can expire.
impl Producer {
    fn set_delivery_timer(&mut self, at: SimTime, config: &ProducerConfig, out: &mut Outbox) {
        let undone = self
            .in_flight()
            .flat_map(|(_, _, batches)| batches)
            .filter(|batch| !batch.is_done);
        let in_flight = undone.map(|batch| batch.created + config.delivery_timeout).min();
        let wanted = in_flight.into_iter().chain(self.accumulator.next_expiry(config)).min();
        if wanted == self.delivery_timer {
            return;
        }
        match wanted {
            Some(due) => out.set_timer(Timer::DeliveryTimeout, Delay::Exactly(due.since(at))),
            None => out.cancel_timer(Timer::DeliveryTimeout),
        }
        self.delivery_timer = wanted;
    }
}
