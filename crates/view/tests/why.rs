//! Chains of causes in situations whose numbers the specification gives, and predictions that the run itself then keeps.

use view::board::{Board, LinkState, ProcessState};
use view::event::Event;
use view::seen::Seen;
use view::showing::{Showing, story_text};
use view::why::{Because, Cause, Ground, Question, Unelected};

const PARTITION: &str = "orders.placed-0";

fn open(name: &str) -> Showing {
    Showing::open(&story_text(name).unwrap()).unwrap()
}

/// Goes to where a caption stands.
fn at_caption(showing: &mut Showing, id: &str) -> Board {
    let captions = showing.timeline(0).captions;
    let caption = captions.iter().find(|caption| caption.id == id);
    let position = caption.expect("the story has this caption").position;
    showing.board(position, &Seen::default())
}

/// Goes on from a position to the first one at which a board is as wanted.
fn go_on(showing: &mut Showing, from: u64, wanted: impl Fn(&Board) -> bool) -> Board {
    let end = showing.timeline(0).end.position;
    (from..=end)
        .find_map(|position| Some(showing.board(position, &Seen::default())).filter(&wanted))
        .expect("the run comes to it")
}

/// When an event happened first after a position.
fn when(showing: &mut Showing, after: u64, wanted: impl Fn(&Event) -> bool) -> i64 {
    let end = showing.timeline(0).end.position;
    let happened = showing.happened(end, 10_000);
    let found = happened.iter().find(|one| one.position > after && wanted(&one.event));
    found.expect("it happens").time
}

fn becauses(chain: &[Cause]) -> Vec<Because> {
    chain.iter().map(|cause| cause.because.clone()).collect()
}

fn last(chain: &[Cause]) -> &Because {
    &chain.last().expect("a chain").because
}

fn high_watermark() -> Question {
    Question::HighWatermark {
        partition: PARTITION.into(),
        broker: None,
    }
}

fn membership(broker: i32) -> Question {
    Question::Membership {
        partition: PARTITION.into(),
        broker,
    }
}

fn leadership() -> Question {
    Question::Leadership {
        partition: PARTITION.into(),
    }
}

fn record(offset: i64) -> Question {
    Question::Record {
        partition: PARTITION.into(),
        offset,
    }
}

/// BR-01 in the numbers of recording l-lag-shrink: broker 3 is cut off after the high watermark was 1.
#[test]
fn a_record_that_a_cut_off_member_lacks_waits_for_it_to_leave_and_it_leaves_when_that_was_said() {
    let mut showing = open("a_follower_that_cannot_fetch_leaves_the_isr_after_its_lag_time");
    let board = at_caption(&mut showing, "held");
    let chain = showing.why(&record(1));
    let facts = becauses(&chain);
    assert!(
        matches!(
            &facts[0],
            Because::RecordNotCommitted {
                offset: 1,
                high_watermark: 1,
                ..
            }
        ),
        "{facts:?}"
    );
    let Because::HighWatermarkIsSmallest {
        high_watermark: 1,
        counted,
        ..
    } = &facts[1]
    else {
        panic!("{facts:?}")
    };
    let counted: Vec<(i32, i64)> = counted.iter().map(|at| (at.broker, at.log_end_offset)).collect();
    assert_eq!(counted, [(1, 2), (2, 2), (3, 1)]);
    assert!(
        matches!(
            facts[2],
            Because::HeldBackBy {
                broker: 3,
                log_end_offset: 1,
                ..
            }
        ),
        "{facts:?}"
    );
    let cut = |because: &Because| {
        matches!(
            because,
            Because::LinkIs {
                state: LinkState::Cut,
                ..
            }
        )
    };
    assert!(facts.iter().any(cut), "{facts:?}");
    let Because::WillLeaveIsr {
        broker: 3,
        checked_in,
        lag_ends_in,
        to: Some(2),
        under_min_isr: false,
        ..
    } = *last(&chain)
    else {
        panic!("{facts:?}")
    };
    assert!(lag_ends_in < 30_000_000 && (lag_ends_in..=lag_ends_in + 15_000_000).contains(&checked_in));
    let proposed = when(
        &mut showing,
        board.position,
        |event| matches!(event, Event::IsrProposed { to, .. } if to == &[1, 2]),
    );
    assert_eq!(proposed, board.time + checked_in);
    let moved = when(&mut showing, board.position, |event| {
        matches!(
            event,
            Event::HighWatermarkMoved {
                leader: true,
                from: 1,
                to: 2,
                ..
            }
        )
    });
    assert!((proposed..proposed + 5_000).contains(&moved));
}

/// H-13, 4.3: below min ISR the high watermark stands, whoever has the record.
#[test]
fn a_frozen_high_watermark_is_told_with_what_each_missing_replica_lacks() {
    let mut showing = open("min_isr_refuses_before_the_append");
    at_caption(&mut showing, "accepted");
    let chain = showing.why(&record(2));
    let facts = becauses(&chain);
    assert!(
        matches!(&facts[1], Because::HighWatermarkFrozen { high_watermark: 1, isr, min_insync_replicas: 2, .. } if isr == &[1]),
        "{facts:?}"
    );
    let branches = &chain[1].branches;
    assert_eq!(branches.len(), 2, "brokers 2 and 3 are missing");
    for (branch, missing) in branches.iter().zip([2, 3]) {
        assert!(matches!(branch.chain[0].because, Because::NotInIsr { broker, .. } if broker == missing));
    }
}

/// BR-06, BR-17: refused before the append; the reason is that of the moment of the refusal.
#[test]
fn a_produce_refused_for_want_of_replicas_names_the_isr_it_was_refused_for() {
    let mut showing = open("min_isr_refuses_before_the_append");
    let board = at_caption(&mut showing, "back");
    let chain = showing.why(&Question::LastRefusal { node: "careful".into() });
    let facts = becauses(&chain);
    // What the producer was told last: with retries=0 the refusal is the failure.
    assert!(
        facts
            .iter()
            .any(|because| matches!(because, Because::ToldFailed { error, .. } if error == "NOT_ENOUGH_REPLICAS")),
        "{facts:?}"
    );
    let happened = showing.happened(board.position, 10_000);
    let refused = happened
        .iter()
        .find(|one| matches!(&one.event, Event::Refused { from, .. } if from == "careful"));
    let position = refused.expect("the broker refused it").position;
    let chain = showing.why(&Question::Refusal { position });
    let facts = becauses(&chain);
    assert!(
        matches!(&facts[0], Because::Refused { broker: 1, from, error, .. } if from == "careful" && error == "NOT_ENOUGH_REPLICAS"),
        "{facts:?}"
    );
    assert!(
        matches!(&facts[1], Because::NotEnoughReplicas { isr, min_insync_replicas: 2, .. } if isr == &[1]),
        "{facts:?}"
    );
    assert_eq!(chain[1].branches.len(), 2);
}

/// CL-46: a follower takes no writes.
#[test]
fn a_produce_to_a_follower_is_refused_because_another_leads() {
    let mut showing = open("produce_to_a_follower_finds_the_leader");
    let board = at_caption(&mut showing, "refused");
    let happened = showing.happened(board.position, 10_000);
    let refused = happened
        .iter()
        .rfind(|one| matches!(one.event, Event::Refused { broker: 3, .. }));
    let position = refused.expect("broker 3 refused it").position;
    let facts = becauses(&showing.why(&Question::Refusal { position }));
    assert!(
        matches!(
            facts[1],
            Because::DoesNotLead {
                broker: 3,
                leader: Some(2),
                epoch: 0,
                ..
            }
        ),
        "{facts:?}"
    );
    assert!(
        matches!(facts[2], Because::AsksForMetadata { leader: Some(2), .. }),
        "{facts:?}"
    );
}

/// KIP-966: with an empty ISR the ELR has to come back; who was out of it does not lead.
#[test]
fn an_offline_partition_names_who_may_lead_and_what_keeps_each() {
    let mut showing = open("every_replica_down_then_back");
    let begin = showing.timeline(0).begin.position;
    let board = go_on(&mut showing, begin, |board| {
        let brokers = &board.brokers;
        board.partitions[0].leader.is_none() && brokers[2].state == ProcessState::Running && !brokers[2].fenced
    });
    assert_eq!(
        (&board.partitions[0].elr[..], board.partitions[0].isr.len()),
        (&[1, 2][..], 0)
    );
    let chain = showing.why(&leadership());
    assert!(
        matches!(&chain[0].because, Because::NoLeader { isr, elr, .. } if isr.is_empty() && elr == &[1, 2]),
        "{chain:?}"
    );
    let heads: Vec<Because> = chain[0]
        .branches
        .iter()
        .map(|branch| branch.chain[0].because.clone())
        .collect();
    let unelected = |broker, why| {
        let is = move |because: &Because| matches!(because, Because::NotElected { broker: b, because, .. } if *b == broker && *because == why);
        heads.iter().any(is)
    };
    assert!(
        unelected(1, Unelected::Fenced) && unelected(2, Unelected::Fenced),
        "{heads:?}"
    );
    assert!(unelected(3, Unelected::NotInIsr), "{heads:?}");
    assert!(
        heads
            .iter()
            .any(|because| matches!(because, Because::UncleanElection { allowed: false, .. })),
        "{heads:?}"
    );
}

/// CT-01, CT-07: who leads after a failure, and when leadership goes back by itself.
#[test]
fn a_leader_that_is_not_preferred_is_told_with_its_election_and_with_what_keeps_the_preferred_one() {
    let mut showing = open("preferred_leader_takes_over_again");
    at_caption(&mut showing, "not-available");
    let chain = showing.why(&leadership());
    let facts = becauses(&chain);
    assert!(
        matches!(
            facts[0],
            Because::Leads {
                broker: 2,
                epoch: 1,
                preferred: false,
                ..
            }
        ),
        "{facts:?}"
    );
    assert!(
        matches!(
            facts[1],
            Because::Elected {
                broker: 2,
                epoch: 1,
                ground: Ground::FirstInIsr,
                before: Some(1),
                ..
            }
        ),
        "{facts:?}"
    );
    let of_preferred = |chain: &[Cause]| -> Vec<Because> {
        let branches = chain.last().expect("a chain").branches.iter();
        let about = |because: &Because| matches!(because, Because::NotElected { broker: 1, .. });
        let mut branches = branches.filter(|branch| about(&branch.chain[0].because));
        becauses(&branches.next().expect("broker 1 is spoken of").chain)
    };
    let preferred = of_preferred(&chain);
    assert!(
        matches!(
            preferred[0],
            Because::NotElected {
                because: Unelected::Fenced,
                ..
            }
        ),
        "{preferred:?}"
    );
    assert!(
        matches!(
            preferred.last(),
            Some(Because::ProcessIs {
                state: ProcessState::Down,
                ..
            })
        ),
        "{preferred:?}"
    );
    at_caption(&mut showing, "follower");
    let preferred = of_preferred(&showing.why(&leadership()));
    assert!(
        matches!(
            preferred[0],
            Because::NotElected {
                because: Unelected::Eligible,
                ..
            }
        ),
        "{preferred:?}"
    );
    // leader.imbalance.check.interval.seconds is 300.
    assert!(
        matches!(preferred[1], Because::PreferredCheck { ends_in: Some(ends_in), .. } if ends_in <= 300_000_000),
        "{preferred:?}"
    );
}

/// BR-09, BR-11: a follower hears of the high watermark with the answer to its next fetch.
#[test]
fn a_follower_that_has_not_heard_of_the_high_watermark_has_its_fetch_parked() {
    let mut showing = open("followers_learn_the_high_watermark_one_fetch_later");
    let board = at_caption(&mut showing, "third");
    let question = Question::HighWatermark {
        partition: PARTITION.into(),
        broker: Some(3),
    };
    let facts = becauses(&showing.why(&question));
    assert!(
        matches!(
            facts[0],
            Because::FollowerHighWatermark {
                broker: 3,
                high_watermark: 0,
                leader: 1,
                leaders: 2,
                ..
            }
        ),
        "{facts:?}"
    );
    let Because::FetchParked {
        fetch_offset: 2,
        leader: 1,
        ends_in,
        ..
    } = facts[1]
    else {
        panic!("{facts:?}")
    };
    let heard = when(&mut showing, board.position, |event| {
        matches!(event, Event::HighWatermarkMoved { broker: 3, to: 2, .. })
    });
    let way = heard - (board.time + ends_in);
    assert!(
        (0..1_000).contains(&way),
        "the answer leaves then and takes a way of {way} µs"
    );
}

/// CT-09: 9 s at the controller come before 30 s at the leader.
#[test]
fn a_paused_member_is_told_with_the_end_of_its_session_and_is_fenced_then() {
    let mut showing = open("a_paused_follower_is_fenced_first");
    let board = at_caption(&mut showing, "waiting");
    let facts = becauses(&showing.why(&high_watermark()));
    let paused = |because: &Because| {
        matches!(
            because,
            Because::ProcessIs {
                state: ProcessState::Paused,
                ..
            }
        )
    };
    assert!(facts.iter().any(paused), "{facts:?}");
    let session = facts.iter().find_map(|because| match because {
        Because::SessionEnds {
            broker: 3,
            ends_in,
            every,
        } => Some((*ends_in, *every)),
        _ => None,
    });
    let (ends_in, every) = session.expect("its session is spoken of");
    assert_eq!(every, 1_125_000, "an eighth of broker.session.timeout.ms");
    let fenced = when(&mut showing, board.position, |event| {
        matches!(event, Event::BrokerFenced { broker: 3 })
    });
    let ends = board.time + ends_in;
    assert!((ends..=ends + every).contains(&fenced), "{fenced} {ends}");
}

/// H-28: a deposed leader that has not heard so.
#[test]
fn a_leader_that_was_deposed_still_acts_because_its_metadata_is_behind() {
    let mut showing = open("isolated_leader_is_a_zombie_until_it_learns");
    at_caption(&mut showing, "elected");
    let chain = showing.why(&leadership());
    let branches = &chain.last().expect("a chain").branches;
    let zombie = branches.iter().find(|branch| {
        matches!(
            branch.chain[0].because,
            Because::StillActs {
                broker: 1,
                epoch: 0,
                ..
            }
        )
    });
    let zombie = becauses(&zombie.expect("broker 1 is spoken of").chain);
    assert!(
        matches!(zombie[1], Because::MetadataBehind { broker: 1, .. }),
        "{zombie:?}"
    );
    let cut = |because: &Because| {
        matches!(
            because,
            Because::LinkIs {
                state: LinkState::Cut,
                ..
            }
        )
    };
    assert!(zombie.iter().any(cut), "{zombie:?}");
    let facts = becauses(&showing.why(&membership(1)));
    assert!(matches!(facts[0], Because::NotInIsr { broker: 1, .. }), "{facts:?}");
    let facts = becauses(&showing.why(&Question::Session { broker: 1 }));
    assert!(
        matches!(facts[0], Because::BrokerIsFenced { broker: 1, .. }),
        "{facts:?}"
    );
}

/// The consumer of the first story reads up to the high watermark, 42, and not beyond.
#[test]
fn a_consumer_may_not_read_what_is_not_committed() {
    let mut showing = open("the_life_of_a_batch");
    let begin = showing.timeline(0).begin.position;
    go_on(&mut showing, begin, |board| {
        board.partitions[0].replicas[0].log_end_offset == 45
    });
    let readable = |offset| Question::Readable {
        consumer: "reporting".into(),
        partition: PARTITION.into(),
        offset,
    };
    let facts = becauses(&showing.why(&readable(44)));
    assert!(
        matches!(
            facts[0],
            Because::RecordNotReadable {
                offset: 44,
                high_watermark: 42,
                ..
            }
        ),
        "{facts:?}"
    );
    // It began at 42: what lies before was never its business.
    let facts = becauses(&showing.why(&readable(41)));
    assert!(
        matches!(facts[..], [Because::ConsumerPassedOver { position: 42, .. }]),
        "{facts:?}"
    );
    let facts = becauses(&showing.why(&Question::Readable {
        consumer: "reporting".into(),
        partition: "orders.placed-1".into(),
        offset: 0,
    }));
    assert!(matches!(facts[..], [Because::NotAssigned { .. }]), "{facts:?}");
}

/// acks=all of the first story: three records at 42, the leader at 45, both followers at 42 as it knows.
#[test]
fn an_unanswered_produce_waits_for_the_followers_that_have_not_asked_yet() {
    let mut showing = open("the_life_of_a_batch");
    let begin = showing.timeline(0).begin.position;
    let board = go_on(&mut showing, begin, |board| {
        board.partitions[0].replicas[0].log_end_offset == 45
    });
    let parked = board.parked.iter().find(|parked| parked.from == "order-service");
    let key = parked.expect("the produce is parked").key.clone();
    let chain = showing.why(&Question::Parked { key });
    let facts = becauses(&chain);
    assert!(
        matches!(&facts[0], Because::Asked { api, .. } if api == "Produce"),
        "{facts:?}"
    );
    assert!(
        matches!(
            facts[1],
            Because::ProduceWaits {
                required_offset: 45,
                high_watermark: 42,
                ..
            }
        ),
        "{facts:?}"
    );
    let holders: Vec<i32> = chain[2]
        .branches
        .iter()
        .filter_map(|branch| match branch.chain[0].because {
            Because::HeldBackBy {
                broker,
                log_end_offset: 42,
                ..
            } => Some(broker),
            _ => None,
        })
        .collect();
    assert_eq!(holders, [2, 3], "{chain:?}");
}

#[test]
fn with_the_controller_down_the_board_stands_and_leadership_is_told_to_hang_on_it() {
    let text = "cluster brokers=3\ntopic orders.placed assignment=1,2,3\nsettle\nbegin\ncrash c1\nrun 20ms\ncrash b1\nrun 2s\n";
    let mut showing = Showing::open(text).unwrap();
    let end = showing.timeline(0).end.position;
    let board = showing.board(end, &Seen::default());
    assert_eq!(
        board.partitions[0].leader,
        Some(1),
        "nobody is left to change the record"
    );
    let facts = becauses(&showing.why(&leadership()));
    assert!(matches!(facts[0], Because::Leads { broker: 1, .. }), "{facts:?}");
    let facts = becauses(&showing.why(&record(0)));
    assert!(matches!(facts[0], Because::RecordUndecided { .. }), "{facts:?}");
}
