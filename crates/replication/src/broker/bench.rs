//! A broker alone on the bench: tests talk to it as controller, leaders, followers, clients and the clock would.
//!
//! The broker under test is number 1. Brokers 2, 3 and 4 are registered beside it; a broker's epoch is 100 plus its number.
//! There is one topic, `t`, with id 0. Partitions are given and looked at by their number.

use std::sync::Arc;

use super::Broker;
use crate::base::config::ConfigResource;
use crate::base::config::{Acks, BrokerConfig, Isolation, NodeConfig, ProcessConfig};
use crate::base::epoch::{BrokerEpoch, LeaderEpoch, PartitionEpoch};
use crate::base::error_code::ErrorCode;
use crate::base::id::IncarnationId;
use crate::base::id::*;
use crate::base::map::Map;
use crate::base::offset::Offset;
use crate::base::rule::Rules;
use crate::base::set::Set;
use crate::base::time::{Millis, SimTime};
use crate::base::timer::Timer;
use crate::input::Input;
use crate::log::disk::Disk;
use crate::log::log::Log;
use crate::log::metadata_record::*;
use crate::log::record_batch::{EndTransactionMarker, Record, RecordBatch, TransactionResult};
use crate::message::alter_partition::*;
use crate::message::broker_lifecycle::*;
use crate::message::fetch::*;
use crate::message::list_offsets::*;
use crate::message::metadata_fetch::MetadataFetchResponse;
use crate::message::produce::*;
use crate::message::transaction::*;
use crate::message::{Body, Connection, Envelope, Purpose, Request, Response};
use crate::outbox::{Delay, Effect, Outbox};
use crate::partition::{Leader, Partition};

pub const LOCAL: i32 = 1;
pub const TOPIC: TopicId = TopicId(0);

pub fn id(partition: i32) -> TopicPartition {
    TopicPartition::new(TOPIC, partition)
}

/// A batch as it stands in a log.
pub fn batch(base: i64, records: u32, epoch: i32) -> Arc<RecordBatch> {
    Arc::new(batch_at(base, records, epoch, 0))
}

fn batch_at(base: i64, records: u32, epoch: i32, timestamp: i64) -> RecordBatch {
    let record = |n| Record {
        id: RecordId {
            producer: ClientId(0),
            n,
        },
        key: None,
        value: Some("v".into()),
        headers: Vec::new(),
        timestamp,
    };
    RecordBatch {
        base_offset: Offset(base),
        leader_epoch: LeaderEpoch(epoch),
        ..RecordBatch::of((0..records).map(record).collect())
    }
}

/// A batch of an idempotent producer, as it sends it.
pub fn numbered(producer_id: i64, epoch: i16, base_sequence: i32, records: u32) -> RecordBatch {
    RecordBatch {
        producer: Some(ProducerIdAndEpoch { id: producer_id, epoch }),
        base_sequence,
        ..batch_at(0, records, -1, 0)
    }
}

/// The same as part of a transaction.
pub fn transactional(producer_id: i64, epoch: i16, base_sequence: i32, records: u32) -> RecordBatch {
    RecordBatch {
        is_transactional: true,
        ..numbered(producer_id, epoch, base_sequence, records)
    }
}

/// A log of one-record batches, one for each epoch given, after as many records of each as said.
pub fn log(epochs: &[(i32, i64)], log_end_offset: i64) -> Log {
    let mut log = Log::starting_at(Offset(epochs.first().map_or(0, |first| first.1)));
    for (n, &(epoch, start)) in epochs.iter().enumerate() {
        let end = epochs.get(n + 1).map_or(log_end_offset, |next| next.1);
        log.epochs.assign(LeaderEpoch(epoch), Offset(start));
        for offset in start..end {
            log.append(batch(offset, 1, epoch));
        }
    }
    log
}

/// What a fetch asks for; the fields that matter to a test are set on it.
#[derive(Clone)]
pub struct Fetch {
    pub reader: Reader,
    pub epoch: Option<i32>,
    pub last_epoch: Option<i32>,
    pub min_bytes: i32,
    pub max_wait: i64,
    /// The follower's own log start offset.
    pub log_start: i64,
    pub begins_session: bool,
    /// Partition and offset.
    pub at: Vec<(i32, i64)>,
}

pub fn follower(broker: i32, offset: i64) -> Fetch {
    Fetch {
        reader: Reader::Replica {
            broker: BrokerId(broker),
            broker_epoch: BrokerEpoch(100 + i64::from(broker)),
        },
        epoch: None,
        last_epoch: None,
        min_bytes: 0,
        max_wait: 500,
        log_start: 0,
        begins_session: true,
        at: vec![(0, offset)],
    }
}

pub fn consumer(offset: i64) -> Fetch {
    Fetch {
        reader: Reader::Consumer {
            isolation: Isolation::ReadUncommitted,
            rack: None,
        },
        ..follower(0, offset)
    }
}

pub fn read_committed(offset: i64) -> Fetch {
    Fetch {
        reader: Reader::Consumer {
            isolation: Isolation::ReadCommitted,
            rack: None,
        },
        ..consumer(offset)
    }
}

impl Fetch {
    pub fn epoch(self, epoch: i32) -> Self {
        Fetch {
            epoch: Some(epoch),
            ..self
        }
    }
    pub fn last_epoch(self, epoch: i32) -> Self {
        Fetch {
            last_epoch: Some(epoch),
            ..self
        }
    }
    pub fn broker_epoch(mut self, epoch: i64) -> Self {
        if let Reader::Replica { broker_epoch, .. } = &mut self.reader {
            *broker_epoch = BrokerEpoch(epoch);
        }
        self
    }
    pub fn waits(self, min_bytes: i32) -> Self {
        Fetch { min_bytes, ..self }
    }
    pub fn partitions(self, at: &[(i32, i64)]) -> Self {
        Fetch {
            at: at.to_vec(),
            ..self
        }
    }
}

pub struct Bench {
    pub broker: Broker,
    pub disk: Disk,
    pub at: SimTime,
    pub config: NodeConfig,
    /// What the last input brought about.
    pub effects: Vec<Effect>,
    /// Running timers.
    pub timers: Map<Timer, SimTime>,
    /// The last request over each of the broker's own connections.
    pub asked: Map<(NodeId, Purpose), (CorrelationId, Request)>,
    answered: Vec<(CorrelationId, Response)>,
    next_correlation: u64,
}

impl Bench {
    /// A running broker with an empty disk and these settings besides the defaults.
    pub fn new(settings: &[(&str, &str)]) -> Self {
        Bench::on_disk(Disk::default(), settings)
    }

    pub fn with_log(log: Log) -> Self {
        let mut disk = Disk::default();
        disk.logs.insert(id(0), Arc::new(log));
        Bench::on_disk(disk, &[])
    }

    /// A running broker that leads partition 0 with replicas and ISR {1,2,3}, LEO 10, HW 0.
    pub fn leader(epoch: i32, isr: &[i32], settings: &[(&str, &str)]) -> Self {
        let mut disk = Disk::default();
        disk.logs.insert(id(0), Arc::new(log(&[(epoch - 1, 0)], 10)));
        let mut bench = Bench::on_disk(disk, settings);
        bench.partition(0, &[1, 2, 3], isr, Some(1), epoch, 1);
        bench
    }

    /// What lies on the disk is put aside until the broker runs, since logs of partitions that the first image does not have
    /// are thrown away.
    pub fn on_disk(disk: Disk, settings: &[(&str, &str)]) -> Self {
        let mut bench = Bench::starting(Disk::default(), settings);
        bench.register(101);
        let mut records = vec![MetadataRecord::Topic {
            topic: TOPIC,
            name: "t".into(),
        }];
        records.extend((1..=4).map(|broker| registered(broker, 100 + i64::from(broker), false, false)));
        bench.metadata(records);
        bench.heartbeat(true, true, false);
        bench.heartbeat(true, false, false);
        bench.disk = disk;
        bench
    }

    /// A broker that has just been started.
    pub fn starting(mut disk: Disk, settings: &[(&str, &str)]) -> Self {
        let mut config = BrokerConfig::default();
        for (name, value) in settings {
            config.set(name, value).expect("a setting of a broker");
        }
        let config = NodeConfig {
            process: ProcessConfig::Broker(config),
            rules: Rules::default(),
        };
        let mut out = Outbox::default();
        let at = SimTime(1_000_000_000);
        let (local, controller) = (BrokerId(LOCAL), ControllerId(100));
        let broker = Broker::start(local, IncarnationId(1), controller, &mut disk, at, &config, &mut out);
        let mut bench = Bench {
            broker,
            disk,
            at,
            config,
            effects: Vec::new(),
            timers: Map::new(),
            asked: Map::new(),
            answered: Vec::new(),
            next_correlation: 0,
        };
        bench.note(out);
        bench
    }

    fn note(&mut self, out: Outbox) {
        self.effects = out.into_effects();
        for effect in &self.effects {
            match effect {
                Effect::SetTimer {
                    timer,
                    delay: Delay::Exactly(length),
                } => {
                    self.timers.insert(*timer, self.at + *length);
                }
                Effect::CancelTimer(timer) => {
                    self.timers.remove(timer);
                }
                Effect::Send(envelope) => match &envelope.body {
                    Body::Request(request) => {
                        let key = (envelope.connection.to, envelope.connection.purpose);
                        self.asked.insert(key, (envelope.correlation, request.clone()));
                    }
                    Body::Response(response) => self.answered.push((envelope.correlation, response.clone())),
                },
                _ => {}
            }
        }
    }

    pub fn input(&mut self, input: Input<'_>) {
        let mut out = Outbox::default();
        self.broker
            .handle(&mut self.disk, self.at, &self.config, input, &mut out);
        self.note(out);
    }

    /// Time passes, and no timer fires.
    pub fn wait(&mut self, ms: i64) {
        self.at = self.at + Millis(ms);
    }

    pub fn fire(&mut self, timer: Timer) {
        self.timers.remove(&timer);
        self.input(Input::Timer(timer));
    }

    /// Time passes, and timers fire as they fall due.
    pub fn run(&mut self, ms: i64) {
        let end = self.at + Millis(ms);
        while let Some((&timer, &due)) = self.timers.iter().min_by_key(|(_, due)| **due)
            && due <= end
        {
            self.at = due;
            self.fire(timer);
        }
        self.at = end;
    }

    pub fn shrink_check(&mut self) {
        self.fire(Timer::IsrExpiration);
    }

    // As the controller.

    pub fn controller(purpose: Purpose) -> (NodeId, Purpose) {
        (NodeId::Controller(ControllerId(100)), purpose)
    }

    /// Answers the last request over one of the broker's own connections.
    pub fn answer(&mut self, (to, purpose): (NodeId, Purpose), response: Response) {
        let (correlation, _) = self.asked[&(to, purpose)].clone();
        let connection = Connection {
            from: NodeId::Broker(BrokerId(LOCAL)),
            to,
            purpose,
        };
        let envelope = Envelope {
            connection,
            correlation,
            body: Body::Response(response),
        };
        self.input(Input::Message(&envelope));
    }

    pub fn register(&mut self, epoch: i64) {
        let response = Response::BrokerRegistration(BrokerRegistrationResponse {
            error: ErrorCode::None,
            broker_epoch: BrokerEpoch(epoch),
        });
        self.answer(Bench::controller(Purpose::Heartbeat), response);
    }

    pub fn heartbeat(&mut self, is_caught_up: bool, is_fenced: bool, should_shut_down: bool) {
        let response = Response::BrokerHeartbeat(BrokerHeartbeatResponse {
            error: ErrorCode::None,
            is_caught_up,
            is_fenced,
            should_shut_down,
        });
        self.answer(Bench::controller(Purpose::Heartbeat), response);
    }

    pub fn metadata(&mut self, records: Vec<MetadataRecord>) {
        let base_offset = self.broker.metadata.image.end_offset;
        let records: Vec<_> = records.into_iter().map(Arc::new).collect();
        let response = Response::MetadataFetch(MetadataFetchResponse {
            base_offset,
            high_watermark: base_offset + records.len() as i64,
            records,
        });
        self.answer(Bench::controller(Purpose::Metadata), response);
    }

    pub fn partition(
        &mut self,
        partition: i32,
        replicas: &[i32],
        isr: &[i32],
        leader: Option<i32>,
        leader_epoch: i32,
        partition_epoch: i32,
    ) {
        self.metadata(vec![registration(
            partition,
            replicas,
            isr,
            leader,
            leader_epoch,
            partition_epoch,
        )]);
    }

    pub fn topic_config(&mut self, name: &str, value: &str) {
        self.metadata(vec![MetadataRecord::Config {
            resource: ConfigResource::Topic("t".into()),
            name: name.into(),
            value: Some(value.into()),
        }]);
    }

    /// The AlterPartition on its way, as `partition_epoch: [(member, broker epoch)]`, or `None`.
    pub fn proposed(&self) -> Option<Vec<(i32, i64)>> {
        let proposal = self.broker.alter_partition.queued.get(&id(0))?;
        Some(
            proposal
                .new_isr
                .iter()
                .map(|(broker, epoch)| (broker.0, epoch.0))
                .collect(),
        )
    }

    pub fn proposed_isr(&self) -> Option<Vec<i32>> {
        Some(self.proposed()?.into_iter().map(|(broker, _)| broker).collect())
    }

    pub fn alter_partition_failed(&mut self, error: ErrorCode) {
        let response = Response::AlterPartition(AlterPartitionResponse {
            error,
            partitions: Vec::new(),
        });
        self.answer(Bench::controller(Purpose::AlterPartition), response);
    }

    /// Answers the proposal for partition 0 with an error, or with what was proposed and this partition epoch.
    pub fn alter_partition(&mut self, error: ErrorCode, partition_epoch: i32) {
        let key = Bench::controller(Purpose::AlterPartition);
        let Request::AlterPartition(request) = &self.asked[&key].1 else {
            panic!("no AlterPartition")
        };
        let proposal = &request.partitions[0];
        let response = Response::AlterPartition(AlterPartitionResponse {
            error: ErrorCode::None,
            partitions: vec![AlteredPartition {
                partition: proposal.partition,
                error,
                leader: Some(BrokerId(LOCAL)),
                leader_epoch: proposal.leader_epoch,
                partition_epoch: PartitionEpoch(partition_epoch),
                isr: proposal.new_isr.iter().map(|(broker, _)| *broker).collect(),
                leader_recovery_state: LeaderRecoveryState::Recovered,
            }],
        });
        self.answer(key, response);
    }

    // As a client or another broker.

    pub fn connection(from: NodeId, purpose: Purpose) -> Connection {
        Connection {
            from,
            to: NodeId::Broker(BrokerId(LOCAL)),
            purpose,
        }
    }

    /// Sends a request over a client's connection, and returns its number and the answer, if there is one at once.
    pub fn request(&mut self, request: Request) -> (u64, Option<Response>) {
        self.next_correlation += 1;
        let number = self.next_correlation;
        let envelope = Envelope {
            connection: Bench::connection(NodeId::Client(ClientId(0)), Purpose::Client),
            correlation: CorrelationId(number),
            body: Body::Request(request),
        };
        self.input(Input::Message(&envelope));
        (number, self.answer_to(number))
    }

    /// The answer to a request that was parked, once it has come.
    pub fn answer_to(&mut self, number: u64) -> Option<Response> {
        let place = self
            .answered
            .iter()
            .position(|(correlation, _)| correlation.0 == number)?;
        Some(self.answered.remove(place).1)
    }

    pub fn produce(&mut self, partition: i32, records: u32, acks: Acks) -> (u64, Option<ProducedPartition>) {
        let batch = batch_at(0, records, -1, self.at.as_millis());
        self.produce_batch(partition, batch, acks)
    }

    pub fn produce_batch(
        &mut self,
        partition: i32,
        batch: RecordBatch,
        acks: Acks,
    ) -> (u64, Option<ProducedPartition>) {
        let (number, answer) = self.request(Request::Produce(ProduceRequest {
            acks,
            timeout: Millis(30_000),
            batches: vec![(id(partition), batch)],
        }));
        (number, answer.map(produced))
    }

    pub fn produced(&mut self, number: u64) -> Option<ProducedPartition> {
        self.answer_to(number).map(produced)
    }

    /// Sends a batch of a producer with acks=1: the error, and the offset it has.
    pub fn append_batch(&mut self, batch: RecordBatch) -> (ErrorCode, i64) {
        let (_, answer) = self.produce_batch(0, batch, Acks::Leader);
        let answer = answer.expect("an answer at once");
        (answer.error, answer.base_offset.0)
    }

    /// Writes a marker, as a transaction coordinator does; how it fared `ended` says.
    pub fn end_transaction(&mut self, producer_id: i64, epoch: i16, result: TransactionResult) -> u64 {
        let marker = WritableTxnMarker {
            producer: ProducerIdAndEpoch { id: producer_id, epoch },
            marker: EndTransactionMarker {
                result,
                coordinator_epoch: 0,
            },
            transaction_version: 1,
            partitions: vec![id(0)],
        };
        let request = WriteTxnMarkersRequest { markers: vec![marker] };
        let (number, answer) = self.request(Request::WriteTxnMarkers(request));
        self.answered
            .extend(answer.map(|answer| (CorrelationId(number), answer)));
        number
    }

    /// How a marker fared, once that is known.
    pub fn ended(&mut self, number: u64) -> Option<ErrorCode> {
        match self.answer_to(number)? {
            Response::WriteTxnMarkers(response) => Some(response.markers[0].partitions[0].1),
            other => panic!("{other:?}"),
        }
    }

    pub fn append(&mut self, records: u32) {
        let (_, answer) = self.produce(0, records, Acks::Leader);
        assert_eq!(answer.map(|a| a.error), Some(ErrorCode::None));
    }

    pub fn fetch_all(&mut self, fetch: Fetch) -> (u64, Option<Vec<FetchedPartition>>) {
        let asked = |&(partition, offset): &(i32, i64)| FetchPartition {
            partition: id(partition),
            fetch_offset: Offset(offset),
            current_leader_epoch: fetch.epoch.map(LeaderEpoch),
            last_fetched_epoch: fetch.last_epoch.map(LeaderEpoch),
            log_start_offset: Offset(fetch.log_start),
            partition_max_bytes: 1 << 20,
        };
        let (number, answer) = self.request(Request::Fetch(FetchRequest {
            reader: fetch.reader,
            max_wait: Millis(fetch.max_wait),
            min_bytes: fetch.min_bytes,
            max_bytes: 10 << 20,
            begins_session: fetch.begins_session,
            partitions: fetch.at.iter().map(asked).collect(),
        }));
        (number, answer.map(fetched))
    }

    /// Answered at once.
    pub fn fetch(&mut self, fetch: Fetch) -> FetchedPartition {
        self.fetch_all(fetch).1.expect("an answer at once").remove(0)
    }

    /// Parked; the answer comes later.
    pub fn park(&mut self, fetch: Fetch) -> u64 {
        let (number, answer) = self.fetch_all(fetch);
        assert_eq!(answer, None, "the fetch is parked");
        number
    }

    pub fn fetched(&mut self, number: u64) -> Option<FetchedPartition> {
        self.answer_to(number).map(|response| fetched(response).remove(0))
    }

    pub fn list_offset(&mut self, reader: Reader, spec: OffsetSpec, epoch: Option<i32>) -> (ErrorCode, i64) {
        let (_, answer) = self.request(Request::ListOffsets(ListOffsetsRequest {
            reader,
            partitions: vec![ListOffsetsPartition {
                partition: id(0),
                current_leader_epoch: epoch.map(LeaderEpoch),
                spec,
            }],
        }));
        let Some(Response::ListOffsets(response)) = answer else {
            panic!("no answer")
        };
        (response.partitions[0].error, response.partitions[0].offset.0)
    }

    // As a leader that the broker follows.

    /// The last Fetch sent to this source: offset, leader epoch, last fetched epoch, of partition 0.
    pub fn asked_of(&self, source: i32) -> Option<(i64, i32, Option<i32>)> {
        let key = (NodeId::Broker(BrokerId(source)), Purpose::Fetch);
        let Some((_, Request::Fetch(request))) = self.asked.get(&key) else {
            return None;
        };
        let asked = request.partitions.iter().find(|asked| asked.partition == id(0))?;
        let epoch = asked.current_leader_epoch.map_or(-1, |epoch| epoch.0);
        Some((
            asked.fetch_offset.0,
            epoch,
            asked.last_fetched_epoch.map(|epoch| epoch.0),
        ))
    }

    pub fn answer_fetch(&mut self, source: i32, answer: FetchedPartition) {
        let response = Response::Fetch(FetchResponse {
            partitions: vec![answer],
        });
        self.answer((NodeId::Broker(BrokerId(source)), Purpose::Fetch), response);
    }

    /// Answers the last ListOffsets sent to this source.
    pub fn answer_offset(&mut self, source: i32, error: ErrorCode, offset: i64) {
        let response = Response::ListOffsets(ListOffsetsResponse {
            partitions: vec![ListedOffset {
                partition: id(0),
                error,
                offset: Offset(offset),
                timestamp: -1,
                leader_epoch: LeaderEpoch(0),
                current_leader: None,
            }],
        });
        self.answer((NodeId::Broker(BrokerId(source)), Purpose::Fetch), response);
    }

    // What the broker holds.

    pub fn replica(&self) -> &Partition {
        &self.broker.partitions[&id(0)]
    }

    pub fn led(&self) -> &Leader {
        self.replica().as_leader().expect("the broker leads partition 0")
    }

    pub fn high_watermark(&self) -> i64 {
        self.replica().high_watermark.0
    }

    pub fn log(&self) -> &Log {
        self.disk.log(id(0)).expect("a log")
    }

    pub fn log_end_offset(&self) -> i64 {
        self.log().log_end_offset().0
    }

    pub fn epochs(&self) -> Vec<(i32, i64)> {
        self.log()
            .epochs
            .entries()
            .iter()
            .map(|entry| (entry.epoch.0, entry.start_offset.0))
            .collect()
    }

    pub fn isr(&self) -> Vec<i32> {
        numbers(self.led().isr_state.isr())
    }

    pub fn maximal_isr(&self) -> Vec<i32> {
        numbers(&self.led().isr_state.maximal_isr())
    }

    /// LEO and time of the last catch-up in ms since the bench began, as the leader remembers them.
    pub fn remote(&self, broker: i32) -> (i64, Option<i64>) {
        let replica = self.led().replica(BrokerId(broker)).expect("a replica");
        let since = |at: SimTime| at.as_millis() - 1_000_000;
        (replica.log_end_offset.0, replica.last_caught_up.map(since))
    }

    pub fn disconnected(&self) -> bool {
        self.effects
            .iter()
            .any(|effect| matches!(effect, Effect::Disconnect(_)))
    }
}

fn numbers(brokers: &Set<BrokerId>) -> Vec<i32> {
    brokers.iter().map(|broker| broker.0).collect()
}

fn produced(response: Response) -> ProducedPartition {
    let Response::Produce(mut response) = response else {
        panic!("not a produce")
    };
    response.partitions.remove(0)
}

fn fetched(response: Response) -> Vec<FetchedPartition> {
    let Response::Fetch(response) = response else {
        panic!("not a fetch")
    };
    response.partitions
}

pub fn registered(broker: i32, epoch: i64, fenced: bool, in_controlled_shutdown: bool) -> MetadataRecord {
    MetadataRecord::RegisterBroker {
        broker: BrokerId(broker),
        incarnation: IncarnationId(1),
        broker_epoch: BrokerEpoch(epoch),
        rack: None,
        fenced,
        in_controlled_shutdown,
    }
}

fn brokers(numbers: &[i32]) -> Vec<BrokerId> {
    numbers.iter().copied().map(BrokerId).collect()
}

pub fn registration(
    partition: i32,
    replicas: &[i32],
    isr: &[i32],
    leader: Option<i32>,
    leader_epoch: i32,
    partition_epoch: i32,
) -> MetadataRecord {
    MetadataRecord::Partition {
        partition: id(partition),
        registration: PartitionRegistration {
            replicas: brokers(replicas),
            removing_replicas: Vec::new(),
            adding_replicas: Vec::new(),
            isr: brokers(isr),
            elr: Vec::new(),
            last_known_elr: Vec::new(),
            leader: leader.map(BrokerId),
            leader_epoch: LeaderEpoch(leader_epoch),
            partition_epoch: PartitionEpoch(partition_epoch),
            leader_recovery_state: LeaderRecoveryState::Recovered,
        },
    }
}

/// An answer to a follower's fetch.
pub fn answer(high_watermark: i64, records: Vec<Arc<RecordBatch>>) -> FetchedPartition {
    FetchedPartition {
        partition: id(0),
        error: ErrorCode::None,
        high_watermark: Offset(high_watermark),
        last_stable_offset: Offset(high_watermark),
        log_start_offset: Offset(0),
        diverging_epoch: None,
        preferred_read_replica: None,
        current_leader: None,
        aborted_transactions: Vec::new(),
        records,
        told_before: false,
    }
}
