//! What can be done to a cluster from outside: introduce, start, stop, break and mend.

use std::sync::Arc;

use replication::base::config::{ConfigError, NodeConfig, ProcessConfig};
use replication::base::id::IncarnationId;
use replication::base::id::{BrokerId, ClientId, ControllerId, NodeId};
use replication::base::time::{Micros, SimTime};
use replication::broker::Broker;
use replication::client::admin::Admin;
use replication::client::consumer::Consumer;
use replication::client::producer::Producer;
use replication::controller::Controller;
use replication::input::Input;
use replication::log::disk::Disk;
use replication::log::producer_state_manager::NOTHING_EXPIRES;
use replication::node::Node;
use replication::outbox::Outbox;

use crate::act::{ClientKind, Links, Operation};
use crate::chooser::Topic;
use crate::cluster::{Alarm, Cluster, Doing, End, Slot, Waiting, Watch};
use crate::event::{Event, Ineffective, Late};

type Outcome = Result<(), Ineffective>;

impl Cluster {
    pub(crate) fn operate<W: Watch>(&mut self, operation: &Operation, doing: &mut Doing<'_, '_, W>) -> Outcome {
        match operation {
            Operation::AddController { id, config } => self.introduce(
                NodeId::Controller(*id),
                ProcessConfig::Controller(config.clone()),
                doing,
            ),
            Operation::AddBroker { id, config } => {
                self.introduce(NodeId::Broker(*id), ProcessConfig::Broker(config.clone()), doing)
            }
            Operation::AddClient { name, kind } => {
                let id = NodeId::Client(ClientId(self.clients.len() as u16));
                self.clients.push(name.clone());
                let config = match kind {
                    ClientKind::Producer(config) => ProcessConfig::Producer(config.clone()),
                    ClientKind::Consumer(config) => ProcessConfig::Consumer(config.clone()),
                    ClientKind::Admin => ProcessConfig::Admin,
                };
                self.introduce(id, config, doing)
            }
            Operation::Command { client, command } => {
                let id = NodeId::Client(*client);
                let slot = self.running(id)?;
                if slot.paused {
                    let late = Late::Command(Arc::new(command.clone()));
                    slot.waiting.push_back(Waiting::Late(late));
                } else {
                    self.hand_over(*client, command, doing);
                }
                Ok(())
            }
            Operation::Feed { client, feed } => self.begin_feed(*client, feed, doing),
            Operation::Rate { client, every } => self.change_rate(*client, *every),
            Operation::Start(id) => {
                if self.known(*id)?.process.is_some() {
                    return Err(Ineffective::AlreadyRunning(*id));
                }
                self.start(*id, doing)
            }
            Operation::Stop(id) => {
                let slot = self.running(*id)?;
                if slot.paused {
                    slot.waiting.push_back(Waiting::Late(Late::Stop));
                } else {
                    self.run(*id, Input::Stop, doing);
                }
                Ok(())
            }
            Operation::Retention {
                broker,
                partition,
                below,
            } => {
                let id = NodeId::Broker(*broker);
                if self.running(id)?.paused {
                    return Err(Ineffective::AlreadyPaused(id));
                }
                self.run(id, Input::Retention(*partition, *below), doing);
                Ok(())
            }
            Operation::Crash(id) => {
                self.running(*id)?;
                self.die(*id, End::Crashed, doing);
                Ok(())
            }
            Operation::Pause(id) => {
                let slot = self.running(*id)?;
                if std::mem::replace(&mut slot.paused, true) {
                    return Err(Ineffective::AlreadyPaused(*id));
                }
                Ok(())
            }
            Operation::Resume(id) => self.resume(*id),
            Operation::PowerLoss(id) => self.lose_power(*id, doing),
            Operation::LoseDisk(id) => self.lose_disk(*id, doing),
            Operation::SlowDisk { broker, per_append } => {
                self.known(NodeId::Broker(*broker))?.slow_disk = *per_append;
                Ok(())
            }
            Operation::Configure { node, name, value } => self.configure(*node, name, value),
            Operation::SwitchRule { rule, on } => {
                let switch = |rules: &mut replication::base::rule::Rules| match on {
                    true => rules.switch_on(*rule),
                    false => rules.switch_off(*rule),
                };
                switch(&mut self.rules);
                for slot in self.slots.values_mut() {
                    let config = &mut Arc::make_mut(slot).config;
                    switch(&mut Arc::make_mut(config).rules);
                }
                Ok(())
            }
            Operation::Cut(links) => self.change_links(*links, |condition| condition.cut = true),
            Operation::Heal(links) => self.heal(*links),
            Operation::Slow { links, latency } => {
                let slow = (*latency != Micros(0)).then_some(*latency);
                self.change_links(*links, |condition| condition.slow = slow)
            }
            Operation::Hold(links) => self.change_links(*links, |condition| condition.held = true),
            Operation::Release(links) => self.change_links(*links, |condition| condition.held = false),
            Operation::Lose(links) => self.change_links(*links, |condition| condition.lose = true),
            Operation::StepLink(links) => self.step_links(*links),
            Operation::Reset(links) => {
                let mut lanes = self.network.lanes_of(*links);
                lanes.dedup_by_key(|(link, _)| *link);
                for (link, _) in lanes {
                    self.reset(link);
                }
                Ok(())
            }
        }
    }

    fn known(&mut self, id: NodeId) -> Result<&mut Slot, Ineffective> {
        self.slots
            .get_mut(&id)
            .map(Arc::make_mut)
            .ok_or(Ineffective::Unknown(id))
    }

    pub(crate) fn running(&mut self, id: NodeId) -> Result<&mut Slot, Ineffective> {
        let slot = self.known(id)?;
        match slot.process {
            Some(_) => Ok(slot),
            None => Err(Ineffective::NotRunning(id)),
        }
    }

    /// Makes a place for a process and starts it.
    fn introduce<W: Watch>(&mut self, id: NodeId, process: ProcessConfig, doing: &mut Doing<'_, '_, W>) -> Outcome {
        if self.slots.contains_key(&id) {
            return Err(Ineffective::AlreadyThere(id));
        }
        let config = NodeConfig {
            process,
            rules: self.rules.clone(),
        };
        let slot = Slot {
            process: None,
            disk: Arc::new(Disk::default()),
            config: Arc::new(config),
            incarnation: 0,
            paused: false,
            slow_disk: Micros(0),
            timers: Default::default(),
            overdue: Vec::new(),
            waiting: Default::default(),
        };
        self.slots.insert(id, Arc::new(slot));
        self.start(id, doing)
    }

    fn controller(&self) -> Option<ControllerId> {
        self.slots.keys().find_map(|id| match id {
            NodeId::Controller(id) => Some(*id),
            NodeId::Broker(_) | NodeId::Client(_) => None,
        })
    }

    fn start<W: Watch>(&mut self, id: NodeId, doing: &mut Doing<'_, '_, W>) -> Outcome {
        let controller = self.controller();
        let bootstrap: Vec<BrokerId> = self.brokers().map(|(broker, _)| broker).collect();
        let (moment, now) = (self.moment(), self.now);
        let slot = self.known(id)?;
        let config = slot.config.clone();
        let incarnation = IncarnationId(slot.incarnation + 1);
        let disk = Arc::make_mut(&mut slot.disk);
        let mut out = Outbox::default();
        let process = match (id, &config.process) {
            (NodeId::Controller(id), _) => Node::Controller(Controller::start(id, disk, now, &config, &mut out)),
            (NodeId::Broker(id), _) => {
                let controller = controller.ok_or(Ineffective::NobodyToTalkTo)?;
                Node::Broker(Broker::start(id, incarnation, controller, disk, now, &config, &mut out))
            }
            (NodeId::Client(id), ProcessConfig::Producer(_)) => {
                Node::Producer(Producer::start(id, bootstrap, now, &config, &mut out))
            }
            (NodeId::Client(id), ProcessConfig::Consumer(_)) => {
                Node::Consumer(Consumer::start(id, bootstrap, now, &config, &mut out))
            }
            (NodeId::Client(id), _) => Node::Admin(Admin::start(id, bootstrap, now, &config, &mut out)),
        };
        slot.incarnation = incarnation.0;
        let mut effects = out.into_effects();
        doing.watch.started(&moment, id, &process, disk, &effects);
        slot.process = Some(Arc::new(process));
        self.carry_out(id, &mut effects, doing);
        Ok(())
    }

    fn die<W: Watch>(&mut self, id: NodeId, end: End, doing: &mut Doing<'_, '_, W>) {
        self.end(id, end);
        doing.watch.ended(&self.moment(), id, end);
    }

    /// What waits in the sockets is read first, in the order in which it came, then the overdue timers fire.
    fn resume(&mut self, id: NodeId) -> Outcome {
        let now = self.now;
        let slot = self.running(id)?;
        if !std::mem::replace(&mut slot.paused, false) {
            return Err(Ineffective::NotPaused(id));
        }
        let waiting = std::mem::take(&mut slot.waiting);
        let overdue = std::mem::take(&mut slot.overdue);
        for waited in waiting {
            match waited {
                Waiting::InSocket(link, direction) => {
                    self.network.link_mut(link).lane_mut(direction).in_socket = false;
                    self.reschedule(link, direction);
                }
                Waiting::Late(late) => {
                    let seq = self.take_seq();
                    self.queue.enter((now, seq), Event::Late(id, late));
                }
            }
        }
        // One microsecond later, so that all that has reached the sockets by now comes first.
        let at = SimTime(now.0 + 1);
        for (timer, alarm) in overdue {
            let seq = self.take_seq();
            let slot = self.known(id)?;
            slot.timers.insert(timer, Alarm { at, seq, ..alarm });
            self.queue.enter((at, seq), Event::Timer(id, timer));
        }
        Ok(())
    }

    fn lose_power<W: Watch>(&mut self, broker: BrokerId, doing: &mut Doing<'_, '_, W>) -> Outcome {
        let id = NodeId::Broker(broker);
        let runs = self.known(id)?.process.is_some();
        if runs {
            self.die(id, End::PowerLost, doing);
        }
        let before = self.known(id)?.disk.clone();
        let mut after = (*before).clone();
        for (partition, log) in &before.logs {
            let unflushed: Vec<_> = log.batches_from(log.recovery_point()).collect();
            let topic = Topic::SurvivingBatches {
                broker,
                partition: *partition,
            };
            let survivors = match unflushed.len() as u64 {
                0 => continue,
                most => self.ask(topic, 0, most, doing.decide),
            };
            let end = match unflushed.get(survivors as usize) {
                Some(first_lost) => first_lost.base_offset.max(log.recovery_point()),
                None => continue,
            };
            after
                .log_mut(*partition)
                .expect("it is a copy")
                .truncate_to(end, NOTHING_EXPIRES);
        }
        doing.watch.harmed(&self.moment(), broker, &before, &after);
        self.known(id)?.disk = Arc::new(after);
        Ok(())
    }

    fn lose_disk<W: Watch>(&mut self, broker: BrokerId, doing: &mut Doing<'_, '_, W>) -> Outcome {
        let id = NodeId::Broker(broker);
        let runs = self.known(id)?.process.is_some();
        if runs {
            self.die(id, End::DiskLost, doing);
        }
        let before = std::mem::take(&mut self.known(id)?.disk);
        doing.watch.harmed(&self.moment(), broker, &before, &Disk::default());
        Ok(())
    }

    fn configure(&mut self, id: NodeId, name: &str, value: &str) -> Outcome {
        let config = Arc::make_mut(&mut self.known(id)?.config);
        let set = match &mut config.process {
            ProcessConfig::Broker(config) => config.set(name, value),
            ProcessConfig::Controller(config) => config.set(name, value),
            ProcessConfig::Producer(config) => config.set(name, value),
            ProcessConfig::Consumer(config) => config.set(name, value),
            ProcessConfig::Admin => Err(ConfigError::UnknownName { known: Vec::new() }),
        };
        set.map_err(Ineffective::Config)
    }

    fn change_links(&mut self, links: Links, change: impl Fn(&mut crate::network::Condition)) -> Outcome {
        for (link, direction) in self.network.change(links, change) {
            self.reschedule(link, direction);
        }
        Ok(())
    }

    /// TCP sends again what a cut kept back.
    fn heal(&mut self, links: Links) -> Outcome {
        let now = self.now;
        for (id, direction) in self.network.lanes_of(links) {
            self.network.link_mut(id).send_again(direction, now);
        }
        self.change_links(links, |condition| {
            condition.cut = false;
            condition.slow = None;
        })
    }

    fn step_links(&mut self, links: Links) -> Outcome {
        let mut any = false;
        for (id, direction) in self.network.lanes_of(links) {
            let lane = self.network.link_mut(id).lane_mut(direction);
            if lane.condition.held && lane.let_through < lane.parcels.len() as u32 {
                lane.let_through += 1;
                any = true;
                self.reschedule(id, direction);
            }
        }
        match any {
            true => Ok(()),
            false => Err(Ineffective::NothingDue),
        }
    }
}
