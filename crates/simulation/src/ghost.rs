//! What no process may know but people and checkers must: what became of each record, and how far anything was ever committed.
//!
//! Ghosts watch every input that a process handles, at both speeds, and look only at the partitions that the input can touch.
//! They never feed back: a run with and without ghosts is the same run. They grow with what was sent, a few bytes per
//! record and some more per batch, shared between copies.

use std::sync::Arc;

use replication::base::config::Acks;
use replication::base::epoch::{LeaderEpoch, PartitionEpoch};
use replication::base::error_code::ErrorCode;
use replication::base::id::{BrokerId, ClientId, CorrelationId, NodeId, RecordId, TopicPartition};
use replication::base::map::Map;
use replication::base::offset::Offset;
use replication::base::set::Set;
use replication::base::time::SimTime;
use replication::log::metadata_record::PartitionRegistration;
use replication::log::record_batch::RecordBatch;
use replication::message::application::SendError;

use crate::chunks::Chunks;
use crate::cluster::End;

/// All that is remembered of a run besides its state.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ghosts {
    /// Per client that sends records.
    pub senders: Map<ClientId, Sender>,
    pub partitions: Arc<Map<TopicPartition, Arc<PartitionGhost>>>,
    /// What each consumer was given, as runs of one leader epoch.
    pub reads: Map<(ClientId, TopicPartition), Arc<Vec<Read>>>,
    /// Consumers that did not go on where they had been, nor were told to: where they should have, and where they did.
    pub jumps: Chunks<Jump>,
    /// Assignments that no record has come of yet.
    pub(crate) assigned: Set<(ClientId, i32)>,
    /// Every time records went from a log.
    pub losses: Chunks<Arc<Loss>>,
    /// How and when each process last ended, oldest first.
    pub ends: Chunks<Ended>,
    /// Records of the metadata log that were read.
    pub(crate) metadata_end: u64,
    /// Record batches put on their way, by who sent them and to whom.
    pub traffic: Arc<Map<(NodeId, NodeId), Traffic>>,
    /// Raw Produce requests without an answer yet: the first record of each batch.
    pub(crate) raw: Map<(ClientId, CorrelationId), Vec<(TopicPartition, RecordId)>>,
}

/// The records of one client.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Sender {
    /// By `RecordId::n`.
    pub records: Chunks<RecordGhost>,
    pub batches: Chunks<BatchGhost>,
    /// Records whose fate the application was told.
    pub told: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RecordGhost {
    /// When the application called `send()`.
    pub sent_at: SimTime,
    /// Its place among the sender's batches, once it is in one.
    pub batch: Option<u32>,
}

/// What became of a batch. Its records share it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BatchGhost {
    pub first: RecordId,
    pub records: u32,
    /// `None` if it never got one.
    pub partition: Option<TopicPartition>,
    pub acks: Option<Acks>,
    /// When it first went on its way; `None` if it never did.
    pub sent_at: Option<SimTime>,
    /// How many times it was sent.
    pub attempts: u32,
    /// To whom it was sent last.
    pub sent_to: Option<BrokerId>,
    /// Of one sent with acks=0: the broker that read it last and wrote nothing, which it tells nobody.
    pub turned_away: Option<TurnedAway>,
    pub told: Option<Told>,
    /// Where a leader appended it first.
    pub append: Option<Append>,
    /// Where leaders appended it again.
    pub copies: Vec<Append>,
    /// When the high watermark first passed it.
    pub committed: Option<(SimTime, u64)>,
}

/// A broker read a batch and wrote nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TurnedAway {
    pub broker: BrokerId,
    /// It believed that it led the partition.
    pub led: bool,
}

/// What one process sent to another. Simplified: record batches only; requests and answers around them are not counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Traffic {
    pub batches: u64,
    pub bytes: u64,
}

/// A leader wrote a batch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Append {
    pub broker: BrokerId,
    pub base_offset: Offset,
    pub epoch: LeaderEpoch,
    pub at: SimTime,
    pub step: u64,
}

/// What a producer told its application, once and for all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Told {
    pub outcome: Outcome,
    pub at: SimTime,
    pub step: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    Acknowledged {
        base_offset: Option<Offset>,
    },
    Failed(SendError),
    /// A raw request's own answer.
    Refused(ErrorCode),
    /// A raw request's connection was lost, or it expects no answer.
    Unknown,
}

/// How far a partition ever got, and under whom.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PartitionGhost {
    /// Highest high watermark that a leader legitimately reached in the current lineage.
    pub true_high_watermark: Offset,
    /// Each leader epoch that the controller wrote, oldest first.
    pub terms: Vec<Term>,
    /// Harm since the ISR was last full and everybody in it had everything.
    pub harm: Harm,
    /// The most there ever was at a time, lost records among it.
    pub worst: Harm,
    /// The least effective min ISR that it ever had.
    pub least_min_isr: i32,
    /// Where its leader stood when metadata made it give up a proposal of which it had not heard: the controller may have
    /// accepted that, and until the leader knows more it counts without those who joined. Source: Partition.makeLeader.
    pub overtaken: Option<(LeaderEpoch, PartitionEpoch)>,
    /// A leader was elected again without having heard that another led meanwhile, and kept what it remembered of followers that
    /// may have cut their logs since. It may take for committed what they do not have. Source: Replica.resetReplicaState, which
    /// forgets only if the broker did not lead.
    pub overslept: bool,
    /// The controller's record as last written.
    pub registration: Arc<PartitionRegistration>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Term {
    pub epoch: LeaderEpoch,
    /// `None`: the controller wrote that there is no leader.
    pub leader: Option<BrokerId>,
    pub election: Election,
    /// kafka-leader-election asked for it, so that no setting would have stood in the way.
    pub asked: bool,
    pub at: SimTime,
    pub step: u64,
    /// Where the leader's log ended when it took up its role; `None` until it has.
    pub start_offset: Option<Offset>,
}

/// How a leader came to its epoch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Election {
    /// From the ISR or ELR, or there is no leader.
    Clean,
    /// ISR and ELR were empty, and it had led last.
    LastKnownLeader,
    /// From outside, where the topic allows it or somebody asked for it.
    Unclean,
    /// From outside, although nobody allowed it: Kafka never does.
    WithoutConsent,
}

/// What happened to the processes and disks of a partition's replicas.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Harm {
    /// Processes that ended without a clean shutdown, whatever became of their disks.
    pub unclean_ends: u32,
    /// Disks that lost records of the partition, or everything.
    pub lossy: u32,
}

/// A consumer was given `from..next`, all of one leader epoch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Read {
    pub from: Offset,
    pub next: Offset,
    pub epoch: LeaderEpoch,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Jump {
    pub client: ClientId,
    pub partition: TopicPartition,
    pub from: Offset,
    pub to: Offset,
    pub at: SimTime,
    pub step: u64,
}

/// Records went from one replica's log.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Loss {
    pub broker: BrokerId,
    pub partition: TopicPartition,
    /// The log ended here before,
    pub from: Offset,
    /// and here after.
    pub to: Offset,
    pub at: SimTime,
    pub step: u64,
    pub cause: LossCause,
    /// The high watermark that the replica had, if its process ran.
    pub high_watermark: Option<Offset>,
    pub batches: Vec<Arc<RecordBatch>>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LossCause {
    /// The replica cut its log to match its leader's.
    Truncation,
    PowerLoss,
    DiskLoss,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ended {
    pub node: NodeId,
    pub end: End,
    pub at: SimTime,
    pub step: u64,
}

impl Ghosts {
    /// What became of a record.
    pub fn record(&self, id: RecordId) -> Option<(&RecordGhost, Option<&BatchGhost>)> {
        let sender = self.senders.get(&id.producer)?;
        let record = sender.records.get(id.n as usize)?;
        let batch = record.batch.and_then(|place| sender.batches.get(place as usize));
        Some((record, batch))
    }
}
