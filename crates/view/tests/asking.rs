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
    let print = |showing: &mut Showing, line: &str| showing.print(line).unwrap().remove(0).output;
    assert!(print(&mut showing, "describe").contains("\tPartition: 0\tLeader: 1\tReplicas: 1,2,3\tIsr: 1,2,3\t"));
    go_to(&mut showing, |board| board.partitions[0].leader == Some(2));
    assert!(print(&mut showing, "describe orders.placed").contains("\tPartition: 0\tLeader: 2\t"));
    assert_eq!(showing.print("describe nowhere").unwrap_err().code, "unknown-topic");
    assert_eq!(showing.print("crash b1").unwrap_err().code, "not-possible");
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
        matches!(&told.last().unwrap().event, Event::Finding { invariant, text, .. } if invariant == "I-07" && text.ends_with("; b1, b2; offset 1")),
        "{told:?}"
    );
    showing.act(at - 1, "crash b2").unwrap();
    assert_eq!(findings(&mut showing), []);
}

#[test]
fn a_console_shows_what_was_run_so_far_and_a_client_what_it_has_printed() {
    let story = "cluster brokers=3
topic t assignment=1,2,3
consumer reporting
consume t-0 by=reporting
begin
produce t key=a value=v1
run 500ms
elect preferred t-0
reassign t-0 replicas=2,1,3
run 500ms
produce t key=b value=v2
run 500ms
";
    let mut showing = Showing::open(story).unwrap();
    let end = showing.timeline(0).end.position;
    let acts: Vec<u64> = showing.timeline(0).acts.iter().map(|act| act.position).collect();
    let begin = showing.timeline(0).begin.position;
    let mut at = |position: u64, line: &str| {
        showing.board(position, &Seen::default());
        let printed = showing.print(line).unwrap();
        printed
            .into_iter()
            .map(|printed| (printed.command, printed.output, printed.done))
            .collect::<Vec<_>>()
    };
    let values = |printed: Vec<(String, String, bool)>| printed[0].1.clone();
    // Forwards, backwards and forwards again: what was printed by then, no more and no less.
    for (position, expected) in [(end, "v1\nv2\n"), (begin, ""), (acts[1], "v1\n"), (end, "v1\nv2\n")] {
        assert_eq!(values(at(position, "print reporting")), expected, "at {position}");
    }
    let created = |n: usize, transcript: &[(String, String, bool)]| transcript[n].0.clone();
    let transcript = at(end, "");
    let commands: Vec<String> = (0..transcript.len()).map(|n| created(n, &transcript)).collect();
    assert_eq!(
        commands,
        [
            "kafka-topics.sh --create --topic t --replica-assignment 1:2:3",
            "kafka-leader-election.sh --election-type preferred --topic t --partition 0",
            "cat plan.json",
            "kafka-reassign-partitions.sh --execute --reassignment-json-file plan.json",
        ]
    );
    assert_eq!(transcript[1].1, "Valid replica already elected for partitions t-0\n");
    assert!(
        transcript[3]
            .1
            .ends_with("Successfully started partition reassignment for t-0\n")
    );
    assert!(transcript.iter().all(|(.., done)| *done));
    // Just after it was asked there is no answer yet.
    let asked = at(acts[1] + 1, "");
    assert_eq!((asked[1].1.as_str(), asked[1].2), ("", false));
    assert_eq!(at(begin, "").len(), 1);
}

#[test]
fn the_log_tells_of_added_partitions_and_of_a_broker_that_is_forgotten() {
    let story = "cluster brokers=3
topic t assignment=1,2,3
begin
create-partitions t 3 assignment=2,3,1/3,1,2
run 1s
unregister b3
run 5s
expect t-2 leader=1
crash b3
start b3
run 15s
expect b3 state=running
";
    let mut showing = Showing::open(story).unwrap();
    let end = showing.timeline(0).end.position;
    let happened = showing.happened(end, 200);
    let told = |event: &Event| happened.iter().any(|happened| happened.event == *event);
    assert!(told(&Event::PartitionsAdded {
        topic: "t".into(),
        first: 1,
        count: 2
    }));
    assert!(told(&Event::BrokerUnregistered { broker: 3 }));
    // It still ran, and was heard no more; only its next process registers.
    let crashed = showing.timeline(0).acts[2].position;
    let mut registered = |position: u64| {
        let happened = showing.happened(position, 200);
        let of_b3 = |event: &Event| matches!(event, Event::BrokerRegistered { broker: 3, .. });
        happened.iter().any(|happened| of_b3(&happened.event))
    };
    assert!(!registered(crashed));
    assert!(registered(end));
}
