//! What of the board is asked for, and which partitions that is.
//!
//! Only this is read, so that the board's cost follows the screen and not the cluster. A board of few partitions is given
//! whole. Of a larger one there are its topics, one sign of how each of their partitions is, and the rows that are in sight.
//! A row is a partition of an unfolded topic; the rows are numbered through, from topic to topic.

use std::sync::Arc;

use replication::base::config::TopicConfig;
use replication::base::id::TopicPartition;
use replication::log::metadata_record::PartitionRegistration;
use replication::quorum::image::MetadataImage;

use crate::board::TopicView;
use crate::health::Health;
use crate::name;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// Newest records of each replica of an open partition.
    pub records: usize,
    /// A board of at most so many partitions is given whole.
    pub whole: usize,
    /// Rows in sight of a board that is not.
    pub first: usize,
    pub count: usize,
    /// Partitions whose logs are shown, wherever their rows are.
    pub open: Vec<String>,
    /// Topics whose partitions have rows.
    pub unfolded: Vec<String>,
    /// Only partitions whose name has this in it. While something is sought, no topic is folded.
    pub find: String,
    /// Only partitions that lack a leader or a member of the ISR.
    pub troubled: bool,
    /// Messages of which nothing would be missed, too.
    pub idle: bool,
    /// First fields of each message.
    pub fields: usize,
    /// The message that is opened: with all its fields, and given whatever it carries.
    pub message: Option<String>,
}

impl Default for Seen {
    fn default() -> Self {
        Seen {
            records: 16,
            whole: 40,
            first: 0,
            count: 0,
            open: Vec::new(),
            unfolded: Vec::new(),
            find: String::new(),
            troubled: false,
            idle: true,
            fields: 8,
            message: None,
        }
    }
}

/// One partition that is given.
#[derive(Debug)]
pub struct ShownPartition<'a> {
    pub id: TopicPartition,
    pub record: &'a Arc<PartitionRegistration>,
    pub row: Option<u32>,
    pub open: bool,
}

/// The partitions that are given, in the order of topics, and the topics when these are not all.
#[derive(Default, Debug)]
pub struct Shown<'a> {
    pub partitions: Vec<ShownPartition<'a>>,
    pub topics: Vec<TopicView>,
    pub partition_count: u32,
    everything: bool,
}

impl<'a> Shown<'a> {
    /// Nothing is out of sight, and no partition is read.
    pub fn everything() -> Shown<'a> {
        Shown {
            everything: true,
            ..Shown::default()
        }
    }

    pub fn choose(image: &'a MetadataImage, seen: &Seen) -> Shown<'a> {
        let open: Vec<TopicPartition> = seen
            .open
            .iter()
            .filter_map(|name| name::find_partition(image, name))
            .collect();
        let mut shown = Shown {
            partition_count: image.partitions.len() as u32,
            ..Shown::default()
        };
        if image.partitions.len() <= seen.whole {
            shown.partitions = image
                .partitions
                .iter()
                .zip(0..)
                .map(|((id, record), row)| ShownPartition {
                    id: *id,
                    record,
                    row: Some(row),
                    open: open.contains(id),
                })
                .collect();
            return shown;
        }
        let mut rows = 0;
        let mut config = TopicConfig::default();
        let mut topic_id = None;
        for (id, record) in &image.partitions {
            if topic_id != Some(id.topic) {
                topic_id = Some(id.topic);
                config = image.topic_config(id.topic);
                shown.topics.push(TopicView::named(image.topic_name(id.topic)));
            }
            let topic = shown.topics.last_mut().expect("the topic of this partition was added");
            let health = Health::of(record, &config);
            topic.count(health);
            let fits = (!seen.troubled || health != Health::Well)
                && (seen.find.is_empty() || name::partition(Some(image), *id).contains(&seen.find));
            let mut row = None;
            if fits {
                topic.matching += 1;
                if topic.unfolded(seen) {
                    row = Some(rows as u32);
                    rows += 1;
                }
            }
            let in_sight = row.is_some_and(|row| (seen.first..seen.first + seen.count).contains(&(row as usize)));
            let open = open.contains(id);
            if in_sight || open {
                shown.partitions.push(ShownPartition {
                    id: *id,
                    record,
                    row,
                    open,
                });
            }
        }
        shown
    }

    /// Whether a partition is among those given.
    pub fn has(&self, id: TopicPartition) -> bool {
        self.everything || self.partitions.binary_search_by(|shown| shown.id.cmp(&id)).is_ok()
    }
}

impl TopicView {
    fn named(name: Option<&Arc<str>>) -> TopicView {
        TopicView {
            name: name.map(ToString::to_string).unwrap_or_default(),
            matching: 0,
            no_leader: 0,
            under_min_isr: 0,
            under_replicated: 0,
            health: String::new(),
        }
    }

    fn count(&mut self, health: Health) {
        self.no_leader += u32::from(health == Health::NoLeader);
        self.under_min_isr += u32::from(health == Health::UnderMinIsr);
        self.under_replicated += u32::from(health == Health::UnderReplicated);
        self.health.push(health.letter());
    }

    fn unfolded(&self, seen: &Seen) -> bool {
        !seen.find.is_empty() || seen.troubled || seen.unfolded.contains(&self.name)
    }
}
