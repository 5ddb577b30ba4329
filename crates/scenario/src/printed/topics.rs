//! `kafka-topics --describe`, with its filters, byte for byte what Kafka 4.3 prints.
//!
//! Kafka asks a broker, which answers from its own metadata; here the controller's newest is printed, unless a broker is
//! named. A topic's id is random in Kafka; here it is made from the number under which the controller knows the topic.
//!
//! Source: TopicCommand.TopicDescription.printDescription, PartitionDescription.printDescription, DescribeOptions; Uuid.toString.

use std::fmt::Write;

use replication::base::config::ConfigResource;
use replication::base::id::{BrokerId, NodeId, TopicId};
use replication::base::map::Map;
use replication::log::metadata_record::PartitionRegistration;
use replication::node::Node;
use replication::quorum::image::MetadataImage;
use simulation::cluster::Cluster;
use simulation::digest::Digest;

/// What `--describe` is asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Described {
    pub topic: Option<String>,
    pub only: Option<Only>,
    pub exclude_internal: bool,
    /// Whose metadata; the controller's newest when `None`.
    pub from: Option<i32>,
}

impl Described {
    pub fn of(topic: &str) -> Self {
        Described {
            topic: Some(topic.into()),
            ..Described::default()
        }
    }
}

/// Filters, of which Kafka takes one at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Only {
    UnderReplicated,
    Unavailable,
    UnderMinIsr,
    AtMinIsr,
    WithOverrides,
}

impl Only {
    /// As Kafka's options are called, without their dashes.
    pub const ALL: [(&str, Only); 5] = [
        ("under-replicated-partitions", Only::UnderReplicated),
        ("unavailable-partitions", Only::Unavailable),
        ("under-min-isr-partitions", Only::UnderMinIsr),
        ("at-min-isr-partitions", Only::AtMinIsr),
        ("topics-with-overrides", Only::WithOverrides),
    ];

    pub fn named(name: &str) -> Option<Only> {
        Only::ALL
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, only)| *only)
    }

    pub fn name(self) -> &'static str {
        Only::ALL
            .iter()
            .find(|(_, only)| *only == self)
            .map_or("", |(name, _)| name)
    }
}

/// Kafka's own topics. Nothing here makes one, but a story may. Source: Topic.INTERNAL_TOPICS.
pub(super) fn is_internal(topic: &str) -> bool {
    matches!(
        topic,
        "__consumer_offsets" | "__transaction_state" | "__share_group_state"
    )
}

/// The command as one would type it, without where the cluster is.
pub fn command(described: &Described) -> String {
    let mut command = String::from("kafka-topics.sh --describe");
    if let Some(topic) = &described.topic {
        command = command + " --topic " + topic;
    }
    if let Some(only) = described.only {
        command = command + " --" + only.name();
    }
    if described.exclude_internal {
        command += " --exclude-internal";
    }
    if let Some(from) = described.from {
        let _ = write!(command, " --bootstrap-server b{from}");
    }
    command
}

/// The metadata of one broker, if it is up; without one the newest that there is.
fn image(cluster: &Cluster, from: Option<i32>) -> Option<&MetadataImage> {
    let broker = |id: NodeId| match cluster.node(id) {
        Some(Node::Broker(broker)) => Some(&*broker.metadata.image),
        _ => None,
    };
    match from {
        Some(id) => broker(NodeId::Broker(BrokerId(id))),
        None => cluster
            .metadata()
            .or_else(|| cluster.slots.keys().find_map(|id| broker(*id))),
    }
}

/// Each line ends with a line feed.
pub fn describe(cluster: &Cluster, wanted: &Described) -> String {
    let mut out = String::new();
    let Some(image) = image(cluster, wanted.from) else {
        out.push_str(
            "Error while executing topic command : Timed out waiting for a node assignment. Call: listTopics\n",
        );
        return out;
    };
    if let Some(topic) = wanted
        .topic
        .as_deref()
        .filter(|topic| !image.topic_ids.contains_key(*topic))
    {
        let _ = writeln!(
            out,
            "Error while executing topic command : Topic '{topic}' does not exist as expected"
        );
    }
    for (name, id) in &image.topic_ids {
        let is_wanted = wanted.topic.as_deref().is_none_or(|topic| topic == &**name);
        if is_wanted && !(wanted.exclude_internal && is_internal(name)) {
            describe_topic(image, name, *id, wanted.only, &mut out);
        }
    }
    out
}

fn describe_topic(image: &MetadataImage, name: &str, id: TopicId, only: Option<Only>, out: &mut String) {
    let partitions: Vec<(i32, &PartitionRegistration)> = image
        .partitions
        .iter()
        .filter(|(partition, _)| partition.topic == id)
        .map(|(partition, registration)| (partition.partition, &**registration))
        .collect();
    let configs = configs(image, name);
    let describes_topic = match only {
        None => true,
        Some(Only::WithOverrides) => !configs.is_empty(),
        Some(_) => false,
    };
    if describes_topic {
        let factor = partitions.first().map_or(0, |(_, first)| replication_factor(first));
        let _ = writeln!(
            out,
            "Topic: {name}\tTopicId: {}\tPartitionCount: {}\tReplicationFactor: {factor}\tConfigs: {configs}",
            uuid(id),
            partitions.len(),
        );
    }
    let min_isr = image.topic_config(id).min_insync_replicas;
    for (partition, registration) in partitions {
        if is_among(image, registration, min_isr, only) {
            describe_partition(image, name, partition, registration, out);
        }
    }
}

/// What is being added does not count. Source: TopicCommand.getReplicationFactor.
fn replication_factor(partition: &PartitionRegistration) -> usize {
    partition.replicas.len() - partition.adding_replicas.len()
}

/// A broker takes nobody for a leader that it believes fenced. Source: KRaftMetadataCache.getAliveEndpoint.
fn leader(image: &MetadataImage, partition: &PartitionRegistration) -> Option<BrokerId> {
    let alive = |id: &BrokerId| image.brokers.get(id).is_some_and(|registered| !registered.fenced);
    partition.leader.filter(alive)
}

/// Source: TopicCommand.PartitionDescription.isUnderReplicated, hasUnavailablePartitions, isUnderMinIsr, isAtMinIsrPartitions.
fn is_among(image: &MetadataImage, partition: &PartitionRegistration, min_isr: i32, only: Option<Only>) -> bool {
    let isr = partition.isr.len();
    match only {
        None => true,
        Some(Only::WithOverrides) => false,
        Some(Only::UnderReplicated) => isr < replication_factor(partition),
        Some(Only::Unavailable) => leader(image, partition).is_none(),
        Some(Only::UnderMinIsr) => leader(image, partition).is_none() || (isr as i32) < min_isr,
        Some(Only::AtMinIsr) => isr as i32 == min_isr,
    }
}

fn describe_partition(
    image: &MetadataImage,
    name: &str,
    partition: i32,
    registration: &PartitionRegistration,
    out: &mut String,
) {
    let leader = leader(image, registration).map_or("none".to_string(), |id| id.0.to_string());
    let _ = write!(
        out,
        "\tTopic: {name}\tPartition: {partition}\tLeader: {leader}\tReplicas: {}\tIsr: {}",
        ids(&registration.replicas),
        ids(&registration.isr),
    );
    if !(registration.adding_replicas.is_empty() && registration.removing_replicas.is_empty()) {
        let (adding, removing) = (&registration.adding_replicas, &registration.removing_replicas);
        let _ = write!(
            out,
            "\tAdding Replicas: {}\tRemoving Replicas: {}",
            ids(adding),
            ids(removing)
        );
    }
    let _ = writeln!(
        out,
        "\tElr: {}\tLastKnownElr: {}",
        ids(&registration.elr),
        ids(&registration.last_known_elr)
    );
}

/// In the order of Kafka's hash map of a topic's settings. Source: Config.entries, String.hashCode; observed on 4.3.1.
static ORDER: [&str; 4] = [
    "min.insync.replicas",
    "flush.messages",
    "max.message.bytes",
    "unclean.leader.election.enable",
];

/// What is not Kafka's built-in default: the topic's own settings, and what the whole cluster has.
fn configs(image: &MetadataImage, name: &str) -> String {
    let of = |resource: ConfigResource| {
        image
            .configs
            .iter()
            .filter(move |((of, _), _)| *of == resource)
            .map(|((_, name), value)| (name, value))
    };
    let mut configs: Map<_, _> = of(ConfigResource::Cluster).collect();
    configs.extend(of(ConfigResource::Topic(name.into())));
    let mut configs: Vec<_> = configs.into_iter().collect();
    configs.sort_by_key(|(name, _)| ORDER.iter().position(|known| **known == ***name));
    let printed: Vec<String> = configs.iter().map(|(name, value)| format!("{name}={value}")).collect();
    printed.join(",")
}

pub(super) fn ids(brokers: &[BrokerId]) -> String {
    let ids: Vec<String> = brokers.iter().map(|id| id.0.to_string()).collect();
    ids.join(",")
}

/// 16 bytes in base 64, as Kafka prints a `Uuid`: 22 letters.
fn uuid(id: TopicId) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let bits = (u128::from(Digest::of(&("topic", id))) << 64) | u128::from(Digest::of(&("id", id)));
    let letter = |n: u32| {
        let group = if n == 21 {
            (bits << 4) & 0x3f
        } else {
            bits >> (122 - 6 * n)
        };
        LETTERS[(group & 0x3f) as usize] as char
    };
    // Kafka draws again while an id begins with a dash.
    let text: String = (0..22).map(letter).collect();
    text.replacen('-', "_", usize::from(text.starts_with('-')))
}
