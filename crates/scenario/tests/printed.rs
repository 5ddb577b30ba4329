//! What Kafka's tools print, by the layouts of the specification (controller.md 9.1 to 9.3, clients.md 9.2 to 9.4) and, where
//! Kafka 4.3.1 was seen to print something else, by the recordings of the lab. Stories say it themselves, letter by letter: `expect printed` fails with what was printed.

use scenario::language::error::Code;
use scenario::runner::run;
use scenario::story::Story;

#[track_caller]
fn check(story: &str) {
    let story = Story::parse(story).unwrap_or_else(|error| panic!("{error}"));
    run(&story).map(drop).unwrap_or_else(|error| panic!("{error}"));
}

/// The code of the mistake that this story makes.
fn mistake(story: &str) -> Code {
    let story = Story::parse(story).unwrap_or_else(|error| panic!("{error}"));
    run(&story).map(drop).expect_err("it is wrong").code
}

/// Three partitions: t-0 whole, t-1 with one replica of two in sync, t-2 without a leader.
const TROUBLED: &str = "
cluster brokers=3
topic t assignment=1,2/1,3/3,2 min.insync.replicas=1
topic u assignment=1
stop b3
settle
stop b2
settle
start b2
settle
cut b2-c1
run 12s
";

#[test]
fn a_filter_prints_the_lines_of_the_partitions_it_is_about_and_no_topic() {
    let one = r#""\tTopic: t\tPartition: 1\tLeader: 1\tReplicas: 1,3\tIsr: 1\tElr: \tLastKnownElr: ""#;
    let zero = r#""\tTopic: t\tPartition: 0\tLeader: 1\tReplicas: 1,2\tIsr: 1\tElr: \tLastKnownElr: ""#;
    let two = r#""\tTopic: t\tPartition: 2\tLeader: none\tReplicas: 3,2\tIsr: \tElr: 2\tLastKnownElr: 2""#;
    // Another min.insync.replicas empties the ELR, and what is known of the last leader.
    let forgotten = r#""\tTopic: t\tPartition: 2\tLeader: none\tReplicas: 3,2\tIsr: \tElr: \tLastKnownElr: ""#;
    let only = r#""\tTopic: u\tPartition: 0\tLeader: 1\tReplicas: 1\tIsr: 1\tElr: \tLastKnownElr: ""#;
    check(&format!(
        "{TROUBLED}
describe only=under-replicated-partitions
expect printed {zero} {one} {two}
describe only=unavailable-partitions
expect printed {two}
describe only=under-min-isr-partitions
expect printed {two}
describe t only=at-min-isr-partitions
expect printed {zero} {one}
describe only=at-min-isr-partitions
expect printed {zero} {one} {only}
config topic t min.insync.replicas=2
describe t only=under-min-isr-partitions
expect printed {zero} {one} {forgotten}
describe u only=under-replicated-partitions
expect printed \"\""
    ));
}

#[test]
fn topics_with_overrides_are_their_topic_lines_only() {
    let story = |line: &str| {
        format!(
            "cluster brokers=1 eligible.leader.replicas.version=0
topic t assignment=1
topic u assignment=1/1 max.message.bytes=2000
{line}"
        )
    };
    let story = Story::parse(&story("describe only=topics-with-overrides")).unwrap();
    let runner = run(&story).unwrap();
    let printed = runner.done.last().unwrap().printed.clone().unwrap();
    assert_eq!(printed.lines().count(), 1, "{printed}");
    assert!(printed.starts_with("Topic: u\tTopicId: "), "{printed}");
    assert!(
        printed.ends_with("\tPartitionCount: 2\tReplicationFactor: 1\tConfigs: max.message.bytes=2000\n"),
        "{printed}"
    );
}

#[test]
fn each_broker_answers_from_its_own_metadata_and_only_while_it_is_up() {
    check(
        r#"cluster brokers=3
topic t assignment=1,2,3
cut b3-c1
crash b1
run until t-0 leader=2
run 100ms
describe t only=under-replicated-partitions from=b3
expect printed ""
describe t only=under-replicated-partitions from=b2
expect printed "\tTopic: t\tPartition: 0\tLeader: 2\tReplicas: 1,2,3\tIsr: 2\tElr: \tLastKnownElr: "
describe t from=b1
expect printed "Error while executing topic command : Timed out waiting for a node assignment. Call: listTopics""#,
    );
}

#[test]
fn kafkas_own_topics_can_be_left_out() {
    check(
        r#"cluster brokers=1
topic __consumer_offsets assignment=1
topic t assignment=1
describe exclude-internal=true only=at-min-isr-partitions
expect printed "\tTopic: t\tPartition: 0\tLeader: 1\tReplicas: 1\tIsr: 1\tElr: \tLastKnownElr: "
get-offsets exclude-internal=true
expect printed "t:0:0"
get-offsets
expect printed "__consumer_offsets:0:0" "t:0:0""#,
    );
}

#[test]
fn offsets_come_a_line_each_in_the_order_of_their_names() {
    check(
        r#"cluster brokers=1
topic t partitions=11 replication-factor=1
produce t k1 partition=2 count=3
produce t k2 partition=10
settle
get-offsets t
expect printed "t:0:0" "t:1:0" "t:10:1" "t:2:3" "t:3:0" "t:4:0" "t:5:0" "t:6:0" "t:7:0" "t:8:0" "t:9:0"
get-offsets t-2 time=earliest
expect printed "t:2:0"
get-offsets t-2 time=-1
expect printed "t:2:3"
get-offsets t-2 time=max-timestamp
expect printed "t:2:0"
get-offsets t-3 time=max-timestamp
expect printed ""
get-offsets t-2 time=earliest-local
expect printed "t:2:0"
get-offsets t-2 time=latest-tiered
expect printed ""
get-offsets t-2 time=0
expect printed "t:2:0"
get-offsets t-2 time=9999999
expect printed """#,
    );
}

#[test]
fn what_has_no_offset_is_skipped_with_its_reason() {
    check(
        r#"cluster brokers=2
topic t assignment=1/2
crash b2
run until t-1 leader=none
get-offsets
expect printed "t:0:0" "Skip getting offsets for topic-partition t-1 due to error: org.apache.kafka.common.errors.TimeoutException: Call(callName=listOffsets(api=METADATA), deadlineMs=…, tries=…, nextAllowedTryMs=…) timed out at … after … attempt(s)"
pause b1
get-offsets t-0
expect printed "Skip getting offsets for topic-partition t-0 due to error: org.apache.kafka.common.errors.TimeoutException: Call(callName=listOffsets(api=METADATA), deadlineMs=…, tries=…, nextAllowedTryMs=…) timed out at … after … attempt(s)""#,
    );
    check(
        r#"cluster brokers=1
topic t assignment=1
crash b1
get-offsets
expect printed "Error occurred: org.apache.kafka.common.errors.TimeoutException: Timed out waiting for a node assignment. Call: listTopics" "java.util.concurrent.ExecutionException: org.apache.kafka.common.errors.TimeoutException: Timed out waiting for a node assignment. Call: listTopics" "Caused by: org.apache.kafka.common.errors.TimeoutException: Timed out waiting for a node assignment. Call: listTopics" """#,
    );
    check(
        r#"cluster brokers=1
get-offsets
expect printed "Error occurred: Could not match any topic-partitions with the specified filters""#,
    );
}

/// Oracle 4.7: the texts of both errors.
#[test]
fn an_election_says_who_was_elected_who_was_already_and_who_could_not() {
    check(
        r#"cluster brokers=3
topic t assignment=1,2,3/2,1,3/3,1,2
crash b1
run until t-0 leader=2
begin
elect preferred t-0 as=down
run 100ms
expect down error=PREFERRED_LEADER_NOT_AVAILABLE message="The preferred leader was not available."
print down
expect printed "Error completing leader election (PREFERRED) for partition: t-0: org.apache.kafka.common.errors.PreferredLeaderNotAvailableException: The preferred leader was not available." "1 replica(s) could not be elected" "org.apache.kafka.tools.AdminCommandFailedException: 1 replica(s) could not be elected" "\tSuppressed: org.apache.kafka.common.errors.PreferredLeaderNotAvailableException: The preferred leader was not available." ""
elect preferred t-1 as=needless
run 100ms
expect needless error=ELECTION_NOT_NEEDED message="Leader election not needed for topic partition."
print needless
expect printed "Valid replica already elected for partitions t-1"
elect unclean t-0 as=alive
run 100ms
print alive
expect printed "Valid replica already elected for partitions t-0"
start b1
settle
elect preferred as=all
expect all error=waiting
print all
expect printed ""
run 100ms
expect all error=NONE message=none
expect t-0 leader=1
print all
expect printed "Successfully completed leader election (PREFERRED) for partitions t-0""#,
    );
}

#[test]
fn an_unclean_election_without_anybody_fails_and_one_with_a_survivor_succeeds() {
    check(
        r#"cluster brokers=2
topic t assignment=1,2
crash b2
run until t-0 isr=1
crash b1
run until t-0 leader=none
begin
elect unclean t-0 as=nobody
run 100ms
print nobody
expect printed "Error completing leader election (UNCLEAN) for partition: t-0: org.apache.kafka.common.errors.EligibleLeadersNotAvailableException: Eligible topic partition leaders are not available." "1 replica(s) could not be elected" "org.apache.kafka.tools.AdminCommandFailedException: 1 replica(s) could not be elected" "\tSuppressed: org.apache.kafka.common.errors.EligibleLeadersNotAvailableException: Eligible topic partition leaders are not available." ""
start b2
run until b2 state=running
elect unclean t-0 as=survivor
run 100ms
print survivor
expect printed "Successfully completed leader election (UNCLEAN) for partitions t-0""#,
    );
}

#[test]
fn an_election_that_nobody_answers_times_out() {
    check(
        r#"cluster brokers=1
topic t assignment=1
begin
pause c1
elect preferred t-0 as=slow
run 31s
expect slow error=disconnected
print slow
expect printed "Timeout waiting for election results" "Timeout waiting for election results" "org.apache.kafka.tools.AdminCommandFailedException: Timeout waiting for election results" "Caused by: org.apache.kafka.common.errors.TimeoutException: Call(callName=electLeaders, deadlineMs=…, tries=…, nextAllowedTryMs=…) timed out at … after … attempt(s)" "Caused by: org.apache.kafka.common.errors.DisconnectException: Cancelled electLeaders request with correlation id … due to node … being disconnected" ""
config topic t min.insync.replicas=1 as=unset
run 31s
print unset
expect printed "Error while executing config command with args '--alter --entity-type topics --entity-name t --add-config min.insync.replicas=1'" "java.util.concurrent.ExecutionException: org.apache.kafka.common.errors.TimeoutException: Call(callName=incrementalAlterConfigs, deadlineMs=…, tries=…, nextAllowedTryMs=…) timed out at … after … attempt(s)" "Caused by: org.apache.kafka.common.errors.TimeoutException: Call(callName=incrementalAlterConfigs, deadlineMs=…, tries=…, nextAllowedTryMs=…) timed out at … after … attempt(s)" "Caused by: org.apache.kafka.common.errors.DisconnectException: Cancelled incrementalAlterConfigs request with correlation id … due to node … being disconnected"
reassign t-0 replicas=1 as=stuck
run 31s
print stuck
expect printed "Error: org.apache.kafka.common.errors.TimeoutException: Call(callName=listPartitionReassignments, deadlineMs=…, tries=…, nextAllowedTryMs=…) timed out at … after … attempt(s)" "java.util.concurrent.ExecutionException: org.apache.kafka.common.errors.TimeoutException: Call(callName=listPartitionReassignments, deadlineMs=…, tries=…, nextAllowedTryMs=…) timed out at … after … attempt(s)" "Caused by: org.apache.kafka.common.errors.TimeoutException: Call(callName=listPartitionReassignments, deadlineMs=…, tries=…, nextAllowedTryMs=…) timed out at … after … attempt(s)" "Caused by: org.apache.kafka.common.errors.DisconnectException: Cancelled listPartitionReassignments request with correlation id … due to node … being disconnected" ""
unregister b1 as=deaf
run 31s
print deaf
expect printed "org.apache.kafka.common.errors.TimeoutException: Call(callName=unregisterBroker, deadlineMs=…, tries=…, nextAllowedTryMs=…) timed out at … after … attempt(s)" "java.util.concurrent.ExecutionException: org.apache.kafka.common.errors.TimeoutException: Call(callName=unregisterBroker, deadlineMs=…, tries=…, nextAllowedTryMs=…) timed out at … after … attempt(s)" "Caused by: org.apache.kafka.common.errors.TimeoutException: Call(callName=unregisterBroker, deadlineMs=…, tries=…, nextAllowedTryMs=…) timed out at … after … attempt(s)" "Caused by: org.apache.kafka.common.errors.DisconnectException: Cancelled unregisterBroker request with correlation id … due to node … being disconnected" ""
topic u assignment=1 as=lost
run 31s
print lost
expect printed "Error while executing topic command : Call(callName=createTopics, deadlineMs=…, tries=…, nextAllowedTryMs=…) timed out at … after … attempt(s)""#,
    );
}

#[test]
fn a_reassignment_is_started_verified_listed_and_done() {
    check(
        r#"cluster brokers=4
topic foo assignment=1,2,3/2,3,1
produce foo k1 partition=0
settle
reassign list
expect printed "No partition reassignments found."
begin
hold b4-b1:fetch
reassign foo-0 replicas=4,2,3 as=move
run 200ms
print move
expect printed "Current partition replica assignment" "" "{\"version\":1,\"partitions\":[{\"topic\":\"foo\",\"partition\":0,\"replicas\":[1,2,3],\"log_dirs\":[\"/tmp/kafka-logs\",\"/tmp/kafka-logs\",\"/tmp/kafka-logs\"]}]}" "" "Save this to use as the --reassignment-json-file option during rollback" "Successfully started partition reassignment for foo-0"
reassign list
expect printed "Current partition reassignments:" "foo-0: replicas: 4,2,3,1. adding: 4. removing: 1."
reassign verify foo-0=4,2,3 foo-1=1,2,3
expect printed "Status of partition reassignment:" "Reassignment of partition foo-0 is still in progress." "There is no active reassignment of partition foo-1, but replica set is 2,3,1 rather than 1,2,3." ""
reassign foo-1 replicas=3,2,1 additional=false as=second
expect second error=not-asked
print second
expect printed "Cannot execute because there is an existing partition assignment.  Use --additional to override this and create a new partition assignment in addition to the existing one. The --additional flag can also be used to change the throttle by resubmitting the current reassignment."
release b4-b1:fetch
settle
reassign verify foo-0=4,2,3
expect printed "Status of partition reassignment:" "Reassignment of partition foo-0 is completed." "" "Clearing broker-level throttles on brokers 1,2,3,4" "Clearing topic-level throttles on topic foo"
expect foo-0 leader=4 isr=2,3,4"#,
    );
}

#[test]
fn a_plan_is_generated_and_nothing_moves() {
    let story = "cluster brokers=3
topic foo assignment=1,2/2,1
reassign generate foo brokers=3";
    let story_of = |line: &str| {
        format!(
            "{}{line}",
            story.strip_suffix("reassign generate foo brokers=3").unwrap()
        )
    };
    check(&story_of(
        "reassign generate foo brokers=3\nexpect printed \"Error: The target replication factor of 2 cannot be reached because only 1 broker(s) are registered or some \
         brokers have all their log directories cordoned.\" \"org.apache.kafka.common.errors.InvalidReplicationFactorException: \
         The target replication factor of 2 cannot be reached because only 1 broker(s) are registered or some brokers have \
         all their log directories cordoned.\" \"\"",
    ));
    let story = story_of("reassign generate foo brokers=3,1\nexpect foo-0 leader=1");
    let runner = run(&Story::parse(&story).unwrap()).unwrap_or_else(|error| panic!("{error}"));
    let printed = runner.done.iter().find_map(|done| done.printed.clone()).unwrap();
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[0], "Current partition replica assignment");
    assert_eq!(
        lines[1],
        r#"{"version":1,"partitions":[{"topic":"foo","partition":0,"replicas":[1,2],"log_dirs":["/tmp/kafka-logs","/tmp/kafka-logs"]},{"topic":"foo","partition":1,"replicas":[2,1],"log_dirs":["/tmp/kafka-logs","/tmp/kafka-logs"]}]}"#
    );
    assert_eq!(lines[2..4], ["", "Proposed partition reassignment configuration"]);
    // Two brokers, two partitions: each leads one, wherever chance begins.
    let one = |a, b| {
        format!(
            r#"{{"version":1,"partitions":[{{"topic":"foo","partition":0,"replicas":[{a},{b}],"log_dirs":["any","any"]}},{{"topic":"foo","partition":1,"replicas":[{b},{a}],"log_dirs":["any","any"]}}]}}"#
        )
    };
    assert!(
        [one(1, 3), one(3, 1)].iter().any(|expected| expected == lines[4]),
        "{}",
        lines[4]
    );
    assert_eq!(lines.len(), 5);
}

#[test]
fn several_partitions_are_moved_and_cancelled_together() {
    check(
        r#"cluster brokers=4
topic foo assignment=1,2/2,3
begin
hold b4-b1:fetch
hold b4-b2:fetch
reassign plan foo-0=4,2 foo-1=4,3 as=both
run 200ms
print both
expect printed "Current partition replica assignment" "" "{\"version\":1,\"partitions\":[{\"topic\":\"foo\",\"partition\":0,\"replicas\":[1,2],\"log_dirs\":[\"/tmp/kafka-logs\",\"/tmp/kafka-logs\"]},{\"topic\":\"foo\",\"partition\":1,\"replicas\":[2,3],\"log_dirs\":[\"/tmp/kafka-logs\",\"/tmp/kafka-logs\"]}]}" "" "Save this to use as the --reassignment-json-file option during rollback" "Successfully started partition reassignments for foo-0,foo-1"
reassign cancel foo-0 foo-1 as=back
run 200ms
print back
expect printed "Successfully cancelled partition reassignments for: foo-0,foo-1" "None of the specified partition moves are active."
reassign cancel foo-0 as=again
run 200ms
expect again error=NO_REASSIGNMENT_IN_PROGRESS
print again
expect printed "None of the specified partition reassignments are active." "None of the specified partition moves are active.""#,
    );
}

#[test]
fn a_refused_reassignment_says_why_for_each_partition() {
    check(
        r#"cluster brokers=3
topic foo assignment=1,2
stop b3
run until b3 state=down
begin
unregister b3 as=gone
run 200ms
print gone
expect printed "Broker 3 is no longer registered."
reassign foo-0 replicas=1,3 as=move
run 200ms
expect move error=not-asked
print move
expect printed "Error: Unknown broker id 3" "org.apache.kafka.tools.AdminCommandFailedException: Unknown broker id 3" ""
reassign foo-0 replicas=1 allow-replication-factor-change=false as=shrink
run 200ms
expect shrink error=INVALID_REPLICATION_FACTOR message="The replication factor is changed from 2 to 1"
print shrink
expect printed "Current partition replica assignment" "" "{\"version\":1,\"partitions\":[{\"topic\":\"foo\",\"partition\":0,\"replicas\":[1,2],\"log_dirs\":[\"/tmp/kafka-logs\",\"/tmp/kafka-logs\"]}]}" "" "Save this to use as the --reassignment-json-file option during rollback" "Error reassigning partition(s):" "foo-0: The replication factor is changed from 2 to 1"
unregister b3 as=again
run 200ms
expect again error=BROKER_ID_NOT_REGISTERED message="Broker ID 3 is not currently registered"
print again
expect printed "org.apache.kafka.common.errors.BrokerIdNotRegisteredException: Broker ID 3 is not currently registered" "java.util.concurrent.ExecutionException: org.apache.kafka.common.errors.BrokerIdNotRegisteredException: Broker ID 3 is not currently registered" "Caused by: org.apache.kafka.common.errors.BrokerIdNotRegisteredException: Broker ID 3 is not currently registered" """#,
    );
}

#[test]
fn topics_are_created_and_grown_in_kafkas_words() {
    check(
        r#"cluster brokers=3
topic orders partitions=2 replication-factor=2 as=made
print made
expect printed "Created topic orders."
topic orders.placed assignment=1,2 as=dotted
print dotted
expect printed "WARNING: Due to limitations in metric names, topics with a period ('.') or underscore ('_') could collide. To avoid issues it is best to use either, but not both." "Created topic orders.placed."
topic orders_placed assignment=1,2 as=collides
expect collides error=INVALID_TOPIC_EXCEPTION
print collides
expect printed "WARNING: Due to limitations in metric names, topics with a period ('.') or underscore ('_') could collide. To avoid issues it is best to use either, but not both." "Error while executing topic command : Topic 'orders_placed' collides with existing topic: orders.placed"
create-partitions orders 4 assignment=3,1/1,3 as=more
expect more error=NONE
print more
expect printed ""
settle
expect orders-2 leader=3 isr=1,3
expect orders-3 leader=1 isr=1,3
create-partitions orders 4 as=same
expect same error=INVALID_PARTITIONS message="Topic already has 4 partition(s)."
print same
expect printed "Error while executing topic command : Topic already has 4 partition(s)."
create-partitions orders 3 as=fewer
print fewer
expect printed "Error while executing topic command : The topic orders currently has 4 partition(s); 3 would not be an increase."
create-partitions orders 6 assignment=1,2 as=short
print short
expect printed "Error while executing topic command : Attempted to add 2 additional partition(s), but only 1 assignment(s) were specified.""#,
    );
}

#[test]
fn a_record_that_is_sent_prints_nothing_and_one_that_fails_its_reason() {
    // F13: retries=3, linger.ms=1000; F15: the layout of a warning, and of an error. Nothing listens to a Java console here.
    let warned = |left: u32, at: &str, correlation: u32| {
        format!(
            "\"[1970-01-01 00:00:{at}] WARN [Producer clientId=shell] Got error produce response with correlation id \
             {correlation} on topic-partition t-0, retrying ({left} attempts left). Error: NOT_ENOUGH_REPLICAS \
             (org.apache.kafka.clients.producer.internals.Sender)\""
        )
    };
    let story = "cluster brokers=2
topic t assignment=1,2 min.insync.replicas=2
console-producer shell
produce t value=v1 from=shell
settle
print shell
expect printed \"\"
stop b2
run until t-0 isr=1
begin
produce t key=k value=lost from=shell
run 3s
expect shell failed=1 error=NOT_ENOUGH_REPLICAS
print shell";
    let run = run(&Story::parse(story).unwrap()).unwrap_or_else(|error| panic!("{error}"));
    let printed = run.done.last().unwrap().printed.clone().unwrap();
    let lines: Vec<String> = printed.lines().map(|line| format!("\"{line}\"")).collect();
    // When exactly is the network's affair: the times and numbers of the requests are taken from the lines.
    let word = |line: &str, before: &str, after: char| {
        let rest = &line[line.find(before).unwrap() + before.len()..];
        rest[..rest.find(after).unwrap()].to_string()
    };
    let expected: Vec<String> = (0..3)
        .map(|n| {
            let correlation = word(&lines[n], "correlation id ", ' ').parse().unwrap();
            warned(2 - n as u32, &word(&lines[n], "00:00:", ']'), correlation)
        })
        .collect();
    assert_eq!(lines[..3], expected);
    let correlations: Vec<u32> = lines[..3]
        .iter()
        .map(|line| word(line, "correlation id ", ' ').parse().unwrap())
        .collect();
    assert!(correlations.is_sorted_by(|a, b| a < b), "{correlations:?}");
    assert_eq!(
        lines[3],
        format!(
            "\"[1970-01-01 00:00:{}] ERROR Error when sending message to topic t with key: 1 bytes, value: 4 bytes with error: \
             (org.apache.kafka.clients.producer.internals.ErrorLoggingCallback)\"",
            word(&lines[3], "00:00:", ']')
        )
    );
    assert_eq!(
        lines[4],
        "\"org.apache.kafka.common.errors.NotEnoughReplicasException: Messages are rejected since there are fewer in-sync \
         replicas than required.\""
    );
    assert_eq!(lines.len(), 5);
}

#[test]
fn a_record_that_waited_too_long_says_for_how_long() {
    let story = "cluster brokers=1
topic t assignment=1
console-producer shell delivery.timeout.ms=4000
begin
pause b1
produce t value=v from=shell
produce t value=vw from=shell
run 70s
print shell";
    let run = run(&Story::parse(story).unwrap()).unwrap_or_else(|error| panic!("{error}"));
    let printed = run.done.last().unwrap().printed.clone().unwrap();
    let lines: Vec<&str> = printed.lines().collect();
    assert!(
        lines[0].ends_with(
            "] ERROR Error when sending message to topic t with key: null, value: 1 bytes with error: \
             (org.apache.kafka.clients.producer.internals.ErrorLoggingCallback)"
        ),
        "{printed}"
    );
    // S2: it never learnt of the topic.
    let unknown = "org.apache.kafka.common.errors.TimeoutException: Topic t not present in metadata after 60000 ms.";
    assert_eq!(lines[1], unknown);
}

/// S12 and S18: the connection is closed after request.timeout.ms, the batch given up after delivery.timeout.ms.
#[test]
fn a_batch_that_is_given_up_says_so_for_each_of_its_records() {
    let story = "cluster brokers=1
topic t assignment=1
console-producer shell delivery.timeout.ms=4000
produce t value=warm-up from=shell
settle
begin
pause b1
produce t value=v count=2 from=shell
run 5s
print shell";
    let run = run(&Story::parse(story).unwrap()).unwrap_or_else(|error| panic!("{error}"));
    let printed = run.done.last().unwrap().printed.clone().unwrap();
    let lines: Vec<&str> = printed.lines().collect();
    assert!(
        lines[0].ends_with(
            "on topic-partition t-0, retrying (2 attempts left). Error: REQUEST_TIMED_OUT. Error Message: Disconnected from \
             node 1 due to timeout (org.apache.kafka.clients.producer.internals.Sender)"
        ),
        "{printed}"
    );
    let expired = "org.apache.kafka.common.errors.TimeoutException: Expiring 2 record(s) for t-0:4000 ms has passed since \
                   batch creation. The request has not been sent, or no server response has been received yet.";
    assert_eq!((lines[2], lines[4], lines.len()), (expired, expired, 5), "{printed}");
}

#[test]
fn a_consumer_prints_values_and_with_its_formatter_what_else_it_knows() {
    check(
        r#"cluster brokers=1
topic t assignment=1
consumer reporting
consume t-0 by=reporting
produce t key=k1 value=v1 headers=source:app,trace:7
produce t value=v2
settle
run 1s
print reporting
expect printed "v1" "v2"
print reporting print.partition=true print.offset=true print.epoch=true print.headers=true print.key=true
expect printed "Partition:0\tOffset:0\tEpoch:0\tsource:app,trace:7\tk1\tv1" "Partition:0\tOffset:1\tEpoch:0\tNO_HEADERS\tnull\tv2"
print reporting print.key=true print.value=false
expect printed "k1" "null"
print reporting max-messages=1
expect printed "v1" "Processed a total of 1 messages""#,
    );
}

/// clients.md 3.5: nothing of it is in the log, and it may be sent again.
#[test]
fn a_corrupt_batch_is_refused() {
    check(
        "cluster brokers=1
topic t assignment=1
request produce b1 t-0 key=k corrupt=true as=broken
request produce b1 t-0 key=k as=whole
settle
expect broken error=CORRUPT_MESSAGE base-offset=-1
expect whole error=NONE base-offset=0
get-offsets t
expect printed t:0:1",
    );
}

#[test]
fn what_was_printed_is_compared_letter_by_letter_and_as_a_whole() {
    let world = "cluster brokers=1\ntopic t assignment=1\n";
    for wrong in [
        "get-offsets t\nexpect printed t:0:1",
        "get-offsets t\nexpect printed t:0:0 t:1:0",
        "get-offsets t\nexpect printed \"\"",
    ] {
        assert_eq!(mistake(&format!("{world}{wrong}")), Code::ExpectationFailed, "{wrong}");
    }
    assert_eq!(mistake(&format!("{world}expect printed x")), Code::NotPossible);
}

#[test]
fn a_name_is_needed_to_be_refused_while_setting_up() {
    let world = "cluster brokers=1\ntopic t assignment=1\n";
    assert_eq!(mistake(&format!("{world}create-partitions t 1")), Code::NotPossible);
    check(&format!(
        "{world}create-partitions t 1 as=no\nexpect no error=INVALID_PARTITIONS"
    ));
}
