//! The cluster as a value: every process, its disk, what is on its way and what is on the schedule.
//!
//! `apply` is the only thing that changes it. By itself the earliest entry of the schedule happens; entries of the same
//! microsecond happen in the order in which they were entered. A process that is handed an input gets an empty outbox, and
//! what it put there is carried out in order. Processes sit behind `Arc`: a copy of the cluster shares all that neither
//! copy has changed since.

use std::collections::VecDeque;
use std::sync::Arc;

use replication::base::config::{NodeConfig, ProcessConfig};
use replication::base::id::{BrokerId, ClientId, CorrelationId, NodeId};
use replication::base::map::Map;
use replication::base::rule::Rules;
use replication::base::time::{Micros, SimTime};
use replication::base::timer::Timer;
use replication::input::Input;
use replication::log::disk::Disk;
use replication::message::{Body, Connection, Envelope, Request, Response};
use replication::node::Node;
use replication::outbox::{Delay, Effect, Outbox};

use crate::act::{Act, Direction};
use crate::chooser::{Chooser, Question, Topic};
use crate::event::{Event, Happening, Ineffective, Late, Step};
use crate::feed::Feeding;
use crate::network::{Content, LinkId, Network, Parcel, direction_of};
use crate::schedule::Schedule;

/// One process and what outlives it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Slot {
    /// `None` while it is down.
    pub process: Option<Arc<Node>>,
    pub disk: Arc<Disk>,
    pub config: Arc<NodeConfig>,
    /// How many times it was started.
    pub incarnation: u32,
    pub paused: bool,
    /// Added to the arrival of each message that makes it append.
    pub slow_disk: Micros,
    /// Timers that run; empty while it is down.
    pub timers: Map<Timer, Alarm>,
    /// Timers that ran out while it was paused, in that order.
    pub overdue: Vec<(Timer, Alarm)>,
    /// What reached it while it was paused, in that order.
    pub waiting: VecDeque<Waiting>,
}

/// When a timer fires.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Alarm {
    pub at: SimTime,
    /// Its number on the schedule.
    pub seq: u64,
    /// The step that set it.
    pub because: u64,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Waiting {
    /// The head of this lane is in the socket.
    InSocket(LinkId, Direction),
    Late(Late),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cluster {
    pub seed: u64,
    pub now: SimTime,
    /// Acts applied so far: the position in the run.
    pub steps: u64,
    /// Shared with earlier copies until written.
    pub slots: Map<NodeId, Arc<Slot>>,
    pub queue: Schedule,
    pub network: Network,
    /// Names of the clients, by `ClientId`.
    pub clients: Vec<Arc<str>>,
    /// In force in every process.
    pub rules: Rules,
    /// Applications that go on sending by themselves, by number.
    pub feeds: Map<u64, Feeding>,
    /// Records handed to each client so far.
    pub(crate) sent: Map<ClientId, u32>,
    next_seq: u64,
    /// How many times each question was asked.
    asked: Map<Topic, u32>,
}

/// Looks on while a cluster changes. It sees every process before and after each input.
pub trait Watch {
    fn before(&mut self, cluster: &Moment, id: NodeId, node: &Node, disk: &Disk, input: &Input<'_>);
    fn after(&mut self, cluster: &Moment, id: NodeId, node: &Node, disk: &Disk, input: &Input<'_>, effects: &[Effect]);
    /// A process began; these are the effects of its start.
    fn started(&mut self, cluster: &Moment, id: NodeId, node: &Node, disk: &Disk, effects: &[Effect]);
    /// A process ended, in whatever way.
    fn ended(&mut self, cluster: &Moment, id: NodeId, end: End);
    /// An empty list that was used before, if there is one: steps come by the million.
    fn spare_effects(&mut self) -> Vec<Effect> {
        Vec::new()
    }
    /// Takes a list back.
    fn keep_effects(&mut self, _: Vec<Effect>) {}
    /// Something went from a disk other than by its process.
    fn harmed(&mut self, cluster: &Moment, broker: BrokerId, before: &Disk, after: &Disk);
}

/// Which step it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Moment {
    pub step: u64,
    pub at: SimTime,
}

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum End {
    /// By itself, in an orderly way.
    Stopped,
    Crashed,
    PowerLost,
    DiskLost,
}

/// Nobody looks.
impl Watch for () {
    fn before(&mut self, _: &Moment, _: NodeId, _: &Node, _: &Disk, _: &Input<'_>) {}
    fn after(&mut self, _: &Moment, _: NodeId, _: &Node, _: &Disk, _: &Input<'_>, _: &[Effect]) {}
    fn started(&mut self, _: &Moment, _: NodeId, _: &Node, _: &Disk, _: &[Effect]) {}
    fn ended(&mut self, _: &Moment, _: NodeId, _: End) {}
    fn harmed(&mut self, _: &Moment, _: BrokerId, _: &Disk, _: &Disk) {}
}

/// What an act in progress needs: who decides, who looks on, what the step will say.
pub(crate) struct Doing<'a, 'b, W> {
    pub decide: &'a mut Chooser<'b>,
    pub watch: &'a mut W,
    pub step: Step,
}

impl Cluster {
    /// Nothing and nobody, at time zero.
    pub fn new(seed: u64) -> Self {
        Cluster {
            seed,
            now: SimTime::ZERO,
            steps: 0,
            slots: Map::new(),
            queue: Schedule::default(),
            network: Network::new(seed),
            clients: Vec::new(),
            rules: Rules::default(),
            feeds: Map::new(),
            sent: Map::new(),
            next_seq: 0,
            asked: Map::new(),
        }
    }

    /// What happens if nobody does anything.
    pub fn next_due(&self) -> Option<Act> {
        (!self.queue.is_empty()).then_some(Act::Due)
    }

    /// When that will be.
    pub fn next_due_at(&self) -> Option<SimTime> {
        self.queue.next_at()
    }

    /// Every order in which messages may arrive next, in a stable order. What people may do besides is not listed.
    pub fn enabled(&self) -> Vec<Act> {
        let mut acts = Vec::from_iter(self.next_due());
        for link in self.network.links() {
            for direction in [Direction::Request, Direction::Response] {
                let runs = self
                    .slots
                    .get(&link.receiver(direction))
                    .is_some_and(|slot| !slot.paused);
                let may_arrive = link.head_arrives_at(direction).is_some()
                    || link.lane(direction).condition.held && link.head_arrives_if_let_through(direction);
                if runs && may_arrive {
                    acts.push(Act::Deliver(link.connection, direction));
                }
            }
        }
        acts
    }

    /// Applies one act. Total: one that makes no sense now changes nothing but the number of steps.
    pub fn apply(&mut self, act: &Act, decide: &mut Chooser<'_>) -> Step {
        self.apply_watched(act, decide, &mut ())
    }

    pub fn apply_watched<W: Watch>(&mut self, act: &Act, decide: &mut Chooser<'_>, watch: &mut W) -> Step {
        self.steps += 1;
        let mut doing = Doing {
            decide,
            watch,
            step: Step {
                number: self.steps,
                at: self.now,
                happening: Happening::Ineffective(Ineffective::NothingDue),
                explained: Vec::new(),
                completed: Vec::new(),
            },
        };
        let happening = match act {
            Act::Due => self.happen(&mut doing),
            Act::Deliver(connection, direction) => self.deliver(*connection, *direction, &mut doing),
            Act::Operate(operation) => match self.operate(operation, &mut doing) {
                Ok(()) => Happening::Operated,
                Err(ineffective) => Happening::Ineffective(ineffective),
            },
            Act::Wait(until) => {
                let until = self.next_due_at().map_or(*until, |due| due.min(*until));
                self.now = self.now.max(until);
                Happening::Waited
            }
        };
        Step {
            at: self.now,
            happening,
            ..doing.step
        }
    }

    pub(crate) fn moment(&self) -> Moment {
        Moment {
            step: self.steps,
            at: self.now,
        }
    }

    /// The earliest entry of the schedule happens.
    fn happen<W: Watch>(&mut self, doing: &mut Doing<'_, '_, W>) -> Happening {
        let Some((at, event)) = self.queue.take_next() else {
            return Happening::Ineffective(Ineffective::NothingDue);
        };
        self.now = self.now.max(at);
        match event {
            Event::Arrival(link, direction) => {
                self.network.link_mut(link).lane_mut(direction).due = None;
                self.arrive(link, direction, doing)
            }
            Event::Timer(node, timer) => self.fire(node, timer, doing),
            Event::Late(node, late) => {
                match (late, node) {
                    (Late::Command(command), NodeId::Client(client)) => self.hand_over(client, &command, doing),
                    (Late::Command(command), _) => self.run(node, Input::Command(&command), doing),
                    (Late::Stop, _) => self.run(node, Input::Stop, doing),
                }
                Happening::Late { node }
            }
            Event::Feed(number) => self.feed(number, doing),
        }
    }

    /// The head of a lane arrives now, whatever the schedule says.
    fn deliver<W: Watch>(
        &mut self,
        connection: Connection,
        direction: Direction,
        doing: &mut Doing<'_, '_, W>,
    ) -> Happening {
        let nothing = Happening::Ineffective(Ineffective::NothingDue);
        let Some(id) = self.network.find(connection) else {
            return nothing;
        };
        let link = self.network.link(id);
        if link.head_arrives_at(direction).is_none() && !link.head_arrives_if_let_through(direction) {
            return nothing;
        }
        let lane = self.network.link_mut(id).lane_mut(direction);
        if let Some(key) = lane.due.take() {
            self.queue.remove(key);
        }
        self.arrive(id, direction, doing)
    }

    fn arrive<W: Watch>(&mut self, id: LinkId, direction: Direction, doing: &mut Doing<'_, '_, W>) -> Happening {
        let link = self.network.link_mut(id);
        let (connection, receiver) = (link.connection, link.receiver(direction));
        if let Some(slot) = self.slots.get_mut(&receiver)
            && slot.paused
        {
            let slot = Arc::make_mut(slot);
            slot.waiting.push_back(Waiting::InSocket(id, direction));
            link.lane_mut(direction).in_socket = true;
            return Happening::InSocket { connection, direction };
        }
        let lane = link.lane_mut(direction);
        lane.in_socket = false;
        lane.let_through = lane.let_through.saturating_sub(1);
        let Some(parcel) = lane.parcels.pop_front() else {
            return Happening::Ineffective(Ineffective::NothingDue);
        };
        let happening = if lane.condition.lose {
            self.lose(id, direction, parcel)
        } else {
            self.receive(id, direction, receiver, parcel, doing)
        };
        self.reschedule(id, direction);
        happening
    }

    /// Hands a parcel to the process at the end of its lane.
    fn receive<W: Watch>(
        &mut self,
        id: LinkId,
        direction: Direction,
        receiver: NodeId,
        parcel: Parcel,
        doing: &mut Doing<'_, '_, W>,
    ) -> Happening {
        let runs = self.slots.get(&receiver).is_some_and(|slot| slot.process.is_some());
        let (now, because) = (self.now, parcel.because);
        let link = self.network.link_mut(id);
        let connection = link.connection;
        match parcel.content {
            Content::Closed => {
                if direction == Direction::Response {
                    link.note_closed();
                    self.reschedule(id, Direction::Request);
                }
                self.run(receiver, Input::Disconnected(connection), doing);
                Happening::Disconnected {
                    connection,
                    told: receiver,
                    because,
                }
            }
            Content::Message(_) if !runs => {
                link.close(receiver, false, now, doing.step.number);
                self.reschedule(id, Direction::Response);
                Happening::Refused { connection }
            }
            Content::Message(envelope) => {
                if direction == Direction::Request {
                    link.note_read(envelope.correlation);
                }
                self.run(receiver, Input::Message(&envelope), doing);
                Happening::Arrived {
                    connection,
                    direction,
                    correlation: envelope.correlation,
                    api: envelope.body.api(),
                    because,
                }
            }
        }
    }

    /// A message is dropped at its receiver's door and its connection reset: both sides are told.
    fn lose(&mut self, id: LinkId, direction: Direction, parcel: Parcel) -> Happening {
        let path = self.network.link(id).path(direction);
        self.network.change(path.into(), |condition| condition.lose = false);
        self.network
            .change(path.without_purpose().into(), |condition| condition.lose = false);
        self.reset(id);
        Happening::Lost {
            connection: self.network.link(id).connection,
            direction,
            correlation: match parcel.content {
                Content::Message(envelope) => Some(envelope.correlation),
                Content::Closed => None,
            },
        }
    }

    /// Ends a connection from the middle: what is in flight is gone, both sides are told.
    pub(crate) fn reset(&mut self, id: LinkId) {
        let (now, step) = (self.now, self.steps);
        self.network.link_mut(id).reset(now, step);
        self.reschedule(id, Direction::Request);
        self.reschedule(id, Direction::Response);
    }

    fn fire<W: Watch>(&mut self, node: NodeId, timer: Timer, doing: &mut Doing<'_, '_, W>) -> Happening {
        let Some(slot) = self.slots.get_mut(&node).map(Arc::make_mut) else {
            return Happening::Ineffective(Ineffective::Unknown(node));
        };
        let Some(alarm) = slot.timers.remove(&timer) else {
            return Happening::Ineffective(Ineffective::NothingDue);
        };
        if slot.paused {
            slot.overdue.push((timer, alarm));
            return Happening::TimerOverdue { node, timer };
        }
        self.run(node, Input::Timer(timer), doing);
        Happening::TimerFired {
            node,
            timer,
            because: alarm.because,
        }
    }

    /// A running process handles an input, and what it wants is carried out.
    pub(crate) fn run<W: Watch>(&mut self, id: NodeId, input: Input<'_>, doing: &mut Doing<'_, '_, W>) {
        let moment = self.moment();
        let Some(slot) = self.slots.get_mut(&id).map(Arc::make_mut) else {
            return;
        };
        let Some(process) = &mut slot.process else { return };
        doing.watch.before(&moment, id, process, &slot.disk, &input);
        let mut out = Outbox::reusing(doing.watch.spare_effects());
        let node = Arc::make_mut(process);
        let disk = Arc::make_mut(&mut slot.disk);
        node.handle(disk, moment.at, &slot.config, input, &mut out);
        let mut effects = out.into_effects();
        doing.watch.after(&moment, id, node, disk, &input, &effects);
        self.carry_out(id, &mut effects, doing);
        doing.watch.keep_effects(effects);
    }

    /// Does what a process asked for, in order.
    pub(crate) fn carry_out<W: Watch>(&mut self, id: NodeId, effects: &mut Vec<Effect>, doing: &mut Doing<'_, '_, W>) {
        for effect in effects.drain(..) {
            match effect {
                Effect::Send(envelope) => self.send(envelope),
                Effect::SetTimer { timer, delay } => self.set_timer(id, timer, delay, doing.decide),
                Effect::CancelTimer(timer) => self.cancel_timer(id, timer),
                Effect::Disconnect(connection) => self.disconnect(id, connection),
                Effect::Complete(completion) => doing.step.completed.push(completion),
                Effect::Explain(why) => doing.step.explained.push(why),
                Effect::Exit => {
                    self.end(id, End::Stopped);
                    doing.watch.ended(&self.moment(), id, End::Stopped);
                }
            }
        }
    }

    fn send(&mut self, envelope: Envelope) {
        let connection = envelope.connection;
        let direction = direction_of(&envelope);
        let id = match self.network.find(connection) {
            Some(id) => id,
            None => {
                let raw = self
                    .slots
                    .get(&connection.from)
                    .is_some_and(|slot| matches!(slot.config.process, ProcessConfig::Admin));
                self.network.link_for(connection, !raw)
            }
        };
        let append = self.append_time(&envelope);
        let (now, step) = (self.now, self.steps);
        self.network.link_mut(id).send(envelope, now, append, step);
        self.reschedule(id, direction);
        if direction == Direction::Response {
            self.reschedule(id, Direction::Request);
        }
    }

    /// What the receiver's disk adds to a message that makes it append.
    fn append_time(&self, envelope: &Envelope) -> Micros {
        let appends = match &envelope.body {
            Body::Request(Request::Produce(_)) => true,
            Body::Response(Response::Fetch(fetch)) => fetch.partitions.iter().any(|p| !p.records.is_empty()),
            Body::Request(_) | Body::Response(_) => false,
        };
        let receiver = appends.then(|| self.slots.get(&envelope.receiver())).flatten();
        receiver.map_or(Micros(0), |slot| slot.slow_disk)
    }

    fn disconnect(&mut self, by: NodeId, connection: Connection) {
        if let Some(id) = self.network.find(connection) {
            let (now, step) = (self.now, self.steps);
            self.network.link_mut(id).close(by, false, now, step);
            self.reschedule(id, Direction::Request);
            self.reschedule(id, Direction::Response);
        }
    }

    fn set_timer(&mut self, id: NodeId, timer: Timer, delay: Delay, decide: &mut Chooser<'_>) {
        let length = match delay {
            Delay::Exactly(length) => length,
            Delay::Between(least, most) => {
                let topic = Topic::TimerLength { node: id, timer };
                Micros(self.ask(topic, least.0, most.0, decide))
            }
        };
        let alarm = Alarm {
            at: self.now + length,
            seq: self.take_seq(),
            because: self.steps,
        };
        let Some(slot) = self.slots.get_mut(&id).map(Arc::make_mut) else {
            return;
        };
        if let Some(old) = slot.timers.insert(timer, alarm) {
            self.queue.remove((old.at, old.seq));
        }
        self.queue.enter((alarm.at, alarm.seq), Event::Timer(id, timer));
    }

    fn cancel_timer(&mut self, id: NodeId, timer: Timer) {
        let Some(slot) = self.slots.get_mut(&id).map(Arc::make_mut) else {
            return;
        };
        if let Some(old) = slot.timers.remove(&timer) {
            self.queue.remove((old.at, old.seq));
        }
        slot.overdue.retain(|(other, _)| *other != timer);
    }

    /// Asks who decides, and brings the answer within bounds.
    pub(crate) fn ask(&mut self, topic: Topic, least: u64, most: u64, decide: &mut Chooser<'_>) -> u64 {
        let asked = self.asked.entry(topic).or_default();
        let question = Question {
            topic,
            nth: *asked,
            least,
            most: most.max(least),
        };
        *asked += 1;
        decide(&question).clamp(question.least, question.most)
    }

    pub(crate) fn take_seq(&mut self) -> u64 {
        self.next_seq += 1;
        self.next_seq
    }

    /// Brings the schedule in line with the head of a lane.
    pub(crate) fn reschedule(&mut self, id: LinkId, direction: Direction) {
        let link = self.network.link_mut(id);
        let wanted = link.head_arrives_at(direction).map(|at| at.max(self.now));
        let lane = link.lane_mut(direction);
        if lane.due.map(|(at, _)| at) == wanted {
            return;
        }
        if let Some(key) = lane.due.take() {
            self.queue.remove(key);
        }
        if let Some(at) = wanted {
            self.next_seq += 1;
            let key = (at, self.next_seq);
            lane.due = Some(key);
            self.queue.enter(key, Event::Arrival(id, direction));
        }
    }

    /// The process of a slot is gone: its timers never fire, its connections end.
    pub(crate) fn end(&mut self, id: NodeId, end: End) {
        let Some(slot) = self.slots.get_mut(&id).map(Arc::make_mut) else {
            return;
        };
        slot.process = None;
        slot.paused = false;
        slot.overdue.clear();
        slot.waiting.clear();
        for alarm in std::mem::take(&mut slot.timers).into_values() {
            self.queue.remove((alarm.at, alarm.seq));
        }
        let (now, step) = (self.now, self.steps);
        for link in self.network.links_of(id) {
            self.network.link_mut(link).close(id, end == End::Stopped, now, step);
            self.reschedule(link, Direction::Request);
            self.reschedule(link, Direction::Response);
        }
    }

    /// The brokers of the cluster, running or not.
    pub fn brokers(&self) -> impl Iterator<Item = (BrokerId, &Slot)> {
        self.slots
            .iter()
            .filter_map(|(id, slot)| id.broker().map(|broker| (broker, slot.as_ref())))
    }

    /// The client of this name.
    pub fn client_named(&self, name: &str) -> Option<ClientId> {
        let place = self.clients.iter().position(|client| &**client == name)?;
        Some(ClientId(place as u16))
    }

    /// A message on its way.
    pub fn head(&self, connection: Connection, direction: Direction) -> Option<&Parcel> {
        let id = self.network.find(connection)?;
        self.network.link(id).lane(direction).parcels.front()
    }

    /// A message by what it answers or asks, wherever it is on its lane.
    pub fn parcel(&self, connection: Connection, direction: Direction, correlation: CorrelationId) -> Option<&Parcel> {
        let id = self.network.find(connection)?;
        let carries = |parcel: &&Parcel| matches!(&parcel.content, Content::Message(m) if m.correlation == correlation);
        self.network.link(id).lane(direction).parcels.iter().find(carries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::act::{ClientKind, Links, Operation};
    use crate::chooser::by_seed;
    use replication::base::id::ControllerId;
    use replication::message::Purpose;
    use replication::message::api_versions::{ApiVersionsRequest, ApiVersionsResponse};

    const A: NodeId = NodeId::Client(ClientId(0));
    const B: NodeId = NodeId::Client(ClientId(1));

    /// Two clients that do nothing by themselves.
    fn two() -> Cluster {
        let mut cluster = Cluster::new(7);
        for name in ["a", "b"] {
            let kind = ClientKind::Admin;
            operate(
                &mut cluster,
                Operation::AddClient {
                    name: name.into(),
                    kind,
                },
            );
        }
        cluster
    }

    fn operate(cluster: &mut Cluster, operation: Operation) -> Happening {
        cluster.apply(&Act::Operate(operation), &mut by_seed(7)).happening
    }

    fn connection(purpose: Purpose) -> Connection {
        Connection {
            from: A,
            to: B,
            purpose,
        }
    }

    /// A asks B something. With `Purpose::Fetch` as a broker would; B is an admin client and never answers by itself.
    fn ask(cluster: &mut Cluster, purpose: Purpose, n: u64) {
        let connection = connection(purpose);
        // As between brokers: one request is answered before the next is read.
        cluster.network.link_for(connection, true);
        cluster.send(Envelope {
            connection,
            correlation: CorrelationId(n),
            body: Body::Request(Request::ApiVersions(ApiVersionsRequest {})),
        });
    }

    fn answer(cluster: &mut Cluster, purpose: Purpose, n: u64) {
        cluster.send(Envelope {
            connection: connection(purpose),
            correlation: CorrelationId(n),
            body: Body::Response(Response::ApiVersions(ApiVersionsResponse {})),
        });
    }

    /// Lets happen what is due within a second; returns what arrived, as `correlation` or `-1` for a lost connection.
    fn settle(cluster: &mut Cluster) -> Vec<i64> {
        let end = cluster.now + Micros(1_000_000);
        let mut arrived = Vec::new();
        while cluster.next_due_at().is_some_and(|at| at <= end) {
            match cluster.apply(&Act::Due, &mut by_seed(7)).happening {
                Happening::Arrived { correlation, .. } => arrived.push(correlation.0 as i64),
                Happening::Disconnected { .. } => arrived.push(-1),
                _ => {}
            }
        }
        cluster.now = end;
        arrived
    }

    #[test]
    fn messages_of_a_connection_arrive_in_order_and_take_their_time() {
        let mut cluster = two();
        ask(&mut cluster, Purpose::Fetch, 1);
        let at = cluster.next_due_at().unwrap();
        assert!((250..=500).contains(&at.0), "{at:?}");
        assert_eq!(settle(&mut cluster), [1]);
        ask(&mut cluster, Purpose::Fetch, 2);
        answer(&mut cluster, Purpose::Fetch, 1);
        assert_eq!(settle(&mut cluster), [1, 2]);
    }

    #[test]
    fn the_next_request_of_a_connection_is_read_after_the_answer_to_the_one_before() {
        let mut cluster = two();
        for n in 1..=3 {
            ask(&mut cluster, Purpose::Fetch, n);
        }
        ask(&mut cluster, Purpose::Heartbeat, 9);
        assert_eq!(settle(&mut cluster), [1, 9]);
        answer(&mut cluster, Purpose::Fetch, 1);
        assert_eq!(settle(&mut cluster), [2, 1]);
    }

    #[test]
    fn a_reply_to_what_nobody_waits_for_goes_nowhere() {
        let mut cluster = two();
        ask(&mut cluster, Purpose::Fetch, 1);
        settle(&mut cluster);
        answer(&mut cluster, Purpose::Fetch, 2);
        answer(&mut cluster, Purpose::Fetch, 1);
        answer(&mut cluster, Purpose::Fetch, 1);
        assert_eq!(settle(&mut cluster), [1]);
    }

    #[test]
    fn a_crash_resets_connections_and_takes_along_what_was_in_flight() {
        let mut cluster = two();
        ask(&mut cluster, Purpose::Fetch, 1);
        settle(&mut cluster);
        ask(&mut cluster, Purpose::Fetch, 2);
        answer(&mut cluster, Purpose::Fetch, 1);
        operate(&mut cluster, Operation::Crash(B));
        // What A sends before it knows is lost as well.
        ask(&mut cluster, Purpose::Fetch, 3);
        assert_eq!(settle(&mut cluster), [-1]);
        // A process that is down refuses; the other side knows after a round trip.
        ask(&mut cluster, Purpose::Fetch, 4);
        assert_eq!(settle(&mut cluster), [-1]);
        operate(&mut cluster, Operation::Start(B));
        ask(&mut cluster, Purpose::Fetch, 5);
        assert_eq!(settle(&mut cluster), [5]);
    }

    #[test]
    fn a_cut_tells_nobody_and_tcp_sends_again_when_it_is_healed() {
        let mut cluster = two();
        operate(&mut cluster, Operation::Cut(Links::one_way(A, B)));
        ask(&mut cluster, Purpose::Fetch, 1);
        assert_eq!(settle(&mut cluster), [0i64; 0]);
        operate(&mut cluster, Operation::Heal(Links::one_way(A, B)));
        assert_eq!(settle(&mut cluster), [1]);
        // One way: answers do not get through, requests do.
        operate(&mut cluster, Operation::Cut(Links::one_way(B, A)));
        answer(&mut cluster, Purpose::Fetch, 1);
        ask(&mut cluster, Purpose::Fetch, 2);
        assert_eq!(settle(&mut cluster), [2]);
    }

    #[test]
    fn a_connection_closed_during_a_cut_takes_along_what_waited() {
        let mut cluster = two();
        operate(&mut cluster, Operation::Cut(Links::both(A, B)));
        ask(&mut cluster, Purpose::Fetch, 1);
        cluster.disconnect(A, connection(Purpose::Fetch));
        ask(&mut cluster, Purpose::Fetch, 2);
        operate(&mut cluster, Operation::Heal(Links::both(A, B)));
        assert_eq!(settle(&mut cluster), [-1, 2]);
    }

    #[test]
    fn held_messages_are_let_through_one_by_one() {
        let mut cluster = two();
        let fetch = Links::one_way(A, B).only(Purpose::Fetch);
        operate(&mut cluster, Operation::Hold(fetch));
        ask(&mut cluster, Purpose::Fetch, 1);
        ask(&mut cluster, Purpose::Fetch, 2);
        ask(&mut cluster, Purpose::Heartbeat, 9);
        assert_eq!(settle(&mut cluster), [9]);
        operate(&mut cluster, Operation::StepLink(fetch));
        assert_eq!(settle(&mut cluster), [1]);
        answer(&mut cluster, Purpose::Fetch, 1);
        assert_eq!(settle(&mut cluster), [1]);
        operate(&mut cluster, Operation::Release(fetch));
        assert_eq!(settle(&mut cluster), [2]);
    }

    #[test]
    fn a_lost_response_resets_its_connection() {
        let mut cluster = two();
        ask(&mut cluster, Purpose::Fetch, 1);
        settle(&mut cluster);
        operate(&mut cluster, Operation::Lose(Links::one_way(B, A)));
        answer(&mut cluster, Purpose::Fetch, 1);
        assert_eq!(settle(&mut cluster), [-1, -1]);
        ask(&mut cluster, Purpose::Fetch, 2);
        settle(&mut cluster);
        answer(&mut cluster, Purpose::Fetch, 2);
        assert_eq!(settle(&mut cluster), [2]);
    }

    #[test]
    fn a_paused_process_reads_its_sockets_first_and_then_fires_its_timers() {
        let mut cluster = two();
        let timer = Timer::MaxBlock;
        operate(&mut cluster, Operation::Pause(B));
        cluster.set_timer(B, timer, Delay::Exactly(Micros(10)), &mut by_seed(7));
        ask(&mut cluster, Purpose::Heartbeat, 1);
        ask(&mut cluster, Purpose::Fetch, 2);
        assert_eq!(settle(&mut cluster), [0i64; 0]);
        operate(&mut cluster, Operation::Resume(B));
        let mut order = Vec::new();
        while cluster.next_due().is_some() {
            order.push(cluster.apply(&Act::Due, &mut by_seed(7)).happening);
        }
        let arrived = |happening: &Happening| matches!(happening, Happening::Arrived { .. });
        assert!(arrived(&order[0]) && arrived(&order[1]), "{order:?}");
        assert!(
            matches!(order[2], Happening::TimerFired { timer: t, .. } if t == timer),
            "{order:?}"
        );
    }

    #[test]
    fn a_timer_of_a_stopped_process_never_fires_and_a_newer_one_replaces_the_older() {
        let mut cluster = two();
        let set = |cluster: &mut Cluster, after| {
            cluster.set_timer(B, Timer::MaxBlock, Delay::Exactly(Micros(after)), &mut by_seed(7));
        };
        set(&mut cluster, 10);
        set(&mut cluster, 20);
        assert_eq!(cluster.queue.len(), 1);
        assert_eq!(cluster.next_due_at(), Some(SimTime(20)));
        operate(&mut cluster, Operation::Crash(B));
        assert_eq!(cluster.next_due(), None);
    }

    #[test]
    fn a_length_between_two_bounds_depends_on_seed_question_and_count_only() {
        let length = |seed: u64, other_draws: u32| {
            let mut cluster = two();
            let between = Delay::Between(Micros(1_000), Micros(2_000));
            for _ in 0..other_draws {
                cluster.set_timer(A, Timer::MaxBlock, between, &mut by_seed(seed));
                cluster.cancel_timer(A, Timer::MaxBlock);
            }
            cluster.set_timer(B, Timer::MaxBlock, between, &mut by_seed(seed));
            cluster.next_due_at().unwrap().0
        };
        assert_eq!(length(1, 0), length(1, 5));
        assert_ne!(length(1, 0), length(2, 0));
        assert!((1_000..=2_000).contains(&length(3, 0)));
    }

    #[test]
    fn the_head_of_a_lane_may_arrive_ahead_of_its_turn() {
        let mut cluster = two();
        ask(&mut cluster, Purpose::Heartbeat, 1);
        ask(&mut cluster, Purpose::Fetch, 2);
        let act = Act::Deliver(connection(Purpose::Fetch), Direction::Request);
        assert!(cluster.enabled().contains(&act));
        let step = cluster.apply(&act, &mut by_seed(7));
        assert!(matches!(
            step.happening,
            Happening::Arrived {
                correlation: CorrelationId(2),
                ..
            }
        ));
        assert_eq!(settle(&mut cluster), [1]);
    }

    #[test]
    fn what_makes_no_sense_changes_nothing_and_says_so() {
        let mut cluster = two();
        let unknown = NodeId::Controller(ControllerId(9));
        let cases = [
            (Operation::Start(A), Ineffective::AlreadyRunning(A)),
            (Operation::Resume(A), Ineffective::NotPaused(A)),
            (Operation::Crash(unknown), Ineffective::Unknown(unknown)),
        ];
        for (operation, expected) in cases {
            let before = cluster.clone();
            assert_eq!(operate(&mut cluster, operation), Happening::Ineffective(expected));
            cluster.steps = before.steps;
            assert_eq!(cluster, before);
        }
    }
}
