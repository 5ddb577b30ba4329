//! Messages on their way, decoded.

use replication::base::config::Acks;
use replication::base::epoch::LeaderEpoch;
use replication::base::error_code::ErrorCode;
use replication::base::id::{BrokerId, CorrelationId, TopicPartition};
use replication::base::offset::Offset;
use replication::log::record_batch::TransactionResult;
use replication::message::fetch::Reader;
use replication::message::{Body, Envelope, Purpose, Request, Response};
use replication::quorum::image::MetadataImage;
use simulation::act::Direction;
use simulation::cluster::Cluster;
use simulation::network::{Content, Lane, Link, Parcel};

use crate::board::{FieldView, MessageKind, MessagePartView, MessageView};
use crate::metadata::metadata;
use crate::name;
use crate::read_board::held;
use crate::seen::{Seen, Shown};
use crate::time::Clock;

/// What travels and is asked for, in the order of the links' first use. Requests before responses, oldest first.
pub fn messages(cluster: &Cluster, clock: Clock, seen: &Seen, shown: &Shown<'_>) -> Vec<MessageView> {
    let links = cluster.network.links();
    links
        .flat_map(|link| messages_on(cluster, clock, link, seen, shown))
        .collect()
}

/// What travels on one connection.
pub fn messages_on(cluster: &Cluster, clock: Clock, link: &Link, seen: &Seen, shown: &Shown<'_>) -> Vec<MessageView> {
    let mut views = Vec::new();
    for direction in [Direction::Request, Direction::Response] {
        let lane = link.lane(direction);
        for parcel in &lane.parcels {
            views.extend(message(cluster, clock, link, lane, parcel, seen, shown));
        }
    }
    views
}

fn message(
    cluster: &Cluster,
    clock: Clock,
    link: &Link,
    lane: &Lane,
    parcel: &Parcel,
    seen: &Seen,
    shown: &Shown<'_>,
) -> Option<MessageView> {
    let Content::Message(envelope) = &parcel.content else {
        return None;
    };
    let idle = is_idle(cluster, envelope);
    if idle && !seen.idle && seen.message.is_none() {
        return None;
    }
    let key = key(cluster, link, envelope);
    let opened = seen.message.as_ref() == Some(&key);
    if idle && !seen.idle && !opened {
        return None;
    }
    let image = metadata(cluster);
    let image = image.as_deref();
    let (parts, out_of_sight) = parts(image, envelope, shown);
    if parts.is_empty() && out_of_sight && !opened {
        return None;
    }
    let held = lane.is_blocked();
    let (sender, receiver) = (envelope.sender(), envelope.receiver());
    Some(MessageView {
        key,
        kind: kind(envelope),
        api: envelope.body.api().name().to_string(),
        from: name::node(cluster, sender),
        to: name::node(cluster, receiver),
        sent_at: clock.time(parcel.sent_at),
        deliver_at: (!held).then(|| clock.time(parcel.arrives_at)),
        held,
        idle,
        fields: fields(image, envelope, if opened { usize::MAX } else { seen.fields }),
        parts,
    })
}

/// The message that goes by a key, if it is still on its way.
pub fn find<'a>(cluster: &'a Cluster, sought: &str) -> Option<(&'a Link, Direction, CorrelationId)> {
    cluster.network.links().find_map(|link| {
        [Direction::Request, Direction::Response]
            .into_iter()
            .find_map(|direction| {
                link.lane(direction)
                    .parcels
                    .iter()
                    .find_map(|parcel| match &parcel.content {
                        Content::Message(envelope) if key(cluster, link, envelope) == sought => {
                            Some((link, direction, envelope.correlation))
                        }
                        _ => None,
                    })
            })
    })
}

/// Stays the same while the message is on its way.
fn key(cluster: &Cluster, link: &Link, envelope: &Envelope) -> String {
    let way = match envelope.body {
        Body::Request(_) => ">",
        Body::Response(_) => "<",
    };
    format!(
        "{}{way}{}:{}:{}",
        name::node(cluster, link.connection.from),
        name::node(cluster, link.connection.to),
        name::purpose(link.connection.purpose),
        envelope.correlation.0
    )
}

fn kind(envelope: &Envelope) -> MessageKind {
    let of_replica = envelope.connection.purpose == Purpose::Fetch;
    match &envelope.body {
        Body::Request(request) => match request {
            Request::Produce(_) => MessageKind::Produce,
            Request::Fetch(_) if of_replica => MessageKind::Fetch,
            Request::Fetch(_) => MessageKind::ConsumerFetch,
            Request::AlterPartition(_) => MessageKind::AlterPartition,
            Request::BrokerHeartbeat(_) => MessageKind::Heartbeat,
            Request::BrokerRegistration(_) => MessageKind::Registration,
            Request::MetadataFetch(_) => MessageKind::MetadataFetch,
            Request::Metadata(_) => MessageKind::Metadata,
            _ => MessageKind::Other,
        },
        Body::Response(response) => match response {
            Response::Produce(_) => MessageKind::ProduceAnswer,
            Response::Fetch(_) if of_replica => MessageKind::FetchAnswer,
            Response::Fetch(_) => MessageKind::ConsumerFetchAnswer,
            Response::AlterPartition(_) => MessageKind::AlterPartitionAnswer,
            Response::BrokerHeartbeat(_) => MessageKind::HeartbeatAnswer,
            Response::BrokerRegistration(_) => MessageKind::RegistrationAnswer,
            Response::MetadataFetch(_) => MessageKind::MetadataFetchAnswer,
            Response::Metadata(_) => MessageKind::MetadataAnswer,
            _ => MessageKind::OtherAnswer,
        },
    }
}

/// What a message carries for the partitions that are shown, and whether it carries something for others.
fn parts(image: Option<&MetadataImage>, envelope: &Envelope, shown: &Shown<'_>) -> (Vec<MessagePartView>, bool) {
    let mut gathered = Gathered {
        image,
        shown,
        list: Vec::new(),
        out_of_sight: false,
    };
    gathered.gather(envelope);
    (gathered.list, gathered.out_of_sight)
}

struct Gathered<'a> {
    image: Option<&'a MetadataImage>,
    shown: &'a Shown<'a>,
    list: Vec<MessagePartView>,
    out_of_sight: bool,
}

impl Gathered<'_> {
    fn add(&mut self, partition: TopicPartition, fill: impl FnOnce(&mut MessagePartView)) {
        if !self.shown.has(partition) {
            self.out_of_sight = true;
            return;
        }
        let mut part = MessagePartView {
            partition: name::partition(self.image, partition),
            fetch_offset: None,
            base_offset: None,
            records: 0,
            leader_epoch: None,
            high_watermark: None,
            error: None,
        };
        fill(&mut part);
        self.list.push(part);
    }

    fn gather(&mut self, envelope: &Envelope) {
        let known = |offset: Offset| (offset >= Offset::ZERO).then_some(offset.0);
        match &envelope.body {
            Body::Request(Request::Produce(produce)) => {
                for (partition, batch) in &produce.batches {
                    self.add(*partition, |part| part.records = batch.records.len() as u32);
                }
            }
            Body::Response(Response::Produce(produce)) => {
                for answer in &produce.partitions {
                    self.add(answer.partition, |part| {
                        part.base_offset = known(answer.base_offset);
                        part.error = error_name(answer.error);
                    });
                }
            }
            Body::Request(Request::Fetch(fetch)) => {
                for asked in &fetch.partitions {
                    self.add(asked.partition, |part| {
                        part.fetch_offset = Some(asked.fetch_offset.0);
                        part.leader_epoch = asked.current_leader_epoch.map(|epoch| epoch.0);
                    });
                }
            }
            Body::Response(Response::Fetch(fetch)) => {
                for answer in &fetch.partitions {
                    self.add(answer.partition, |part| {
                        part.base_offset = answer.records.first().map(|batch| batch.base_offset.0);
                        part.records = answer.records.iter().map(|batch| batch.records.len() as u32).sum();
                        part.leader_epoch = answer.records.last().map(|batch| batch.leader_epoch.0);
                        part.high_watermark = known(answer.high_watermark);
                        part.error = error_name(answer.error);
                    });
                }
            }
            Body::Request(Request::AlterPartition(alter)) => {
                for asked in &alter.partitions {
                    self.add(asked.partition, |part| part.leader_epoch = Some(asked.leader_epoch.0));
                }
            }
            Body::Response(Response::AlterPartition(alter)) => {
                for answer in &alter.partitions {
                    self.add(answer.partition, |part| {
                        part.leader_epoch = Some(answer.leader_epoch.0);
                        part.error = error_name(answer.error);
                    });
                }
            }
            Body::Request(Request::DeleteRecords(delete)) => {
                for (partition, _) in &delete.partitions {
                    self.add(*partition, |_| {});
                }
            }
            Body::Response(Response::DeleteRecords(delete)) => {
                for answer in &delete.partitions {
                    self.add(answer.partition, |part| part.error = error_name(answer.error));
                }
            }
            Body::Request(Request::ListOffsets(list)) => {
                for asked in &list.partitions {
                    self.add(asked.partition, |_| {});
                }
            }
            Body::Response(Response::ListOffsets(list)) => {
                for answer in &list.partitions {
                    self.add(answer.partition, |part| {
                        part.base_offset = known(answer.offset);
                        part.error = error_name(answer.error);
                    });
                }
            }
            Body::Request(_) | Body::Response(_) => {}
        }
    }
}

/// Kafka's name of it, if it is one.
pub fn error_name(error: ErrorCode) -> Option<String> {
    error.is_error().then(|| error.name().to_string())
}

/// Nothing of it would be missed: it carries no record, no news and no error.
fn is_idle(cluster: &Cluster, envelope: &Envelope) -> bool {
    match kind(envelope) {
        MessageKind::Heartbeat
        | MessageKind::HeartbeatAnswer
        | MessageKind::MetadataFetch
        | MessageKind::MetadataFetchAnswer => true,
        MessageKind::FetchAnswer | MessageKind::ConsumerFetchAnswer => {
            let Body::Response(Response::Fetch(fetch)) = &envelope.body else {
                return false;
            };
            let asker = envelope.receiver().broker();
            fetch.partitions.iter().all(|part| {
                let knows = asker.and_then(|broker| held(cluster, broker, part.partition));
                part.error == ErrorCode::None
                    && part.records.is_empty()
                    && part.diverging_epoch.is_none()
                    && part.preferred_read_replica.is_none()
                    && knows.is_none_or(|replica| replica.high_watermark >= part.high_watermark)
            })
        }
        _ => false,
    }
}

/// The fields of a message by Kafka's names, in Kafka's order.
fn fields(image: Option<&MetadataImage>, envelope: &Envelope, most: usize) -> Vec<FieldView> {
    let mut fields = Fields {
        list: Vec::new(),
        image,
        most,
    };
    match &envelope.body {
        Body::Request(request) => fields.of_request(request),
        Body::Response(response) => fields.of_response(response),
    }
    fields.list
}

/// The fields of an answer by Kafka's names, in Kafka's order.
pub fn response_fields(image: Option<&MetadataImage>, response: &Response) -> Vec<FieldView> {
    let mut fields = Fields {
        list: Vec::new(),
        image,
        most: usize::MAX,
    };
    fields.of_response(response);
    fields.list
}

struct Fields<'a> {
    list: Vec<FieldView>,
    image: Option<&'a MetadataImage>,
    most: usize,
}

impl Fields<'_> {
    fn add(&mut self, name: &str, value: impl ToString) {
        if self.list.len() >= self.most {
            return;
        }
        self.list.push(FieldView {
            name: name.to_string(),
            value: value.to_string(),
        });
    }

    fn partition(&mut self, partition: TopicPartition) {
        let value = name::partition(self.image, partition);
        self.add("partition", value);
    }

    fn epoch(&mut self, name: &str, epoch: Option<LeaderEpoch>) {
        self.add(name, epoch.unwrap_or(LeaderEpoch::UNDEFINED));
    }

    fn reader(&mut self, reader: &Reader) {
        match reader {
            Reader::Replica { broker, broker_epoch } => {
                self.add("replicaId", broker.0);
                self.add("replicaEpoch", broker_epoch.0);
            }
            Reader::Consumer { rack, .. } => {
                self.add("replicaId", -1);
                if let Some(rack) = rack {
                    self.add("rackId", rack);
                }
            }
            Reader::Debugging => self.add("replicaId", -2),
        }
    }

    fn of_request(&mut self, request: &Request) {
        match request {
            Request::Produce(produce) => {
                self.add("acks", acks_number(produce.acks));
                self.add("timeoutMs", produce.timeout.0);
                for (partition, batch) in &produce.batches {
                    self.partition(*partition);
                    self.add("records", batch.records.len());
                    self.add("sizeInBytes", batch.size_in_bytes());
                    if let Some(producer) = batch.producer {
                        self.add("producerId", producer.id);
                        self.add("producerEpoch", producer.epoch);
                        self.add("baseSequence", batch.base_sequence);
                    }
                    if batch.is_transactional {
                        self.add("isTransactional", true);
                    }
                }
            }
            Request::Fetch(fetch) => {
                self.reader(&fetch.reader);
                self.add("maxWaitMs", fetch.max_wait.0);
                self.add("minBytes", fetch.min_bytes);
                self.add("maxBytes", fetch.max_bytes);
                for part in &fetch.partitions {
                    self.partition(part.partition);
                    self.epoch("currentLeaderEpoch", part.current_leader_epoch);
                    self.add("fetchOffset", part.fetch_offset);
                    self.epoch("lastFetchedEpoch", part.last_fetched_epoch);
                    self.add("logStartOffset", part.log_start_offset);
                }
            }
            Request::DeleteRecords(delete) => {
                self.add("timeoutMs", delete.timeout.0);
                for (partition, offset) in &delete.partitions {
                    self.partition(*partition);
                    self.add("offset", *offset);
                }
            }
            Request::ListOffsets(list) => {
                self.reader(&list.reader);
                for part in &list.partitions {
                    self.partition(part.partition);
                    self.epoch("currentLeaderEpoch", part.current_leader_epoch);
                }
            }
            Request::AlterPartition(alter) => {
                self.add("brokerId", alter.broker.0);
                self.add("brokerEpoch", alter.broker_epoch.0);
                for part in &alter.partitions {
                    self.partition(part.partition);
                    self.add("leaderEpoch", part.leader_epoch);
                    self.add("newIsr", list(part.new_isr.iter().map(|(broker, _)| broker)));
                    self.add("partitionEpoch", part.partition_epoch.0);
                }
            }
            Request::BrokerHeartbeat(heartbeat) => {
                self.add("brokerId", heartbeat.broker.0);
                self.add("brokerEpoch", heartbeat.broker_epoch.0);
                self.add("currentMetadataOffset", heartbeat.current_metadata_offset);
                self.add("wantFence", heartbeat.want_fence);
                self.add("wantShutDown", heartbeat.want_shut_down);
            }
            Request::BrokerRegistration(registration) => {
                self.add("brokerId", registration.broker.0);
                self.add("previousBrokerEpoch", registration.previous_broker_epoch.0);
            }
            Request::MetadataFetch(fetch) => self.add("fetchOffset", fetch.fetch_offset),
            Request::Metadata(metadata) => match &metadata.topics {
                Some(topics) => self.add("topics", topics.join(", ")),
                None => self.add("topics", "all"),
            },
            Request::OffsetForLeaderEpoch(epochs) => {
                for part in &epochs.partitions {
                    self.partition(part.partition);
                    self.epoch("currentLeaderEpoch", part.current_leader_epoch);
                    self.add("leaderEpoch", part.leader_epoch);
                }
            }
            Request::AllocateProducerIds(allocate) => {
                self.add("brokerId", allocate.broker.0);
                self.add("brokerEpoch", allocate.broker_epoch.0);
            }
            Request::WriteTxnMarkers(write) => {
                for marker in &write.markers {
                    self.add("producerId", marker.producer.id);
                    self.add("producerEpoch", marker.producer.epoch);
                    self.add("transactionResult", marker.marker.result == TransactionResult::Commit);
                    self.add("coordinatorEpoch", marker.marker.coordinator_epoch);
                    marker.partitions.iter().for_each(|part| self.partition(*part));
                }
            }
            _ => {}
        }
    }

    fn of_response(&mut self, response: &Response) {
        match response {
            Response::Produce(produce) => {
                for part in &produce.partitions {
                    self.partition(part.partition);
                    self.add("errorCode", part.error.name());
                    self.add("baseOffset", part.base_offset);
                    self.add("logStartOffset", part.log_start_offset);
                    if let Some(hint) = &part.current_leader {
                        self.add("currentLeader", leader(hint.leader));
                    }
                }
            }
            Response::Fetch(fetch) => {
                for part in &fetch.partitions {
                    self.partition(part.partition);
                    self.add("errorCode", part.error.name());
                    self.add("highWatermark", part.high_watermark);
                    self.add("lastStableOffset", part.last_stable_offset);
                    self.add("logStartOffset", part.log_start_offset);
                    if let Some(end) = part.diverging_epoch {
                        self.add("divergingEpoch", format!("{} ends at {}", end.epoch, end.end_offset));
                    }
                    if let Some(replica) = part.preferred_read_replica {
                        self.add("preferredReadReplica", replica.0);
                    }
                    for aborted in &part.aborted_transactions {
                        let since = format!("producer {} from {}", aborted.producer_id, aborted.first_offset);
                        self.add("abortedTransaction", since);
                    }
                    if let (Some(first), Some(last)) = (part.records.first(), part.records.last()) {
                        self.add("records", format!("{}–{}", first.base_offset, last.last_offset()));
                    }
                }
            }
            Response::DeleteRecords(delete) => {
                for part in &delete.partitions {
                    self.partition(part.partition);
                    self.add("errorCode", part.error.name());
                    self.add("lowWatermark", part.low_watermark);
                }
            }
            Response::ListOffsets(list) => {
                for part in &list.partitions {
                    self.partition(part.partition);
                    self.add("errorCode", part.error.name());
                    self.add("offset", part.offset);
                    self.add("leaderEpoch", part.leader_epoch);
                }
            }
            Response::AlterPartition(alter) => {
                self.add("errorCode", alter.error.name());
                for part in &alter.partitions {
                    self.partition(part.partition);
                    self.add("errorCode", part.error.name());
                    self.add("leaderId", leader(part.leader));
                    self.add("leaderEpoch", part.leader_epoch);
                    self.add("isr", list(&part.isr));
                    self.add("partitionEpoch", part.partition_epoch.0);
                }
            }
            Response::BrokerHeartbeat(heartbeat) => {
                self.add("errorCode", heartbeat.error.name());
                self.add("isCaughtUp", heartbeat.is_caught_up);
                self.add("isFenced", heartbeat.is_fenced);
                self.add("shouldShutDown", heartbeat.should_shut_down);
            }
            Response::BrokerRegistration(registration) => {
                self.add("errorCode", registration.error.name());
                self.add("brokerEpoch", registration.broker_epoch.0);
            }
            Response::MetadataFetch(fetch) => {
                self.add("baseOffset", fetch.base_offset);
                self.add("records", fetch.records.len());
                self.add("highWatermark", fetch.high_watermark);
            }
            Response::Metadata(metadata) => {
                self.add("brokers", list(&metadata.brokers));
                for topic in &metadata.topics {
                    self.add("topic", &topic.name);
                    for part in &topic.partitions {
                        self.add("partitionIndex", part.partition);
                        self.add("leaderId", leader(part.leader));
                        self.add("leaderEpoch", part.leader_epoch);
                        self.add("isrNodes", list(&part.isr));
                    }
                }
            }
            Response::OffsetForLeaderEpoch(epochs) => {
                for part in &epochs.partitions {
                    self.partition(part.partition);
                    self.add("errorCode", part.error.name());
                    self.add("leaderEpoch", part.leader_epoch);
                    self.add("endOffset", part.end_offset);
                }
            }
            Response::InitProducerId(given) => {
                self.add("errorCode", given.error.name());
                if let Some(producer) = given.producer {
                    self.add("producerId", producer.id);
                    self.add("producerEpoch", producer.epoch);
                }
            }
            Response::AllocateProducerIds(given) => {
                self.add("errorCode", given.error.name());
                if let Some(block) = given.block {
                    self.add("producerIdStart", block.first_producer_id);
                    self.add("producerIdLen", block.size);
                }
            }
            Response::WriteTxnMarkers(written) => {
                for marker in &written.markers {
                    self.add("producerId", marker.producer_id);
                    for (part, error) in &marker.partitions {
                        self.partition(*part);
                        self.add("errorCode", error.name());
                    }
                }
            }
            _ => {}
        }
    }
}

fn acks_number(acks: Acks) -> i16 {
    match acks {
        Acks::None => 0,
        Acks::Leader => 1,
        Acks::All => -1,
        Acks::Invalid(number) => number,
    }
}

/// As the protocol writes it: -1 is nobody.
fn leader(broker: Option<BrokerId>) -> i32 {
    broker.map_or(-1, |broker| broker.0)
}

fn list<'a>(brokers: impl IntoIterator<Item = &'a BrokerId>) -> String {
    brokers
        .into_iter()
        .map(|broker| broker.0.to_string())
        .collect::<Vec<_>>()
        .join(",")
}
