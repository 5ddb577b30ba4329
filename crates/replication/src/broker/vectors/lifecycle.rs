//! Start, registration, heartbeats, controlled shutdown; BR-100, BR-23, controller.md 1.3 and 1.9.

use crate::base::config::Acks;
use crate::base::epoch::BrokerEpoch;
use crate::base::error_code::ErrorCode;
use crate::base::id::{CorrelationId, NodeId};
use crate::base::offset::Offset;
use crate::broker::bench::*;
use crate::broker::lifecycle::BrokerState;
use crate::input::Input;
use crate::log::disk::Disk;
use crate::log::metadata_record::MetadataRecord;
use crate::message::broker_lifecycle::{BrokerHeartbeatRequest, BrokerRegistrationResponse};
use crate::message::{Connection, Purpose, Request, Response};
use crate::outbox::Effect;

fn last(bench: &Bench) -> (CorrelationId, Request) {
    bench.asked[&Bench::controller(Purpose::Heartbeat)].clone()
}

fn heartbeat(bench: &Bench) -> BrokerHeartbeatRequest {
    match last(bench).1 {
        Request::BrokerHeartbeat(heartbeat) => heartbeat,
        other => panic!("not a heartbeat: {other:?}"),
    }
}

fn ended(bench: &Bench) -> bool {
    bench.effects.contains(&Effect::Exit)
}

#[test]
fn a_broker_registers_catches_up_and_asks_to_be_unfenced() {
    let mut bench = Bench::starting(Disk::default(), &[]);
    assert!(matches!(last(&bench).1, Request::BrokerRegistration(r) if r.previous_broker_epoch == BrokerEpoch(-1)));
    bench.register(7);
    assert_eq!(
        (heartbeat(&bench).want_fence, heartbeat(&bench).current_metadata_offset),
        (true, -1)
    );
    bench.heartbeat(false, true, false);
    assert_eq!(bench.broker.lifecycle.state, BrokerState::Starting);
    bench.metadata(vec![registered(1, 7, true, false)]);
    bench.run(10);
    assert_eq!(
        (heartbeat(&bench).want_fence, heartbeat(&bench).current_metadata_offset),
        (true, 0)
    );
    bench.heartbeat(true, true, false);
    assert_eq!(bench.broker.lifecycle.state, BrokerState::Recovery);
    assert!(!heartbeat(&bench).want_fence, "at once");
    bench.heartbeat(true, false, false);
    assert_eq!(bench.broker.lifecycle.state, BrokerState::Running);
    let before = last(&bench).0;
    bench.run(1_999);
    assert_eq!(last(&bench).0, before);
    bench.run(1);
    assert_ne!(last(&bench).0, before);
}

#[test]
fn a_refused_registration_is_tried_again_after_the_heartbeat_interval_and_given_up_after_a_minute() {
    let mut bench = Bench::starting(Disk::default(), &[]);
    let refusal = || {
        Response::BrokerRegistration(BrokerRegistrationResponse {
            error: ErrorCode::DuplicateBrokerRegistration,
            broker_epoch: BrokerEpoch(-1),
        })
    };
    for _ in 0..29 {
        let before = last(&bench).0;
        bench.answer(Bench::controller(Purpose::Heartbeat), refusal());
        bench.run(1_999);
        assert_eq!(last(&bench).0, before);
        bench.run(1);
        assert_ne!(last(&bench).0, before);
    }
    bench.run(2_000);
    assert!(ended(&bench));
}

#[test]
fn a_broker_that_has_not_caught_up_refuses_connections() {
    let mut bench = Bench::starting(Disk::default(), &[]);
    assert_eq!(bench.produce(0, 1, Acks::Leader).1, None);
    assert!(bench.disconnected());
}

#[test]
fn nothing_is_done_with_metadata_before_the_controller_says_that_it_is_all() {
    use crate::message::metadata_fetch::MetadataFetchResponse;
    let mut bench = Bench::starting(Disk::default(), &[]);
    bench.register(7);
    let topic = MetadataRecord::Topic {
        topic: TOPIC,
        name: "t".into(),
    };
    let part = |base_offset, record: MetadataRecord| {
        Response::MetadataFetch(MetadataFetchResponse {
            base_offset,
            records: vec![record.into()],
            high_watermark: 3,
        })
    };
    let metadata = Bench::controller(Purpose::Metadata);
    bench.answer(metadata, part(0, topic));
    bench.answer(metadata, part(1, registration(0, &[1], &[1], Some(1), 0, 0)));
    bench.answer(metadata, part(2, registration(0, &[1], &[1], Some(1), 1, 1)));
    assert!(bench.broker.partitions.is_empty());
    bench.heartbeat(true, true, false);
    assert_eq!(bench.replica().leader_epoch.0, 1);
}

#[test]
fn without_an_answer_the_request_is_repeated() {
    let mut bench = Bench::new(&[]);
    bench.run(2_000);
    let first = last(&bench).0;
    bench.input(Input::Disconnected(Connection {
        from: NodeId::Broker(crate::base::id::BrokerId(LOCAL)),
        to: Bench::controller(Purpose::Heartbeat).0,
        purpose: Purpose::Heartbeat,
    }));
    bench.run(100);
    assert_ne!(last(&bench).0, first);
    let second = last(&bench).0;
    bench.run(4_500);
    assert_eq!(last(&bench).0, second, "half a session later it is given up");
    bench.run(2_000);
    assert_ne!(last(&bench).0, second, "and a new one follows at the usual interval");
}

#[test]
fn a_stopping_broker_waits_for_leave_and_writes_everything() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 0, 0);
    bench.append(1);
    bench.fetch(follower(2, 1));
    bench.run(2_000);
    bench.heartbeat(true, false, false);
    bench.input(Input::Stop);
    assert_eq!(bench.broker.lifecycle.state, BrokerState::PendingControlledShutdown);
    assert!(heartbeat(&bench).want_shut_down, "at once");
    bench.heartbeat(true, false, false);
    let before = last(&bench).0;
    bench.run(50);
    assert_ne!(last(&bench).0, before, "first after 50 ms");
    bench.heartbeat(true, false, true);
    assert!(ended(&bench));
    assert_eq!(bench.disk.clean_shutdown, Some(BrokerEpoch(101)));
    assert_eq!(bench.disk.high_watermark_checkpoint[&id(0)], Offset(1));
    assert_eq!(bench.disk.recovery_point_checkpoint[&id(0)], Offset(1));
    assert_eq!(bench.log().recovery_point(), Offset(1));
}

#[test]
fn a_broker_that_does_not_run_yet_stops_at_once() {
    let mut bench = Bench::starting(Disk::default(), &[]);
    bench.input(Input::Stop);
    assert!(ended(&bench));
    assert_eq!(bench.disk.clean_shutdown, None, "its logs were never opened");
}

#[test]
fn without_a_controller_metadata_is_asked_for_ever_more_slowly() {
    let mut bench = Bench::starting(Disk::default(), &[]);
    for wait in [50, 100, 200, 400, 500, 500] {
        let (to, purpose) = Bench::controller(Purpose::Metadata);
        let before = bench.asked[&(to, purpose)].0;
        let from = NodeId::Broker(crate::base::id::BrokerId(LOCAL));
        bench.input(Input::Disconnected(Connection { from, to, purpose }));
        bench.run(wait - 1);
        assert_eq!(bench.asked[&(to, purpose)].0, before);
        bench.run(1);
        assert_ne!(bench.asked[&(to, purpose)].0, before);
    }
}

#[test]
fn br_100_the_marker_of_a_clean_stop_serves_once() {
    let disk = Disk {
        clean_shutdown: Some(BrokerEpoch(9)),
        ..Disk::default()
    };
    let mut bench = Bench::starting(disk, &[]);
    assert!(matches!(last(&bench).1, Request::BrokerRegistration(r) if r.previous_broker_epoch == BrokerEpoch(9)));
    bench.register(7);
    bench.metadata(Vec::new());
    bench.heartbeat(true, true, false);
    assert_eq!(bench.disk.clean_shutdown, None);
}

/// oracle.md 4.10: an epoch without records is gone after any restart. And 4.12: the high watermark is the checkpoint.
#[test]
fn a_restarted_broker_has_its_log_without_an_empty_epoch_and_its_checkpointed_high_watermark() {
    let mut bench = Bench::new(&[]);
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 0, 0);
    bench.append(2);
    bench.fetch(follower(2, 1));
    bench.run(5_000);
    bench.fetch(follower(2, 2));
    bench.partition(0, &[1, 2], &[1, 2], Some(1), 1, 1);
    assert_eq!((bench.high_watermark(), bench.epochs()), (2, vec![(0, 0), (1, 2)]));
    let mut again = Bench::starting(bench.disk, &[]);
    again.metadata(vec![
        MetadataRecord::Topic {
            topic: TOPIC,
            name: "t".into(),
        },
        registered(2, 102, false, false),
        registration(0, &[1, 2], &[2], Some(2), 2, 2),
    ]);
    again.register(103);
    again.heartbeat(true, true, false);
    assert_eq!((again.log_end_offset(), again.high_watermark()), (2, 1));
    assert_eq!(again.epochs(), [(0, 0)]);
    assert_eq!(again.asked_of(2), Some((2, 2, Some(0))));
}

#[test]
fn logs_that_are_not_assigned_any_more_go_at_the_start() {
    let mut disk = Disk::default();
    disk.logs.insert(id(0), log(&[(0, 0)], 3).into());
    let mut bench = Bench::starting(disk, &[]);
    bench.metadata(vec![MetadataRecord::Topic {
        topic: TOPIC,
        name: "t".into(),
    }]);
    assert!(!bench.disk.logs.is_empty(), "not before it is registered");
    bench.register(7);
    bench.heartbeat(true, true, false);
    assert!(bench.disk.logs.is_empty());
}
