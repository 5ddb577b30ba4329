//! Why in small stories: a batch that lingers, a record that is lost with its leader, a fetch that does not arrive.

use view::board::{LinkState, ProcessState};
use view::event::Event;
use view::ledger::{LossCause, ProcessEnd, SettingValue};
use view::seen::Seen;
use view::showing::{Showing, story_text};
use view::why::{Because, Question};

/// At the end of a story of three brokers, of which broker 1 leads `t-0`.
fn at_end(lines: &str) -> Showing {
    let story = format!("cluster brokers=3\ntopic t assignment=1,2,3 min.insync.replicas=2\n{lines}");
    let mut showing = Showing::open(&story).unwrap_or_else(|mistake| panic!("{}", mistake.message));
    let end = showing.timeline(0).end.position;
    showing.board(end, &Seen::default());
    showing
}

fn why(showing: &mut Showing, question: &Question) -> Vec<Because> {
    let chain = showing.why(question);
    chain.into_iter().map(|cause| cause.because).collect()
}

fn high_watermark() -> Question {
    Question::HighWatermark {
        partition: "t-0".into(),
        broker: None,
    }
}

/// linger.ms=1000, looked at after 300 ms. The batch has not been sent, so its acks are those that its producer is set to.
#[test]
fn a_batch_that_lingers_says_what_it_will_wait_for_when_it_is_sent() {
    for acks in ["0", "1", "all"] {
        let mut showing = at_end(&format!(
            "producer slow linger.ms=1000 acks={acks}\nproduce t one from=slow\nsettle\nbegin\nproduce t two from=slow\nrun 300ms\n"
        ));
        let chain = why(
            &mut showing,
            &Question::Acknowledgement {
                producer: "slow".into(),
                n: 1,
            },
        );
        let [
            Because::NotToldYet {
                acks: said, sent_ago, ..
            },
            Because::BatchQueued {
                records: 1,
                attempts: 0,
                ..
            },
            Because::Lingers { ends_in, .. },
        ] = &chain[..]
        else {
            panic!("{chain:?}")
        };
        assert_eq!((said.as_str(), *sent_ago, *ends_in), (acks, 300_000, 700_000));
    }
}

/// The followers' next fetches are held, so that nobody copies the record before its leader crashes.
fn lost_with_its_leader(acks: &str) -> Showing {
    at_end(&format!(
        "producer p acks={acks}\nproduce t one from=p\nsettle\nbegin\nhold b2>b1:fetch\nhold b3>b1:fetch\nrun 1s\n\
         produce t two from=p\nrun 20ms\ncrash b1\nrun until t-0 leader=2 max=60s\nrun 1s\n"
    ))
}

#[test]
fn a_record_lost_with_its_leader_names_the_crash_what_acks_promised_and_acks_all() {
    for acks in ["1", "0"] {
        let mut showing = lost_with_its_leader(acks);
        let chain = why(
            &mut showing,
            &Question::Loss {
                producer: "p".into(),
                n: 1,
            },
        );
        let [
            Because::StoredBy {
                broker: 1,
                offset: 1,
                epoch: 0,
                ..
            },
            Because::Lost {
                cause,
                committed: false,
                ..
            },
            Because::Promised { acks: said },
            Because::KeptWith { ways, promised: true },
        ] = &chain[..]
        else {
            panic!("{chain:?}")
        };
        let crashed = LossCause::NotCopied {
            appended_by: 1,
            ended: Some(ProcessEnd::Crashed),
            leader: 2,
            epoch: 1,
        };
        let all = SettingValue {
            name: "acks".into(),
            value: Some("all".into()),
        };
        assert_eq!((cause, said.as_str()), (&crashed, acks));
        assert_eq!(ways, &[vec![all]]);
    }
}

/// And so it is: the same run with acks=all keeps the record, which its producer sends to the next leader.
#[test]
fn the_setting_that_would_have_kept_a_record_keeps_it() {
    let mut showing = lost_with_its_leader("all");
    let chain = why(
        &mut showing,
        &Question::Loss {
            producer: "p".into(),
            n: 1,
        },
    );
    assert!(
        matches!(chain.last(), Some(Because::LiesOn { brokers, .. }) if brokers.contains(&2)),
        "{chain:?}"
    );
}

/// acks=0 and a request that is gone with its connection: no leader ever had it, and nobody misses an answer.
#[test]
fn a_record_that_nobody_ever_wrote_names_whom_it_was_sent_to() {
    let mut showing = at_end(
        "producer p acks=0\nproduce t one from=p\nsettle\nbegin\nhold p>b1\nproduce t two from=p\nrun 20ms\ncrash b1\nrun 1s\n",
    );
    let chain = why(
        &mut showing,
        &Question::Loss {
            producer: "p".into(),
            n: 1,
        },
    );
    let [
        Because::NeverStored { .. },
        Because::Lost {
            cause:
                LossCause::NeverAppended {
                    sent_to: Some(1),
                    read_by: None,
                    ..
                },
            ..
        },
        Because::Promised { acks },
        Because::KeptWith { ways, .. },
    ] = &chain[..]
    else {
        panic!("{chain:?}")
    };
    assert_eq!((acks.as_str(), ways[0][0].value.as_deref()), ("0", Some("1")));
}

/// Broker 2 has copied the record; the fetch that would tell its leader so is held, or its way is cut.
#[test]
fn a_next_fetch_that_does_not_arrive_is_told_with_its_way_and_when_the_isr_goes_on_without_it() {
    for (harm, state) in [("hold", LinkState::Held), ("cut", LinkState::Cut)] {
        let mut showing = at_end(&format!(
            "produce t one acks=1\nsettle\nbegin\nproduce t two acks=1\nrun until b2.t-0 leo=2 max=1s\n{harm} b2>b1:fetch\n\
             run 50ms\nlabel waits\nrun 60s\n"
        ));
        let end = showing.timeline(0).end.position;
        let harmed_at = showing_time(&mut showing, harm);
        let position = showing.position_at(harmed_at + 40_000).position;
        let board = showing.board(position, &Seen::default());
        let chain = why(&mut showing, &high_watermark());
        let [
            Because::HighWatermarkIsSmallest { high_watermark: 1, .. },
            Because::HeldBackBy {
                broker: 2,
                log_end_offset: 1,
                ..
            },
            Because::HasMoreThanLeaderKnows {
                broker: 2,
                log_end_offset: 2,
                leader_knows: 1,
                ..
            },
            rest @ ..,
        ] = &chain[..]
        else {
            panic!("{harm}: {chain:?}")
        };
        // What a cut takes with it is not on its way any more; the follower knows nothing of that.
        let link = rest
            .iter()
            .any(|because| matches!(because, Because::LinkIs { state: is, .. } if *is == state));
        assert!(link, "{harm}: {chain:?}");
        if harm == "hold" {
            assert!(
                matches!(&rest[0], Because::NotArrived { api, answer: false, from, to, .. }
                    if (api.as_str(), from.as_str(), to.as_str()) == ("Fetch", "b2", "b1")),
                "{chain:?}"
            );
        }
        let Some(Because::WillLeaveIsr {
            broker: 2,
            checked_in,
            to: Some(2),
            under_min_isr: false,
            ..
        }) = rest.last()
        else {
            panic!("{harm}: {chain:?}")
        };
        let proposed = showing.happened(end, 10_000).into_iter().find(
            |one| matches!(&one.event, Event::IsrProposed { to, .. } if one.position > position && to == &[1, 3]),
        );
        assert_eq!(proposed.map(|one| one.time), Some(board.time + checked_in), "{harm}");
    }
}

/// When a line of the story was done.
fn showing_time(showing: &mut Showing, begins: &str) -> i64 {
    let acts = showing.timeline(0).acts;
    acts.iter().find(|act| act.line.starts_with(begins)).unwrap().time
}

/// A paused follower keeps its connections; the controller notices before the leader does: 9 s against 30 s.
#[test]
fn a_paused_follower_stands_still_until_its_session_ends() {
    let mut showing =
        at_end("produce t one acks=1\nsettle\nbegin\nrun 1s\npause b2\nproduce t two acks=1\nrun 100ms\n");
    let chain = why(&mut showing, &high_watermark());
    let [
        Because::HighWatermarkIsSmallest { .. },
        Because::HeldBackBy { broker: 2, .. },
        Because::ProcessIs {
            node,
            state: ProcessState::Paused,
        },
        Because::SessionEnds { broker: 2, ends_in, .. },
    ] = &chain[..]
    else {
        panic!("{chain:?}")
    };
    assert_eq!(node, "b2");
    assert!(
        (6_000_000..9_000_000).contains(ends_in),
        "a heartbeat every 2 s: {ends_in}"
    );
}

/// A leader that stands still takes nothing, whatever its followers have.
#[test]
fn a_paused_leader_is_named_where_nothing_else_holds_the_high_watermark() {
    let mut showing = at_end("produce t one acks=all\nsettle\nbegin\nrun 1s\npause b1\nrun 100ms\n");
    let chain = why(&mut showing, &high_watermark());
    assert!(
        matches!(
            &chain[..],
            [
                Because::HighWatermarkAtLogEnd { high_watermark: 1, .. },
                Because::ProcessIs {
                    state: ProcessState::Paused,
                    ..
                },
                Because::SessionEnds { broker: 1, .. }
            ]
        ),
        "{chain:?}"
    );
}

/// H-47: t1 and t2 belong to an open transaction that began at offset 1.
#[test]
fn a_record_behind_an_open_transaction_is_committed_and_not_stable() {
    let text = story_text("read_committed_stops_at_the_last_stable_offset").unwrap();
    let mut showing = Showing::open(&text).unwrap();
    let captions = showing.timeline(0).captions;
    let open = captions.iter().find(|caption| caption.id == "open").unwrap().position;
    showing.board(open, &Seen::default());
    let readable = |consumer: &str| Question::Readable {
        consumer: consumer.into(),
        partition: "orders.placed-0".into(),
        offset: 3,
    };
    let chain = why(&mut showing, &readable("careful"));
    assert!(
        matches!(
            &chain[..],
            [Because::RecordNotStable {
                offset: 3,
                last_stable_offset: 1,
                ..
            }]
        ),
        "{chain:?}"
    );
    let chain = why(&mut showing, &readable("eager"));
    assert!(
        matches!(chain[0], Because::ConsumerHasRead { offset: 3, .. }),
        "{chain:?}"
    );
    let board = showing.board(open, &Seen::default());
    let careful = board.parked.iter().find(|parked| parked.from == "careful").unwrap();
    let chain = why(
        &mut showing,
        &Question::Parked {
            key: careful.key.clone(),
        },
    );
    assert!(
        matches!(
            &chain[..],
            [
                Because::Asked { .. },
                Because::RecordNotStable {
                    offset: 1,
                    last_stable_offset: 1,
                    ..
                }
            ]
        ),
        "{chain:?}"
    );
}

/// Deleted from the beginning by `kafka-delete-records`: it was committed, and nobody may read it any more.
#[test]
fn a_record_that_was_deleted_is_not_called_readable() {
    let mut showing = at_end(
        "consumer reader\nproduce t k{n} count=4\nsettle\nbegin\nrequest delete-records b1 t-0 before=2 as=cut\nrun until cut error=NONE\n",
    );
    let record = Question::Record {
        partition: "t-0".into(),
        offset: 1,
    };
    let chain = why(&mut showing, &record);
    assert!(
        matches!(
            chain[0],
            Because::RecordDeleted {
                offset: 1,
                log_start_offset: 2,
                ..
            }
        ),
        "{chain:?}"
    );
}

/// fetch.min.bytes=100000: there are records, and they are too few.
#[test]
fn a_fetch_that_asks_for_more_bytes_than_there_are_waits_for_them() {
    let mut showing = at_end(
        "consumer patient fetch.min.bytes=100000 fetch.max.wait.ms=5000\nproduce t one\nsettle\nconsume t-0 from=0 by=patient\nbegin\nrun 1s\n",
    );
    let end = showing.timeline(0).end.position;
    let board = showing.board(end, &Seen::default());
    let parked = board.parked.iter().find(|parked| parked.from == "patient").unwrap();
    let chain = why(
        &mut showing,
        &Question::Parked {
            key: parked.key.clone(),
        },
    );
    assert!(
        matches!(&chain[..], [Because::Asked { .. }, Because::FetchWaitsForBytes { min_bytes: 100_000, ends_in, .. }] if *ends_in <= 5_000_000),
        "{chain:?}"
    );
}
