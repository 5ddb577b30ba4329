//! One connection through the gate: two readers, two pumps, and a door each way.
//!
//! A reader of its own sees that a side has closed while a message of it still waits at the door; that message is then dropped,
//! as it would be in a socket.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use bytes::{Buf, BufMut, Bytes, BytesMut};
use kafka_protocol::messages::ApiKey;
use lab::act::{FIRST_CONTROLLER, Purpose};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::{mpsc, watch};

use super::dialogue::{Session, proposals};
use super::door::{Verdict, Way};
use super::{Inner, State};
use crate::request::Heading;

/// Of any frame between nodes of a lab.
const LARGEST: i32 = 64 << 20;

/// What a connection remembers of requests not yet answered.
#[derive(Default)]
struct Pending {
    by_correlation: BTreeMap<i32, (Heading, Way)>,
    session: Session,
}

/// Carries what a node that has connected says to `to`, until either side ends.
pub async fn carry(state: Arc<State>, client: TcpStream, to: i32, port: u16) {
    let Ok(server) = TcpStream::connect(("127.0.0.1", port)).await else {
        return;
    };
    if client.set_nodelay(true).and(server.set_nodelay(true)).is_err() {
        return;
    }
    let number = {
        let mut inner = state.lock();
        inner.connections += 1;
        inner.connections
    };
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    let pending = Arc::new(Mutex::new(Pending::default()));
    let carrier = Carrier {
        state: state.clone(),
        number,
        pending,
        last: watch::Sender::new(None),
    };
    let asked = reader(state.clone(), from_client);
    let answered = reader(state, from_server);
    tokio::select! {
        () = carrier.requests(asked, to_server, to) => {}
        () = carrier.answers(answered, to_client) => {}
        () = carrier.broken() => {}
    }
}

struct Carrier {
    state: Arc<State>,
    number: u64,
    pending: Arc<Mutex<Pending>>,
    /// The way of the last request.
    last: watch::Sender<Option<Way>>,
}

impl Carrier {
    async fn requests(&self, mut frames: mpsc::UnboundedReceiver<Bytes>, mut out: OwnedWriteHalf, to: i32) {
        while let Some(frame) = frames.recv().await {
            let Ok(heading) = Heading::read(&frame) else {
                return;
            };
            if heading.api != Some(ApiKey::ApiVersions) {
                let from = sender(&heading.client);
                let way = Inner::way(from, to, purpose(heading.api, to), true);
                self.last.send_replace(Some(way));
                self.notice(&heading, way);
                if !self.pass(way, &frames).await {
                    return;
                }
            }
            if write(&mut out, &frame).await.is_err() {
                return;
            }
        }
    }

    /// Keeps what the answer will have to be read with.
    fn notice(&self, heading: &Heading, way: Way) {
        let mut pending = self.pending.lock().expect("no task panics while it holds this");
        match heading.api {
            Some(ApiKey::Fetch) if way.to < FIRST_CONTROLLER => pending.session.asked(heading),
            Some(ApiKey::AlterPartition) => {
                let mut inner = self.state.lock();
                let new = proposals(heading, &inner.names);
                inner.proposals.extend(new);
                drop(inner);
                self.state.touch();
            }
            _ => {}
        }
        pending
            .by_correlation
            .insert(heading.correlation, (heading.clone(), way));
    }

    async fn answers(&self, mut frames: mpsc::UnboundedReceiver<Bytes>, mut out: OwnedWriteHalf) {
        while let Some(frame) = frames.recv().await {
            let correlation = (&frame[..]).try_get_i32().unwrap_or(-1);
            let asked = {
                let mut pending = self.pending.lock().expect("no task panics while it holds this");
                let asked = pending.by_correlation.remove(&correlation);
                if let Some((heading, way)) = &asked
                    && heading.api == Some(ApiKey::Fetch)
                    && way.to < FIRST_CONTROLLER
                {
                    let mut inner = self.state.lock();
                    let exchange = pending
                        .session
                        .answered(heading, way.from, way.to, &frame, &inner.names);
                    inner.exchanges.extend(exchange);
                }
                asked
            };
            self.state.touch();
            if let Some((_, way)) = asked
                && !self.pass(way.back(), &frames).await
            {
                return;
            }
            if write(&mut out, &frame).await.is_err() {
                return;
            }
        }
    }

    /// Waits at the door as long as it must; false if the message goes no further.
    async fn pass(&self, way: Way, frames: &mpsc::UnboundedReceiver<Bytes>) -> bool {
        let mut changed = self.state.changed.subscribe();
        let mut waits = false;
        let passes = loop {
            changed.mark_unchanged();
            {
                let mut inner = self.state.lock();
                if frames.is_closed() {
                    break false;
                }
                match inner.doors.decide(way) {
                    Verdict::Pass => break true,
                    Verdict::Break => break false,
                    Verdict::Wait if !waits => {
                        waits = true;
                        inner.doors.begin_waiting(way);
                        drop(inner);
                        self.state.touch();
                    }
                    Verdict::Wait => {}
                }
            }
            let waiting = Waiting {
                state: &self.state,
                way,
                keep: true,
            };
            let more = changed.changed().await;
            waiting.forget();
            if more.is_err() {
                break false;
            }
        };
        if waits {
            self.state.lock().doors.end_waiting(way);
            self.state.touch();
        }
        passes
    }

    /// Until a person cuts or resets the link.
    async fn broken(&self) {
        let mut changed = self.state.changed.subscribe();
        loop {
            changed.mark_unchanged();
            let way = *self.last.borrow();
            if let Some(way) = way
                && self.state.lock().doors.is_broken(way, self.number)
            {
                return;
            }
            if changed.changed().await.is_err() {
                return;
            }
        }
    }
}

/// If the connection ends while its message waits, the message waits no more.
struct Waiting<'a> {
    state: &'a State,
    way: Way,
    keep: bool,
}

impl Waiting<'_> {
    fn forget(mut self) {
        self.keep = false;
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if self.keep {
            self.state.lock().doors.end_waiting(self.way);
            self.state.touch();
        }
    }
}

/// Reads frames, without their length, until the side closes.
fn reader(state: Arc<State>, mut from: OwnedReadHalf) -> mpsc::UnboundedReceiver<Bytes> {
    let (to, frames) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        loop {
            let read = tokio::select! {
                read = frame(&mut from) => read,
                () = to.closed() => break,
            };
            let Ok(read) = read else { break };
            if to.send(read).is_err() {
                break;
            }
        }
        drop(to);
        state.touch();
    });
    frames
}

async fn frame(from: &mut OwnedReadHalf) -> std::io::Result<Bytes> {
    let length = from.read_i32().await?;
    if !(0..=LARGEST).contains(&length) {
        return Err(std::io::ErrorKind::InvalidData.into());
    }
    let mut frame = vec![0; length as usize];
    from.read_exact(&mut frame).await?;
    Ok(frame.into())
}

async fn write(to: &mut OwnedWriteHalf, frame: &Bytes) -> std::io::Result<()> {
    let mut whole = BytesMut::with_capacity(frame.len() + 4);
    whole.put_i32(frame.len() as i32);
    whole.extend_from_slice(frame);
    to.write_all(&whole).await
}

/// `broker-2-fetcher-0`, `raft-client-2` and `2` are node 2.
fn sender(client: &str) -> i32 {
    let mut numbers = client.split(['-', '_']).filter_map(|word| word.parse().ok());
    numbers.next().unwrap_or(0)
}

fn purpose(api: Option<ApiKey>, to: i32) -> Purpose {
    if to < FIRST_CONTROLLER {
        return Purpose::Fetch;
    }
    match api {
        Some(
            ApiKey::Fetch | ApiKey::FetchSnapshot | ApiKey::Vote | ApiKey::BeginQuorumEpoch | ApiKey::EndQuorumEpoch,
        ) => Purpose::Metadata,
        Some(ApiKey::BrokerHeartbeat | ApiKey::BrokerRegistration) => Purpose::Heartbeat,
        Some(ApiKey::AlterPartition) => Purpose::AlterPartition,
        _ => Purpose::Forwarding,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_name_themselves_in_their_client_ids() {
        assert_eq!(sender("broker-2-fetcher-0"), 2);
        assert_eq!(sender("raft-client-101"), 101);
        assert_eq!(sender("3"), 3);
        assert_eq!(sender("highwater-lab"), 0);
    }
}
