//! One message let through a held link, and the Fetch dialogue it was part of.

use replication::base::epoch::LeaderEpoch;
use replication::base::id::TopicPartition;
use replication::message::{Body, Envelope, Purpose, Request, Response};
use serde_json::{Value, json};
use simulation::act::{Direction, Links, Operation};
use simulation::network::Content;

use super::asking::entries;
use super::{Outcome, Replay, Unsupported};
use crate::act::Link;

impl Replay {
    /// Lets one held message through and waits as the lab does: a request is answered, and the next one has come.
    pub(super) fn step(&mut self, link: Link) -> Outcome<Value> {
        let links = self.links(&[link]);
        let link = *links.first().ok_or_else(|| Unsupported("a step on no link".into()))?;
        self.until(|replay| replay.held(link).is_some());
        let Some(envelope) = self.held(link) else {
            return Err(Unsupported("no message came to be stepped".into()));
        };
        let is_request = matches!(envelope.body, Body::Request(_));
        self.stepped = Some((envelope, None));
        self.operate(Operation::StepLink(link))?;
        self.note_sent(self.cluster().steps);
        if !is_request {
            self.settle();
            self.stepped = None;
            return Ok(Value::Null);
        }
        self.until(|replay| replay.stepped.as_ref().is_none_or(|(_, answer)| answer.is_some()));
        let back = Links {
            from: link.to,
            to: link.from,
            ..link
        };
        let back_is_held = self.cluster().network.conditions().iter().any(|(path, condition)| {
            condition.held
                && (path.from, path.to) == (back.from, back.to)
                && (path.purpose.is_none() || path.purpose == link.purpose)
        });
        if !back_is_held {
            self.until(|replay| replay.held(link).is_some());
        }
        let (asked, answered) = self
            .stepped
            .take()
            .ok_or_else(|| Unsupported("the step was lost".into()))?;
        let mut dialogue = serde_json::Map::new();
        for (name, id) in &self.partitions {
            let asked = asked_of(&asked, *id);
            if !asked.is_null() {
                let answered = answered.as_ref().map_or(Value::Null, |answer| answered_of(answer, *id));
                dialogue.insert(name.clone(), json!({"req": asked, "resp": answered}));
            }
        }
        Ok(dialogue.into())
    }

    /// The message that waits at the door of a held link; a request rather than an answer.
    pub(super) fn held(&self, link: Links) -> Option<Envelope> {
        let now = self.cluster().now;
        let mut answers = None;
        for candidate in self.world.cluster.network.links() {
            let connection = candidate.connection;
            let ends = (connection.from, connection.to);
            let direction = match () {
                () if ends == (link.from, link.to) => Direction::Request,
                () if ends == (link.to, link.from) => Direction::Response,
                () => continue,
            };
            if link.purpose.is_some_and(|purpose| purpose != connection.purpose) {
                continue;
            }
            let head = self.cluster().head(connection, direction);
            let Some(head) = head.filter(|head| head.arrives_at <= now) else {
                continue;
            };
            if let Content::Message(envelope) = &head.content {
                match direction {
                    Direction::Request => return Some(envelope.clone()),
                    Direction::Response => answers = Some(envelope.clone()),
                }
            }
        }
        answers
    }

    /// Notes what a step sent: the answer of a Fetch let through, and proposals.
    pub(super) fn note_sent(&mut self, step: u64) {
        let mut sent = Vec::new();
        for link in self.world.cluster.network.links() {
            for lane in [&link.requests, &link.responses] {
                for parcel in lane.parcels.iter().rev().take_while(|parcel| parcel.because == step) {
                    if let Content::Message(envelope) = &parcel.content {
                        sent.push(envelope.clone());
                    }
                }
            }
        }
        for envelope in sent {
            match &envelope.body {
                Body::Request(Request::AlterPartition(alter)) => {
                    let proposals = alter.partitions.iter().map(|proposal| (alter.broker, proposal.clone()));
                    self.proposals.extend(proposals);
                    *self.proposed.entry(alter.broker.0).or_default() += 1;
                }
                Body::Response(Response::Fetch(_)) if envelope.connection.purpose == Purpose::Fetch => {
                    if let Some((asked, answer @ None)) = &mut self.stepped
                        && asked.connection == envelope.connection
                        && asked.correlation == envelope.correlation
                    {
                        *answer = Some(envelope);
                    }
                }
                _ => {}
            }
        }
    }
}

fn asked_of(envelope: &Envelope, partition: TopicPartition) -> Value {
    let Body::Request(Request::Fetch(fetch)) = &envelope.body else {
        return Value::Null;
    };
    let Some(part) = fetch.partitions.iter().find(|part| part.partition == partition) else {
        return Value::Null;
    };
    let number = |epoch: Option<LeaderEpoch>| epoch.map_or(-1, |epoch| epoch.0);
    json!({
        "cur_epoch": number(part.current_leader_epoch),
        "offset": part.fetch_offset.0,
        "last_epoch": number(part.last_fetched_epoch),
    })
}

fn answered_of(envelope: &Envelope, partition: TopicPartition) -> Value {
    let Body::Response(Response::Fetch(fetch)) = &envelope.body else {
        return Value::Null;
    };
    let Some(part) = fetch.partitions.iter().find(|part| part.partition == partition) else {
        return Value::Null;
    };
    if part.told_before {
        return Value::Null;
    }
    let mut answer = json!({
        "error": part.error.name(),
        "hw": part.high_watermark.0,
        "log_start": part.log_start_offset.0,
        "records": entries(part),
    });
    if let Some(end) = part.diverging_epoch {
        answer["diverging"] = json!([end.epoch.0, end.end_offset.0]);
    }
    if let Some(hint) = part.current_leader {
        answer["current_leader"] = json!([hint.leader.map_or(-1, |id| id.0), hint.leader_epoch.0]);
    }
    answer
}
