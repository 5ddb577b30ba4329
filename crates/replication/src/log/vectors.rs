//! BR-102, BR-104: what recovery makes of a log with garbage in it. BR-107, BR-110 to BR-113, BR-125, BR-127, BR-130 to BR-135, CL-68 to CL-72: what a log knows of its producers and their
//! transactions. Offsets, sequences and epochs are those of the vectors.

use std::sync::Arc;

use super::log::Log;
use super::producer_state_manager::{AppendOrigin, Examined, NOTHING_EXPIRES};
use super::record_batch::{EndTransactionMarker, NO_SEQUENCE, Record, RecordBatch, TransactionResult};
use super::transaction_index::AbortedTxn;
use crate::base::epoch::LeaderEpoch;
use crate::base::error_code::ErrorCode;
use crate::base::id::{ClientId, ProducerIdAndEpoch, RecordId};
use crate::base::offset::Offset;
use crate::base::rule::Rules;
use TransactionResult::{Abort, Commit};

const MARKER: AppendOrigin = AppendOrigin::Coordinator { transaction_version: 1 };
const MARKER_OF_VERSION_2: AppendOrigin = AppendOrigin::Coordinator { transaction_version: 2 };

/// A batch as its producer sends it, with records of this age in ms.
fn aged(id: i64, epoch: i16, base_sequence: i32, records: u32, timestamp: i64) -> RecordBatch {
    let record = |n| Record {
        id: RecordId {
            producer: ClientId(0),
            n,
        },
        key: None,
        value: Some("v".into()),
        headers: Vec::new(),
        timestamp,
    };
    RecordBatch {
        producer: Some(ProducerIdAndEpoch { id, epoch }),
        base_sequence,
        ..RecordBatch::of((0..records).map(record).collect())
    }
}

fn data(id: i64, epoch: i16, base_sequence: i32, records: u32) -> RecordBatch {
    aged(id, epoch, base_sequence, records, 0)
}

fn transactional(id: i64, epoch: i16, base_sequence: i32, records: u32) -> RecordBatch {
    RecordBatch {
        is_transactional: true,
        ..data(id, epoch, base_sequence, records)
    }
}

fn plain(records: u32) -> RecordBatch {
    RecordBatch {
        producer: None,
        base_sequence: NO_SEQUENCE,
        ..data(0, 0, 0, records)
    }
}

fn marker(id: i64, epoch: i16, result: TransactionResult, coordinator_epoch: i32) -> RecordBatch {
    let marker = EndTransactionMarker {
        result,
        coordinator_epoch,
    };
    RecordBatch::end_transaction(ProducerIdAndEpoch { id, epoch }, marker, 0)
}

/// As a follower: whatever it is.
fn copy(log: &mut Log, batch: RecordBatch) {
    log.append(Arc::new(RecordBatch {
        base_offset: log.log_end_offset(),
        leader_epoch: LeaderEpoch(0),
        ..batch
    }));
}

/// As a leader: the offset it got, or its first copy has.
fn append_by(log: &mut Log, batch: RecordBatch, origin: AppendOrigin) -> Result<i64, ErrorCode> {
    match log.producers.examine(&batch, origin, &Rules::default()) {
        Examined::Refused(fault) => Err(fault.error()),
        Examined::Duplicate(original) => Ok(original.base_offset.0),
        Examined::ToBeAppended => {
            let base_offset = log.log_end_offset().0;
            copy(log, batch);
            Ok(base_offset)
        }
    }
}

fn append(log: &mut Log, batch: RecordBatch) -> Result<i64, ErrorCode> {
    append_by(log, batch, AppendOrigin::Client)
}

fn append_all(log: &mut Log, batches: impl IntoIterator<Item = RecordBatch>) {
    for batch in batches {
        append(log, batch).expect("a batch that fits");
    }
}

fn first_unstable(log: &mut Log, high_watermark: i64) -> Option<i64> {
    log.producers.high_watermark_updated(Offset(high_watermark));
    Some(log.producers.first_unstable_offset(Offset(high_watermark))?.0)
}

/// Epoch and last sequence; -1 when nothing was written in that epoch.
fn known(log: &Log, id: i64) -> Option<(i16, i32)> {
    let entry = log.producers.producers().get(&id)?;
    Some((entry.producer_epoch, entry.last_sequence()))
}

const OUT_OF_ORDER: Result<i64, ErrorCode> = Err(ErrorCode::OutOfOrderSequenceNumber);
const OLD_EPOCH: Result<i64, ErrorCode> = Err(ErrorCode::InvalidProducerEpoch);

#[test]
fn br_107_a_truncation_builds_what_is_known_anew() {
    let mut log = Log::default();
    append_all(&mut log, [data(1, 0, 0, 1), data(1, 0, 1, 1)]);
    log.truncate_to(Offset(1), NOTHING_EXPIRES);
    assert_eq!(known(&log, 1), Some((0, 0)));
    assert_eq!(append(&mut log, data(1, 0, 1, 1)), Ok(1));
}

#[test]
fn br_110_a_transaction_is_unstable_until_its_marker_is_committed() {
    let mut log = Log::default();
    append_all(&mut log, [transactional(1, 0, 0, 4)]);
    append_by(&mut log, marker(1, 0, Commit, 0), MARKER).unwrap();
    assert_eq!(first_unstable(&mut log, 0), Some(0));
    assert_eq!(first_unstable(&mut log, 5), None);
}

#[test]
fn br_111_the_earliest_of_open_and_uncommitted_transactions_counts() {
    let mut log = Log::starting_at(Offset(99));
    append_all(&mut log, [transactional(1, 0, 0, 6), transactional(2, 0, 0, 4)]);
    assert_eq!(first_unstable(&mut log, 100), Some(99));
    assert_eq!(append_by(&mut log, marker(1, 0, Commit, 0), MARKER), Ok(109));
    assert_eq!(first_unstable(&mut log, 110), Some(105));
    append_all(&mut log, [plain(2)]);
    assert_eq!(append_by(&mut log, marker(2, 0, Abort, 0), MARKER), Ok(112));
    assert_eq!(first_unstable(&mut log, 110), Some(105));
    assert_eq!(first_unstable(&mut log, 113), None);
}

#[test]
fn br_112_the_index_names_what_was_aborted() {
    let mut log = Log::default();
    append_all(
        &mut log,
        [transactional(1, 0, 0, 5), plain(3), transactional(2, 0, 0, 2)],
    );
    append_all(
        &mut log,
        [transactional(1, 0, 5, 4), transactional(3, 0, 0, 3), plain(2)],
    );
    append_all(&mut log, [transactional(1, 0, 9, 10)]);
    assert_eq!(append_by(&mut log, marker(1, 0, Abort, 0), MARKER), Ok(29));
    append_all(
        &mut log,
        [transactional(2, 0, 2, 6), transactional(4, 0, 0, 3), plain(10)],
    );
    append_all(&mut log, [transactional(3, 0, 3, 9)]);
    assert_eq!(append_by(&mut log, marker(3, 0, Commit, 0), MARKER), Ok(58));
    append_all(&mut log, [transactional(4, 0, 3, 8), transactional(2, 0, 8, 7)]);
    assert_eq!(append_by(&mut log, marker(2, 0, Abort, 0), MARKER), Ok(74));
    append_all(&mut log, [plain(10), transactional(4, 0, 11, 4)]);
    assert_eq!(append_by(&mut log, marker(4, 0, Commit, 0), MARKER), Ok(89));
    let aborted = |producer_id, first, last, last_stable| AbortedTxn {
        producer_id,
        first_offset: Offset(first),
        last_offset: Offset(last),
        last_stable_offset: Offset(last_stable),
    };
    assert_eq!(log.aborted.aborted(), [aborted(1, 0, 29, 8), aborted(2, 8, 74, 36)]);
    for (high_watermark, unstable) in [(30, Some(8)), (75, Some(36)), (90, None)] {
        assert_eq!(first_unstable(&mut log, high_watermark), unstable, "{high_watermark}");
    }
    // What reaches into a range, and no more.
    let named = |from, until| log.aborted.collect(Offset(from), Offset(until)).len();
    assert_eq!([named(0, 8), named(0, 9), named(30, 75), named(75, 90)], [1, 2, 1, 0]);
}

#[test]
fn the_index_is_cut_with_the_log_and_a_recovery_writes_it_again() {
    let mut log = Log::default();
    append_all(&mut log, [transactional(1, 0, 0, 2)]);
    append_by(&mut log, marker(1, 0, Abort, 0), MARKER).unwrap();
    let before = log.clone();
    log.truncate_to(Offset(2), NOTHING_EXPIRES);
    assert_eq!(log.aborted.aborted(), []);
    assert_eq!(first_unstable(&mut log, 2), Some(0));
    let mut log = before.clone();
    log.load(false, Offset(0), NOTHING_EXPIRES);
    assert_eq!(log.aborted, before.aborted);
    assert_eq!(log.aborted.aborted().len(), 1);
}

/// BR-125, CL-72: no copy is looked for at this level, so the batch of sequence 1 is another one.
#[test]
fn br_125_sequences_follow_each_other_and_epochs_only_rise() {
    let mut log = Log::default();
    append_all(&mut log, [data(1, 0, 0, 1), data(1, 0, 1, 1)]);
    assert_eq!(append(&mut log, data(1, 0, 1, 2)), OUT_OF_ORDER);
    assert_eq!(append(&mut log, data(1, 0, 5, 1)), OUT_OF_ORDER);
    assert_eq!(append(&mut log, data(1, 1, 0, 1)), Ok(2));
    assert_eq!(append(&mut log, data(1, 0, 0, 1)), OLD_EPOCH);
}

/// BR-126, CL-68.
#[test]
fn br_126_one_of_the_last_five_batches_is_recognised() {
    let mut log = Log::default();
    append_all(&mut log, (0..=5).map(|sequence| data(1, 0, sequence, 1)));
    append_all(&mut log, [data(1, 0, 6, 3)]);
    assert_eq!(append(&mut log, data(1, 0, 6, 3)), Ok(6));
    assert_eq!(append(&mut log, data(1, 0, 7, 2)), OUT_OF_ORDER);
    assert_eq!(append(&mut log, data(1, 0, 2, 1)), Ok(2));
    assert_eq!(append(&mut log, data(1, 0, 1, 1)), OUT_OF_ORDER);
    assert_eq!(log.log_end_offset(), Offset(9));
}

/// BR-127.
#[test]
fn br_127_a_follower_copies_what_its_leader_has() {
    let mut log = Log::default();
    copy(&mut log, data(1, 0, 0, 2));
    copy(&mut log, data(1, 0, 0, 2));
    assert_eq!(log.log_end_offset(), Offset(4));
}

/// CL-69.
#[test]
fn cl_69_a_gap_is_refused() {
    let mut log = Log::default();
    append_all(&mut log, [data(1, 0, 0, 1)]);
    assert_eq!(append(&mut log, data(1, 0, 2, 1)), OUT_OF_ORDER);
}

/// BR-128, CL-70.
#[test]
fn br_128_an_old_epoch_is_refused() {
    let mut log = Log::default();
    append_all(&mut log, [data(1, 1, 0, 1)]);
    assert_eq!(append(&mut log, data(1, 0, 1, 1)), OLD_EPOCH);
}

/// BR-129, CL-71.
#[test]
fn br_129_after_the_largest_sequence_number_comes_0() {
    let mut log = Log::default();
    append_all(&mut log, [data(1, 0, i32::MAX, 1)]);
    assert_eq!(append(&mut log, data(1, 0, 1, 1)), OUT_OF_ORDER);
    assert_eq!(append(&mut log, data(1, 0, 0, 1)), Ok(1));
    assert_eq!(append(&mut log, data(1, 0, 1, 1)), Ok(2));
}

#[test]
fn a_batch_may_itself_reach_over_the_largest_sequence_number() {
    let mut log = Log::default();
    append_all(&mut log, [data(1, 0, i32::MAX - 1, 3)]);
    assert_eq!(known(&log, 1), Some((0, 0)));
    assert_eq!(append(&mut log, data(1, 0, i32::MAX - 1, 3)), Ok(0));
    assert_eq!(append(&mut log, data(1, 0, 1, 1)), Ok(3));
}

#[test]
fn br_130_a_marker_alone_makes_a_producer_known_by_its_epoch() {
    let mut log = Log::default();
    append_by(&mut log, marker(1, 2, Commit, 0), MARKER).unwrap();
    assert_eq!(known(&log, 1), Some((2, NO_SEQUENCE)));
    assert_eq!(append(&mut log, data(1, 0, 0, 1)), OLD_EPOCH);
    assert_eq!(append(&mut log, data(1, 2, 17, 1)), OUT_OF_ORDER);
    assert_eq!(append(&mut log, data(1, 2, 0, 1)), Ok(1));
}

#[test]
fn br_131_a_marker_of_a_new_epoch_makes_sequences_begin_again() {
    let mut log = Log::default();
    append_all(&mut log, [transactional(1, 0, 0, 1), transactional(1, 0, 1, 1)]);
    append_by(&mut log, marker(1, 1, Abort, 0), MARKER).unwrap();
    assert_eq!(append(&mut log, transactional(1, 1, 2, 1)), OUT_OF_ORDER);
    assert_eq!(append(&mut log, transactional(1, 2, 2, 1)), OUT_OF_ORDER);
    assert_eq!(append(&mut log, transactional(1, 1, 0, 1)), Ok(3));
}

#[test]
fn br_132_a_batch_outside_the_open_transaction_is_refused() {
    let mut log = Log::default();
    append_all(&mut log, [transactional(1, 0, 0, 1)]);
    assert_eq!(append(&mut log, data(1, 0, 1, 1)), Err(ErrorCode::InvalidTxnState));
}

#[test]
fn br_133_a_follower_takes_gaps() {
    let mut log = Log::default();
    append_all(&mut log, [data(1, 0, 0, 1)]);
    assert_eq!(append(&mut log, data(1, 0, 3, 1)), OUT_OF_ORDER);
    copy(&mut log, data(1, 0, 3, 1));
    assert_eq!(known(&log, 1), Some((0, 3)));
}

#[test]
fn br_134_of_a_forgotten_producer_any_sequence_is_taken() {
    let mut log = Log::default();
    append_all(&mut log, [aged(1, 0, 0, 1, 500)]);
    assert_eq!(append(&mut log, aged(1, 0, 2, 1, 500)), OUT_OF_ORDER);
    log.producers.remove_expired(499);
    assert_eq!(known(&log, 1), Some((0, 0)));
    log.producers.remove_expired(500);
    assert_eq!(known(&log, 1), None);
    assert_eq!(append(&mut log, aged(1, 0, 1, 1, 500)), Ok(1));
}

#[test]
fn a_producer_with_an_open_transaction_is_not_forgotten() {
    let mut log = Log::default();
    append_all(&mut log, [transactional(1, 0, 0, 1)]);
    log.producers.remove_expired(1_000);
    assert_eq!(known(&log, 1), Some((0, 0)));
}

#[test]
fn br_135_a_coordinator_of_the_past_is_refused() {
    let mut log = Log::default();
    for coordinator_epoch in [1, 1, 2] {
        append_by(&mut log, marker(1, 0, Commit, coordinator_epoch), MARKER).unwrap();
    }
    let zombie = append_by(&mut log, marker(1, 0, Commit, 1), MARKER);
    assert_eq!(zombie, Err(ErrorCode::TransactionCoordinatorFenced));
}

/// 7.4: under version 2 of transactions a marker has an epoch of its own.
#[test]
fn a_marker_needs_an_epoch_that_is_not_older_or_under_version_2_a_newer_one() {
    for (origin, same_epoch) in [(MARKER, Ok(1)), (MARKER_OF_VERSION_2, OLD_EPOCH)] {
        let mut log = Log::default();
        append_all(&mut log, [transactional(1, 3, 0, 1)]);
        assert_eq!(append_by(&mut log, marker(1, 2, Commit, 0), origin), OLD_EPOCH);
        assert_eq!(append_by(&mut log.clone(), marker(1, 3, Commit, 0), origin), same_epoch);
        assert_eq!(append_by(&mut log, marker(1, 4, Commit, 0), origin), Ok(1));
        assert_eq!(known(&log, 1), Some((4, NO_SEQUENCE)));
    }
}

/// 7.6: a snapshot holds the last batch of each producer. After a clean stop and after a crash, which leaves none that counts.
#[test]
fn after_a_restart_only_the_last_batch_is_recognised() {
    for clean in [true, false] {
        let mut log = Log::default();
        append_all(&mut log, (0..=4).map(|sequence| data(1, 0, sequence, 1)));
        assert_eq!(append(&mut log, data(1, 0, 3, 1)), Ok(3));
        if clean {
            log.close();
        }
        log.load(clean, Offset(0), NOTHING_EXPIRES);
        assert_eq!(known(&log, 1), Some((0, 4)));
        assert_eq!(append(&mut log, data(1, 0, 4, 1)), Ok(4));
        assert_eq!(append(&mut log, data(1, 0, 3, 1)), OUT_OF_ORDER);
        // What comes after widens the window again.
        append_all(&mut log, [data(1, 0, 5, 1)]);
        assert_eq!(append(&mut log, data(1, 0, 4, 1)), Ok(4));
    }
}

/// 7.6, as observed: what has expired by its records' timestamps is not loaded, and a truncation does not bring it back.
#[test]
fn an_expired_producer_is_not_loaded_nor_replayed_right_after_the_start() {
    let mut log = Log::default();
    append_all(&mut log, [aged(1, 0, 0, 1, 10), aged(1, 0, 1, 1, 10)]);
    log.load(false, Offset(0), 10);
    assert_eq!(known(&log, 1), None);
    log.truncate_to(Offset(1), 10);
    assert_eq!(known(&log, 1), None);
    assert_eq!(append(&mut log, aged(1, 0, 7, 1, 20)), Ok(1));
}

/// 7.6: entries of truncated batches disappear, others come from the snapshot below the cut and the log above it.
#[test]
fn a_truncation_after_a_restart_goes_back_to_the_snapshot() {
    let mut log = Log::default();
    append_all(&mut log, [data(1, 0, 0, 1), data(1, 0, 1, 1)]);
    log.close();
    log.load(true, Offset(0), NOTHING_EXPIRES);
    append_all(&mut log, [data(1, 0, 2, 1), data(2, 0, 0, 1)]);
    log.truncate_to(Offset(3), NOTHING_EXPIRES);
    assert_eq!((known(&log, 1), known(&log, 2)), (Some((0, 2)), None));
    assert_eq!(append(&mut log, data(1, 0, 1, 1)), Ok(1));
    assert_eq!(append(&mut log, data(1, 0, 0, 1)), OUT_OF_ORDER);
    assert_eq!(append(&mut log, data(2, 0, 0, 1)), Ok(3));
}

#[test]
fn an_open_transaction_survives_a_restart() {
    for clean in [true, false] {
        let mut log = Log::default();
        append_all(&mut log, [plain(2), transactional(1, 0, 0, 1)]);
        if clean {
            log.close();
        }
        log.load(clean, Offset(0), NOTHING_EXPIRES);
        assert_eq!(first_unstable(&mut log, 3), Some(2));
        append_by(&mut log, marker(1, 0, Commit, 0), MARKER).unwrap();
        assert_eq!(first_unstable(&mut log, 4), None);
    }
}

/// A log of one-record batches, at these offsets corrupt, of which nothing is known to be flushed.
fn with_garbage(records: i64, corrupt: &[i64]) -> Log {
    let mut log = Log::default();
    for offset in 0..records {
        copy(
            &mut log,
            RecordBatch {
                is_corrupt: corrupt.contains(&offset),
                ..plain(1)
            },
        );
    }
    log
}

/// Random bytes behind the last record are no batch that can be read: they stand here as a corrupt one.
#[test]
fn br_102_garbage_behind_the_last_record_is_cut_off_and_every_record_is_there() {
    let mut log = with_garbage(101, &[100]);
    log.load(false, Offset::ZERO, NOTHING_EXPIRES);
    assert_eq!(log.log_end_offset(), Offset(100));
    assert!(log.batches().all(|batch| !batch.is_corrupt));
    assert_eq!(log.batches().map(|batch| batch.records.len()).sum::<usize>(), 100);
    // What is flushed is not looked through again.
    let mut log = with_garbage(3, &[1]);
    log.flush();
    log.load(false, Offset::ZERO, NOTHING_EXPIRES);
    assert_eq!(log.log_end_offset(), Offset(3));
    // Nor is anything after an orderly stop.
    let mut log = with_garbage(3, &[1]);
    log.load(true, Offset::ZERO, NOTHING_EXPIRES);
    assert_eq!(log.log_end_offset(), Offset(3));
}

#[test]
fn br_104_a_log_cut_below_its_start_begins_anew_there() {
    let mut log = with_garbage(5, &[2]);
    log.load(false, Offset(4), NOTHING_EXPIRES);
    assert_eq!((log.log_start_offset(), log.log_end_offset()), (Offset(4), Offset(4)));
    assert_eq!(log.batches().count(), 0);
}
