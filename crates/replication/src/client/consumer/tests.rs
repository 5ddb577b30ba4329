//! A consumer on the test stand: vectors CL-98 … CL-122 of the client's specification as far as they apply, and what
//! they leave out.

use super::*;
use crate::base::error_code::ErrorCode;
use crate::base::id::{ProducerIdAndEpoch, RecordId};
use crate::base::why::Why;
use crate::client::stand::{ME, Stand, cluster, partition};
use crate::log::record_batch::{EndTransactionMarker, Record, RecordBatch, TransactionResult};
use crate::message::Request;
use crate::message::application::{Completion, ReadError};
use crate::message::fetch::{AbortedTransaction, FetchResponse, FetchedPartition};
use crate::message::list_offsets::{ListOffsetsResponse, ListedOffset};
use crate::message::metadata::CurrentLeader;
use crate::message::offset_for_leader_epoch::{EpochAnswer, OffsetForLeaderEpochResponse};

type ConsumerStand = Stand<Consumer>;

fn name(index: i32) -> NamedPartition {
    named(&"t".into(), index)
}

/// A consumer that was assigned partition 0 of topic `t`.
fn reading(settings: &[(&str, &str)], from: StartPosition, partitions: &[(i32, i32)]) -> ConsumerStand {
    let mut stand = Stand::consumer(settings);
    stand.cluster = Some(cluster(partitions));
    assign(&mut stand, 0, from);
    stand
}

fn assign(stand: &mut ConsumerStand, index: i32, from: StartPosition) {
    stand.input(Input::Command(&Command::Assign {
        topic: "t".into(),
        partition: index,
        from,
    }));
}

fn at(offset: i64) -> StartPosition {
    StartPosition::Offset(Offset(offset))
}

/// A Fetch: the broker, and per partition the offset and the known leader epoch.
type Fetched = (i32, Vec<(i32, i64, Option<i32>)>);

/// The Fetch requests that wait for an answer, oldest first.
fn fetches(stand: &ConsumerStand) -> Vec<Fetched> {
    let fetch = |request: &Envelope| match &request.body {
        Body::Request(Request::Fetch(fetch)) => (
            request.connection.to.broker().unwrap().0,
            fetch
                .partitions
                .iter()
                .map(|p| {
                    let epoch = p.current_leader_epoch.map(|epoch| epoch.0);
                    (p.partition.partition, p.fetch_offset.0, epoch)
                })
                .collect(),
        ),
        other => panic!("{other:?}"),
    };
    stand.requests.iter().map(fetch).collect()
}

fn empty(index: i32) -> FetchedPartition {
    FetchedPartition {
        partition: partition(index),
        error: ErrorCode::None,
        high_watermark: Offset(0),
        last_stable_offset: Offset(0),
        log_start_offset: Offset(0),
        diverging_epoch: None,
        preferred_read_replica: None,
        current_leader: None,
        aborted_transactions: Vec::new(),
        records: Vec::new(),
        told_before: false,
    }
}

fn refused(index: i32, error: ErrorCode) -> FetchedPartition {
    FetchedPartition {
        error,
        high_watermark: Offset::UNKNOWN,
        ..empty(index)
    }
}

fn batch(base_offset: i64, records: u32, epoch: i32) -> Arc<RecordBatch> {
    let record = |n| Record {
        id: RecordId { producer: ME, n },
        key: None,
        value: None,
        headers: Vec::new(),
        timestamp: 0,
    };
    Arc::new(RecordBatch {
        base_offset: Offset(base_offset),
        leader_epoch: LeaderEpoch(epoch),
        ..RecordBatch::of((0..records).map(record).collect())
    })
}

fn answer_fetch(stand: &mut ConsumerStand, partitions: Vec<FetchedPartition>) {
    let request = stand.next_request().expect("a Fetch in flight");
    stand.answer(&request, Response::Fetch(FetchResponse { partitions }));
}

fn answer_list_offsets(stand: &mut ConsumerStand, error: ErrorCode, offset: i64, epoch: i32) {
    let request = stand.next_request().expect("ListOffsets in flight");
    let listed = ListedOffset {
        partition: partition(0),
        error,
        offset: Offset(offset),
        timestamp: -1,
        leader_epoch: LeaderEpoch(epoch),
        current_leader: None,
    };
    let response = ListOffsetsResponse {
        partitions: vec![listed],
    };
    stand.answer(&request, Response::ListOffsets(response));
}

fn answer_validation(stand: &mut ConsumerStand, epoch: i32, end_offset: i64) {
    let request = stand.next_request().expect("OffsetForLeaderEpoch in flight");
    let answer = EpochAnswer {
        partition: partition(0),
        error: ErrorCode::None,
        leader_epoch: LeaderEpoch(epoch),
        end_offset: Offset(end_offset),
    };
    let response = OffsetForLeaderEpochResponse {
        partitions: vec![answer],
    };
    stand.answer(&request, Response::OffsetForLeaderEpoch(response));
}

fn position(stand: &ConsumerStand, index: i32) -> Option<(i64, Option<i32>)> {
    let position = stand.client.assigned()[&name(index)].position()?;
    Some((position.offset.0, position.offset_epoch.map(|epoch| epoch.0)))
}

fn is_fetching(stand: &ConsumerStand) -> bool {
    matches!(stand.client.assigned()[&name(0)].state, FetchState::Fetching(_))
}

/// CL-103, CL-104: the known leader epoch goes along; the position takes the epoch of the batch.
#[test]
fn cl_103_104_reading_moves_the_position_and_its_epoch() {
    let mut stand = reading(&[], at(0), &[(1, 99)]);
    assert_eq!(fetches(&stand), [(1, vec![(0, 0, Some(99))])]);
    answer_fetch(
        &mut stand,
        vec![FetchedPartition {
            records: vec![batch(0, 3, 1)],
            high_watermark: Offset(3),
            ..empty(0)
        }],
    );
    assert_eq!(position(&stand, 0), Some((3, Some(1))));
    assert_eq!(
        stand.completed,
        [Completion::Received {
            partition: partition(0),
            batches: vec![batch(0, 3, 1)],
            left_out: vec![],
            from: Offset(0),
            next: Offset(3),
        }]
    );
    assert_eq!(fetches(&stand), [(1, vec![(0, 3, Some(99))])]);
}

/// C10: a batch that begins below the position is handed over from the position on.
#[test]
fn a_position_inside_a_batch_reads_from_there() {
    let mut stand = reading(&[], at(1), &[(1, 0)]);
    answer_fetch(
        &mut stand,
        vec![FetchedPartition {
            records: vec![batch(0, 3, 0)],
            ..empty(0)
        }],
    );
    let Some(Completion::Received { from, next, .. }) = stand.completed.pop() else {
        panic!();
    };
    assert_eq!((from, next), (Offset(1), Offset(3)));
}

#[test]
fn one_fetch_per_broker_carries_all_its_partitions() {
    let mut stand = reading(&[], at(0), &[(1, 0), (2, 0), (1, 0)]);
    assign(&mut stand, 1, at(0));
    assign(&mut stand, 2, at(7));
    assert_eq!(
        fetches(&stand),
        [(1, vec![(0, 0, Some(0))]), (2, vec![(1, 0, Some(0))])]
    );
    let since = stand.at;
    assert_eq!(
        stand
            .client
            .why_not_read(&name(2), stand.at, &ConsumerConfig::default()),
        Some(NotRead::FetchInFlight {
            broker: BrokerId(1),
            since
        })
    );
    answer_fetch(&mut stand, vec![empty(0)]);
    assert_eq!(
        fetches(&stand),
        [(2, vec![(1, 0, Some(0))]), (1, vec![(0, 0, Some(0)), (2, 7, Some(0))])]
    );
}

/// CL-117, CL-118, and records-lead.
#[test]
fn cl_117_118_lag_is_the_high_watermark_or_last_stable_offset_less_the_position() {
    let mut stand = reading(&[], at(0), &[(1, 0)]);
    let lag = |stand: &ConsumerStand, isolation| stand.client.records_lag(&name(0), isolation);
    assert_eq!(lag(&stand, Isolation::ReadUncommitted), None);
    answer_fetch(
        &mut stand,
        vec![FetchedPartition {
            high_watermark: Offset(100),
            last_stable_offset: Offset(50),
            ..empty(0)
        }],
    );
    assert_eq!(lag(&stand, Isolation::ReadUncommitted), Some(100));
    assert_eq!(lag(&stand, Isolation::ReadCommitted), Some(50));
    answer_fetch(
        &mut stand,
        vec![FetchedPartition {
            records: vec![batch(0, 3, 0)],
            high_watermark: Offset(200),
            last_stable_offset: Offset(150),
            log_start_offset: Offset(1),
            ..empty(0)
        }],
    );
    assert_eq!(lag(&stand, Isolation::ReadUncommitted), Some(197));
    assert_eq!(lag(&stand, Isolation::ReadCommitted), Some(147));
    assert_eq!(stand.client.records_lead(&name(0)), Some(2));
}

/// CL-122: errors leave the reset standing and are tried again after a constant `retry.backoff.ms`.
#[test]
fn cl_122_a_reset_asks_until_the_leader_answers() {
    let mut stand = reading(&[], StartPosition::Latest, &[(1, 0)]);
    let mut asked_at = Vec::new();
    for error in [ErrorCode::OffsetNotAvailable, ErrorCode::LeaderNotAvailable] {
        asked_at.push(stand.at.as_millis());
        answer_list_offsets(&mut stand, error, -1, -1);
        assert_eq!(position(&stand, 0), None);
        stand.advance(99);
        assert_eq!(stand.requests.len(), 0);
        stand.advance(1);
    }
    assert_eq!(asked_at, [0, 100]);
    answer_list_offsets(&mut stand, ErrorCode::None, 5, 0);
    assert_eq!(position(&stand, 0), Some((5, None)));
    assert_eq!(fetches(&stand), [(1, vec![(0, 5, Some(0))])]);
}

#[test]
fn earliest_and_latest_ask_the_leader_with_its_epoch() {
    for (from, spec) in [
        (StartPosition::Earliest, OffsetSpec::Earliest),
        (StartPosition::Saved, OffsetSpec::Earliest),
        (StartPosition::Latest, OffsetSpec::Latest),
    ] {
        let stand = reading(&[], from, &[(2, 4)]);
        let Body::Request(Request::ListOffsets(request)) = &stand.requests[0].body else {
            panic!();
        };
        assert_eq!(stand.requests[0].connection.to.broker(), Some(BrokerId(2)));
        let asked = &request.partitions[0];
        assert_eq!((asked.spec, asked.current_leader_epoch), (spec, Some(LeaderEpoch(4))));
    }
}

/// CL-16 as a consumer meets it: an epoch newer than the metadata leaves no leader until an answer is as new.
#[test]
fn cl_16_a_newer_epoch_in_an_answer_makes_the_consumer_wait_for_metadata() {
    let mut stand = reading(&[], StartPosition::Earliest, &[(1, 3)]);
    answer_list_offsets(&mut stand, ErrorCode::None, 0, 4);
    stand.advance(1_000);
    assert_eq!(fetches(&stand), []);
    let not_read = stand
        .client
        .why_not_read(&name(0), stand.at, &ConsumerConfig::default());
    assert_eq!(not_read, Some(NotRead::NoLeader));
    stand.cluster = Some(cluster(&[(2, 4)]));
    stand.advance(1_000);
    assert_eq!(fetches(&stand), [(2, vec![(0, 0, Some(4))])]);
}

/// CL-98: refresh, and at the next turn again.
#[test]
fn cl_98_errors_of_a_wrong_leader_refresh_metadata() {
    for error in [
        ErrorCode::NotLeaderOrFollower,
        ErrorCode::ReplicaNotAvailable,
        ErrorCode::KafkaStorageError,
        ErrorCode::FencedLeaderEpoch,
        ErrorCode::OffsetNotAvailable,
        ErrorCode::UnknownTopicOrPartition,
        ErrorCode::UnknownTopicId,
        ErrorCode::InconsistentTopicId,
    ] {
        let mut stand = reading(&[("client.rack", "r")], at(0), &[(1, 3)]);
        answer_fetch(
            &mut stand,
            vec![FetchedPartition {
                preferred_read_replica: Some(BrokerId(3)),
                ..empty(0)
            }],
        );
        assert_eq!(fetches(&stand)[0].0, 3);
        let asked = stand.metadata_requests;
        answer_fetch(&mut stand, vec![refused(0, error)]);
        assert_eq!(fetches(&stand)[0].0, 1, "{error:?} goes back to the leader");
        stand.advance(120);
        assert_eq!(stand.metadata_requests, asked + 1, "{error:?}");
    }
}

/// CL-99: the replica does not have the position; no reset.
#[test]
fn cl_99_out_of_range_at_a_preferred_replica_goes_back_to_the_leader() {
    let mut stand = reading(&[], at(9), &[(1, 0)]);
    answer_fetch(
        &mut stand,
        vec![FetchedPartition {
            preferred_read_replica: Some(BrokerId(2)),
            ..empty(0)
        }],
    );
    answer_fetch(&mut stand, vec![refused(0, ErrorCode::OffsetOutOfRange)]);
    assert_eq!(position(&stand, 0), Some((9, None)));
    assert_eq!(fetches(&stand), [(1, vec![(0, 9, Some(0))])]);
}

/// CL-100.
#[test]
fn cl_100_out_of_range_at_the_leader_resets_as_configured() {
    for (policy, spec) in [("latest", OffsetSpec::Latest), ("earliest", OffsetSpec::Earliest)] {
        let mut stand = reading(&[("auto.offset.reset", policy)], at(9), &[(1, 0)]);
        answer_fetch(&mut stand, vec![refused(0, ErrorCode::OffsetOutOfRange)]);
        assert_eq!(stand.client.assigned()[&name(0)].state, FetchState::AwaitReset(spec));
        assert_eq!(
            stand.explained,
            [Why::PositionOutOfRange {
                partition: partition(0),
                position: Offset(9)
            }]
        );
    }
}

/// CL-101, told once.
#[test]
fn cl_101_without_a_reset_policy_the_application_is_told() {
    let mut stand = reading(&[("auto.offset.reset", "none")], at(9), &[(1, 0)]);
    answer_fetch(&mut stand, vec![refused(0, ErrorCode::OffsetOutOfRange)]);
    let error = ReadError::OffsetOutOfRange { position: Offset(9) };
    assert_eq!(
        stand.completed,
        [Completion::ReadFailed {
            partition: partition(0),
            error
        }]
    );
    stand.advance(10_000);
    assert_eq!(fetches(&stand), []);
    assign(&mut stand, 0, at(0));
    assert_eq!(fetches(&stand), [(1, vec![(0, 0, Some(0))])]);
}

/// CL-102.
#[test]
fn cl_102_a_broker_that_is_behind_is_asked_again_and_others_end_the_reading() {
    for error in [ErrorCode::UnknownLeaderEpoch, ErrorCode::UnknownServerError] {
        let mut stand = reading(&[], at(0), &[(1, 3)]);
        answer_fetch(&mut stand, vec![refused(0, error)]);
        assert_eq!(fetches(&stand), [(1, vec![(0, 0, Some(3))])], "{error:?}");
        assert!(!stand.client.client().metadata.update_requested());
    }
    for error in [ErrorCode::CorruptMessage, ErrorCode::InvalidRequest] {
        let mut stand = reading(&[], at(0), &[(1, 3)]);
        answer_fetch(&mut stand, vec![refused(0, error)]);
        let error = ReadError::Broker(error);
        assert_eq!(
            stand.completed,
            [Completion::ReadFailed {
                partition: partition(0),
                error
            }]
        );
    }
}

/// CL-105: a replica that metadata does not have is not used.
#[test]
fn cl_105_a_preferred_replica_must_be_known() {
    let mut stand = reading(&[], at(0), &[(1, 0)]);
    answer_fetch(
        &mut stand,
        vec![FetchedPartition {
            preferred_read_replica: Some(BrokerId(2)),
            ..empty(0)
        }],
    );
    assert_eq!(fetches(&stand)[0].0, 2);
    answer_fetch(
        &mut stand,
        vec![FetchedPartition {
            preferred_read_replica: Some(BrokerId(9)),
            ..empty(0)
        }],
    );
    assert_eq!(fetches(&stand)[0].0, 1);
    assert!(stand.client.client().metadata.update_requested());
}

/// CL-106.
#[test]
fn cl_106_a_lost_fetch_ends_the_preference() {
    let mut stand = reading(&[], at(0), &[(1, 0)]);
    answer_fetch(
        &mut stand,
        vec![FetchedPartition {
            preferred_read_replica: Some(BrokerId(2)),
            ..empty(0)
        }],
    );
    stand.disconnect(2);
    assert_eq!(stand.client.assigned()[&name(0)].preferred_read_replica, None);
    stand.advance(200);
    assert_eq!(fetches(&stand), [(1, vec![(0, 0, Some(0))])]);
}

/// A consumer at 10, having read up to there in epoch 5, whose leader becomes broker 2 in epoch 6.
fn after_leader_change(settings: &[(&str, &str)]) -> ConsumerStand {
    let mut stand = reading(settings, at(9), &[(1, 5)]);
    stand.cluster = Some(cluster(&[(2, 6)]));
    answer_fetch(
        &mut stand,
        vec![FetchedPartition {
            records: vec![batch(9, 1, 5)],
            ..empty(0)
        }],
    );
    stand.completed.clear();
    answer_fetch(&mut stand, vec![refused(0, ErrorCode::NotLeaderOrFollower)]);
    stand.requests.clear();
    stand.advance(1_000);
    stand
}

/// CL-109, CL-110.
#[test]
fn cl_109_110_a_new_leader_is_asked_whether_it_has_the_position() {
    let mut stand = after_leader_change(&[]);
    let Body::Request(Request::OffsetForLeaderEpoch(request)) = &stand.requests[0].body else {
        panic!("{:?}", stand.requests);
    };
    let asked = &request.partitions[0];
    assert_eq!(
        (asked.leader_epoch, asked.current_leader_epoch),
        (LeaderEpoch(5), Some(LeaderEpoch(6)))
    );
    assert!(!is_fetching(&stand));
    answer_validation(&mut stand, 5, 15);
    assert_eq!(position(&stand, 0), Some((10, Some(5))));
    assert_eq!(fetches(&stand), [(2, vec![(0, 10, Some(6))])]);
}

/// CL-111, C22.
#[test]
fn cl_111_a_truncated_position_goes_back_silently() {
    let mut stand = after_leader_change(&[]);
    answer_validation(&mut stand, 7, 5);
    assert_eq!(position(&stand, 0), Some((5, Some(7))));
    assert!(is_fetching(&stand));
    assert_eq!(stand.completed, []);
    assert_eq!(
        stand.explained,
        [Why::PositionTruncated {
            partition: partition(0),
            position: Offset(10),
            end_offset: Offset(5),
            leader_epoch: LeaderEpoch(7)
        }]
    );
}

/// CL-112, CL-113: what the application is told without a policy; with one, an unknown epoch resets.
#[test]
fn cl_112_113_truncation_without_a_policy_is_told_and_an_unknown_epoch_resets() {
    for (epoch, end, divergent_offset) in [(7, 5, Some(Offset(5))), (-1, -1, None)] {
        let mut stand = after_leader_change(&[("auto.offset.reset", "none")]);
        answer_validation(&mut stand, epoch, end);
        let error = ReadError::LogTruncation {
            position: Offset(10),
            divergent_offset,
        };
        assert_eq!(
            stand.completed,
            [Completion::ReadFailed {
                partition: partition(0),
                error
            }]
        );
        assert_eq!(position(&stand, 0), Some((10, Some(5))));
    }
    let mut stand = after_leader_change(&[("auto.offset.reset", "earliest")]);
    answer_validation(&mut stand, -1, -1);
    assert_eq!(
        stand.client.assigned()[&name(0)].state,
        FetchState::AwaitReset(OffsetSpec::Earliest)
    );
}

/// CL-114: the position moved while it was asked about.
#[test]
fn cl_114_an_answer_about_another_position_is_ignored() {
    let mut stand = after_leader_change(&[]);
    stand.input(Input::Command(&Command::Save {
        topic: "t".into(),
        partition: 0,
        offset: None,
    }));
    assign(&mut stand, 0, at(20));
    answer_validation(&mut stand, 5, 5);
    assert_eq!(position(&stand, 0), Some((20, None)));
    // What was saved has an epoch, so going back there is checked.
    assign(&mut stand, 0, StartPosition::Saved);
    assert!(!is_fetching(&stand));
    assert_eq!(position(&stand, 0), Some((10, Some(5))));
}

/// CL-115: the leader changed again meanwhile.
#[test]
fn cl_115_an_answer_in_an_older_leader_epoch_is_ignored() {
    let mut stand = after_leader_change(&[]);
    let request = stand.next_request().unwrap();
    stand.cluster = Some(cluster(&[(3, 7)]));
    stand.input(Input::Timer(Timer::MetadataMaxAge));
    stand.advance(2_000);
    stand.requests.insert(0, request);
    answer_validation(&mut stand, 5, 3);
    assert!(!is_fetching(&stand));
    assert_eq!(stand.requests[0].connection.to.broker(), Some(BrokerId(3)));
    answer_validation(&mut stand, 5, 12);
    assert_eq!(position(&stand, 0), Some((10, Some(5))));
    assert!(is_fetching(&stand));
}

/// CL-108: a position without an epoch is never checked.
#[test]
fn cl_108_a_position_set_by_hand_follows_the_leader_unchecked() {
    let mut stand = reading(&[], at(9), &[(1, 5)]);
    stand.cluster = Some(cluster(&[(2, 6)]));
    answer_fetch(&mut stand, vec![refused(0, ErrorCode::NotLeaderOrFollower)]);
    stand.requests.clear();
    stand.advance(1_000);
    assert_eq!(fetches(&stand), [(2, vec![(0, 9, Some(6))])]);
}

/// CL-116: the hint is used at once, metadata is asked for all the same, and the other partition is left alone.
#[test]
fn cl_116_a_leader_hint_redirects_the_partition_it_names() {
    let mut stand = reading(&[], at(0), &[(1, 5), (1, 5)]);
    answer_fetch(&mut stand, vec![empty(0)]);
    assign(&mut stand, 1, at(0));
    answer_fetch(&mut stand, vec![empty(0)]);
    let hint = CurrentLeader {
        leader: Some(BrokerId(3)),
        leader_epoch: LeaderEpoch(105),
    };
    answer_fetch(
        &mut stand,
        vec![
            FetchedPartition {
                current_leader: Some(hint),
                ..refused(0, ErrorCode::NotLeaderOrFollower)
            },
            FetchedPartition {
                records: vec![batch(0, 2, 5)],
                ..empty(1)
            },
        ],
    );
    assert!(stand.client.client().metadata.update_requested());
    assert_eq!(
        fetches(&stand),
        [(1, vec![(1, 2, Some(5))]), (3, vec![(0, 0, Some(105))])]
    );
}

#[test]
fn an_unanswered_fetch_closes_the_connection_and_the_next_follows() {
    let mut stand = reading(&[], at(0), &[(1, 0)]);
    stand.advance(30_000);
    assert_eq!(stand.closed, [crate::client::stand::to(1)]);
    stand.requests.clear();
    stand.advance(60);
    assert_eq!(fetches(&stand), [(1, vec![(0, 0, Some(0))])]);
}

#[test]
fn a_consumer_without_an_assignment_contacts_nobody() {
    let mut stand = Stand::consumer(&[]);
    stand.advance(600_000);
    assert_eq!(stand.metadata_requests, 0);
    assert!(stand.timers.is_empty());
}

/// T26, T27: a transaction that was aborted, one that was committed, and a batch outside; the next read begins within the
/// aborted one.
#[test]
fn markers_and_aborted_records_are_gone_past_unseen() {
    let of = |base: i64, producer: i64, control: Option<TransactionResult>| {
        let marker = |result| EndTransactionMarker {
            result,
            coordinator_epoch: 0,
        };
        Arc::new(RecordBatch {
            producer: Some(ProducerIdAndEpoch { id: producer, epoch: 0 }),
            is_transactional: true,
            control: control.map(marker),
            ..(*batch(base, 1, 1)).clone()
        })
    };
    let (commit, abort) = (Some(TransactionResult::Commit), Some(TransactionResult::Abort));
    // Producer 1 aborts 0 and 2 by 5, and commits 6 by 8; producer 2 commits 1 and 4 by 7; 3 is outside.
    let log = [
        of(0, 1, None),
        of(1, 2, None),
        of(2, 1, None),
        batch(3, 1, 1),
        of(4, 2, None),
        of(5, 1, abort),
        of(6, 1, None),
        of(7, 2, commit),
        of(8, 1, commit),
    ];
    let aborted = AbortedTransaction {
        producer_id: 1,
        first_offset: Offset(0),
    };
    for (isolation, from, expected) in [
        ("read_committed", 0, vec![0, 2, 5, 7, 8]),
        ("read_committed", 2, vec![2, 5, 7, 8]),
        ("read_uncommitted", 0, vec![5, 7, 8]),
    ] {
        let mut stand = reading(&[("isolation.level", isolation)], at(from), &[(1, 1)]);
        let is_read_committed = isolation == "read_committed";
        answer_fetch(
            &mut stand,
            vec![FetchedPartition {
                high_watermark: Offset(9),
                last_stable_offset: Offset(9),
                aborted_transactions: Vec::from_iter(is_read_committed.then_some(aborted)),
                records: log[from as usize..].to_vec(),
                ..empty(0)
            }],
        );
        let Some(Completion::Received { left_out, next, .. }) = stand.completed.pop() else {
            panic!("nothing was read");
        };
        let left_out: Vec<i64> = left_out.iter().map(|offset| offset.0).collect();
        assert_eq!((left_out, next), (expected, Offset(9)), "{isolation} from {from}");
    }
}
