//! What the time line and the end of a run tell: parts of it, lanes, outcomes, findings, what is scheduled next.

use view::lane::{ClientMark, Columns, Lanes};
use view::read_timeline::moment_kinds;
use view::seen::Seen;
use view::showing::{Showing, story_text};
use view::timeline::{Scheduled, TimelinePart};

const HEAD: &str = "\
# A world to look at.
# Source: none.
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=2
producer p acks=all enable.idempotence=false retries=3 delivery.timeout.ms=31000
begin
";

fn open(lines: &str) -> Showing {
    Showing::open(&format!("{HEAD}{lines}")).unwrap_or_else(|mistake| panic!("{}", mistake.message))
}

fn shipped(name: &str) -> Showing {
    Showing::open(&story_text(name).unwrap()).unwrap()
}

/// Everything, without columns.
fn all_lanes(showing: &mut Showing) -> Lanes {
    let partitions: Vec<u32> = (0..showing.timeline(0).partitions.len() as u32).collect();
    showing.lanes(&Columns::default(), &partitions, &[])
}

fn marks(showing: &mut Showing, sign: &str) -> Vec<ClientMark> {
    let marks = all_lanes(showing).clients;
    marks.into_iter().filter(|mark| mark.sign == sign).collect()
}

fn next(showing: &mut Showing, position: u64, kind: &str) -> Scheduled {
    showing.board(position, &Seen::default());
    let scheduled = showing.scheduled();
    assert!(scheduled.is_sorted_by_key(|entry| entry.time), "{scheduled:?}");
    let found = scheduled.iter().find(|entry| entry.kind == kind);
    found.unwrap_or_else(|| panic!("{kind} in {scheduled:?}")).clone()
}

#[test]
fn what_is_scheduled_next_names_the_timer_and_whose_it_is() {
    let mut showing = open("run 1s\n");
    let end = showing.timeline(0).end;
    // leader.imbalance.check.interval.seconds is 300, counted from when the controller became active, before the story began.
    let check = next(&mut showing, end.position, "preferred-leader-check");
    assert_eq!((check.node.as_str(), check.routine), ("c1", false));
    assert!((290_000_000..300_000_000).contains(&check.time), "{check:?}");
    // broker.heartbeat.interval.ms is 2000.
    let heartbeat = next(&mut showing, end.position, "broker-heartbeat");
    assert!(
        heartbeat.routine && ["b1", "b2", "b3"].contains(&heartbeat.node.as_str()),
        "{heartbeat:?}"
    );
    assert!(
        heartbeat.time > end.time && heartbeat.time <= end.time + 2_000_000,
        "{heartbeat:?}"
    );
}

#[test]
fn what_waits_for_a_client_is_no_routine() {
    let mut showing = open("crash b2\ncrash b3\nrun 40s\nproduce t k from=p\nrun 20ms\n");
    let end = showing.timeline(0).end;
    // The ISR is 1; min.insync.replicas is 2: the broker refuses, and the producer backs off for 100 ms, give or take 20 %.
    let retry = next(&mut showing, end.position, "retry-backoff");
    assert_eq!(
        (retry.node.as_str(), retry.partition.as_deref(), retry.routine),
        ("p", Some("t-0"), false)
    );
    let sent = marks(&mut showing, "sent")[0].time;
    assert!(
        (sent + 80_000..=sent + 130_000).contains(&retry.time),
        "{retry:?} after {sent}"
    );
}

#[test]
fn an_hour_of_nothing_is_played_on_in_pieces_that_say_how_far_they_came() {
    let mut showing = open("run 1s\n");
    let before = showing.timeline(0).end;
    let played = showing.run_on(5_000_000);
    assert!(!played.over);
    assert_eq!(played.time, before.time + 5_000_000);
    assert!(played.end.time <= played.time && played.end.time > played.time - 1_000_000);
    let reached = showing.reach(played.end.position + 10);
    assert_eq!(reached.end.position, played.end.position + 10);
    let mut looked = reached;
    while !looked.over {
        let next = showing.run_on(600_000_000);
        assert!(next.over || next.end.position > looked.end.position);
        looked = next;
    }
    // A run is at most an hour long.
    assert!(
        looked.end.time <= 3_600_000_000 && looked.end.time > 3_500_000_000,
        "{looked:?}"
    );
}

#[test]
fn where_everything_is_down_nothing_is_scheduled() {
    let mut showing = open("crash b1\ncrash b2\ncrash b3\ncrash c1\nrun 2min\n");
    let end = showing.timeline(0).end;
    let played = showing.run_on(60_000_000);
    showing.board(played.end.position, &Seen::default());
    let left = showing.scheduled();
    assert!(
        left.iter().all(|entry| entry.node == "p" || entry.node == "admin"),
        "{left:?}"
    );
    assert!(played.end.time >= end.time);
}

#[test]
fn outcomes_stand_where_clients_were_told() {
    let mut showing =
        open("produce t key={n} count=3 from=p\nrun 1s\ncrash b2\ncrash b3\nrun 40s\nproduce t late from=p\nrun 40s\n");
    let [sent, ..] = &marks(&mut showing, "sent")[..] else {
        panic!("it was sent")
    };
    assert_eq!((sent.count, sent.records, sent.partition), (1, 3, Some(0)));
    let [told] = &marks(&mut showing, "acknowledged")[..] else {
        panic!("once")
    };
    assert_eq!((told.count, told.records), (1, 3));
    assert!(told.time > sent.time && told.position > sent.position);
    // retries=3: four attempts, each refused with NOT_ENOUGH_REPLICAS; then the call fails.
    let refused = marks(&mut showing, "refused");
    assert_eq!(refused.len(), 4, "{refused:?}");
    let [failed] = &marks(&mut showing, "failed")[..] else {
        panic!("once")
    };
    assert_eq!(failed.records, 1);
    assert!(refused.iter().all(|mark| mark.position <= failed.position));
}

#[test]
fn marks_that_cannot_be_told_apart_are_one_with_a_count() {
    let mut showing = open("produce t key={n} count=500 rate=100 from=p\nrun 6s\n");
    let end = showing.timeline(0).end;
    let single: u32 = marks(&mut showing, "acknowledged").iter().map(|mark| mark.count).sum();
    let edges = (0..=640).map(|column| (end.time * column / 640, 0));
    let columns = Columns {
        edges: edges.collect(),
        per_mark: 4,
    };
    let lanes = showing.lanes(&columns, &[0], &[]);
    let told: Vec<&ClientMark> = lanes
        .clients
        .iter()
        .filter(|mark| mark.sign == "acknowledged")
        .collect();
    assert!(told.len() <= 160 && told.len() > 100, "{}", told.len());
    assert_eq!(told.iter().map(|mark| mark.count).sum::<u32>(), single);
    assert_eq!(told.iter().map(|mark| mark.records).sum::<u64>(), 500);
    let offsets = &lanes.lanes[0].offsets;
    assert!(offsets.len() <= 2 * 640);
    let last = offsets.last().unwrap();
    assert_eq!((last.high_watermark, last.log_end_offset), (500, 500));
    // Of one that is not drawn in full there are only the bands.
    let thin = showing.lanes(&columns, &[], &[0]);
    assert!(thin.clients.is_empty() && thin.lanes[0].offsets.is_empty());
    assert_eq!(thin.lanes[0].bands, lanes.lanes[0].bands);
}

#[test]
fn bands_say_who_led_and_who_was_in_sync() {
    let mut showing = shipped("the_life_of_a_batch");
    let lanes = all_lanes(&mut showing);
    let bands = &lanes.lanes[0].bands;
    let told: Vec<_> = bands
        .iter()
        .map(|band| (band.leader, band.leader_epoch, band.isr.clone()))
        .collect();
    // Broker 1 leads, crashes, broker 2 leads in epoch 1; broker 1 comes back into the ISR and is elected in epoch 2.
    assert_eq!(told[0], (Some(1), 0, vec![1, 2, 3]));
    assert_eq!(told[1], (Some(2), 1, vec![2, 3]));
    assert_eq!(told.last().unwrap(), &(Some(1), 2, vec![1, 2, 3]));
    assert_eq!(bands[0].time, 0);
    // A session ends nine seconds after the last heartbeat, which comes every two, and is looked for every eighth of nine.
    let acts = showing.timeline(0).acts;
    let crash = acts.iter().find(|act| act.line == "crash b1").unwrap().time;
    let took = bands[1].time - crash;
    assert!((7_000_000..=10_200_000).contains(&took), "{took}");
}

#[test]
fn a_finding_stands_where_the_rule_was_broken() {
    let mut showing = shipped("without_the_epoch_in_the_answer_a_fork_stays_in_the_logs");
    let timeline = showing.timeline(0);
    let [finding] = &timeline.findings[..] else {
        panic!("one finding")
    };
    assert_eq!(
        (finding.invariant.as_str(), finding.partition.as_str()),
        ("I-07", "orders.placed-0")
    );
    assert_eq!(finding.time, showing.board(finding.position, &Seen::default()).time);
    assert!(!finding.statement.is_empty());
}

/// Numbers of the moments of a part.
fn positions(part: &TimelinePart) -> Vec<i64> {
    part.moments.chunks(4).map(|moment| moment[0]).collect()
}

#[test]
fn a_part_of_the_time_line_goes_on_where_the_one_before_ended() {
    let mut showing = shipped("the_life_of_a_batch");
    let whole = showing.timeline(0);
    assert!(positions(&whole).is_sorted());
    let kinds = moment_kinds();
    assert!(whole.moments.chunks(4).all(|moment| (moment[2] as usize) < kinds.len()));
    let from = whole.captions[3].position;
    let part = showing.timeline(from);
    let tail: Vec<i64> = positions(&whole)
        .into_iter()
        .filter(|position| *position >= from as i64)
        .collect();
    assert_eq!(positions(&part), tail);
    assert_eq!(part.captions, whole.captions[3..]);
    assert!(part.acts.iter().all(|act| act.position >= from));
    // What an act in the past changes lies at its position and after.
    let before = showing.timeline(0);
    showing.act(from, "crash b3").unwrap();
    let after = showing.timeline(0);
    let until = |part: &TimelinePart| -> Vec<i64> {
        let moments = part.moments.chunks(4).filter(|moment| moment[0] < from as i64);
        moments.flatten().copied().collect()
    };
    assert_eq!(until(&before), until(&after));
    assert_eq!(
        after.acts.last().map(|act| (act.line.as_str(), act.by_hand)),
        Some(("crash b3", true))
    );
}
