//! BR-126, BR-136 and what surrounds them: copies, gaps, forgetting, producer ids.

use crate::base::config::Acks;
use crate::base::error_code::ErrorCode;
use crate::base::id::ProducerIdAndEpoch;
use crate::base::offset::Offset;
use crate::base::timer::Timer;
use crate::base::why::{ProducerFault, Why};
use crate::broker::bench::*;
use crate::log::record_batch::{NO_SEQUENCE, RecordBatch};
use crate::message::producer_id::{AllocateProducerIdsResponse, InitProducerIdRequest, ProducerIdsBlock};
use crate::message::{Purpose, Request, Response};
use crate::outbox::Effect;

/// Leads partition 0 with replicas and ISR {1,2}; the log is empty.
fn leader(settings: &[(&str, &str)]) -> Bench {
    let mut bench = Bench::new(settings);
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 0, 0);
    bench
}

fn reasons(bench: &Bench) -> Vec<Why> {
    let why = |effect: &Effect| match effect {
        Effect::Explain(why) => Some(why.clone()),
        _ => None,
    };
    bench.effects.iter().filter_map(why).collect()
}

const PRODUCER: ProducerIdAndEpoch = ProducerIdAndEpoch { id: 7, epoch: 0 };

#[test]
fn a_copy_is_answered_as_the_first_was_and_says_so() {
    let mut bench = leader(&[]);
    bench.append(3);
    assert_eq!(bench.append_batch(numbered(7, 0, 0, 2)), (ErrorCode::None, 3));
    bench.append(1);
    assert_eq!(bench.append_batch(numbered(7, 0, 0, 2)), (ErrorCode::None, 3));
    let duplicate = Why::DuplicateBatch {
        partition: id(0),
        producer: PRODUCER,
        base_sequence: 0,
        last_sequence: 1,
        base_offset: Offset(3),
    };
    assert_eq!(reasons(&bench), [duplicate]);
    assert_eq!(bench.log_end_offset(), 6);
}

/// S25, I8: with acks=all a copy waits for the high watermark as the first did.
#[test]
fn a_copy_with_acks_all_waits_until_the_first_is_committed() {
    let mut bench = leader(&[]);
    let (first, _) = bench.produce_batch(0, numbered(7, 0, 0, 2), Acks::All);
    bench.append(4);
    let (copy, answer) = bench.produce_batch(0, numbered(7, 0, 0, 2), Acks::All);
    assert_eq!(answer, None);
    bench.fetch(follower(2, 2));
    for number in [first, copy] {
        let answer = bench.produced(number).expect("both are answered together");
        assert_eq!((answer.error, answer.base_offset), (ErrorCode::None, Offset(0)));
    }
}

/// S25: min ISR is asked for before anything is compared.
#[test]
fn a_copy_is_refused_while_the_isr_is_too_small() {
    let mut bench = leader(&[]);
    bench.append_batch(numbered(7, 0, 0, 1));
    bench.topic_config("min.insync.replicas", "2");
    bench.partition(0, &[1, 2], &[1], Some(1), 0, 1);
    let (_, answer) = bench.produce_batch(0, numbered(7, 0, 0, 1), Acks::All);
    assert_eq!(answer.map(|answer| answer.error), Some(ErrorCode::NotEnoughReplicas));
}

#[test]
fn br_136_a_refusal_for_sequence_tells_the_log_start() {
    let mut bench = leader(&[]);
    for sequence in 0..3 {
        bench.append_batch(numbered(7, 0, sequence, 1));
    }
    let (_, answer) = bench.produce_batch(0, numbered(7, 0, 13, 1), Acks::Leader);
    let answer = answer.expect("a refusal at once");
    assert_eq!(answer.error, ErrorCode::OutOfOrderSequenceNumber);
    assert_eq!(
        (answer.base_offset, answer.log_start_offset),
        (Offset::UNKNOWN, Offset(0))
    );
    let refused = Why::ProducerRefused {
        partition: id(0),
        producer: PRODUCER,
        base_sequence: 13,
        because: ProducerFault::NotNext { expected: 3 },
    };
    assert_eq!(reasons(&bench), [refused]);
    assert_eq!(bench.log_end_offset(), 3);
}

/// 7.1, I20: what a follower copied it knows, and goes on with as leader.
#[test]
fn a_new_leader_recognises_what_it_copied() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2], &[1, 2], Some(2), 0, 0);
    let copied = |base: i64, batch: RecordBatch| {
        std::sync::Arc::new(RecordBatch {
            base_offset: Offset(base),
            leader_epoch: crate::base::epoch::LeaderEpoch(0),
            ..batch
        })
    };
    let records = vec![copied(0, numbered(7, 0, 0, 1)), copied(1, numbered(7, 0, 1, 1))];
    bench.answer_fetch(2, answer(1, records));
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 1, 1);
    assert_eq!(bench.append_batch(numbered(7, 0, 1, 1)), (ErrorCode::None, 1));
    assert_eq!(
        bench.append_batch(numbered(7, 0, 3, 1)).0,
        ErrorCode::OutOfOrderSequenceNumber
    );
    assert_eq!(bench.append_batch(numbered(7, 0, 2, 1)), (ErrorCode::None, 2));
}

/// 7.6, BR-134 with the clock: by the timestamp of its newest record, at the first check after that.
#[test]
fn a_producer_is_forgotten_when_its_newest_record_is_old_enough() {
    let mut bench = leader(&[
        ("producer.id.expiration.ms", "5000"),
        ("producer.id.expiration.check.interval.ms", "1000"),
    ]);
    let fresh = |bench: &Bench| {
        let mut batch = numbered(7, 0, 0, 1);
        let mut record = batch.records[0].clone();
        record.timestamp = bench.at.as_millis();
        batch.records = [record].into();
        batch
    };
    let first = fresh(&bench);
    bench.append_batch(first.clone());
    bench.run(4_999);
    assert_eq!(bench.append_batch(first.clone()), (ErrorCode::None, 0));
    bench.run(1_000);
    assert_eq!(bench.append_batch(first), (ErrorCode::None, 1));
}

/// 1.3-1: what no client may send.
#[test]
fn a_marker_from_a_client_and_a_producer_without_sequences_are_refused() {
    let mut bench = leader(&[]);
    bench.end_transaction(7, 0, crate::log::record_batch::TransactionResult::Commit);
    let marker = bench.log().last_batch().expect("the marker").as_ref().clone();
    let forged = RecordBatch {
        base_offset: Offset::ZERO,
        ..marker
    };
    let unnumbered = numbered(7, 0, NO_SEQUENCE, 1);
    for batch in [forged, unnumbered] {
        assert_eq!(bench.append_batch(batch).0, ErrorCode::InvalidRecord);
    }
    assert_eq!(bench.log_end_offset(), 1);
}

fn init_producer_id(bench: &mut Bench) -> (ErrorCode, Option<ProducerIdAndEpoch>) {
    let (_, answer) = bench.request(Request::InitProducerId(InitProducerIdRequest {}));
    match answer {
        Some(Response::InitProducerId(response)) => (response.error, response.producer),
        other => panic!("{other:?}"),
    }
}

fn give_block(bench: &mut Bench, first_producer_id: i64) {
    let block = ProducerIdsBlock {
        first_producer_id,
        size: 1_000,
    };
    let response = Response::AllocateProducerIds(AllocateProducerIdsResponse {
        error: ErrorCode::None,
        block: Some(block),
    });
    bench.answer(Bench::controller(Purpose::Forwarding), response);
}

/// Blocks asked for since the last look.
fn blocks_asked(bench: &mut Bench) -> usize {
    bench
        .asked
        .remove(&Bench::controller(Purpose::Forwarding))
        .is_some()
        .into()
}

/// I3.
#[test]
fn ids_come_from_blocks_of_the_controller() {
    let mut bench = Bench::new(&[]);
    let loading = (ErrorCode::CoordinatorLoadInProgress, None);
    assert_eq!(init_producer_id(&mut bench), loading);
    assert_eq!(init_producer_id(&mut bench), loading);
    give_block(&mut bench, 4_000);
    for n in 0..=900 {
        assert_eq!(blocks_asked(&mut bench), usize::from(n == 0), "before {n}");
        let given = ProducerIdAndEpoch {
            id: 4_000 + n,
            epoch: 0,
        };
        assert_eq!(init_producer_id(&mut bench), (ErrorCode::None, Some(given)));
    }
    // The 901st id makes it ask for the next block, which it begins when this one is used up.
    give_block(&mut bench, 9_000);
    assert_eq!(blocks_asked(&mut bench), 1);
    for n in 901..1_000 {
        assert_eq!(init_producer_id(&mut bench).1.map(|given| given.id), Some(4_000 + n));
    }
    assert_eq!(init_producer_id(&mut bench).1.map(|given| given.id), Some(9_000));
    assert_eq!(blocks_asked(&mut bench), 0);
}

#[test]
fn a_block_that_does_not_come_is_asked_for_again_when_a_producer_wants_an_id() {
    let mut bench = Bench::new(&[]);
    let key = Bench::controller(Purpose::Forwarding);
    init_producer_id(&mut bench);
    let (correlation, _) = bench.asked[&key].clone();
    bench.run(30_000);
    assert!(!bench.timers.contains_key(&Timer::RequestTimeout(correlation)));
    blocks_asked(&mut bench);
    // Half of the back-off of 50 ms, then all of it.
    for (wait, asked) in [(0, 0), (49, 0), (1, 1)] {
        bench.wait(wait);
        init_producer_id(&mut bench);
        assert_eq!(blocks_asked(&mut bench), asked, "after {wait} ms more");
    }
}
