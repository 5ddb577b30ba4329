//! The messages of an interval: each once, with how it ended.

use view::board::MessageKind;
use view::seen::Seen;
use view::showing::{Showing, story_text};
use view::travelled::Travelled;

fn open(name: &str) -> (Showing, u64, u64) {
    let mut showing = Showing::open(&story_text(name).unwrap()).unwrap();
    let timeline = showing.timeline(0);
    (showing, timeline.begin.position, timeline.end.position)
}

fn of(kind: MessageKind, list: &[Travelled]) -> Vec<&Travelled> {
    list.iter().filter(|one| one.message.kind == kind).collect()
}

#[test]
fn a_batch_is_sent_once_and_arrives() {
    let (mut showing, begin, end) = open("the_life_of_a_batch");
    let crash = 1
        + (begin..end)
            .find(|position| {
                showing.board(position + 1, &Seen::default()).brokers[0].state == view::board::ProcessState::Down
            })
            .expect("broker 1 crashes in this story");
    let list = showing.travelled(begin, crash - 1, false, 500);
    let produce = of(MessageKind::Produce, &list)[0];
    assert_eq!(
        (produce.message.from.as_str(), produce.message.to.as_str()),
        ("order-service", "b1")
    );
    assert_eq!(produce.message.parts[0].records, 3);
    assert!(!produce.lost);
    let arrived = produce.ended.expect("it arrives");
    assert!(begin < arrived && arrived < crash);
    assert_eq!(
        showing.board(arrived, &Seen::default()).time,
        produce.message.deliver_at.unwrap()
    );
    assert!(list.iter().all(|one| !one.message.idle));
    let keys: Vec<_> = list.iter().map(|one| (&one.message.key, one.message.sent_at)).collect();
    for (n, key) in keys.iter().enumerate() {
        assert!(!keys[..n].contains(key), "{key:?} twice");
    }
    let sent: Vec<i64> = list.iter().map(|one| one.message.sent_at).collect();
    assert!(sent.is_sorted(), "{sent:?}");
}

#[test]
fn what_is_under_way_at_the_begin_belongs_to_the_interval_and_what_is_at_its_end_has_not_ended() {
    let (mut showing, begin, end) = open("the_life_of_a_batch");
    let middle = (begin..end)
        .find(|position| {
            let messages = showing.board(*position, &Seen::default()).messages;
            messages.iter().any(|message| message.kind == MessageKind::Produce)
        })
        .expect("a batch is sent");
    let after = showing.travelled(middle, middle + 1, false, 500);
    let before = showing.travelled(begin, middle, false, 500);
    assert_eq!(of(MessageKind::Produce, &after).len(), 1);
    assert_eq!(of(MessageKind::Produce, &before)[0].ended, None);
}

#[test]
fn what_goes_with_a_cut_connection_is_lost() {
    let (mut showing, begin, end) = open("the_life_of_a_batch");
    let middle = (begin..end)
        .find(|position| {
            let messages = showing.board(*position, &Seen::default()).messages;
            messages.iter().any(|message| message.kind == MessageKind::Produce)
        })
        .expect("a batch is sent");
    let cut = showing.act(middle, "crash b1").unwrap();
    let list = showing.travelled(middle, cut.position, false, 500);
    let produce = of(MessageKind::Produce, &list)[0];
    assert!(produce.lost && produce.ended == Some(cut.position), "{produce:?}");
}

#[test]
fn there_are_at_most_so_many_and_the_place_looked_at_stays() {
    let (mut showing, begin, end) = open("the_life_of_a_batch");
    showing.board(begin + 7, &Seen::default());
    let digest = showing.state_digest();
    assert_eq!(showing.travelled(begin, end, true, 5).len(), 5);
    assert!(showing.travelled(begin, u64::MAX, true, 100_000).len() > 20);
    assert_eq!(showing.state_digest(), digest);
}
