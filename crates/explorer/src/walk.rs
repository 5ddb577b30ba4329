//! A run that is made line by line, and what the next line may want to know of it.

use replication::base::id::{BrokerId, NodeId, TopicPartition};
use replication::log::metadata_record::PartitionRegistration;
use replication::message::Purpose;
use scenario::language::declared::Declared;
use scenario::language::error::StoryError;
use scenario::language::line;
use scenario::language::value::print_duration;
use scenario::runner::Runner;
use simulation::act::Act;
use simulation::history::Position;
use simulation::invariant::Finding;
use simulation::world::World;

use crate::dice::Dice;
use crate::gambit::GAMBITS;

/// A walk rarely takes more in its ten minutes.
const MANY_STEPS: u64 = 250_000;

pub(crate) struct Walk {
    pub dice: Dice,
    runner: Runner,
    declared: Declared,
    lines: Vec<String>,
    /// How much this seed likes each gambit.
    pub tastes: Vec<u64>,
    /// Whether disks may lose records in it.
    pub lossy: bool,
    /// µs after which a follower is out of sync, and after which a session ends.
    pub lag: u64,
    pub session: u64,
    /// µs that the careful producer waits for an answer.
    pub patience: u64,
    /// µs for which brokers remember a silent producer, where that is not for longer than a walk.
    pub remembered: Option<u64>,
    partitions: u64,
    brokers: u64,
    sent: u64,
}

/// A partition as the controller has it.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    pub partition: u64,
    pub record: PartitionRegistration,
}

impl Picture {
    pub fn leader(&self) -> Option<BrokerId> {
        self.record.leader
    }

    pub fn name(&self) -> String {
        format!("t-{}", self.partition)
    }
}

impl Walk {
    /// Starts a cluster, a topic and clients of the seed's making.
    pub fn start(seed: u64, without: &[&str]) -> Walk {
        let mut dice = Dice::new(seed);
        let brokers = dice.pick(&[3, 3, 3, 4, 4, 5]);
        let partitions = dice.pick(&[1, 1, 1, 2, 3]);
        let replicas = dice.pick(&[2, 3, 3, 3, 3, 4]).min(brokers);
        let min_isr = dice.pick(&[1, 1, 2, 2, 2, 3]).min(replicas);
        // Short limits mean more elections and more changes of the ISR in the same time.
        let lag = dice.pick(&[600, 1_000, 3_000, 10_000, 30_000]);
        let session = dice.pick(&[2_000, 3_000, 9_000]);
        let tastes = GAMBITS.iter().map(|_| dice.pick(&[0, 1, 1, 2, 6])).collect();
        let mut walk = Walk {
            runner: Runner::new(seed),
            declared: Declared::default(),
            lines: Vec::new(),
            tastes,
            lossy: dice.percent(40),
            lag: lag * 1_000,
            session: session * 1_000,
            patience: 0,
            remembered: None,
            partitions,
            brokers,
            sent: 0,
            dice,
        };
        walk.runner.history.check_every_step();
        walk.cluster(lag, session);
        for rule in without {
            walk.must(format!("rule {rule} off"));
        }
        let assignment = walk.assignment(replicas);
        let unclean = walk.dice.percent(15);
        walk.must(format!(
            "topic t assignment={assignment} min.insync.replicas={min_isr} unclean.leader.election.enable={unclean}"
        ));
        walk.clients();
        walk.must("settle".into());
        walk.must("begin".into());
        walk
    }

    fn cluster(&mut self, lag: u64, session: u64) {
        let (brokers, seed) = (self.brokers, self.dice.seed());
        let elr = self.dice.pick(&[1, 1, 0]);
        let heartbeat = session / 4;
        let mut forgets = String::new();
        if self.dice.percent(20) {
            let after = self.dice.pick(&[8_000, 20_000]);
            forgets = format!(" producer.id.expiration.ms={after} producer.id.expiration.check.interval.ms=2000");
            self.remembered = Some(after * 1_000);
        }
        self.must(format!(
            "cluster brokers={brokers} seed={seed} replica.lag.time.max.ms={lag} broker.session.timeout.ms={session} \
             broker.heartbeat.interval.ms={heartbeat} replica.fetch.backoff.ms=200 eligible.leader.replicas.version={elr}{forgets}"
        ));
    }

    /// A producer with acks=all, mostly idempotent, one with acks=1, and a consumer.
    fn clients(&mut self) {
        let (delivery, request) = self
            .dice
            .pick(&[(30_000, 10_000), (30_000, 10_000), (8_000, 2_000), (3_000, 1_500)]);
        self.patience = request * 1_000;
        let mut settings = format!("delivery.timeout.ms={delivery} request.timeout.ms={request}");
        // One record to a batch: more of them are in flight.
        if self.dice.percent(50) {
            settings += " batch.size=1 linger.ms=0";
        }
        let retries = self.dice.pick(&[i32::MAX, i32::MAX, i32::MAX, 3, 1]);
        if retries < i32::MAX {
            settings += &format!(" retries={retries}");
        }
        let in_flight = self.dice.pick(&[5, 5, 5, 2, 1]);
        if in_flight < 5 {
            settings += &format!(" max.in.flight.requests.per.connection={in_flight}");
        }
        if self.dice.percent(25) {
            settings += " enable.idempotence=false";
        }
        self.must(format!("producer careful {settings}"));
        self.must("producer hasty acks=1 delivery.timeout.ms=30000 request.timeout.ms=10000".into());
        self.must("consumer reader".into());
        for partition in 0..self.partitions {
            self.must(format!("consume t-{partition} by=reader"));
        }
    }

    fn assignment(&mut self, replicas: u64) -> String {
        let mut assignments = Vec::new();
        for _ in 0..self.partitions {
            let mut left: Vec<u64> = (1..=self.brokers).collect();
            let mut chosen = Vec::new();
            for _ in 0..replicas {
                let one = self.dice.pick(&left);
                left.retain(|other| *other != one);
                chosen.push(one.to_string());
            }
            assignments.push(chosen.join(","));
        }
        assignments.join("/")
    }

    /// Does one line.
    pub fn does(&mut self, text: String) -> Result<(), StoryError> {
        let line = line(self.lines.len() as u32 + 1, &text, &mut self.declared)?.expect("it is not empty");
        self.lines.push(text);
        self.runner.line(&line, false)
    }

    /// Does a line that the state allows.
    pub fn must(&mut self, text: String) {
        if let Err(error) = self.does(text.clone()) {
            panic!("a walk may not write {text:?}: {error}\n{}", self.lines.join("\n"));
        }
    }

    /// Ends all cuts and delays. A consumer ahead of a new leader's high watermark asks again and again without a pause, as in
    /// Kafka (DelayedFetch.tryComplete), for as long as that stands still: once this has taken many steps it is moved away.
    pub fn heal_all(&mut self) {
        self.must("heal all".into());
        if self.world().cluster.steps > MANY_STEPS {
            for broker in self.brokers() {
                self.must(format!("slow reader-{broker} by=50ms"));
            }
        }
    }

    pub fn run(&mut self, micros: u64) {
        self.must(format!("run {}", print_duration(micros.max(1))));
    }

    /// Lets time pass until something is so, or as long as it may take. It is looked for ahead of time, so that the line names
    /// the time.
    pub fn run_to(&mut self, at_most: u64, is_so: impl Fn(&Self, &World) -> bool) {
        let mut ahead = self.world().clone();
        let until = ahead.cluster.now.0 + at_most;
        while !is_so(self, &ahead) && ahead.cluster.next_due_at().is_some_and(|at| at.0 <= until) {
            ahead.act(&Act::Due);
        }
        let micros = ahead.cluster.now.0 - self.now();
        self.run(micros);
    }

    /// Lets a span of time pass, of any order between a message and a session.
    pub fn pause(&mut self) {
        let (session, lag) = (self.session, self.lag);
        let (least, most) = match self.dice.weighed(&[4, 4, 3, 2, 1]) {
            0 => (100, 20_000),
            1 => (20_000, 700_000),
            2 => (700_000, 3_000_000),
            3 => (session, session + 1_000_000),
            _ => (lag, lag + lag / 2 + 500_000),
        };
        let micros = self.dice.between(least, most);
        self.run(micros);
    }

    /// A few records, more often with acks=all.
    pub fn produce(&mut self, partition: u64) {
        let from = self.dice.pick(&["careful", "careful", "careful", "hasty"]);
        let acks = if from == "hasty" { " acks=1" } else { "" };
        let count = self.dice.pick(&[1, 1, 1, 2, 3]);
        let first = self.sent;
        self.sent += count;
        self.must(format!(
            "produce t k{{n}} first={first} count={count} partition={partition} from={from}{acks}"
        ));
    }

    pub fn world(&self) -> &World {
        self.runner.history.world()
    }

    pub fn now(&self) -> u64 {
        self.world().cluster.now.0
    }

    pub fn findings(&self) -> &[(Position, Finding)] {
        self.runner.history.track().findings()
    }

    /// Whether its process runs and is not paused.
    pub fn is_up(&self, broker: BrokerId) -> bool {
        let slot = self.world().cluster.slot(NodeId::Broker(broker));
        slot.is_some_and(|slot| slot.process.is_some() && !slot.paused)
    }

    pub fn is_paused(&self, broker: BrokerId) -> bool {
        let slot = self.world().cluster.slot(NodeId::Broker(broker));
        slot.is_some_and(|slot| slot.paused)
    }

    pub fn is_down(&self, broker: BrokerId) -> bool {
        let slot = self.world().cluster.slot(NodeId::Broker(broker));
        slot.is_some_and(|slot| slot.process.is_none())
    }

    /// Whether news from the controller waits at its door.
    pub fn is_held_up(&self, broker: BrokerId) -> bool {
        let links = self.world().cluster.network.links();
        let mut news = links.filter(|link| {
            link.connection.from == NodeId::Broker(broker) && link.connection.purpose == Purpose::Metadata
        });
        news.any(|link| {
            link.responses.condition.held && link.responses.let_through < link.responses.parcels.len() as u32
        })
    }

    pub fn brokers(&self) -> Vec<BrokerId> {
        (1..=self.brokers as i32).map(BrokerId).collect()
    }

    pub fn brokers_that(&self, are: impl Fn(&Self, BrokerId) -> bool) -> Vec<BrokerId> {
        let brokers = self.brokers().into_iter();
        brokers.filter(|broker| are(self, *broker)).collect()
    }

    /// A partition to play with.
    pub fn picture(&mut self) -> Picture {
        let partition = self.dice.between(0, self.partitions - 1);
        self.picture_of(partition)
    }

    /// All of them.
    pub fn pictures(&self) -> Vec<Picture> {
        (0..self.partitions)
            .map(|partition| self.picture_of(partition))
            .collect()
    }

    pub fn picture_of(&self, partition: u64) -> Picture {
        let record = self.record_in(self.world(), partition).clone();
        Picture { partition, record }
    }

    pub fn leader_in(&self, world: &World, partition: u64) -> Option<BrokerId> {
        self.record_in(world, partition).leader
    }

    pub fn isr_in<'a>(&self, world: &'a World, partition: u64) -> &'a [BrokerId] {
        &self.record_in(world, partition).isr
    }

    /// Where a segment of a replica may end.
    pub fn batch_ends(&self, broker: BrokerId, partition: u64) -> Vec<i64> {
        let log = self.world().cluster.log(broker, self.id_in(self.world(), partition));
        log.map_or(Vec::new(), |log| {
            log.batches().map(|batch| batch.next_offset().0).collect()
        })
    }

    fn id_in(&self, world: &World, partition: u64) -> TopicPartition {
        let id = world.cluster.partition_named("t", partition as i32);
        id.expect("the topic was created before the story began")
    }

    fn record_in<'a>(&self, world: &'a World, partition: u64) -> &'a PartitionRegistration {
        let id = self.id_in(world, partition);
        world.cluster.registration(id).expect("it is in the metadata")
    }

    /// The walk so far as a story, with what was found in its head.
    pub fn story(&self, seed: u64, found: &str) -> String {
        format!("# Seed {seed} found: {found}\n{}\n", self.lines.join("\n"))
    }
}
