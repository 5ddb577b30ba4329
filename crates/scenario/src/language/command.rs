//! One line of a story, understood: what the runner carries out.

use replication::base::config::Acks;
use replication::base::config::{BrokerConfig, ConsumerConfig, ControllerConfig, Isolation, ProducerConfig};
use replication::base::id::ProducerIdAndEpoch;
use replication::base::rule::Rule;
use replication::log::record_batch::EndTransactionMarker;
use replication::message::admin::ElectionType;
use replication::message::application::StartPosition;
use replication::message::list_offsets::OffsetSpec;

use simulation::feed::numbered;

use super::condition::Condition;
use super::registry::Group;
use super::value::{At, LinksName, NodeName, PartitionName};
use crate::printed::Tool;

/// A command with its place in the text.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// Where it begins.
    pub at: At,
    /// As it was written, without comment and outer blanks.
    pub text: String,
    pub group: Group,
    pub command: Command,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    Cluster(Box<ClusterLine>),
    Topic {
        name: String,
        placement: TopicPlacement,
        configs: Vec<(String, String)>,
        asked: Asked,
    },
    CreatePartitions {
        topic: String,
        count: i32,
        assignment: Option<Vec<Vec<i32>>>,
        asked: Asked,
    },
    Producer {
        name: String,
        config: Box<ProducerConfig>,
    },
    Consumer {
        name: String,
        config: Box<ConsumerConfig>,
    },
    Produce(Produce),
    /// From one record to the next so many µs; none at all when `None`.
    Rate {
        producer: String,
        every: Option<u64>,
    },
    Request {
        name: String,
        to: NodeName,
        partition: PartitionName,
        request: RawRequest,
    },
    Consume {
        partition: PartitionName,
        by: Implicit,
        from: StartPosition,
    },
    Commit {
        partition: PartitionName,
        by: String,
        offset: Option<i64>,
    },
    Crash(Vec<NodeName>),
    Stop(Vec<NodeName>),
    Start(Vec<NodeName>),
    /// Restarts brokers, one after another.
    Roll {
        brokers: Vec<NodeName>,
        wait: RollWait,
        /// For each broker, and each time it is waited for.
        max: u64,
    },
    Pause(Vec<NodeName>),
    Resume(Vec<NodeName>),
    PowerLoss(Vec<NodeName>),
    LoseDisk(Vec<NodeName>),
    Retention {
        broker: NodeName,
        partition: PartitionName,
        below: i64,
    },
    SlowDisk {
        brokers: Vec<NodeName>,
        per_append: u64,
    },
    Isolate(Vec<NodeName>),
    Cut(LinksName),
    Heal(LinksName),
    Slow {
        links: LinksName,
        by: u64,
    },
    Hold(LinksName),
    Release(LinksName),
    Step {
        links: LinksName,
        count: i64,
    },
    Lose(LinksName),
    Reset(LinksName),
    Elect {
        election: ElectionType,
        partition: Option<PartitionName>,
        asked: Asked,
    },
    Reassign {
        /// Where each partition shall be; `None` cancels what is under way.
        plan: Vec<(PartitionName, Option<Vec<i32>>)>,
        /// Also while another reassignment is under way.
        additional: bool,
        allow_replication_factor_change: bool,
        asked: Asked,
    },
    Unregister {
        broker: NodeName,
        asked: Asked,
    },
    Config {
        of: ConfigOf,
        settings: Vec<(String, String)>,
        asked: Asked,
    },
    Rule {
        rule: Rule,
        on: bool,
    },
    Run(u64),
    /// To a moment since begin, and there `steps` of what is due at it; all of it when `None`.
    RunTo {
        time: u64,
        steps: Option<u64>,
    },
    RunUntil {
        condition: Condition,
        max: u64,
    },
    Settle {
        max: u64,
    },
    Begin,
    Say {
        id: String,
        headline: String,
        text: String,
    },
    Focus(Vec<String>),
    Pace(Pace),
    Label(String),
    Expect(Condition),
    /// Invariants, by their numbers.
    ExpectFinding(Vec<&'static str>),
    /// The lines that were printed last.
    ExpectPrinted(Vec<String>),
    Print(Tool),
    TraceAll,
}

/// The name by which one can ask about the controller's answer, if the line gives one.
pub type Asked = Option<String>;

/// The cluster and its static configuration.
#[derive(Clone, PartialEq, Debug)]
pub struct ClusterLine {
    pub brokers: i32,
    /// One per broker, or none.
    pub racks: Vec<String>,
    pub seed: u64,
    pub broker: BrokerConfig,
    pub controller: ControllerConfig,
}

#[derive(Clone, PartialEq, Debug)]
pub enum TopicPlacement {
    Assignment(Vec<Vec<i32>>),
    /// Left to the controller; -1 is its default.
    Automatic {
        partitions: i32,
        replication_factor: i32,
    },
}

/// A client that a line may introduce.
#[derive(Clone, PartialEq, Debug)]
pub struct Implicit {
    pub name: String,
    /// This line is the first to name it.
    pub new: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Produce {
    pub topic: String,
    pub from: Implicit,
    /// Of the producer, if it is new.
    pub config: Box<ProducerConfig>,
    pub records: Records,
    /// By explicit choice of the application.
    pub partition: Option<i32>,
    /// One by one, so many µs from each to the next; all at once when `None`.
    pub every: Option<u64>,
}

/// Records that differ only by their number. `{n}` in key and value stands for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Records {
    pub key: Option<String>,
    pub value: Option<String>,
    pub headers: Vec<(String, String)>,
    pub count: i64,
    /// Number of the first one.
    pub first: i64,
}

impl Records {
    /// Key and value of each record.
    pub fn texts(&self) -> impl Iterator<Item = (Option<String>, Option<String>)> {
        (self.first..self.first + self.count).map(|n| {
            let numbered = |text: &Option<String>| text.as_ref().map(|text| numbered(text, n));
            (numbered(&self.key), numbered(&self.value))
        })
    }
}

/// A batch numbered as an idempotent producer would.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbered {
    pub producer: ProducerIdAndEpoch,
    pub base_sequence: i32,
}

/// One request to one node, one answer, no retry.
#[derive(Clone, PartialEq, Debug)]
pub enum RawRequest {
    Produce {
        acks: Acks,
        timeout: i64,
        records: Records,
        numbered: Option<Numbered>,
        transactional: bool,
        /// Its checksum does not match.
        corrupt: bool,
    },
    WriteTxnMarkers {
        producer: ProducerIdAndEpoch,
        marker: EndTransactionMarker,
        transaction_version: i16,
    },
    Fetch {
        offset: i64,
        epoch: Option<i32>,
        isolation: Isolation,
        debugging: bool,
        max_wait: i64,
        min_bytes: i64,
    },
    DeleteRecords {
        /// -1 = up to the high watermark.
        before: i64,
        timeout: i64,
    },
    ListOffsets {
        at: OffsetSpec,
        epoch: Option<i32>,
        isolation: Isolation,
    },
}

/// Whose settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConfigOf {
    Topic(String),
    /// The cluster-wide default of topic settings.
    Cluster,
    /// Static settings of one process. It reads them as it goes on.
    Process(NodeName),
}

/// When a rolling restart goes on to the next broker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RollWait {
    /// Every replica it holds is in the ISR: nothing is under-replicated because of it.
    Isr,
    /// Its process is up and unfenced, which says nothing of its replicas.
    Unfenced,
}

/// How fast the page plays from here on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// What matters gets the time an eye needs.
    Event,
    /// So many µs of model time per second on the wall.
    Steady(u64),
}
