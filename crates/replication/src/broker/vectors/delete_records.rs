//! BR-114 and broker.md 4.8: how a log start offset rises.

use crate::base::error_code::ErrorCode;
use crate::base::offset::Offset;
use crate::base::time::Millis;
use crate::broker::bench::*;
use crate::input::Input;
use crate::message::delete_records::{DeleteRecordsRequest, DeletedRecords};
use crate::message::fetch::FetchedPartition;
use crate::message::{Request, Response};

fn request(before: i64) -> Request {
    Request::DeleteRecords(DeleteRecordsRequest {
        timeout: Millis(5_000),
        partitions: vec![(id(0), Offset(before))],
    })
}

fn told(response: Option<Response>) -> Option<(ErrorCode, i64)> {
    let Response::DeleteRecords(response) = response? else {
        panic!("another answer");
    };
    let [
        DeletedRecords {
            error, low_watermark, ..
        },
    ] = response.partitions[..]
    else {
        panic!("one partition");
    };
    Some((error, low_watermark.0))
}

/// A leader alone in the ISR with LEO 100 and this high watermark.
fn leader(high_watermark: i64) -> Bench {
    let mut bench = Bench::with_log(log(&[(4, 0)], 100));
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 5, 1);
    bench.fetch(follower(2, high_watermark));
    assert_eq!(bench.high_watermark(), high_watermark);
    bench
}

#[test]
fn br_114_nothing_above_the_high_watermark_is_deleted() {
    let mut bench = leader(25);
    let (_, answer) = bench.request(request(26));
    assert_eq!(told(answer), Some((ErrorCode::OffsetOutOfRange, -1)));
    assert_eq!(bench.log().log_start_offset(), Offset(0));
}

#[test]
fn the_leader_deletes_at_once_and_answers_when_every_live_replica_has_followed() {
    let mut bench = leader(25);
    let (number, answer) = bench.request(request(-1));
    assert_eq!((told(answer), bench.log().log_start_offset()), (None, Offset(25)));
    bench.fetch(follower(2, 25));
    assert_eq!(told(bench.answer_to(number)), None, "it has told log start 0");
    let mut raised = follower(2, 25);
    raised.log_start = 25;
    bench.fetch(raised);
    assert_eq!(told(bench.answer_to(number)), Some((ErrorCode::None, 25)));
}

#[test]
fn a_dead_replica_is_not_waited_for_and_a_slow_one_until_the_time_is_over() {
    let mut slow = leader(25);
    let (number, _) = slow.request(request(10));
    slow.run(5_001);
    assert_eq!(told(slow.answer_to(number)), Some((ErrorCode::RequestTimedOut, 0)));

    let mut dead = leader(25);
    dead.metadata(vec![registered(2, 102, true, false)]);
    let (_, answer) = dead.request(request(10));
    assert_eq!(told(answer), Some((ErrorCode::None, 10)));
}

#[test]
fn a_deposed_leader_says_so() {
    let mut bench = leader(25);
    let (number, _) = bench.request(request(10));
    bench.partition(0, &[1, 2], &[1, 2], Some(2), 6, 2);
    assert_eq!(
        told(bench.answer_to(number)),
        Some((ErrorCode::NotLeaderOrFollower, -1))
    );
    let (_, answer) = bench.request(request(10));
    assert_eq!(told(answer), Some((ErrorCode::NotLeaderOrFollower, -1)));
}

#[test]
fn a_follower_takes_over_the_log_start_of_its_leader() {
    let mut bench = Bench::with_log(log(&[(0, 0)], 10));
    bench.partition(0, &[1, 2], &[1, 2], Some(2), 0, 0);
    bench.answer_fetch(
        2,
        FetchedPartition {
            log_start_offset: Offset(4),
            ..answer(10, Vec::new())
        },
    );
    assert_eq!(
        (bench.log().log_start_offset(), bench.epochs()),
        (Offset(4), vec![(0, 4)])
    );
}

#[test]
fn retention_stops_at_the_high_watermark() {
    let mut bench = leader(25);
    bench.input(Input::Retention(id(0), Offset(60)));
    assert_eq!(bench.log().log_start_offset(), Offset(25));
}
