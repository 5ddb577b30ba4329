//! Why a broker is fenced or not, and why its metadata is behind or not.

use replication::base::id::{BrokerId, NodeId};
use replication::base::time::SimTime;
use replication::base::timer::Timer;
use replication::base::why::Why;
use replication::message::{Connection, Purpose};
use replication::quorum::image::BrokerRegistration;
use simulation::network::Path;

use super::{Asking, Chain, one};
use crate::name::numbers;
use crate::why::Because;

impl Asking<'_> {
    /// What the controller makes of a broker, and what will change it.
    pub(super) fn session(self, id: BrokerId) -> Chain {
        let Some(registration) = self.image.brokers.get(&id) else {
            let mut chain = one(Because::BrokerNotRegistered { broker: id.0 });
            chain.extend(self.next_heartbeat(id));
            return chain;
        };
        let last_contact_ago = self.last_contact(id, registration).map(|at| self.ago(at));
        if registration.fenced {
            let mut chain = one(Because::BrokerIsFenced {
                broker: id.0,
                last_contact_ago,
                was_heard: self.was_heard(id),
            });
            chain.extend(self.stays_fenced(id, registration));
            return chain;
        }
        if registration.in_controlled_shutdown {
            let mut chain = one(Because::BrokerIsShuttingDown { broker: id.0 });
            if let Some(Why::ShutdownWaits { leads, behind, .. }) = self.heartbeat_waits(id) {
                let behind = numbers(behind.iter().map(|(broker, _)| broker));
                chain.push(
                    Because::ShutdownWaits {
                        broker: id.0,
                        leads,
                        behind,
                    }
                    .into(),
                );
            }
            chain.extend(self.next_heartbeat(id));
            return chain;
        }
        let mut chain = Chain::new();
        if let (Some(last_contact_ago), Some(ends)) = (last_contact_ago, self.session_ends(id)) {
            chain.push(
                Because::BrokerIsUnfenced {
                    broker: id.0,
                    last_contact_ago,
                    session_ends_in: self.ahead(ends),
                }
                .into(),
            );
        }
        chain.extend(self.next_heartbeat(id));
        // A heartbeat that cannot come leaves the session to its end.
        if self.is_cut_off(id) {
            chain.extend(self.session_end(id).map(Into::into));
        }
        chain
    }

    /// Whether the registered incarnation has sent a heartbeat.
    fn was_heard(self, id: BrokerId) -> bool {
        let state = self
            .controller()
            .and_then(|(controller, _)| controller.heartbeat_state(id));
        state.is_some_and(|state| state.metadata_offset >= 0)
    }

    fn stays_fenced(self, id: BrokerId, registration: &BrokerRegistration) -> Chain {
        if let Some(obstacle) = self.process_obstacle(NodeId::Broker(id)) {
            return one(obstacle);
        }
        let Some((broker, _)) = self.broker(id) else {
            return Chain::new();
        };
        let mut chain = Chain::new();
        let former = broker.lifecycle.broker_epoch != Some(registration.broker_epoch);
        if former {
            // The process that is registered is not the one that runs.
            if let Some(ends) = self.session_ends(id).filter(|ends| *ends >= self.now()) {
                let ends_in = self.ahead(ends);
                chain.push(Because::OldSession { broker: id.0, ends_in }.into());
            }
        } else if let Some(Why::StaysFenced {
            metadata_offset,
            registration_offset,
            ..
        }) = self.heartbeat_waits(id)
            && metadata_offset < registration_offset
        {
            chain.push(
                Because::NeedsOwnRegistration {
                    broker: id.0,
                    metadata_offset,
                    registration_offset,
                }
                .into(),
            );
            chain.extend(self.metadata(id));
            return chain;
        }
        chain.extend(self.next_heartbeat(id));
        chain
    }

    /// What the controller would say to the broker's next heartbeat.
    fn heartbeat_waits(self, id: BrokerId) -> Option<Why> {
        let heartbeat = self.broker(id)?.0.heartbeat()?;
        self.controller()?.0.why_heartbeat_waits(&heartbeat)
    }

    /// A broker's next word to the controller: on its way, kept, or due.
    pub(super) fn next_heartbeat(self, id: BrokerId) -> Chain {
        let node = NodeId::Broker(id);
        if let Some(obstacle) = self.process_obstacle(node) {
            return one(obstacle);
        }
        let Some(connection) = self.to_controller(id, Purpose::Heartbeat) else {
            return Chain::new();
        };
        if let Some(correlation) = self.unanswered(connection) {
            return self.request(connection, correlation);
        }
        let mut chain: Chain = self.blocked(connection).map(Into::into).into_iter().collect();
        chain.extend(self.process_obstacle(connection.to).map(Into::into));
        let due = self.timer(node, Timer::BrokerHeartbeat);
        chain.extend(due.map(|ends_in| Because::NextHeartbeat { broker: id.0, ends_in }.into()));
        chain
    }

    fn is_cut_off(self, id: BrokerId) -> bool {
        let blocked = self
            .to_controller(id, Purpose::Heartbeat)
            .is_none_or(|connection| self.blocked(connection).is_some());
        blocked || self.process_obstacle(NodeId::Broker(id)).is_some()
    }

    pub(super) fn to_controller(self, id: BrokerId, purpose: Purpose) -> Option<Connection> {
        Some(Connection {
            from: NodeId::Broker(id),
            to: self.controller_node()?,
            purpose,
        })
    }

    /// What keeps messages of a connection from arriving, one way or the other.
    pub(super) fn blocked(self, Connection { from, to, purpose }: Connection) -> Option<Because> {
        let purpose = Some(purpose);
        let there = self.link_is(Path { from, to, purpose });
        there.or_else(|| {
            self.link_is(Path {
                from: to,
                to: from,
                purpose,
            })
        })
    }

    fn last_contact(self, id: BrokerId, registration: &BrokerRegistration) -> Option<SimTime> {
        self.controller()?
            .0
            .sessions()
            .last_contact(id, registration.broker_epoch)
    }

    fn session_ends(self, id: BrokerId) -> Option<SimTime> {
        let registration = self.image.brokers.get(&id)?;
        let (_, slot) = self.controller()?;
        Some(self.last_contact(id, registration)? + slot.config.controller().session_timeout)
    }

    /// When the controller fences an unfenced broker from which no heartbeat can come; `None` when one can.
    pub(super) fn session_end(self, id: BrokerId) -> Option<Because> {
        let unfenced = self
            .image
            .brokers
            .get(&id)
            .is_some_and(|registration| !registration.fenced);
        let (controller, slot) = self.controller()?;
        if !unfenced || !self.is_cut_off(id) || self.process_obstacle(NodeId::Controller(controller.id())).is_some() {
            return None;
        }
        Some(Because::SessionEnds {
            broker: id.0,
            ends_in: self.ahead(self.session_ends(id)?),
            every: slot.config.controller().session_check_interval().0 as i64,
        })
    }

    /// How far a broker is with the metadata, and what keeps it.
    pub(super) fn metadata(self, id: BrokerId) -> Chain {
        let node = NodeId::Broker(id);
        let Some((broker, _)) = self.broker(id) else {
            return self.process_obstacle(node).map(one).unwrap_or_default();
        };
        let metadata_offset = broker.metadata.image.end_offset;
        if metadata_offset >= self.image.end_offset && broker.metadata.published {
            return one(Because::MetadataUpToDate {
                broker: id.0,
                metadata_offset,
            });
        }
        let mut chain = one(Because::MetadataBehind {
            broker: id.0,
            metadata_offset,
            newest: self.image.end_offset,
            behind: (self.image.end_offset - metadata_offset).max(0),
        });
        if let Some(obstacle) = self.process_obstacle(node) {
            chain.push(obstacle.into());
            return chain;
        }
        let Some(connection) = self.to_controller(id, Purpose::Metadata) else {
            return chain;
        };
        if metadata_offset >= self.image.end_offset {
            // It has read all of it and waits to be told so.
            chain.extend(self.next_heartbeat(id));
        } else if let Some(correlation) = self.unanswered(connection) {
            chain.extend(self.request(connection, correlation));
        } else if let Some(ends_in) = self.timer(node, Timer::MetadataFetchRetry) {
            chain.extend(self.process_obstacle(connection.to).map(Into::into));
            chain.push(
                Because::TriesAgain {
                    node: self.node(node),
                    setting: String::new(),
                    ends_in,
                }
                .into(),
            );
        }
        chain
    }
}
