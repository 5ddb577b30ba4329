//! How ghosts look on: before and after each input, at the partitions that the input can touch.
//!
//! The cost follows the input, not the cluster. A replica's log is kept (by pointer) from before only where the input may
//! cut it, because keeping it makes the process copy it.

use std::sync::Arc;

use replication::base::config::{Acks, ConfigResource};
use replication::base::epoch::LeaderEpoch;
use replication::base::id::{BrokerId, ClientId, NodeId, RecordId, TopicPartition};
use replication::base::offset::Offset;
use replication::base::why::Why;
use replication::input::Input;
use replication::log::disk::Disk;
use replication::log::log::Log;
use replication::log::metadata_record::{MetadataRecord, PartitionRegistration};
use replication::log::record_batch::RecordBatch;
use replication::message::admin::ElectionType;
use replication::message::application::{Answer, Command, Completion, SendOutcome};
use replication::message::fetch::Reader;
use replication::message::produce::ProduceRequest;
use replication::message::{Body, Envelope, Request, Response};
use replication::node::Node;
use replication::outbox::Effect;

use crate::cluster::{End, Moment, Watch};
use crate::ghost::{
    Append, BatchGhost, Election, Ended, Ghosts, Harm, Jump, Loss, LossCause, Outcome, PartitionGhost, Read,
    RecordGhost, Sender, Term, Told, TurnedAway,
};
use crate::lens::{Leading, Replica, Role, image_of, leading_of, proposes, replica_of};
use crate::observe::{Change, metadata_changes};

/// What steps leave behind for whoever applies them, and room that is used again from step to step.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// What the ghosts noticed. Whoever reads it empties it.
    pub changes: Vec<Change>,
    before: Vec<Before>,
    effects: Vec<Effect>,
}

/// Ghosts at work during one step.
pub(crate) struct Watching<'a> {
    ghosts: &'a mut Ghosts,
    notes: &'a mut Notes,
}

/// A replica before an input that can touch it.
#[derive(Clone, Debug)]
struct Before {
    partition: TopicPartition,
    replica: Option<Replica>,
    /// As leader it waits to hear of a proposal; only noted where metadata may take it away.
    proposes: bool,
    log_end_offset: Offset,
    /// Only where the input may cut the log.
    log: Option<Arc<Log>>,
}

impl Ghosts {
    pub(crate) fn watching<'a>(&'a mut self, notes: &'a mut Notes) -> Watching<'a> {
        Watching { ghosts: self, notes }
    }
}

/// Whether the input makes a broker do what the metadata log says: it brings records, or the controller's word that the
/// broker, still fenced, has caught up with them.
fn applies_metadata(input: &Input<'_>) -> bool {
    let Input::Message(envelope) = input else { return false };
    match &envelope.body {
        Body::Response(Response::MetadataFetch(fetched)) => !fetched.records.is_empty(),
        Body::Response(Response::BrokerHeartbeat(answer)) => answer.is_caught_up && answer.is_fenced,
        _ => false,
    }
}

impl Watch for Watching<'_> {
    fn before(&mut self, moment: &Moment, id: NodeId, node: &Node, disk: &Disk, input: &Input<'_>) {
        self.notes.before.clear();
        match node {
            Node::Broker(_) => self.look_before(node, disk, input),
            Node::Controller(_) => {}
            Node::Producer(_) | Node::Consumer(_) | Node::Admin(_) => {
                let Some(client) = id.client() else { return };
                match input {
                    Input::Command(Command::Send { records, .. }) => {
                        let sender = self.ghosts.senders.entry(client).or_default();
                        for record in records {
                            sender.note_send(record.id, moment);
                        }
                    }
                    Input::Command(Command::Assign { partition, .. }) => {
                        self.ghosts.assigned.insert((client, *partition));
                    }
                    Input::Message(envelope) => self.raw_answer(moment, client, envelope),
                    _ => {}
                }
            }
        }
    }

    fn after(&mut self, moment: &Moment, id: NodeId, node: &Node, disk: &Disk, input: &Input<'_>, effects: &[Effect]) {
        match (node, id) {
            (Node::Broker(_), NodeId::Broker(broker)) => {
                if applies_metadata(input) {
                    self.new_replicas(node, disk);
                }
                for n in 0..self.notes.before.len() {
                    self.compare(moment, broker, node, disk, n);
                }
                self.broker_did(broker, node, disk, input, effects);
            }
            (Node::Controller(_), _) => self.controller_wrote(moment, node, disk, Some(input)),
            (_, NodeId::Client(client)) => self.client_did(moment, client, node, effects),
            _ => {}
        }
    }

    fn started(&mut self, moment: &Moment, id: NodeId, node: &Node, disk: &Disk, effects: &[Effect]) {
        match node {
            Node::Controller(_) => self.controller_wrote(moment, node, disk, None),
            Node::Broker(_) => {}
            Node::Producer(_) | Node::Consumer(_) | Node::Admin(_) => {
                if let Some(client) = id.client() {
                    self.client_did(moment, client, node, effects);
                }
            }
        }
        self.notes.changes.push(Change::ProcessStarted { node: id });
    }

    fn spare_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.notes.effects)
    }

    fn keep_effects(&mut self, effects: Vec<Effect>) {
        self.notes.effects = effects;
    }

    fn ended(&mut self, moment: &Moment, id: NodeId, end: End) {
        self.ghosts.ends.push(Ended {
            node: id,
            end,
            at: moment.at,
            step: moment.step,
        });
        if let (NodeId::Broker(broker), End::Crashed | End::PowerLost | End::DiskLost) = (id, end) {
            self.ghosts.harmed(broker, |harm| harm.unclean_ends += 1);
        }
        self.notes.changes.push(Change::ProcessEnded { node: id, end });
    }

    fn harmed(&mut self, moment: &Moment, broker: BrokerId, before: &Disk, after: &Disk) {
        for (partition, log) in &before.logs {
            let (from, to, cause) = match after.log(*partition) {
                Some(left) => (log.log_end_offset(), left.log_end_offset(), LossCause::PowerLoss),
                None => (log.log_end_offset(), Offset::ZERO, LossCause::DiskLoss),
            };
            if to < from || cause == LossCause::DiskLoss {
                self.ghosts.harmed_partition(*partition, |harm| harm.lossy += 1);
                self.lost(moment, broker, *partition, log, to, cause, None);
            }
        }
    }
}

impl Watching<'_> {
    /// Replicas that the process hosts only now.
    fn new_replicas(&mut self, node: &Node, disk: &Disk) {
        for partition in disk.logs.keys() {
            let known = self.notes.before.iter().any(|before| before.partition == *partition);
            if !known && replica_of(node, disk, *partition).is_some() {
                self.notes.before.push(Before {
                    partition: *partition,
                    replica: None,
                    proposes: false,
                    log_end_offset: Offset::ZERO,
                    log: None,
                });
            }
        }
    }

    /// Looks at the replicas that the input can touch.
    fn look_before(&mut self, node: &Node, disk: &Disk, input: &Input<'_>) {
        let Input::Message(envelope) = input else { return };
        let news = applies_metadata(input);
        let mut look = |partition: TopicPartition, may_cut: bool| {
            let log = disk.logs.get(&partition);
            self.notes.before.push(Before {
                partition,
                replica: replica_of(node, disk, partition),
                proposes: news && proposes(node, partition),
                log_end_offset: log.map_or(Offset::ZERO, |log| log.log_end_offset()),
                log: log.filter(|_| may_cut).cloned(),
            });
        };
        match &envelope.body {
            Body::Request(Request::Produce(produce)) => {
                produce
                    .batches
                    .iter()
                    .for_each(|(partition, _)| look(*partition, false));
            }
            Body::Request(Request::WriteTxnMarkers(write)) => {
                let written = write.markers.iter().flat_map(|marker| &marker.partitions);
                written.for_each(|partition| look(*partition, false));
            }
            // A consumer's fetch moves nothing.
            Body::Request(Request::Fetch(fetch)) if matches!(fetch.reader, Reader::Replica { .. }) => {
                fetch.partitions.iter().for_each(|asked| look(asked.partition, false));
            }
            Body::Response(Response::Fetch(fetch)) => {
                for answer in &fetch.partitions {
                    look(
                        answer.partition,
                        answer.error.is_error() || answer.diverging_epoch.is_some(),
                    );
                }
            }
            Body::Response(Response::AlterPartition(altered)) => {
                altered
                    .partitions
                    .iter()
                    .for_each(|answer| look(answer.partition, false));
            }
            Body::Response(Response::MetadataFetch(_) | Response::BrokerHeartbeat(_)) if news => {
                disk.logs.keys().for_each(|partition| look(*partition, true));
            }
            Body::Request(_) | Body::Response(_) => {}
        }
    }

    /// What an input did to one replica.
    fn compare(&mut self, moment: &Moment, broker: BrokerId, node: &Node, disk: &Disk, n: usize) {
        let before = &mut self.notes.before[n];
        let (partition, old_log, old_end) = (before.partition, before.log.take(), before.log_end_offset);
        let proposed = before.proposes;
        let before = before.replica;
        let Some(after) = replica_of(node, disk, partition) else {
            return;
        };
        if proposed && after.role == Role::Leader && !proposes(node, partition) {
            self.ghosts.overtaken(partition, &after);
        }
        if before == Some(after) {
            return;
        }
        let Some(log) = disk.log(partition) else { return };
        let is_leader = after.role == Role::Leader;
        let new_end = after.log_end_offset;
        let role = |replica: Replica| (replica.role, replica.leader_epoch);
        if before.map(role) != Some(role(after)) {
            self.notes.changes.push(Change::RoleChanged {
                broker,
                partition,
                role: after.role,
                epoch: after.leader_epoch,
                leader: after.leader,
                log_end_offset: new_end,
                high_watermark: after.high_watermark,
            });
            if is_leader {
                self.ghosts.term_began(partition, broker, &after);
                let led = before.filter(|before| before.role == Role::Leader);
                if let (Some(led), Some(leading)) = (led, leading_of(node, partition)) {
                    self.ghosts.led_on(partition, broker, led.leader_epoch, &leading);
                }
            }
        }
        if new_end < old_end {
            if let Some(old) = &old_log {
                let known = before.map(|replica| replica.high_watermark);
                self.lost(moment, broker, partition, old, new_end, LossCause::Truncation, known);
            }
            self.notes.changes.push(Change::Truncated {
                broker,
                partition,
                from: old_end,
                to: new_end,
            });
        } else if new_end > old_end.max(log.log_start_offset()) {
            self.notes.changes.push(Change::Appended {
                broker,
                partition,
                // A log that lagged behind its leader's start begins anew there: nothing was copied up to it.
                base_offset: old_end.max(log.log_start_offset()),
                next_offset: new_end,
                epoch: log.last_batch().map_or(after.leader_epoch, |batch| batch.leader_epoch),
                as_leader: is_leader,
                high_watermark: after.high_watermark,
            });
            if is_leader {
                self.ghosts.appended(moment, broker, log, old_end);
            }
        }
        let old_high_watermark = before.map_or(Offset::ZERO, |replica| replica.high_watermark);
        if after.high_watermark != old_high_watermark {
            self.notes.changes.push(Change::HighWatermarkMoved {
                broker,
                partition,
                from: old_high_watermark,
                to: after.high_watermark,
                is_leader,
            });
            if is_leader {
                self.ghosts.committed(moment, partition, log, after.high_watermark);
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "a loss has this many facts")]
    fn lost(
        &mut self,
        moment: &Moment,
        broker: BrokerId,
        partition: TopicPartition,
        log: &Log,
        to: Offset,
        cause: LossCause,
        high_watermark: Option<Offset>,
    ) {
        self.ghosts.losses.push(Arc::new(Loss {
            broker,
            partition,
            from: log.log_end_offset(),
            to,
            at: moment.at,
            step: moment.step,
            cause,
            high_watermark,
            batches: log.batches_from(to).cloned().collect(),
        }));
    }

    /// Reads what the controller added to the metadata log.
    fn controller_wrote(&mut self, moment: &Moment, node: &Node, disk: &Disk, input: Option<&Input<'_>>) {
        let records = disk
            .metadata_log
            .get(self.ghosts.metadata_end as usize..)
            .unwrap_or_default();
        if records.is_empty() {
            return;
        }
        let known = |partition| {
            self.ghosts
                .partitions
                .get(&partition)
                .map(|ghost| ghost.registration.clone())
        };
        self.notes.changes.extend(metadata_changes(records, known));
        self.ghosts.metadata_end += records.len() as u64;
        // A new partition, another number of replicas or another setting: nothing else moves min ISR.
        let mut min_isr_of: Vec<TopicPartition> = Vec::new();
        for record in records {
            match &**record {
                MetadataRecord::Partition {
                    partition,
                    registration,
                } => {
                    self.ghosts
                        .registered(moment, *partition, registration.clone(), Election::Clean, false);
                    min_isr_of.push(*partition);
                }
                MetadataRecord::PartitionChange { partition, change } => {
                    min_isr_of.extend(change.replicas.is_some().then_some(*partition));
                    if let Some(ghost) = self.ghosts.partitions.get(partition) {
                        let old = ghost.registration.clone();
                        let new = old.merge(change);
                        let asked = || input.is_some_and(asks_for_unclean_election);
                        let consent = || {
                            let topic = image_of(node).map(|image| image.topic_config(partition.topic));
                            asked() || topic.is_some_and(|topic| topic.unclean_leader_election)
                        };
                        let election = how_elected(&old, new.leader, consent);
                        let asked = election == Election::Unclean && asked();
                        self.ghosts.registered(moment, *partition, new, election, asked);
                    }
                }
                MetadataRecord::Config { resource, name, .. } if &**name == "min.insync.replicas" => {
                    let image = image_of(node);
                    let of = |topic| image.and_then(|image| image.topic_ids.get(topic)).copied();
                    let partitions = self.ghosts.partitions.keys().copied();
                    min_isr_of.extend(partitions.filter(|partition| match resource {
                        ConfigResource::Topic(topic) => of(topic) == Some(partition.topic),
                        ConfigResource::Cluster => true,
                    }));
                }
                _ => {}
            }
        }
        if let Some(image) = image_of(node) {
            for partition in min_isr_of {
                self.ghosts
                    .min_isr_is(partition, image.effective_min_insync_replicas(partition));
            }
        }
    }

    /// What a broker sends away, and what it keeps silent about.
    fn broker_did(&mut self, broker: BrokerId, node: &Node, disk: &Disk, input: &Input<'_>, effects: &[Effect]) {
        for effect in effects {
            if let Effect::Send(envelope) = effect
                && let Body::Response(Response::Fetch(fetch)) = &envelope.body
            {
                for batch in fetch.partitions.iter().flat_map(|answer| &answer.records) {
                    self.ghosts.carried(envelope, batch.size_in_bytes());
                }
            }
        }
        if let Input::Message(envelope) = input
            && let Body::Request(Request::Produce(produce)) = &envelope.body
            && produce.acks == Acks::None
        {
            for (before, (partition, batch)) in self.notes.before.iter().zip(&produce.batches) {
                let end = disk.log(*partition).map_or(Offset::ZERO, Log::log_end_offset);
                if end == before.log_end_offset
                    && let Some(ghost) = self.ghosts.batch_mut(batch.records[0].id)
                {
                    let replica = replica_of(node, disk, *partition);
                    let led = replica.is_some_and(|replica| replica.role == Role::Leader);
                    ghost.turned_away = Some(TurnedAway { broker, led });
                }
            }
        }
    }

    fn client_did(&mut self, moment: &Moment, client: ClientId, node: &Node, effects: &[Effect]) {
        for effect in effects {
            match effect {
                Effect::Send(envelope) => {
                    if let Body::Request(Request::Produce(produce)) = &envelope.body {
                        self.produced(moment, client, node, envelope, produce);
                    }
                }
                Effect::Complete(completion) => self.completed(moment, client, completion),
                // It reads on where auto.offset.reset says, or where its log was cut, and its application can know.
                Effect::Explain(
                    Why::PositionOutOfRange { partition, .. } | Why::PositionTruncated { partition, .. },
                ) => {
                    self.ghosts.assigned.insert((client, partition.partition));
                }
                _ => {}
            }
        }
    }

    fn produced(
        &mut self,
        moment: &Moment,
        client: ClientId,
        node: &Node,
        envelope: &Envelope,
        produce: &ProduceRequest,
    ) {
        for (partition, batch) in &produce.batches {
            let first = batch.records[0].id;
            let sender = self.ghosts.senders.entry(first.producer).or_default();
            let ghost = sender.batch_of(batch, moment);
            ghost.attempts += 1;
            ghost.partition = Some(*partition);
            ghost.acks = Some(produce.acks);
            ghost.sent_at.get_or_insert(moment.at);
            ghost.sent_to = envelope.connection.to.broker();
            ghost.turned_away = None;
            self.ghosts.carried(envelope, batch.size_in_bytes());
        }
        if matches!(node, Node::Admin(_)) {
            let firsts = produce
                .batches
                .iter()
                .map(|(partition, batch)| (*partition, batch.records[0].id));
            self.ghosts.raw.insert((client, envelope.correlation), firsts.collect());
        }
    }

    /// A raw Produce request was answered.
    fn raw_answer(&mut self, moment: &Moment, client: ClientId, envelope: &Envelope) {
        let Body::Response(Response::Produce(answer)) = &envelope.body else {
            return;
        };
        let Some(firsts) = self.ghosts.raw.remove(&(client, envelope.correlation)) else {
            return;
        };
        for (partition, first) in firsts {
            let told = answer.partitions.iter().find(|p| p.partition == partition);
            let outcome = match told {
                Some(told) if told.error.is_error() => Outcome::Refused(told.error),
                Some(told) => Outcome::Acknowledged {
                    base_offset: Some(told.base_offset),
                },
                None => Outcome::Unknown,
            };
            self.ghosts.tell(moment, &[first], outcome);
        }
    }

    fn completed(&mut self, moment: &Moment, client: ClientId, completion: &Completion) {
        match completion {
            Completion::Sent { records, outcome, .. } => {
                let outcome = match outcome {
                    SendOutcome::Acknowledged { base_offset } => Outcome::Acknowledged {
                        base_offset: *base_offset,
                    },
                    SendOutcome::Failed { error, .. } => Outcome::Failed(*error),
                };
                self.ghosts.tell(moment, records, outcome);
            }
            Completion::Received {
                partition,
                batches,
                from,
                next,
                ..
            } => {
                let reads = self.ghosts.reads.entry((client, *partition)).or_default();
                let told = self.ghosts.assigned.remove(&(client, partition.partition));
                if let Some(last) = reads.last()
                    && last.next != *from
                    && !told
                {
                    self.ghosts.jumps.push(Jump {
                        client,
                        partition: *partition,
                        from: last.next,
                        to: *from,
                        at: moment.at,
                        step: moment.step,
                    });
                }
                note_read(Arc::make_mut(reads), batches, *from, *next);
            }
            Completion::Answered {
                answer: Answer::Disconnected | Answer::NotExpected | Answer::Response(_),
                ..
            }
            | Completion::ReadFailed { .. } => {}
        }
    }
}

/// kafka-leader-election with `unclean`.
fn asks_for_unclean_election(input: &Input<'_>) -> bool {
    let Input::Message(envelope) = input else { return false };
    matches!(&envelope.body, Body::Request(Request::ElectLeaders(request)) if request.election == ElectionType::Unclean)
}

/// Whether the controller could be sure that the new leader has everything committed, and if not, whether somebody wanted it
/// to elect all the same.
fn how_elected(old: &PartitionRegistration, leader: Option<BrokerId>, consent: impl Fn() -> bool) -> Election {
    match leader {
        Some(leader) if old.isr.contains(&leader) || old.elr.contains(&leader) => Election::Clean,
        Some(leader) if old.last_known_elr.contains(&leader) => Election::LastKnownLeader,
        Some(_) if consent() => Election::Unclean,
        Some(_) => Election::WithoutConsent,
        None => Election::Clean,
    }
}

/// Adds what a consumer was given; runs that continue each other are one.
fn note_read(reads: &mut Vec<Read>, batches: &[Arc<RecordBatch>], from: Offset, next: Offset) {
    for batch in batches {
        let read = Read {
            from: batch.base_offset.max(from),
            next: batch.next_offset().min(next),
            epoch: batch.leader_epoch,
        };
        match reads.last_mut() {
            Some(last) if last.next == read.from && last.epoch == read.epoch => last.next = read.next,
            _ => reads.push(read),
        }
    }
}

impl Sender {
    fn note_send(&mut self, id: RecordId, moment: &Moment) {
        while self.records.len() <= id.n as usize {
            self.records.push(RecordGhost {
                sent_at: moment.at,
                batch: None,
            });
        }
    }

    /// The ghost of this batch, made when it first sets out.
    fn batch_of(&mut self, batch: &RecordBatch, moment: &Moment) -> &mut BatchGhost {
        let ids: Vec<RecordId> = batch.records.iter().map(|record| record.id).collect();
        let place = self.place_of(&ids, moment);
        self.batches.get_mut(place).expect("a place is within the list")
    }

    /// The place of the batch that holds exactly these records.
    fn place_of(&mut self, ids: &[RecordId], moment: &Moment) -> usize {
        let first = ids[0];
        let known = self.records.get(first.n as usize).and_then(|record| record.batch);
        if let Some(place) = known
            && let Some(ghost) = self.batches.get(place as usize)
            && (ghost.first, ghost.records) == (first, ids.len() as u32)
        {
            return place as usize;
        }
        let place = self.batches.len();
        self.batches.push(BatchGhost {
            first,
            records: ids.len() as u32,
            partition: None,
            acks: None,
            sent_at: None,
            attempts: 0,
            sent_to: None,
            turned_away: None,
            told: None,
            append: None,
            copies: Vec::new(),
            committed: None,
        });
        for id in ids {
            self.note_send(*id, moment);
            if let Some(record) = self.records.get_mut(id.n as usize) {
                record.batch = Some(place as u32);
            }
        }
        place
    }
}

impl Ghosts {
    /// A batch was put on its way.
    fn carried(&mut self, envelope: &Envelope, bytes: i64) {
        let traffic = Arc::make_mut(&mut self.traffic);
        let between = traffic.entry((envelope.sender(), envelope.receiver())).or_default();
        between.batches += 1;
        between.bytes += bytes as u64;
    }

    fn batch_mut(&mut self, first: RecordId) -> Option<&mut BatchGhost> {
        let sender = self.senders.get_mut(&first.producer)?;
        let place = sender.records.get(first.n as usize)?.batch?;
        sender.batches.get_mut(place as usize)
    }

    /// A leader wrote what its log holds from `from` on.
    fn appended(&mut self, moment: &Moment, broker: BrokerId, log: &Log, from: Offset) {
        for batch in log.batches_from(from) {
            let Some(ghost) = self.batch_mut(batch.records[0].id) else {
                continue;
            };
            let append = Append {
                broker,
                base_offset: batch.base_offset,
                epoch: batch.leader_epoch,
                at: moment.at,
                step: moment.step,
            };
            match ghost.append {
                None => ghost.append = Some(append),
                Some(_) => ghost.copies.push(append),
            }
        }
    }

    /// A leader's high watermark has come to `to`.
    fn committed(&mut self, moment: &Moment, partition: TopicPartition, log: &Log, to: Offset) {
        let Some(ghost) = Arc::make_mut(&mut self.partitions).get_mut(&partition) else {
            return;
        };
        let from = ghost.true_high_watermark;
        if to <= from {
            return;
        }
        let ghost = Arc::make_mut(ghost);
        ghost.true_high_watermark = to;
        if to == log.log_end_offset() && ghost.registration.isr.len() == ghost.registration.replicas.len() {
            ghost.harm = Harm::default();
        }
        let whole = log.batches_from(from).take_while(|batch| batch.next_offset() <= to);
        for batch in whole {
            if let Some(ghost) = self.batch_mut(batch.records[0].id) {
                ghost.committed.get_or_insert((moment.at, moment.step));
            }
        }
    }

    /// A leader gave up its proposal because of metadata.
    fn overtaken(&mut self, partition: TopicPartition, leader: &Replica) {
        if let Some(ghost) = Arc::make_mut(&mut self.partitions).get_mut(&partition) {
            Arc::make_mut(ghost).overtaken = Some((leader.leader_epoch, leader.partition_epoch));
        }
    }

    /// A broker took up a leadership. One that the controller gave to somebody outside ISR and ELR starts a new lineage.
    fn term_began(&mut self, partition: TopicPartition, broker: BrokerId, replica: &Replica) {
        let Some(ghost) = Arc::make_mut(&mut self.partitions).get_mut(&partition) else {
            return;
        };
        let mine = |term: &&mut Term| term.epoch == replica.leader_epoch && term.leader == Some(broker);
        let ghost = Arc::make_mut(ghost);
        let Some(term) = ghost.terms.iter_mut().rev().find(mine) else {
            return;
        };
        term.start_offset = Some(replica.log_end_offset);
        if matches!(term.election, Election::LastKnownLeader | Election::Unclean) {
            ghost.true_high_watermark = ghost.true_high_watermark.min(replica.log_end_offset);
        }
    }

    /// A leader was elected again before it heard that it had been deposed. What it remembers of a follower is stale if another
    /// led meanwhile and began with less: the follower may have cut its log there.
    fn led_on(&mut self, partition: TopicPartition, broker: BrokerId, since: LeaderEpoch, leading: &Leading) {
        let Some(ghost) = Arc::make_mut(&mut self.partitions).get_mut(&partition) else {
            return;
        };
        let others = ghost.terms.iter().rev().take_while(|term| term.epoch > since);
        let others = others.filter(|term| term.leader != Some(broker));
        let least = others.filter_map(|term| term.start_offset).min();
        let most = leading.followers.iter().map(|follower| follower.log_end_offset).max();
        if least.zip(most).is_some_and(|(least, most)| most > least) {
            Arc::make_mut(ghost).overslept = true;
        }
    }

    /// The controller wrote a partition's record.
    fn registered(
        &mut self,
        moment: &Moment,
        partition: TopicPartition,
        new: PartitionRegistration,
        election: Election,
        asked: bool,
    ) {
        let term = Term {
            epoch: new.leader_epoch,
            leader: new.leader,
            election,
            asked,
            at: moment.at,
            step: moment.step,
            start_offset: None,
        };
        let registration = Arc::new(new);
        match Arc::make_mut(&mut self.partitions).get_mut(&partition) {
            None => {
                let ghost = PartitionGhost {
                    true_high_watermark: Offset::ZERO,
                    terms: vec![term],
                    harm: Harm::default(),
                    worst: Harm::default(),
                    least_min_isr: i32::MAX,
                    overtaken: None,
                    overslept: false,
                    registration,
                };
                Arc::make_mut(&mut self.partitions).insert(partition, Arc::new(ghost));
            }
            Some(ghost) => {
                let ghost = Arc::make_mut(ghost);
                let newer = ghost.terms.last().is_none_or(|last| last.epoch < term.epoch);
                ghost.registration = registration;
                if newer {
                    ghost.terms.push(term);
                }
            }
        }
    }

    fn min_isr_is(&mut self, partition: TopicPartition, now: i32) {
        if self
            .partitions
            .get(&partition)
            .is_none_or(|ghost| ghost.least_min_isr <= now)
        {
            return;
        }
        if let Some(ghost) = Arc::make_mut(&mut self.partitions).get_mut(&partition) {
            Arc::make_mut(ghost).least_min_isr = now;
        }
    }

    /// Something happened to a broker that hosts replicas.
    fn harmed(&mut self, broker: BrokerId, count: impl Fn(&mut Harm)) {
        let hosted = |ghost: &PartitionGhost| ghost.registration.replicas.contains(&broker);
        let partitions: Vec<_> = self
            .partitions
            .iter()
            .filter(|(_, ghost)| hosted(ghost))
            .map(|(p, _)| *p)
            .collect();
        for partition in partitions {
            self.harmed_partition(partition, &count);
        }
    }

    fn harmed_partition(&mut self, partition: TopicPartition, count: impl Fn(&mut Harm)) {
        let Some(ghost) = Arc::make_mut(&mut self.partitions).get_mut(&partition) else {
            return;
        };
        let ghost = Arc::make_mut(ghost);
        count(&mut ghost.harm);
        if ghost.harm.lossy > 0 {
            ghost.worst.lossy = ghost.worst.lossy.max(ghost.harm.lossy);
            ghost.worst.unclean_ends = ghost.worst.unclean_ends.max(ghost.harm.unclean_ends);
        }
    }

    /// A client was told how a batch ended. What it is told first stands.
    fn tell(&mut self, moment: &Moment, records: &[RecordId], outcome: Outcome) {
        let Some(first) = records.first() else { return };
        let sender = self.senders.entry(first.producer).or_default();
        let place = match records {
            // A raw request names its batch by the first record only.
            [only] => sender
                .records
                .get(only.n as usize)
                .and_then(|record| record.batch)
                .map(|place| place as usize),
            _ => None,
        };
        let place = place.unwrap_or_else(|| sender.place_of(records, moment));
        if let Some(ghost) = sender.batches.get_mut(place)
            && ghost.told.is_none()
        {
            ghost.told = Some(Told {
                outcome,
                at: moment.at,
                step: moment.step,
            });
            sender.told += ghost.records;
        }
    }
}
