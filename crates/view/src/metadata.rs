//! The newest metadata there is, so that a cluster whose controller is down can still be looked at.

use std::borrow::Cow;

use replication::quorum::image::MetadataImage;
use simulation::cluster::Cluster;

use crate::read_board::as_broker;

/// The controller's; while it is down what its disk holds, which is more than the broker that got furthest may have heard.
pub fn metadata(cluster: &Cluster) -> Option<Cow<'_, MetadataImage>> {
    if let Some(image) = cluster.metadata() {
        return Some(Cow::Borrowed(image));
    }
    let logs = cluster.slots.values().map(|slot| &slot.disk.metadata_log);
    let log = logs.max_by_key(|log| log.len())?;
    let known = brokers_metadata(cluster);
    let unheard = &log[known.map_or(0, |image| image.end_offset as usize).min(log.len())..];
    if unheard.is_empty() {
        return known.map(Cow::Borrowed);
    }
    let mut image = known.cloned().unwrap_or_default();
    unheard.iter().for_each(|record| image.apply(record));
    Some(Cow::Owned(image))
}

fn brokers_metadata(cluster: &Cluster) -> Option<&MetadataImage> {
    let processes = cluster.brokers().filter_map(|(_, slot)| as_broker(slot));
    let images = processes.map(|broker| &*broker.metadata.image);
    images
        .max_by_key(|image| image.end_offset)
        .filter(|image| image.end_offset > 0)
}
