//! Answers to "why", built from the reasons of those who decide.
//!
//! The functions by which brokers, controller and clients act say what is the case; what stands around it (a message on its
//! way, a cut link, a process that is down, a timer that runs) is added from the state of the world, down to what will
//! change it. Nothing is answered that the state does not say; only for how a leader was elected and why something was
//! refused is the step looked at in which that happened.

mod broker;
mod client;
mod election;
mod following;
mod isr;
mod producing;
mod reading;
mod record;
mod refusal;
mod request;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod truth;
mod watermark;

use replication::base::config::ProcessConfig;
use replication::base::id::{BrokerId, ClientId, NodeId, TopicPartition};
use replication::base::map::Map;
use replication::base::time::SimTime;
use replication::base::timer::Timer;
use replication::broker::Broker;
use replication::controller::Controller;
use replication::node::Node;
use replication::quorum::image::MetadataImage;
use simulation::cluster::{Cluster, Slot};
use simulation::ghost::Ghosts;
use simulation::history::{History, Position};
use simulation::world::World;

use crate::board::ProcessState;
use crate::metadata::metadata;
use crate::name;
use crate::read_board::{as_broker, held, process_state};
use crate::why::{Because, Branch, Cause, Ground, Question};

type Chain = Vec<Cause>;

/// The chain from the question to its root, at the position that a history stands at. Empty when the question names nothing
/// that is there.
pub fn why(history: &mut History, past: &mut Past, question: &Question) -> Vec<Cause> {
    answer(history, past, question).unwrap_or_default()
}

/// What was looked up in steps of the past. It stays true as long as nobody acts in that past.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Past {
    /// How leaders were elected, by partition and step.
    elections: Map<(TopicPartition, Position), Option<Ground>>,
    /// The refusal asked about last, what it was asked of, and the newest refusal there was then.
    refusal: Option<(Question, Position, Chain)>,
}

fn answer(history: &mut History, past: &mut Past, question: &Question) -> Option<Chain> {
    match question {
        Question::Refusal { .. } | Question::LastRefusal { .. } => refusal::refusal(history, past, question),
        Question::Acknowledgement { producer, n } => record::acknowledgement(history, producer, *n),
        Question::Loss { producer, n } => record::loss(history, producer, *n),
        Question::Leadership { partition } => election::leadership(history, past, partition),
        _ => {
            let world = history.world();
            let image = metadata(&world.cluster)?;
            Asking::of(world, &image).answer(question)
        }
    }
}

#[derive(Clone, Copy)]
struct Asking<'a> {
    cluster: &'a Cluster,
    ghosts: &'a Ghosts,
    image: &'a MetadataImage,
}

impl<'a> Asking<'a> {
    fn of(world: &'a World, image: &'a MetadataImage) -> Self {
        Asking {
            cluster: &world.cluster,
            ghosts: &world.ghosts,
            image,
        }
    }

    fn answer(self, question: &Question) -> Option<Chain> {
        Some(match question {
            Question::Record { partition, offset } => self.record(self.find(partition)?, *offset),
            Question::Readable {
                consumer,
                partition,
                offset,
            } => self.readable(consumer, self.find(partition)?, *offset)?,
            Question::HighWatermark {
                partition,
                broker: None,
            } => self.high_watermark(self.find(partition)?, None),
            Question::HighWatermark {
                partition,
                broker: Some(broker),
            } => self.replica_high_watermark(self.find(partition)?, BrokerId(*broker)),
            Question::Membership { partition, broker } => self.membership(self.find(partition)?, BrokerId(*broker)),
            Question::Parked { key } => self.parked(key)?,
            Question::Message { key } => self.message(key)?,
            Question::Producer { node } => self.producer_waits(self.client(node)?)?,
            Question::Consumer { node } => self.consumer_waits(self.client(node)?)?,
            Question::Session { broker } => self.session(self.known(*broker)?),
            Question::Metadata { broker } => self.metadata(self.known(*broker)?),
            // Answered with the history.
            Question::Acknowledgement { .. }
            | Question::Loss { .. }
            | Question::Leadership { .. }
            | Question::Refusal { .. }
            | Question::LastRefusal { .. } => return None,
        })
    }

    fn find(self, partition: &str) -> Option<TopicPartition> {
        name::find_partition(self.image, partition)
    }

    /// A broker that is there.
    fn known(self, broker: i32) -> Option<BrokerId> {
        let broker = BrokerId(broker);
        self.slot(broker).map(|_| broker)
    }

    fn client(self, name: &str) -> Option<ClientId> {
        self.cluster.client_named(name)
    }

    fn name(self, id: TopicPartition) -> String {
        name::partition(Some(self.image), id)
    }

    fn node(self, id: NodeId) -> String {
        name::node(self.cluster, id)
    }

    fn now(self) -> SimTime {
        self.cluster.now
    }

    /// Time until then; nothing left when it has passed.
    fn ahead(self, at: SimTime) -> i64 {
        at.since(self.now()).0 as i64
    }

    fn ago(self, at: SimTime) -> i64 {
        self.now().since(at).0 as i64
    }

    fn slot(self, broker: BrokerId) -> Option<&'a Slot> {
        self.cluster.slot(NodeId::Broker(broker))
    }

    fn broker(self, broker: BrokerId) -> Option<(&'a Broker, &'a Slot)> {
        let slot = self.slot(broker)?;
        Some((as_broker(slot)?, slot))
    }

    fn controller(self) -> Option<(&'a Controller, &'a Slot)> {
        let mut slots = self.cluster.slots.values();
        slots.find_map(|slot| match slot.node()? {
            Node::Controller(controller) => Some((controller, slot.as_ref())),
            _ => None,
        })
    }

    /// The node of the controller, whether or not it is up.
    fn controller_node(self) -> Option<NodeId> {
        let is_controller = |id: &&NodeId| matches!(id, NodeId::Controller(_));
        self.cluster.slots.keys().find(is_controller).copied()
    }

    /// Until a timer of a process runs out.
    fn timer(self, node: NodeId, timer: Timer) -> Option<i64> {
        let alarm = self.cluster.slot(node)?.timers.get(&timer)?;
        Some(self.ahead(alarm.at))
    }

    /// What keeps a process from doing anything, if something does.
    fn process_obstacle(self, node: NodeId) -> Option<Because> {
        let slot = self.cluster.slot(node)?;
        let state = process_state(slot, ProcessState::Running);
        matches!(state, ProcessState::Down | ProcessState::Paused).then(|| Because::ProcessIs {
            node: self.node(node),
            state,
        })
    }

    /// Who acts as leader: the one on record, or before the metadata has spread whoever believes it still is.
    fn leader(self, id: TopicPartition) -> Option<BrokerId> {
        let record = self.image.partitions.get(&id)?;
        let acts = |broker: &BrokerId| held(self.cluster, *broker, id).is_some_and(|p| p.as_leader().is_some());
        let on_record = record.leader.filter(acts);
        on_record.or_else(|| record.replicas.iter().copied().find(acts))
    }

    fn process(self, client: ClientId) -> Option<(&'a Node, &'a ProcessConfig)> {
        let slot = self.cluster.slot(NodeId::Client(client))?;
        Some((slot.node()?, &slot.config.process))
    }
}

/// Goes on with one chain, or branches into several.
fn branch(mut chain: Chain, branches: Vec<Chain>) -> Chain {
    let mut branches: Vec<Chain> = branches.into_iter().filter(|branch| !branch.is_empty()).collect();
    if branches.len() == 1 {
        chain.extend(branches.remove(0));
    } else if let Some(last) = chain.last_mut() {
        last.branches = branches.into_iter().map(|chain| Branch { chain }).collect();
    }
    chain
}

fn one(because: Because) -> Chain {
    vec![because.into()]
}
