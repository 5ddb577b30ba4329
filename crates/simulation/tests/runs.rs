//! Whole runs: what a cluster does by itself, and that a run can be gone through in both directions.

use std::collections::BTreeSet;
use std::sync::Arc;

use replication::base::config::Acks;
use replication::base::id::{BrokerId, ClientId, NodeId, ProducerIdAndEpoch, RecordId, TopicPartition};
use replication::base::offset::Offset;
use replication::base::rule::Rule;
use replication::base::time::{Micros, Millis, SimTime};
use replication::log::record_batch::{EndTransactionMarker, Record, RecordBatch, TransactionResult};
use replication::message::Request;
use replication::message::application::Command;
use replication::message::produce::ProduceRequest;
use replication::message::transaction::{WritableTxnMarker, WriteTxnMarkersRequest};
use simulation::act::{Act, Links, Operation};
use simulation::chooser::by_seed;
use simulation::history::History;
use simulation::invariant::{Glances, Seen, check_all, check_step, check_touched};
use simulation::observe::{Change, diff};
use simulation::settle::settled;
use simulation::track::MomentKind;
use simulation::watch::Notes;
use simulation::workload::{Shape, TOPIC, Workload};
use simulation::world::World;

const SECOND: Micros = Micros(1_000_000);

#[test]
fn steady_produce_is_replicated_acknowledged_and_read() {
    let mut run = Workload::start(Shape {
        consumer: true,
        ..Shape::default()
    });
    run.produce_for(SECOND);
    run.run_for(SECOND);
    assert_eq!(run.acknowledged(), 100);
    let world = run.history.world();
    for partition in world.cluster.partitions() {
        for n in 1..=3 {
            let replica = world.cluster.replica(BrokerId(n), partition).unwrap();
            assert!(replica.log_end_offset >= Offset(30), "{partition:?} {replica:?}");
            assert_eq!(replica.high_watermark, replica.log_end_offset, "{partition:?} b{n}");
        }
    }
    let read: i64 = world
        .ghosts
        .reads
        .values()
        .flat_map(|reads| reads.iter())
        .map(|read| read.next.0 - read.from.0)
        .sum();
    assert_eq!(read, 100);
    assert_eq!(check_all(world), []);
    assert_eq!(settled(world), Ok(()));
}

fn seed_of(seed: u64) -> Shape {
    Shape {
        seed,
        ..Shape::default()
    }
}

/// Every kind of harm, one after the other, with records in between.
fn rough_run(shape: Shape) -> Workload {
    let mut run = Workload::start(Shape {
        consumer: true,
        ..shape
    });
    run.produce_for(SECOND);
    run.operate(Operation::Crash(NodeId::Broker(BrokerId(1))));
    run.produce_for(Micros(12_000_000));
    run.operate(Operation::Start(NodeId::Broker(BrokerId(1))));
    run.produce_for(Micros(2_000_000));
    let links = Links::both(NodeId::Broker(BrokerId(3)), NodeId::Broker(BrokerId(2)));
    run.operate(Operation::Cut(links));
    run.produce_for(Micros(40_000_000));
    run.operate(Operation::Heal(links));
    run.operate(Operation::Pause(NodeId::Broker(BrokerId(2))));
    run.produce_for(Micros(11_000_000));
    run.operate(Operation::Resume(NodeId::Broker(BrokerId(2))));
    run.produce_for(Micros(3_000_000));
    run.operate(Operation::Stop(NodeId::Broker(BrokerId(3))));
    run.produce_for(Micros(3_000_000));
    run.operate(Operation::Start(NodeId::Broker(BrokerId(3))));
    run.run_for(Micros(60_000_000));
    run
}

#[test]
fn the_same_acts_lead_to_the_same_state_and_another_seed_to_another() {
    let digest = |seed| rough_run(seed_of(seed)).history.world().state_digest();
    let first = digest(1);
    assert_eq!(first, digest(1));
    assert_ne!(first, digest(2));
}

#[test]
fn a_run_can_be_gone_through_in_both_directions() {
    let mut run = rough_run(seed_of(1));
    let history = &mut run.history;
    let end = history.end();
    let digests = |history: &mut History, positions: &[u64]| -> Vec<u64> {
        let at = |position: &u64| {
            history.seek(*position);
            assert_eq!(history.position(), *position);
            history.world().state_digest()
        };
        positions.iter().map(at).collect()
    };
    let positions: Vec<u64> = (0..40).map(|n| end * n / 39).collect();
    let backwards: Vec<u64> = positions.iter().copied().rev().collect();
    let forth = digests(history, &positions);
    let mut back = digests(history, &backwards);
    back.reverse();
    assert_eq!(forth, back);
    assert!(forth.windows(2).all(|pair| pair[0] != pair[1]));
}

#[test]
fn a_time_is_found_at_the_last_step_that_is_not_after_it() {
    let mut run = rough_run(seed_of(1));
    let history = &mut run.history;
    let end = history.end();
    let times: Vec<SimTime> = (0..=end)
        .map(|position| {
            history.seek(position);
            history.world().cluster.now
        })
        .collect();
    for position in (0..end).step_by(97).chain([end - 1]) {
        let at = times[position as usize];
        for time in [at, at + Micros(1), at + Micros(300), at + Micros(200_000)] {
            history.seek_time(time);
            let last = times.partition_point(|known| *known <= time) as u64 - 1;
            assert_eq!(history.position(), last, "{time:?}");
        }
    }
}

#[test]
fn acting_in_the_past_drops_what_came_after_and_a_clone_keeps_it() {
    let mut run = Workload::start(Shape::default());
    run.produce_for(SECOND);
    let (end, digest) = (run.history.end(), run.history.world().state_digest());
    let mut kept = run.history.clone();
    run.history.seek(end - 20);
    // What happened there anyway drops nothing.
    run.history.advance(&run.history.act_at(end - 20));
    assert_eq!(run.history.end(), end);
    run.operate(Operation::Crash(NodeId::Broker(BrokerId(1))));
    assert_eq!(run.history.end(), end - 18);
    run.history.seek(end);
    assert_eq!(run.history.position(), end - 18);
    kept.seek(0);
    kept.seek(end);
    assert_eq!((kept.position(), kept.world().state_digest()), (end, digest));
}

#[test]
fn what_ghosts_notice_is_what_changed() {
    let run = rough_run(seed_of(3));
    let is_watched = |change: &&Change| {
        matches!(
            change,
            Change::Appended { .. }
                | Change::Truncated { .. }
                | Change::HighWatermarkMoved { .. }
                | Change::RoleChanged { .. }
        )
    };
    let end = run.history.end();
    let mut world = World::new(3);
    let mut seen = 0;
    while world.cluster.steps < end {
        let before = world.clone();
        let act = run.history.act_at(world.cluster.steps);
        let mut notes = Notes::default();
        let step = world.apply(&act, &mut by_seed(3), &mut notes);
        let changed: BTreeSet<String> = diff(&before, &world, &step)
            .iter()
            .filter(is_watched)
            .map(|c| format!("{c:?}"))
            .collect();
        let noticed: BTreeSet<String> = notes
            .changes
            .iter()
            .filter(is_watched)
            .map(|c| format!("{c:?}"))
            .collect();
        // A process that starts or ends is not an input; its replicas come and go with it.
        if changed != noticed {
            panic!(
                "step {} {:?}\nchanged {changed:#?}\nnoticed {noticed:#?}",
                step.number, step.happening
            );
        }
        seen += changed.len();
    }
    assert!(seen > 1_000);
}

/// A leader that is cut off from everybody but its producer goes on with acks=1, below min ISR in the end, while another one
/// is elected; then it returns with records that nobody else has.
fn divergent_run(shape: Shape) -> Workload {
    let mut run = Workload::start(Shape {
        partitions: 1,
        acks: Acks::Leader,
        ..shape
    });
    run.produce_for(SECOND);
    let cluster = &run.history.world().cluster;
    let partition = cluster.partitions()[0];
    let leader = NodeId::Broker(cluster.registration(partition).unwrap().leader.unwrap());
    let others = cluster
        .slots
        .keys()
        .filter(|id| id.client().is_none() && **id != leader);
    let links: Vec<Links> = others.map(|other| Links::both(leader, *other)).collect();
    // First the followers, so that they leave the ISR, then the controller too.
    let (_, followers) = links.split_first().unwrap();
    let all = |run: &mut Workload, links: &[Links], operation: fn(Links) -> Operation| {
        links.iter().for_each(|links| run.operate(operation(*links)));
    };
    all(&mut run, followers, Operation::Cut);
    run.produce_for(Micros(50_000_000));
    all(&mut run, followers, Operation::Heal);
    run.produce_for(Micros(5_000_000));
    all(&mut run, &links, Operation::Cut);
    run.produce_for(Micros(15_000_000));
    // The producer is made to look elsewhere.
    let to_leader = [Links::both(NodeId::Client(run.producer), leader)];
    all(&mut run, &to_leader, Operation::Reset);
    run.run_for(Micros(5_000));
    all(&mut run, &to_leader, Operation::Cut);
    run.produce_for(Micros(45_000_000));
    all(&mut run, &links, Operation::Heal);
    all(&mut run, &to_leader, Operation::Heal);
    run.run_for(Micros(120_000_000));
    run
}

/// Disks lose what was not flushed, or everything, one broker at a time.
fn lossy_run(shape: Shape) -> Workload {
    let mut run = Workload::start(Shape {
        consumer: true,
        ..shape
    });
    run.produce_for(SECOND);
    for (n, harm) in [
        (1, Operation::PowerLoss(BrokerId(1))),
        (2, Operation::LoseDisk(BrokerId(2))),
    ] {
        run.operate(harm);
        run.produce_for(Micros(12_000_000));
        run.operate(Operation::Start(NodeId::Broker(BrokerId(n))));
        run.produce_for(Micros(15_000_000));
    }
    run.run_for(Micros(60_000_000));
    run
}

/// One record of an application that writes its own requests.
fn raw_batch(value: &str) -> RecordBatch {
    RecordBatch::of(Arc::new([Record {
        id: RecordId {
            producer: ClientId(0),
            n: 0,
        },
        key: None,
        value: Some(value.into()),
        headers: Vec::new(),
        timestamp: 0,
    }]))
}

fn request(run: &mut Workload, to: NodeId, request: Request) {
    let request = Box::new(request);
    run.command(ClientId(0), Command::Request { to, request, tag: 1 });
}

fn produce(partition: TopicPartition, batch: RecordBatch) -> Request {
    Request::Produce(ProduceRequest {
        acks: Acks::All,
        timeout: Millis(1_000),
        batches: vec![(partition, batch)],
    })
}

fn leader_of_the_first(run: &Workload) -> (TopicPartition, NodeId) {
    let cluster = &run.history.world().cluster;
    let partition = cluster.partitions()[0];
    let leader = cluster.registration(partition).unwrap().leader.unwrap();
    (partition, NodeId::Broker(leader))
}

/// With one broker left of three, and min ISR 2, a raw produce with acks=all is refused.
fn refused_run(shape: Shape) -> Workload {
    let mut run = Workload::start(shape);
    run.produce_for(SECOND);
    for n in [2, 3] {
        run.operate(Operation::Crash(NodeId::Broker(BrokerId(n))));
        run.run_for(Micros(15_000_000));
    }
    let partition = run.history.world().cluster.partitions()[0];
    let to = NodeId::Broker(BrokerId(1));
    request(&mut run, to, produce(partition, raw_batch("refused")));
    run.run_for(SECOND);
    for n in [2, 3] {
        run.operate(Operation::Start(NodeId::Broker(BrokerId(n))));
    }
    run.run_for(Micros(60_000_000));
    run
}

/// Between the records of a transaction and its marker, answers to a producer are lost, and then the leader.
fn numbered_run(shape: Shape) -> Workload {
    let mut run = Workload::start(Shape {
        partitions: 1,
        consumer: true,
        ..shape
    });
    run.produce_for(SECOND);
    let (partition, leader) = leader_of_the_first(&run);
    let producer = ProducerIdAndEpoch { id: 4_000, epoch: 0 };
    let batch = RecordBatch {
        producer: Some(producer),
        base_sequence: 0,
        is_transactional: true,
        ..raw_batch("transactional")
    };
    request(&mut run, leader, produce(partition, batch));
    run.produce_for(SECOND);
    for _ in 0..4 {
        let client = NodeId::Client(run.producer);
        run.operate(Operation::Lose(Links::one_way(leader, client)));
        run.produce_for(SECOND);
    }
    run.operate(Operation::Crash(leader));
    run.produce_for(Micros(15_000_000));
    let (_, new_leader) = leader_of_the_first(&run);
    let marker = EndTransactionMarker {
        result: TransactionResult::Abort,
        coordinator_epoch: 0,
    };
    let markers = vec![WritableTxnMarker {
        producer,
        marker,
        transaction_version: 0,
        partitions: vec![partition],
    }];
    let write = Request::WriteTxnMarkers(WriteTxnMarkersRequest { markers });
    request(&mut run, new_leader, write);
    run.operate(Operation::Start(leader));
    run.produce_for(Micros(5_000_000));
    run.run_for(Micros(60_000_000));
    run
}

#[test]
fn invariants_hold_through_harm_and_their_twins_are_seen() {
    let mut seen = Seen::default();
    let kinds = [rough_run, divergent_run, lossy_run, refused_run, numbered_run];
    for run in kinds.iter().flat_map(|kind| (1..4).map(|seed| kind(seed_of(seed)))) {
        let seed = run.shape.seed;
        let mut world = World::new(seed);
        while world.cluster.steps < run.history.end() {
            let before = world.clone();
            let act = run.history.act_at(world.cluster.steps);
            let step = world.apply(&act, &mut by_seed(seed), &mut Notes::default());
            assert_eq!(
                check_touched(&before, &world),
                [],
                "seed {seed}, step {} {:?}",
                step.number,
                step.happening
            );
            if step.number.is_multiple_of(7) {
                seen.look(&world);
            }
        }
        assert_eq!(check_all(&world), []);
        assert_eq!(settled(&world), Ok(()), "seed {seed}");
    }
    assert_eq!(seen.missing(), [""; 0]);
}

/// Everything that is found in runs without one of Kafka's rules.
fn findings(kind: fn(Shape) -> Workload, without: Rule) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    for seed in 1..4 {
        let run = kind(Shape {
            without: Some(without),
            ..seed_of(seed)
        });
        let mut world = World::new(seed);
        let mut glances = Glances::default();
        while world.cluster.steps < run.history.end() {
            let before = world.clone();
            let act = run.history.act_at(world.cluster.steps);
            let step = world.apply(&act, &mut by_seed(seed), &mut Notes::default());
            let findings = check_touched(&before, &world);
            // Without a copy of the world before it, the same is found.
            assert_eq!(check_step(&mut glances, &step, &world), findings, "{step:?}");
            found.extend(findings.iter().map(|finding| finding.invariant));
        }
        found.extend(check_all(&world).iter().map(|finding| finding.invariant));
    }
    found
}

#[test]
fn a_rule_taken_away_is_noticed() {
    let check = |rule, kind, expected: &[&str]| {
        let found = findings(kind, rule);
        assert!(expected.iter().all(|code| found.contains(code)), "{rule:?}: {found:?}");
    };
    check(Rule::FullIsrEmptiesElr, rough_run, &["I-03", "I-14"]);
    check(Rule::TruncationByEpoch, rough_run, &["I-09", "I-10", "I-11", "I-13"]);
    check(Rule::JoinsFromHighWatermark, rough_run, &["I-17", "I-13"]);
    check(
        Rule::UnknownFollowerHoldsHighWatermark,
        rough_run,
        &["I-09", "I-10", "I-11", "I-13"],
    );
    check(Rule::MinIsrHoldsHighWatermark, divergent_run, &["I-15", "I-11", "I-13"]);
    check(Rule::DuplicatesAreRecognised, numbered_run, &["I-23"]);
}

#[test]
fn checkpoints_stay_few_however_long_the_run() {
    let mut history = History::new(1);
    for n in 1..=500_000 {
        history.advance(&Act::Wait(SimTime(n)));
    }
    assert!(history.checkpoints().count() <= 64);
    history.seek(1_234);
    assert_eq!(history.world().cluster.now, SimTime(1_234));
}

#[test]
fn the_trace_of_a_run_names_its_moments_and_forgets_what_a_fork_drops() {
    let mut run = Workload::start(Shape {
        consumer: true,
        ..Shape::default()
    });
    run.produce_for(SECOND);
    let count = |history: &History, kind| history.track().moments().filter(|moment| moment.kind == kind).count();
    assert_eq!(count(&run.history, MomentKind::Appended), 10);
    assert_eq!(count(&run.history, MomentKind::Pulled), 20);
    assert_eq!(count(&run.history, MomentKind::HighWatermarkMoved), 10);
    let partition = run.history.world().cluster.partitions()[0];
    let lane = &run.history.track().lanes()[&partition];
    assert_eq!(lane.leaders.len(), 1);
    assert_eq!(lane.offsets.last().map(|point| point.high_watermark), Some(Offset(40)));
    let fork = run.history.track().moments().nth(40).unwrap().position;
    run.history.cut_at(fork);
    assert!(run.history.track().moments().all(|moment| moment.position <= fork));
}

#[test]
fn a_consumer_that_saves_its_position_is_seen_to_do_so() {
    let mut run = Workload::start(Shape {
        consumer: true,
        ..Shape::default()
    });
    run.produce_for(SECOND);
    let (topic, partition, offset) = (TOPIC.into(), 0, Some(Offset(7)));
    let command = Command::Save {
        topic,
        partition,
        offset,
    };
    let client = ClientId(2);
    let observed = run
        .history
        .advance_observed(&Act::Operate(Operation::Command { client, command }));
    let saved = |change: &Change| matches!(change, Change::Saved { offset: Offset(7), .. });
    assert!(observed.changes.iter().any(saved), "{:?}", observed.changes);
}
