//! One replica of one partition on one broker, and what it does as leader or as follower.
//!
//! A partition is told its role by metadata (`role.rs`). As leader it appends (`append.rs`), serves reads (`read.rs`),
//! remembers its followers (`replica.rs`), proposes ISR changes (`isr.rs`) and moves the high watermark
//! (`high_watermark.rs`). As follower it appends what it fetched and truncates what its leader does not have
//! (`truncation.rs`). The log itself lies on the broker's disk and is passed in.
//!
//! Simplified: one log directory per broker, so a replica is never offline by itself: a broker without its directory halts.
//!
//! Source: Partition.

pub mod append;
pub mod high_watermark;
pub mod isr;
pub mod preferred_replica;
pub mod read;
pub mod replica;
pub mod role;
pub mod truncation;

use crate::base::config::{NodeConfig, TopicConfig};
use crate::base::epoch::{BrokerEpoch, LeaderEpoch, PartitionEpoch};
use crate::base::id::{BrokerId, TopicPartition};
use crate::base::map::Map;
use crate::base::offset::Offset;
use crate::base::time::SimTime;
use crate::base::why::Why;
use crate::message::broker_lifecycle::BrokerRegistration;
use crate::message::metadata::CurrentLeader;
use isr::IsrState;
use replica::Replica;

/// One hosted replica. What is here dies with the process; the high watermark survives as its last checkpoint.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Partition {
    pub id: TopicPartition,
    /// The broker that hosts this replica.
    pub local: BrokerId,
    pub role: Role,
    /// Undefined until metadata gives the first role.
    pub leader_epoch: LeaderEpoch,
    /// -1 until then.
    pub partition_epoch: PartitionEpoch,
    /// Everything below is committed, as far as this replica knows. `log_start_offset <= high_watermark <= log_end_offset`.
    pub high_watermark: Offset,
    /// The topic's settings in force here. They follow the metadata only after the roles of the same change.
    pub topic_config: TopicConfig,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    Leader(Leader),
    Follower(Follower),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Leader {
    /// Where the log ended when this leader epoch began.
    pub epoch_start_offset: Offset,
    pub isr_state: IsrState,
    /// The other assigned replicas, by ascending broker id.
    pub remote_replicas: Vec<Replica>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Follower {
    /// `None`: nobody leads the partition.
    pub leader: Option<BrokerId>,
}

/// What a decision depends on besides the partition: the time, the broker's configuration, and the brokers as its metadata
/// has them.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    pub at: SimTime,
    pub config: &'a NodeConfig,
    pub brokers: &'a Map<BrokerId, BrokerRegistration>,
    /// Of the broker that decides; unknown before it is registered.
    pub broker_epoch: BrokerEpoch,
}

impl Surroundings<'_> {
    /// A broker's epoch, if it is registered and not fenced. Source: KRaftMetadataCache.getAliveBrokerEpoch.
    fn alive_broker_epoch(&self, broker: BrokerId) -> Option<BrokerEpoch> {
        self.brokers
            .get(&broker)
            .filter(|registration| !registration.fenced)
            .map(|registration| registration.broker_epoch)
    }
}

impl Leader {
    pub fn replica(&self, broker: BrokerId) -> Option<&Replica> {
        self.remote_replicas.iter().find(|replica| replica.broker == broker)
    }

    fn replica_mut(&mut self, broker: BrokerId) -> Option<&mut Replica> {
        self.remote_replicas.iter_mut().find(|replica| replica.broker == broker)
    }

    /// Number of assigned replicas, those being added included.
    pub fn assigned_replicas(&self) -> i32 {
        self.remote_replicas.len() as i32 + 1
    }
}

impl Partition {
    /// A replica that has not been told its role yet. `checkpointed` is its high watermark as last written to disk.
    /// Source: Partition.createLog.
    pub fn new(
        id: TopicPartition,
        local: BrokerId,
        checkpointed: Offset,
        log: &crate::log::log::Log,
        topic_config: TopicConfig,
    ) -> Self {
        Partition {
            id,
            local,
            role: Role::Follower(Follower { leader: None }),
            leader_epoch: LeaderEpoch::UNDEFINED,
            partition_epoch: PartitionEpoch(-1),
            high_watermark: checkpointed.clamp(log.log_start_offset(), log.log_end_offset()),
            topic_config,
        }
    }

    pub fn as_leader(&self) -> Option<&Leader> {
        match &self.role {
            Role::Leader(leader) => Some(leader),
            Role::Follower(_) => None,
        }
    }

    /// The leader this replica believes in.
    pub fn leader(&self) -> Option<BrokerId> {
        match &self.role {
            Role::Leader(_) => Some(self.local),
            Role::Follower(follower) => follower.leader,
        }
    }

    pub fn current_leader(&self) -> CurrentLeader {
        CurrentLeader {
            leader: self.leader(),
            leader_epoch: self.leader_epoch,
        }
    }

    /// `min(min.insync.replicas, assigned replicas)`. Source: Partition.effectiveMinIsr.
    pub fn effective_min_insync_replicas(&self, leader: &Leader) -> i32 {
        self.topic_config.min_insync_replicas.min(leader.assigned_replicas())
    }

    /// Judged by the committed ISR. Source: Partition.isUnderMinIsr.
    pub fn is_under_min_isr(&self, leader: &Leader) -> bool {
        (leader.isr_state.isr().len() as i32) < self.effective_min_insync_replicas(leader)
    }

    /// Up to where read-committed readers may read: the high watermark, or where the first transaction began that is open or
    /// whose marker is not below it. Source: UnifiedLog.lastStableOffset, maybeIncrementFirstUnstableOffset.
    pub fn last_stable_offset(&self, log: &crate::log::log::Log) -> Offset {
        if !log.producers.has_transactions() {
            return self.high_watermark;
        }
        match log.producers.first_unstable_offset(self.high_watermark) {
            Some(unstable) => unstable.max(log.log_start_offset()).min(self.high_watermark),
            None => self.high_watermark,
        }
    }

    fn not_leader(&self) -> Why {
        Why::NotLeader {
            partition: self.id,
            broker: self.local,
            leader: self.leader(),
            leader_epoch: self.leader_epoch,
        }
    }
}
