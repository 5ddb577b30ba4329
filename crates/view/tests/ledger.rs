//! The durability ledger: of the shipped stories by hand, of every story against its logs, and of each setting that it names
//! whether it really changes the outcome.

use view::board::Board;
use view::ledger::{Fate, Ledger, LedgerRow, LossCause, ProcessEnd, RemovedBy, SettingValue, Told};
use view::seen::Seen;
use view::showing::{Showing, stories, story_text};

const ALL: usize = 10_000;

fn shipped(name: &str) -> Showing {
    Showing::open(&story_text(name).unwrap()).unwrap()
}

/// The ledger at the end of a story.
fn at_end(showing: &mut Showing) -> Ledger {
    let end = showing.timeline(0).end.position;
    showing.board(end, &Seen::default());
    showing.ledger(ALL)
}

/// At the caption of this name.
fn at_caption(showing: &mut Showing, id: &str) -> Ledger {
    let captions = showing.timeline(0).captions;
    let caption = captions.iter().find(|caption| caption.id == id).expect("a caption");
    showing.board(caption.position, &Seen::default());
    showing.ledger(ALL)
}

fn of_key<'a>(ledger: &'a Ledger, key: &str) -> &'a LedgerRow {
    let row = ledger.rows.iter().find(|row| row.key.as_deref() == Some(key));
    row.unwrap_or_else(|| panic!("no record {key}"))
}

/// `acks=all min.insync.replicas=2`: settings of one way together.
fn written(ways: &[Vec<SettingValue>]) -> Vec<String> {
    let setting = |setting: &SettingValue| match &setting.value {
        Some(value) => format!("{}={value}", setting.name),
        None => setting.name.clone(),
    };
    ways.iter()
        .map(|way| way.iter().map(setting).collect::<Vec<_>>().join(" "))
        .collect()
}

fn kept_with(row: &LedgerRow) -> Vec<String> {
    written(&row.loss.as_ref().expect("it is lost").kept_with)
}

fn cause(row: &LedgerRow) -> &LossCause {
    &row.loss.as_ref().expect("it is lost").cause
}

/// Brokers whose logs hold it, and whether forced to disk.
fn held(row: &LedgerRow) -> Vec<(i32, bool)> {
    let held = row.copies.iter().filter(|copy| copy.offset.is_some());
    held.map(|copy| (copy.broker, copy.flushed)).collect()
}

#[test]
fn an_acks_1_record_lies_on_one_broker_and_is_lost_when_the_next_leader_lacks_it() {
    let mut showing = shipped("acks_1_record_is_lost_when_its_leader_dies");

    let told = at_caption(&mut showing, "told");
    let row = of_key(&told, "m1");
    assert!(
        matches!(row.told, Told::Acknowledged { offset: 1, .. }),
        "{:?}",
        row.told
    );
    assert_eq!(
        (row.fate, row.readable, row.committed_at),
        (Fate::Uncommitted, false, None)
    );
    assert_eq!((held(row), row.places[0].epoch), (vec![(1, false)], 0));

    let crashed = at_caption(&mut showing, "crash");
    assert_eq!(of_key(&crashed, "m1").fate, Fate::Undecided);

    let reused = at_caption(&mut showing, "reused");
    let row = of_key(&reused, "m1");
    assert_eq!((row.fate, held(row)), (Fate::Lost, vec![(1, false)]));
    assert!(row.removed.is_empty(), "broker 1 is down and still has it");

    let end = at_end(&mut showing);
    let row = of_key(&end, "m1");
    let expected = LossCause::NotCopied {
        appended_by: 1,
        ended: Some(ProcessEnd::Crashed),
        leader: 2,
        epoch: 1,
    };
    assert_eq!(cause(row), &expected);
    assert!(row.loss.as_ref().unwrap().promised);
    assert_eq!(kept_with(row), ["acks=all"]);
    let [cut] = &row.removed[..] else { panic!("cut once") };
    assert_eq!((cut.broker, cut.by, cut.epoch), (1, RemovedBy::Truncation, Some(1)));
    assert_eq!((held(row), row.read_by.len()), (vec![], 0));
    let m2 = of_key(&end, "m2");
    assert_eq!(
        (m2.fate, &m2.read_by[..]),
        (Fate::Committed, &["reporting".to_string()][..])
    );
    let counts = end.counts;
    assert_eq!(
        (counts.sent, counts.committed, counts.lost, counts.lost_though_promised),
        (3, 2, 1, 1)
    );
}

#[test]
fn committed_and_read_records_are_lost_when_somebody_asks_for_an_unclean_election() {
    let mut showing = shipped("unclean_election_loses_committed_records");

    let committed = at_caption(&mut showing, "committed");
    let row = of_key(&committed, "b1");
    assert_eq!(
        (row.fate, row.readable, held(row)),
        (Fate::Committed, true, vec![(1, false)])
    );
    assert_eq!(row.read_by, ["reporting"]);

    let waits = at_caption(&mut showing, "waits");
    assert_eq!(of_key(&waits, "b1").fate, Fate::Undecided);

    let end = at_end(&mut showing);
    for key in ["b1", "b2"] {
        let row = of_key(&end, key);
        let expected = LossCause::UncleanElection {
            leader: 2,
            epoch: 2,
            asked: true,
        };
        assert_eq!((cause(row), row.fate), (&expected, Fate::Lost));
        assert!(row.committed_at.is_some() && row.loss.as_ref().unwrap().promised);
        assert_eq!(kept_with(row), ["min.insync.replicas=2"], "broker 1 alone was the ISR");
    }
    assert_eq!(of_key(&end, "c1").fate, Fate::Committed);
}

#[test]
fn what_one_power_loss_takes_is_not_lost_while_an_eligible_replica_holds_it() {
    let mut showing = shipped("power_loss_of_the_last_replica");

    let start = at_caption(&mut showing, "start");
    assert_eq!(
        held(of_key(&start, "m1")),
        [(1, true), (2, true), (3, true)],
        "flush.messages=2"
    );
    assert_eq!(held(of_key(&start, "m2")), [(1, false), (2, false), (3, false)]);

    let dark = at_caption(&mut showing, "dark");
    let row = of_key(&dark, "m2");
    assert_eq!((row.fate, held(row)), (Fate::Undecided, vec![(2, false), (3, false)]));
    assert_eq!((row.removed[0].broker, row.removed[0].by), (1, RemovedBy::PowerLoss));

    let end = at_end(&mut showing);
    assert_eq!((end.counts.committed, end.counts.lost), (3, 0));
    assert_eq!(held(of_key(&end, "m2")), [(1, false), (2, false), (3, false)]);
}

#[test]
fn a_lost_answer_leaves_a_record_that_its_producer_calls_failed_and_another_twice() {
    let end = at_end(&mut shipped("response_lost_record_kept"));
    let of = |producer: &str, n: u32| {
        let row = end
            .rows
            .iter()
            .find(|row| (row.producer.as_str(), row.n) == (producer, n));
        row.expect("it was sent")
    };
    let failed = of("once", 1);
    assert!(matches!(&failed.told, Told::Failed { error, .. } if error == "NETWORK_EXCEPTION"));
    assert_eq!(
        (failed.fate, failed.attempts, &failed.once_with),
        (Fate::Committed, 1, &None)
    );
    let again = of("again", 1);
    let offsets: Vec<i64> = again
        .places
        .iter()
        .filter(|place| place.holds)
        .map(|place| place.offset)
        .collect();
    assert_eq!((offsets, again.attempts), (vec![4, 5], 2));
    assert!(matches!(again.told, Told::Acknowledged { offset: 5, .. }));
    assert_eq!(written(again.once_with.as_ref().unwrap()), ["enable.idempotence=true"]);
    assert_eq!(end.counts.duplicated, 1);
}

#[test]
fn with_acks_0_nobody_tells_the_producer_and_a_follower_turns_its_record_away() {
    let mut showing = shipped("acks_0_producer_never_knows");
    let sent = at_caption(&mut showing, "sent-wrong");
    let row = of_key(&sent, "r2");
    assert!(matches!(row.told, Told::Unasked { after: 5_000, .. }), "{:?}", row.told);
    assert_eq!(row.fate, Fate::Waiting, "it is on its way");

    let end = at_end(&mut showing);
    let row = of_key(&end, "r2");
    let expected = LossCause::NeverAppended {
        sent_to: Some(2),
        read_by: Some(2),
        led: false,
    };
    assert_eq!((row.fate, cause(row)), (Fate::Lost, &expected));
    assert_eq!(kept_with(row), ["acks=1"]);
    assert_eq!((end.counts.committed, end.counts.lost_though_promised), (3, 1));
}

#[test]
fn a_zombie_s_success_is_lost_and_its_time_out_was_no_promise() {
    let end = at_end(&mut shipped("isolated_leader_is_a_zombie_until_it_learns"));
    let of = |value: &str| {
        let row = end.rows.iter().find(|row| row.value.as_deref() == Some(value));
        row.expect("it was sent")
    };
    let expected = LossCause::DeposedLeader {
        appended_by: 1,
        leader: 2,
        epoch: 1,
    };
    assert_eq!((cause(of("z2")), cause(of("z3"))), (&expected, &expected));
    assert_eq!(kept_with(of("z2")), ["acks=all"]);
    assert!(matches!(&of("z3").told, Told::Failed { error, .. } if error == "REQUEST_TIMED_OUT"));
    assert!(!of("z3").loss.as_ref().unwrap().promised && kept_with(of("z3")).is_empty());
}

#[test]
fn a_refused_record_is_not_stored_and_nothing_is_lost() {
    let end = at_end(&mut shipped("min_isr_refuses_before_the_append"));
    let row = of_key(&end, "k2");
    assert!(matches!(&row.told, Told::Failed { error, .. } if error == "NOT_ENOUGH_REPLICAS"));
    assert_eq!((row.fate, &row.loss, row.places.len()), (Fate::NotStored, &None, 0));
    assert_eq!(
        (end.counts.not_stored, end.counts.lost),
        (2, 0),
        "k2 and the raw request"
    );
}

#[test]
fn without_a_rule_of_kafka_a_committed_record_is_lost_and_the_rule_is_named() {
    let end = at_end(&mut shipped(
        "without_truncation_by_epoch_a_follower_throws_away_committed_records",
    ));
    let row = of_key(&end, "k1");
    assert!(
        matches!(cause(row), LossCause::RuleOff { leader: 3, epoch: 2 }),
        "{:?}",
        cause(row)
    );
    assert_eq!(kept_with(row), ["truncation-by-epoch"]);

    let end = at_end(&mut shipped(
        "without_unclean_shutdowns_noticed_a_replica_that_lost_records_leads",
    ));
    let expected = LossCause::Unflushed {
        brokers: vec![1],
        leader: Some(1),
        epoch: Some(2),
    };
    assert_eq!(
        (end.counts.lost_though_promised, cause(of_key(&end, "k0"))),
        (3, &expected)
    );
    let ways = kept_with(of_key(&end, "k0"));
    assert_eq!(ways, ["unclean-shutdown-leaves-elr", "flush.messages=1"]);
}

#[test]
fn each_acks_has_its_price_in_time_and_in_bytes() {
    let end = at_end(&mut shipped("acks_0_1_and_all_wait_for_different_things"));
    let waited: Vec<(&str, u32)> = end.costs.waited.iter().map(|w| (w.acks.as_str(), w.records)).collect();
    assert_eq!(
        waited,
        [("0", 1), ("1", 1), ("all", 1)],
        "what came before the begin does not count"
    );
    let median = |n: usize| end.costs.waited[n].median;
    assert_eq!(median(0), 5_000, "linger.ms");
    assert!((5_450..=5_900).contains(&median(1)) && (5_900..=6_800).contains(&median(2)));
    // Batch header 61, record 21, key and value 2 each: 86, three times; the warm-ups 61 + 21 + 7 + 7.
    let [first, second, third] = &end.costs.brokers[..] else {
        panic!("three brokers")
    };
    assert_eq!(
        (first.from_producers, first.to_followers, first.from_leaders),
        (258, 516, 0)
    );
    assert_eq!(
        (second.from_leaders, third.from_leaders, second.to_followers),
        (258, 258, 0)
    );
    let bytes: Vec<u64> = end.costs.replicas.iter().map(|replica| replica.bytes).collect();
    assert_eq!((bytes, first.on_disk, first.flushed), (vec![546; 3], 546, 0));
}

/// Plays a story of these lines and gives the row of `key` at its end.
fn row_of(lines: &str, key: &str) -> LedgerRow {
    let mut showing = Showing::open(lines).unwrap_or_else(|mistake| panic!("{}\n{lines}", mistake.message));
    of_key(&at_end(&mut showing), key).clone()
}

fn is_lost_though_promised(row: &LedgerRow) -> bool {
    row.loss.as_ref().is_some_and(|loss| loss.promised)
}

const WITHOUT_IDEMPOTENCE: &str = "acks=all enable.idempotence=false";

/// A story is played as it is: `key` is lost for this cause, and these ways are named. With each of the variants, which apply
/// one way, it is not lost, or its producer is not told that it is stored.
fn check(
    story: impl Fn(&str, &str) -> String,
    topic: &str,
    acks: &str,
    ways: &[&str],
    variants: &[(&str, &str)],
) -> LedgerRow {
    let row = row_of(&story(topic, acks), "k1");
    assert_eq!(
        (row.fate, kept_with(&row)),
        (Fate::Lost, ways.iter().map(ToString::to_string).collect())
    );
    assert!(is_lost_though_promised(&row));
    assert_eq!(variants.len(), ways.len());
    for (topic, acks) in variants {
        let row = row_of(&story(topic, acks), "k1");
        assert!(!is_lost_though_promised(&row), "{topic} {acks}: {row:?}");
    }
    row
}

fn cluster(topic: &str, producer: &str, then: &str) -> String {
    format!("cluster brokers=3\ntopic t {topic}\nproducer p {producer}\nproduce t k0 from=p\nsettle\n{then}")
}

#[test]
fn acks_all_would_have_changed_what_a_crash_of_the_leader_does() {
    let story = |topic: &str, acks: &str| {
        let then = "hold b1>b2:fetch\nhold b1>b3:fetch\nrun 600ms\nproduce t k1 from=p\nrun 20ms\ncrash b1\nrelease all\nrun 30s";
        cluster(topic, acks, then)
    };
    let topic = "assignment=1,2,3";
    check(story, topic, "acks=1", &["acks=all"], &[(topic, WITHOUT_IDEMPOTENCE)]);
}

#[test]
fn a_topic_that_allows_unclean_elections_loses_what_waiting_would_have_kept() {
    let story = |topic: &str, acks: &str| {
        let then =
            "stop b2\nrun 12s\nproduce t k1 from=p\nrun 1s\ncrash b1\nrun 12s\nstart b2\nrun 30s\nstart b1\nrun 30s";
        cluster(topic, acks, then)
    };
    let row = check(
        story,
        "assignment=1,2 unclean.leader.election.enable=true",
        WITHOUT_IDEMPOTENCE,
        &["unclean.leader.election.enable=false", "min.insync.replicas=2"],
        &[
            ("assignment=1,2", WITHOUT_IDEMPOTENCE),
            (
                "assignment=1,2 unclean.leader.election.enable=true min.insync.replicas=2",
                WITHOUT_IDEMPOTENCE,
            ),
        ],
    );
    assert!(matches!(
        cause(&row),
        LossCause::UncleanElection {
            leader: 2,
            asked: false,
            ..
        }
    ));
}

#[test]
fn a_power_loss_takes_the_only_copy_unless_it_is_flushed_or_not_the_only_one() {
    let story = |topic: &str, acks: &str| {
        cluster(
            topic,
            acks,
            "produce t k1 from=p\nrun 1s\npower-loss b1\nrun 12s\nstart b1\nrun 30s",
        )
    };
    let row = check(
        story,
        "assignment=1",
        WITHOUT_IDEMPOTENCE,
        &["replication.factor=3", "flush.messages=1"],
        &[
            ("assignment=1,2,3", WITHOUT_IDEMPOTENCE),
            ("assignment=1 flush.messages=1", WITHOUT_IDEMPOTENCE),
        ],
    );
    assert!(matches!(cause(&row), LossCause::Unflushed { brokers, leader: Some(1), .. } if brokers == &[1]));
    check(
        story,
        "assignment=1",
        "acks=1",
        &["acks=all replication.factor=3", "flush.messages=1"],
        &[
            ("assignment=1,2,3", WITHOUT_IDEMPOTENCE),
            ("assignment=1 flush.messages=1", "acks=1"),
        ],
    );
}

#[test]
fn a_power_loss_of_all_at_once_takes_what_no_disk_has() {
    let story = |topic: &str, acks: &str| {
        let then = "produce t k1 from=p\nrun 1s\npower-loss b1\npower-loss b2\npower-loss b3\nrun 12s\nstart b1\nstart b2\nstart b3\nrun 60s";
        cluster(topic, acks, then)
    };
    let topic = "assignment=1,2,3 min.insync.replicas=2";
    let flushed = "assignment=1,2,3 min.insync.replicas=2 flush.messages=1";
    let row = check(
        story,
        topic,
        WITHOUT_IDEMPOTENCE,
        &["flush.messages=1"],
        &[(flushed, WITHOUT_IDEMPOTENCE)],
    );
    assert!(
        matches!(cause(&row), LossCause::Unflushed { brokers, .. } if brokers == &[1, 2, 3]),
        "{:?}",
        cause(&row)
    );
}

#[test]
fn the_last_in_sync_replica_loses_power_and_the_others_have_to_follow_it() {
    let story = |topic: &str, acks: &str| {
        let then = "produce t k1 from=p\nrun 1s\nstop b2\nrun 12s\nstop b3\nrun 12s\npower-loss b1\nrun 12s\nstart b1\nrun 20s\nstart b3\nrun 20s\nstart b2\nrun 30s";
        cluster(topic, acks, then)
    };
    let row = check(
        story,
        "assignment=1,2,3",
        WITHOUT_IDEMPOTENCE,
        &["min.insync.replicas=2", "flush.messages=1"],
        &[
            ("assignment=1,2,3 min.insync.replicas=2", WITHOUT_IDEMPOTENCE),
            ("assignment=1,2,3 flush.messages=1", WITHOUT_IDEMPOTENCE),
        ],
    );
    assert!(matches!(cause(&row), LossCause::Unflushed { brokers, leader: Some(1), .. } if brokers == &[1]));
    assert!(
        row.removed
            .iter()
            .any(|cut| (cut.broker, cut.by) == (3, RemovedBy::Truncation))
    );
}

#[test]
fn a_lost_disk_takes_flushed_records_too() {
    let story = |topic: &str, acks: &str| {
        cluster(
            topic,
            acks,
            "produce t k1 from=p\nrun 1s\nlose-disk b1\nrun 12s\nstart b1\nrun 30s",
        )
    };
    let row = check(
        story,
        "assignment=1 flush.messages=1",
        WITHOUT_IDEMPOTENCE,
        &["replication.factor=3"],
        &[("assignment=1,2,3 flush.messages=1", WITHOUT_IDEMPOTENCE)],
    );
    assert!(matches!(cause(&row), LossCause::DiskLost { brokers, .. } if brokers == &[1]));
    let gone = "produce t k1 from=p\nrun 1s\nlose-disk b1\nrun 1s";
    let row = row_of(&cluster("assignment=1", WITHOUT_IDEMPOTENCE, gone), "k1");
    assert!(
        matches!(cause(&row), LossCause::DiskLost { leader: None, .. }),
        "nobody has to lead for it to be lost"
    );
}

#[test]
fn acks_1_would_have_found_out_that_a_request_reached_nobody() {
    let story = |topic: &str, acks: &str| {
        let then = "cut p-b1\nproduce t k1 from=p\nrun 20ms\ncrash b1\nheal all\nrun 30s";
        cluster(topic, acks, then)
    };
    let topic = "assignment=1,2,3";
    let row = check(story, topic, "acks=0", &["acks=1"], &[(topic, "acks=1")]);
    let expected = LossCause::NeverAppended {
        sent_to: Some(1),
        read_by: None,
        led: false,
    };
    assert_eq!(cause(&row), &expected);
}

#[test]
fn a_record_sent_again_is_there_twice_for_want_of_idempotence_which_asks_for_acks_all() {
    let then = "produce t k1 from=p\nrun until b1.t-0 leo=2\nlose b1>p\nrun 5s";
    for (producer, way) in [
        (WITHOUT_IDEMPOTENCE, "enable.idempotence=true"),
        ("acks=1", "acks=all enable.idempotence=true"),
    ] {
        let row = row_of(&cluster("assignment=1,2,3", producer, then), "k1");
        let ways = row.once_with.as_ref().map(|ways| written(ways));
        assert_eq!((ways, row.places.len()), (Some(vec![way.to_string()]), 2));
    }
}

#[test]
fn the_newest_records_have_rows_and_the_harmed_of_the_others() {
    let then = "hold b1>b2:fetch\nhold b1>b3:fetch\nrun 600ms\nproduce t k1 from=p\nrun 20ms\ncrash b1\nrelease all\nrun 30s\nproduce t m{n} first=0 count=300 from=p\nrun 30s";
    let mut showing = Showing::open(&cluster("assignment=1,2,3", "acks=1", then)).unwrap();
    at_end(&mut showing);
    let ledger = showing.ledger(200);
    assert_eq!(
        (
            ledger.counts.sent,
            ledger.rows.len(),
            ledger.folded,
            ledger.folded_harmed
        ),
        (302, 201, 101, 0)
    );
    assert_eq!(ledger.rows[0].key.as_deref(), Some("m299"));
    let last = ledger.rows.last().unwrap();
    assert_eq!((last.key.as_deref(), last.fate), (Some("k1"), Fate::Lost));
}

/// Of every story at every moment: what the ledger says of a record is so in the logs that the board shows.
#[test]
fn what_the_ledger_says_of_every_story_is_in_its_logs() {
    let (mut lost, mut undecided, mut twice) = (0, 0, 0);
    for story in stories() {
        let mut showing = shipped(&story.name);
        let timeline = showing.timeline(0);
        let seen = Seen {
            records: ALL,
            open: timeline.partitions.clone(),
            ..Seen::default()
        };
        let mut positions: Vec<u64> = timeline.moments.chunks(4).map(|moment| moment[0] as u64).collect();
        positions.dedup();
        for position in positions {
            let board = showing.board(position, &seen);
            let ledger = showing.ledger(ALL);
            let sum = ledger.counts.waiting
                + ledger.counts.uncommitted
                + ledger.counts.committed
                + ledger.counts.undecided
                + ledger.counts.not_stored
                + ledger.counts.lost;
            assert_eq!(
                (sum, ledger.rows.len() as u32),
                (ledger.counts.sent, ledger.counts.sent)
            );
            for row in &ledger.rows {
                check_row(&story.name, &board, row);
                lost += u32::from(row.fate == Fate::Lost);
                undecided += u32::from(row.fate == Fate::Undecided);
                twice += u32::from(row.once_with.is_some());
            }
        }
    }
    assert!(lost > 100 && undecided > 10 && twice > 1, "{lost} {undecided} {twice}");
}

fn check_row(story: &str, board: &Board, row: &LedgerRow) {
    let Some(partition) = board
        .partitions
        .iter()
        .find(|p| Some(&p.name) == row.partition.as_ref())
    else {
        assert!(matches!(row.fate, Fate::Waiting | Fate::NotStored | Fate::Lost) && row.copies.is_empty());
        return;
    };
    for copy in &row.copies {
        let Some(replica) = partition.replicas.iter().find(|replica| replica.broker == copy.broker) else {
            continue;
        };
        let mine = |record: &&view::board::RecordView| (&record.producer, record.n) == (&row.producer, row.n);
        let offsets: Vec<i64> = replica
            .records
            .iter()
            .filter(mine)
            .map(|record| record.offset)
            .collect();
        let at = format!("{story} at {}: {row:?}", board.position);
        match copy.offset {
            Some(offset) => assert!(
                offsets.contains(&offset) && copy.flushed == (offset < replica.flushed),
                "{at}"
            ),
            None => assert!(offsets.is_empty(), "{at}"),
        }
        if copy.leads {
            let in_log = matches!(row.fate, Fate::Committed | Fate::Uncommitted);
            assert_eq!(in_log, !offsets.is_empty(), "{at}");
            let below = offsets
                .iter()
                .any(|offset| replica.high_watermark.is_some_and(|mark| *offset < mark));
            let to_log_end = board.rules_off.iter().any(|rule| rule == "consumers-read-committed");
            let readable = below || to_log_end && !offsets.is_empty();
            assert_eq!((row.fate == Fate::Committed, row.readable), (below, readable), "{at}");
            assert_eq!(row.once_with.is_some(), offsets.len() > 1, "{at}");
        }
    }
}

#[test]
fn going_back_shows_the_ledger_that_playing_forward_showed() {
    for name in [
        "unclean_election_loses_committed_records",
        "longest_log_does_not_win",
        "response_lost_record_kept",
    ] {
        let mut showing = shipped(name);
        let mut positions: Vec<u64> = showing
            .timeline(0)
            .moments
            .chunks(4)
            .map(|moment| moment[0] as u64)
            .collect();
        positions.dedup();
        let mut at = |position: u64| {
            showing.board(position, &Seen::default());
            showing.ledger(200)
        };
        let forward: Vec<Ledger> = positions.iter().map(|position| at(*position)).collect();
        for (position, seen) in positions.iter().zip(&forward).rev() {
            assert_eq!(&at(*position), seen, "{name} at {position}");
        }
    }
}
