//! Every question has an answer that ends in a root, in the states of random runs; and the answers are true where a slow
//! look at the same state can tell.

use std::sync::Arc;

use replication::base::config::{Acks, ProducerConfig};
use replication::base::id::{BrokerId, ClientId, NodeId, RecordId};
use replication::base::time::{Micros, SimTime};
use replication::message::application::{Command, RecordToSend};
use simulation::act::{Act, ClientKind, Links, Operation};
use simulation::history::History;
use simulation::workload::{Shape, TOPIC, Workload};

use super::{Past, why};
use crate::read_board::board;
use crate::seen::Seen;
use crate::time::Clock;
use crate::why::{Because, Cause, Question, Unelected};

/// Nothing lies behind these, or they say what will change what was asked about.
fn is_root(because: &Because) -> bool {
    use Because::*;
    match because {
        FetchWaitsForBytes { .. }
        | KeptWith { .. }
        | RecordDeleted { .. }
        | RecordNotStable { .. }
        | LiesOn { .. }
        | LiesNowhere { .. }
        | NeverStored { .. }
        | SenderGone { .. }
        | Acknowledged { .. }
        | ConsumerHasRead { .. }
        | ConsumerPassedOver { .. }
        | NotAssigned { .. }
        | HighWatermarkAtLogEnd { .. }
        | HighWatermarkMayMove { .. }
        | FollowerHasHighWatermark { .. }
        | ToldWithDivergence { .. }
        | OnItsWay { .. }
        | LinkIs { .. }
        | ProcessIs { .. }
        | GivesUp { .. }
        | TriesAgain { .. }
        | FetchParked { .. }
        | FetchWaits { .. }
        | FetchingStopped { .. }
        | WillLeaveIsr { .. }
        | MayLag { .. }
        | AtLeadersEnd { .. }
        | LeaderIsInIsr { .. }
        | NotAReplica { .. }
        | LeadsUntil { .. }
        | PreferredCheck { .. }
        | UncleanElection { .. }
        | SessionEnds { .. }
        | NextHeartbeat { .. }
        | MetadataUpToDate { .. }
        | Lingers { .. }
        | NothingWaits { .. }
        | ReadFailed { .. }
        | NoneRefused { .. }
        | AsksForMetadata { .. }
        | ProducerFault { .. }
        | Refused { .. } => true,
        // Decided by the rule alone.
        NotElected { because, .. } => !matches!(
            because,
            Unelected::NotRegistered | Unelected::Fenced | Unelected::ShuttingDown
        ),
        _ => false,
    }
}

fn ends_in_roots(chain: &[Cause]) -> bool {
    match chain.split_last() {
        None => false,
        Some((last, before)) => {
            before.iter().all(|cause| cause.branches.is_empty())
                && if last.branches.is_empty() {
                    is_root(&last.because)
                } else {
                    last.branches.iter().all(|branch| ends_in_roots(&branch.chain))
                }
        }
    }
}

/// A number for every question put to it, the same ones for the same seed.
#[derive(Clone)]
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % sides
    }
}

pub(super) const BROKERS: i32 = 4;
const PARTITIONS: i32 = 3;
/// Producers with acks=all, 1 and 0, and an idempotent one.
const PRODUCERS: [ClientId; 4] = [ClientId(1), ClientId(3), ClientId(4), ClientId(5)];

#[derive(Clone)]
pub(super) struct Run {
    pub(super) history: History,
    dice: Dice,
    sent: [u32; 4],
}

impl Run {
    pub(super) fn start(seed: u64) -> Self {
        let shape = Shape {
            seed,
            brokers: BROKERS,
            partitions: PARTITIONS,
            consumer: true,
            ..Shape::default()
        };
        let mut workload = Workload::start(shape);
        for (name, acks, enable_idempotence) in [
            ("order-service-1", Acks::Leader, false),
            ("order-service-0", Acks::None, false),
            ("order-service-idempotent", Acks::All, true),
        ] {
            let config = ProducerConfig {
                acks,
                enable_idempotence,
                ..ProducerConfig::default()
            };
            workload.operate(Operation::AddClient {
                name: name.into(),
                kind: ClientKind::Producer(config),
            });
        }
        Run {
            history: workload.history,
            dice: Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1),
            sent: [0; 4],
        }
    }

    fn operate(&mut self, operation: Operation) {
        self.history.advance(&Act::Operate(operation));
    }

    fn send(&mut self) {
        let place = self.dice.roll(4) as usize;
        let count = 1 + self.dice.roll(3) as u32;
        let partition = self.dice.roll(PARTITIONS as u64) as i32;
        let producer = PRODUCERS[place];
        let first = self.sent[place];
        self.sent[place] += count;
        let record = |n| RecordToSend {
            id: RecordId { producer, n },
            key: None,
            value: Some(Arc::from("v")),
            headers: Vec::new(),
            partition: Some(partition),
        };
        let records = (first..first + count).map(record).collect();
        self.operate(Operation::Command {
            client: producer,
            command: Command::Send {
                topic: TOPIC.into(),
                records,
            },
        });
    }

    fn node(&mut self) -> NodeId {
        match self.dice.roll(20) {
            0 => NodeId::Client(PRODUCERS[0]),
            1 => NodeId::Client(ClientId(2)),
            2 => *self
                .history
                .world()
                .cluster
                .slots
                .keys()
                .find(|id| matches!(id, NodeId::Controller(_)))
                .unwrap(),
            _ => NodeId::Broker(BrokerId(1 + self.dice.roll(BROKERS as u64) as i32)),
        }
    }

    fn harm(&mut self) {
        let node = self.node();
        let links = Links::both(node, self.node());
        let one_way = Links::one_way(node, self.node());
        let broker = BrokerId(1 + self.dice.roll(BROKERS as u64) as i32);
        let harm = match self.dice.roll(18) {
            0 | 1 => Operation::Crash(node),
            2..=4 => Operation::Start(node),
            5 => Operation::Stop(node),
            6 => Operation::Pause(node),
            7 | 8 => Operation::Resume(node),
            9 => Operation::PowerLoss(broker),
            10 | 11 => Operation::Cut(links),
            12 => Operation::Cut(one_way),
            13 | 14 => Operation::Heal(links),
            15 => Operation::Hold(one_way),
            16 => Operation::Release(one_way),
            _ => Operation::Slow {
                links,
                latency: Micros(20_000),
            },
        };
        self.operate(harm);
    }

    /// Records, harm and time, so many times each.
    pub(super) fn go(&mut self, turns: u32) {
        for _ in 0..turns {
            self.send();
            if self.dice.roll(3) == 0 {
                self.harm();
            }
            let length = match self.dice.roll(6) {
                0 => 4_000_000,
                1 => 700_000,
                _ => 1 + self.dice.roll(3_000),
            };
            let end = SimTime(self.history.world().cluster.now.0 + length);
            while self.history.world().cluster.next_due_at().is_some_and(|at| at <= end) {
                self.history.advance(&Act::Due);
            }
        }
    }

    /// All that can be asked in the present state.
    pub(super) fn questions(&self) -> Vec<Question> {
        let world = self.history.world();
        let board = board(
            &world.cluster,
            &world.ghosts,
            Clock { begin: SimTime(0) },
            &Seen {
                records: 1_000,
                ..Seen::default()
            },
        );
        let mut questions = Vec::new();
        for partition in &board.partitions {
            let name = || partition.name.clone();
            questions.push(Question::Leadership { partition: name() });
            questions.push(Question::HighWatermark {
                partition: name(),
                broker: None,
            });
            for broker in 1..=BROKERS {
                questions.push(Question::Membership {
                    partition: name(),
                    broker,
                });
            }
            for replica in &partition.replicas {
                let broker = Some(replica.broker);
                questions.push(Question::HighWatermark {
                    partition: name(),
                    broker,
                });
            }
            let end = partition.replicas.iter().map(|replica| replica.log_end_offset).max();
            for offset in 0..=end.unwrap_or(0) {
                questions.push(Question::Record {
                    partition: name(),
                    offset,
                });
                questions.push(Question::Readable {
                    consumer: "consumer".into(),
                    partition: name(),
                    offset,
                });
            }
        }
        for (producer, sender) in &world.ghosts.senders {
            let producer = world.cluster.clients[producer.0 as usize].to_string();
            for n in 0..sender.records.len() as u32 {
                questions.push(Question::Acknowledgement {
                    producer: producer.clone(),
                    n,
                });
                questions.push(Question::Loss {
                    producer: producer.clone(),
                    n,
                });
            }
        }
        questions.extend(board.parked.iter().map(|parked| Question::Parked {
            key: parked.key.clone(),
        }));
        questions.extend(board.messages.iter().map(|message| Question::Message {
            key: message.key.clone(),
        }));
        for client in &world.cluster.clients {
            questions.push(Question::LastRefusal {
                node: client.to_string(),
            });
            let node = client.to_string();
            questions.push(match &*node {
                "consumer" => Question::Consumer { node },
                _ => Question::Producer { node },
            });
        }
        for broker in 1..=BROKERS {
            questions.push(Question::Session { broker });
            questions.push(Question::Metadata { broker });
            questions.push(Question::LastRefusal {
                node: format!("b{broker}"),
            });
        }
        questions
    }
}

/// Twenty states, each of another run.
fn states() -> impl Iterator<Item = Run> {
    (1..=20).map(|seed| {
        let mut run = Run::start(seed);
        run.go(20 + (seed as u32 * 7) % 60);
        run
    })
}

#[test]
fn everything_that_can_be_asked_in_a_random_state_has_an_answer_that_ends_in_a_root() {
    let mut asked = 0;
    let mut unanswered = Vec::new();
    for (seed, mut run) in (1..).zip(states()) {
        for question in run.questions() {
            let chain = why(&mut run.history, &mut Past::default(), &question);
            asked += 1;
            if !ends_in_roots(&chain) {
                unanswered.push(format!("{seed} {question:?}: {}", told(&chain)));
            }
        }
    }
    assert!(asked > 5_000, "{asked}");
    assert!(
        unanswered.is_empty(),
        "{} of {asked}\n{}",
        unanswered.len(),
        unanswered[..unanswered.len().min(60)].join("\n")
    );
}

pub(super) fn told(chain: &[Cause]) -> String {
    let one = |cause: &Cause| {
        let branches: Vec<String> = cause.branches.iter().map(|branch| told(&branch.chain)).collect();
        let text = format!("{:?}", cause.because);
        if branches.is_empty() {
            text
        } else {
            format!("{text} [{}]", branches.join(" | "))
        }
    };
    chain.iter().map(one).collect::<Vec<_>>().join(" -> ")
}
