//! The log of what happened, as it slides over a run.

use view::event::Event;
use view::showing::Showing;

const STORY: &str = "\
cluster brokers=3
topic t assignment=1,2,3
produce t warm-up
settle
begin
produce t a
produce t b
produce t c
produce t d
run 200ms
produce t e
run 200ms
";

fn open() -> (Showing, u64) {
    let mut showing = Showing::open(STORY).unwrap_or_else(|mistake| panic!("{}", mistake.message));
    let end = showing.timeline(0).end.position;
    (showing, end)
}

/// Four records are handed over at one time: a window that has one of them has all four.
#[test]
fn a_window_of_the_log_never_parts_what_happened_at_one_time() {
    let (mut showing, end) = open();
    let all = showing.happened(end, 1_000);
    let acts = |happened: &[view::event::Happened]| {
        let acted = |one: &&view::event::Happened| matches!(one.event, Event::Acted { .. }) && one.time == 0;
        happened.iter().filter(acted).count()
    };
    assert_eq!(acts(&all), 4);
    let mut parted = 0;
    for count in 1..=all.len() {
        let window = showing.happened(end, count);
        assert!(window.len() >= count && all.ends_with(&window), "{count}");
        assert!([0, 4].contains(&acts(&window)), "{count}: {} of 4", acts(&window));
        let first = &all[all.len() - window.len()..][0];
        let before = all.len() - window.len();
        assert!(before == 0 || all[before - 1].time != first.time, "{count}");
        parted += usize::from(window.len() > count);
    }
    assert!(parted >= 3, "{parted}");
    assert_eq!(showing.happened(end, 0).len(), 0);
}

/// 4.3: the leader learns by a fetch; what that brings about is told after it.
#[test]
fn what_a_fetch_brings_about_is_told_after_the_fetch() {
    let (mut showing, end) = open();
    let all = showing.happened(end, 1_000);
    let moves: Vec<usize> = (0..all.len())
        .filter(|n| matches!(all[*n].event, Event::HighWatermarkMoved { leader: true, .. }))
        .collect();
    assert!(moves.len() >= 2, "{all:?}");
    for at in moves {
        let Event::HighWatermarkMoved { to: moved_to, .. } = all[at].event else {
            unreachable!()
        };
        let before = &all[at - 1];
        assert!(
            matches!(before.event, Event::Fetched { fetch_offset, .. } if fetch_offset == moved_to)
                && before.position == all[at].position,
            "{before:?}"
        );
    }
}
