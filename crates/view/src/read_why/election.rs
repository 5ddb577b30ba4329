//! Why this broker leads, why not the preferred one, and why nobody does.

use replication::base::id::{BrokerId, NodeId, TopicPartition};
use replication::base::timer::Timer;
use replication::base::why::{ElectionGround, NotElected, Why};
use replication::controller::why_leader;
use simulation::ghost::{Election, Ghosts, Term};
use simulation::history::History;
use simulation::lens::Role;

use super::{Asking, Chain, Past, branch, one};
use crate::metadata::metadata;
use crate::name::{self, numbers};
use crate::read_board::held;
use crate::why::{Because, Ground, Unelected};

/// Who leads, and why. How the leader was elected is asked of the step in which it was.
pub(super) fn leadership(history: &mut History, past: &mut Past, partition: &str) -> Option<Chain> {
    let id = name::find_partition(&*metadata(&history.world().cluster)?, partition)?;
    let began = began(&history.world().ghosts, id);
    let ground = began.and_then(|(term, _)| {
        let known = past.elections.get(&(id, term.step)).copied();
        known.unwrap_or_else(|| {
            let ground = elected_on(history, id, &term);
            past.elections.insert((id, term.step), ground);
            ground
        })
    });
    let world = history.world();
    let image = metadata(&world.cluster)?;
    Some(Asking::of(world, &image).leadership(id, began.zip(ground)))
}

/// The term in which the present leader came to lead, and who led before it.
fn began(ghosts: &Ghosts, id: TopicPartition) -> Option<(Term, Option<BrokerId>)> {
    let terms = &ghosts.partitions.get(&id)?.terms;
    let leader = terms.last()?.leader?;
    let same = terms
        .iter()
        .rev()
        .take_while(|term| term.leader == Some(leader))
        .count();
    let first = terms.len() - same;
    let before = terms[..first].iter().rev().find_map(|term| term.leader);
    Some((terms[first], before))
}

/// On what ground the leader of a term was chosen, as the controller said then.
fn elected_on(history: &mut History, id: TopicPartition, term: &Term) -> Option<Ground> {
    let unclean = match term.election {
        Election::LastKnownLeader => Some(Ground::LastKnownLeader),
        Election::Unclean => Some(Ground::Unclean),
        Election::WithoutConsent => Some(Ground::WithoutConsent),
        Election::Clean => None,
    };
    if unclean.is_some() {
        return unclean;
    }
    let (observed, _) = history.step_at(term.step)?;
    let said = observed.step.explained.iter().find_map(|why| match why {
        Why::Leadership { partition, ground, .. } if *partition == id => Some(*ground),
        _ => None,
    });
    Some(match said {
        // A topic that is created gives no reasons: the first of the assignment that is active leads.
        None | Some(ElectionGround::Preferred) => Ground::Preferred,
        Some(ElectionGround::LeadsAlready) => Ground::LedAlready,
        Some(ElectionGround::FirstInIsr) => Ground::FirstInIsr,
        Some(ElectionGround::FirstInElr) => Ground::FirstInElr,
        Some(ElectionGround::LastKnownLeader) => Ground::LastKnownLeader,
        Some(ElectionGround::Unclean) => Ground::Unclean,
        Some(ElectionGround::Nobody) => return None,
    })
}

impl Asking<'_> {
    fn leadership(self, id: TopicPartition, began: Option<((Term, Option<BrokerId>), Ground)>) -> Chain {
        let Some(record) = self.image.partitions.get(&id) else {
            return Chain::new();
        };
        let Some(leader) = record.leader else {
            return self.no_leader(id);
        };
        let partition = self.name(id);
        let epoch = record.leader_epoch.0;
        let mut chain = one(Because::Leads {
            broker: leader.0,
            partition: partition.clone(),
            epoch,
            preferred: record.preferred_leader() == Some(leader),
        });
        if let Some(((term, before), ground)) = began {
            chain.push(
                Because::Elected {
                    broker: leader.0,
                    epoch: term.epoch.0,
                    ground,
                    ago: self.ago(term.at),
                    before: before.map(|before| before.0),
                }
                .into(),
            );
        }
        let mut branches = Vec::new();
        let acting = held(self.cluster, leader, id);
        if !acting.is_some_and(|held| held.as_leader().is_some() && held.leader_epoch == record.leader_epoch) {
            let mut behind = one(Because::DoesNotActYet {
                broker: leader.0,
                partition: partition.clone(),
                epoch,
            });
            behind.extend(self.metadata(leader));
            branches.push(behind);
        }
        branches.extend(self.others_that_act(id, leader));
        branches.extend(self.why_not(id, leader));
        branches.push(self.leads_until(leader));
        branch(chain, branches)
    }

    /// Brokers that believe they lead, and have not heard that they do not.
    fn others_that_act(self, id: TopicPartition, leader: BrokerId) -> Vec<Chain> {
        let acts = |(broker, replica): &(BrokerId, simulation::lens::Replica)| {
            *broker != leader && replica.role == Role::Leader
        };
        let others = self.cluster.replicas(id).into_iter().filter(acts);
        others
            .map(|(broker, replica)| {
                let mut chain = one(Because::StillActs {
                    broker: broker.0,
                    partition: self.name(id),
                    epoch: replica.leader_epoch.0,
                });
                chain.extend(self.metadata(broker));
                chain
            })
            .collect()
    }

    /// Why each of the others does not lead, as an election of this moment would see it; the preferred one goes on to what
    /// would bring leadership back to it.
    fn why_not(self, id: TopicPartition, leader: BrokerId) -> Vec<Chain> {
        let record = self.image.partitions.get(&id);
        let preferred = record.and_then(|record| record.preferred_leader());
        let Some(Why::Leadership { others, .. }) = why_leader(self.image, &self.cluster.rules, id) else {
            return Vec::new();
        };
        let others = others.into_iter().filter(|(other, _)| *other != leader);
        others
            .map(|(other, because)| {
                let mut chain = one(self.not_elected(id, other, because));
                chain.extend(match because {
                    NotElected::NotRegistered | NotElected::Fenced | NotElected::ShuttingDown => self.session(other),
                    NotElected::NotInIsr => self.membership(id, other),
                    _ if preferred == Some(other) => self.preferred_check(other),
                    _ => Chain::new(),
                });
                chain
            })
            .collect()
    }

    fn not_elected(self, id: TopicPartition, broker: BrokerId, because: NotElected) -> Because {
        Because::NotElected {
            broker: broker.0,
            partition: self.name(id),
            because: match because {
                NotElected::NotRegistered => Unelected::NotRegistered,
                NotElected::Fenced => Unelected::Fenced,
                NotElected::ShuttingDown => Unelected::ShuttingDown,
                NotElected::Leaving => Unelected::Leaving,
                NotElected::UncleanShutdown => Unelected::UncleanShutdown,
                NotElected::NotInIsr => Unelected::NotInIsr,
                NotElected::InElrButIsrNotEmpty => Unelected::InElrButIsrNotEmpty,
                NotElected::LastKnownButElrNotEmpty => Unelected::LastKnownButElrNotEmpty,
                NotElected::Eligible => Unelected::Eligible,
            },
        }
    }

    fn preferred_check(self, broker: BrokerId) -> Chain {
        let Some(controller) = self.controller_node() else {
            return Chain::new();
        };
        if let Some(obstacle) = self.process_obstacle(controller) {
            return one(obstacle);
        }
        one(Because::PreferredCheck {
            broker: broker.0,
            ends_in: self.timer(controller, Timer::PreferredLeaderCheck),
        })
    }

    /// What would end a leadership: its broker's session.
    fn leads_until(self, leader: BrokerId) -> Chain {
        let mut chain = self.session(leader);
        // As long as heartbeats come it leads on, and the end of its session moves with each.
        if let [.., last] = &chain[..]
            && matches!(last.because, Because::NextHeartbeat { .. } | Because::OnItsWay { .. })
            && let Some(Because::BrokerIsUnfenced { session_ends_in, .. }) =
                chain.first().map(|first| first.because.clone())
        {
            chain = one(Because::LeadsUntil {
                broker: leader.0,
                session_ends_in,
            });
        }
        chain
    }

    /// Nobody is on record as leader, or nobody acts as one: who may lead, and what keeps each of them.
    pub(super) fn no_leader(self, id: TopicPartition) -> Chain {
        let Some(record) = self.image.partitions.get(&id) else {
            return Chain::new();
        };
        let partition = self.name(id);
        if let Some(leader) = record.leader {
            let mut chain = one(Because::DoesNotActYet {
                broker: leader.0,
                partition,
                epoch: record.leader_epoch.0,
            });
            chain.extend(match self.process_obstacle(NodeId::Broker(leader)) {
                // It is down or stands still: its session decides.
                Some(obstacle) => std::iter::once(obstacle)
                    .chain(self.session_end(leader))
                    .map(Into::into)
                    .collect(),
                None => self.metadata(leader),
            });
            return chain;
        }
        let last_known = match record.last_known_elr[..] {
            [last] => Some(last),
            _ => None,
        };
        let mut chain = one(Because::NoLeader {
            partition,
            isr: numbers(&record.isr),
            elr: numbers(&record.elr),
            last_known: last_known.map(|last| last.0),
        });
        let Some(Why::Leadership { others, .. }) = why_leader(self.image, &self.cluster.rules, id) else {
            return chain;
        };
        let mut branches: Vec<Chain> = Vec::new();
        for (other, because) in others {
            let mut candidate = one(self.not_elected(id, other, because));
            candidate.extend(match because {
                NotElected::NotRegistered | NotElected::Fenced | NotElected::ShuttingDown => self.session(other),
                _ => Chain::new(),
            });
            branches.push(candidate);
        }
        branches.push(self.unclean(id));
        if branches.len() == 1 {
            chain.extend(branches.remove(0));
            return chain;
        }
        branch(chain, branches)
    }

    /// Whether somebody else may lead, and when the controller looks again.
    fn unclean(self, id: TopicPartition) -> Chain {
        let allowed = self.image.topic_config(id.topic).unclean_leader_election;
        let controller = self.controller_node();
        let ends_in = controller.and_then(|controller| self.timer(controller, Timer::UncleanElectionCheck));
        one(Because::UncleanElection {
            allowed,
            ends_in: ends_in.filter(|_| allowed),
        })
    }
}
