//! What a person did, written apart from the story: opened with the story it is the same run, done by the same hand.

use scenario::catalog::find;
use scenario::language::error::{Code, StoryError};
use scenario::session::Session;
use scenario::session::by_hand::Wanted;

const STORY: &str = "\
cluster brokers=3
topic t assignment=1,2,3
begin
say one \"One.\" \"First.\"
produce t k1 acks=1
run 300ms
say two \"Two.\" \"Second.\"
run 300ms
";

fn open(text: &str) -> Session {
    Session::open(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn open_with(text: &str, by_hand: &str) -> Result<Session, StoryError> {
    let wanted = Wanted {
        by_hand,
        ..Wanted::default()
    };
    Session::open_with(text, wanted)
}

/// Opens the story with what was done, and gives that session.
fn check_again(story: &str, session: &mut Session) -> Session {
    let by_hand = session.by_hand();
    let mut again = open_with(story, &by_hand).unwrap_or_else(|error| panic!("{error}\n{by_hand}"));
    let last = session.acts().last().expect("something was done").to;
    assert_eq!(again.end(), last, "{by_hand}");
    for session in [&mut *session, &mut again] {
        session.history_mut().seek(last.position);
    }
    let digests = [&*session, &again].map(|session| session.history().world().state_digest());
    assert_eq!(digests[0], digests[1], "{by_hand}");
    let acts = |session: &Session| {
        let acts = session.acts();
        acts.map(|done| (done.from, done.line.text.clone(), done.by_hand))
            .collect::<Vec<_>>()
    };
    assert_eq!(acts(&again), acts(session));
    assert_eq!(again.by_hand(), by_hand);
    again
}

#[test]
fn a_story_as_told_has_nothing_done_by_hand() {
    let mut session = open(STORY);
    assert_eq!(session.by_hand(), "");
    session.run_on(1_000_000);
    assert_eq!(session.by_hand(), "", "letting time pass is not an act");
    let mut again = open_with(STORY, "").unwrap();
    assert_eq!(again.end(), open(STORY).end());
    assert_eq!(again.by_hand(), "");
}

#[test]
fn every_place_of_a_story_can_be_acted_at_and_found_again() {
    let mut whole = open(STORY);
    let (begin, end) = (whole.begin().position, whole.end().position);
    for position in begin..=end {
        let mut session = open(STORY);
        session.act(position, "crash b3").unwrap();
        session.run_on(40_000);
        let later = session.end().position;
        session.act(later, "produce t k2 acks=1").unwrap();
        check_again(STORY, &mut session);
    }
}

#[test]
fn the_anchor_is_a_time_and_a_step_of_it() {
    let mut session = open(STORY);
    session.act(session.begin().position, "crash b3").unwrap();
    let by_hand = session.by_hand();
    let anchor = by_hand.lines().next().unwrap();
    assert!(anchor.starts_with("run to 0us steps="), "{by_hand}");
    assert_eq!(by_hand.lines().nth(1), Some("crash b3"));
}

#[test]
fn an_act_long_after_the_end_of_the_story_is_found_again() {
    let mut session = open(STORY);
    for _ in 0..4 {
        session.run_on(5_000_000);
    }
    let end = session.end().position;
    session.act(end, "crash b1").unwrap();
    session.run_on(2_000_000);
    let end = session.end().position;
    session.act(end - 3, "start b1").unwrap();
    check_again(STORY, &mut session);
}

#[test]
fn one_can_act_in_what_was_opened() {
    let mut session = open(STORY);
    let middle = (session.begin().position + session.end().position) / 2;
    session.act(middle, "crash b3").unwrap();
    let mut again = check_again(STORY, &mut session);
    again.act(middle - 1, "crash b2").unwrap();
    check_again(STORY, &mut again);
}

#[test]
fn another_caption_in_the_story_moves_nothing() {
    let mut session = open(STORY);
    let middle = (session.begin().position + session.end().position) / 2;
    session.act(middle, "crash b3").unwrap();
    let told_otherwise = STORY.replace("say two", "say three \"Three.\" \"Another.\"\nsay two");
    let again = open_with(&told_otherwise, &session.by_hand()).unwrap();
    let crash = |session: &Session| session.acts().last().map(|done| (done.from, done.line.text.clone()));
    assert_eq!(crash(&again), crash(&session));
}

#[test]
fn a_shipped_story_is_acted_in_at_its_captions() {
    let story = find("the_life_of_a_batch").unwrap().text;
    let places: Vec<u64> = open(story)
        .captions()
        .iter()
        .map(|caption| caption.at.position)
        .collect();
    for position in places {
        let mut session = open(story);
        session.act(position, "crash b3").unwrap();
        check_again(story, &mut session);
    }
}

#[test]
fn what_is_wrong_with_it_is_said_with_its_line() {
    let refused = [
        ("crash b3", Code::NotPossible, 1),
        ("run to soon\ncrash b3", Code::BadValue, 1),
        ("run to 100ms steps=1\ncrash b9", Code::UnknownBroker, 2),
        ("run to 100ms steps=1\nstart b3", Code::NotPossible, 2),
        ("run to 100ms steps=1\nbegin", Code::NotPossible, 2),
        ("run to 3601s", Code::OutOfBounds, 1),
    ];
    for (by_hand, code, line) in refused {
        let error = open_with(STORY, by_hand).expect_err(by_hand);
        assert_eq!((error.code, error.line), (code, line), "{by_hand}: {error}");
    }
}

#[test]
fn steps_without_end_come_to_the_bound_of_a_run() {
    let error = open_with("cluster brokers=1", "run to 1s steps=999999999999").unwrap_err();
    assert!(matches!(error.code, Code::RunTooLong | Code::OutOfBounds), "{error}");
}

#[test]
fn one_can_be_taken_to_a_time_after_the_end_of_the_story() {
    let wanted = Wanted {
        until: 5_000_000,
        ..Wanted::default()
    };
    let mut session = Session::open_with(STORY, wanted).unwrap();
    let mut played = open(STORY);
    played.run_on(5_000_000 - 600_000);
    assert_eq!(session.end(), played.end());
    assert!(session.end().time - session.begin().time > 4_000_000);
    assert_eq!(session.by_hand(), "", "letting time pass is not an act");
}

#[test]
fn a_stranger_s_run_costs_no_more_than_was_granted() {
    let large = "cluster brokers=32\ntopic t partitions=64 replication-factor=3\nbegin\nrun 30s";
    let small = "cluster brokers=3\nbegin\nrun 30s";
    let within = |text, most| {
        let wanted = Wanted {
            most_work: Some(most),
            ..Wanted::default()
        };
        Session::open_with(text, wanted).map(|_| ()).map_err(|error| error.code)
    };
    let steps = open(small).end().position;
    assert_eq!(within(small, steps), Ok(()), "a step of a small cluster is one unit");
    assert_eq!(within(small, steps - 1), Err(Code::TooMuchWork));
    let steps = open(large).end().position;
    let more = steps + steps / 2;
    assert_eq!(
        within(large, more),
        Err(Code::TooMuchWork),
        "a step of a large one is more"
    );
    let granted = Wanted {
        most_work: Some(2_000),
        ..Wanted::default()
    };
    let mut session = Session::open_with(small, granted).unwrap_or_else(|error| panic!("{error}"));
    session.run_on(600_000_000);
    assert!(session.end().position > 2_000, "whoever has opened it may play on");
    let far = Wanted {
        until: 3_000_000_000,
        ..granted
    };
    let refused = Session::open_with(small, far).map(|_| ());
    assert_eq!(refused.map_err(|error| error.code), Err(Code::TooMuchWork));
}

#[test]
fn a_story_that_comes_with_the_engine_is_not_counted_but_what_was_done_in_it_is() {
    let story = find("the_life_of_a_batch").unwrap().text;
    let granted = Wanted {
        most_work: Some(100),
        ..Wanted::default()
    };
    assert!(open(story).end().position > 100);
    assert!(Session::open_with(story, granted).is_ok());
    let code = |text: &str, wanted| Session::open_with(text, wanted).map(|_| ()).map_err(|error| error.code);
    assert_eq!(code(&format!("{story}\n"), granted), Err(Code::TooMuchWork));
    let by_hand = "run to 100ms steps=1\ncrash b3\nrun 60s";
    let done = Wanted { by_hand, ..granted };
    assert_eq!(code(story, done), Err(Code::TooMuchWork));
}
