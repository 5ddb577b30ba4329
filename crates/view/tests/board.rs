//! What the board gives: as much of a large cluster as is asked for, and the facts behind its signs.

use view::board::{Board, PartitionView, ReplicaView, Standing};
use view::seen::Seen;
use view::showing::{Showing, story_text};

const LARGE: &str = "
cluster brokers=3
topic a partitions=60 replication-factor=3 min.insync.replicas=2
topic b partitions=4 replication-factor=2
topic c assignment=3
begin
run 20ms
crash b3
run 15s
";

fn at_end(story: &str) -> (Showing, u64) {
    let mut showing = Showing::open(story).unwrap_or_else(|mistake| panic!("{}", mistake.message));
    let end = showing.timeline(0).end.position;
    (showing, end)
}

fn open(partition: &str) -> Seen {
    Seen {
        open: vec![partition.into()],
        ..Seen::default()
    }
}

fn names(board: &Board) -> Vec<(&str, Option<u32>)> {
    let partitions = board.partitions.iter();
    partitions
        .map(|partition| (partition.name.as_str(), partition.row))
        .collect()
}

fn replica(board: &Board, partition: usize, broker: i32) -> &ReplicaView {
    let replicas = &board.partitions[partition].replicas;
    replicas.iter().find(|replica| replica.broker == broker).unwrap()
}

#[test]
fn a_small_board_is_given_whole_and_a_large_one_by_its_rows_in_sight() {
    let (mut showing, end) = at_end(LARGE);
    let whole = showing.board(
        end,
        &Seen {
            whole: 65,
            ..Seen::default()
        },
    );
    assert_eq!((whole.partitions.len(), whole.topics.len()), (65, 0));
    let folded = showing.board(end, &Seen::default());
    assert_eq!((folded.partitions.len(), folded.partition_count), (0, 65));
    let in_sight = Seen {
        first: 58,
        count: 4,
        unfolded: vec!["a".into(), "b".into()],
        open: vec!["a-7".into()],
        ..Seen::default()
    };
    let board = showing.board(end, &in_sight);
    assert_eq!(
        names(&board),
        [
            ("a-7", Some(7)),
            ("a-58", Some(58)),
            ("a-59", Some(59)),
            ("b-0", Some(60)),
            ("b-1", Some(61))
        ]
    );
}

#[test]
fn of_a_large_board_each_topic_says_how_its_partitions_are() {
    let (mut showing, end) = at_end(LARGE);
    let board = showing.board(end, &Seen::default());
    let [a, b, c] = &board.topics[..] else {
        panic!("three topics")
    };
    // Broker 3 is fenced: it was in every ISR of a and in some of b, and alone in that of c.
    assert_eq!(a.health, "u".repeat(60));
    assert_eq!((a.under_replicated, a.under_min_isr, a.no_leader), (60, 0, 0));
    assert_eq!((b.health.len(), b.matching), (4, 4));
    assert!(b.under_replicated >= 1 && b.health.contains('w'), "{b:?}");
    assert_eq!((c.health.as_str(), c.no_leader), ("n", 1));
}

#[test]
fn what_is_sought_is_numbered_by_itself_and_unfolded() {
    let (mut showing, end) = at_end(LARGE);
    let sought = |find: &str, troubled| Seen {
        first: 0,
        count: 3,
        find: find.into(),
        troubled,
        ..Seen::default()
    };
    let board = showing.board(end, &sought("a-5", false));
    assert_eq!(names(&board), [("a-5", Some(0)), ("a-50", Some(1)), ("a-51", Some(2))]);
    let matching: Vec<u32> = board.topics.iter().map(|topic| topic.matching).collect();
    assert_eq!(matching, [11, 0, 0]);
    let board = showing.board(end, &sought("c", true));
    assert_eq!(names(&board), [("c-0", Some(0))]);
}

#[test]
fn only_of_open_partitions_records_are_read() {
    let mut showing = Showing::open(&story_text("the_life_of_a_batch").unwrap()).unwrap();
    let begin = showing.timeline(0).begin.position;
    let seen = Seen {
        records: 5,
        open: vec!["orders.placed-0".into()],
        ..Seen::default()
    };
    let board = showing.board(begin, &seen);
    let offsets: Vec<i64> = replica(&board, 0, 1)
        .records
        .iter()
        .map(|record| record.offset)
        .collect();
    assert_eq!(offsets, [37, 38, 39, 40, 41]);
    let board = showing.board(begin, &Seen::default());
    assert_eq!(replica(&board, 0, 1).records, []);
    assert_eq!(replica(&board, 0, 1).log_end_offset, 42);
}

#[test]
fn a_session_ends_its_whole_length_after_the_last_heartbeat() {
    let story =
        "cluster brokers=3 broker.session.timeout.ms=4000\ntopic t assignment=1,2,3\nbegin\nrun 3s\ncrash b2\nrun 2s\n";
    let (mut showing, end) = at_end(story);
    let board = showing.board(end, &Seen::default());
    let broker = &board.brokers[1];
    let (heard, ends) = (broker.last_heartbeat.unwrap(), broker.session_ends.unwrap());
    assert_eq!(ends - heard, 4_000_000);
    // A heartbeat every two seconds, the last one before the crash at 3 s.
    assert!((1_000_000..=3_000_000).contains(&heard), "{heard}");
}

#[test]
fn a_member_of_the_isr_that_is_behind_has_until_its_lag_time_is_over() {
    let story = "cluster brokers=3\ntopic t assignment=1,2,3\nproduce t warm-up acks=1\nsettle\nbegin\ncut b3-b1:fetch\nrun 100ms\nproduce t k acks=1\nrun 5s\n";
    let (mut showing, end) = at_end(story);
    let board = showing.board(end, &Seen::default());
    let behind = replica(&board, 0, 3);
    assert_eq!(
        behind.lag_ends,
        behind.caught_up_at.map(|caught_up| caught_up + 30_000_000)
    );
    assert!(behind.lag_ends.is_some());
    assert_eq!(replica(&board, 0, 2).lag_ends, None, "it has everything");
}

#[test]
fn a_log_diverges_from_the_first_record_that_the_leader_does_not_have() {
    let mut showing = Showing::open(&story_text("old_leader_truncates_its_divergent_tail").unwrap()).unwrap();
    let timeline = showing.timeline(0);
    let at = |id: &str| {
        timeline
            .captions
            .iter()
            .find(|caption| caption.id == id)
            .unwrap()
            .position
    };
    let diverges = |board: &Board| -> Vec<Option<i64>> {
        let PartitionView { replicas, .. } = &board.partitions[0];
        replicas.iter().map(|replica| replica.diverges_at).collect()
    };
    let board = showing.board(at("start"), &Seen::default());
    assert_eq!(diverges(&board), [Some(2), None, None]);
    let board = showing.board(at("compared"), &Seen::default());
    assert_eq!(
        diverges(&board),
        [None, None, None],
        "a log that is shorter is not another one"
    );
}

#[test]
fn a_consumer_says_whom_it_reads_from_a_follower_where_its_leader_has_sent_it_to_one() {
    let story = "cluster brokers=3 racks=a,b,c replica.selector.class=org.apache.kafka.common.replica.RackAwareReplicaSelector\n\
                 topic t assignment=1,2,3\nproduce t k{n} count=4 acks=1\nconsumer near client.rack=b\nconsumer far\nsettle\nbegin\n\
                 consume t-0 from=0 by=near\nconsume t-0 from=0 by=far\nrun 2s\n";
    let (mut showing, end) = at_end(story);
    let board = showing.board(end, &Seen::default());
    let read_from: Vec<(&str, Option<i32>)> = board
        .consumers
        .iter()
        .map(|consumer| (consumer.node.as_str(), consumer.partitions[0].reads_from))
        .collect();
    assert_eq!(read_from, [("near", Some(2)), ("far", Some(1))]);
}

#[test]
fn idle_messages_are_left_out_unless_asked_for_and_a_new_high_watermark_is_not_idle() {
    let mut showing = Showing::open(&story_text("the_life_of_a_batch").unwrap()).unwrap();
    let timeline = showing.timeline(0);
    let idle = |showing: &mut Showing, position, idle| -> usize {
        let seen = Seen {
            idle,
            ..Seen::default()
        };
        let messages = showing.board(position, &seen).messages;
        messages.iter().filter(|message| message.idle).count()
    };
    let mut asked_for = 0;
    let mut news = false;
    for position in timeline.begin.position..=timeline.end.position {
        asked_for += idle(&mut showing, position, true);
        assert_eq!(idle(&mut showing, position, false), 0);
        let board = showing.board(
            position,
            &Seen {
                idle: false,
                ..Seen::default()
            },
        );
        news |= board.messages.iter().any(|message| {
            message.api == "Fetch"
                && message
                    .parts
                    .iter()
                    .any(|part| part.records == 0 && part.high_watermark == Some(45))
        });
    }
    assert!(asked_for > 0);
    assert!(
        news,
        "the followers hear of the high watermark 45 in an answer without records"
    );
}

/// Broker 3 is cut off: broker 1 does not wait for it while it is out, nor does anybody who is in.
#[test]
fn a_board_says_what_the_isr_lacks_and_whom_the_high_watermark_waits_for() {
    let story = "cluster brokers=3 replica.lag.time.max.ms=2000\ntopic t assignment=1,2,3 min.insync.replicas=3\n\
                 topic small assignment=1,2 min.insync.replicas=3\nproduce t one acks=1\nsettle\nbegin\n\
                 cut b3-b1\nproduce t two acks=1\nrun 1s\nlabel lagging\nrun 5s\nlabel out\n";
    let (mut showing, end) = at_end(story);
    let board = showing.board(end, &open("t-0"));
    let health = |board: &Board, name: &str| -> (bool, bool, i32, i32) {
        let partition = board
            .partitions
            .iter()
            .find(|partition| partition.name == name)
            .unwrap();
        let set = partition.min_insync_replicas;
        let (effective, under) = (partition.effective_min_insync_replicas, partition.under_min_isr);
        (under, partition.under_replicated, set, effective)
    };
    assert_eq!(health(&board, "small-0"), (false, false, 3, 2), "two are assigned");
    assert_eq!(health(&board, "t-0"), (true, true, 3, 3));
    let of = |board: &Board, broker| -> (Standing, bool, bool, i64, bool) {
        let at = board
            .partitions
            .iter()
            .position(|partition| partition.name == "t-0")
            .unwrap();
        let one = replica(board, at, broker);
        (
            one.standing,
            one.named,
            one.counts,
            one.behind,
            one.behind_since.is_some(),
        )
    };
    assert_eq!(of(&board, 1), (Standing::Leads, true, false, 0, false));
    assert_eq!(of(&board, 2), (Standing::Follows, false, true, 0, false));
    assert_eq!(of(&board, 3), (Standing::Follows, false, false, 1, true));
    let lagging = showing.position_at(1_000_000).position;
    let board = showing.board(lagging, &open("t-0"));
    assert_eq!(
        health(&board, "t-0"),
        (false, false, 3, 3),
        "broker 3 is a member still"
    );
    assert_eq!(of(&board, 3), (Standing::Follows, false, true, 1, true));
    let records = |broker| -> Vec<Option<bool>> {
        let at = board
            .partitions
            .iter()
            .position(|partition| partition.name == "t-0")
            .unwrap();
        let records = &replica(&board, at, broker).records;
        records.iter().map(|record| record.committed).collect()
    };
    assert_eq!(records(1), [Some(true), Some(false)]);
    assert_eq!(records(3), [Some(true)]);
}

#[test]
fn a_board_says_what_each_replica_takes_itself_for_beside_the_record() {
    let story = "cluster brokers=3\ntopic t assignment=1,2,3\nproduce t one acks=all\nsettle\nbegin\npause b1\nproduce t two acks=0\n\
                 run until t-0 leader=2 max=60s\nlabel elected\nrun 1s\ncrash b2\nrun 10ms\n";
    let (mut showing, end) = at_end(story);
    let standing = |board: &Board| -> Vec<(Standing, bool)> {
        let replicas = board.partitions[0].replicas.iter();
        replicas.map(|replica| (replica.standing, replica.named)).collect()
    };
    let at_last = standing(&showing.board(end, &Seen::default()));
    assert_eq!(
        at_last,
        [
            (Standing::BelievesToLead, false),
            (Standing::Offline, true),
            (Standing::Follows, false)
        ]
    );
    let elected = (0..=end)
        .rev()
        .take_while(|position| showing.board(*position, &Seen::default()).partitions[0].leader == Some(2))
        .last()
        .unwrap();
    assert_eq!(
        standing(&showing.board(elected, &Seen::default())),
        [
            (Standing::BelievesToLead, false),
            (Standing::Unaware, true),
            (Standing::FollowsInOtherEpoch, false)
        ]
    );
}
