//! An idempotent producer on the test stand: vectors CL-50 to CL-67 of the client's specification, and what they leave out.

use super::transaction_manager::{IdState, Numbering};
use super::*;
use crate::base::id::ProducerIdAndEpoch;
use crate::base::offset::Offset;
use crate::client::stand::{Stand, cluster, partition};
use crate::message::application::SendOutcome;
use crate::message::produce::{ProduceResponse, ProducedPartition};
use crate::message::producer_id::InitProducerIdResponse;
use crate::message::{Body, Envelope, Request, Response};

type ProducerStand = Stand<Producer>;

/// Any producer id; tests of the real client use this one.
const ID: i64 = 343_434;

/// A producer that knows topic `t` and has asked for its id. Everything is sent at once.
fn starting(settings: &[(&str, &str)], partitions: &[(i32, i32)]) -> ProducerStand {
    let mut all = vec![("enable.idempotence", "true"), ("linger.ms", "0")];
    all.extend(settings);
    let mut stand = Stand::producer(&all);
    stand.cluster = Some(cluster(partitions));
    stand
}

/// The same with its id, in this epoch.
fn ready(epoch: i16, settings: &[(&str, &str)], partitions: &[(i32, i32)]) -> ProducerStand {
    let mut stand = starting(settings, partitions);
    give_id(&mut stand, ID, epoch);
    stand
}

fn give_id(stand: &mut ProducerStand, id: i64, epoch: i16) {
    let request = stand.next_request().expect("an InitProducerId");
    assert!(
        matches!(request.body, Body::Request(Request::InitProducerId(_))),
        "{request:?}"
    );
    let response = InitProducerIdResponse {
        error: ErrorCode::None,
        producer: Some(ProducerIdAndEpoch { id, epoch }),
    };
    stand.answer(&request, Response::InitProducerId(response));
}

/// Sends one record in a batch of its own.
fn send(stand: &mut ProducerStand, index: i32, value: &str) {
    stand.send(index, &[value]);
}

/// A batch on its way: partition, values, epoch and first sequence.
type Numbered = (i32, String, i16, i32);

fn numbered(index: i32, values: &str, epoch: i16, base_sequence: i32) -> Numbered {
    (index, values.to_string(), epoch, base_sequence)
}

fn batches(request: &Envelope) -> Vec<Numbered> {
    let Body::Request(Request::Produce(produce)) = &request.body else {
        panic!("{request:?}");
    };
    let value = |record: &Record| record.value.as_deref().unwrap_or("-").to_string();
    let batches = produce.batches.iter().map(|(partition, batch)| {
        let values: Vec<_> = batch.records.iter().map(value).collect();
        let epoch = batch.producer.expect("a numbered batch").epoch;
        (partition.partition, values.join(" "), epoch, batch.base_sequence)
    });
    batches.collect()
}

fn in_flight(stand: &ProducerStand) -> Vec<Numbered> {
    stand.requests.iter().flat_map(batches).collect()
}

/// Answers the n-th of the requests in flight, the same for each of its partitions.
fn answer_nth(stand: &mut ProducerStand, n: usize, error: ErrorCode, base_offset: i64, log_start_offset: i64) {
    let request = stand.requests.remove(n);
    let answers = batches(&request).into_iter().map(|(index, ..)| ProducedPartition {
        partition: partition(index),
        error,
        base_offset: Offset(base_offset),
        log_start_offset: Offset(log_start_offset),
        current_leader: None,
    });
    let response = Response::Produce(ProduceResponse {
        partitions: answers.collect(),
    });
    stand.answer(&request, response);
}

fn refuse(stand: &mut ProducerStand, error: ErrorCode) {
    answer_nth(stand, 0, error, -1, -1);
}

fn accept(stand: &mut ProducerStand, base_offset: i64) {
    answer_nth(stand, 0, ErrorCode::None, base_offset, 0);
}

fn outcomes(stand: &mut ProducerStand) -> Vec<SendOutcome> {
    let outcome = |completion| match completion {
        Completion::Sent { outcome, .. } => outcome,
        other => panic!("{other:?}"),
    };
    std::mem::take(&mut stand.completed).into_iter().map(outcome).collect()
}

fn acknowledged(offset: i64) -> SendOutcome {
    SendOutcome::Acknowledged {
        base_offset: Some(Offset(offset)),
    }
}

fn failed(error: SendError, at_ms: u64) -> SendOutcome {
    SendOutcome::Failed {
        error,
        at: SimTime(at_ms * 1_000),
    }
}

fn manager(stand: &ProducerStand) -> &TransactionManager {
    stand.client.transactions().expect("an idempotent producer")
}

fn numbering(stand: &ProducerStand, index: i32) -> Numbering {
    manager(stand)
        .numbering(partition(index))
        .expect("a numbered partition")
}

/// Next sequence, and the last acknowledged.
fn sequences(stand: &ProducerStand, index: i32) -> (i32, Option<i32>) {
    let numbering = numbering(stand, index);
    (numbering.next_sequence, numbering.last_acked_sequence)
}

fn epoch(stand: &ProducerStand) -> i16 {
    manager(stand).producer().expect("an id").epoch
}

fn waits(stand: &ProducerStand, index: i32) -> Option<BatchWaits> {
    let ProcessConfig::Producer(config) = &stand.config.process else {
        panic!("a producer's config");
    };
    match stand.client.why_batch_waits(partition(index), stand.at, config)? {
        Why::BatchWaits { because, .. } => Some(because),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_id_is_asked_for_at_the_start_and_nothing_is_sent_before() {
    let mut stand = starting(&[], &[(1, 0)]);
    send(&mut stand, 0, "a");
    assert_eq!(waits(&stand, 0), Some(BatchWaits::NoProducerId));
    assert_eq!(stand.requests.len(), 1);
    let request = stand.next_request().expect("an InitProducerId");
    let loading = InitProducerIdResponse {
        error: ErrorCode::CoordinatorLoadInProgress,
        producer: None,
    };
    stand.answer(&request, Response::InitProducerId(loading));
    assert_eq!(manager(&stand).id_state(), IdState::BacksOff);
    stand.advance(99);
    assert_eq!(stand.requests.len(), 0);
    stand.advance(1);
    give_id(&mut stand, ID, 0);
    assert_eq!(in_flight(&stand), [numbered(0, "a", 0, 0)]);
}

#[test]
fn a_lost_request_for_an_id_is_sent_again() {
    let mut stand = starting(&[], &[(1, 0)]);
    stand.disconnect(1);
    stand.advance(100);
    give_id(&mut stand, ID, 0);
    assert_eq!(epoch(&stand), 0);
}

/// S11: while an id is asked for no pass gets as far as looking for what has expired.
#[test]
fn nothing_expires_while_an_id_is_asked_for() {
    let settings = [("delivery.timeout.ms", "1500"), ("request.timeout.ms", "1500")];
    let mut stand = starting(&settings, &[(1, 0)]);
    send(&mut stand, 0, "a");
    stand.advance(1_499);
    assert_eq!(stand.requests.len(), 1);
    stand.at = SimTime(1_500_000);
    stand.input(Input::Timer(Timer::DeliveryTimeout));
    assert_eq!(outcomes(&mut stand), []);
    give_id(&mut stand, ID, 0);
    assert_eq!(
        outcomes(&mut stand),
        [failed(SendError::Timeout { ever_sent: true }, 1_500)]
    );
}

#[test]
fn cl_50_several_batches_may_be_in_flight() {
    let mut stand = ready(0, &[], &[(1, 0)]);
    send(&mut stand, 0, "a");
    send(&mut stand, 0, "b");
    assert_eq!(sequences(&stand, 0), (2, None));
    assert_eq!(in_flight(&stand), [numbered(0, "a", 0, 0), numbered(0, "b", 0, 1)]);
    accept(&mut stand, 0);
    assert_eq!(sequences(&stand, 0), (2, Some(0)));
    accept(&mut stand, 1);
    assert_eq!(sequences(&stand, 0), (2, Some(1)));
    assert_eq!(outcomes(&mut stand), [acknowledged(0), acknowledged(1)]);
}

/// The vector has 3 leave only after 2 has come to its end: its test makes no pass in between. The loop does, and 3, which has
/// no number yet, follows 2, the last of those that have one (S8 d).
#[test]
fn cl_51_what_fails_is_sent_again_one_at_a_time_in_order() {
    let mut stand = ready(0, &[], &[(1, 0)]);
    for value in ["a", "b", "c"] {
        send(&mut stand, 0, value);
    }
    refuse(&mut stand, ErrorCode::LeaderNotAvailable);
    send(&mut stand, 0, "d");
    refuse(&mut stand, ErrorCode::OutOfOrderSequenceNumber);
    refuse(&mut stand, ErrorCode::OutOfOrderSequenceNumber);
    for (offset, value) in [(0, "a"), (1, "b")] {
        stand.advance(240);
        assert_eq!(in_flight(&stand), [numbered(0, value, 0, offset as i32)]);
        accept(&mut stand, offset);
    }
    assert_eq!(in_flight(&stand), [numbered(0, "c", 0, 2), numbered(0, "d", 0, 3)]);
    accept(&mut stand, 2);
    accept(&mut stand, 3);
    assert_eq!(outcomes(&mut stand), [0, 1, 2, 3].map(acknowledged));
    assert_eq!(epoch(&stand), 0);
}

#[test]
fn cl_52_answers_out_of_order_put_the_batches_back_in_order() {
    let mut stand = ready(0, &[], &[(1, 0)]);
    send(&mut stand, 0, "a");
    send(&mut stand, 0, "b");
    answer_nth(&mut stand, 1, ErrorCode::OutOfOrderSequenceNumber, -1, -1);
    refuse(&mut stand, ErrorCode::NotLeaderOrFollower);
    let queue = stand.client.accumulator().queues()[&partition(0)].batches.iter();
    let queued: Vec<_> = queue
        .filter_map(|batch| Some(batch.producer_state()?.base_sequence))
        .collect();
    assert_eq!(queued, [0, 1]);
    for (offset, value) in [(0, "a"), (1, "b")] {
        stand.advance(240);
        assert_eq!(in_flight(&stand), [numbered(0, value, 0, offset as i32)]);
        accept(&mut stand, offset);
    }
    assert_eq!(outcomes(&mut stand), [acknowledged(0), acknowledged(1)]);
}

#[test]
fn cl_53_a_duplicate_sequence_is_a_success_without_an_offset() {
    let mut stand = ready(0, &[], &[(1, 0)]);
    send(&mut stand, 0, "a");
    send(&mut stand, 0, "b");
    answer_nth(&mut stand, 1, ErrorCode::None, 1000, 0);
    refuse(&mut stand, ErrorCode::DuplicateSequenceNumber);
    let without_offset = SendOutcome::Acknowledged { base_offset: None };
    assert_eq!(outcomes(&mut stand), [acknowledged(1000), without_offset]);
    assert_eq!(sequences(&stand, 0), (2, Some(1)));
    assert_eq!(numbering(&stand, 0).last_acked_offset, Some(Offset(1000)));
}

#[test]
fn cl_54_a_gap_before_the_next_batch_begins_a_new_epoch() {
    let mut stand = ready(0, &[], &[(1, 0)]);
    stand.send(0, &["a", "b"]);
    accept(&mut stand, 500);
    send(&mut stand, 0, "c");
    assert_eq!(in_flight(&stand), [numbered(0, "c", 0, 2)]);
    refuse(&mut stand, ErrorCode::OutOfOrderSequenceNumber);
    assert_eq!(epoch(&stand), 1);
    assert_eq!(sequences(&stand, 0), (1, None));
    let bumped = Why::EpochBumped {
        producer: Some(ProducerIdAndEpoch { id: ID, epoch: 1 }),
        partitions: vec![partition(0)],
    };
    assert!(stand.explained.contains(&bumped));
    stand.advance(120);
    assert_eq!(in_flight(&stand), [numbered(0, "c", 1, 0)]);
    accept(&mut stand, 502);
    assert_eq!(outcomes(&mut stand), [acknowledged(500), acknowledged(502)]);
}

#[test]
fn cl_55_an_idle_partition_keeps_its_epoch_until_its_next_batch() {
    let mut stand = ready(0, &[], &[(1, 0), (2, 0)]);
    send(&mut stand, 1, "x");
    accept(&mut stand, 0);
    stand.send(0, &["a", "b"]);
    accept(&mut stand, 500);
    send(&mut stand, 0, "c");
    refuse(&mut stand, ErrorCode::OutOfOrderSequenceNumber);
    assert_eq!(epoch(&stand), 1);
    assert_eq!(sequences(&stand, 1), (1, Some(0)));
    assert_eq!(numbering(&stand, 1).producer.map(|on| on.epoch), Some(0));
    send(&mut stand, 1, "y");
    assert_eq!(in_flight(&stand), [numbered(1, "y", 1, 0)]);
}

#[test]
fn cl_56_after_a_batch_that_fails_for_good_the_rest_is_numbered_anew() {
    let mut stand = ready(0, &[], &[(1, 0)]);
    send(&mut stand, 0, "a");
    send(&mut stand, 0, "b");
    refuse(&mut stand, ErrorCode::MessageTooLarge);
    let too_large = failed(SendError::Broker(ErrorCode::MessageTooLarge), 0);
    assert_eq!(outcomes(&mut stand), [too_large]);
    assert_eq!(epoch(&stand), 1);
    refuse(&mut stand, ErrorCode::OutOfOrderSequenceNumber);
    stand.advance(120);
    assert_eq!(in_flight(&stand), [numbered(0, "b", 1, 0)]);
    accept(&mut stand, 0);
    assert_eq!(outcomes(&mut stand), [acknowledged(0)]);
    assert_eq!(epoch(&stand), 1);
}

#[test]
fn cl_57_a_batch_that_never_left_leaves_nothing_unresolved() {
    let settings = [("delivery.timeout.ms", "1500"), ("request.timeout.ms", "1500")];
    let mut stand = ready(0, &settings, &[(0, 3)]);
    send(&mut stand, 0, "a");
    stand.advance(1_500);
    let timeout = failed(SendError::Timeout { ever_sent: false }, 1_500);
    assert_eq!(outcomes(&mut stand), [timeout]);
    assert_eq!(manager(&stand).numbering(partition(0)), None);
    assert_eq!(epoch(&stand), 0);
}

/// A batch that failed once waits longer than it has time left.
const EXPIRES_IN_THE_QUEUE: [(&str, &str); 4] = [
    ("delivery.timeout.ms", "1500"),
    ("request.timeout.ms", "1500"),
    ("retry.backoff.ms", "2000"),
    ("retry.backoff.max.ms", "2000"),
];

/// CL-58, CL-59: the first of two batches was tried again in vain, the second is in flight, a third waits.
fn with_an_unresolved_sequence() -> ProducerStand {
    let mut stand = ready(0, &EXPIRES_IN_THE_QUEUE, &[(1, 0)]);
    send(&mut stand, 0, "a");
    stand.advance(1_000);
    send(&mut stand, 0, "b");
    refuse(&mut stand, ErrorCode::RequestTimedOut);
    stand.advance(600);
    let timeout = failed(SendError::Timeout { ever_sent: true }, 1_500);
    assert_eq!(outcomes(&mut stand), [timeout]);
    assert_eq!(numbering(&stand, 0).unresolved, Some(1));
    send(&mut stand, 0, "c");
    assert_eq!(in_flight(&stand), [numbered(0, "b", 0, 1)]);
    assert_eq!(waits(&stand, 0), Some(BatchWaits::UnresolvedSequence));
    stand
}

#[test]
fn cl_58_a_later_success_shows_that_the_one_given_up_was_stored() {
    let mut stand = with_an_unresolved_sequence();
    accept(&mut stand, 1);
    assert_eq!(numbering(&stand, 0).unresolved, None);
    assert_eq!(in_flight(&stand), [numbered(0, "c", 0, 2)]);
    assert_eq!(epoch(&stand), 0);
}

#[test]
fn cl_59_a_gap_after_the_one_given_up_begins_a_new_epoch() {
    let mut stand = with_an_unresolved_sequence();
    refuse(&mut stand, ErrorCode::OutOfOrderSequenceNumber);
    assert_eq!(epoch(&stand), 1);
    let numbering = numbering(&stand, 0);
    assert_eq!((numbering.unresolved, numbering.next_sequence), (None, 1));
    let queue = &stand.client.accumulator().queues()[&partition(0)].batches;
    assert_eq!(queue[0].producer_state().map(|state| state.base_sequence), Some(0));
}

#[test]
fn cl_60_with_nothing_left_in_flight_nobody_knows_and_a_new_epoch_begins() {
    let mut stand = ready(0, &EXPIRES_IN_THE_QUEUE, &[(1, 0)]);
    send(&mut stand, 0, "a");
    refuse(&mut stand, ErrorCode::RequestTimedOut);
    stand.advance(1_500);
    assert_eq!(
        manager(&stand).producer(),
        Some(ProducerIdAndEpoch { id: ID, epoch: 1 })
    );
    assert_eq!(numbering(&stand, 0).unresolved, None);
    assert_eq!(sequences(&stand, 0), (0, None));
}

#[test]
fn cl_61_a_producer_the_broker_does_not_know_begins_a_new_epoch() {
    let mut stand = ready(0, &[], &[(1, 0)]);
    send(&mut stand, 0, "a");
    accept(&mut stand, 1000);
    stand.send(0, &["b", "c"]);
    answer_nth(&mut stand, 0, ErrorCode::UnknownProducerId, -1, 1010);
    assert_eq!(epoch(&stand), 1);
    stand.advance(120);
    assert_eq!(in_flight(&stand), [numbered(0, "b c", 1, 0)]);
    accept(&mut stand, 1011);
    assert_eq!(outcomes(&mut stand), [acknowledged(1000), acknowledged(1011)]);
}

#[test]
fn an_unknown_producer_without_a_log_start_is_tried_again_as_it_is() {
    let mut stand = ready(0, &[], &[(1, 0)]);
    send(&mut stand, 0, "a");
    refuse(&mut stand, ErrorCode::UnknownProducerId);
    stand.advance(120);
    assert_eq!(in_flight(&stand), [numbered(0, "a", 0, 0)]);
}

#[test]
fn cl_62_when_epochs_are_used_up_a_new_id_is_asked_for() {
    let mut stand = ready(i16::MAX, &[], &[(1, 0), (1, 0)]);
    send(&mut stand, 0, "a");
    send(&mut stand, 1, "x");
    refuse(&mut stand, ErrorCode::OutOfOrderSequenceNumber);
    let no_id = Why::EpochBumped {
        producer: None,
        partitions: vec![partition(0)],
    };
    assert!(stand.explained.contains(&no_id));
    // The other partition's batch is answered as ever, and keeps its number.
    refuse(&mut stand, ErrorCode::NotLeaderOrFollower);
    give_id(&mut stand, ID + 1, 0);
    stand.advance(120);
    let again = [numbered(0, "a", 0, 0), numbered(1, "x", i16::MAX, 0)];
    assert_eq!(in_flight(&stand), again);
    accept(&mut stand, 3);
    accept(&mut stand, 10);
    assert_eq!(outcomes(&mut stand), [acknowledged(3), acknowledged(10)]);
    send(&mut stand, 1, "y");
    assert_eq!(in_flight(&stand), [numbered(1, "y", 0, 0)]);
    assert_eq!(sequences(&stand, 1), (1, None));
}

#[test]
fn cl_64_a_healthy_partition_goes_on_under_the_old_epoch_until_it_is_empty() {
    let mut stand = ready(1, &[], &[(1, 0), (2, 0)]);
    for value in ["a", "b", "c"] {
        send(&mut stand, 0, value);
    }
    for value in ["x", "y"] {
        send(&mut stand, 1, value);
    }
    // In flight: a, b, c to broker 1 and x, y to broker 2.
    accept(&mut stand, 0);
    answer_nth(&mut stand, 2, ErrorCode::None, 0, 0);
    assert_eq!(
        in_flight(&stand),
        [numbered(0, "b", 1, 1), numbered(0, "c", 1, 2), numbered(1, "y", 1, 1)]
    );
    refuse(&mut stand, ErrorCode::OutOfOrderSequenceNumber);
    assert_eq!(epoch(&stand), 2);
    assert_eq!(sequences(&stand, 0), (2, None));
    assert_eq!(sequences(&stand, 1), (2, Some(0)));
    send(&mut stand, 1, "z");
    assert_eq!(waits(&stand, 1), Some(BatchWaits::EarlierEpochInFlight));
    refuse(&mut stand, ErrorCode::OutOfOrderSequenceNumber);
    refuse(&mut stand, ErrorCode::NotLeaderOrFollower);
    stand.advance(120);
    assert_eq!(in_flight(&stand), [numbered(0, "b", 2, 0), numbered(1, "y", 1, 1)]);
    answer_nth(&mut stand, 1, ErrorCode::None, 1, 0);
    assert_eq!(in_flight(&stand), [numbered(0, "b", 2, 0), numbered(1, "z", 2, 0)]);
    assert_eq!(sequences(&stand, 1), (1, None));
}

#[test]
fn cl_65_a_batch_that_expires_while_its_retry_is_on_the_wire_begins_a_new_epoch() {
    let settings = [("request.timeout.ms", "10000"), ("delivery.timeout.ms", "15000")];
    let mut stand = ready(0, &settings, &[(1, 0)]);
    send(&mut stand, 0, "a");
    stand.advance(10_000);
    stand.requests.clear();
    stand.advance(4_999);
    assert_eq!(in_flight(&stand), [numbered(0, "a", 0, 0)]);
    stand.advance(1);
    let timeout = failed(SendError::Timeout { ever_sent: true }, 15_000);
    assert_eq!(outcomes(&mut stand), [timeout]);
    assert_eq!(in_flight(&stand), [numbered(0, "a", 0, 0)]);
    assert_eq!(epoch(&stand), 1);
    send(&mut stand, 0, "b");
    assert_eq!(in_flight(&stand).last(), Some(&numbered(0, "b", 1, 0)));
}

/// Three batches; those named are answered REQUEST_TIMED_OUT and expire in the queue, the others succeed after that.
fn three_of_which_expire(expiring: [bool; 3]) -> ProducerStand {
    let mut stand = ready(0, &EXPIRES_IN_THE_QUEUE, &[(1, 0)]);
    for (value, expires) in ["a", "b", "c"].into_iter().zip(expiring) {
        if !expires {
            stand.advance(200);
        }
        send(&mut stand, 0, value);
    }
    for expires in expiring.into_iter().rev() {
        if expires {
            let n = stand.requests.len() - 1;
            answer_nth(&mut stand, n, ErrorCode::RequestTimedOut, -1, -1);
        } else {
            let last = stand.requests.pop().expect("in flight");
            stand.requests.insert(0, last);
        }
    }
    stand
}

#[test]
fn cl_66_the_last_one_in_flight_succeeds_and_the_epoch_stays() {
    let mut stand = three_of_which_expire([true, true, false]);
    stand.advance(1_400);
    assert_eq!(outcomes(&mut stand).len(), 2);
    assert_eq!(numbering(&stand, 0).unresolved, Some(2));
    accept(&mut stand, 2);
    assert_eq!(epoch(&stand), 0);
    assert_eq!(sequences(&stand, 0), (3, Some(2)));
    assert_eq!(numbering(&stand, 0).unresolved, None);
}

#[test]
fn cl_67_the_last_one_in_flight_fails_and_a_new_epoch_begins() {
    let mut stand = three_of_which_expire([true, false, true]);
    stand.advance(1_350);
    accept(&mut stand, 1);
    assert_eq!(epoch(&stand), 0);
    stand.advance(150);
    assert_eq!(epoch(&stand), 1);
    assert_eq!(sequences(&stand, 0), (0, None));
}

/// CL-42 with sequences.
#[test]
fn cl_42_the_parts_of_a_batch_keep_its_sequences() {
    let mut stand = ready(0, &[], &[(1, 0)]);
    stand.send(0, &["a", "b"]);
    let ProcessConfig::Producer(config) = &mut stand.config.process else {
        panic!("a producer's config");
    };
    config.batch_size = 83;
    refuse(&mut stand, ErrorCode::MessageTooLarge);
    assert_eq!(in_flight(&stand), [numbered(0, "a", 0, 0)]);
    assert_eq!(numbering(&stand, 0).next_sequence, 2);
    accept(&mut stand, 0);
    assert_eq!(in_flight(&stand), [numbered(0, "b", 0, 1)]);
    accept(&mut stand, 1);
    assert_eq!(outcomes(&mut stand), [acknowledged(0), acknowledged(1)]);
}

/// S8: a batch that may not go yet ends the round for its broker, and holds other partitions of it back.
#[test]
fn a_batch_that_waits_for_its_turn_holds_up_its_broker() {
    let mut stand = ready(0, &[], &[(1, 0), (1, 0)]);
    for value in ["a", "b"] {
        send(&mut stand, 0, value);
    }
    refuse(&mut stand, ErrorCode::NotEnoughReplicas);
    refuse(&mut stand, ErrorCode::OutOfOrderSequenceNumber);
    stand.advance(120);
    assert_eq!(in_flight(&stand), [numbered(0, "a", 0, 0)]);
    send(&mut stand, 1, "x");
    assert_eq!(waits(&stand, 0), Some(BatchWaits::EarlierSequenceInFlight { first: 0 }));
    assert_eq!(in_flight(&stand), [numbered(0, "a", 0, 0)]);
    accept(&mut stand, 0);
    assert_eq!(in_flight(&stand), [numbered(0, "b", 0, 1), numbered(1, "x", 0, 0)]);
}

/// I12: an old epoch is refused for good; the rest goes on under a new one.
#[test]
fn an_old_epoch_fails_its_batch_and_begins_a_new_one() {
    let mut stand = ready(0, &[], &[(1, 0)]);
    send(&mut stand, 0, "a");
    refuse(&mut stand, ErrorCode::InvalidProducerEpoch);
    let refused = failed(SendError::Broker(ErrorCode::InvalidProducerEpoch), 0);
    assert_eq!(outcomes(&mut stand), [refused]);
    send(&mut stand, 0, "b");
    assert_eq!(in_flight(&stand), [numbered(0, "b", 1, 0)]);
}

/// I12: with its retries used up a batch may have been stored, so its number is not given again.
#[test]
fn a_batch_that_ran_out_of_retries_changes_no_epoch() {
    let mut stand = ready(0, &[("retries", "1")], &[(1, 0)]);
    send(&mut stand, 0, "a");
    refuse(&mut stand, ErrorCode::NotEnoughReplicas);
    stand.advance(120);
    refuse(&mut stand, ErrorCode::NotEnoughReplicas);
    assert_eq!(outcomes(&mut stand).len(), 1);
    send(&mut stand, 0, "b");
    assert_eq!(in_flight(&stand), [numbered(0, "b", 0, 1)]);
}

#[test]
fn after_a_fatal_error_everything_fails() {
    let mut stand = ready(0, &[], &[(1, 0), (0, 0)]);
    send(&mut stand, 0, "a");
    send(&mut stand, 0, "b");
    send(&mut stand, 1, "x");
    refuse(&mut stand, ErrorCode::ProducerFenced);
    send(&mut stand, 0, "c");
    let fenced = || failed(SendError::Broker(ErrorCode::ProducerFenced), 0);
    assert_eq!(outcomes(&mut stand), [fenced(), fenced(), fenced(), fenced()]);
}

/// Without idempotence nothing is asked for and nothing is numbered.
#[test]
fn acks_1_switches_numbering_off() {
    let mut stand = Stand::producer(&[("acks", "1")]);
    stand.cluster = Some(cluster(&[(1, 0)]));
    assert!(stand.client.transactions().is_none());
    assert!(stand.requests.is_empty());
}
