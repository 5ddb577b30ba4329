//! The language as a whole: every mistake with its code and place, every command read, the grammar up to date.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use scenario::language::command::{Command, Produce};
use scenario::language::error::Code;
use scenario::language::registry::COMMANDS;
use scenario::language::{grammar, limits};
use scenario::story::Story;

/// Lines before each mistake: a small world to be wrong about.
const WORLD: &str = "\
cluster brokers=3
topic orders.placed assignment=1,2,3/2,3,1
producer order-service enable.idempotence=false
consumer reporting
label here
say start \"Three copies, one leader.\"
";
const FIRST: u32 = 7;

fn error(text: &str) -> (Code, u32, u32, String) {
    let error = Story::parse(text).expect_err(text);
    (error.code, error.line, error.column, error.to_string())
}

#[test]
fn every_mistake_has_its_code_and_place() {
    let table: &[(&str, Code, u32)] = &[
        ("say a \"b", Code::UnclosedQuote, 7),
        ("say a \u{7}", Code::ControlCharacter, 7),
        ("explode b1", Code::UnknownCommand, 1),
        ("crash", Code::MissingArgument, 1),
        ("say only-an-id", Code::MissingArgument, 5),
        ("slow b1-b2", Code::MissingArgument, 6),
        ("config process b1 b2", Code::UnexpectedWord, 19),
        ("crash b1 now=1", Code::UnknownKey, 10),
        ("topic x assignment=1 partitions=1", Code::UnknownKey, 20),
        ("produce orders.placed k1 key=k2", Code::KeyTwice, 26),
        (
            "topic x min.insync.replicas=1 min.insync.replicas=2",
            Code::KeyTwice,
            31,
        ),
        ("run 5", Code::BadValue, 5),
        ("produce orders.placed k1 acks=2", Code::BadValue, 31),
        ("topic x assignment=1,1", Code::BadValue, 20),
        ("topic x min.insync.replicas=two", Code::BadValue, 29),
        ("topic x min.insync.replicas=0", Code::OutOfBounds, 29),
        ("produce orders.placed k{n} count=10001", Code::OutOfBounds, 34),
        ("run 7h", Code::BadValue, 5),
        ("roll", Code::MissingArgument, 1),
        ("roll b1 wait=ready", Code::BadValue, 14),
        ("run 601min", Code::OutOfBounds, 5),
        ("topic x replication-factor=4", Code::OutOfBounds, 28),
        ("cluster brokers=3", Code::ClusterTwice, 1),
        ("crash b9", Code::UnknownBroker, 7),
        ("crash order-service", Code::UnknownBroker, 7),
        ("topic x assignment=1,4", Code::UnknownBroker, 20),
        ("expect b9.orders.placed-0 leo=1", Code::UnknownBroker, 8),
        ("pause c2", Code::UnknownNode, 7),
        ("produce orders.paid k1", Code::UnknownTopic, 9),
        ("consume orders.placed-2", Code::UnknownPartition, 9),
        ("consume orders.placed", Code::UnknownPartition, 9),
        ("produce orders.placed k1 partition=2", Code::UnknownPartition, 36),
        ("produce orders.placed k1 from=nobody", Code::UnknownClient, 31),
        ("consume orders.placed-0 by=order-service", Code::UnknownClient, 28),
        ("cut b3-b9", Code::UnknownConnection, 5),
        ("cut b3-b1:gossip", Code::UnknownConnection, 5),
        ("expect weather rain=1", Code::UnknownSubject, 8),
        ("focus b1 nowhere", Code::UnknownSubject, 10),
        ("expect orders.placed-0 lag=1", Code::UnknownFact, 24),
        ("expect time at=1s since=there", Code::UnknownLabel, 25),
        ("produce orders.placed k{n} count=3 rate=0", Code::OutOfBounds, 41),
        ("rate order-service", Code::MissingArgument, 6),
        ("rate reporting 5", Code::UnknownClient, 6),
        ("reassign orders.placed-0 replicas=1,4", Code::UnknownBroker, 35),
        ("reassign orders.placed-0 replicas=1,1", Code::BadValue, 35),
        ("reassign orders.placed-0", Code::MissingArgument, 10),
        ("config topic orders.placed", Code::MissingArgument, 1),
        ("config producer order-service batch.size=-1", Code::OutOfBounds, 42),
        ("config producer reporting linger.ms=1", Code::UnknownClient, 17),
        ("config consumer reporting linger.ms=1", Code::UnknownKey, 27),
        (
            "config consumer reporting isolation.level=sometimes",
            Code::BadValue,
            43,
        ),
        ("rule gravity off", Code::UnknownRule, 6),
        ("expect finding I-99", Code::UnknownInvariant, 16),
        ("expect finding", Code::MissingArgument, 1),
        ("producer order-service", Code::NameTaken, 10),
        ("topic orders.placed", Code::NameTaken, 7),
        ("label here", Code::NameTaken, 7),
        ("say start \"Again.\"", Code::NameTaken, 5),
        ("producer p acks=1 enable.idempotence=true", Code::ConfigConflict, 1),
        ("producer p retries=0 enable.idempotence=true", Code::ConfigConflict, 1),
        (
            "producer p max.in.flight.requests.per.connection=6",
            Code::ConfigConflict,
            1,
        ),
        (
            "produce orders.placed k1 from=order-service enable.idempotence=true",
            Code::ConfigConflict,
            1,
        ),
        (
            "request produce b1 orders.placed-0 key=k1 sequence=4",
            Code::ConfigConflict,
            1,
        ),
        (
            "request write-txn-markers b1 orders.placed-0 producer-id=1 result=perhaps",
            Code::BadValue,
            67,
        ),
    ];
    for (line, code, column) in table {
        let found = error(&format!("{WORLD}{line}"));
        assert_eq!(
            (found.0, found.1, found.2),
            (*code, FIRST, *column),
            "{line}: {}",
            found.3
        );
    }
    let whole: &[(&str, Code, u32, u32)] = &[
        ("# nothing\n", Code::NoCluster, 1, 1),
        ("\nrun 1s", Code::NoCluster, 2, 1),
        ("cluster brokers=1\nfocus b1", Code::NotPossible, 2, 1),
        ("cluster brokers=1\nbegin\nbegin", Code::NotPossible, 3, 1),
    ];
    for (text, code, line, column) in whole {
        let found = error(text);
        assert_eq!(
            (found.0, found.1, found.2),
            (*code, *line, *column),
            "{text}: {}",
            found.3
        );
    }
    let long_line = format!("# {}", "x".repeat(limits::LINE_CHARACTERS));
    assert_eq!(error(&long_line).0, Code::LineTooLong);
    assert_eq!(error(&"\n".repeat(limits::LINES + 1)).0, Code::TextTooLong);
    assert_eq!(error(&"x".repeat(limits::TEXT_BYTES + 1)).0, Code::TextTooLong);

    // The others belong to the run: tests/stories.rs and the runner's own tests.
    let of_the_run = [
        Code::UnknownStory,
        Code::ExpectationFailed,
        Code::NeverHappened,
        Code::NotSettled,
        Code::RunTooLong,
        Code::TooMuchWork,
    ];
    let tested: BTreeSet<Code> = table
        .iter()
        .map(|row| row.1)
        .chain(whole.iter().map(|row| row.1))
        .collect();
    let untested: Vec<&Code> = Code::ALL
        .iter()
        .filter(|code| !tested.contains(code) && !of_the_run.contains(code))
        .filter(|code| !matches!(code, Code::LineTooLong | Code::TextTooLong))
        .collect();
    assert!(
        untested.is_empty(),
        "no mistake in the table has these codes: {untested:?}"
    );
}

#[test]
fn sentences_say_what_would_be_right() {
    let table = [
        (
            "crash b9",
            "line 7, column 7: unknown broker b9; this cluster has b1, b2, b3",
        ),
        (
            "expect orders.placed-0 lag=1",
            "line 7, column 24: lag cannot be asked about this subject; one can ask leader, epoch, partition-epoch, isr, elr, \
             last-known-elr, replicas, adding, removing, leo, hw, last-stable-offset about orders.placed-0",
        ),
        (
            "crash",
            "line 7, column 1: nothing follows crash; process is needed: a broker or controller such as b1 or c1",
        ),
        (
            "start b1 b9",
            "line 7, column 10: unknown broker b9; this cluster has b1, b2, b3",
        ),
        (
            "commit orders.placed-0 42",
            "line 7, column 24: one word too many: 42; write commit PARTITION [offset=…] [by=…]",
        ),
        (
            "producer p acks=1 enable.idempotence=true",
            "line 7, column 1: these settings do not go together: enable.idempotence=true; Must set acks to all in order \
             to use the idempotent producer. Otherwise we cannot guarantee idempotence.",
        ),
        (
            "consume orders.placed-2",
            "line 7, column 9: unknown partition orders.placed-2; orders.placed has orders.placed-0, orders.placed-1",
        ),
    ];
    for (line, sentence) in table {
        assert_eq!(error(&format!("{WORLD}{line}")).3, sentence);
    }
}

#[test]
fn every_command_is_read() {
    let lines = "\
        trace all\n\
        produce orders.placed k1 acks=1\n\
        produce orders.placed key=ord-{n} value=\"an order\" headers=source:order-service partition=0 count=3 first=1042 from=order-service\n\
        produce orders.placed key=ord-{n} count=100 rate=50 from=order-service\nrate order-service 5\nrate order-service 0\n\
        request produce b2 orders.placed-0 key=k1 acks=2\n\
        request produce b2 orders.placed-0 key=k1 acks=7 timeout=1s as=late\n\
        request produce b1 orders.placed-0 key=k1 producer-id=7 producer-epoch=1 sequence=3 transactional=true corrupt=true as=part\n\
        request write-txn-markers b1 orders.placed-0 producer-id=7 producer-epoch=2 result=abort coordinator-epoch=1 transaction-version=2 as=end\n\
        request fetch b1 orders.placed-0 offset=42 epoch=0 reader=debugging wait=500ms\n\
        request list-offsets b1 orders.placed-0 at=latest isolation=read_committed\n\
        request delete-records b1 orders.placed-0 before=1\nretention b2 orders.placed-0 below=1\n\
        consume orders.placed-0 from=42 by=reporting\n\
        consume orders.placed-1\n\
        commit orders.placed-0 offset=30 by=reporting\n\
        crash b2 c1\nstop b1\nstart b1\nroll b1 b2\nroll b3 wait=unfenced max=5s\npause c1\nresume c1\npower-loss b2 b3\nlose-disk b3\nslow-disk b3 by=20ms\n\
        isolate b2 b3\ncut b3-b1\nheal all\nslow b2>b1:fetch by=5ms\nhold order-service>b1\nrelease b3\nstep b2>b1:fetch count=2\n\
        lose b1>order-service\nreset reporting-b1\n\
        reassign orders.placed-0 replicas=2,3\nreassign cancel orders.placed-0\n\
        config producer order-service linger.ms=0\nconfig consumer reporting isolation.level=read_committed\n\
        elect preferred orders.placed-0\nelect unclean\n\
        config topic orders.placed min.insync.replicas=2\nconfig cluster unclean.leader.election.enable=\n\
        config process b1 replica.lag.time.max.ms=1000\nrule old-session-ends-first off\n\
        run 60ms\nrun to 3.204118s steps=2\nrun until b1.orders.placed-0 isr=1,2 max=60s\nsettle max=5s\n\
        begin\nfocus orders.placed-0 b1 reporting\npace steady per-second=5ms\npace event\n\
        expect b1.orders.placed-0 role=leader epoch=0 leo=1..3 hw=0 isr= epochs=0@0,1@4\n\
        expect orders.placed-0@42 key=k1\nexpect order-service sent=3\nexpect reporting.orders.placed-0 position=42 saved=30\n\
        expect answer error=NONE\nexpect late error=waiting\nexpect b2 state=down\nexpect time at=1s..2s since=here\n\
        expect finding I-10 I-12\n\
        describe\ndescribe orders.placed only=at-min-isr-partitions exclude-internal=true from=b2\n\
        create-partitions orders.placed 4 assignment=1,2/2,3 as=more\nprint more\nexpect more error=NONE message=none\n\
        console-producer shell acks=1\nprint shell\nexpect printed \"\"\nprint reporting print.key=true max-messages=3\n\
        reassign plan orders.placed-0=2,3 orders.placed-1=1,2 additional=false allow-replication-factor-change=false\n\
        reassign list\nreassign generate orders.placed brokers=3,1,2\nreassign verify orders.placed-0=2,3\nreassign cancel orders.placed-0 orders.placed-1\nunregister b3\n\
        get-offsets\nget-offsets orders.placed-3 time=-2\nexpect printed \"orders.placed:3:0\" \"a\\tb\"\n";
    let story = Story::parse(&format!("{WORLD}{lines}")).unwrap_or_else(|error| panic!("{error}"));
    let texts: Vec<&str> = story.lines.iter().map(|line| line.text.as_str()).collect();
    for spec in COMMANDS {
        assert!(
            texts.iter().any(|text| text.starts_with(spec.name)),
            "{} is not in the test",
            spec.name
        );
    }
}

#[test]
fn a_line_remembers_how_it_was_written() {
    let story = Story::parse("  cluster   brokers=3  # three\nsay a \"b # c\" # d\n").unwrap();
    let texts: Vec<&str> = story.lines.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(texts, ["cluster   brokers=3", "say a \"b # c\""]);
    assert_eq!(story.lines[0].at, (1, 3));
}

#[test]
fn another_acks_is_another_producer() {
    let senders = |lines: &str| -> Vec<(String, bool)> {
        let story = Story::parse(&format!("{WORLD}{lines}")).unwrap_or_else(|error| panic!("{error}"));
        let produce = |command: &Command| match command {
            Command::Produce(Produce { from, .. }) => Some((from.name.clone(), from.new)),
            _ => None,
        };
        story.lines.iter().filter_map(|line| produce(&line.command)).collect()
    };
    let check = |lines: &str, expected: &[(&str, bool)]| {
        let expected: Vec<(String, bool)> = expected.iter().map(|(name, new)| (name.to_string(), *new)).collect();
        assert_eq!(senders(lines), expected, "{lines}");
    };
    check(
        "produce orders.placed k acks=1\nproduce orders.placed k\nproduce orders.placed k acks=0\nproduce orders.placed k acks=0",
        &[
            ("producer", true),
            ("producer", false),
            ("producer-acks-0", true),
            ("producer-acks-0", false),
        ],
    );
    check(
        "produce orders.placed k from=order-service\nproduce orders.placed k from=order-service acks=1",
        &[("order-service", false), ("order-service-acks-1", true)],
    );
    check(
        "produce orders.placed k acks=1\nproduce orders.placed k acks=all enable.idempotence=false",
        &[("producer", true), ("producer-acks-all", true)],
    );
}

/// CL-06, CL-07: the defaults of a Java producer, and what switches idempotence off.
#[test]
fn a_producer_is_idempotent_unless_it_cannot_be() {
    for (line, expected) in [
        ("produce orders.placed k", true),
        ("produce orders.placed k acks=all", true),
        ("produce orders.placed k acks=1", false),
        ("produce orders.placed k enable.idempotence=false", false),
        ("produce orders.placed k acks=1\nproduce orders.placed k acks=all", true),
        ("producer p", true),
        ("producer p retries=0", false),
        ("producer p acks=0", false),
    ] {
        let story = Story::parse(&format!("{WORLD}{line}")).unwrap_or_else(|error| panic!("{line}: {error}"));
        let config = match &story.lines.last().expect("a line").command {
            Command::Produce(Produce { config, .. }) | Command::Producer { config, .. } => config,
            other => panic!("{other:?}"),
        };
        assert_eq!(config.enable_idempotence, expected, "{line}");
    }
}

#[test]
fn a_producer_does_not_become_idempotent_or_cease_to_be() {
    let (code, _, column, _) = error(&format!("{WORLD}config producer order-service enable.idempotence=true"));
    assert_eq!((code, column), (Code::ConfigConflict, 1));
    let text = format!("{WORLD}config producer order-service request.timeout.ms=200000");
    let story = Story::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    let settings = story.lines.iter().find_map(|line| match &line.command {
        Command::Config { settings, .. } => Some(settings.clone()),
        _ => None,
    });
    // The Java client raises a delivery timeout that nobody wrote to linger plus request timeout: 5 + 200000.
    let pair = |name: &str, value: &str| (name.to_string(), value.to_string());
    assert_eq!(
        settings.unwrap(),
        [
            pair("request.timeout.ms", "200000"),
            pair("delivery.timeout.ms", "200005")
        ]
    );
}

#[test]
fn the_grammar_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("GRAMMAR.md");
    let page = grammar::page();
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page, "GRAMMAR.md differs from the registry: npm run bless");
}
