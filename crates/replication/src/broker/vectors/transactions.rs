//! BR-109, BR-113, BR-115, BR-116: the last stable offset, and what read-committed readers get. Batches and markers are
//! written directly, as a coordinator would have them written.

use crate::base::config::Acks;
use crate::base::error_code::ErrorCode;
use crate::base::offset::Offset;
use crate::broker::bench::*;
use crate::log::record_batch::TransactionResult::{Abort, Commit};
use crate::message::fetch::AbortedTransaction;
use crate::message::list_offsets::OffsetSpec;

/// Leads partition 0 with replicas and ISR {1,2}; the log is empty.
fn leader() -> Bench {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 0, 0);
    bench
}

fn last_stable_offset(bench: &Bench) -> i64 {
    bench.replica().last_stable_offset(bench.log()).0
}

#[test]
fn br_109_read_committed_reads_up_to_the_first_open_or_uncommitted_transaction() {
    let mut bench = leader();
    let (a, b) = (1, 2);
    bench.append_batch(transactional(a, 0, 0, 5));
    bench.append(3);
    bench.append_batch(transactional(b, 0, 0, 2));
    bench.append_batch(transactional(a, 0, 5, 4));
    bench.append(2);
    bench.append_batch(transactional(a, 0, 9, 10));
    assert_eq!(bench.log_end_offset(), 26);
    let check = |bench: &mut Bench, expected: i64| {
        assert_eq!(last_stable_offset(bench), expected);
        let end = bench.log_end_offset();
        for offset in [0, 8, 14, 26, 27, 28].into_iter().filter(|at| *at <= end) {
            let read = bench.fetch(read_committed(offset));
            assert_eq!(read.error, ErrorCode::None);
            assert_eq!(
                read.records.is_empty(),
                offset >= expected,
                "from {offset}, up to {expected}"
            );
            assert_eq!(read.last_stable_offset, Offset(expected));
        }
    };
    bench.fetch(follower(2, 26));
    check(&mut bench, 0);
    let committed = bench.end_transaction(a, 0, Commit);
    check(&mut bench, 0);
    bench.fetch(follower(2, 27));
    check(&mut bench, 8);
    assert_eq!(bench.ended(committed), Some(ErrorCode::None));
    let aborted = bench.end_transaction(b, 0, Abort);
    check(&mut bench, 8);
    assert_eq!(bench.ended(aborted), None);
    bench.fetch(follower(2, 28));
    check(&mut bench, 28);
    assert_eq!(bench.ended(aborted), Some(ErrorCode::None));
}

#[test]
fn br_113_the_last_stable_offset_is_not_below_the_log_start() {
    let mut bench = leader();
    bench.append_batch(transactional(1, 0, 0, 13));
    bench.fetch(follower(2, 13));
    assert_eq!(last_stable_offset(&bench), 0);
    let log = bench.disk.log_mut(id(0)).expect("a log");
    log.maybe_increment_log_start_offset(Offset(5));
    assert_eq!(last_stable_offset(&bench), 5);
}

#[test]
fn br_115_a_commit_is_seen_once_its_marker_is_replicated() {
    let mut bench = leader();
    for sequence in 0..3 {
        bench.append_batch(transactional(1, 0, sequence, 1));
    }
    bench.fetch(follower(2, 3));
    let read = |bench: &mut Bench| {
        let read = bench.fetch(read_committed(0));
        (read.records.len(), read.last_stable_offset.0, read.aborted_transactions)
    };
    assert_eq!(read(&mut bench), (0, 0, vec![]));
    bench.end_transaction(1, 0, Commit);
    assert_eq!(read(&mut bench), (0, 0, vec![]));
    bench.fetch(follower(2, 4));
    assert_eq!(read(&mut bench), (4, 4, vec![]));
}

/// 6.3: aborted records are sent, and named.
#[test]
fn what_was_aborted_is_sent_and_named_to_read_committed_readers_only() {
    let mut bench = leader();
    bench.append_batch(transactional(1, 0, 0, 2));
    bench.append(1);
    bench.end_transaction(1, 0, Abort);
    bench.fetch(follower(2, 4));
    let aborted = AbortedTransaction {
        producer_id: 1,
        first_offset: Offset(0),
    };
    for (reader, named) in [(read_committed(0), vec![aborted]), (consumer(0), vec![])] {
        let read = bench.fetch(reader);
        assert_eq!((read.records.len(), read.aborted_transactions), (3, named));
    }
    // A reader that begins behind it is told nothing.
    let read = bench.fetch(read_committed(4));
    assert_eq!((read.records.len(), read.aborted_transactions), (0, vec![]));
}

/// BR-115 with a reader that waits: it is the marker below the high watermark that wakes it.
#[test]
fn a_parked_read_committed_fetch_is_answered_when_the_transaction_is_over() {
    let mut bench = leader();
    bench.append_batch(transactional(1, 0, 0, 2));
    bench.fetch(follower(2, 2));
    let parked = bench.park(read_committed(0).waits(1));
    bench.end_transaction(1, 0, Commit);
    assert_eq!(bench.fetched(parked), None);
    bench.fetch(follower(2, 3));
    assert_eq!(bench.fetched(parked).map(|read| read.records.len()), Some(2));
}

#[test]
fn br_116_the_latest_offset_depends_on_who_asks() {
    let mut bench = leader();
    bench.append_batch(transactional(1, 0, 0, 1));
    bench.append(2);
    for (high_watermark, at) in [(0, 0), (1, 1)] {
        bench.fetch(follower(2, at));
        for (reader, latest) in [
            (follower(2, 0).reader, 3),
            (consumer(0).reader, high_watermark),
            (read_committed(0).reader, 0),
        ] {
            let found = bench.list_offset(reader.clone(), OffsetSpec::Latest, None);
            assert_eq!(found, (ErrorCode::None, latest), "{reader:?}");
            let earliest = bench.list_offset(reader, OffsetSpec::Earliest, None);
            assert_eq!(earliest, (ErrorCode::None, 0));
        }
    }
}

/// 7.4: a marker for a transaction that wrote nothing here changes no last stable offset.
#[test]
fn a_marker_without_a_transaction_holds_nothing_back() {
    let mut bench = leader();
    bench.append(2);
    bench.end_transaction(1, 0, Commit);
    bench.fetch(follower(2, 2));
    assert_eq!(last_stable_offset(&bench), 2);
}

/// 6.3: on a follower with its own high watermark.
#[test]
fn a_follower_knows_the_last_stable_offset_by_what_it_copied() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2], &[1, 2], Some(2), 0, 0);
    let mut other = leader();
    other.append_batch(transactional(1, 0, 0, 2));
    other.end_transaction(1, 0, Abort);
    let batches: Vec<_> = other.log().batches().cloned().collect();
    bench.answer_fetch(2, answer(2, batches));
    assert_eq!((bench.high_watermark(), last_stable_offset(&bench)), (2, 0));
    bench.answer_fetch(2, answer(3, Vec::new()));
    assert_eq!(last_stable_offset(&bench), 3);
    assert_eq!(bench.log().aborted.aborted().len(), 1);
}

/// 1.1-8 for markers: they are written with acks=all.
#[test]
fn a_marker_is_refused_while_the_isr_is_too_small_and_by_who_does_not_lead() {
    let mut bench = leader();
    bench.topic_config("min.insync.replicas", "2");
    bench.partition(0, &[1, 2], &[1], Some(1), 0, 1);
    let refused = bench.end_transaction(1, 0, Commit);
    assert_eq!(bench.ended(refused), Some(ErrorCode::NotEnoughReplicas));
    bench.partition(0, &[1, 2], &[1, 2], Some(2), 1, 2);
    let refused = bench.end_transaction(1, 0, Commit);
    assert_eq!(bench.ended(refused), Some(ErrorCode::NotLeaderOrFollower));
    let (_, answer) = bench.produce(0, 1, Acks::Leader);
    assert_eq!(answer.map(|answer| answer.error), Some(ErrorCode::NotLeaderOrFollower));
}
