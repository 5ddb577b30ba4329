//! What a client knows of the cluster, and when it asks again.
//!
//! A client keeps one immutable snapshot: the brokers, and per partition its leader, leader epoch and ISR as some
//! broker's own image had them. Beside it the newest leader epoch seen of each partition, which can be ahead of the
//! snapshot; an entry with an older epoch is ignored, so a slow broker cannot lead a client back. Requests for more are
//! spaced by `retry.backoff.ms`, growing while answers fail or bring nothing new.
//!
//! Differs: a bootstrap broker is known by its own id from the start (Kafka numbers them -1, -2, … until the first
//! answer and opens separate connections to them). A leader hint names a broker without its address, so it is always
//! reachable.
//!
//! Source: Metadata, MetadataSnapshot, ProducerMetadata; KIP-320, KIP-951, KIP-1102.

use std::sync::Arc;

use super::backoff::exponential_backoff;
use super::settings::ClientSettings;
use crate::base::epoch::LeaderEpoch;
use crate::base::error_code::ErrorCode;
use crate::base::id::{BrokerId, TopicId, TopicPartition};
use crate::base::map::Map;
use crate::base::time::{Millis, SimTime};
use crate::base::timer::Timer;
use crate::base::why::Why;
use crate::message::metadata::{CurrentLeader, MetadataRequest, MetadataResponse, PartitionMetadata, TopicMetadata};
use crate::outbox::Outbox;

/// What the last accepted answers said. Never changed in place by an answer: replaced.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Snapshot {
    /// Brokers that may be asked, in ascending order.
    pub nodes: Vec<BrokerId>,
    /// Only the bootstrap list is known.
    pub is_bootstrap: bool,
    pub topics: Map<Arc<str>, TopicId>,
    pub names: Map<TopicId, Arc<str>>,
    pub partitions: Map<TopicPartition, PartitionMetadata>,
    /// Partitions by leader, ascending; the order in which a producer drains a broker's partitions.
    pub led_by: Map<BrokerId, Vec<TopicPartition>>,
}

/// A leader as far as a consumer may use it: no broker while the snapshot is older than an epoch already seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LeaderAndEpoch {
    pub leader: Option<BrokerId>,
    pub epoch: Option<LeaderEpoch>,
}

impl LeaderAndEpoch {
    /// Nothing is known of the partition.
    pub const UNKNOWN: LeaderAndEpoch = LeaderAndEpoch {
        leader: None,
        epoch: None,
    };
}

/// A topic that the client wants to know about.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Interest {
    /// No answer has mentioned it yet.
    is_new: bool,
    last_used: SimTime,
}

/// The wait that must pass before the next request may leave.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Wait {
    /// Nobody has wanted an update since the last one.
    NotStarted,
    /// `Timer::MetadataRefresh` is running.
    Running,
    Over,
}

/// What an unanswered metadata request asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UpdateInFlight {
    /// All topics of interest, rather than new ones only.
    full: bool,
    request_version: u32,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Metadata {
    bootstrap: Vec<BrokerId>,
    snapshot: Arc<Snapshot>,
    /// The newest leader epoch seen of each partition, from any source; survives answers without the partition.
    last_seen_leader_epoch: Arc<Map<TopicPartition, LeaderEpoch>>,
    /// Topic-level errors of the last answer that mentioned the topic.
    errors: Map<Arc<str>, ErrorCode>,
    interest: Map<Arc<str>, Interest>,
    /// A producer asks for new topics alone and merges the answer; a consumer always asks for everything.
    asks_for_new_topics_alone: bool,
    /// When the last answer or failure came; `None` when a request may leave at once.
    last_refresh: Option<SimTime>,
    /// Failures in a row.
    attempts: u32,
    /// Answers in a row that taught nothing new.
    equivalent_count: u32,
    need_full_update: bool,
    need_partial_update: bool,
    /// Rises with every accepted answer.
    update_version: u32,
    /// Rises when a topic of interest is added.
    request_version: u32,
    in_flight: Option<UpdateInFlight>,
    wait: Wait,
}

impl Metadata {
    /// Knows the bootstrap brokers only, and wants a full update. Source: Metadata.bootstrap.
    pub fn new(bootstrap: Vec<BrokerId>, asks_for_new_topics_alone: bool) -> Self {
        Metadata {
            snapshot: Arc::new(Snapshot::bootstrap(&bootstrap)),
            bootstrap,
            last_seen_leader_epoch: Arc::default(),
            errors: Map::new(),
            interest: Map::new(),
            asks_for_new_topics_alone,
            last_refresh: None,
            attempts: 0,
            equivalent_count: 0,
            need_full_update: true,
            need_partial_update: false,
            update_version: 1,
            request_version: 0,
            in_flight: None,
            wait: Wait::NotStarted,
        }
    }

    /// Throws the snapshot away and starts again from the bootstrap list. Epochs seen and topics of interest stay.
    /// Source: Metadata.rebootstrap; KIP-1102.
    pub fn rebootstrap(&mut self) {
        self.snapshot = Arc::new(Snapshot::bootstrap(&self.bootstrap));
        self.need_full_update = true;
        self.update_version += 1;
    }

    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    pub fn update_version(&self) -> u32 {
        self.update_version
    }

    pub fn last_seen_leader_epoch(&self, partition: TopicPartition) -> Option<LeaderEpoch> {
        self.last_seen_leader_epoch.get(&partition).copied()
    }

    pub fn topic_error(&self, topic: &str) -> Option<ErrorCode> {
        self.errors.get(topic).copied()
    }

    pub fn is_in_flight(&self) -> bool {
        self.in_flight.is_some()
    }

    /// Somebody wants an update that is not on its way.
    pub fn update_requested(&self) -> bool {
        self.need_full_update || self.need_partial_update
    }

    /// An update is wanted and may leave now; nothing else is sent before it.
    pub fn update_due(&self) -> bool {
        self.update_requested() && self.in_flight.is_none() && self.wait == Wait::Over
    }

    /// The leader to whom a consumer may turn. Source: Metadata.currentLeader.
    pub fn current_leader(&self, partition: TopicPartition) -> LeaderAndEpoch {
        let seen = self.last_seen_leader_epoch(partition);
        match self.snapshot.partitions.get(&partition) {
            Some(entry) if seen.is_none_or(|seen| seen == entry.leader_epoch) => LeaderAndEpoch {
                leader: self.snapshot.leader(partition),
                epoch: (entry.leader_epoch >= LeaderEpoch::ZERO).then_some(entry.leader_epoch),
            },
            _ => LeaderAndEpoch {
                leader: None,
                epoch: seen,
            },
        }
    }

    /// Wants all topics of interest anew. Source: Metadata.requestUpdate.
    pub fn request_update(&mut self, reset_equivalent_count: bool) {
        self.need_full_update = true;
        if reset_equivalent_count && self.equivalent_count > 0 {
            self.equivalent_count = 0;
            self.wait = Wait::NotStarted;
        }
    }

    /// The metadata has grown old. Source: Metadata.timeToNextUpdate.
    pub fn expire(&mut self) {
        self.request_update(true);
    }

    /// A topic is used; the first time, its metadata is wanted at once. Source: ProducerMetadata.add.
    pub fn add_topic(&mut self, topic: &Arc<str>, at: SimTime) {
        if let Some(interest) = self.interest.get_mut(topic) {
            interest.last_used = at;
            return;
        }
        let interest = Interest {
            is_new: true,
            last_used: at,
        };
        self.interest.insert(topic.clone(), interest);
        self.request_update_for_new_topics();
    }

    /// A send() waits for this topic. Source: ProducerMetadata.requestUpdateForTopic.
    pub fn request_update_for_topic(&mut self, topic: &str) {
        if self.interest.get(topic).is_some_and(|interest| interest.is_new) {
            self.request_update_for_new_topics();
        } else {
            self.request_update(true);
        }
    }

    /// Source: Metadata.requestUpdateForNewTopics.
    fn request_update_for_new_topics(&mut self) {
        self.last_refresh = None;
        self.need_partial_update = true;
        self.equivalent_count = 0;
        self.request_version += 1;
        self.wait = Wait::NotStarted;
    }

    /// Starts the wait before the next request, once one is wanted. Source: Metadata.timeToAllowUpdate.
    pub fn start_wait(&mut self, at: SimTime, settings: &ClientSettings, out: &mut Outbox) {
        if !self.update_requested() || self.in_flight.is_some() || self.wait != Wait::NotStarted {
            return;
        }
        let backoff = |n| exponential_backoff(settings.retry_backoff, settings.retry_backoff_max, n);
        let n = self
            .attempts
            .saturating_sub(1)
            .max(self.equivalent_count.saturating_sub(1));
        let delay = self.last_refresh.and_then(|last| backoff(n).after(at.since(last)));
        self.wait = match delay {
            Some(delay) => {
                out.set_timer(Timer::MetadataRefresh, delay);
                Wait::Running
            }
            None => {
                out.cancel_timer(Timer::MetadataRefresh);
                Wait::Over
            }
        };
    }

    /// `Timer::MetadataRefresh` fired.
    pub fn wait_is_over(&mut self) {
        if self.wait == Wait::Running {
            self.wait = Wait::Over;
        }
    }

    /// The request that is due. Source: Metadata.newMetadataRequestAndVersion.
    pub fn new_request(&mut self) -> MetadataRequest {
        let full = self.need_full_update || !self.asks_for_new_topics_alone;
        let wanted = self.interest.iter().filter(|(_, interest)| full || interest.is_new);
        let request = MetadataRequest {
            topics: Some(wanted.map(|(topic, _)| topic.clone()).collect()),
        };
        self.in_flight = Some(UpdateInFlight {
            full,
            request_version: self.request_version,
        });
        request
    }

    /// The request was lost, or its answer was of no use. Source: Metadata.failedUpdate.
    pub fn failed(&mut self, at: SimTime) {
        self.in_flight = None;
        self.last_refresh = Some(at);
        self.attempts += 1;
        self.equivalent_count = 0;
        self.wait = Wait::NotStarted;
    }

    /// Source: Metadata.update; NetworkClient.DefaultMetadataUpdater.handleSuccessfulResponse.
    pub fn accept(&mut self, response: &MetadataResponse, at: SimTime, settings: &ClientSettings, out: &mut Outbox) {
        let Some(update) = self.in_flight.take() else { return };
        if response.brokers.is_empty() {
            self.failed(at);
            return;
        }
        self.wait = Wait::NotStarted;
        self.last_refresh = Some(at);
        self.attempts = 0;
        self.update_version += 1;
        self.equivalent_count += 1;
        if update.full {
            self.need_full_update = false;
            out.set_timer(Timer::MetadataMaxAge, settings.metadata_max_age);
        }
        self.need_partial_update = update.request_version < self.request_version;
        self.forget_idle_topics(at, settings.metadata_max_idle);

        let old = self.snapshot.clone();
        let mut new = match update.full {
            true => Snapshot::bootstrap(&response.brokers),
            false => (*old).clone(),
        };
        new.nodes = sorted(&response.brokers);
        new.is_bootstrap = false;
        for topic in &response.topics {
            self.accept_topic(topic, &old, &mut new, out);
        }
        new.index_leaders();
        self.snapshot = Arc::new(new);
    }

    fn accept_topic(&mut self, topic: &TopicMetadata, old: &Snapshot, new: &mut Snapshot, out: &mut Outbox) {
        let Some(interest) = self.interest.get_mut(&topic.name) else {
            return;
        };
        interest.is_new = false;
        if topic.error.is_invalid_metadata() {
            self.request_update(false);
        }
        let (ErrorCode::None, Some(id)) = (topic.error, topic.id) else {
            self.errors.insert(topic.name.clone(), topic.error);
            return;
        };
        self.errors.remove(&topic.name);
        let same_topic = old.topics.get(&topic.name) == Some(&id);
        new.forget_topic(&topic.name);
        new.topics.insert(topic.name.clone(), id);
        new.names.insert(id, topic.name.clone());
        for entry in &topic.partitions {
            let partition = TopicPartition::new(id, entry.partition);
            if let Some(entry) = self.newer_entry(partition, entry, same_topic, old, out) {
                new.partitions.insert(partition, entry);
            }
            if entry.error.is_invalid_metadata() {
                self.request_update(false);
            }
        }
    }

    /// Which entry of a partition holds after an answer: the answer's, unless its leader epoch is older than one
    /// already seen of the same topic. Source: Metadata.updateLatestMetadata; KIP-320.
    fn newer_entry(
        &mut self,
        partition: TopicPartition,
        entry: &PartitionMetadata,
        same_topic: bool,
        old: &Snapshot,
        out: &mut Outbox,
    ) -> Option<PartitionMetadata> {
        let offered = entry.leader_epoch;
        let seen = Arc::make_mut(&mut self.last_seen_leader_epoch);
        if offered < LeaderEpoch::ZERO {
            seen.remove(&partition);
            self.equivalent_count = 0;
            return Some(entry.clone());
        }
        match seen.get(&partition) {
            Some(&known) if same_topic && offered < known => {
                out.explain(Why::MetadataIsOlder {
                    partition,
                    leader_epoch: offered,
                    last_seen_leader_epoch: known,
                });
                old.partitions.get(&partition).cloned()
            }
            Some(&known) if same_topic && offered == known => Some(entry.clone()),
            _ => {
                seen.insert(partition, offered);
                self.equivalent_count = 0;
                Some(entry.clone())
            }
        }
    }

    /// Source: ProducerMetadata.retainTopic.
    fn forget_idle_topics(&mut self, at: SimTime, max_idle: Millis) {
        let idle_for = |interest: &Interest| at.since(interest.last_used);
        let forgotten = |interest: &Interest| !interest.is_new && idle_for(interest) >= max_idle.micros();
        if !self.interest.values().any(forgotten) {
            return;
        }
        self.interest.retain(|_, interest| !forgotten(interest));
        let snapshot = Arc::make_mut(&mut self.snapshot);
        let names: Vec<_> = snapshot
            .topics
            .keys()
            .filter(|name| !self.interest.contains_key(*name))
            .cloned()
            .collect();
        for name in names {
            if let Some(id) = snapshot.forget_topic(&name) {
                Arc::make_mut(&mut self.last_seen_leader_epoch).retain(|partition, _| partition.topic != id);
            }
        }
    }

    /// An epoch heard of outside metadata answers. Until an answer is as new, the partition has no leader for a
    /// consumer. Source: Metadata.updateLastSeenEpochIfNewer.
    pub fn update_last_seen_epoch_if_newer(&mut self, partition: TopicPartition, epoch: LeaderEpoch) -> bool {
        match self.last_seen_leader_epoch.get(&partition) {
            Some(known) if epoch > *known => {
                Arc::make_mut(&mut self.last_seen_leader_epoch).insert(partition, epoch);
                self.request_update(false);
                true
            }
            _ => false,
        }
    }

    /// A broker that refused a request named the leader it knows: taken if its epoch is newer. A full update is asked
    /// for all the same. Source: Metadata.updatePartitionLeadership; KIP-951.
    pub fn apply_leader_hint(&mut self, partition: TopicPartition, hint: CurrentLeader) -> bool {
        let (Some(leader), true) = (hint.leader, hint.leader_epoch >= LeaderEpoch::ZERO) else {
            return false;
        };
        let known = self.current_leader(partition).epoch;
        if known.is_some_and(|known| hint.leader_epoch <= known) || !self.snapshot.partitions.contains_key(&partition) {
            return false;
        }
        let snapshot = Arc::make_mut(&mut self.snapshot);
        if let Some(entry) = snapshot.partitions.get_mut(&partition) {
            entry.leader = Some(leader);
            entry.leader_epoch = hint.leader_epoch;
            entry.error = ErrorCode::None;
        }
        if let Err(place) = snapshot.nodes.binary_search(&leader) {
            snapshot.nodes.insert(place, leader);
        }
        snapshot.index_leaders();
        Arc::make_mut(&mut self.last_seen_leader_epoch).insert(partition, hint.leader_epoch);
        true
    }
}

impl Snapshot {
    fn bootstrap(brokers: &[BrokerId]) -> Self {
        Snapshot {
            nodes: sorted(brokers),
            is_bootstrap: true,
            topics: Map::new(),
            names: Map::new(),
            partitions: Map::new(),
            led_by: Map::new(),
        }
    }

    /// Partitions of a topic, leaderless ones included; `None` while the topic is not known.
    pub fn partition_count(&self, topic: TopicId) -> i32 {
        self.partitions_of(topic).count() as i32
    }

    pub fn partitions_of(&self, topic: TopicId) -> impl Iterator<Item = (&TopicPartition, &PartitionMetadata)> {
        self.partitions
            .range(TopicPartition::new(topic, 0)..=TopicPartition::new(topic, i32::MAX))
    }

    /// The leader, if it is among the live brokers. Source: Cluster.leaderFor.
    pub fn leader(&self, partition: TopicPartition) -> Option<BrokerId> {
        let leader = self.partitions.get(&partition)?.leader?;
        self.nodes.binary_search(&leader).is_ok().then_some(leader)
    }

    pub fn leader_epoch(&self, partition: TopicPartition) -> Option<LeaderEpoch> {
        let epoch = self.partitions.get(&partition)?.leader_epoch;
        (epoch >= LeaderEpoch::ZERO).then_some(epoch)
    }

    fn forget_topic(&mut self, name: &str) -> Option<TopicId> {
        let id = self.topics.remove(name)?;
        self.names.remove(&id);
        self.partitions.retain(|partition, _| partition.topic != id);
        Some(id)
    }

    fn index_leaders(&mut self) {
        self.led_by.clear();
        for partition in self.partitions.keys() {
            if let Some(leader) = self.leader(*partition) {
                self.led_by.entry(leader).or_default().push(*partition);
            }
        }
    }
}

fn sorted(brokers: &[BrokerId]) -> Vec<BrokerId> {
    let mut nodes = brokers.to_vec();
    nodes.sort_unstable();
    nodes.dedup();
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::config::ProducerConfig;
    use crate::base::time::Micros;
    use crate::client::stand::{TOPIC, cluster, partition};
    use crate::outbox::{Delay, Effect};

    /// Metadata that wants topic `t`, asked as a consumer does: all topics every time.
    fn interested() -> Metadata {
        let mut metadata = Metadata::new(vec![BrokerId(1)], false);
        metadata.add_topic(&"t".into(), SimTime::ZERO);
        metadata
    }

    fn settings() -> ClientSettings {
        ClientSettings::from(&ProducerConfig::default())
    }

    /// Asks, whether or not that is due, and takes the answer.
    fn update(metadata: &mut Metadata, at: SimTime, response: &MetadataResponse) {
        metadata.new_request();
        metadata.accept(response, at, &settings(), &mut Outbox::default());
    }

    fn isr(response: &mut MetadataResponse, isr: &[i32]) {
        response.topics[0].partitions[0].isr = isr.iter().copied().map(BrokerId).collect();
    }

    fn stored(metadata: &Metadata) -> Option<(i32, usize)> {
        let entry = metadata.snapshot().partitions.get(&partition(0))?;
        Some((entry.leader_epoch.0, entry.isr.len()))
    }

    fn seen(metadata: &Metadata) -> Option<i32> {
        metadata.last_seen_leader_epoch(partition(0)).map(|epoch| epoch.0)
    }

    /// How long the next request has to wait; `None` if it may leave.
    fn wait(metadata: &mut Metadata, at: SimTime) -> Option<Delay> {
        let mut out = Outbox::default();
        metadata.start_wait(at, &settings(), &mut out);
        out.into_effects().into_iter().find_map(|effect| match effect {
            Effect::SetTimer { delay, .. } => Some(delay),
            _ => None,
        })
    }

    fn about(ms: u64) -> Option<Delay> {
        Some(Delay::Between(Micros(ms * 800), Micros(ms * 1_200)))
    }

    /// CL-10.
    #[test]
    fn cl_10_the_first_request_may_leave_at_once() {
        let mut metadata = Metadata::new(vec![BrokerId(1)], true);
        assert_eq!(wait(&mut metadata, SimTime::ZERO), None);
        assert!(metadata.update_due());
    }

    /// CL-11: two requests are a back-off apart; without anybody wanting one, none is due.
    #[test]
    fn cl_11_requests_keep_a_back_off_between_them() {
        let mut metadata = interested();
        let at = SimTime(10_000_000);
        update(&mut metadata, at, &cluster(&[(1, 0)]));
        assert_eq!(wait(&mut metadata, at), None);
        assert!(!metadata.update_due());
        metadata.request_update(false);
        assert_eq!(wait(&mut metadata, at), about(100));
        assert!(!metadata.update_due());
        metadata.wait_is_over();
        assert!(metadata.update_due());
    }

    /// CL-12, M4: failures and answers that teach nothing make the wait grow; a user's need starts it anew.
    #[test]
    fn cl_12_the_wait_grows_with_failures_and_with_answers_that_teach_nothing() {
        let mut metadata = interested();
        for expected in [100, 200, 400] {
            metadata.failed(SimTime::ZERO);
            assert_eq!(wait(&mut metadata, SimTime::ZERO), about(expected));
        }
        let mut metadata = interested();
        for expected in [100, 100, 200, 400] {
            update(&mut metadata, SimTime::ZERO, &cluster(&[(1, 0)]));
            metadata.request_update(false);
            assert_eq!(wait(&mut metadata, SimTime::ZERO), about(expected));
        }
        metadata.request_update(true);
        assert_eq!(wait(&mut metadata, SimTime::ZERO), about(100));
    }

    /// CL-13; (d) as clients with topic ids have it: once the topic was gone, any epoch is news.
    #[test]
    fn cl_13_an_older_epoch_is_ignored_and_outlives_the_entry() {
        let mut metadata = interested();
        let at = SimTime::ZERO;
        update(&mut metadata, at, &cluster(&[(1, 100)]));
        assert_eq!((stored(&metadata), seen(&metadata)), (Some((100, 3)), Some(100)));
        let mut older = cluster(&[(1, 99)]);
        isr(&mut older, &[]);
        update(&mut metadata, at, &older);
        assert_eq!((stored(&metadata), seen(&metadata)), (Some((100, 3)), Some(100)));
        let mut same = cluster(&[(1, 100)]);
        isr(&mut same, &[]);
        update(&mut metadata, at, &same);
        assert_eq!(stored(&metadata), Some((100, 0)));
        update(&mut metadata, at, &cluster(&[]));
        assert_eq!((stored(&metadata), seen(&metadata)), (None, Some(100)));
        update(&mut metadata, at, &older);
        assert_eq!((stored(&metadata), seen(&metadata)), (Some((99, 0)), Some(99)));
    }

    /// CL-14.
    #[test]
    fn cl_14_a_stale_answer_says_so() {
        let mut metadata = interested();
        update(&mut metadata, SimTime::ZERO, &cluster(&[(1, 10)]));
        let mut out = Outbox::default();
        metadata.new_request();
        metadata.accept(&cluster(&[(2, 9)]), SimTime::ZERO, &settings(), &mut out);
        assert_eq!(metadata.snapshot().leader(partition(0)), Some(BrokerId(1)));
        let ignored = Effect::Explain(Why::MetadataIsOlder {
            partition: partition(0),
            leader_epoch: LeaderEpoch(9),
            last_seen_leader_epoch: LeaderEpoch(10),
        });
        assert!(out.into_effects().contains(&ignored));
    }

    /// CL-15, CL-16.
    #[test]
    fn cl_15_16_an_epoch_heard_elsewhere_hides_the_leader_until_metadata_is_as_new() {
        let mut metadata = interested();
        let hears =
            |metadata: &mut Metadata, epoch| metadata.update_last_seen_epoch_if_newer(partition(0), LeaderEpoch(epoch));
        for epoch in [0, 1, 2] {
            assert!(!hears(&mut metadata, epoch));
        }
        update(&mut metadata, SimTime::ZERO, &cluster(&[(1, 10)]));
        assert!(!hears(&mut metadata, 1));
        assert!(!hears(&mut metadata, 10));
        assert!(hears(&mut metadata, 12));
        assert!(metadata.update_requested());
        let hidden = LeaderAndEpoch {
            leader: None,
            epoch: Some(LeaderEpoch(12)),
        };
        assert_eq!(metadata.current_leader(partition(0)), hidden);
        update(&mut metadata, SimTime::ZERO, &cluster(&[(1, 11)]));
        assert_eq!(metadata.current_leader(partition(0)), hidden);
        update(&mut metadata, SimTime::ZERO, &cluster(&[(2, 12)]));
        assert_eq!(metadata.current_leader(partition(0)).leader, Some(BrokerId(2)));
    }

    /// CL-17: a topic that was created anew may begin at a lower epoch.
    #[test]
    fn cl_17_another_topic_id_starts_epochs_anew() {
        let mut metadata = interested();
        for (id, epoch) in [(1, 10), (1, 12), (2, 3), (3, 20)] {
            let mut response = cluster(&[(1, epoch)]);
            response.topics[0].id = Some(TopicId(id));
            update(&mut metadata, SimTime::ZERO, &response);
            let partition = TopicPartition::new(TopicId(id), 0);
            assert_eq!(metadata.last_seen_leader_epoch(partition), Some(LeaderEpoch(epoch)));
            assert_eq!(metadata.snapshot().partitions.len(), 1);
        }
    }

    /// CL-18, M16.
    #[test]
    fn cl_18_a_hint_moves_one_partition_if_its_epoch_is_newer() {
        let mut metadata = interested();
        update(&mut metadata, SimTime::ZERO, &cluster(&[(1, 1), (1, 1)]));
        let hint = |leader: i32, epoch: i32| CurrentLeader {
            leader: Some(BrokerId(leader)).filter(|leader| leader.0 >= 0),
            leader_epoch: LeaderEpoch(epoch),
        };
        for useless in [hint(2, 1), hint(2, 0), hint(-1, 3), hint(2, -1)] {
            assert!(!metadata.apply_leader_hint(partition(1), useless));
        }
        assert!(!metadata.apply_leader_hint(partition(7), hint(2, 3)));
        assert!(metadata.apply_leader_hint(partition(1), hint(2, 3)));
        let snapshot = metadata.snapshot();
        assert_eq!(snapshot.leader(partition(0)), Some(BrokerId(1)));
        assert_eq!(snapshot.leader(partition(1)), Some(BrokerId(2)));
        assert_eq!(snapshot.led_by[&BrokerId(2)], [partition(1)]);
        assert_eq!(snapshot.partition_count(TOPIC), 2);
    }

    /// M9: an answer without brokers is a failure.
    #[test]
    fn an_answer_without_brokers_counts_as_a_failure() {
        let mut metadata = interested();
        let mut response = cluster(&[(1, 0)]);
        response.brokers.clear();
        update(&mut metadata, SimTime::ZERO, &response);
        assert!(metadata.snapshot().is_bootstrap);
        assert!(metadata.update_requested());
        assert_eq!(metadata.attempts, 1);
    }

    /// M8: a producer asks for new topics alone, and forgets those it has not used for `metadata.max.idle.ms`.
    #[test]
    fn a_producer_merges_new_topics_and_forgets_idle_ones() {
        let mut metadata = Metadata::new(vec![BrokerId(1)], true);
        update(&mut metadata, SimTime::ZERO, &cluster(&[]));
        metadata.add_topic(&"t".into(), SimTime::ZERO);
        update(&mut metadata, SimTime::ZERO, &cluster(&[(1, 0)]));
        metadata.add_topic(&"u".into(), SimTime::ZERO);
        let request = metadata.new_request();
        assert_eq!(request.topics, Some(vec!["u".into()]));
        let mut other = cluster(&[(2, 0)]);
        other.topics[0].name = "u".into();
        other.topics[0].id = Some(TopicId(2));
        metadata.accept(&other, SimTime::ZERO, &settings(), &mut Outbox::default());
        assert_eq!(metadata.snapshot().topics.len(), 2);
        metadata.add_topic(&"u".into(), SimTime(1));
        metadata.request_update(false);
        update(&mut metadata, SimTime(300_000_000), &other);
        assert_eq!(
            metadata.snapshot().topics.keys().map(|t| &**t).collect::<Vec<_>>(),
            ["u"]
        );
        assert_eq!(seen(&metadata), None);
    }
}
