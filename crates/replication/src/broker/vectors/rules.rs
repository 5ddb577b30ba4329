//! What each rule of a broker does when it is asked: the same few steps with the rule on and off. What goes wrong without it in
//! a whole cluster is shown elsewhere.

use std::fmt::Debug;

use crate::base::error_code::ErrorCode;
use crate::base::id::BrokerId;
use crate::base::offset::Offset;
use crate::base::rule::Rule;
use crate::broker::bench::*;
use crate::log::producer_state_manager::NOTHING_EXPIRES;

/// Runs the same steps with all rules on, then without this one.
fn check<T: PartialEq + Debug>(
    rule: Rule,
    with: T,
    without: T,
    make: impl Fn() -> Bench,
    steps: impl Fn(&mut Bench) -> T,
) {
    for (off, expected) in [(false, with), (true, without)] {
        let mut bench = make();
        if off {
            bench.config.rules.switch_off(rule);
        }
        assert_eq!(
            steps(&mut bench),
            expected,
            "{rule:?} {}",
            if off { "off" } else { "on" }
        );
    }
}

/// Leads in epoch 5 with LEO 10, HW 0 and replicas {1,2,3}.
fn leader(isr: &'static [i32]) -> impl Fn() -> Bench {
    move || Bench::leader(5, isr, &[])
}

/// Follows 2 in epoch 5 on a log of epoch 4 with LEO 10 and HW 3.
fn follower_of_2() -> Bench {
    let mut bench = Bench::with_log(log(&[(4, 0)], 10));
    bench.partition(0, &[1, 2], &[1, 2], Some(2), 5, 1);
    bench.answer_fetch(2, answer(3, Vec::new()));
    bench
}

#[test]
fn truncation_by_epoch() {
    check(Rule::TruncationByEpoch, 10, 3, follower_of_2, |bench| {
        bench.partition(0, &[1, 2], &[1, 2], Some(2), 6, 2);
        bench.log_end_offset()
    });
}

#[test]
fn divergence_names_epoch() {
    let make = || {
        let mut bench = Bench::with_log(log(&[(0, 0), (3, 4)], 10));
        bench.partition(0, &[1, 2], &[1, 2], Some(1), 5, 1);
        bench
    };
    check(Rule::DivergenceNamesEpoch, Some((0, 4)), Some((2, 4)), make, |bench| {
        let end = bench.fetch(follower(2, 6).epoch(5).last_epoch(2)).diverging_epoch?;
        Some((end.epoch.0, end.end_offset.0))
    });
}

#[test]
fn fetch_fenced_by_leader_epoch() {
    let (with, without) = (ErrorCode::FencedLeaderEpoch, ErrorCode::None);
    check(
        Rule::FetchFencedByLeaderEpoch,
        with,
        without,
        leader(&[1, 2]),
        |bench| bench.fetch(follower(2, 3).epoch(4)).error,
    );
}

#[test]
fn joins_from_epoch_start() {
    check(
        Rule::JoinsFromEpochStart,
        None,
        Some(vec![1, 2, 3]),
        leader(&[1, 3]),
        |bench| {
            bench.fetch(follower(2, 5));
            bench.proposed_isr()
        },
    );
}

#[test]
fn joins_from_high_watermark() {
    let make = || {
        let mut bench = Bench::new(&[]);
        bench.partition(0, &[1, 2], &[1], Some(1), 0, 0);
        bench.append(2);
        bench
    };
    check(Rule::JoinsFromHighWatermark, None, Some(vec![1, 2]), make, |bench| {
        bench.fetch(follower(2, 1));
        bench.proposed_isr()
    });
}

#[test]
fn unknown_follower_holds_high_watermark() {
    check(
        Rule::UnknownFollowerHoldsHighWatermark,
        0,
        10,
        leader(&[1, 2, 3]),
        |bench| {
            bench.fetch(follower(2, 10));
            bench.high_watermark()
        },
    );
}

#[test]
fn leaving_member_holds_high_watermark() {
    check(
        Rule::LeavingMemberHoldsHighWatermark,
        3,
        10,
        leader(&[1, 2, 3]),
        |bench| {
            bench.fetch(follower(3, 3));
            bench.wait(30_001);
            bench.shrink_check();
            bench.fetch(follower(3, 3));
            bench.fetch(follower(2, 10));
            bench.high_watermark()
        },
    );
}

#[test]
fn joining_member_holds_high_watermark() {
    check(
        Rule::JoiningMemberHoldsHighWatermark,
        10,
        11,
        leader(&[1, 3]),
        |bench| {
            bench.fetch(follower(3, 10));
            bench.fetch(follower(2, 10));
            bench.append(1);
            bench.fetch(follower(3, 11));
            bench.high_watermark()
        },
    );
}

#[test]
fn fetch_from_current_incarnation() {
    let (with, without) = (ErrorCode::NotLeaderOrFollower, ErrorCode::None);
    check(
        Rule::FetchFromCurrentIncarnation,
        with,
        without,
        leader(&[1, 2]),
        |bench| bench.fetch(follower(2, 3).broker_epoch(1)).error,
    );
}

#[test]
fn proposes_current_incarnation() {
    check(
        Rule::ProposesCurrentIncarnation,
        None,
        Some(vec![1, 2, 3]),
        leader(&[1, 3]),
        |bench| {
            bench.fetch(follower(2, 10).broker_epoch(150));
            bench.proposed_isr()
        },
    );
}

#[test]
fn new_epoch_restarts_fetching() {
    check(Rule::NewEpochRestartsFetching, 6, 5, follower_of_2, |bench| {
        bench.partition(0, &[1, 2], &[1, 2], Some(2), 6, 2);
        bench.broker.fetchers[&BrokerId(2)]
            .state(id(0))
            .map_or(-1, |state| state.current_leader_epoch.0)
    });
}

#[test]
fn answer_is_for_present_epoch() {
    check(Rule::AnswerIsForPresentEpoch, 10, 11, follower_of_2, |bench| {
        bench.partition(0, &[1, 2], &[1, 2], Some(2), 6, 2);
        bench.answer_fetch(2, answer(3, vec![batch(10, 1, 5)]));
        bench.log_end_offset()
    });
}

#[test]
fn answer_is_for_present_offset() {
    // The log is cut between the request and its answer, which continues what was there before.
    check(
        Rule::AnswerIsForPresentOffset,
        (4, 0),
        (11, 1),
        follower_of_2,
        |bench| {
            bench.answer_fetch(2, answer(3, Vec::new()));
            let log = bench.disk.log_mut(id(0)).expect("a log");
            log.truncate_to(Offset(4), NOTHING_EXPIRES);
            let fetcher = bench.broker.fetchers.get_mut(&BrokerId(2)).expect("a fetcher");
            fetcher.partitions[0].1.fetch_offset = crate::base::offset::Offset(4);
            bench.answer_fetch(2, answer(3, vec![batch(10, 1, 5)]));
            let gap = bench.log().batch_at(crate::base::offset::Offset(10)).map_or(0, |_| 1);
            (bench.log_end_offset(), gap)
        },
    );
}

#[test]
fn records_of_known_epochs() {
    check(Rule::RecordsOfKnownEpochs, 10, 11, follower_of_2, |bench| {
        bench.answer_fetch(2, answer(3, vec![batch(10, 1, 6)]));
        bench.log_end_offset()
    });
}

#[test]
fn min_isr_holds_high_watermark() {
    let make = || {
        let mut bench = Bench::new(&[]);
        bench.topic_config("min.insync.replicas", "2");
        bench.partition(0, &[1, 2], &[1], Some(1), 0, 0);
        bench
    };
    check(Rule::MinIsrHoldsHighWatermark, 0, 1, make, |bench| {
        bench.append(1);
        bench.high_watermark()
    });
}

#[test]
fn truncation_forgets_empty_epochs() {
    let make = || {
        let mut bench = Bench::with_log(log(&[(4, 0)], 10));
        bench.partition(0, &[1, 2], &[1, 2], Some(1), 5, 1);
        bench.partition(0, &[1, 2], &[1, 2], Some(2), 6, 2);
        bench
    };
    let (with, without) = (vec![(4, 0)], vec![(4, 0), (5, 10)]);
    check(Rule::TruncationForgetsEmptyEpochs, with, without, make, |bench| {
        let mut diverging = answer(3, Vec::new());
        diverging.diverging_epoch = Some(crate::log::leader_epoch_cache::EpochEndOffset {
            epoch: crate::base::epoch::LeaderEpoch(4),
            end_offset: crate::base::offset::Offset(10),
        });
        bench.answer_fetch(2, diverging);
        bench.epochs()
    });
}

#[test]
fn refused_proposal_stays_pending() {
    let (with, without) = ((vec![1, 2, 3], 0), (vec![1, 2], 10));
    check(
        Rule::RefusedProposalStaysPending,
        with,
        without,
        leader(&[1, 2, 3]),
        |bench| {
            bench.wait(1);
            bench.fetch(follower(2, 10));
            bench.wait(30_001);
            bench.shrink_check();
            bench.alter_partition(ErrorCode::InvalidUpdateVersion, 1);
            (bench.isr(), bench.high_watermark())
        },
    );
}

#[test]
fn duplicates_are_recognised() {
    let (with, without) = ((ErrorCode::None, 10), (ErrorCode::None, 12));
    check(Rule::DuplicatesAreRecognised, with, without, leader(&[1]), |bench| {
        bench.append_batch(numbered(7, 0, 0, 2));
        bench.append_batch(numbered(7, 0, 0, 2))
    });
}

#[test]
fn sequences_have_no_gaps() {
    let (with, without) = ((ErrorCode::OutOfOrderSequenceNumber, -1), (ErrorCode::None, 12));
    check(Rule::SequencesHaveNoGaps, with, without, leader(&[1]), |bench| {
        bench.append_batch(numbered(7, 0, 0, 2));
        bench.append_batch(numbered(7, 0, 3, 1))
    });
}

#[test]
fn consumers_read_committed() {
    check(Rule::ConsumersReadCommitted, 0, 10, leader(&[1, 2]), |bench| {
        bench.fetch(consumer(0)).records.len()
    });
}
