//! Connections between processes, as TCP gives them: ordered, delayed, closed, never lossy while they live.
//!
//! A connection has two lanes, requests one way and responses back, each strictly in order. A message takes its pair's one-way
//! latency (a fixed draw per pair) and, if a request, the receiver's service time; so two followers never move in the same
//! microsecond. As in Kafka's socket server, a process reads the next request of a connection only when it has answered the
//! one before (`SocketServer` mutes the channel); the admin client's raw requests are exempt: each stands for a connection
//! of its own. Cutting is a black hole: TCP keeps what was sent, and it arrives after the cut is healed unless either side
//! has closed the connection by then. Closing takes along what the closing side had not received and, unless it ends in an
//! orderly way, what it had sent. Simplified: connecting costs nothing but the first request's way; a request to a process
//! that is not there comes back as a refusal. No bandwidth.

use std::collections::VecDeque;
use std::sync::Arc;

use replication::base::config::Acks;
use replication::base::id::{CorrelationId, NodeId};
use replication::base::map::Map;
use replication::base::time::{Micros, SimTime};
use replication::message::{Body, Connection, Envelope, Purpose, Request};

use crate::act::{Direction, Links};
use crate::chooser::draw;

/// One-way latency lies between these, in µs.
const LATENCY: (u64, u64) = (200, 400);
/// Time a process takes to get to a request, in µs.
const SERVICE: (u64, u64) = (50, 100);

/// Place of a link in the network, in order of first use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LinkId(pub u32);

/// Everything on its way, and in what condition the ways are.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Network {
    seed: u64,
    /// Shared with earlier copies until written.
    links: Vec<Arc<Link>>,
    /// By the connection, packed.
    index: Map<(u64, u64), LinkId>,
    /// What somebody did to the ways. Lanes keep a copy of what concerns them.
    conditions: Map<Path, Condition>,
}

/// One way between two processes, for one purpose or for all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Path {
    pub from: NodeId,
    pub to: NodeId,
    pub purpose: Option<Purpose>,
}

impl Path {
    /// All purposes of the pair.
    #[must_use]
    pub fn without_purpose(self) -> Path {
        Path { purpose: None, ..self }
    }
}

impl From<Path> for Links {
    fn from(path: Path) -> Links {
        Links {
            from: path.from,
            to: path.to,
            purpose: path.purpose,
            both_ways: false,
        }
    }
}

/// The condition of a way. All off = as new.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Condition {
    pub cut: bool,
    pub held: bool,
    /// The next arrival is dropped and resets its connection.
    pub lose: bool,
    pub slow: Option<Micros>,
}

/// A connection between two processes, open or not.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Link {
    pub connection: Connection,
    /// The side that connects believes it is connected.
    pub open: bool,
    pub requests: Lane,
    pub responses: Lane,
    /// Requests sent and not yet answered, oldest first. A reply to anything else has nobody to go to.
    pub unanswered: Vec<Unanswered>,
    /// The receiver answers one request before it reads the next.
    pub one_at_a_time: bool,
    /// One way, both ways the same.
    pub latency: Micros,
    /// Of the process that takes the requests.
    pub service: Micros,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Unanswered {
    pub correlation: CorrelationId,
    /// The receiver has read it.
    pub delivered: bool,
}

/// One direction of a link.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Lane {
    /// Oldest first; only the first may arrive.
    pub parcels: VecDeque<Parcel>,
    pub condition: Condition,
    /// Parcels that may pass although the lane is held.
    pub let_through: u32,
    /// When the head is on the schedule, and under which number.
    pub due: Option<(SimTime, u64)>,
    /// The head has reached a paused process and waits in its socket.
    pub in_socket: bool,
    /// No later parcel arrives before this.
    last_arrival: SimTime,
}

/// Something on a lane.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Parcel {
    pub content: Content,
    pub sent_at: SimTime,
    /// When it arrives if nothing holds it up.
    pub arrives_at: SimTime,
    /// The step that sent it.
    pub because: u64,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Content {
    Message(Envelope),
    /// The connection has ended: closed, reset or refused by the sender's side.
    Closed,
}

impl Lane {
    /// Whether a condition keeps the head from arriving.
    pub fn is_blocked(&self) -> bool {
        self.condition.cut || (self.condition.held && self.let_through == 0)
    }

    /// Adds a parcel that is `delay` away, behind those before it.
    fn push(&mut self, content: Content, now: SimTime, delay: Micros, service: Micros, because: u64) {
        let arrives_at = (now + delay).max(self.last_arrival) + service;
        self.last_arrival = arrives_at;
        self.parcels.push_back(Parcel {
            content,
            sent_at: now,
            arrives_at,
            because,
        });
    }

    fn ends_closed(&self) -> bool {
        self.parcels
            .back()
            .is_some_and(|parcel| parcel.content == Content::Closed)
    }
}

impl Link {
    pub fn lane(&self, direction: Direction) -> &Lane {
        match direction {
            Direction::Request => &self.requests,
            Direction::Response => &self.responses,
        }
    }

    pub fn lane_mut(&mut self, direction: Direction) -> &mut Lane {
        match direction {
            Direction::Request => &mut self.requests,
            Direction::Response => &mut self.responses,
        }
    }

    /// The process at the end of a lane.
    pub fn receiver(&self, direction: Direction) -> NodeId {
        match direction {
            Direction::Request => self.connection.to,
            Direction::Response => self.connection.from,
        }
    }

    pub fn path(&self, direction: Direction) -> Path {
        let Connection { from, to, purpose } = self.connection;
        let (from, to) = match direction {
            Direction::Request => (from, to),
            Direction::Response => (to, from),
        };
        Path {
            from,
            to,
            purpose: Some(purpose),
        }
    }

    /// The receiver is busy with a request of this connection and reads no other.
    pub fn is_muted(&self) -> bool {
        self.one_at_a_time && self.unanswered.iter().any(|request| request.delivered)
    }

    /// When the head of this lane arrives, if nothing keeps it.
    pub fn head_arrives_at(&self, direction: Direction) -> Option<SimTime> {
        let lane = self.lane(direction);
        let head = lane.parcels.front()?;
        let free = !lane.is_blocked() && !lane.in_socket && !self.is_kept_waiting(head);
        free.then_some(head.arrives_at)
    }

    fn delay(&self, direction: Direction) -> Micros {
        self.latency + self.lane(direction).condition.slow.unwrap_or(Micros(0))
    }

    fn push(&mut self, direction: Direction, content: Content, now: SimTime, service: Micros, because: u64) {
        let delay = self.delay(direction);
        self.lane_mut(direction).push(content, now, delay, service, because);
    }

    /// Puts a message on its lane. A message that no longer has a connection goes nowhere. `append` is what the receiver's
    /// disk adds.
    pub(crate) fn send(&mut self, envelope: Envelope, now: SimTime, append: Micros, because: u64) {
        let direction = direction_of(&envelope);
        match direction {
            Direction::Request => {
                if self.responses.ends_closed() {
                    return;
                }
                self.open = true;
                if expects_an_answer(&envelope) {
                    self.unanswered.push(Unanswered {
                        correlation: envelope.correlation,
                        delivered: false,
                    });
                }
                let service = self.service + append;
                self.push(direction, Content::Message(envelope), now, service, because);
            }
            Direction::Response => {
                let asked = self
                    .unanswered
                    .iter()
                    .position(|u| u.correlation == envelope.correlation);
                let Some(place) = asked else { return };
                self.unanswered.remove(place);
                // The next request was waiting for this answer.
                if let Some(next) = self.requests.parcels.front_mut() {
                    next.arrives_at = next.arrives_at.max(now + self.service);
                }
                self.push(direction, Content::Message(envelope), now, append, because);
            }
        }
    }

    /// Notes that the receiver has read a request.
    pub(crate) fn note_read(&mut self, correlation: CorrelationId) {
        if let Some(request) = self.unanswered.iter_mut().find(|u| u.correlation == correlation) {
            request.delivered = true;
        }
    }

    /// One side closes the connection or dies. The other is told, after what the closing side had sent if `orderly`.
    pub(crate) fn close(&mut self, by: NodeId, orderly: bool, now: SimTime, because: u64) {
        let by_client = by == self.connection.from;
        let (outgoing, incoming) = match by_client {
            true => (Direction::Request, Direction::Response),
            false => (Direction::Response, Direction::Request),
        };
        self.clear(incoming);
        if !orderly {
            self.clear(outgoing);
        }
        self.unanswered.clear();
        if self.open && !self.lane(outgoing).ends_closed() {
            self.push(outgoing, Content::Closed, now, Micros(0), because);
        }
        if by_client {
            self.open = false;
        }
    }

    /// The connection ends from the middle. Both sides are told.
    pub(crate) fn reset(&mut self, now: SimTime, because: u64) {
        let was_open = self.open;
        self.close(self.connection.to, false, now, because);
        if was_open {
            self.push(Direction::Request, Content::Closed, now, Micros(0), because);
        }
    }

    /// What a cut kept back sets out again.
    pub(crate) fn send_again(&mut self, direction: Direction, now: SimTime) {
        let delay = self.delay(direction);
        let lane = self.lane_mut(direction);
        if lane.condition.cut {
            for parcel in &mut lane.parcels {
                parcel.arrives_at = parcel.arrives_at.max(now + delay);
            }
            lane.last_arrival = lane.last_arrival.max(now + delay);
        }
    }

    /// Whether a held head may be let through.
    pub fn head_arrives_if_let_through(&self, direction: Direction) -> bool {
        let lane = self.lane(direction);
        !lane.condition.cut && !lane.in_socket && lane.parcels.front().is_some_and(|head| !self.is_kept_waiting(head))
    }

    /// A request that the receiver does not read before it has answered another.
    fn is_kept_waiting(&self, head: &Parcel) -> bool {
        let is_request =
            matches!(&head.content, Content::Message(message) if direction_of(message) == Direction::Request);
        is_request && self.is_muted()
    }

    /// The side that connected learns that the connection is gone.
    pub(crate) fn note_closed(&mut self) {
        self.open = false;
        self.clear(Direction::Request);
        self.unanswered.clear();
    }

    fn clear(&mut self, direction: Direction) {
        let lane = self.lane_mut(direction);
        lane.parcels.clear();
        lane.in_socket = false;
        lane.last_arrival = SimTime::ZERO;
    }
}

/// Which lane a message takes.
pub fn direction_of(envelope: &Envelope) -> Direction {
    match envelope.body {
        Body::Request(_) => Direction::Request,
        Body::Response(_) => Direction::Response,
    }
}

/// Everything but a Produce with acks=0 is answered.
fn expects_an_answer(envelope: &Envelope) -> bool {
    !matches!(&envelope.body, Body::Request(Request::Produce(produce)) if produce.acks == Acks::None)
}

impl Network {
    pub(crate) fn new(seed: u64) -> Self {
        Network {
            seed,
            links: Vec::new(),
            index: Map::new(),
            conditions: Map::new(),
        }
    }

    /// All links ever used, in order of first use.
    pub fn links(&self) -> impl Iterator<Item = &Link> {
        self.links.iter().map(AsRef::as_ref)
    }

    /// Links that this network does not share with an earlier copy of it.
    pub fn links_since<'a>(&'a self, earlier: &'a Network) -> impl Iterator<Item = &'a Link> {
        let changed = |(n, link): &(usize, &Arc<Link>)| earlier.links.get(*n).is_none_or(|old| !Arc::ptr_eq(old, link));
        self.links
            .iter()
            .enumerate()
            .filter(changed)
            .map(|(_, link)| link.as_ref())
    }

    pub fn find(&self, connection: Connection) -> Option<LinkId> {
        self.index.get(&packed(connection)).copied()
    }

    pub fn link(&self, id: LinkId) -> &Link {
        &self.links[id.0 as usize]
    }

    pub(crate) fn link_mut(&mut self, id: LinkId) -> &mut Link {
        Arc::make_mut(&mut self.links[id.0 as usize])
    }

    /// What was done to the ways, by hand.
    pub fn conditions(&self) -> &Map<Path, Condition> {
        &self.conditions
    }

    /// Links that have this process at an end.
    pub(crate) fn links_of(&self, node: NodeId) -> Vec<LinkId> {
        let has_end = |link: &Link| link.connection.from == node || link.connection.to == node;
        (0..self.links.len() as u32)
            .map(LinkId)
            .filter(|id| has_end(self.link(*id)))
            .collect()
    }

    /// The link of this name, made at first use.
    pub(crate) fn link_for(&mut self, connection: Connection, one_at_a_time: bool) -> LinkId {
        if let Some(id) = self.index.get(&packed(connection)) {
            return *id;
        }
        let id = LinkId(self.links.len() as u32);
        let (low, high) = (connection.from.min(connection.to), connection.from.max(connection.to));
        let mut link = Link {
            connection,
            open: false,
            requests: Lane::default(),
            responses: Lane::default(),
            unanswered: Vec::new(),
            one_at_a_time,
            latency: Micros(draw(self.seed, &(low, high), LATENCY.0, LATENCY.1)),
            service: Micros(draw(self.seed, &(connection.to, connection.from), SERVICE.0, SERVICE.1)),
        };
        for direction in [Direction::Request, Direction::Response] {
            link.lane_mut(direction).condition = self.condition_of(link.path(direction));
        }
        self.links.push(Arc::new(link));
        self.index.insert(packed(connection), id);
        id
    }

    /// The condition of one way: what was done to it by name, and what was done to the pair.
    pub fn condition_of(&self, path: Path) -> Condition {
        let of = |purpose| {
            self.conditions
                .get(&Path { purpose, ..path })
                .copied()
                .unwrap_or_default()
        };
        let (named, whole) = (of(path.purpose), of(None));
        Condition {
            cut: named.cut || whole.cut,
            held: named.held || whole.held,
            lose: named.lose || whole.lose,
            slow: named.slow.or(whole.slow),
        }
    }

    /// Changes the condition of these ways, also for links that are made later, and returns the lanes concerned. What is
    /// done to all purposes of a pair is done to each purpose that has a condition of its own as well.
    pub(crate) fn change(&mut self, links: Links, change: impl Fn(&mut Condition)) -> Vec<(LinkId, Direction)> {
        for (from, to) in ways(links) {
            let path = Path {
                from,
                to,
                purpose: links.purpose,
            };
            change(self.conditions.entry(path).or_default());
            for (other, condition) in &mut self.conditions {
                if links.purpose.is_none() && (other.from, other.to) == (from, to) && other.purpose.is_some() {
                    change(condition);
                }
            }
        }
        self.conditions
            .retain(|_, condition| *condition != Condition::default());
        let lanes = self.lanes_of(links);
        for (id, direction) in &lanes {
            let condition = self.condition_of(self.link(*id).path(*direction));
            self.link_mut(*id).lane_mut(*direction).condition = condition;
        }
        lanes
    }

    /// The existing lanes that these ways name.
    pub(crate) fn lanes_of(&self, links: Links) -> Vec<(LinkId, Direction)> {
        let mut lanes = Vec::new();
        for (n, link) in self.links.iter().enumerate() {
            if links.purpose.is_some_and(|purpose| purpose != link.connection.purpose) {
                continue;
            }
            for direction in [Direction::Request, Direction::Response] {
                let path = link.path(direction);
                if ways(links).any(|way| way == (path.from, path.to)) {
                    lanes.push((LinkId(n as u32), direction));
                }
            }
        }
        lanes
    }
}

/// Two words that name a connection: looked up for every message, and quicker to compare.
fn packed(connection: Connection) -> (u64, u64) {
    let word = |node: NodeId| match node {
        NodeId::Controller(id) => u64::from(id.0 as u32),
        NodeId::Broker(id) => 1 << 32 | u64::from(id.0 as u32),
        NodeId::Client(id) => 2 << 32 | u64::from(id.0),
    };
    (
        word(connection.from),
        word(connection.to) << 4 | connection.purpose as u64,
    )
}

fn ways(links: Links) -> impl Iterator<Item = (NodeId, NodeId)> {
    let there = (links.from, links.to);
    let back = links.both_ways.then_some((links.to, links.from));
    std::iter::once(there).chain(back)
}
