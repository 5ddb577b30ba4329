//! Every command of the language, one entry each: its arguments, what it does, where a menu offers it, and whether a real
//! cluster can do it too. Parsing, help, GRAMMAR.md and the page's menus follow from this table.

use super::build;
use super::command::Command;
use super::error::StoryError;
use super::limits;
use super::parse::Args;
use super::value::Kind;
use replication::base::config::{BrokerConfig, ConsumerConfig, ControllerConfig, ProducerConfig, Setting, TopicConfig};

/// Chapters of the grammar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Group {
    SetUp,
    Clients,
    Processes,
    Connections,
    Administration,
    Time,
    Telling,
    Checking,
}

impl Group {
    /// Lines of this chapter do something to the cluster, beyond letting time pass.
    pub fn acts(self) -> bool {
        !matches!(self, Group::Time | Group::Telling | Group::Checking)
    }

    pub const ALL: &[(Group, &str)] = &[
        (Group::SetUp, "Setting up"),
        (Group::Clients, "Producing and consuming"),
        (Group::Processes, "Processes and disks"),
        (Group::Connections, "Connections"),
        (Group::Administration, "Administration"),
        (Group::Time, "Time"),
        (Group::Telling, "Telling"),
        (Group::Checking, "Checking"),
    ];
}

/// What a menu entry belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MenuOf {
    Broker,
    Connection,
    Partition,
    Topic,
    Producer,
    Consumer,
    Cluster,
}

impl MenuOf {
    pub fn name(self) -> &'static str {
        match self {
            MenuOf::Broker => "broker",
            MenuOf::Connection => "connection",
            MenuOf::Partition => "partition",
            MenuOf::Topic => "topic",
            MenuOf::Producer => "producer",
            MenuOf::Consumer => "consumer",
            MenuOf::Cluster => "cluster",
        }
    }
}

/// One argument.
#[derive(Clone, Copy, Debug)]
pub struct Arg {
    pub name: &'static str,
    pub kind: Kind,
    pub need: Need,
    pub help: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    Must,
    May,
    /// One or more, to the end of the words.
    Many,
}

/// What other `key=value`s a command takes.
#[derive(Clone, Copy, Debug)]
pub enum Extra {
    Nothing,
    /// Kafka settings, by Kafka's names.
    Settings(&'static [&'static [Setting]]),
    /// Facts about the subject.
    Facts,
    /// Partitions, and the replicas that each shall have.
    Plan,
}

impl Extra {
    /// The settings, each once, in the order of their names.
    pub fn settings(self) -> Vec<Setting> {
        let mut settings = match self {
            Extra::Settings(registries) => registries.concat(),
            Extra::Nothing | Extra::Facts | Extra::Plan => Vec::new(),
        };
        // The cluster's racks= stands for it; and a setting of brokers and controller is one setting.
        settings.retain(|setting| setting.name != "broker.rack");
        settings.sort_by_key(|setting| setting.name);
        settings.dedup_by_key(|setting| setting.name);
        settings
    }
}

/// One command.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    pub name: &'static str,
    pub group: Group,
    pub words: &'static [Arg],
    pub keys: &'static [Arg],
    pub extra: Extra,
    pub help: &'static str,
    /// Where menus offer it, and under which label.
    pub menu: &'static [(MenuOf, &'static str)],
    /// The lab does it on a real cluster, in most of its forms.
    pub lab: bool,
    pub build: fn(&mut Args<'_>) -> Result<Command, StoryError>,
}

const fn must(name: &'static str, kind: Kind, help: &'static str) -> Arg {
    Arg {
        name,
        kind,
        need: Need::Must,
        help,
    }
}

const fn may(name: &'static str, kind: Kind, help: &'static str) -> Arg {
    Arg {
        name,
        kind,
        need: Need::May,
        help,
    }
}

const fn many(name: &'static str, kind: Kind, help: &'static str) -> Arg {
    Arg {
        name,
        kind,
        need: Need::Many,
        help,
    }
}

const fn count(least: i64, most: i64) -> Kind {
    Kind::Count { least, most }
}

const LEADER_EPOCH: Arg = may(
    "epoch",
    count(0, i32::MAX as i64),
    "leader epoch the client believes in; not checked when left out",
);
const PRODUCER_EPOCH: Kind = count(0, i16::MAX as i64);
const REQUEST_NAME: Arg = may(
    "as",
    Kind::Name,
    "name by which `expect` asks about the answer; `answer` when left out",
);
/// Of what is asked of the controller.
const ASKED: Arg = may(
    "as",
    Kind::Name,
    "name by which `expect` and `print` ask about the answer; a line that has one may be refused",
);
const EXCLUDE_INTERNAL: Arg = may("exclude-internal", Kind::Bool, "leaves out Kafka's own topics");
const TRUE_PRINTS: &str = "true prints it; false when left out";
const ISOLATION: Arg = may("isolation", Kind::Isolation, "read_uncommitted when left out");
const REPLICAS: Arg = must(
    "replicas",
    Kind::Replicas,
    "where it shall be, the preferred leader first",
);
const ADDITIONAL: Arg = may(
    "additional",
    Kind::Bool,
    "false refuses it while another reassignment is under way; true when left out",
);
const FACTOR_CHANGE: Arg = may(
    "allow-replication-factor-change",
    Kind::Bool,
    "whether it may have more or fewer replicas than before; true when left out",
);
static SERVER: &[Arg] = &[must("process", Kind::Server, "")];
static SERVERS: &[Arg] = &[many("process", Kind::Server, "")];
static BROKERS: &[Arg] = &[many("broker", Kind::Broker, "")];
static LINKS: &[Arg] = &[must("connection", Kind::Links, "")];
const TO_NODE: Arg = must("node", Kind::Broker, "who is asked");
const OF_PARTITION: Arg = must("partition", Kind::Partition, "");
const WAIT: Arg = may("max", Kind::Duration, "longest wait; one minute when left out");
const RECORD_COUNT: Arg = may(
    "count",
    count(1, limits::RECORDS_AT_ONCE),
    "how many records; `{n}` in key and value is the number of each",
);
const RECORD_FIRST: Arg = may(
    "first",
    count(0, i64::MAX),
    "number of the first record; 0 when left out",
);

/// Every command.
pub static COMMANDS: &[Spec] = &[
    Spec {
        name: "cluster",
        group: Group::SetUp,
        words: &[],
        keys: &[
            must(
                "brokers",
                count(1, limits::BROKERS),
                "broker processes, b1 onwards; one controller, c1, stands apart",
            ),
            may("racks", Kind::Racks, "rack of each broker"),
            may(
                "seed",
                count(0, i64::MAX),
                "decides latencies and time-outs within their ranges; 1 when left out",
            ),
        ],
        extra: Extra::Settings(&[BrokerConfig::SETTINGS, ControllerConfig::SETTINGS]),
        help: "Starts a cluster and waits until every broker is unfenced. Static settings of brokers and controller go here.",
        menu: &[],
        lab: true,
        build: build::cluster,
    },
    Spec {
        name: "topic",
        group: Group::SetUp,
        words: &[must("name", Kind::NewTopic, "")],
        keys: &[
            may("assignment", Kind::Assignment, ""),
            may(
                "partitions",
                count(1, limits::PARTITIONS),
                "left to num.partitions when left out",
            ),
            may(
                "replication-factor",
                count(1, limits::BROKERS),
                "left to default.replication.factor when left out",
            ),
            ASKED,
        ],
        extra: Extra::Settings(&[TopicConfig::SETTINGS]),
        help: "Creates a topic and waits until every broker knows it.",
        menu: &[(MenuOf::Cluster, "Create a topic")],
        lab: true,
        build: build::topic,
    },
    Spec {
        name: "create-partitions",
        group: Group::Administration,
        words: &[
            must("topic", Kind::Topic, ""),
            must(
                "count",
                count(1, limits::PARTITIONS),
                "how many it shall have, those it has included",
            ),
        ],
        keys: &[
            may(
                "assignment",
                Kind::Assignment,
                "of the new ones; left to the controller when left out",
            ),
            ASKED,
        ],
        extra: Extra::Nothing,
        help: "kafka-topics --alter --partitions: a topic gets more partitions. Records stay where they are.",
        menu: &[(MenuOf::Topic, "Add partitions")],
        lab: true,
        build: build::create_partitions,
    },
    Spec {
        name: "producer",
        group: Group::Clients,
        words: &[must("name", Kind::NewClient, "")],
        keys: &[],
        extra: Extra::Settings(&[ProducerConfig::SETTINGS]),
        help: "Starts a Java producer. It is idempotent, unless acks is 0 or 1, retries is 0 or enable.idempotence=false.",
        menu: &[(MenuOf::Cluster, "Add a producer")],
        lab: true,
        build: build::producer,
    },
    Spec {
        name: "console-producer",
        group: Group::Clients,
        words: &[must("name", Kind::NewClient, "")],
        keys: &[],
        extra: Extra::Settings(&[ProducerConfig::SETTINGS]),
        help: "Starts kafka-console-producer: a producer with retries=3, request.timeout.ms=1500 and linger.ms=1000 where the line says nothing else.",
        menu: &[(MenuOf::Cluster, "Add a console producer")],
        lab: true,
        build: build::console_producer,
    },
    Spec {
        name: "consumer",
        group: Group::Clients,
        words: &[must("name", Kind::NewClient, "")],
        keys: &[],
        extra: Extra::Settings(&[ConsumerConfig::SETTINGS]),
        help: "Starts a Java consumer without a group; `consume` assigns it partitions.",
        menu: &[(MenuOf::Cluster, "Add a consumer")],
        lab: true,
        build: build::consumer,
    },
    Spec {
        name: "produce",
        group: Group::Clients,
        words: &[
            must("topic", Kind::Topic, ""),
            may("key", Kind::Text, "the same as key="),
        ],
        keys: &[
            may("key", Kind::Text, ""),
            may("value", Kind::Text, "the key's text when left out"),
            may("headers", Kind::Headers, ""),
            may(
                "partition",
                count(0, limits::PARTITIONS - 1),
                "the application's own choice; left to the partitioner when left out",
            ),
            may(
                "acks",
                Kind::Acks,
                "of the producer; one with other acks than its own sends through a sibling of that name",
            ),
            may("enable.idempotence", Kind::Bool, "of the producer"),
            RECORD_COUNT,
            RECORD_FIRST,
            may(
                "rate",
                count(1, limits::RATE),
                "records per second, one by one, as time goes on; all at once when left out",
            ),
            may(
                "from",
                Kind::Name,
                "the producer; `producer` when left out, introduced by its first record",
            ),
        ],
        extra: Extra::Nothing,
        help: "Hands records to a Java producer's send(): metadata, partitioner, batching, retries are the client's.",
        menu: &[(MenuOf::Partition, "Produce"), (MenuOf::Producer, "Send records")],
        lab: true,
        build: build::produce,
    },
    Spec {
        name: "rate",
        group: Group::Clients,
        words: &[
            must("producer", Kind::Producer, ""),
            must("per-second", count(0, limits::RATE), "0 holds what is still to be sent"),
        ],
        keys: &[],
        extra: Extra::Nothing,
        help: "Changes the rate at which an application goes on sending what `produce … rate=` has begun.",
        menu: &[(MenuOf::Producer, "Change its rate")],
        lab: false,
        build: build::rate,
    },
    Spec {
        name: "request produce",
        group: Group::Clients,
        words: &[TO_NODE, OF_PARTITION],
        keys: &[
            may("acks", Kind::Text, "0, 1, all, or any other number; all when left out"),
            may("key", Kind::Text, ""),
            may("value", Kind::Text, "the key's text when left out"),
            RECORD_COUNT,
            RECORD_FIRST,
            may(
                "timeout",
                Kind::Duration,
                "how long the broker may park it; 30s when left out",
            ),
            may(
                "producer-id",
                count(0, i64::MAX),
                "as an idempotent producer numbers its batches; not numbered when left out",
            ),
            may("producer-epoch", PRODUCER_EPOCH, "with a producer id; 0 when left out"),
            may(
                "sequence",
                count(0, i32::MAX as i64),
                "of the first record, with a producer id; 0 when left out",
            ),
            may(
                "transactional",
                Kind::Bool,
                "part of a transaction of that producer; false when left out",
            ),
            may(
                "corrupt",
                Kind::Bool,
                "bits of the batch have changed on the way; false when left out",
            ),
            REQUEST_NAME,
        ],
        extra: Extra::Nothing,
        help: "Sends one raw Produce request to a named broker: one answer, no retry.",
        menu: &[],
        lab: true,
        build: build::request_produce,
    },
    Spec {
        name: "request write-txn-markers",
        group: Group::Clients,
        words: &[TO_NODE, OF_PARTITION],
        keys: &[
            must("producer-id", count(0, i64::MAX), "whose transaction ends"),
            may("producer-epoch", PRODUCER_EPOCH, "0 when left out"),
            must("result", Kind::Word(&["commit", "abort"]), ""),
            may(
                "coordinator-epoch",
                count(0, i32::MAX as i64),
                "of the transaction coordinator; 0 when left out",
            ),
            may(
                "transaction-version",
                count(0, 2),
                "with 2 the epoch has to be newer than that of the records; 2 when left out",
            ),
            REQUEST_NAME,
        ],
        extra: Extra::Nothing,
        help: "Ends a transaction in one partition, as its coordinator would, by one raw WriteTxnMarkers request to the leader.",
        menu: &[],
        lab: false,
        build: build::request_write_txn_markers,
    },
    Spec {
        name: "request fetch",
        group: Group::Clients,
        words: &[TO_NODE, OF_PARTITION],
        keys: &[
            must("offset", count(0, i64::MAX), "first offset wanted"),
            LEADER_EPOCH,
            ISOLATION,
            may(
                "reader",
                Kind::Word(&["consumer", "debugging"]),
                "debugging reads to the log end, from any replica",
            ),
            may(
                "wait",
                Kind::Duration,
                "how long the broker may park it; 0 when left out",
            ),
            may("min-bytes", count(0, i32::MAX as i64), "1 when left out"),
            REQUEST_NAME,
        ],
        extra: Extra::Nothing,
        help: "Sends one raw Fetch request to a named broker.",
        menu: &[],
        lab: true,
        build: build::request_fetch,
    },
    Spec {
        name: "request delete-records",
        group: Group::Clients,
        words: &[TO_NODE, OF_PARTITION],
        keys: &[
            may(
                "before",
                count(0, i64::MAX),
                "records below this offset go; all that are committed when left out",
            ),
            may(
                "timeout",
                Kind::Duration,
                "how long the broker may wait for the other replicas; 30s when left out",
            ),
            REQUEST_NAME,
        ],
        extra: Extra::Nothing,
        help: "kafka-delete-records: sends one raw DeleteRecords request to a named broker.",
        menu: &[],
        lab: true,
        build: build::request_delete_records,
    },
    Spec {
        name: "request list-offsets",
        group: Group::Clients,
        words: &[TO_NODE, OF_PARTITION],
        keys: &[must("at", Kind::OffsetSpec, ""), LEADER_EPOCH, ISOLATION, REQUEST_NAME],
        extra: Extra::Nothing,
        help: "Sends one raw ListOffsets request to a named broker.",
        menu: &[],
        lab: true,
        build: build::request_list_offsets,
    },
    Spec {
        name: "consume",
        group: Group::Clients,
        words: &[OF_PARTITION],
        keys: &[
            may(
                "from",
                Kind::StartPosition,
                "earliest when left out; saved = from its own store, else the earliest",
            ),
            may(
                "by",
                Kind::Name,
                "the consumer; `consumer` when left out, introduced by its first use",
            ),
        ],
        extra: Extra::Nothing,
        help: "Assigns a partition to a consumer, which reads on from there for as long as it runs.",
        menu: &[(MenuOf::Partition, "Consume"), (MenuOf::Consumer, "Read a partition")],
        lab: true,
        build: build::consume,
    },
    Spec {
        name: "commit",
        group: Group::Clients,
        words: &[OF_PARTITION],
        keys: &[
            may("offset", count(0, i64::MAX), "its position when left out"),
            may("by", Kind::Consumer, "the consumer; `consumer` when left out"),
        ],
        extra: Extra::Nothing,
        help: "Saves an offset in the consumer's own store; the brokers hear nothing of it.",
        menu: &[(MenuOf::Consumer, "Save its position")],
        lab: true,
        build: build::commit,
    },
    Spec {
        name: "crash",
        group: Group::Processes,
        words: SERVERS,
        keys: &[],
        extra: Extra::Nothing,
        help: "kill -9: a process is gone at once; its files and what the page cache holds stay.",
        menu: &[(MenuOf::Broker, "Crash (kill -9)")],
        lab: true,
        build: build::crash,
    },
    Spec {
        name: "stop",
        group: Group::Processes,
        words: SERVERS,
        keys: &[],
        extra: Extra::Nothing,
        help: "SIGTERM: controlled shutdown.",
        menu: &[(MenuOf::Broker, "Stop (controlled)")],
        lab: true,
        build: build::stop,
    },
    Spec {
        name: "start",
        group: Group::Processes,
        words: BROKERS,
        keys: &[],
        extra: Extra::Nothing,
        help: "Starts brokers that are down, each on the disk it left.",
        menu: &[(MenuOf::Broker, "Start")],
        lab: true,
        build: build::start,
    },
    Spec {
        name: "roll",
        group: Group::Processes,
        words: BROKERS,
        keys: &[
            may(
                "wait",
                Kind::Word(&["isr", "unfenced"]),
                "isr, until all its replicas are in sync, or unfenced, until its process is; isr when left out",
            ),
            WAIT,
        ],
        extra: Extra::Nothing,
        help: "Restarts brokers one after another: each is stopped, started, and waited for.",
        menu: &[(MenuOf::Broker, "Restart (controlled)")],
        lab: true,
        build: build::roll,
    },
    Spec {
        name: "pause",
        group: Group::Processes,
        words: SERVERS,
        keys: &[],
        extra: Extra::Nothing,
        help: "A process stops running but keeps memory and connections: a long GC, SIGSTOP.",
        menu: &[(MenuOf::Broker, "Pause (long GC)")],
        lab: true,
        build: build::pause,
    },
    Spec {
        name: "resume",
        group: Group::Processes,
        words: SERVERS,
        keys: &[],
        extra: Extra::Nothing,
        help: "A paused process goes on: first what waits in its sockets, then its overdue timers.",
        menu: &[(MenuOf::Broker, "Resume")],
        lab: true,
        build: build::resume,
    },
    Spec {
        name: "power-loss",
        group: Group::Processes,
        words: BROKERS,
        keys: &[],
        extra: Extra::Nothing,
        help: "As a crash, and what was not flushed to disk is gone.",
        menu: &[(MenuOf::Broker, "Power loss")],
        lab: false,
        build: build::power_loss,
    },
    Spec {
        name: "lose-disk",
        group: Group::Processes,
        words: BROKERS,
        keys: &[],
        extra: Extra::Nothing,
        help: "As a crash, and nothing is left on the disk.",
        menu: &[(MenuOf::Broker, "Lose its disk")],
        lab: false,
        build: build::lose_disk,
    },
    Spec {
        name: "slow-disk",
        group: Group::Processes,
        words: BROKERS,
        keys: &[must("by", Kind::Duration, "per append; 0ms ends it")],
        extra: Extra::Nothing,
        help: "Each append of these brokers takes this much longer.",
        menu: &[(MenuOf::Broker, "Slow its disk")],
        lab: false,
        build: build::slow_disk,
    },
    Spec {
        name: "retention",
        group: Group::Processes,
        words: &[must("broker", Kind::Broker, "whose replica"), OF_PARTITION],
        keys: &[must(
            "below",
            count(0, i64::MAX),
            "where the last segment ends that is old enough; never above the high watermark",
        )],
        extra: Extra::Nothing,
        help: "The retention task of one broker finds segments that are old enough, and deletes them.",
        menu: &[(MenuOf::Partition, "Delete old records")],
        lab: false,
        build: build::retention,
    },
    Spec {
        name: "isolate",
        group: Group::Connections,
        words: BROKERS,
        keys: &[],
        extra: Extra::Nothing,
        help: "Cuts a broker off from all other brokers and the controller; clients still reach it.",
        menu: &[(MenuOf::Broker, "Isolate")],
        lab: true,
        build: build::isolate,
    },
    Spec {
        name: "cut",
        group: Group::Connections,
        words: LINKS,
        keys: &[],
        extra: Extra::Nothing,
        help: "Nothing gets through and nobody is told. What is sent waits, until the cut is healed or its connection closed.",
        menu: &[(MenuOf::Connection, "Cut")],
        lab: true,
        build: build::cut,
    },
    Spec {
        name: "heal",
        group: Group::Connections,
        words: LINKS,
        keys: &[],
        extra: Extra::Nothing,
        help: "Ends a cut and a slowness.",
        menu: &[(MenuOf::Connection, "Heal")],
        lab: true,
        build: build::heal,
    },
    Spec {
        name: "slow",
        group: Group::Connections,
        words: LINKS,
        keys: &[must("by", Kind::Duration, "one way, per message; 0ms ends it")],
        extra: Extra::Nothing,
        help: "Messages take this much longer.",
        menu: &[(MenuOf::Connection, "Slow")],
        lab: false,
        build: build::slow,
    },
    Spec {
        name: "hold",
        group: Group::Connections,
        words: LINKS,
        keys: &[],
        extra: Extra::Nothing,
        help: "Messages wait at the receiver's door, until `step` lets one through or `release` all.",
        menu: &[(MenuOf::Connection, "Hold")],
        lab: true,
        build: build::hold,
    },
    Spec {
        name: "release",
        group: Group::Connections,
        words: LINKS,
        keys: &[],
        extra: Extra::Nothing,
        help: "Held messages go on, and later ones are not held.",
        menu: &[(MenuOf::Connection, "Release")],
        lab: true,
        build: build::release,
    },
    Spec {
        name: "step",
        group: Group::Connections,
        words: LINKS,
        keys: &[may("count", count(1, 1_000), "1 when left out")],
        extra: Extra::Nothing,
        help: "Lets held messages through, one on each held way.",
        menu: &[(MenuOf::Connection, "Let one through")],
        lab: true,
        build: build::step,
    },
    Spec {
        name: "lose",
        group: Group::Connections,
        words: LINKS,
        keys: &[],
        extra: Extra::Nothing,
        help: "The next message that would arrive is lost, and its connection with it.",
        menu: &[(MenuOf::Connection, "Lose the next message")],
        lab: true,
        build: build::lose,
    },
    Spec {
        name: "reset",
        group: Group::Connections,
        words: LINKS,
        keys: &[],
        extra: Extra::Nothing,
        help: "Resets connections: what is in flight is gone, both sides are told; the next message connects again.",
        menu: &[(MenuOf::Connection, "Reset")],
        lab: true,
        build: build::reset,
    },
    Spec {
        name: "elect",
        group: Group::Administration,
        words: &[
            must("election", Kind::Word(&["preferred", "unclean"]), ""),
            may("partition", Kind::Partition, "every partition when left out"),
        ],
        keys: &[ASKED],
        extra: Extra::Nothing,
        help: "kafka-leader-election.",
        menu: &[
            (MenuOf::Partition, "Elect a leader"),
            (MenuOf::Cluster, "Elect leaders everywhere"),
        ],
        lab: true,
        build: build::elect,
    },
    Spec {
        name: "reassign",
        group: Group::Administration,
        words: &[OF_PARTITION],
        keys: &[REPLICAS, ADDITIONAL, FACTOR_CHANGE, ASKED],
        extra: Extra::Nothing,
        help: "kafka-reassign-partitions --execute: added replicas copy the log, then removed ones go. With as= the tool refuses a broker that is down; without, an Admin client asks, which does not.",
        menu: &[(MenuOf::Partition, "Move to other brokers")],
        lab: true,
        build: build::reassign,
    },
    Spec {
        name: "reassign plan",
        group: Group::Administration,
        words: &[],
        keys: &[ADDITIONAL, FACTOR_CHANGE, ASKED],
        extra: Extra::Plan,
        help: "The same for several partitions at once, such as orders-0=4,2,3 orders-1=2,3,4.",
        menu: &[],
        lab: true,
        build: build::reassign_plan,
    },
    Spec {
        name: "reassign cancel",
        group: Group::Administration,
        words: &[many("partition", Kind::Partition, "")],
        keys: &[ASKED],
        extra: Extra::Nothing,
        help: "kafka-reassign-partitions --cancel: back to the replicas it had before.",
        menu: &[(MenuOf::Partition, "Cancel the move")],
        lab: true,
        build: build::reassign_cancel,
    },
    Spec {
        name: "unregister",
        group: Group::Administration,
        words: &[must("broker", Kind::Broker, "")],
        keys: &[ASKED],
        extra: Extra::Nothing,
        help: "kafka-cluster unregister: the controller forgets a broker. One that still runs is heard no more until it is started again.",
        menu: &[(MenuOf::Broker, "Unregister (forget it)")],
        lab: true,
        build: build::unregister,
    },
    Spec {
        name: "config topic",
        group: Group::Administration,
        words: &[must("topic", Kind::Topic, "")],
        keys: &[ASKED],
        extra: Extra::Settings(&[TopicConfig::SETTINGS]),
        help: "Changes settings of a topic, through the controller; an empty value deletes one.",
        menu: &[(MenuOf::Topic, "Change a setting")],
        lab: true,
        build: build::config_topic,
    },
    Spec {
        name: "config cluster",
        group: Group::Administration,
        words: &[],
        keys: &[ASKED],
        extra: Extra::Settings(&[TopicConfig::SETTINGS]),
        help: "Changes the cluster-wide default of topic settings, through the controller; an empty value deletes one.",
        menu: &[(MenuOf::Cluster, "Change a setting")],
        lab: true,
        build: build::config_cluster,
    },
    Spec {
        name: "config process",
        group: Group::Administration,
        words: SERVER,
        keys: &[],
        extra: Extra::Settings(&[BrokerConfig::SETTINGS, ControllerConfig::SETTINGS]),
        help: "Changes static settings of one process. Kafka would want a restart; here it counts when it is next read.",
        menu: &[(MenuOf::Broker, "Change a setting")],
        lab: false,
        build: build::config_process,
    },
    Spec {
        name: "config producer",
        group: Group::Administration,
        words: &[must("producer", Kind::Producer, "")],
        keys: &[],
        extra: Extra::Settings(&[ProducerConfig::SETTINGS]),
        help: "Changes settings of a producer. In Kafka its application would close it and make another; here it goes on as it is.",
        menu: &[(MenuOf::Producer, "Change a setting")],
        lab: false,
        build: build::config_producer,
    },
    Spec {
        name: "config consumer",
        group: Group::Administration,
        words: &[must("consumer", Kind::Consumer, "")],
        keys: &[],
        extra: Extra::Settings(&[ConsumerConfig::SETTINGS]),
        help: "Changes settings of a consumer. In Kafka its application would close it and make another; here it goes on from where it is.",
        menu: &[(MenuOf::Consumer, "Change a setting")],
        lab: false,
        build: build::config_consumer,
    },
    Spec {
        name: "rule",
        group: Group::Administration,
        words: &[
            must("rule", Kind::Text, "one of Kafka's safety rules"),
            must("state", Kind::Word(&["off", "on"]), ""),
        ],
        keys: &[],
        extra: Extra::Nothing,
        help: "Takes one of Kafka's safety rules away from every process, or gives it back.",
        menu: &[],
        lab: false,
        build: build::rule,
    },
    Spec {
        name: "run",
        group: Group::Time,
        words: &[must("time", Kind::Duration, "")],
        keys: &[],
        extra: Extra::Nothing,
        help: "Lets so much model time pass.",
        menu: &[],
        lab: true,
        build: build::run,
    },
    Spec {
        name: "run to",
        group: Group::Time,
        words: &[must("time", Kind::Duration, "since begin")],
        keys: &[may(
            "steps",
            count(0, i64::MAX),
            "only so many of the steps due at that very moment",
        )],
        extra: Extra::Nothing,
        help: "Goes on to a moment; written by the page to place what a person did.",
        menu: &[],
        lab: false,
        build: build::run_to,
    },
    Spec {
        name: "run until",
        group: Group::Time,
        words: &[must("subject", Kind::Subject, "")],
        keys: &[WAIT],
        extra: Extra::Facts,
        help: "Goes on, step by step, until a condition holds; an error if it does not in time.",
        menu: &[],
        lab: true,
        build: build::run_until,
    },
    Spec {
        name: "settle",
        group: Group::Time,
        words: &[],
        keys: &[WAIT],
        extra: Extra::Nothing,
        help: "Goes on until nothing is under way: no client waits, brokers know all metadata, live replicas are equal.",
        menu: &[],
        lab: true,
        build: build::settle_cluster,
    },
    Spec {
        name: "begin",
        group: Group::Telling,
        words: &[],
        keys: &[],
        extra: Extra::Nothing,
        help: "What came before is hidden; time zero is here.",
        menu: &[],
        lab: true,
        build: build::begin,
    },
    Spec {
        name: "say",
        group: Group::Telling,
        words: &[
            must("id", Kind::Name, ""),
            must("headline", Kind::Text, "what is true now, in at most 12 words"),
            may("text", Kind::Text, "why it is so, or what to watch next"),
        ],
        keys: &[],
        extra: Extra::Nothing,
        help: "A caption, in force from here to the next one.",
        menu: &[],
        lab: true,
        build: build::say,
    },
    Spec {
        name: "focus",
        group: Group::Telling,
        words: &[many("thing", Kind::Thing, "")],
        keys: &[],
        extra: Extra::Nothing,
        help: "What the caption before it wants looked at.",
        menu: &[],
        lab: true,
        build: build::focus,
    },
    Spec {
        name: "pace",
        group: Group::Telling,
        words: &[must("pace", Kind::Word(&["event", "steady"]), "")],
        keys: &[may(
            "per-second",
            Kind::Duration,
            "of steady pace: model time per second; 1s when left out",
        )],
        extra: Extra::Nothing,
        help: "How fast the page plays from here on: by events, or at a steady rate.",
        menu: &[],
        lab: true,
        build: build::pace,
    },
    Spec {
        name: "label",
        group: Group::Telling,
        words: &[must("name", Kind::NewLabel, "")],
        keys: &[],
        extra: Extra::Nothing,
        help: "Names this moment.",
        menu: &[],
        lab: true,
        build: build::label,
    },
    Spec {
        name: "expect",
        group: Group::Checking,
        words: &[must("subject", Kind::Subject, "")],
        keys: &[],
        extra: Extra::Facts,
        help: "Fails, with what was found, unless a condition holds.",
        menu: &[],
        lab: true,
        build: build::expect,
    },
    Spec {
        name: "expect finding",
        group: Group::Checking,
        words: &[many("invariant", Kind::Text, "a number such as I-10")],
        keys: &[],
        extra: Extra::Nothing,
        help: "Fails unless these invariants were broken by now, a rule being switched off. A story expects all that is found in it.",
        menu: &[],
        lab: false,
        build: build::expect_finding,
    },
    Spec {
        name: "expect printed",
        group: Group::Checking,
        words: &[many("line", Kind::Text, "one line of it, letter by letter")],
        keys: &[],
        extra: Extra::Nothing,
        help: "Fails unless this is what was printed last, all of its lines and no other; \"\" for nothing at all.",
        menu: &[],
        lab: false,
        build: build::expect_printed,
    },
    Spec {
        name: "describe",
        group: Group::Checking,
        words: &[may("topic", Kind::Topic, "every topic when left out")],
        keys: &[
            may(
                "only",
                Kind::Word(&[
                    "under-replicated-partitions",
                    "unavailable-partitions",
                    "under-min-isr-partitions",
                    "at-min-isr-partitions",
                    "topics-with-overrides",
                ]),
                "a filter, by the name of Kafka's option",
            ),
            EXCLUDE_INTERNAL,
            may(
                "from",
                Kind::Broker,
                "who is asked, and answers from its own metadata; the controller's newest is printed when left out",
            ),
        ],
        extra: Extra::Nothing,
        help: "Prints what kafka-topics --describe prints.",
        menu: &[(MenuOf::Topic, "Describe"), (MenuOf::Cluster, "Describe every topic")],
        lab: true,
        build: build::describe,
    },
    Spec {
        name: "get-offsets",
        group: Group::Checking,
        words: &[may(
            "of",
            Kind::Thing,
            "a topic or a partition; every partition when left out",
        )],
        keys: &[
            may(
                "time",
                Kind::Text,
                "latest, earliest, max-timestamp, earliest-local, latest-tiered, earliest-pending-upload, their numbers -1 to -6, \
                 or a timestamp in ms; latest when left out",
            ),
            EXCLUDE_INTERNAL,
        ],
        extra: Extra::Nothing,
        help: "Prints what kafka-get-offsets prints.",
        menu: &[(MenuOf::Topic, "Get its offsets"), (MenuOf::Cluster, "Get all offsets")],
        lab: true,
        build: build::get_offsets,
    },
    Spec {
        name: "reassign list",
        group: Group::Checking,
        words: &[],
        keys: &[],
        extra: Extra::Nothing,
        help: "Prints what kafka-reassign-partitions --list prints.",
        menu: &[(MenuOf::Cluster, "List reassignments")],
        lab: true,
        build: build::reassign_list,
    },
    Spec {
        name: "reassign generate",
        group: Group::Checking,
        words: &[many("topic", Kind::Topic, "")],
        keys: &[must("brokers", Kind::Replicas, "over which they are to be spread")],
        extra: Extra::Nothing,
        help: "Prints what kafka-reassign-partitions --generate prints: where the topics are, and a plan that nobody carries out yet.",
        menu: &[],
        lab: true,
        build: build::reassign_generate,
    },
    Spec {
        name: "reassign verify",
        group: Group::Checking,
        words: &[],
        keys: &[],
        extra: Extra::Plan,
        help: "Prints what kafka-reassign-partitions --verify prints about a plan.",
        menu: &[],
        lab: true,
        build: build::reassign_verify,
    },
    Spec {
        name: "print",
        group: Group::Checking,
        words: &[must(
            "name",
            Kind::Name,
            "of a producer, a consumer, or what was asked of the controller",
        )],
        keys: &[
            may("print.timestamp", Kind::Bool, TRUE_PRINTS),
            may("print.partition", Kind::Bool, TRUE_PRINTS),
            may("print.offset", Kind::Bool, TRUE_PRINTS),
            may("print.epoch", Kind::Bool, TRUE_PRINTS),
            may("print.headers", Kind::Bool, TRUE_PRINTS),
            may("print.key", Kind::Bool, TRUE_PRINTS),
            may("print.value", Kind::Bool, "true when left out"),
            may(
                "max-messages",
                count(1, limits::RECORDS as i64),
                "after which a consumer ends",
            ),
        ],
        extra: Extra::Nothing,
        help: "Prints what a tool has printed so far: kafka-console-producer, kafka-console-consumer with its formatter, or the tool whose request was answered.",
        menu: &[
            (MenuOf::Producer, "What kafka-console-producer prints"),
            (MenuOf::Consumer, "What kafka-console-consumer prints"),
        ],
        lab: true,
        build: build::print,
    },
    Spec {
        name: "trace all",
        group: Group::Checking,
        words: &[],
        keys: &[],
        extra: Extra::Nothing,
        help: "The recorded output holds every step, not only moments.",
        menu: &[],
        lab: false,
        build: build::trace_all,
    },
];

/// Finds a command by the first word, or the first two.
pub fn find(first: &str, second: Option<&str>) -> Option<&'static Spec> {
    let two = second.map(|second| format!("{first} {second}"));
    let named = |name: &str| COMMANDS.iter().find(|spec| spec.name == name);
    two.and_then(|two| named(&two)).or_else(|| named(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_arguments_stand_in_order() {
        for (place, spec) in COMMANDS.iter().enumerate() {
            assert!(
                COMMANDS[..place].iter().all(|other| other.name != spec.name),
                "{}",
                spec.name
            );
            let optional = spec.words.iter().skip_while(|arg| arg.need == Need::Must);
            assert!(optional.clone().all(|arg| arg.need != Need::Must), "{}", spec.name);
            assert!(
                spec.words.iter().rev().skip(1).all(|arg| arg.need != Need::Many),
                "{}",
                spec.name
            );
        }
    }

    #[test]
    fn every_chapter_has_commands() {
        for (group, title) in Group::ALL {
            assert!(COMMANDS.iter().any(|spec| spec.group == *group), "{title}");
        }
    }
}
