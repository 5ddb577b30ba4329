//! `kafka-topics --describe` of the cluster as the controller has it, byte for byte what Kafka 4.3 prints.
//!
//! Kafka asks a broker, which answers from its own metadata; here the controller's newest is printed. A topic's id is random
//! in Kafka; here it is made from the number under which the controller knows the topic.
//!
//! Source: TopicCommand.TopicDescription.printDescription, PartitionDescription.printDescription; Uuid.toString.

use std::fmt::Write;

use replication::base::config::ConfigResource;
use replication::base::id::{BrokerId, TopicId};
use replication::base::map::Map;
use replication::log::metadata_record::PartitionRegistration;
use replication::quorum::image::MetadataImage;
use simulation::cluster::Cluster;
use simulation::digest::Digest;

/// Describes one topic, or all in the order of their names. Each line ends with a line feed.
pub fn describe(cluster: &Cluster, topic: Option<&str>) -> String {
    let Some(image) = cluster.metadata() else {
        return String::new();
    };
    let mut out = String::new();
    for (name, id) in &image.topic_ids {
        if topic.is_none_or(|wanted| wanted == &**name) {
            describe_topic(image, name, *id, &mut out);
        }
    }
    if let (Some(topic), true) = (topic, out.is_empty()) {
        let _ = writeln!(
            out,
            "Error while executing topic command : Topic '{topic}' does not exist as expected"
        );
    }
    out
}

fn describe_topic(image: &MetadataImage, name: &str, id: TopicId, out: &mut String) {
    let partitions: Vec<(i32, &PartitionRegistration)> = image
        .partitions
        .iter()
        .filter(|(partition, _)| partition.topic == id)
        .map(|(partition, registration)| (partition.partition, &**registration))
        .collect();
    let factor = partitions
        .first()
        .map_or(0, |(_, first)| first.replicas.len() - first.adding_replicas.len());
    let _ = writeln!(
        out,
        "Topic: {name}\tTopicId: {}\tPartitionCount: {}\tReplicationFactor: {factor}\tConfigs: {}",
        uuid(id),
        partitions.len(),
        configs(image, name),
    );
    for (partition, registration) in partitions {
        describe_partition(name, partition, registration, out);
    }
}

fn describe_partition(name: &str, partition: i32, registration: &PartitionRegistration, out: &mut String) {
    let leader = registration.leader.map_or("none".to_string(), |id| id.0.to_string());
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
    let printed: Vec<String> = configs.iter().map(|(name, value)| format!("{name}={value}")).collect();
    printed.join(",")
}

fn ids(brokers: &[BrokerId]) -> String {
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
