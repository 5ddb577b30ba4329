//! Configuration as Kafka names it, with Kafka's defaults, bounds and units.
//!
//! A registry line gives field, type, default, Kafka's name, bounds and a line of meaning; reading by name, the page's list
//! of settings and the stories' `config` command follow from it. Static configuration belongs to one process
//! (`NodeConfig`); what the controller keeps per topic or as a cluster-wide default travels in the metadata log and
//! reaches a broker through its metadata image only.
//!
//! Source: ReplicationConfigs, ServerConfigs, QuorumConfig, TopicConfig, ProducerConfig, ConsumerConfig of 4.3.

use std::sync::Arc;

use super::rule::Rules;
use super::time::Millis;

/// What a config belongs to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ConfigResource {
    Topic(Arc<str>),
    /// The cluster-wide default of all brokers (resource name "").
    Cluster,
}

/// How a value is written, and between which bounds it lies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Milliseconds, in these bounds.
    Millis {
        least: i64,
        most: i64,
    },
    /// A count or a number of bytes, in these bounds.
    Int {
        least: i64,
        most: i64,
    },
    Bool,
    Acks,
    Isolation,
    OffsetReset,
    /// Free text, e.g. a rack name.
    Text,
}

/// One line of the registry.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Kafka's name, e.g. `replica.lag.time.max.ms`.
    pub name: &'static str,
    pub default: &'static str,
    pub kind: Kind,
    pub meaning: &'static str,
}

/// A value that a registry line does not admit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConfigError {
    UnknownName { known: Vec<&'static str> },
    NotOfKind { kind: Kind },
}

/// Types a setting can have.
trait Value: Sized {
    fn parse(text: &str, kind: Kind) -> Option<Self>;
    fn print(&self) -> String;
}

impl Value for Millis {
    fn parse(text: &str, kind: Kind) -> Option<Self> {
        let Kind::Millis { least, most } = kind else {
            return None;
        };
        text.parse().ok().filter(|n| (least..=most).contains(n)).map(Millis)
    }
    fn print(&self) -> String {
        self.0.to_string()
    }
}

impl Value for i32 {
    fn parse(text: &str, kind: Kind) -> Option<Self> {
        let Kind::Int { least, most } = kind else { return None };
        text.parse::<i64>()
            .ok()
            .filter(|n| (least..=most).contains(n))
            .and_then(|n| i32::try_from(n).ok())
    }
    fn print(&self) -> String {
        self.to_string()
    }
}

impl Value for i64 {
    fn parse(text: &str, kind: Kind) -> Option<Self> {
        let Kind::Int { least, most } = kind else { return None };
        text.parse().ok().filter(|n| (least..=most).contains(n))
    }
    fn print(&self) -> String {
        self.to_string()
    }
}

impl Value for bool {
    fn parse(text: &str, _: Kind) -> Option<Self> {
        text.parse().ok()
    }
    fn print(&self) -> String {
        self.to_string()
    }
}

impl Value for Option<String> {
    fn parse(text: &str, _: Kind) -> Option<Self> {
        Some((!text.is_empty()).then(|| text.to_string()))
    }
    fn print(&self) -> String {
        self.clone().unwrap_or_default()
    }
}

/// What a producer waits for before it calls a record acknowledged.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Acks {
    /// 0: nothing; the broker does not answer.
    None,
    /// 1: the leader's own append.
    Leader,
    /// all, -1: the high watermark has passed the record.
    All,
    /// Any other number; a broker answers `INVALID_REQUIRED_ACKS`. Only a raw request can carry it.
    Invalid(i16),
}

impl Value for Acks {
    fn parse(text: &str, _: Kind) -> Option<Self> {
        match text {
            "0" => Some(Acks::None),
            "1" => Some(Acks::Leader),
            "all" | "-1" => Some(Acks::All),
            _ => None,
        }
    }
    fn print(&self) -> String {
        match self {
            Acks::None => "0".into(),
            Acks::Leader => "1".into(),
            Acks::All => "all".into(),
            Acks::Invalid(n) => n.to_string(),
        }
    }
}

/// Up to where a consumer reads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Isolation {
    /// To the high watermark.
    ReadUncommitted,
    /// To the last stable offset.
    ReadCommitted,
}

impl Value for Isolation {
    fn parse(text: &str, _: Kind) -> Option<Self> {
        match text {
            "read_uncommitted" => Some(Isolation::ReadUncommitted),
            "read_committed" => Some(Isolation::ReadCommitted),
            _ => None,
        }
    }
    fn print(&self) -> String {
        match self {
            Isolation::ReadUncommitted => "read_uncommitted".into(),
            Isolation::ReadCommitted => "read_committed".into(),
        }
    }
}

/// Where a consumer goes on when its position does not exist.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AutoOffsetReset {
    /// To the log start.
    Earliest,
    /// To the end, as the consumer may see it.
    Latest,
    /// Nowhere: the application is told.
    None,
}

impl Value for AutoOffsetReset {
    fn parse(text: &str, _: Kind) -> Option<Self> {
        match text {
            "earliest" => Some(AutoOffsetReset::Earliest),
            "latest" => Some(AutoOffsetReset::Latest),
            "none" => Some(AutoOffsetReset::None),
            _ => None,
        }
    }
    fn print(&self) -> String {
        match self {
            AutoOffsetReset::Earliest => "earliest".into(),
            AutoOffsetReset::Latest => "latest".into(),
            AutoOffsetReset::None => "none".into(),
        }
    }
}

macro_rules! settings {
    ($(#[$doc:meta])* $struct:ident { $($field:ident: $type:ty = $default:literal $name:literal $kind:expr, $meaning:literal;)* }) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub struct $struct {
            $(#[doc = $meaning] pub $field: $type),*
        }

        impl $struct {
            pub const SETTINGS: &[Setting] = {
                // One list; a constant would be a list in each crate that reads it.
                static LIST: &[Setting] = &[
                    $(Setting { name: $name, default: $default, kind: $kind, meaning: $meaning }),*
                ];
                LIST
            };

            /// Sets one value by Kafka's name.
            pub fn set(&mut self, name: &str, text: &str) -> Result<(), ConfigError> {
                match name {
                    $($name => {
                        self.$field = <$type as Value>::parse(text, $kind).ok_or(ConfigError::NotOfKind { kind: $kind })?;
                    })*
                    _ => return Err(ConfigError::UnknownName { known: Self::SETTINGS.iter().map(|s| s.name).collect() }),
                }
                Ok(())
            }

            /// One value by Kafka's name, as Kafka prints it.
            pub fn get(&self, name: &str) -> Option<String> {
                match name {
                    $($name => Some(Value::print(&self.$field)),)*
                    _ => None,
                }
            }
        }

        impl Default for $struct {
            fn default() -> Self {
                $struct { $($field: <$type as Value>::parse($default, $kind).expect("a default lies within its bounds")),* }
            }
        }
    };
}

const MS: Kind = Kind::Millis {
    least: 1,
    most: i64::MAX,
};
const MS_OR_ZERO: Kind = Kind::Millis {
    least: 0,
    most: i64::MAX,
};
const COUNT: Kind = Kind::Int {
    least: 1,
    most: i32::MAX as i64,
};
const COUNT_OR_ZERO: Kind = Kind::Int {
    least: 0,
    most: i32::MAX as i64,
};

settings! {
    /// Static configuration of a broker process.
    BrokerConfig {
        rack: Option<String> = "" "broker.rack" Kind::Text, "Rack of this broker; used for placement and by rack-aware consumers.";
        heartbeat_interval: Millis = "2000" "broker.heartbeat.interval.ms" MS, "Time between heartbeats from a broker to the controller.";
        session_timeout: Millis = "9000" "broker.session.timeout.ms" MS, "A broker not heard of for this long is fenced.";
        initial_registration_timeout: Millis = "60000" "initial.broker.registration.timeout.ms" MS, "A broker that could not register for this long ends.";
        replica_lag_time_max: Millis = "30000" "replica.lag.time.max.ms" MS, "A follower that has not caught up for this long leaves the ISR.";
        replica_fetch_wait_max: Millis = "500" "replica.fetch.wait.max.ms" MS_OR_ZERO, "Longest time a follower's Fetch is parked at the leader.";
        replica_fetch_min_bytes: i32 = "1" "replica.fetch.min.bytes" COUNT_OR_ZERO, "Bytes that answer a parked Fetch of a follower early.";
        replica_fetch_max_bytes: i32 = "1048576" "replica.fetch.max.bytes" COUNT_OR_ZERO, "Bytes per partition in one answer to a follower; the first batch always goes.";
        replica_fetch_response_max_bytes: i32 = "10485760" "replica.fetch.response.max.bytes" COUNT_OR_ZERO, "Bytes in one answer to a follower; the first batch always goes.";
        replica_fetch_backoff: Millis = "1000" "replica.fetch.backoff.ms" MS_OR_ZERO, "How long a partition is left out of fetching after an error.";
        replica_socket_timeout: Millis = "30000" "replica.socket.timeout.ms" MS, "A follower gives up on an unanswered Fetch after this long.";
        replica_selector: Option<String> = "" "replica.selector.class" Kind::Text, "With RackAwareReplicaSelector a leader sends consumers to an in-sync replica in their own rack.";
        high_watermark_checkpoint_interval: Millis = "5000" "replica.high.watermark.checkpoint.interval.ms" MS, "Time between writes of the high watermark to disk.";
        flush_offset_checkpoint_interval: Millis = "60000" "log.flush.offset.checkpoint.interval.ms" MS_OR_ZERO, "Time between writes of the recovery point to disk.";
        initial_task_delay: Millis = "30000" "log.initial.task.delay.ms" MS_OR_ZERO, "First run of the background log tasks after start.";
        producer_id_expiration: Millis = "86400000" "producer.id.expiration.ms" MS, "A producer whose newest record is this old is forgotten, unless a transaction of its is open.";
        producer_id_expiration_check_interval: Millis = "600000" "producer.id.expiration.check.interval.ms" MS, "Time between looks for producers to forget.";
        request_timeout: Millis = "30000" "request.timeout.ms" MS, "A broker gives up on an unanswered request to the controller after this long.";
    }
}

settings! {
    /// Static configuration of a controller process.
    ControllerConfig {
        session_timeout: Millis = "9000" "broker.session.timeout.ms" MS, "A broker not heard of for this long is fenced.";
        auto_leader_rebalance: bool = "true" "auto.leader.rebalance.enable" Kind::Bool, "Whether the controller moves leadership back to preferred replicas by itself.";
        leader_imbalance_check_interval: i64 = "300" "leader.imbalance.check.interval.seconds" COUNT, "Time between checks for partitions not led by their preferred replica, in seconds.";
        unclean_election_interval: Millis = "300000" "unclean.leader.election.interval.ms" MS, "Time between passes that elect uncleanly where the topic allows it.";
        default_replication_factor: i32 = "1" "default.replication.factor" COUNT, "Replication factor of a topic created without one.";
        num_partitions: i32 = "1" "num.partitions" COUNT, "Partitions of a topic created without a number.";
        metadata_version: i32 = "30" "metadata.version" Kind::Int { least: 7, most: 30 }, "Feature level the cluster is formatted with, 30 = 4.3-IV0; counts at the first start only.";
        elr_version: i32 = "1" "eligible.leader.replicas.version" Kind::Int { least: 0, most: 1 }, "Feature level the cluster is formatted with, 0 = no ELR, needs metadata.version 23; counts at the first start only.";
    }
}

settings! {
    /// Settings of one topic, as they stand in the metadata log (topic level, else the cluster-wide default).
    TopicConfig {
        min_insync_replicas: i32 = "1" "min.insync.replicas" COUNT, "Members the ISR needs for acks=all to be accepted and for the high watermark to move.";
        unclean_leader_election: bool = "false" "unclean.leader.election.enable" Kind::Bool, "Whether a replica outside the ISR and ELR may lead when no member is alive.";
        max_message_bytes: i32 = "1048588" "max.message.bytes" COUNT_OR_ZERO, "Largest record batch the leader accepts, in bytes.";
        flush_messages: i64 = "9223372036854775807" "flush.messages" Kind::Int { least: 1, most: i64::MAX }, "Records after which the log is forced to disk.";
    }
}

settings! {
    /// Configuration of a Java producer.
    ProducerConfig {
        acks: Acks = "all" "acks" Kind::Acks, "What the producer waits for: 0 nothing, 1 the leader's append, all the high watermark.";
        enable_idempotence: bool = "true" "enable.idempotence" Kind::Bool, "Whether the broker recognises a batch sent twice.";
        batch_size: i32 = "16384" "batch.size" COUNT_OR_ZERO, "Bytes a batch may grow to before it is sent.";
        linger: Millis = "5" "linger.ms" MS_OR_ZERO, "How long a batch waits for more records.";
        max_in_flight: i32 = "5" "max.in.flight.requests.per.connection" COUNT, "Unanswered requests allowed per broker.";
        max_request_size: i32 = "1048576" "max.request.size" COUNT_OR_ZERO, "Largest request, in bytes.";
        max_block: Millis = "60000" "max.block.ms" MS_OR_ZERO, "How long send() may wait for metadata.";
        request_timeout: Millis = "30000" "request.timeout.ms" MS_OR_ZERO, "How long an answer is waited for; the broker parks acks=all no longer than this.";
        delivery_timeout: Millis = "120000" "delivery.timeout.ms" MS_OR_ZERO, "Longest time from send() to success or failure, retries included.";
        retries: i32 = "2147483647" "retries" COUNT_OR_ZERO, "Times a failed batch is sent again, within delivery.timeout.ms.";
        retry_backoff: Millis = "100" "retry.backoff.ms" MS_OR_ZERO, "Wait before the first retry; doubles up to retry.backoff.max.ms.";
        retry_backoff_max: Millis = "1000" "retry.backoff.max.ms" MS_OR_ZERO, "Longest wait between retries.";
        metadata_max_age: Millis = "300000" "metadata.max.age.ms" MS_OR_ZERO, "Metadata older than this is asked for again.";
        metadata_max_idle: Millis = "300000" "metadata.max.idle.ms" Kind::Millis { least: 5_000, most: i64::MAX }, "Metadata of a topic not used for this long is forgotten.";
        metadata_recovery_rebootstrap_trigger: Millis = "300000" "metadata.recovery.rebootstrap.trigger.ms" MS_OR_ZERO, "Without metadata for this long the client starts again from its bootstrap brokers.";
        connection_setup_timeout: Millis = "10000" "socket.connection.setup.timeout.ms" MS_OR_ZERO, "How long opening a connection may take; doubles up to socket.connection.setup.timeout.max.ms.";
        connection_setup_timeout_max: Millis = "30000" "socket.connection.setup.timeout.max.ms" MS_OR_ZERO, "Longest time that opening a connection may take.";
        reconnect_backoff: Millis = "50" "reconnect.backoff.ms" MS_OR_ZERO, "Wait before connecting again to a broker; doubles up to reconnect.backoff.max.ms.";
        reconnect_backoff_max: Millis = "1000" "reconnect.backoff.max.ms" MS_OR_ZERO, "Longest wait between connection attempts.";
    }
}

settings! {
    /// Configuration of a Java consumer that uses `assign()`.
    ConsumerConfig {
        isolation: Isolation = "read_uncommitted" "isolation.level" Kind::Isolation, "Whether reading stops at the high watermark or at the last stable offset.";
        fetch_min_bytes: i32 = "1" "fetch.min.bytes" COUNT_OR_ZERO, "Bytes that answer a parked Fetch early.";
        fetch_max_wait: Millis = "500" "fetch.max.wait.ms" MS_OR_ZERO, "Longest time a Fetch is parked at the broker.";
        fetch_max_bytes: i32 = "52428800" "fetch.max.bytes" COUNT_OR_ZERO, "Bytes in one answer; the first batch always comes.";
        max_partition_fetch_bytes: i32 = "1048576" "max.partition.fetch.bytes" COUNT_OR_ZERO, "Bytes per partition in one answer; the first batch always comes.";
        request_timeout: Millis = "30000" "request.timeout.ms" MS_OR_ZERO, "How long an answer is waited for.";
        retry_backoff: Millis = "100" "retry.backoff.ms" MS_OR_ZERO, "Wait before the first retry; doubles up to retry.backoff.max.ms.";
        retry_backoff_max: Millis = "1000" "retry.backoff.max.ms" MS_OR_ZERO, "Longest wait between retries.";
        metadata_max_age: Millis = "300000" "metadata.max.age.ms" MS_OR_ZERO, "Metadata older than this is asked for again.";
        auto_offset_reset: AutoOffsetReset = "latest" "auto.offset.reset" Kind::OffsetReset, "Where reading goes on when the position does not exist.";
        rack: Option<String> = "" "client.rack" Kind::Text, "Rack of this consumer; a broker may point it to a replica there.";
        metadata_recovery_rebootstrap_trigger: Millis = "300000" "metadata.recovery.rebootstrap.trigger.ms" MS_OR_ZERO, "Without metadata for this long the client starts again from its bootstrap brokers.";
        connection_setup_timeout: Millis = "10000" "socket.connection.setup.timeout.ms" MS_OR_ZERO, "How long opening a connection may take; doubles up to socket.connection.setup.timeout.max.ms.";
        connection_setup_timeout_max: Millis = "30000" "socket.connection.setup.timeout.max.ms" MS_OR_ZERO, "Longest time that opening a connection may take.";
        reconnect_backoff: Millis = "50" "reconnect.backoff.ms" MS_OR_ZERO, "Wait before connecting again to a broker; doubles up to reconnect.backoff.max.ms.";
        reconnect_backoff_max: Millis = "1000" "reconnect.backoff.max.ms" MS_OR_ZERO, "Longest wait between connection attempts.";
    }
}

/// The static configuration of whatever process a node is, and the rules in force.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NodeConfig {
    pub process: ProcessConfig,
    pub rules: Rules,
}

impl NodeConfig {
    /// What a broker process was started with.
    pub fn broker(&self) -> &BrokerConfig {
        match &self.process {
            ProcessConfig::Broker(config) => config,
            _ => panic!("a broker runs with a broker's configuration"),
        }
    }

    /// What a controller process was started with.
    pub fn controller(&self) -> &ControllerConfig {
        match &self.process {
            ProcessConfig::Controller(config) => config,
            _ => panic!("a controller runs with a controller's configuration"),
        }
    }
}

/// One variant per kind of process.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ProcessConfig {
    Broker(BrokerConfig),
    Controller(ControllerConfig),
    Producer(ProducerConfig),
    Consumer(ConsumerConfig),
    /// Admin client and raw requests: nothing to set.
    Admin,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_read_and_written_by_its_kafka_name() {
        let mut config = BrokerConfig::default();
        assert_eq!(config.replica_lag_time_max, Millis(30_000));
        config.set("replica.lag.time.max.ms", "3000").unwrap();
        assert_eq!(config.get("replica.lag.time.max.ms").as_deref(), Some("3000"));
    }

    #[test]
    fn a_value_out_of_bounds_or_an_unknown_name_is_refused() {
        let mut config = TopicConfig::default();
        assert_eq!(
            config.set("min.insync.replicas", "0"),
            Err(ConfigError::NotOfKind { kind: COUNT })
        );
        assert!(matches!(
            config.set("min.insync", "1"),
            Err(ConfigError::UnknownName { .. })
        ));
    }
}
