//! How processes, partitions and ways are called outside the engine.

use replication::base::id::{BrokerId, TopicPartition};
use replication::quorum::image::MetadataImage;

pub use scenario::language::value::purpose_name as purpose;
pub use scenario::reading::node_name as node;

/// `orders.placed-0`. A topic that is not in the metadata any more keeps its number.
pub fn partition(image: Option<&MetadataImage>, id: TopicPartition) -> String {
    match image.and_then(|image| image.topic_name(id.topic)) {
        Some(topic) => format!("{topic}-{}", id.partition),
        None => format!("topic {}-{}", id.topic.0, id.partition),
    }
}

/// The partition of this name.
pub fn find_partition(image: &MetadataImage, name: &str) -> Option<TopicPartition> {
    let (topic, number) = name.rsplit_once('-')?;
    let id = TopicPartition::new(*image.topic_ids.get(topic)?, number.parse().ok()?);
    image.partitions.contains_key(&id).then_some(id)
}

pub fn numbers<'a>(brokers: impl IntoIterator<Item = &'a BrokerId>) -> Vec<i32> {
    brokers.into_iter().map(|broker| broker.0).collect()
}
