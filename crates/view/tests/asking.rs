//! What a session answers to those who look at it: why, describe, and the futures that were left.

use view::board::{Board, ReplicaRole};
use view::event::Event;
use view::seen::Seen;
use view::showing::{Showing, story_text};
use view::why::{Because, Question};

const PARTITION: &str = "orders.placed-0";

fn open(name: &str) -> Showing {
    Showing::open(&story_text(name).unwrap()).unwrap()
}

/// Goes to the first position at which a board is as wanted.
fn go_to(showing: &mut Showing, wanted: impl Fn(&Board) -> bool) -> Board {
    let timeline = showing.timeline(0);
    let mut positions = timeline.begin.position..=timeline.end.position;
    positions
        .find_map(|position| Some(showing.board(position, &Seen::default())).filter(|board| wanted(board)))
        .expect("the story comes to it")
}

#[test]
fn while_nobody_leads_the_isr_on_record_is_told_with_why_nobody_leads() {
    let mut showing = open("every_replica_down_then_back");
    go_to(&mut showing, |board| {
        let partition = &board.partitions[0];
        partition.leader.is_none()
            && partition
                .replicas
                .iter()
                .all(|replica| replica.role != ReplicaRole::Leader)
    });
    let chain = showing.why(&Question::Membership {
        partition: PARTITION.into(),
        broker: 3,
    });
    assert!(
        matches!(chain[0].because, Because::NotInIsr { broker: 3, .. }),
        "{chain:?}"
    );
    assert!(matches!(chain[1].because, Because::NoLeader { .. }), "{chain:?}");
}

#[test]
fn describe_prints_the_position_looked_at() {
    let mut showing = open("the_life_of_a_batch");
    let begin = showing.timeline(0).begin.position;
    showing.board(begin, &Seen::default());
    assert!(
        showing
            .describe(None)
            .contains("\tPartition: 0\tLeader: 1\tReplicas: 1,2,3\tIsr: 1,2,3\t")
    );
    go_to(&mut showing, |board| board.partitions[0].leader == Some(2));
    assert!(
        showing
            .describe(Some("orders.placed"))
            .contains("\tPartition: 0\tLeader: 2\t")
    );
    assert!(
        showing
            .describe(Some("nowhere"))
            .starts_with("Error while executing topic command")
    );
}

#[test]
fn a_fork_goes_its_own_way() {
    let mut showing = open("the_life_of_a_batch");
    let begin = showing.timeline(0).begin.position;
    let told = showing.text();
    let mut kept = showing.clone();
    showing.act(begin, "crash b3").unwrap();
    assert_ne!(showing.text(), told);
    assert_eq!(kept.text(), told);
    let acted = showing.text();
    assert!(showing.act(begin, "crash b9").is_err());
    assert_eq!(showing.text(), acted, "a mistake changes nothing");
    assert_eq!(showing.undo_to(begin).position, begin);
    assert_eq!(showing.timeline(0).end.position, begin);
}

#[test]
fn what_no_longer_holds_is_an_event_and_a_moment_and_goes_with_its_future() {
    let mut showing = open("without_the_epoch_in_the_answer_a_fork_stays_in_the_logs");
    let findings = |showing: &mut Showing| -> Vec<u64> {
        let findings = showing.timeline(0).findings;
        findings.iter().map(|finding| finding.position).collect()
    };
    let [at] = findings(&mut showing)[..] else {
        panic!("one finding")
    };
    let told = showing.happened(at, 1);
    assert!(
        matches!(&told[0].event, Event::Finding { invariant, text, .. } if invariant == "I-07" && text.ends_with("; b1, b2; offset 1")),
        "{told:?}"
    );
    showing.act(at - 1, "crash b2").unwrap();
    assert_eq!(findings(&mut showing), []);
}
