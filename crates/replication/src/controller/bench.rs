//! A controller alone on the bench: tests talk to it as brokers, administrators and the clock would.
//!
//! Partitions are written and printed in the notation of the conformance vectors: `R` assigned replicas, `I` ISR, `L` leader
//! (`L-` none), `E` ELR, `K` last known leader, `rm` and `ad` replicas being removed and added, `rec` while RECOVERING, `le`
//! and `pe` leader and partition epoch. Empty lists other than the ISR are left out.

use super::Controller;
use super::fencing::shut_down;
use crate::base::config::ConfigResource;
use crate::base::config::{ControllerConfig, NodeConfig, ProcessConfig};
use crate::base::epoch::{BrokerEpoch, LeaderEpoch, PartitionEpoch};
use crate::base::error_code::ErrorCode;
use crate::base::id::IncarnationId;
use crate::base::id::{BrokerId, ControllerId, CorrelationId, NodeId, TopicPartition};
use crate::base::map::Map;
use crate::base::rule::Rules;
use crate::base::time::{Millis, SimTime};
use crate::base::timer::Timer;
use crate::base::why::Why;
use crate::input::Input;
use crate::log::disk::Disk;
use crate::log::metadata_record::*;
use crate::message::admin::*;
use crate::message::alter_partition::*;
use crate::message::broker_lifecycle::*;
use crate::message::producer_id::*;
use crate::message::reassignment::*;
use crate::message::{Body, Connection, Envelope, Purpose, Request, Response};
use crate::outbox::{Delay, Effect, Outbox};

pub struct Bench {
    pub controller: Controller,
    pub disk: Disk,
    pub at: SimTime,
    pub config: NodeConfig,
    /// What the last input brought about.
    pub effects: Vec<Effect>,
    incarnations: u32,
    epochs: Map<BrokerId, BrokerEpoch>,
}

impl Bench {
    /// A fresh cluster whose controller runs with these settings besides the defaults.
    pub fn new(settings: &[(&str, &str)]) -> Self {
        let mut config = ControllerConfig::default();
        for (name, value) in settings {
            config.set(name, value).expect("a setting of the controller");
        }
        let config = NodeConfig {
            process: ProcessConfig::Controller(config),
            rules: Rules::default(),
        };
        let (mut disk, mut out) = (Disk::default(), Outbox::default());
        let controller = Controller::start(ControllerId(100), &mut disk, SimTime::ZERO, &config, &mut out);
        Bench {
            controller,
            disk,
            at: SimTime::ZERO,
            config,
            effects: out.into_effects(),
            incarnations: 0,
            epochs: Map::new(),
        }
    }

    pub fn without_elr() -> Self {
        Bench::new(&[("eligible.leader.replicas.version", "0")])
    }

    /// The controller process dies and starts again on its disk.
    pub fn restart_controller(&mut self) {
        let mut out = Outbox::default();
        self.controller = Controller::start(ControllerId(100), &mut self.disk, self.at, &self.config, &mut out);
        self.effects = out.into_effects();
    }

    pub fn wait(&mut self, ms: i64) {
        self.at = self.at + Millis(ms);
    }

    pub fn input(&mut self, input: Input<'_>) {
        let mut out = Outbox::default();
        self.controller
            .handle(&mut self.disk, self.at, &self.config, input, &mut out);
        self.effects = out.into_effects();
    }

    pub fn fire(&mut self, timer: Timer) {
        self.input(Input::Timer(timer));
    }

    pub fn connection(from: i32, purpose: Purpose) -> Connection {
        Connection {
            from: NodeId::Broker(BrokerId(from)),
            to: NodeId::Controller(ControllerId(100)),
            purpose,
        }
    }

    /// Sends a request; the effects hold what came of it.
    pub fn send(&mut self, connection: Connection, request: Request) {
        let envelope = Envelope {
            connection,
            correlation: CorrelationId(1),
            body: Body::Request(request),
        };
        self.input(Input::Message(&envelope));
    }

    pub fn responses(&self) -> Vec<Response> {
        let response = |effect: &Effect| match effect {
            Effect::Send(Envelope {
                body: Body::Response(response),
                ..
            }) => Some(response.clone()),
            _ => None,
        };
        self.effects.iter().filter_map(response).collect()
    }

    fn ask(&mut self, request: Request) -> Response {
        self.send(Bench::connection(1, Purpose::Client), request);
        self.responses().into_iter().next().expect("an answer")
    }

    pub fn reasons(&self) -> Vec<Why> {
        let why = |effect: &Effect| match effect {
            Effect::Explain(why) => Some(why.clone()),
            _ => None,
        };
        self.effects.iter().filter_map(why).collect()
    }

    /// How long the timer was set to run, in ms, if it was set just now.
    pub fn timer_set(&self, timer: Timer) -> Option<u64> {
        self.effects.iter().rev().find_map(|effect| match effect {
            Effect::SetTimer {
                timer: set,
                delay: Delay::Exactly(delay),
            } if *set == timer => Some(delay.0 / 1_000),
            _ => None,
        })
    }

    // As a broker.

    /// A new incarnation registers; `previous` is the epoch in its clean-shutdown marker.
    pub fn register(&mut self, broker: i32, previous: Option<BrokerEpoch>) -> ErrorCode {
        self.incarnations += 1;
        self.register_as(broker, self.incarnations, previous)
    }

    pub fn register_as(&mut self, broker: i32, incarnation: u32, previous: Option<BrokerEpoch>) -> ErrorCode {
        self.register_in_rack(broker, incarnation, previous, None)
    }

    fn register_in_rack(
        &mut self,
        broker: i32,
        incarnation: u32,
        previous: Option<BrokerEpoch>,
        rack: Option<&str>,
    ) -> ErrorCode {
        let request = BrokerRegistrationRequest {
            broker: BrokerId(broker),
            incarnation: IncarnationId(incarnation),
            rack: rack.map(Into::into),
            previous_broker_epoch: previous.unwrap_or(BrokerEpoch::UNKNOWN),
        };
        let Response::BrokerRegistration(response) = self.ask(Request::BrokerRegistration(request)) else {
            panic!("a registration is answered as one");
        };
        if response.error == ErrorCode::None {
            self.epochs.insert(BrokerId(broker), response.broker_epoch);
        }
        response.error
    }

    pub fn epoch(&self, broker: i32) -> BrokerEpoch {
        self.epochs[&BrokerId(broker)]
    }

    /// Brokers register and are unfenced.
    pub fn join(&mut self, brokers: &[i32]) {
        for broker in brokers {
            assert_eq!(self.register(*broker, None), ErrorCode::None);
            self.unfence(*broker);
        }
    }

    /// A heartbeat of a broker that has applied the whole metadata log.
    pub fn heartbeat(&mut self, broker: i32, want_fence: bool, want_shut_down: bool) -> BrokerHeartbeatResponse {
        let offset = self.controller.image().end_offset - 1;
        self.heartbeat_at(broker, offset, want_fence, want_shut_down)
    }

    pub fn heartbeat_at(
        &mut self,
        broker: i32,
        metadata_offset: i64,
        want_fence: bool,
        want_shut_down: bool,
    ) -> BrokerHeartbeatResponse {
        let request = BrokerHeartbeatRequest {
            broker: BrokerId(broker),
            broker_epoch: self.epoch(broker),
            current_metadata_offset: metadata_offset,
            want_fence,
            want_shut_down,
        };
        self.heartbeat_of(request)
    }

    pub fn heartbeat_of(&mut self, request: BrokerHeartbeatRequest) -> BrokerHeartbeatResponse {
        match self.ask(Request::BrokerHeartbeat(request)) {
            Response::BrokerHeartbeat(response) => response,
            other => panic!("{other:?}"),
        }
    }

    pub fn unfence(&mut self, broker: i32) {
        assert!(!self.heartbeat(broker, false, false).is_fenced);
    }

    /// The broker is not heard of any more, all others that are unfenced are, until its session is over and acted upon.
    pub fn fence(&mut self, broker: i32) {
        self.fence_all(&[broker]);
    }

    /// As `fence`, for several that fall silent at the same moment.
    pub fn fence_all(&mut self, silent: &[i32]) {
        self.wait(5_000);
        let live: Vec<i32> = self
            .controller
            .image()
            .brokers
            .iter()
            .filter(|(_, r)| !r.fenced)
            .map(|(id, _)| id.0)
            .collect();
        for other in live.iter().filter(|id| !silent.contains(id)) {
            self.heartbeat(*other, false, false);
        }
        self.wait(4_001);
        self.fire(Timer::FenceStaleBroker);
        while self.timer_set(Timer::FenceStaleBroker) == Some(10) {
            self.fire(Timer::FenceStaleBroker);
        }
    }

    /// The broker is asked to stop, and does as soon as it may; the others keep up with the metadata log.
    pub fn stop(&mut self, broker: i32) {
        while !self.heartbeat(broker, false, true).should_shut_down {
            let live: Vec<i32> = self
                .controller
                .image()
                .brokers
                .iter()
                .filter(|(_, r)| r.is_active())
                .map(|(id, _)| id.0)
                .collect();
            for other in live {
                self.heartbeat(other, false, false);
            }
        }
    }

    /// The broker starts again once its old session is over; unless it stopped cleanly, it has no marker.
    pub fn start(&mut self, broker: i32, clean: bool) {
        self.fence(broker);
        let previous = clean.then(|| self.epoch(broker));
        assert_eq!(self.register(broker, previous), ErrorCode::None);
        self.unfence(broker);
    }

    /// What a new registration does to partitions, without one.
    pub fn shut_down(&mut self, broker: i32, clean: bool) {
        let batch = shut_down(self.controller.image(), &self.config.rules, BrokerId(broker), clean);
        self.write(batch.records);
    }

    /// Appends records as they are.
    pub fn write(&mut self, records: Vec<MetadataRecord>) {
        for record in records {
            self.controller.replay(&record);
            std::sync::Arc::make_mut(&mut self.disk.metadata_log).push(record.into());
        }
    }

    /// A proposal as the leader's knowledge of the partition makes it.
    pub fn proposal(&self, name: &str, isr: &[i32]) -> ProposedIsr {
        let partition = self.partition_id(name);
        let known = &self.controller.image().partitions[&partition];
        ProposedIsr {
            partition,
            leader_epoch: known.leader_epoch,
            partition_epoch: known.partition_epoch,
            new_isr: isr
                .iter()
                .map(|id| {
                    (
                        BrokerId(*id),
                        self.epochs.get(&BrokerId(*id)).copied().unwrap_or(BrokerEpoch::UNKNOWN),
                    )
                })
                .collect(),
            leader_recovery_state: LeaderRecoveryState::Recovered,
        }
    }

    pub fn propose(&mut self, sender: i32, proposal: ProposedIsr) -> AlteredPartition {
        let request = AlterPartitionRequest {
            broker: BrokerId(sender),
            broker_epoch: self.epoch(sender),
            partitions: vec![proposal],
        };
        match self.ask(Request::AlterPartition(request)) {
            Response::AlterPartition(mut response) => response.partitions.remove(0),
            other => panic!("{other:?}"),
        }
    }

    pub fn allocate_producer_ids(&mut self, broker: i32, broker_epoch: BrokerEpoch) -> AllocateProducerIdsResponse {
        let request = AllocateProducerIdsRequest {
            broker: BrokerId(broker),
            broker_epoch,
        };
        match self.ask(Request::AllocateProducerIds(request)) {
            Response::AllocateProducerIds(response) => response,
            other => panic!("{other:?}"),
        }
    }

    /// The leader proposes this ISR, and it is accepted.
    pub fn alter(&mut self, name: &str, isr: &[i32]) {
        let leader = self.controller.image().partitions[&self.partition_id(name)]
            .leader
            .expect("a leader");
        let answer = self.propose(leader.0, self.proposal(name, isr));
        assert_eq!(answer.error, ErrorCode::None);
    }

    // As an administrator.

    pub fn create(&mut self, name: &str, assignment: &[&[i32]], configs: &[(&str, &str)]) {
        let placement = Placement::Assignment(assignment.iter().map(|replicas| ids(replicas)).collect());
        assert_eq!(self.create_as(name, placement, configs), (ErrorCode::None, None));
    }

    pub fn create_as(
        &mut self,
        name: &str,
        placement: Placement,
        configs: &[(&str, &str)],
    ) -> (ErrorCode, Option<String>) {
        let topic = CreatableTopic {
            name: name.into(),
            placement,
            configs: configs
                .iter()
                .map(|(name, value)| ((*name).into(), (*value).into()))
                .collect(),
        };
        match self.ask(Request::CreateTopics(CreateTopicsRequest { topics: vec![topic] })) {
            Response::CreateTopics(mut response) => {
                let topic = response.topics.remove(0);
                (topic.error, topic.message)
            }
            other => panic!("{other:?}"),
        }
    }

    pub fn elect(&mut self, election: ElectionType, names: Option<&[&str]>) -> Vec<String> {
        let partitions = names.map(|names| names.iter().map(|name| named(name)).collect());
        let request = ElectLeadersRequest { election, partitions };
        match self.ask(Request::ElectLeaders(request)) {
            Response::ElectLeaders(response) => response
                .partitions
                .iter()
                .map(|(p, error, _)| format!("{}-{} {}", p.topic, p.partition, error.name()))
                .collect(),
            other => panic!("{other:?}"),
        }
    }

    /// `None` cancels.
    pub fn reassign(&mut self, name: &str, target: Option<&[i32]>) -> String {
        self.reassign_as(name, target, true)
    }

    pub fn reassign_as(&mut self, name: &str, target: Option<&[i32]>, allow_replication_factor_change: bool) -> String {
        let request = AlterPartitionReassignmentsRequest {
            allow_replication_factor_change,
            partitions: vec![ReassignablePartition {
                partition: named(name),
                replicas: target.map(ids),
            }],
        };
        match self.ask(Request::AlterPartitionReassignments(request)) {
            Response::AlterPartitionReassignments(mut response) => {
                let (_, error, text) = response.partitions.remove(0);
                answered(error, text)
            }
            other => panic!("{other:?}"),
        }
    }

    /// All reassignments under way.
    pub fn reassignments(&mut self) -> Vec<String> {
        let request = ListPartitionReassignmentsRequest { partitions: None };
        let print = |r: &OngoingReassignment| {
            let (name, number) = (&r.partition.topic, r.partition.partition);
            let [all, adding, removing] = [&r.replicas, &r.adding_replicas, &r.removing_replicas].map(|ids| list(ids));
            format!("{name}-{number} {all} adding {adding} removing {removing}")
        };
        match self.ask(Request::ListPartitionReassignments(request)) {
            Response::ListPartitionReassignments(response) => response.partitions.iter().map(print).collect(),
            other => panic!("{other:?}"),
        }
    }

    pub fn create_partitions(&mut self, topic: &str, count: i32, assignments: Option<&[&[i32]]>) -> String {
        let request = CreatePartitionsRequest {
            topic: topic.into(),
            count,
            assignments: assignments.map(|all| all.iter().map(|replicas| ids(replicas)).collect()),
        };
        match self.ask(Request::CreatePartitions(request)) {
            Response::CreatePartitions(response) => answered(response.error, response.message),
            other => panic!("{other:?}"),
        }
    }

    pub fn unregister(&mut self, broker: i32) -> String {
        let broker = BrokerId(broker);
        match self.ask(Request::UnregisterBroker(UnregisterBrokerRequest { broker })) {
            Response::UnregisterBroker(response) => answered(response.error, response.message),
            other => panic!("{other:?}"),
        }
    }

    /// `topic` "" is the cluster-wide default.
    pub fn set(&mut self, topic: &str, name: &str, value: Option<&str>) -> (ErrorCode, Option<String>) {
        let resource = match topic {
            "" => ConfigResource::Cluster,
            topic => ConfigResource::Topic(topic.into()),
        };
        let configs = vec![(name.into(), value.map(Into::into))];
        match self.ask(Request::AlterConfigs(AlterConfigsRequest { resource, configs })) {
            Response::AlterConfigs(response) => (response.error, response.message),
            other => panic!("{other:?}"),
        }
    }

    // What one sees.

    pub fn partition_id(&self, name: &str) -> TopicPartition {
        let (topic, partition) = name.rsplit_once('-').expect("topic-partition");
        let topic = self.controller.image().topic_ids[topic];
        TopicPartition::new(topic, partition.parse().expect("a number"))
    }

    /// The partition in short.
    pub fn partition(&self, name: &str) -> String {
        print(&self.controller.image().partitions[&self.partition_id(name)])
    }

    /// ISR, leader, ELR and last known leader only.
    pub fn state(&self, name: &str) -> String {
        let registration = &self.controller.image().partitions[&self.partition_id(name)];
        let short = PartitionRegistration {
            leader_recovery_state: LeaderRecoveryState::Recovered,
            ..PartitionRegistration::clone(registration)
        };
        let printed = print(&short);
        let from = printed.find("I[").expect("an ISR");
        let to = printed.find(" le").expect("an epoch");
        printed[from..to].into()
    }

    pub fn end(&self) -> usize {
        self.disk.metadata_log.len()
    }

    /// Records from an offset on, in short.
    pub fn records_from(&self, offset: usize) -> Vec<String> {
        self.disk.metadata_log[offset..]
            .iter()
            .map(|record| self.print_record(record))
            .collect()
    }

    fn print_record(&self, record: &MetadataRecord) -> String {
        let image = self.controller.image();
        let named = |p: &TopicPartition| format!("{}-{}", image.topics[&p.topic], p.partition);
        match record {
            MetadataRecord::RegisterBroker { broker, .. } => format!("{broker} registers"),
            MetadataRecord::UnregisterBroker { broker, .. } => format!("{broker} unregisters"),
            MetadataRecord::BrokerRegistrationChange {
                broker,
                fenced,
                in_controlled_shutdown,
                ..
            } => match (fenced, in_controlled_shutdown) {
                (Some(fenced), None) => format!("{broker} fenced:{fenced}"),
                (None, Some(stopping)) => format!("{broker} in_controlled_shutdown:{stopping}"),
                both => format!("{broker} {both:?}"),
            },
            MetadataRecord::Topic { name, .. } => format!("topic {name}"),
            MetadataRecord::Partition {
                partition,
                registration,
            } => format!("{} {}", named(partition), print(registration)),
            MetadataRecord::PartitionChange { partition, change } => {
                format!("{} {{{}}}", named(partition), print_change(change))
            }
            MetadataRecord::ProducerIds {
                broker,
                next_producer_id,
                ..
            } => format!("{broker} next producer id {next_producer_id}"),
            MetadataRecord::RemoveTopic { topic } => format!("remove {topic:?}"),
            MetadataRecord::Config { resource, name, value } => {
                let of = match resource {
                    ConfigResource::Topic(topic) => topic,
                    ConfigResource::Cluster => "cluster",
                };
                format!("config {of} {name}={}", value.as_deref().unwrap_or("-"))
            }
            MetadataRecord::ClearElr { topic } => format!("clear-elr {}", topic.as_deref().unwrap_or("*")),
            MetadataRecord::FeatureLevel { name, level } => format!("feature {name}={level}"),
        }
    }
}

fn answered(error: ErrorCode, text: Option<String>) -> String {
    match text {
        Some(text) => format!("{} {text}", error.name()),
        None => error.name().into(),
    }
}

fn named(name: &str) -> NamedPartition {
    let (topic, partition) = name.rsplit_once('-').expect("topic-partition");
    NamedPartition {
        topic: topic.into(),
        partition: partition.parse().expect("a number"),
    }
}

pub fn ids(numbers: &[i32]) -> Vec<BrokerId> {
    numbers.iter().copied().map(BrokerId).collect()
}

fn list(ids: &[BrokerId]) -> String {
    let numbers: Vec<String> = ids.iter().map(|id| id.0.to_string()).collect();
    format!("[{}]", numbers.join(","))
}

pub fn print(p: &PartitionRegistration) -> String {
    let mut text = format!("R{} I{} ", list(&p.replicas), list(&p.isr));
    text += &p.leader.map_or("L-".into(), |leader| format!("L{}", leader.0));
    for (name, ids) in [
        ("E", &p.elr),
        ("K", &p.last_known_elr),
        ("rm", &p.removing_replicas),
        ("ad", &p.adding_replicas),
    ] {
        if !ids.is_empty() {
            text += &format!(" {name}{}", list(ids));
        }
    }
    if p.leader_recovery_state == LeaderRecoveryState::Recovering {
        text += " rec";
    }
    text + &format!(" le{} pe{}", p.leader_epoch.0, p.partition_epoch.0)
}

pub fn print_change(change: &PartitionChange) -> String {
    let mut fields = Vec::new();
    let mut add = |name: &str, ids: &Option<Vec<BrokerId>>| {
        fields.extend(ids.as_ref().map(|ids| format!("{name} {}", list(ids))));
    };
    add("isr", &change.isr);
    let leader = change.leader.map(|l| vec![l.unwrap_or(BrokerId(-1))]);
    add("leader", &leader);
    add("replicas", &change.replicas);
    add("removing", &change.removing_replicas);
    add("adding", &change.adding_replicas);
    add("elr", &change.elr);
    add("lastKnownElr", &change.last_known_elr);
    fields.extend(change.leader_recovery_state.map(|state| format!("{state:?}")));
    fields.join(" ")
}

/// Reads what `print` prints; epochs left out are 0.
pub fn partition(text: &str) -> PartitionRegistration {
    let mut p = PartitionRegistration {
        replicas: Vec::new(),
        removing_replicas: Vec::new(),
        adding_replicas: Vec::new(),
        isr: Vec::new(),
        elr: Vec::new(),
        last_known_elr: Vec::new(),
        leader: None,
        leader_epoch: LeaderEpoch::ZERO,
        partition_epoch: PartitionEpoch(0),
        leader_recovery_state: LeaderRecoveryState::Recovered,
    };
    let number = |text: &str| text.parse::<i32>().expect("a number");
    for word in text.split_whitespace() {
        if let Some((name, rest)) = word.split_once('[') {
            let inner = rest.trim_end_matches(']');
            let parsed = inner
                .split(',')
                .filter(|id| !id.is_empty())
                .map(|id| BrokerId(number(id)));
            let field = match name {
                "R" => &mut p.replicas,
                "I" => &mut p.isr,
                "E" => &mut p.elr,
                "K" => &mut p.last_known_elr,
                "rm" => &mut p.removing_replicas,
                "ad" => &mut p.adding_replicas,
                other => panic!("{other}"),
            };
            field.extend(parsed);
        } else if word == "rec" {
            p.leader_recovery_state = LeaderRecoveryState::Recovering;
        } else if let Some(epoch) = word.strip_prefix("le") {
            p.leader_epoch = LeaderEpoch(number(epoch));
        } else if let Some(epoch) = word.strip_prefix("pe") {
            p.partition_epoch = PartitionEpoch(number(epoch));
        } else if let Some(leader) = word.strip_prefix('L') {
            p.leader = (leader != "-").then(|| BrokerId(number(leader)));
        } else {
            panic!("{word}");
        }
    }
    p
}
