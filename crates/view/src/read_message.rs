//! Messages on their way, decoded.

use replication::base::config::Acks;
use replication::base::epoch::LeaderEpoch;
use replication::base::id::{BrokerId, TopicPartition};
use replication::base::offset::Offset;
use replication::log::record_batch::TransactionResult;
use replication::message::fetch::Reader;
use replication::message::{Body, Envelope, Purpose, Request, Response};
use replication::quorum::image::MetadataImage;
use simulation::act::Direction;
use simulation::cluster::Cluster;
use simulation::network::{Content, Lane, Link, Parcel};

use crate::board::{FieldView, MessageKind, MessagePartView, MessageView};
use crate::name;
use crate::time::Clock;

/// Everything that travels, in the order of the links' first use. Requests before responses, oldest first.
pub fn messages(cluster: &Cluster, clock: Clock) -> Vec<MessageView> {
    let links = cluster.network.links();
    links.flat_map(|link| messages_on(cluster, clock, link)).collect()
}

/// What travels on one connection.
pub fn messages_on(cluster: &Cluster, clock: Clock, link: &Link) -> Vec<MessageView> {
    let mut views = Vec::new();
    for direction in [Direction::Request, Direction::Response] {
        let lane = link.lane(direction);
        for parcel in &lane.parcels {
            views.extend(message(cluster, clock, link, lane, parcel));
        }
    }
    views
}

fn message(cluster: &Cluster, clock: Clock, link: &Link, lane: &Lane, parcel: &Parcel) -> Option<MessageView> {
    let Content::Message(envelope) = &parcel.content else {
        return None;
    };
    let image = cluster.metadata();
    let parts = parts(image, envelope);
    let held = lane.is_blocked();
    let (sender, receiver) = (envelope.sender(), envelope.receiver());
    Some(MessageView {
        key: key(cluster, link, envelope),
        kind: kind(envelope),
        api: envelope.body.api().name().to_string(),
        from: name::node(cluster, sender),
        to: name::node(cluster, receiver),
        sent_at: clock.time(parcel.sent_at),
        deliver_at: (!held).then(|| clock.time(parcel.arrives_at)),
        held,
        idle: is_idle(envelope, &parts),
        fields: fields(cluster, envelope),
        parts,
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

fn parts(image: Option<&MetadataImage>, envelope: &Envelope) -> Vec<MessagePartView> {
    let named = |partition| MessagePartView {
        partition: name::partition(image, partition),
        fetch_offset: None,
        base_offset: None,
        records: 0,
        leader_epoch: None,
        high_watermark: None,
        error: None,
    };
    let known = |offset: Offset| (offset >= Offset::ZERO).then_some(offset.0);
    match &envelope.body {
        Body::Request(Request::Produce(produce)) => produce
            .batches
            .iter()
            .map(|(partition, batch)| MessagePartView {
                records: batch.records.len() as u32,
                ..named(*partition)
            })
            .collect(),
        Body::Response(Response::Produce(produce)) => produce
            .partitions
            .iter()
            .map(|part| MessagePartView {
                base_offset: known(part.base_offset),
                error: Some(part.error.name().to_string()),
                ..named(part.partition)
            })
            .collect(),
        Body::Request(Request::Fetch(fetch)) => fetch
            .partitions
            .iter()
            .map(|part| MessagePartView {
                fetch_offset: Some(part.fetch_offset.0),
                leader_epoch: part.current_leader_epoch.map(|epoch| epoch.0),
                ..named(part.partition)
            })
            .collect(),
        Body::Response(Response::Fetch(fetch)) => fetch
            .partitions
            .iter()
            .map(|part| MessagePartView {
                base_offset: part.records.first().map(|batch| batch.base_offset.0),
                records: part.records.iter().map(|batch| batch.records.len() as u32).sum(),
                leader_epoch: part.records.last().map(|batch| batch.leader_epoch.0),
                high_watermark: known(part.high_watermark),
                error: Some(part.error.name().to_string()),
                ..named(part.partition)
            })
            .collect(),
        Body::Request(Request::AlterPartition(alter)) => alter
            .partitions
            .iter()
            .map(|part| MessagePartView {
                leader_epoch: Some(part.leader_epoch.0),
                ..named(part.partition)
            })
            .collect(),
        Body::Response(Response::AlterPartition(alter)) => alter
            .partitions
            .iter()
            .map(|part| MessagePartView {
                leader_epoch: Some(part.leader_epoch.0),
                error: Some(part.error.name().to_string()),
                ..named(part.partition)
            })
            .collect(),
        Body::Request(Request::ListOffsets(list)) => list.partitions.iter().map(|p| named(p.partition)).collect(),
        Body::Response(Response::ListOffsets(list)) => list
            .partitions
            .iter()
            .map(|part| MessagePartView {
                base_offset: known(part.offset),
                error: Some(part.error.name().to_string()),
                ..named(part.partition)
            })
            .collect(),
        Body::Request(_) | Body::Response(_) => Vec::new(),
    }
}

/// Nothing of it would be missed: it carries no record, no news and no error.
fn is_idle(envelope: &Envelope, parts: &[MessagePartView]) -> bool {
    match kind(envelope) {
        MessageKind::Heartbeat
        | MessageKind::HeartbeatAnswer
        | MessageKind::MetadataFetch
        | MessageKind::MetadataFetchAnswer => true,
        MessageKind::FetchAnswer | MessageKind::ConsumerFetchAnswer => parts
            .iter()
            .all(|part| part.records == 0 && part.error.as_deref() == Some("NONE")),
        _ => false,
    }
}

/// The fields of a message by Kafka's names, in Kafka's order.
fn fields(cluster: &Cluster, envelope: &Envelope) -> Vec<FieldView> {
    let mut fields = Fields {
        list: Vec::new(),
        image: cluster.metadata(),
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
    };
    fields.of_response(response);
    fields.list
}

struct Fields<'a> {
    list: Vec<FieldView>,
    image: Option<&'a MetadataImage>,
}

impl Fields<'_> {
    fn add(&mut self, name: &str, value: impl ToString) {
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
