//! What a tool printed, without what differs between two clusters by nature: each kind is listed in `time_dependent`.

use crate::time_dependent::TimeDependent;

/// A tool's lines as they are compared, and what was left out of them.
pub fn comparable(command: &str, printed: &[String]) -> (Vec<String>, Vec<TimeDependent>) {
    let mut left_out = Vec::new();
    let mut lines = Vec::new();
    let proposes = command.contains(" --generate ");
    let mut proposed = false;
    for line in printed {
        let mut line = line.clone();
        if let Some(kept) = without(&line, "\tTopicId: ", &['\t']) {
            left_out.push(TimeDependent::TopicId);
            line = kept;
        }
        if let Some(kept) = without(&line, " --bootstrap-server ", &['\'', ' ']) {
            left_out.push(TimeDependent::Address);
            line = kept;
        }
        if let Some(kept) = without_folders(&line) {
            left_out.push(TimeDependent::LogFolder);
            line = kept;
        }
        if line.contains("Call(callName=") {
            left_out.push(TimeDependent::WallTime);
            line = without_numbers(&line);
        }
        if let Some((before, names)) = line.split_once(" for partitions ")
            && names.contains(", ")
        {
            let mut names: Vec<&str> = names.split(", ").collect();
            names.sort_unstable();
            line = format!("{before} for partitions {}", names.join(", "));
            left_out.push(TimeDependent::OrderOfTopics);
        }
        proposed |= line == "Proposed partition reassignment configuration";
        if proposes && proposed && line.starts_with('{') {
            left_out.push(TimeDependent::DrawnPlan);
            line = in_order(&line);
        }
        lines.push(line);
    }
    if let Some(ordered) = topics_in_order(&lines) {
        left_out.push(TimeDependent::OrderOfTopics);
        lines = ordered;
    }
    (lines, left_out)
}

/// Everything that is about one topic stays together; topics come by name.
fn topics_in_order(lines: &[String]) -> Option<Vec<String>> {
    let topic = |line: &String| {
        let rest = line.trim_start().strip_prefix("Topic: ")?;
        rest.split('\t').next().map(String::from)
    };
    let mut ordered: Vec<String> = lines.to_vec();
    if lines.is_empty() || !lines.iter().all(|line| topic(line).is_some()) {
        return None;
    }
    ordered.sort_by_key(topic);
    let topics: std::collections::BTreeSet<_> = lines.iter().map(topic).collect();
    (topics.len() > 1).then_some(ordered)
}

/// Without what begins with `start` and goes on to one of `ends`, or to the line's end.
fn without(line: &str, start: &str, ends: &[char]) -> Option<String> {
    let (before, after) = line.split_once(start)?;
    let end = after.find(ends).unwrap_or(after.len());
    Some(format!("{before}{}", &after[end..]))
}

/// `"log_dirs":["/lab/n1","any"]` → `"log_dirs":["…","any"]`
fn without_folders(line: &str) -> Option<String> {
    let parts: Vec<String> = line
        .split('"')
        .map(|part| {
            if part.starts_with('/') {
                "…".into()
            } else {
                part.to_string()
            }
        })
        .collect();
    let kept = parts.join("\"");
    (kept != line).then_some(kept)
}

fn without_numbers(line: &str) -> String {
    let mut kept = String::new();
    for letter in line.chars() {
        match letter.is_ascii_digit() || letter == '…' {
            true if kept.ends_with('…') => {}
            true => kept.push('…'),
            false => kept.push(letter),
        }
    }
    kept
}

/// A plan with each partition's replicas in order.
fn in_order(plan: &str) -> String {
    let Ok(mut plan) = serde_json::from_str::<serde_json::Value>(plan) else {
        return plan.to_string();
    };
    for partition in plan["partitions"].as_array_mut().into_iter().flatten() {
        if let Some(replicas) = partition["replicas"].as_array_mut() {
            replicas.sort_by_key(serde_json::Value::as_i64);
        }
    }
    plan.to_string()
}

/// The exit status that goes with what was printed here: the engine's console has texts only.
pub fn exit(printed: &[&str]) -> i32 {
    let fails = |line: &&&str| {
        let starts = ["Error", "Cannot execute", "Timeout waiting", "java.util.concurrent."];
        starts.iter().any(|start| line.starts_with(start))
    };
    i32::from(printed.iter().any(|line| fails(&line)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(command: &str, printed: &[&str], expected: &[&str], kinds: &[TimeDependent]) {
        let printed: Vec<String> = printed.iter().map(ToString::to_string).collect();
        let (lines, left_out) = comparable(command, &printed);
        assert_eq!(lines, expected);
        assert_eq!(left_out, kinds);
    }

    #[test]
    fn only_what_differs_by_nature_is_left_out() {
        check(
            "kafka-topics.sh --describe",
            &[
                "Topic: t\tTopicId: HJ37jYWfQRuutMHhPzBkRA\tPartitionCount: 1",
                "\tTopic: t\tPartition: 0",
            ],
            &["Topic: t\tPartitionCount: 1", "\tTopic: t\tPartition: 0"],
            &[TimeDependent::TopicId],
        );
        check(
            "kafka-topics.sh --describe",
            &[
                "\tTopic: u\tPartition: 0",
                "\tTopic: t\tPartition: 1",
                "\tTopic: t\tPartition: 2",
            ],
            &[
                "\tTopic: t\tPartition: 1",
                "\tTopic: t\tPartition: 2",
                "\tTopic: u\tPartition: 0",
            ],
            &[TimeDependent::OrderOfTopics],
        );
        check(
            "kafka-configs.sh",
            &["args '--alter --add-config a=b --bootstrap-server 127.0.0.1:20001'"],
            &["args '--alter --add-config a=b'"],
            &[TimeDependent::Address],
        );
        let plan = r#"{"partitions":[{"log_dirs":["/lab/n1","any"],"replicas":[2,1]}]}"#;
        check(
            "kafka-reassign-partitions.sh --execute",
            &[plan],
            &[r#"{"partitions":[{"log_dirs":["…","any"],"replicas":[2,1]}]}"#],
            &[TimeDependent::LogFolder],
        );
        check(
            "kafka-get-offsets.sh",
            &["due to error: Call(callName=x, tries=439174) timed out at 1796066068444"],
            &["due to error: Call(callName=x, tries=…) timed out at …"],
            &[TimeDependent::WallTime],
        );
        check("kafka-get-offsets.sh", &["t:0:12"], &["t:0:12"], &[]);
    }

    #[test]
    fn a_tool_that_says_so_has_failed() {
        assert_eq!(exit(&["Error while executing topic command : no"]), 1);
        assert_eq!(exit(&["Successfully started"]), 0);
        assert_eq!(
            exit(&["Skip getting offsets for topic-partition t-0 due to error: x"]),
            0
        );
    }
}
