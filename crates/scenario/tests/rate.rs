//! An application that sends at a rate: when each record goes, how the rate changes, and that it is part of the run.

use replication::base::id::NodeId;
use scenario::language::error::Code;
use scenario::session::Session;
use scenario::story::Story;

/// 250 records a second: one every 4 ms, the first at once.
const STORY: &str = "\
cluster brokers=3
topic t assignment=1,2,3
producer app acks=1 linger.ms=0
produce t warm-up from=app
settle
begin
label start
produce t key=k{n} value=v{n} first=10 count=5 rate=250 from=app
";

fn check(lines: &str) {
    let text = format!("{STORY}{lines}");
    let story = Story::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    scenario::runner::run(&story).unwrap_or_else(|error| panic!("{error}\n{text}"));
}

fn refused(lines: &str) -> Code {
    let story = Story::parse(&format!("{STORY}{lines}")).unwrap_or_else(|error| panic!("{error}"));
    scenario::runner::run(&story).expect_err("it is not possible").code
}

/// When each record of the first client was handed to it, in µs since begin.
fn sent_at(session: &mut Session) -> Vec<u64> {
    let begin = session.begin().time;
    let end = session.end().position;
    session.history_mut().seek(end);
    let world = session.history().world();
    let client = world.cluster.client_named("app").expect("the story starts it");
    assert!(world.cluster.slots.contains_key(&NodeId::Client(client)));
    let records = world.ghosts.senders[&client].records.iter();
    records.skip(1).map(|record| record.sent_at.0 - begin).collect()
}

#[test]
fn each_record_goes_after_the_same_time() {
    let mut session = Session::open(&format!("{STORY}settle\n")).unwrap();
    assert_eq!(sent_at(&mut session), [0, 4_000, 8_000, 12_000, 16_000]);
    check(
        "run 3ms\nexpect app sent=2\nrun 1ms\nexpect app sent=3\nrun until app acknowledged=6\nexpect t-0@5 key=k14 value=v14",
    );
}

/// The followers hear of the last high watermark when their parked fetch is over: at most 500 ms later.
#[test]
fn settling_waits_for_all_of_them() {
    check("settle\nexpect app sent=6 acknowledged=6\nexpect t-0@1 key=k10\nexpect time at=16ms..520ms since=start");
}

#[test]
fn another_rate_counts_from_now_and_none_holds_the_rest() {
    // Two have gone at 5 ms; at 500 a second the next go at 7, 9, 11 ms.
    let mut session = Session::open(&format!("{STORY}run 5ms\nrate app 500\nsettle\n")).unwrap();
    assert_eq!(sent_at(&mut session), [0, 4_000, 7_000, 9_000, 11_000]);
    check("run 5ms\nrate app 0\nsettle\nrun 1s\nexpect app sent=3\nrate app 1000\nsettle\nexpect app sent=6");
}

#[test]
fn others_of_the_same_producer_go_between_them() {
    check(
        "run 5ms\nproduce t key=other from=app\nsettle\nexpect app sent=7 acknowledged=7\nexpect t-0@3 key=other\nexpect t-0@4 key=k12",
    );
}

#[test]
fn an_application_that_sends_nothing_by_itself_has_no_rate() {
    assert_eq!(refused("settle\nrate app 10"), Code::NotPossible);
}

#[test]
fn a_run_with_a_rate_opens_again_as_the_same_run() {
    let mut session = Session::open(STORY).unwrap();
    session.run_on(9_000);
    let here = session.end().position;
    session.act(here, "rate app 100").unwrap();
    session.run_on(50_000);
    let text = session.text();
    let end = session.end();
    let mut again = Session::open(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(again.end(), end, "{text}");
    session.history_mut().seek(end.position);
    again.history_mut().seek(end.position);
    assert_eq!(
        again.history().world().state_digest(),
        session.history().world().state_digest()
    );
    let acted = session.history_mut().world_at(here).cluster.now.0 - session.begin().time;
    assert_eq!(sent_at(&mut again), [0, 4_000, 8_000, acted + 10_000, acted + 20_000]);
}
