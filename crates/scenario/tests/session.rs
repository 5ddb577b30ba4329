//! What a person does in a story: acting, going on, leaving a future, and the run as a text.

use scenario::catalog::STORIES;
use scenario::language::error::Code;
use scenario::session::Session;

const STORY: &str = "\
# A small world.
# Source: none.
cluster brokers=3
topic t assignment=1,2,3
begin
say one \"One.\" \"First.\"
produce t k1 acks=1
run 300ms
say two \"Two.\" \"Second.\"
run 300ms
";

fn digest(session: &mut Session, position: u64) -> u64 {
    session.history_mut().seek(position);
    session.history().world().state_digest()
}

/// The text of a session opens as the same run, step for step.
fn check_reopens(session: &mut Session) {
    let text = session.text();
    let mut again = Session::open(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let end = session.end();
    assert_eq!(again.end(), end, "{text}");
    assert_eq!(again.begin(), session.begin());
    for position in [
        session.begin().position,
        (session.begin().position + end.position) / 2,
        end.position,
    ] {
        assert_eq!(
            digest(&mut again, position),
            digest(session, position),
            "position {position} of\n{text}"
        );
    }
    assert_eq!(again.text(), text);
    let lines = |session: &Session| {
        session
            .acts()
            .map(|done| (done.from, done.line.text.clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(lines(&again), lines(session));
}

#[test]
fn acting_in_the_past_drops_what_came_after_and_a_clone_keeps_it() {
    let mut session = Session::open(STORY).unwrap();
    let (begin, end) = (session.begin(), session.end());
    let untouched = session.text();
    let middle = (begin.position + end.position) / 2;
    let mut kept = session.clone();
    let new_end = session.act(middle, "crash b1").unwrap();
    assert_eq!(new_end.position, middle + 1);
    assert_eq!(session.end(), new_end);
    assert_eq!((kept.end(), kept.text()), (end, untouched));
    check_reopens(&mut kept);
    let ids: Vec<&str> = session.captions().iter().map(|caption| caption.id.as_str()).collect();
    assert_eq!(ids, ["one"], "the caption of the future that was left is gone");
    check_reopens(&mut session);
    session.run_on(2_000_000);
    assert!(session.end().position > new_end.position);
    check_reopens(&mut session);
}

#[test]
fn acting_at_the_end_leaves_nothing_behind() {
    let mut session = Session::open(STORY).unwrap();
    let end = session.end();
    session.act(end.position, "produce t k2 acks=1").unwrap();
    session.run_on(50_000);
    session.act(u64::MAX, "crash b1").unwrap();
    let acts: Vec<(&str, bool)> = session
        .acts()
        .map(|done| (done.line.text.as_str(), done.by_hand))
        .collect();
    let tail = &acts[acts.len() - 3..];
    assert_eq!(
        tail,
        [
            ("produce t k1 acks=1", false),
            ("produce t k2 acks=1", true),
            ("crash b1", true)
        ]
    );
    check_reopens(&mut session);
}

#[test]
fn what_was_done_last_can_be_undone() {
    let mut session = Session::open(STORY).unwrap();
    let (end, text) = (session.end(), session.text());
    session.act(end.position, "crash b1").unwrap();
    session.run_on(1_000_000);
    assert_eq!(session.undo_to(end.position), end);
    assert_eq!((session.end(), session.text()), (end, text));
    // In the middle of what the story says, the rest of it is gone.
    let begin = session.begin();
    let middle = (begin.position + end.position) / 2;
    session.undo_to(middle);
    assert_eq!(session.end().position, middle);
    check_reopens(&mut session);
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut session = Session::open(STORY).unwrap();
    let (end, text) = (session.end(), session.text());
    let refused = [
        ("start b1", Code::NotPossible),
        ("begin", Code::NotPossible),
        ("crash b9", Code::UnknownBroker),
        ("producer late acks=1 enable.idempotence=true", Code::ConfigConflict),
        ("", Code::UnknownCommand),
        ("cluster brokers=5", Code::ClusterTwice),
    ];
    for (line, code) in refused {
        let error = session.act(end.position - 1, line).expect_err(line);
        assert_eq!((error.code, error.line), (code, 1), "{line}: {error}");
        assert_eq!((session.end(), session.text()), (end, text.clone()), "{line}");
    }
}

#[test]
fn a_name_of_a_future_that_was_left_is_free_again() {
    let mut session = Session::open(STORY).unwrap();
    let begin = session.begin().position;
    session.act(begin, "producer late acks=1").unwrap();
    session.act(begin, "producer late acks=0").unwrap();
    check_reopens(&mut session);
}

#[test]
fn every_story_opens_and_goes_back_to_its_begin() {
    for story in STORIES {
        let mut session = Session::open(story.text).unwrap_or_else(|error| panic!("{}: {error}", story.name));
        let (begin, end) = (session.begin(), session.end());
        let (first, last) = (digest(&mut session, begin.position), digest(&mut session, end.position));
        assert_eq!(digest(&mut session, begin.position), first, "{}", story.name);
        assert_eq!(digest(&mut session, end.position), last, "{}", story.name);
        check_reopens(&mut session);
        session.act((begin.position + end.position) / 2, "hold b2>b1").unwrap();
        session.run_on(3_000_000);
        check_reopens(&mut session);
    }
}

#[test]
fn a_rolling_restart_is_one_act() {
    let mut session = Session::open(STORY).unwrap();
    let end = session.end();
    let back = session.act(end.position, "roll b2").unwrap();
    let acted = session.act(end.position + 1, "crash b3").unwrap();
    assert_eq!(acted.position, back.position + 1, "within the restart means after it");
    check_reopens(&mut session);
}
