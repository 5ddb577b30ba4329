//! A producer on the test stand: vectors CL-09, CL-19 … CL-48 of the client's specification, and what they leave out.

use super::*;
use crate::base::epoch::LeaderEpoch;
use crate::base::offset::Offset;
use crate::base::time::Millis;
use crate::base::why::NodeNotReady;
use crate::client::stand::{Stand, cluster, partition, to};
use crate::message::application::SendOutcome;
use crate::message::metadata::CurrentLeader;
use crate::message::produce::{ProduceResponse, ProducedPartition};
use crate::message::{Body, Envelope, Request, Response};

type ProducerStand = Stand<Producer>;

/// A producer that knows topic `t`.
fn ready(settings: &[(&str, &str)], partitions: &[(i32, i32)]) -> ProducerStand {
    let mut stand = Stand::producer(settings);
    stand.cluster = Some(cluster(partitions));
    stand
}

fn config(stand: &ProducerStand) -> &ProducerConfig {
    match &stand.config.process {
        ProcessConfig::Producer(config) => config,
        _ => panic!("a producer's config"),
    }
}

/// A Produce request: the broker, and per partition the values and how often the batch was sent before.
type Produced = (i32, Vec<(i32, String, u32)>);

fn produced(request: &Envelope) -> Produced {
    let Body::Request(Request::Produce(produce)) = &request.body else {
        panic!("{request:?}");
    };
    let value = |record: &Record| record.value.as_deref().unwrap_or("-").to_string();
    let batches = produce.batches.iter().map(|(partition, batch)| {
        let values: Vec<_> = batch.records.iter().map(value).collect();
        (partition.partition, values.join(" "), batch.attempt)
    });
    (request.connection.to.broker().unwrap().0, batches.collect())
}

fn waiting(stand: &ProducerStand) -> Vec<Produced> {
    stand.requests.iter().map(produced).collect()
}

fn batch(partition: i32, values: &str, attempt: u32) -> (i32, String, u32) {
    (partition, values.to_string(), attempt)
}

/// Answers the oldest request, the same for each of its partitions.
fn answer(stand: &mut ProducerStand, error: ErrorCode, base_offset: i64, hint: Option<(i32, i32)>) {
    let request = stand.next_request().expect("a request in flight");
    let Body::Request(Request::Produce(produce)) = &request.body else {
        panic!("{request:?}");
    };
    let partitions = produce.batches.iter().map(|(partition, _)| ProducedPartition {
        partition: *partition,
        error,
        base_offset: Offset(base_offset),
        log_start_offset: Offset::ZERO,
        current_leader: hint.map(|(leader, epoch)| CurrentLeader {
            leader: Some(BrokerId(leader)),
            leader_epoch: LeaderEpoch(epoch),
        }),
    });
    let response = Response::Produce(ProduceResponse {
        partitions: partitions.collect(),
    });
    stand.answer(&request, response);
}

/// The outcomes reported so far, in order, and forgets them.
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

#[test]
fn records_of_one_call_travel_in_one_batch_after_linger_and_are_acknowledged_together() {
    let mut stand = ready(&[], &[(1, 0)]);
    stand.send(0, &["a", "b", "c"]);
    stand.advance(4);
    assert_eq!(waiting(&stand), []);
    stand.advance(1);
    assert_eq!(waiting(&stand), [(1, vec![batch(0, "a b c", 0)])]);
    answer(&mut stand, ErrorCode::None, 7, None);
    assert_eq!(outcomes(&mut stand), [acknowledged(7)]);
    assert!(!stand.client.has_undone_batches());
    // Nothing is left behind but the age of the metadata.
    assert_eq!(stand.timers.keys().collect::<Vec<_>>(), [&Timer::MetadataMaxAge]);
}

/// CL-09: an unknown topic, and a partition beyond the known ones.
#[test]
fn cl_09_send_gives_up_after_max_block() {
    for (partitions, wanted) in [(&[][..], 0), (&[(1, 0)][..], 2)] {
        let mut stand = ready(&[], partitions);
        stand.send(wanted, &["a"]);
        stand.advance(59_999);
        assert_eq!(outcomes(&mut stand), []);
        stand.advance(1);
        assert_eq!(
            outcomes(&mut stand),
            [failed(SendError::Timeout { ever_sent: false }, 60_000)]
        );
        // It asked about every 100 ms: 120 at the longest, so that it found out soon.
        assert!(
            (500..=502).contains(&stand.metadata_requests),
            "{}",
            stand.metadata_requests
        );
    }
}

#[test]
fn a_topic_that_appears_ends_the_wait() {
    let mut stand = ready(&[], &[]);
    stand.send(0, &["a"]);
    stand.advance(1_000);
    let id = RecordId {
        producer: ClientId(0),
        n: 0,
    };
    assert_eq!(
        stand.client.record_state(id),
        Some(RecordState::WaitsForMetadata { since: SimTime(0) })
    );
    stand.cluster = Some(cluster(&[(2, 0)]));
    stand.advance(120);
    assert!(!stand.timers.contains_key(&Timer::MaxBlock));
    stand.advance(5);
    assert_eq!(waiting(&stand), [(2, vec![batch(0, "a", 0)])]);
}

/// CL-25.
#[test]
fn cl_25_a_batch_lingers() {
    let mut stand = ready(&[("linger.ms", "10")], &[(1, 0)]);
    stand.send(0, &["a"]);
    stand.advance(9);
    assert_eq!(waiting(&stand), []);
    assert_eq!(
        stand.client.why_batch_waits(partition(0), stand.at, config(&stand)),
        Some(Why::BatchWaits {
            partition: partition(0),
            because: BatchWaits::Lingers { until: SimTime(10_000) }
        })
    );
    stand.advance(1);
    assert_eq!(waiting(&stand), [(1, vec![batch(0, "a", 0)])]);
}

/// CL-26: one batch of 61 + 2 × (21 + 1) bytes is full with two records.
#[test]
fn cl_26_a_full_batch_does_not_linger() {
    let mut stand = ready(&[("linger.ms", "10"), ("batch.size", "106")], &[(1, 0)]);
    stand.send(0, &["a", "b"]);
    assert_eq!(waiting(&stand), []);
    stand.send(0, &["c"]);
    assert_eq!(waiting(&stand), [(1, vec![batch(0, "a b", 0)])]);
    stand.advance(10);
    assert_eq!(waiting(&stand).last(), Some(&(1, vec![batch(0, "c", 0)])));
}

#[test]
fn a_batch_size_of_zero_sends_every_record_alone() {
    let mut stand = ready(&[("batch.size", "0"), ("linger.ms", "10")], &[(1, 0)]);
    stand.send(0, &["a", "b"]);
    assert_eq!(
        waiting(&stand),
        [(1, vec![batch(0, "a", 0)]), (1, vec![batch(0, "b", 0)])]
    );
}

/// CL-27.
#[test]
fn cl_27_each_partition_lingers_by_itself() {
    let mut stand = ready(&[("linger.ms", "10")], &[(1, 0), (2, 0)]);
    stand.send(0, &["a"]);
    stand.advance(5);
    stand.send(1, &["b"]);
    assert_eq!(stand.timers.get(&Timer::Linger(partition(0))), Some(&SimTime(10_000)));
    assert_eq!(stand.timers.get(&Timer::Linger(partition(1))), Some(&SimTime(15_000)));
}

#[test]
fn a_ready_partition_takes_the_others_of_its_node_along() {
    let mut stand = ready(&[("linger.ms", "10")], &[(1, 0), (1, 0), (2, 0)]);
    stand.send(0, &["a"]);
    stand.advance(5);
    stand.send(1, &["b"]);
    stand.send(2, &["c"]);
    stand.advance(5);
    assert_eq!(waiting(&stand), [(1, vec![batch(0, "a", 0), batch(1, "b", 0)])]);
    assert!(!stand.timers.contains_key(&Timer::Linger(partition(1))));
}

/// S8: a request ends at `max.request.size`; the next begins where it ended. 83 bytes a batch.
#[test]
fn a_request_stops_at_its_size_and_the_next_begins_there() {
    let mut stand = ready(
        &[("linger.ms", "10"), ("max.request.size", "170")],
        &[(1, 0), (1, 0), (1, 0)],
    );
    for index in 0..3 {
        stand.send(index, &["a"]);
    }
    stand.advance(10);
    assert_eq!(
        waiting(&stand),
        [
            (1, vec![batch(0, "a", 0), batch(1, "a", 0)]),
            (1, vec![batch(2, "a", 0)])
        ]
    );
}

/// CL-28, CL-35: the leader moves while the first batch is in flight, and the second waits for it all the same.
#[test]
fn cl_28_35_with_one_in_flight_a_partition_is_muted_until_its_batch_came_to_its_end() {
    let mut stand = ready(&[("max.in.flight.requests.per.connection", "1")], &[(1, 0), (3, 0)]);
    stand.send(0, &["a"]);
    stand.advance(5);
    stand.send(0, &["b"]);
    stand.cluster = Some(cluster(&[(2, 1), (3, 1)]));
    stand.input(Input::Timer(Timer::MetadataMaxAge));
    stand.advance(1_000);
    assert_eq!(
        stand.client.client().metadata.snapshot().leader(partition(0)),
        Some(BrokerId(2))
    );
    assert_eq!(waiting(&stand), [(1, vec![batch(0, "a", 0)])]);
    assert_eq!(
        stand.client.why_batch_waits(partition(0), stand.at, config(&stand)),
        Some(Why::BatchWaits {
            partition: partition(0),
            because: BatchWaits::Muted
        })
    );
    answer(&mut stand, ErrorCode::None, 0, None);
    assert_eq!(waiting(&stand), [(2, vec![batch(0, "b", 0)])]);
}

/// CL-30: base 100, max 1000; the stand draws the longest wait.
#[test]
fn cl_30_retries_wait_longer_each_time() {
    let mut stand = ready(&[("linger.ms", "0")], &[(1, 0)]);
    stand.send(0, &["a"]);
    for (attempts, wait) in [(1, 120), (2, 240), (3, 480), (4, 960), (5, 1_000), (6, 1_000)] {
        answer(&mut stand, ErrorCode::NotEnoughReplicas, -1, None);
        stand.advance(wait - 1);
        assert_eq!(waiting(&stand), [], "attempt {attempts}");
        stand.advance(1);
        assert_eq!(waiting(&stand), [(1, vec![batch(0, "a", attempts)])]);
    }
    assert_eq!(outcomes(&mut stand), []);
}

/// CL-34.
#[test]
fn cl_34_a_partition_that_backs_off_does_not_hold_others_back() {
    let mut stand = ready(&[("linger.ms", "0")], &[(1, 0), (1, 0)]);
    stand.send(0, &["a"]);
    answer(&mut stand, ErrorCode::NotEnoughReplicas, -1, None);
    stand.send(1, &["b"]);
    assert_eq!(waiting(&stand), [(1, vec![batch(1, "b", 0)])]);
    stand.advance(120);
    assert_eq!(waiting(&stand).last(), Some(&(1, vec![batch(0, "a", 1)])));
}

/// CL-37: retries=1 sends a batch at most twice.
#[test]
fn cl_37_a_lost_request_is_sent_again_as_often_as_retries_says() {
    let mut stand = ready(&[("linger.ms", "0"), ("retries", "1")], &[(1, 0)]);
    stand.send(0, &["a"]);
    stand.disconnect(1);
    stand.advance(1_000);
    assert_eq!(waiting(&stand), [(1, vec![batch(0, "a", 1)])]);
    answer(&mut stand, ErrorCode::None, 0, None);
    assert_eq!(outcomes(&mut stand), [acknowledged(0)]);

    stand.send(0, &["b"]);
    stand.disconnect(1);
    stand.advance(1_000);
    stand.disconnect(1);
    let error = SendError::Broker(ErrorCode::NetworkException);
    assert_eq!(outcomes(&mut stand), [failed(error, 2_000)]);
    assert_eq!(waiting(&stand), []);
}

/// CL-38, with an error the model has.
#[test]
fn cl_38_an_error_that_is_not_retriable_fails_at_once_and_no_sequence_was_sent() {
    let mut stand = ready(&[("linger.ms", "0")], &[(1, 0)]);
    stand.send(0, &["a"]);
    let Body::Request(Request::Produce(produce)) = &stand.requests[0].body else {
        panic!();
    };
    assert_eq!(
        (produce.batches[0].1.producer, produce.batches[0].1.base_sequence),
        (None, -1)
    );
    answer(&mut stand, ErrorCode::InvalidRecord, -1, None);
    assert_eq!(
        outcomes(&mut stand),
        [failed(SendError::Broker(ErrorCode::InvalidRecord), 0)]
    );
}

const SHORT_DELIVERY: &[(&str, &str)] = &[
    ("linger.ms", "0"),
    ("delivery.timeout.ms", "1500"),
    ("request.timeout.ms", "1500"),
];

/// CL-39, CL-40: whatever answer waits at exactly 1500 ms, the record has timed out, and nothing more is sent.
#[test]
fn cl_39_40_expiry_comes_before_an_answer_of_the_same_moment() {
    for error in [ErrorCode::None, ErrorCode::NotLeaderOrFollower] {
        let mut stand = ready(SHORT_DELIVERY, &[(1, 0)]);
        stand.send(0, &["a"]);
        // The answer is handled before the timers of that moment.
        stand.at = SimTime(1_500_000);
        answer(&mut stand, error, 0, None);
        assert_eq!(
            outcomes(&mut stand),
            [failed(SendError::Timeout { ever_sent: true }, 1_500)]
        );
        stand.advance(10_000);
        assert_eq!(waiting(&stand), []);
    }
}

/// CL-41.
#[test]
fn cl_41_an_expired_batch_is_not_split() {
    let mut stand = ready(SHORT_DELIVERY, &[(1, 0)]);
    stand.send(0, &["a", "b"]);
    stand.at = SimTime(1_500_000);
    answer(&mut stand, ErrorCode::MessageTooLarge, -1, None);
    assert_eq!(
        outcomes(&mut stand),
        [failed(SendError::Timeout { ever_sent: true }, 1_500)]
    );
    assert_eq!(waiting(&stand), []);
}

/// CL-29, and the time-out of a batch that never left the queue.
#[test]
fn cl_29_a_queued_batch_expires_too() {
    let mut stand = ready(
        &[("delivery.timeout.ms", "3200"), ("request.timeout.ms", "3000")],
        &[(0, 3)],
    );
    stand.send(0, &["a"]);
    stand.advance(3_199);
    assert_eq!(
        stand.client.why_batch_waits(partition(0), stand.at, config(&stand)),
        Some(Why::BatchWaits {
            partition: partition(0),
            because: BatchWaits::NoLeader
        })
    );
    assert_eq!(outcomes(&mut stand), []);
    stand.advance(1);
    assert_eq!(
        outcomes(&mut stand),
        [failed(SendError::Timeout { ever_sent: false }, 3_200)]
    );
}

/// CL-36: batch 2 goes out only after the pass in which batch 1's request came to its end.
#[test]
fn cl_36_an_expired_batch_mutes_its_partition_until_its_answer_comes() {
    let mut stand = ready(&[], &[(1, 0)]);
    for (name, value) in SHORT_DELIVERY
        .iter()
        .chain(&[("max.in.flight.requests.per.connection", "1")])
    {
        let ProcessConfig::Producer(config) = &mut stand.config.process else {
            panic!()
        };
        config.set(name, value).unwrap();
    }
    let ProcessConfig::Producer(config) = &mut stand.config.process else {
        panic!()
    };
    config.request_timeout = Millis(10_000);
    stand.send(0, &["a"]);
    stand.advance(750);
    stand.send(0, &["b"]);
    stand.advance(750);
    assert_eq!(
        outcomes(&mut stand),
        [failed(SendError::Timeout { ever_sent: true }, 1_500)]
    );
    assert_eq!(waiting(&stand), [(1, vec![batch(0, "a", 0)])]);
    answer(&mut stand, ErrorCode::None, 0, None);
    assert_eq!(outcomes(&mut stand), []);
    assert_eq!(waiting(&stand), [(1, vec![batch(0, "b", 0)])]);
}

/// CL-42 without sequences: two records too many make two batches, as old as the first and counted as new.
#[test]
fn cl_42_a_batch_too_large_for_the_broker_is_sent_in_parts() {
    let mut stand = ready(&[("linger.ms", "0")], &[(1, 0)]);
    stand.send(0, &["a", "b"]);
    let ProcessConfig::Producer(config) = &mut stand.config.process else {
        panic!()
    };
    config.batch_size = 83;
    answer(&mut stand, ErrorCode::MessageTooLarge, -1, None);
    assert_eq!(
        waiting(&stand),
        [(1, vec![batch(0, "a", 0)]), (1, vec![batch(0, "b", 0)])]
    );
    answer(&mut stand, ErrorCode::None, 0, None);
    answer(&mut stand, ErrorCode::None, 1, None);
    assert_eq!(outcomes(&mut stand), [acknowledged(0), acknowledged(1)]);
}

#[test]
fn a_single_record_too_large_for_the_broker_fails() {
    let mut stand = ready(&[("linger.ms", "0")], &[(1, 0)]);
    stand.send(0, &["a"]);
    answer(&mut stand, ErrorCode::MessageTooLarge, -1, None);
    assert_eq!(
        outcomes(&mut stand),
        [failed(SendError::Broker(ErrorCode::MessageTooLarge), 0)]
    );
}

#[test]
fn a_record_larger_than_a_request_fails_before_it_is_sent() {
    let mut stand = ready(&[("max.request.size", "90")], &[(1, 0)]);
    stand.send(0, &["123456789"]);
    let Some(Completion::Sent {
        partition: None,
        outcome,
        ..
    }) = stand.completed.pop()
    else {
        panic!();
    };
    assert_eq!(outcome, failed(SendError::Broker(ErrorCode::MessageTooLarge), 0));
}

/// CL-44, CL-46: with a hint to a newer epoch the batch follows it at once, and metadata is asked for all the same; the
/// second refusal names no newer leader, so the batch backs off.
#[test]
fn cl_44_46_a_new_leader_spares_the_back_off() {
    let mut stand = ready(&[("linger.ms", "0")], &[(1, 100)]);
    stand.send(0, &["a"]);
    stand.cluster = Some(cluster(&[(2, 101)]));
    let asked = stand.metadata_requests;
    stand.advance(1);
    answer(&mut stand, ErrorCode::NotLeaderOrFollower, -1, Some((2, 101)));
    assert_eq!(waiting(&stand), [(2, vec![batch(0, "a", 1)])]);
    answer(&mut stand, ErrorCode::NotLeaderOrFollower, -1, Some((2, 101)));
    assert_eq!(waiting(&stand), []);
    stand.advance(239);
    assert_eq!(stand.metadata_requests, asked + 1);
    assert_eq!(waiting(&stand), []);
    stand.advance(1);
    assert_eq!(waiting(&stand), [(2, vec![batch(0, "a", 2)])]);
    answer(&mut stand, ErrorCode::None, 999, None);
    assert_eq!(outcomes(&mut stand), [acknowledged(999)]);
}

/// CL-44 by metadata alone: the epoch that rose ends the back-off when the answer comes.
#[test]
fn cl_44_metadata_with_a_new_epoch_ends_the_back_off() {
    let mut stand = ready(&[("linger.ms", "0")], &[(1, 100)]);
    stand.send(0, &["a"]);
    answer(&mut stand, ErrorCode::NotLeaderOrFollower, -1, None);
    stand.advance(120);
    stand.cluster = Some(cluster(&[(2, 101)]));
    answer(&mut stand, ErrorCode::NotLeaderOrFollower, -1, None);
    // The back-off would last until 360 ms, metadata may be asked for at 240 ms.
    stand.advance(119);
    assert_eq!(waiting(&stand), []);
    stand.advance(1);
    assert_eq!(waiting(&stand), [(2, vec![batch(0, "a", 2)])]);
    assert!(!stand.timers.contains_key(&Timer::RetryBackoff(partition(0))));
}

/// CL-31, CL-45: no epoch that rose, no shortcut; the update is wanted.
#[test]
fn cl_31_45_a_refusal_without_a_new_leader_backs_off_and_asks_for_metadata() {
    let mut stand = ready(&[("linger.ms", "0")], &[(1, 100)]);
    stand.send(0, &["a"]);
    stand.cluster = None;
    answer(&mut stand, ErrorCode::NotLeaderOrFollower, -1, None);
    assert!(stand.client.client().metadata.update_requested());
    assert_eq!(
        stand.client.client().metadata.snapshot().leader(partition(0)),
        Some(BrokerId(1))
    );
    assert!(stand.timers.contains_key(&Timer::RetryBackoff(partition(0))));
    assert_eq!(
        stand.client.why_batch_waits(partition(0), stand.at, config(&stand)),
        Some(Why::BatchWaits {
            partition: partition(0),
            because: BatchWaits::BacksOff {
                since: SimTime(0),
                attempts: 1
            }
        })
    );
}

/// CL-19, CL-20, S15: an answer that does not come closes the connection and loses the others with it, oldest first;
/// without idempotence they come back in reverse order.
#[test]
fn cl_19_20_a_timeout_closes_the_connection_and_reverses_the_queue() {
    let mut stand = ready(&[("linger.ms", "0")], &[(1, 0)]);
    for value in ["a", "b", "c"] {
        stand.send(0, &[value]);
        stand.advance(1);
    }
    assert_eq!(stand.requests.len(), 3);
    let first = stand.requests[0].correlation;
    stand.cluster = None;
    stand.advance(29_996);
    assert_eq!(stand.closed, []);
    stand.advance(1);
    assert_eq!(stand.closed, [to(1)]);
    let queue = stand.client.accumulator().queues()[&partition(0)].batches.iter();
    let values: Vec<_> = queue
        .map(|batch| batch.records()[0].value.as_deref().unwrap())
        .collect();
    assert_eq!(values, ["c", "b", "a"]);
    assert!(stand.client.client().metadata.update_requested());
    let retried = |error| Why::BatchRetried {
        partition: partition(0),
        error,
        attempts: 1,
        correlation: first,
        disconnected_from: Some(BrokerId(1)),
    };
    assert!(stand.explained.contains(&retried(ErrorCode::RequestTimedOut)));
    assert_eq!(stand.client.in_flight().count(), 0);
}

/// CL-47, S24: nobody answers acks=0; what has left is done, at an offset that is not known.
#[test]
fn cl_47_acks_0_is_done_when_it_has_left() {
    let mut stand = ready(&[("acks", "0"), ("linger.ms", "0")], &[(1, 0)]);
    stand.send(0, &["a"]);
    assert_eq!(waiting(&stand), [(1, vec![batch(0, "a", 0)])]);
    assert_eq!(outcomes(&mut stand), [SendOutcome::Acknowledged { base_offset: None }]);
    assert!(
        !stand
            .timers
            .keys()
            .any(|timer| matches!(timer, Timer::RequestTimeout(_)))
    );
}

#[test]
fn acks_0_does_not_send_into_a_connection_that_cannot_be_opened() {
    let mut stand = ready(&[("acks", "0"), ("linger.ms", "0")], &[(2, 0)]);
    stand.reachable = vec![1];
    stand.send(0, &["a"]);
    stand.advance(60_000);
    assert_eq!(outcomes(&mut stand), []);
    stand.reachable = vec![1, 2];
    stand.advance(1_000);
    assert_eq!(outcomes(&mut stand), [SendOutcome::Acknowledged { base_offset: None }]);
}

#[test]
fn no_more_requests_are_in_flight_than_allowed() {
    let mut stand = ready(
        &[("linger.ms", "0"), ("max.in.flight.requests.per.connection", "2")],
        &[(1, 0)],
    );
    for value in ["a", "b", "c"] {
        stand.send(0, &[value]);
    }
    assert_eq!(stand.requests.len(), 2);
    assert_eq!(
        stand.client.why_batch_waits(partition(0), stand.at, config(&stand)),
        Some(Why::BatchWaits {
            partition: partition(0),
            because: BatchWaits::NodeNotReady {
                leader: BrokerId(1),
                because: NodeNotReady::InFlightLimit
            }
        })
    );
    answer(&mut stand, ErrorCode::None, 0, None);
    assert_eq!(stand.requests.len(), 2);
}

/// M12: while there is no leader, metadata is asked for at growing distances.
#[test]
fn a_leaderless_partition_makes_the_producer_ask_ever_more_slowly() {
    let mut stand = ready(&[("linger.ms", "0")], &[(0, 3)]);
    stand.send(0, &["a"]);
    let mut asked_at = Vec::new();
    for ms in 0..5_000 {
        let before = stand.metadata_requests;
        stand.advance(1);
        if stand.metadata_requests > before {
            asked_at.push(ms + 1);
        }
    }
    assert_eq!(asked_at, [120, 240, 480, 960, 1_920, 2_920, 3_920, 4_920]);
    stand.cluster = Some(cluster(&[(3, 4)]));
    stand.advance(1_000);
    assert_eq!(waiting(&stand), [(3, vec![batch(0, "a", 0)])]);
}

#[test]
fn closing_sends_what_lingers_and_ends_when_it_is_answered() {
    let mut stand = ready(&[("linger.ms", "1000")], &[(1, 0)]);
    stand.send(0, &["a"]);
    stand.input(Input::Stop);
    assert_eq!(waiting(&stand), [(1, vec![batch(0, "a", 0)])]);
    assert!(!stand.exited);
    answer(&mut stand, ErrorCode::None, 0, None);
    assert!(stand.exited);
}

/// The error table for Produce: retried or not, metadata refreshed or not.
#[test]
fn the_error_table_of_produce() {
    let retried = true;
    let refresh = true;
    let table = [
        (ErrorCode::UnknownServerError, !retried, !refresh),
        (ErrorCode::CorruptMessage, retried, !refresh),
        (ErrorCode::UnknownTopicOrPartition, retried, refresh),
        (ErrorCode::LeaderNotAvailable, retried, refresh),
        (ErrorCode::NotLeaderOrFollower, retried, refresh),
        (ErrorCode::RequestTimedOut, retried, !refresh),
        (ErrorCode::NetworkException, retried, refresh),
        (ErrorCode::ReplicaNotAvailable, retried, refresh),
        (ErrorCode::RecordListTooLarge, !retried, !refresh),
        (ErrorCode::InvalidTopicException, !retried, !refresh),
        (ErrorCode::NotEnoughReplicas, retried, !refresh),
        (ErrorCode::NotEnoughReplicasAfterAppend, retried, !refresh),
        (ErrorCode::InvalidRequiredAcks, !retried, !refresh),
        (ErrorCode::InvalidTimestamp, !retried, !refresh),
        (ErrorCode::UnsupportedVersion, !retried, !refresh),
        (ErrorCode::KafkaStorageError, retried, refresh),
        (ErrorCode::FencedLeaderEpoch, retried, refresh),
        (ErrorCode::UnknownLeaderEpoch, retried, !refresh),
        (ErrorCode::InvalidRecord, !retried, !refresh),
        (ErrorCode::UnknownTopicId, retried, refresh),
        (ErrorCode::InconsistentTopicId, retried, refresh),
    ];
    for (error, retries, refreshes) in table {
        let mut stand = ready(&[("linger.ms", "0")], &[(1, 0)]);
        stand.send(0, &["a"]);
        stand.cluster = None;
        answer(&mut stand, error, -1, None);
        assert_eq!(stand.client.has_undone_batches(), retries, "{error:?}");
        assert_eq!(
            stand.client.client().metadata.update_requested(),
            refreshes,
            "{error:?}"
        );
        let expected = match retries {
            true => vec![],
            false => vec![failed(SendError::Broker(error), 0)],
        };
        assert_eq!(outcomes(&mut stand), expected, "{error:?}");
    }
}

/// 4.3 brokers do not send it; it counts as success all the same.
#[test]
fn a_duplicate_sequence_is_a_success_without_an_offset() {
    let mut stand = ready(&[("linger.ms", "0")], &[(1, 0)]);
    stand.send(0, &["a"]);
    answer(&mut stand, ErrorCode::DuplicateSequenceNumber, -1, None);
    assert_eq!(outcomes(&mut stand), [SendOutcome::Acknowledged { base_offset: None }]);
}
