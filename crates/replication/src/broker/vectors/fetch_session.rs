//! What a leader does not say again within a follower's fetch session. Source: broker.md 3.4; observed on 4.3.1.

use crate::base::error_code::ErrorCode;
use crate::base::offset::Offset;
use crate::broker::bench::*;

/// Broker 1 leads with records of epochs 0 and 2, 3 of them committed.
fn leader() -> Bench {
    let mut log = crate::log::log::Log::default();
    log.append(batch(0, 2, 0));
    log.append(batch(2, 1, 2));
    let mut bench = Bench::with_log(log);
    bench.partition(0, &[1, 2, 3], &[1, 2], Some(1), 2, 2);
    bench.fetch(follower(2, 3));
    assert_eq!(bench.high_watermark(), 3);
    bench
}

fn in_session(broker: i32, offset: i64) -> Fetch {
    Fetch {
        begins_session: false,
        ..follower(broker, offset)
    }
}

#[test]
fn what_was_told_with_a_divergence_is_not_told_again() {
    let mut bench = leader();
    let diverging = Fetch {
        last_epoch: Some(1),
        ..follower(3, 4)
    };
    let first = bench.fetch(diverging);
    assert!(first.diverging_epoch.is_some());
    assert_eq!((first.high_watermark, first.told_before), (Offset(3), false));
    assert!(bench.fetch(in_session(3, 3)).told_before);
}

#[test]
fn records_and_another_high_watermark_are_news() {
    let mut bench = leader();
    assert!(!bench.fetch(in_session(2, 3)).told_before);
    assert!(bench.fetch(in_session(2, 3)).told_before);
    bench.append(1);
    assert!(!bench.fetch(in_session(2, 3)).told_before);
    bench.fetch(in_session(2, 4));
    assert_eq!(bench.high_watermark(), 4);
    let moved = bench.fetch(in_session(2, 4));
    assert_eq!((moved.high_watermark, moved.told_before), (Offset(4), false));
    assert!(bench.fetch(in_session(2, 4)).told_before);
}

#[test]
fn a_new_session_and_the_end_of_an_error_are_told_all() {
    let mut bench = leader();
    bench.fetch(in_session(2, 3));
    assert!(bench.fetch(in_session(2, 3)).told_before);
    assert!(!bench.fetch(follower(2, 3)).told_before);
    let beyond = bench.fetch(in_session(2, 9));
    assert_eq!((beyond.error, beyond.told_before), (ErrorCode::OffsetOutOfRange, false));
    assert!(!bench.fetch(in_session(2, 3)).told_before);
    assert!(bench.fetch(in_session(2, 3)).told_before);
}
