//! What a client's connections wait for: metadata, a connection, an answer.

use replication::base::id::{BrokerId, ClientId, CorrelationId, NodeId};
use replication::base::timer::Timer;
use replication::base::why::NodeNotReady;
use replication::client::network::{Asked, ConnectionState, NetworkClient};
use replication::message::{Connection, Purpose};

use super::{Asking, Chain, one};
use crate::why::Because;

/// What of a client's connections does not depend on what its application asks.
pub(super) struct Lines {
    client: ClientId,
    /// The Metadata request without an answer.
    metadata: Option<(BrokerId, CorrelationId)>,
    /// Connections that are being opened, by their ApiVersions request.
    connecting: Vec<(BrokerId, CorrelationId)>,
    /// The oldest unanswered request of each connection.
    oldest: Vec<(BrokerId, CorrelationId)>,
}

impl Lines {
    pub fn of<A>(id: ClientId, client: &NetworkClient<A>) -> Self {
        let mut lines = Lines {
            client: id,
            metadata: None,
            connecting: Vec::new(),
            oldest: Vec::new(),
        };
        for (broker, connection) in client.connections() {
            let Some(first) = connection.in_flight.front() else {
                continue;
            };
            let oldest = (*broker, first.correlation);
            lines.oldest.push(oldest);
            if connection.state == ConnectionState::Connecting {
                lines.connecting.push(oldest);
            }
            let metadata = |asked: &&_| matches!(asked, &&Asked::Metadata);
            if let Some(request) = connection.in_flight.iter().find(|request| metadata(&&request.asked)) {
                lines.metadata = Some((*broker, request.correlation));
            }
        }
        lines
    }
}

impl Asking<'_> {
    /// Why a client does not send to a broker.
    pub(super) fn not_ready(self, lines: &Lines, broker: BrokerId, because: NodeNotReady, limit: i32) -> Chain {
        let node = self.node(NodeId::Client(lines.client));
        let to = |known: &[(BrokerId, CorrelationId)]| {
            let found = known.iter().find(|(to, _)| *to == broker);
            found.map_or(Chain::new(), |(_, correlation)| {
                self.to_broker(lines.client, broker, *correlation)
            })
        };
        match because {
            NodeNotReady::MetadataFirst => {
                let mut chain = one(Because::MetadataFirst { node });
                chain.extend(self.metadata_request(lines));
                chain
            }
            NodeNotReady::Connecting => to(&lines.connecting),
            NodeNotReady::InFlightLimit => {
                let mut chain = one(Because::InFlightLimit {
                    node,
                    broker: broker.0,
                    limit,
                });
                chain.extend(to(&lines.oldest));
                chain
            }
            NodeNotReady::ReconnectBackoff | NodeNotReady::NotConnected => self.reconnects(lines, broker),
        }
    }

    fn reconnects(self, lines: &Lines, broker: BrokerId) -> Chain {
        let client = NodeId::Client(lines.client);
        let obstacle = self.process_obstacle(NodeId::Broker(broker));
        let again = self
            .timer(client, Timer::Reconnect(broker))
            .map(|ends_in| Because::TriesAgain {
                node: self.node(client),
                setting: "reconnect.backoff.ms".to_string(),
                ends_in,
            });
        obstacle.into_iter().chain(again).map(Into::into).collect()
    }

    /// What a client's wish for metadata waits for.
    pub(super) fn metadata_request(self, lines: &Lines) -> Chain {
        let client = NodeId::Client(lines.client);
        if let Some((broker, correlation)) = lines.metadata {
            return self.to_broker(lines.client, broker, correlation);
        }
        if let Some(ends_in) = self.timer(client, Timer::MetadataRefresh) {
            return one(Because::TriesAgain {
                node: self.node(client),
                setting: "retry.backoff.ms".to_string(),
                ends_in,
            });
        }
        if let Some((broker, correlation)) = lines.connecting.first() {
            return self.to_broker(lines.client, *broker, *correlation);
        }
        let timers = self.cluster.slot(client).map(|slot| &slot.timers);
        let soonest = timers.into_iter().flatten().filter_map(|(timer, alarm)| match timer {
            Timer::Reconnect(broker) => Some((alarm.at, *broker)),
            _ => None,
        });
        soonest
            .min()
            .map_or(Chain::new(), |(_, broker)| self.reconnects(lines, broker))
    }

    fn to_broker(self, client: ClientId, broker: BrokerId, correlation: CorrelationId) -> Chain {
        self.request(client_connection(client, broker), correlation)
    }
}

pub(super) fn client_connection(client: ClientId, broker: BrokerId) -> Connection {
    Connection {
        from: NodeId::Client(client),
        to: NodeId::Broker(broker),
        purpose: Purpose::Client,
    }
}
