//! The messages of an interval: who sent what to whom, and whether it arrived. What a sequence diagram is drawn from.

use replication::base::map::Map;
use serde::Serialize;
use simulation::cluster::Cluster;
use simulation::history::History;

use crate::board::MessageView;
use crate::read_message::{messages, messages_on};
use crate::seen::{Seen, Shown};
use crate::time::Clock;

#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Travelled {
    pub message: MessageView,
    /// The position after the step in which it arrived or was lost; none while it is on its way at the end of the interval.
    pub ended: Option<u64>,
    /// It went with its connection.
    pub lost: bool,
}

/// What is on its way at `from`, or sent after it and up to `to`, oldest first, at most so many. Idle fetches and heartbeats
/// only when asked for. The history stays where it is.
pub fn travelled(history: &mut History, clock: Clock, from: u64, to: u64, idle: bool, most: usize) -> Vec<Travelled> {
    let here = history.position();
    history.seek(from);
    let mut before = history.world().cluster.clone();
    let mut interval = Interval::default();
    interval.begin(
        messages(&before, clock, &Seen::default(), &Shown::everything()),
        idle,
        most,
    );
    for position in from..to.min(history.end()) {
        history.seek(position + 1);
        let after = history.world().cluster.clone();
        interval.step(&before, &after, clock, idle, most);
        before = after;
    }
    history.seek(here);
    interval.list
}

#[derive(Default)]
struct Interval {
    list: Vec<Travelled>,
    /// Places in the list of what has not ended.
    under_way: Map<String, usize>,
}

impl Interval {
    fn begin(&mut self, messages: Vec<MessageView>, idle: bool, most: usize) {
        for message in messages {
            if self.list.len() < most && (idle || !message.idle) {
                self.under_way.insert(message.key.clone(), self.list.len());
                self.list.push(Travelled {
                    message,
                    ended: None,
                    lost: false,
                });
            }
        }
    }

    /// Connections that a step does not touch are shared by the clusters before and after it.
    fn step(&mut self, before: &Cluster, after: &Cluster, clock: Clock, idle: bool, most: usize) {
        let mut earlier = before.network.links();
        let (seen, shown) = (Seen::default(), Shown::everything());
        let messages_on = |cluster, link| messages_on(cluster, clock, link, &seen, &shown);
        for link in after.network.links() {
            let old = earlier.next();
            if old.is_some_and(|old| std::ptr::eq(old, link)) {
                continue;
            }
            let gone = old.map_or_else(Vec::new, |old| messages_on(before, old));
            let there = messages_on(after, link);
            for message in &gone {
                if there.iter().all(|other| other.key != message.key) {
                    self.end(message, after, clock);
                }
            }
            let sent = there
                .into_iter()
                .filter(|message| gone.iter().all(|other| other.key != message.key));
            self.begin(sent.collect(), idle, most);
        }
    }

    fn end(&mut self, message: &MessageView, after: &Cluster, clock: Clock) {
        let Some(place) = self.under_way.remove(&message.key) else {
            return;
        };
        let now = clock.time(after.now);
        self.list[place].ended = Some(after.steps);
        self.list[place].lost = message.deliver_at.is_none_or(|at| now < at);
    }
}
