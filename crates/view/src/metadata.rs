//! The newest metadata there is, so that a cluster whose controller is down can still be looked at.

use std::borrow::Cow;

use replication::quorum::image::MetadataImage;
use simulation::cluster::Cluster;

use crate::read_board::as_broker;

/// The controller's; while it is down that of the broker that got furthest; and while nobody has any, what the controller's
/// disk holds.
pub fn metadata(cluster: &Cluster) -> Option<Cow<'_, MetadataImage>> {
    let controllers = cluster.metadata().map(Cow::Borrowed);
    controllers
        .or_else(|| brokers_metadata(cluster).map(Cow::Borrowed))
        .or_else(|| {
            let logs = cluster.slots.values().map(|slot| &slot.disk.metadata_log);
            let log = logs.max_by_key(|log| log.len()).filter(|log| !log.is_empty())?;
            let mut image = MetadataImage::default();
            log.iter().for_each(|record| image.apply(record));
            Some(Cow::Owned(image))
        })
}

fn brokers_metadata(cluster: &Cluster) -> Option<&MetadataImage> {
    let processes = cluster.brokers().filter_map(|(_, slot)| as_broker(slot));
    let images = processes.map(|broker| &*broker.metadata.image);
    images
        .max_by_key(|image| image.end_offset)
        .filter(|image| image.end_offset > 0)
}
