//! A gate in front of every node's inner listener: what brokers say to each other and to the controllers passes here.
//!
//! Messages on a link can be held and let through one by one, a link can be cut, one answer can be lost. Listeners advertise
//! the gate; nodes name themselves in the client id of their requests. Clients' connections and the lab's own do not pass.
//! `door` decides, `connection` carries, `dialogue` understands Fetch and AlterPartition.

mod connection;
pub mod dialogue;
mod door;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use lab::act::Link;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::error::{Doing, LabError, Outcome};
use crate::processes::Processes;
use dialogue::{Exchange, Names, Proposal};
use door::{Doors, Way};

/// How long a step may take, with the next message of its kind arriving.
const STEP: Duration = Duration::from_secs(15);
/// How long after an answer let through alone its reader may be busy with it.
const DIGEST: Duration = Duration::from_millis(150);

#[derive(Debug)]
pub struct Gate {
    state: Arc<State>,
    listening: Vec<JoinHandle<()>>,
}

#[derive(Debug, Default)]
pub struct State {
    inner: Mutex<Inner>,
    /// Counts changes, so that whoever waits at a door looks again.
    changed: watch::Sender<u64>,
}

#[derive(Debug, Default)]
pub struct Inner {
    doors: Doors,
    names: Names,
    /// Fetches with their answers, in order of the answers.
    exchanges: Vec<Exchange>,
    proposals: Vec<Proposal>,
    connections: u64,
}

impl State {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().expect("no task panics while it holds the gate")
    }

    fn touch(&self) {
        self.changed.send_modify(|n| *n += 1);
    }

    /// Until something holds; false if it does not within `limit`.
    async fn until(&self, limit: Duration, mut holds: impl FnMut(&mut Inner) -> bool) -> bool {
        let mut changed = self.changed.subscribe();
        let waiting = async {
            while !holds(&mut self.lock()) {
                if changed.changed().await.is_err() {
                    return;
                }
            }
        };
        timeout(limit, waiting).await.is_ok()
    }
}

impl Gate {
    /// Listens for every node. The nodes must be started after it.
    pub async fn open(processes: &Processes) -> Outcome<Gate> {
        let state = Arc::new(State::default());
        let mut listening = Vec::new();
        for node in processes.nodes() {
            let port = processes.gate_port(node);
            let listener = TcpListener::bind(("127.0.0.1", port))
                .await
                .doing(format!("port {port}"))?;
            let (state, inner) = (state.clone(), processes.inner_port(node));
            listening.push(tokio::spawn(async move {
                while let Ok((stream, _)) = listener.accept().await {
                    tokio::spawn(connection::carry(state.clone(), stream, node, inner));
                }
            }));
        }
        Ok(Gate { state, listening })
    }

    /// Tells the gate what topic ids are called.
    pub fn name_topics(&self, topics: &BTreeMap<String, u128>) {
        self.state.lock().names = topics.iter().map(|(name, id)| (*id, name.clone())).collect();
    }

    pub fn hold(&self, links: &[Link]) {
        self.change(|doors| doors.hold(links));
    }

    pub fn release(&self, links: &[Link]) {
        self.change(|doors| doors.release(links));
    }

    pub fn cut(&self, links: &[Link]) {
        self.change(|doors| doors.cut(links));
    }

    pub fn heal(&self, links: &[Link]) {
        self.change(|doors| doors.heal(links));
    }

    pub fn reset(&self, links: &[Link]) {
        let mut inner = self.state.lock();
        let connections = inner.connections;
        inner.doors.reset(links, connections);
        drop(inner);
        self.state.touch();
    }

    pub fn lose(&self, link: Link) {
        self.change(|doors| doors.lose(link));
    }

    fn change(&self, change: impl FnOnce(&mut Doors)) {
        change(&mut self.state.lock().doors);
        self.state.touch();
    }

    /// Waits until a message waits at the door of a held link.
    pub async fn held(&self, link: Link, limit: Duration) -> bool {
        self.state
            .until(limit, |inner| inner.doors.waiting_on(link).is_some())
            .await
    }

    /// Lets one held message through, and waits until it has had its effect: a request is answered and the next one of its
    /// kind has come, so that its sender is done with the answer.
    pub async fn step(&self, link: Link) -> Outcome<Value> {
        if !self.held(link, STEP).await {
            return Err(LabError(format!("no message came to be stepped on {link}")));
        }
        let (way, answers) = {
            let mut inner = self.state.lock();
            let way = inner.doors.waiting_on(link).expect("a message waits");
            inner.doors.permit(way);
            (way, inner.exchanges.len())
        };
        self.state.touch();
        let passed = self.state.until(STEP, |inner| !inner.doors.is_permitted(way)).await;
        if !passed {
            return Err(LabError(format!("the message on {link} did not pass")));
        }
        if !way.is_request {
            tokio::time::sleep(DIGEST).await;
            return Ok(Value::Null);
        }
        let mut found = None;
        self.state
            .until(STEP, |inner| {
                let mut new = inner.exchanges[answers..].iter();
                found = new
                    .find(|exchange| (exchange.from, exchange.to) == (way.from, way.to))
                    .cloned();
                found.is_some()
            })
            .await;
        let exchange = found.ok_or_else(|| LabError(format!("the request on {link} was not answered")))?;
        let back_is_open = !self.state.lock().doors.is_held(way.back());
        if back_is_open && !self.held(link, STEP).await {
            return Err(LabError(format!("no next message came on {link}")));
        }
        Ok(exchange.partitions_json())
    }

    /// Whether a broker has asked for another ISR since `before` proposals.
    pub async fn proposed(&self, broker: i32, before: usize, limit: Duration) -> bool {
        let asked = |inner: &mut Inner| {
            inner
                .proposals
                .iter()
                .skip(before)
                .any(|proposal| proposal.broker == broker)
        };
        self.state.until(limit, asked).await
    }

    pub fn proposals(&self) -> Vec<Proposal> {
        self.state.lock().proposals.clone()
    }

    pub fn exchanges(&self) -> Vec<Exchange> {
        self.state.lock().exchanges.clone()
    }
}

impl Drop for Gate {
    fn drop(&mut self) {
        for task in &self.listening {
            task.abort();
        }
    }
}

impl Inner {
    fn way(from: i32, to: i32, purpose: lab::act::Purpose, is_request: bool) -> Way {
        Way {
            from,
            to,
            purpose,
            is_request,
        }
    }
}
