//! Who is who: brokers, controllers, clients, topics and partitions.
//!
//! Kafka identifies a topic by a 128-bit `Uuid` next to its name; here a topic id is a small number handed out by the
//! controller in creation order, so that a run is reproducible. A topic that is deleted and created again under the same
//! name gets a new id, as in Kafka.

use std::fmt;

/// `node.id` of a broker, 0 or more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BrokerId(pub i32);

/// `node.id` of a KRaft controller process. Controllers are processes apart from the brokers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ControllerId(pub i32);

/// A producer, consumer or admin process, numbered in the order in which the run introduced it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClientId(pub u16);

/// Chosen anew by each start of a broker process; Kafka uses a random `Uuid`, here the how-manieth start it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct IncarnationId(pub u32);

/// Any process of a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NodeId {
    Controller(ControllerId),
    Broker(BrokerId),
    Client(ClientId),
}

impl NodeId {
    pub fn broker(self) -> Option<BrokerId> {
        match self {
            NodeId::Broker(id) => Some(id),
            NodeId::Controller(_) | NodeId::Client(_) => None,
        }
    }

    pub fn client(self) -> Option<ClientId> {
        match self {
            NodeId::Client(id) => Some(id),
            NodeId::Broker(_) | NodeId::Controller(_) => None,
        }
    }
}

/// Identity of a topic; see the file's head.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TopicId(pub u32);

/// One partition of one topic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TopicPartition {
    pub topic: TopicId,
    /// Index within the topic, from 0.
    pub partition: i32,
}

impl TopicPartition {
    pub fn new(topic: TopicId, partition: i32) -> Self {
        TopicPartition { topic, partition }
    }
}

/// Correlates a response with its request; unique per sending process.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CorrelationId(pub u64);

/// What people call a record, whatever the brokers call it: the n-th record its producer was asked to send. It travels in
/// the record so that a run can be explained; no rule reads it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RecordId {
    pub producer: ClientId,
    /// From 0, in the order of the producer's `send` calls.
    pub n: u32,
}

impl RecordId {
    /// Of the record in a control batch: a broker wrote it.
    pub const CONTROL: RecordId = RecordId {
        producer: ClientId(u16::MAX),
        n: 0,
    };
}

/// Who numbers batches: an id that the cluster handed out once, and an epoch that the producer raises when it numbers anew.
/// Source: ProducerIdAndEpoch; KIP-98, KIP-360.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ProducerIdAndEpoch {
    pub id: i64,
    pub epoch: i16,
}

impl fmt::Display for BrokerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b{}", self.0)
    }
}

impl fmt::Display for ControllerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{}", self.0)
    }
}
