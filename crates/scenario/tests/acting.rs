//! What a person can do in a run by one line: to several processes at once, to running clients, to a partition's replicas.

use replication::base::id::{BrokerId, NodeId};
use scenario::language::error::Code;
use scenario::session::Session;

const STORY: &str = "\
cluster brokers=4
topic t assignment=1,2,3
producer app enable.idempotence=false linger.ms=0
consumer reader
produce t warm-up from=app
consume t-0 by=reader
settle
begin
";

fn open() -> Session {
    Session::open(STORY).unwrap_or_else(|error| panic!("{error}"))
}

/// Does lines one after the other, at the end of the run.
fn act(session: &mut Session, lines: &[&str]) {
    for line in lines {
        let end = session.end().position;
        session.act(end, line).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
}

fn runs(session: &Session, broker: i32) -> bool {
    let cluster = &session.history().world().cluster;
    cluster.slots[&NodeId::Broker(BrokerId(broker))].process.is_some()
}

fn value(session: &Session, client: &str, name: &str) -> String {
    let cluster = &session.history().world().cluster;
    let id = cluster.client_named(client).expect("the story starts it");
    let config = &cluster.slots[&NodeId::Client(id)].config.process;
    match config {
        replication::base::config::ProcessConfig::Producer(config) => config.get(name),
        replication::base::config::ProcessConfig::Consumer(config) => config.get(name),
        other => panic!("{other:?}"),
    }
    .expect("it is a setting of this client")
}

#[test]
fn one_line_ends_several_processes_and_is_one_act() {
    let mut session = open();
    act(&mut session, &["crash b1 b3"]);
    assert_eq!([1, 2, 3, 4].map(|id| runs(&session, id)), [false, true, false, true]);
    assert_eq!(session.acts().filter(|done| done.by_hand).count(), 1);
    act(&mut session, &["start b1 b3", "run until b3 state=running max=60s"]);
    assert_eq!([1, 2, 3, 4].map(|id| runs(&session, id)), [true; 4]);
}

#[test]
fn a_line_that_is_possible_for_some_only_does_nothing() {
    let mut session = open();
    act(&mut session, &["crash b1"]);
    let end = session.end();
    let error = session
        .act(end.position, "crash b2 b1")
        .expect_err("b1 is down already");
    assert_eq!(error.code, Code::NotPossible);
    assert_eq!(session.end(), end);
    assert!(runs(&session, 2));
}

#[test]
fn isolated_brokers_reach_neither_the_others_nor_each_other() {
    let mut session = open();
    act(&mut session, &["isolate b2 b3", "produce t k1 from=app", "run 1s"]);
    act(
        &mut session,
        &[
            "expect b1.t-0 leo=2",
            "expect b2.t-0 leo=1",
            "expect b3.t-0 leo=1",
            "run until b2 state=fenced max=20s",
            "run until b3 state=fenced max=20s",
        ],
    );
}

#[test]
fn a_running_client_gets_other_settings() {
    let mut session = open();
    act(
        &mut session,
        &[
            "config producer app linger.ms=200",
            "config consumer reader isolation.level=read_committed client.rack=a",
        ],
    );
    assert_eq!(value(&session, "app", "linger.ms"), "200");
    assert_eq!(value(&session, "reader", "isolation.level"), "read_committed");
    // A batch now waits its 200 ms for more records.
    act(
        &mut session,
        &[
            "label sent",
            "produce t k1 from=app",
            "run until app acknowledged=2",
            "expect time since=sent at=200ms..205ms",
        ],
    );
    let text = session.text();
    let again = Session::open(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(value(&again, "app", "linger.ms"), "200");
}

/// All are acknowledged, and none is lost. What was in flight when the leader moved is sent again, and without idempotence it
/// may then be there twice.
#[test]
fn a_partition_moves_while_it_is_written_to() {
    let mut session = open();
    act(
        &mut session,
        &[
            "produce t k{n} count=40 rate=1000 from=app",
            "reassign t-0 replicas=4,2",
            "run until t-0 isr=2,4 max=10s",
            "settle",
            "expect t-0 leader=4 epoch=1 isr=2,4 leo=41..45",
            "expect app acknowledged=41 failed=0",
        ],
    );
}
