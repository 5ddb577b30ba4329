//! Where a request is: on its way, at a process that does not read it, parked, or its answer on the way back.

use replication::base::id::{BrokerId, CorrelationId, NodeId};
use replication::base::time::SimTime;
use replication::base::timer::Timer;
use replication::base::why::Why;
use replication::broker::delayed::{ParkedFetch, Requester};
use replication::message::fetch::{FetchPartition, Reader};
use replication::message::{Connection, Purpose};
use simulation::act::Direction;
use simulation::network::{Condition, Content, Link, Path};

use super::{Asking, Chain, branch, one};
use crate::board::LinkState;
use crate::read_message;
use crate::why::Because;

impl Asking<'_> {
    /// A message by the name the board gives it: `b2>b1:fetch:17`.
    pub(super) fn message(self, key: &str) -> Option<Chain> {
        let (link, direction, correlation) = read_message::find(self.cluster, key)?;
        self.on_lane(link, direction, correlation)
    }

    /// A request that has no answer yet, and what keeps the answer.
    pub(super) fn request(self, connection: Connection, correlation: CorrelationId) -> Chain {
        let link = self
            .cluster
            .network
            .find(connection)
            .map(|id| self.cluster.network.link(id));
        let travels = link.and_then(|link| {
            let answer = self.on_lane(link, Direction::Response, correlation);
            answer.or_else(|| self.on_lane(link, Direction::Request, correlation))
        });
        travels.unwrap_or_else(|| self.at_server(connection, correlation))
    }

    /// The oldest request of a connection whose answer has not arrived.
    pub(super) fn unanswered(self, connection: Connection) -> Option<CorrelationId> {
        let link = self.cluster.network.link(self.cluster.network.find(connection)?);
        let answer = link.responses.parcels.iter().find_map(|parcel| match &parcel.content {
            Content::Message(envelope) => Some(envelope.correlation),
            Content::Closed => None,
        });
        answer.or_else(|| link.unanswered.first().map(|asked| asked.correlation))
    }

    /// What keeps a message that is on a lane; nothing when it is not.
    fn on_lane(self, link: &Link, direction: Direction, correlation: CorrelationId) -> Option<Chain> {
        let lane = link.lane(direction);
        let parcels = || lane.parcels.iter();
        let sought =
            |content: &Content| matches!(content, Content::Message(envelope) if envelope.correlation == correlation);
        let place = parcels().position(|parcel| sought(&parcel.content))?;
        let Content::Message(envelope) = &lane.parcels[place].content else {
            return None;
        };
        let api = envelope.body.api().name().to_string();
        let path = link.path(direction);
        let mut chain = Chain::new();
        if place > 0 && !lane.is_blocked() {
            chain.push(
                Because::Behind {
                    api: api.clone(),
                    before: place as u32,
                }
                .into(),
            );
        }
        let receiver = link.receiver(direction);
        if lane.is_blocked() {
            chain.push(
                Because::NotArrived {
                    api,
                    answer: direction == Direction::Response,
                    from: self.node(path.from),
                    to: self.node(path.to),
                    ago: self.ago(lane.parcels[place].sent_at),
                }
                .into(),
            );
            chain.push(self.link_is(path)?.into());
            chain.extend(self.gives_up(link.connection, correlation).map(Into::into));
        } else if lane.in_socket {
            chain.push(
                Because::WaitsInSocket {
                    api,
                    node: self.node(receiver),
                }
                .into(),
            );
            chain.extend(self.process_obstacle(receiver).map(Into::into));
        } else if let Some(busy_with) = busy(link, direction) {
            chain.push(
                Because::AnswersOneAtATime {
                    node: self.node(receiver),
                    api,
                    answers_first: self.api_at(link.connection, busy_with),
                }
                .into(),
            );
            chain.extend(self.at_server(link.connection, busy_with));
        } else {
            if let Condition { slow: Some(by), .. } = self.cluster.network.condition_of(path) {
                chain.push(
                    Because::LinkSlow {
                        from: self.node(path.from),
                        to: self.node(path.to),
                        by: by.0 as i64,
                    }
                    .into(),
                );
            }
            // Where the receiver is down the message still travels; its connection is refused when it arrives.
            chain.push(
                Because::OnItsWay {
                    api,
                    from: self.node(path.from),
                    to: self.node(path.to),
                    arrives_in: self.ahead(lane.parcels[place].arrives_at),
                }
                .into(),
            );
            chain.extend(self.process_obstacle(receiver).map(Into::into));
        }
        Some(chain)
    }

    /// The receiver has read the request and not answered it.
    fn at_server(self, connection: Connection, correlation: CorrelationId) -> Chain {
        if let Some(obstacle) = self.process_obstacle(connection.to) {
            let gives_up = self.gives_up(connection, correlation);
            return std::iter::once(obstacle).chain(gives_up).map(Into::into).collect();
        }
        let is_it = |requester: &Requester| requester.connection == connection && requester.correlation == correlation;
        let broker = connection.to.broker().and_then(|id| self.broker(id));
        if let Some((broker, _)) = broker {
            if let Some((key, _)) = broker.produces.iter().find(|(_, produce)| is_it(&produce.requester)) {
                return self.parked_produce(broker.id, key);
            }
            if let Some((key, _)) = broker.fetches.iter().find(|(_, fetch)| is_it(&fetch.requester)) {
                return self.parked_fetch(broker.id, key);
            }
        }
        self.gives_up(connection, correlation).map(one).unwrap_or_default()
    }

    /// A parked request by the name the board gives it: `b1:produce:7`.
    pub(super) fn parked(self, key: &str) -> Option<Chain> {
        let mut parts = key.split(':');
        let broker = self.known(parts.next()?.strip_prefix('b')?.parse().ok()?)?;
        let kind = parts.next()?;
        let number: u64 = parts.next()?.parse().ok()?;
        Some(match kind {
            "produce" => self.parked_produce(broker, number),
            "fetch" => self.parked_fetch(broker, number),
            _ => return None,
        })
    }

    fn parked_produce(self, broker: BrokerId, key: u64) -> Chain {
        let Some((process, _)) = self.broker(broker) else {
            return Chain::new();
        };
        let waits = process.why_produce_waits(key).into_iter().filter_map(|why| match why {
            Why::ProduceWaits {
                partition,
                required_offset,
                high_watermark,
                until,
                ..
            } => {
                let mut chain = one(Because::ProduceWaits {
                    partition: self.name(partition),
                    required_offset: required_offset.0,
                    high_watermark: high_watermark.0,
                    ends_in: self.ahead(until),
                });
                chain.extend(self.high_watermark_of(partition, broker, Some(required_offset.0 - 1)));
                Some(chain)
            }
            _ => None,
        });
        let Some(parked) = process.produces.get(key) else {
            return Chain::new();
        };
        // While it stands still nothing wakes a request and nothing ends it.
        let waits = match self.process_obstacle(NodeId::Broker(broker)) {
            Some(obstacle) => vec![one(obstacle)],
            None => waits.collect(),
        };
        self.asked("Produce", parked.requester, parked.since, waits)
    }

    fn parked_fetch(self, broker: BrokerId, key: u64) -> Chain {
        let Some((process, slot)) = self.broker(broker) else {
            return Chain::new();
        };
        let Some(parked) = process.fetches.get(key) else {
            return Chain::new();
        };
        if let Some(obstacle) = self.process_obstacle(NodeId::Broker(broker)) {
            return self.asked("Fetch", parked.requester, parked.since, vec![one(obstacle)]);
        }
        if parked.requester.connection.purpose == Purpose::Fetch
            && let Some(follower) = parked.requester.connection.from.broker()
            && let Some(asked) = parked.request.partitions.first()
        {
            let end = |id| slot.disk.log(id).map(|log| log.log_end_offset());
            let has_some = |asked: &FetchPartition| end(asked.partition).is_some_and(|end| end > asked.fetch_offset);
            if parked.request.partitions.iter().any(has_some) {
                return one(self.too_few_bytes(parked, "replica.fetch.min.bytes"));
            }
            return one(Because::FetchParked {
                broker: follower.0,
                leader: broker.0,
                partition: self.name(asked.partition),
                fetch_offset: asked.fetch_offset.0,
                ends_in: self.ahead(parked.until),
            });
        }
        let waits = process.why_fetch_waits(key).into_iter().filter_map(|why| match why {
            Why::FetchWaits {
                partition,
                fetch_offset,
                until,
            } => {
                let waits = Because::FetchWaits {
                    partition: self.name(partition),
                    fetch_offset: fetch_offset.0,
                    ends_in: self.ahead(until),
                };
                let log_end_offset = slot
                    .disk
                    .log(partition)
                    .map_or(fetch_offset, |log| log.log_end_offset());
                let from = parked.requester.connection.from;
                let high_watermark = process.partitions.get(&partition)?.high_watermark;
                let unstable = || {
                    let Reader::Consumer { isolation, .. } = &parked.request.reader else {
                        return None;
                    };
                    self.not_stable(from.client()?, *isolation, partition, broker, fetch_offset.0)
                };
                // There are records: a consumer may not have them yet, or there are too few.
                Some(if log_end_offset <= fetch_offset {
                    one(waits)
                } else if fetch_offset >= high_watermark {
                    let mut chain = one(Because::RecordNotReadable {
                        consumer: self.node(from),
                        offset: fetch_offset.0,
                        high_watermark: high_watermark.0,
                    });
                    chain.extend(self.high_watermark_of(partition, broker, Some(fetch_offset.0)));
                    chain
                } else {
                    one(unstable().unwrap_or_else(|| self.too_few_bytes(parked, "fetch.min.bytes")))
                })
            }
            _ => None,
        });
        self.asked("Fetch", parked.requester, parked.since, waits.collect())
    }

    fn too_few_bytes(self, parked: &ParkedFetch, setting: &str) -> Because {
        Because::FetchWaitsForBytes {
            node: self.node(parked.requester.connection.from),
            setting: setting.to_string(),
            min_bytes: parked.request.min_bytes,
            ends_in: self.ahead(parked.until),
        }
    }

    fn asked(self, api: &str, requester: Requester, since: SimTime, waits: Vec<Chain>) -> Chain {
        let head = one(Because::Asked {
            api: api.to_string(),
            from: self.node(requester.connection.from),
            to: self.node(requester.connection.to),
            ago: self.ago(since),
        });
        branch(head, waits)
    }

    /// What somebody did to a way, if it keeps messages from arriving.
    pub(super) fn link_is(self, path: Path) -> Option<Because> {
        let state = match self.cluster.network.condition_of(path) {
            Condition { cut: true, .. } => LinkState::Cut,
            Condition { held: true, .. } => LinkState::Held,
            _ => return None,
        };
        Some(Because::LinkIs {
            from: self.node(path.from),
            to: self.node(path.to),
            state,
        })
    }

    /// When the side that asked gives the request up; not before it can.
    fn gives_up(self, connection: Connection, correlation: CorrelationId) -> Option<Because> {
        if let Some(obstacle) = self.process_obstacle(connection.from) {
            return Some(obstacle);
        }
        let (setting, ends_in) = match (connection.from, connection.purpose) {
            (NodeId::Broker(follower), Purpose::Fetch) => {
                let (broker, slot) = self.broker(follower)?;
                let awaited = broker.fetchers.get(&connection.to.broker()?)?.awaited?;
                let limit = slot.config.broker().replica_socket_timeout;
                ("replica.socket.timeout.ms", self.ahead(awaited.since + limit))
            }
            (from, purpose) => {
                let setting = match purpose {
                    Purpose::Heartbeat => "broker.session.timeout.ms / 2",
                    Purpose::Metadata => "controller.quorum.request.timeout.ms",
                    Purpose::AlterPartition => "controller.socket.timeout.ms",
                    Purpose::Fetch | Purpose::Client | Purpose::Forwarding => "request.timeout.ms",
                };
                (setting, self.timer(from, Timer::RequestTimeout(correlation))?)
            }
        };
        Some(Because::GivesUp {
            node: self.node(connection.from),
            setting: setting.to_string(),
            ends_in,
        })
    }

    /// The API of a request that its receiver works on.
    fn api_at(self, connection: Connection, correlation: CorrelationId) -> String {
        let broker = connection.to.broker().and_then(|id| self.broker(id));
        let parked_produce = broker.is_some_and(|(broker, _)| {
            broker.produces.iter().any(|(_, produce)| {
                produce.requester.connection == connection && produce.requester.correlation == correlation
            })
        });
        if parked_produce { "Produce" } else { "Fetch" }.to_string()
    }
}

/// The request that the receiver of a lane works on before it reads another.
fn busy(link: &Link, direction: Direction) -> Option<CorrelationId> {
    let mut read = link.unanswered.iter().filter(|asked| asked.delivered);
    let busy = direction == Direction::Request && link.is_muted();
    read.next().filter(|_| busy).map(|asked| asked.correlation)
}
