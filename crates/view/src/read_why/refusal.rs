//! Why a request was refused: what the process that refused it said in that step, and what stood behind it then.

use replication::base::error_code::ErrorCode;
use replication::base::id::{BrokerId, NodeId, TopicPartition};
use replication::base::why::{ProducerFault, Why};
use replication::message::application::{Completion, SendOutcome};
use simulation::history::{History, Observed, Position};
use simulation::ledger::Ledger;
use simulation::observe::Change;
use simulation::track::MomentKind;

use super::{Asking, Chain, Past, branch, one};
use crate::metadata::metadata;
use crate::name::{self, numbers};
use crate::read_board::held;
use crate::why::{Because, ProducerFaultView, Question};

/// Refusals looked at, newest first, to find the last one of a process.
const LOOKED_AT: usize = 32;

/// Of one step, or of the last request of a process that was refused up to the position looked at. Everything is told as it
/// was then.
pub(super) fn refusal(history: &mut History, past: &mut Past, question: &Question) -> Option<Chain> {
    let newest = match question {
        Question::Refusal { position } => *position,
        _ => refusals(history).next().unwrap_or(0),
    };
    if let Some((asked, then, chain)) = &past.refusal
        && asked == question
        && *then == newest
    {
        return Some(chain.clone());
    }
    let chain = match question {
        Question::Refusal { position } => told(history, *position, None),
        Question::LastRefusal { node } => last_refusal(history, node),
        _ => None,
    }?;
    past.refusal = Some((question.clone(), newest, chain.clone()));
    Some(chain)
}

/// Positions of refusals up to the one looked at, newest first.
fn refusals(history: &History) -> impl Iterator<Item = Position> {
    let here = history.position();
    let is_refusal = |kind| {
        matches!(
            kind,
            MomentKind::ProduceRefused | MomentKind::FetchRefused | MomentKind::Refused
        )
    };
    let moments = history.track().moments().rev();
    let refusals = moments.filter(move |moment| moment.position <= here && is_refusal(moment.kind));
    refusals.map(|moment| moment.position)
}

fn last_refusal(history: &mut History, node: &str) -> Option<Chain> {
    let positions: Vec<Position> = refusals(history).take(LOOKED_AT).collect();
    for position in positions {
        let chain = told(history, position, Some(node));
        if chain.is_some() {
            return chain;
        }
    }
    let cluster = &history.world().cluster;
    let there = cluster.slots.keys().any(|id| name::node(cluster, *id) == node);
    there.then(|| one(Because::NoneRefused { node: node.to_string() }))
}

/// The refusal in the step that led to a position: of anybody's request, or of this process's.
fn told(history: &mut History, position: Position, node: Option<&str>) -> Option<Chain> {
    let (observed, world) = history.step_at(position)?;
    let image = metadata(&world.cluster)?;
    let asking = Asking::of(&world, &image);
    let of_node = |change: &&Change| {
        let asked = asking.refuses(change);
        asked.is_some_and(|asked| node.is_none_or(|node| asking.node(asked) == node))
    };
    let change = observed.changes.iter().find(of_node)?;
    let ledger = Ledger::new(&world, history.track());
    asking.refused(&ledger, &observed, change)
}

fn fault_view(fault: ProducerFault) -> ProducerFaultView {
    match fault {
        ProducerFault::OldEpoch { known } => ProducerFaultView::OldEpoch { known: known.into() },
        ProducerFault::NewEpochBeginsAtZero { known } => {
            ProducerFaultView::NewEpochBeginsAtZero { known: known.into() }
        }
        ProducerFault::NotNext { expected } => ProducerFaultView::NotNext { expected },
        ProducerFault::TransactionOpen { since } => ProducerFaultView::TransactionOpen { since: since.0 },
        ProducerFault::OldCoordinatorEpoch { known } => ProducerFaultView::OldCoordinatorEpoch { known },
    }
}

impl Asking<'_> {
    /// Whose request it is, if a change is a refusal.
    fn refuses(self, change: &Change) -> Option<NodeId> {
        match change {
            Change::ProduceAnswered { client, error, .. } if error.is_error() => Some(NodeId::Client(*client)),
            Change::FetchAnswered { reader, error, .. } if error.is_error() => Some(*reader),
            Change::Told { client, completion } => matches!(
                completion,
                Completion::Sent {
                    outcome: SendOutcome::Failed { .. },
                    ..
                }
            )
            .then_some(NodeId::Client(*client)),
            _ => None,
        }
    }

    fn refused(self, ledger: &Ledger<'_>, observed: &Observed, change: &Change) -> Option<Chain> {
        let from = self.refuses(change)?;
        match change {
            Change::ProduceAnswered {
                broker,
                partition,
                base_offset,
                error,
                ..
            } => {
                let mut chain = one(self.refusal_of("Produce", from, *broker, *partition, *error));
                chain.extend(match error {
                    ErrorCode::NotEnoughReplicas => self.not_enough(observed, *partition),
                    ErrorCode::RequestTimedOut => self.too_late(*broker, *partition, base_offset.0),
                    ErrorCode::OutOfOrderSequenceNumber
                    | ErrorCode::InvalidProducerEpoch
                    | ErrorCode::InvalidTxnState => self.producer_fault(observed, *partition),
                    _ => self.because_of(*error, from, *broker, *partition),
                });
                Some(chain)
            }
            Change::FetchAnswered {
                broker,
                partition,
                error,
                ..
            } => {
                let mut chain = one(self.refusal_of("Fetch", from, *broker, *partition, *error));
                chain.extend(self.because_of(*error, from, *broker, *partition));
                Some(chain)
            }
            Change::Told {
                completion: Completion::Sent { records, .. },
                ..
            } => {
                let record = records.first()?;
                self.acknowledgement(ledger, &self.node(from), record.n)
            }
            _ => None,
        }
    }

    fn refusal_of(self, api: &str, from: NodeId, broker: BrokerId, id: TopicPartition, error: ErrorCode) -> Because {
        Because::Refused {
            broker: broker.0,
            api: api.to_string(),
            from: self.node(from),
            partition: Some(self.name(id)),
            error: error.name().to_string(),
        }
    }

    fn not_enough(self, observed: &Observed, id: TopicPartition) -> Chain {
        let said = observed.step.explained.iter().find_map(|why| match why {
            Why::NotEnoughReplicas {
                partition,
                isr,
                min_insync_replicas,
            } if *partition == id => Some((isr, *min_insync_replicas)),
            _ => None,
        });
        let Some((isr, min_insync_replicas)) = said else {
            return Chain::new();
        };
        let head = one(Because::NotEnoughReplicas {
            partition: self.name(id),
            isr: numbers(isr),
            min_insync_replicas,
        });
        let replicas = self
            .image
            .partitions
            .get(&id)
            .into_iter()
            .flat_map(|record| &record.replicas);
        let missing = replicas.filter(|replica| !isr.contains(replica));
        branch(head, missing.map(|replica| self.membership(id, *replica)).collect())
    }

    fn producer_fault(self, observed: &Observed, id: TopicPartition) -> Chain {
        let said = observed.step.explained.iter().find_map(|why| match why {
            Why::ProducerRefused {
                partition,
                producer,
                base_sequence,
                because,
            } if *partition == id => Some((producer, *base_sequence, *because)),
            _ => None,
        });
        said.map_or_else(Chain::new, |(producer, sequence, fault)| {
            one(Because::ProducerFault {
                partition: self.name(id),
                producer_id: producer.id,
                epoch: i32::from(producer.epoch),
                sequence,
                fault: fault_view(fault),
            })
        })
    }

    /// The high watermark, as the broker that gave up had it.
    fn too_late(self, broker: BrokerId, id: TopicPartition, offset: i64) -> Chain {
        let high_watermark = held(self.cluster, broker, id).map_or(-1, |held| held.high_watermark.0);
        let mut chain = one(Because::HighWatermarkTooLate {
            partition: self.name(id),
            offset,
            high_watermark,
        });
        chain.extend(self.high_watermark_of(id, broker, Some(offset)));
        chain
    }

    fn because_of(self, error: ErrorCode, from: NodeId, broker: BrokerId, id: TopicPartition) -> Chain {
        match error {
            ErrorCode::NotLeaderOrFollower => self.does_not_lead(from, broker, id),
            ErrorCode::FencedLeaderEpoch | ErrorCode::UnknownLeaderEpoch => self.spoke_of_epoch(from, broker, id),
            _ => Chain::new(),
        }
    }

    fn does_not_lead(self, from: NodeId, broker: BrokerId, id: TopicPartition) -> Chain {
        let own = held(self.cluster, broker, id);
        let mut chain = one(Because::DoesNotLead {
            broker: broker.0,
            partition: self.name(id),
            leader: own.and_then(|held| held.leader()).map(|leader| leader.0),
            epoch: own.map_or(-1, |held| held.leader_epoch.0),
            leads: own.is_some_and(|held| held.as_leader().is_some()),
        });
        chain.extend(match from.broker() {
            // A follower goes by its metadata; whichever of the two is behind hears of it there.
            Some(follower) => self.behind(follower, broker, id),
            None => {
                let record = self.image.partitions.get(&id);
                one(Because::AsksForMetadata {
                    node: self.node(from),
                    leader: record.and_then(|record| record.leader).map(|leader| leader.0),
                })
            }
        });
        chain
    }

    fn spoke_of_epoch(self, from: NodeId, broker: BrokerId, id: TopicPartition) -> Chain {
        let epoch_of = |broker| held(self.cluster, broker, id).map_or(-1, |held| held.leader_epoch.0);
        let brokers = epoch_of(broker);
        let Some(follower) = from.broker() else {
            let record = self.image.partitions.get(&id);
            return one(Because::AsksForMetadata {
                node: self.node(from),
                leader: record.and_then(|record| record.leader).map(|leader| leader.0),
            });
        };
        let mut chain = one(Because::SpokeOfEpoch {
            node: self.node(from),
            partition: self.name(id),
            epoch: epoch_of(follower),
            broker: broker.0,
            brokers,
        });
        chain.extend(self.behind(follower, broker, id));
        chain
    }

    /// The metadata of that one of two brokers which is further behind.
    fn behind(self, follower: BrokerId, leader: BrokerId, id: TopicPartition) -> Chain {
        let epoch_of = |broker| held(self.cluster, broker, id).map_or(-1, |held| held.leader_epoch.0);
        self.metadata(if epoch_of(follower) > epoch_of(leader) {
            leader
        } else {
            follower
        })
    }
}
