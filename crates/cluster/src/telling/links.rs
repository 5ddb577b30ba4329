//! Processes and links by the names that a story gives them.

use lab::act::{Act, FIRST_CONTROLLER, Link, Purpose};
use lab::recording::Want;
use replication::message::Purpose as ModelPurpose;
use scenario::language::value::{LinksName, NodeName};

use super::Teller;
use crate::error::{LabError, Outcome};

/// Brokers that crash so long apart are fenced in this order: they send a heartbeat five times a second.
const APART_MS: u32 = 1_000;

impl Teller<'_> {
    /// A process by its name. With several controllers c1 is the one that leads them.
    pub(super) async fn node(&self, name: &NodeName) -> Outcome<i32> {
        match name {
            NodeName::Broker(id) => Ok(*id),
            NodeName::Controller(_) => Ok(FIRST_CONTROLLER),
            NodeName::Client(name) => Err(LabError(format!("{name} is no process of the cluster"))),
        }
    }

    pub(super) async fn each(&mut self, names: &[NodeName], make: impl Fn(i32) -> Act) -> Outcome<()> {
        for name in names {
            let mut node = self.node(name).await?;
            if node >= FIRST_CONTROLLER && self.lab.processes.plan.controllers.len() > 1 {
                node = match make(node) {
                    Act::Crash { .. } | Act::Stop { .. } => self.lab.active_controller().await?,
                    _ => {
                        let all = self.lab.processes.plan.controllers.clone();
                        let live = self.lab.processes.live(&all);
                        all.into_iter().find(|id| !live.contains(id)).unwrap_or(node)
                    }
                };
            }
            let act = make(node);
            if matches!(act, Act::Crash { .. }) && !self.sessions_running().is_empty() {
                self.wait(Want::Time { for_ms: APART_MS }).await?;
            }
            // Whether the one before has joined its ISRs by now would be a race.
            if self.started && matches!(act, Act::Start { .. }) {
                self.wait(Want::Rest).await?;
            }
            self.act(act).await?;
        }
        Ok(())
    }

    pub(super) fn around(&self, node: i32) -> Vec<Link> {
        let others = self.lab.processes.nodes().into_iter().filter(|other| *other != node);
        let both = |to| Link {
            from: node,
            to,
            purpose: None,
            both_ways: true,
        };
        others.map(both).collect()
    }

    pub(super) async fn links(&self, name: &LinksName) -> Outcome<Vec<Link>> {
        let LinksName::One(link) = name else {
            return match name {
                LinksName::Of(name) => Ok(self.around(self.node(name).await?)),
                _ => Ok(self.held.iter().chain(&self.cut).copied().collect()),
            };
        };
        let (from, to) = (self.node(&link.from).await?, self.node(&link.to).await?);
        let purpose = match link.purpose {
            None => None,
            Some(ModelPurpose::Fetch) => Some(Purpose::Fetch),
            Some(ModelPurpose::Heartbeat) => Some(Purpose::Heartbeat),
            Some(ModelPurpose::AlterPartition) => Some(Purpose::AlterPartition),
            Some(ModelPurpose::Metadata) => Some(Purpose::Metadata),
            Some(ModelPurpose::Forwarding) => Some(Purpose::Forwarding),
            Some(ModelPurpose::Client) => return Err(LabError("the gate knows no connections of clients".into())),
        };
        let expand = |id: i32| match id >= FIRST_CONTROLLER {
            true => self.lab.processes.plan.controllers.clone(),
            false => vec![id],
        };
        let mut links = Vec::new();
        for from in expand(from) {
            for to in expand(to) {
                links.push(Link {
                    from,
                    to,
                    purpose,
                    both_ways: link.both_ways,
                });
            }
        }
        Ok(links)
    }

    pub(super) async fn cut(&mut self, links: Vec<Link>) -> Outcome<()> {
        self.cut.extend(&links);
        self.act(Act::Cut { links }).await.map(|_| ())
    }

    pub(super) async fn heal(&mut self, links: Vec<Link>) -> Outcome<()> {
        let same = |a: &Link, b: &Link| {
            let ends = [(b.from, b.to), (b.to, b.from)];
            ends.contains(&(a.from, a.to)) && (b.purpose.is_none() || a.purpose == b.purpose)
        };
        let healed: Vec<Link> = self
            .cut
            .iter()
            .filter(|cut| links.iter().any(|link| same(cut, link)))
            .copied()
            .collect();
        self.cut.retain(|cut| !healed.contains(cut));
        self.act(Act::Heal { links: healed }).await.map(|_| ())
    }
}
