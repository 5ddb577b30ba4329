//! What the lab does, to a real cluster as to the engine: the story's lines, made concrete.
//!
//! A story's `produce` leaves to a client where it goes and how often; an act is one request to one broker with one answer, so
//! that the same act means the same to both. Partitions are written `orders.placed-0`; nodes by number, controllers from 100.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::tool::Tool;

/// The first controller's number; the others follow.
pub const FIRST_CONTROLLER: i32 = 100;

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Act {
    CreateTopic {
        topic: String,
        /// Empty if the controller shall place so many replicas of so many partitions itself.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        assignment: Vec<Vec<i32>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        partitions: Option<i32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replication_factor: Option<i32>,
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        config: BTreeMap<String, String>,
    },
    /// One Produce request. Who sent it goes on after `patience_ms`, answered or not.
    Produce {
        partition: String,
        to: i32,
        acks: i16,
        /// Key and value.
        records: Vec<(Option<String>, Option<String>)>,
        timeout_ms: i32,
        patience_ms: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        numbered: Option<Numbered>,
    },
    /// The answer to the Produce with number `of`, which was left open.
    Answer {
        of: u32,
    },
    /// One consumer's Fetch.
    Fetch {
        partition: String,
        to: i32,
        offset: i64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        epoch: Option<i32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rack: Option<String>,
        #[serde(default, skip_serializing_if = "is_zero")]
        max_wait_ms: i32,
        #[serde(default, skip_serializing_if = "is_zero")]
        min_bytes: i32,
        #[serde(default, skip_serializing_if = "is_false")]
        read_committed: bool,
    },
    /// `at` is -1 = latest, -2 = earliest.
    ListOffsets {
        partition: String,
        to: i32,
        at: i64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        epoch: Option<i32>,
    },
    /// OffsetForLeaderEpoch, as a consumer asks it.
    EpochEndOffset {
        partition: String,
        to: i32,
        epoch: i32,
        current_epoch: i32,
    },
    DeleteRecords {
        partition: String,
        to: i32,
        before: i64,
        timeout_ms: i32,
    },
    /// kill -9.
    Crash {
        node: i32,
    },
    /// SIGTERM, until the process has ended.
    Stop {
        node: i32,
    },
    /// Until every live broker lists it.
    Start {
        node: i32,
    },
    Pause {
        node: i32,
    },
    Resume {
        node: i32,
    },
    Hold {
        links: Vec<Link>,
    },
    Release {
        links: Vec<Link>,
    },
    /// Connections are reset, and new ones too until healed.
    Cut {
        links: Vec<Link>,
    },
    Heal {
        links: Vec<Link>,
    },
    Reset {
        links: Vec<Link>,
    },
    /// The next message does not arrive, and its connection breaks.
    Lose {
        link: Link,
    },
    /// Lets one held message through.
    Step {
        link: Link,
    },
    Elect {
        unclean: bool,
        /// None means all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        partition: Option<String>,
    },
    Reassign {
        partition: String,
        /// None cancels.
        replicas: Option<Vec<i32>>,
    },
    /// Several partitions in one request.
    ReassignPlan {
        plan: BTreeMap<String, Option<Vec<i32>>>,
        allow_replication_factor_change: bool,
        /// Also while something is being moved; a tool refuses it if not.
        additional: bool,
    },
    /// Of a topic, or of the cluster when there is none; a value that is null is deleted.
    Config {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        topic: Option<String>,
        set: BTreeMap<String, Option<String>>,
    },
    CreatePartitions {
        topic: String,
        count: i32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        assignment: Option<Vec<Vec<i32>>>,
    },
    Unregister {
        broker: i32,
    },
    /// A tool of Kafka's is run, with the command that the console shows.
    Tool(Tool),
    Describe {
        topic: String,
    },
}

fn is_zero(n: &i32) -> bool {
    *n == 0
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// Numbers on a batch, as an idempotent producer gives them.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbered {
    pub producer_id: i64,
    pub producer_epoch: i16,
    pub sequence: i32,
}

/// What a connection is for.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    Fetch,
    Heartbeat,
    AlterPartition,
    Metadata,
    Forwarding,
}

/// Messages that travel from one process to another, whichever of the two opened the connection; also back, if both ways.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Link {
    pub from: i32,
    pub to: i32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub purpose: Option<Purpose>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub both_ways: bool,
}

impl Link {
    /// Whether a message on its way is meant.
    pub fn covers(&self, from: i32, to: i32, purpose: Purpose) -> bool {
        let way = (self.from, self.to) == (from, to) || self.both_ways && (self.to, self.from) == (from, to);
        way && self.purpose.is_none_or(|only| only == purpose)
    }
}

impl Act {
    /// The name under which a recording has it.
    pub fn name(&self) -> String {
        let json = serde_json::to_value(self).unwrap_or_default();
        json["do"].as_str().unwrap_or_default().to_string()
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let node = |id: i32| match id >= FIRST_CONTROLLER {
            true => format!("c{}", id - FIRST_CONTROLLER + 1),
            false => format!("b{id}"),
        };
        let way = if self.both_ways { "-" } else { ">" };
        write!(f, "{}{way}{}", node(self.from), node(self.to))?;
        match self.purpose {
            Some(Purpose::Fetch) => f.write_str(":fetch"),
            Some(Purpose::Heartbeat) => f.write_str(":heartbeat"),
            Some(Purpose::AlterPartition) => f.write_str(":alter-partition"),
            Some(Purpose::Metadata) => f.write_str(":metadata"),
            Some(Purpose::Forwarding) => f.write_str(":forwarding"),
            None => Ok(()),
        }
    }
}
