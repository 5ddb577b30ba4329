//! Kafka's own tools, run with the command that the console shows: what they printed, in the order in which a terminal would
//! have had it, and their exit status.
//!
//! Loggers are silent, and the frames of stack traces are not kept: they are places in Kafka's own files. The lab's folder is
//! written as `/lab`.

use std::process::Stdio;

use lab::act::Act;
use lab::tool::{Tool, request};
use replication::base::id::BrokerId;
use scenario::printed::admin;
use serde_json::{Value, json};

use crate::error::{Doing, LabError, Outcome};
use crate::lab::Lab;
use crate::processes::Processes;

/// The class that a script of Kafka's runs.
fn class(script: &str) -> Option<&'static str> {
    Some(match script {
        "kafka-topics.sh" => "org.apache.kafka.tools.TopicCommand",
        "kafka-get-offsets.sh" => "org.apache.kafka.tools.GetOffsetShell",
        "kafka-reassign-partitions.sh" => "org.apache.kafka.tools.reassign.ReassignPartitionsCommand",
        "kafka-leader-election.sh" => "org.apache.kafka.tools.LeaderElectionCommand",
        "kafka-configs.sh" => "kafka.admin.ConfigCommand",
        "kafka-cluster.sh" => "org.apache.kafka.tools.ClusterTool",
        _ => return None,
    })
}

impl Lab {
    /// Runs a tool; what it changed is there when it has ended.
    pub async fn run_tool(&mut self, tool: &Tool) -> Outcome<Value> {
        let command = self.command(tool)?;
        let port = self.any_port()?;
        for (name, text) in tool.files() {
            std::fs::write(self.processes.folder.join(name), text).doing(name)?;
        }
        let (output, exit) = self.processes.run(&command, port).await?;
        if let Tool::Ask { act } = tool {
            self.learn_partitions(act).await?;
        }
        let folder = self.processes.folder.display().to_string();
        let kept = output.lines().filter(|line| !is_frame(line));
        let printed: Vec<String> = kept.map(|line| line.replace(&folder, "/lab")).collect();
        Ok(json!({"command": command, "printed": printed, "exit": exit}))
    }

    /// The command, as the console shows it.
    fn command(&mut self, tool: &Tool) -> Outcome<String> {
        let Tool::Ask { act } = tool else {
            let command = tool.printed().and_then(|printed| printed.looking_command());
            return command.ok_or_else(|| LabError(format!("no command for {tool:?}")));
        };
        let log = self.metadata();
        let grown = match &**act {
            Act::CreatePartitions { topic, .. } => topic.as_str(),
            _ => "",
        };
        let of_topic = log.partitions.iter().filter(|((topic, _), _)| topic == grown);
        let assigned: Vec<Vec<BrokerId>> = of_topic
            .map(|(_, partition)| partition.replicas.iter().copied().map(BrokerId).collect())
            .collect();
        let moving = log
            .partitions
            .values()
            .any(|partition| !(partition.adding.is_empty() && partition.removing.is_empty()));
        let additional = !matches!(**act, Act::ReassignPlan { additional: false, .. });
        let command = request(act).and_then(|request| admin::command(&request, &assigned, moving && additional));
        command.ok_or_else(|| LabError(format!("no tool does {act:?}")))
    }

    /// Waits for the partitions that an act has made.
    pub(crate) async fn learn_partitions(&mut self, act: &Act) -> Outcome<()> {
        let (Act::CreateTopic { topic, .. } | Act::CreatePartitions { topic, .. }) = act else {
            return Ok(());
        };
        let log = self.metadata();
        let of_topic = log.partitions.iter().filter(|((of, _), _)| of == topic);
        let assignment: Vec<Vec<i32>> = of_topic.map(|(_, partition)| partition.replicas.clone()).collect();
        for n in 0..assignment.len() {
            let name = format!("{topic}-{n}");
            if !self.partitions.contains(&name) {
                self.partitions.push(name);
            }
        }
        self.topic_is_known(topic, &assignment).await
    }
}

fn is_frame(line: &str) -> bool {
    let line = line.trim_start_matches('\t');
    line.starts_with("at ") || line.starts_with("... ")
}

impl Processes {
    /// Both of a tool's outputs, and its exit status.
    async fn run(&self, command: &str, port: u16) -> Outcome<(String, i32)> {
        let mut words = command.split(' ');
        let script = words.next().unwrap_or_default();
        let class = class(script).ok_or_else(|| LabError(format!("{script} is no tool of the lab")))?;
        let mut arguments = Vec::new();
        let mut has_server = false;
        for word in words {
            let asked = word.strip_prefix('b').and_then(|id| id.parse::<i32>().ok());
            arguments.push(match (word, asked) {
                ("plan.json" | "topics.json" | "partitions.json", _) => self.folder.join(word).display().to_string(),
                (_, Some(broker)) if has_server => format!("127.0.0.1:{}", self.client_port(broker)),
                _ => word.to_string(),
            });
            has_server |= word == "--bootstrap-server";
        }
        if !has_server {
            arguments.extend(["--bootstrap-server".into(), format!("127.0.0.1:{port}")]);
        }
        let java = self.java();
        // A shell joins the two outputs, so that their lines keep their order.
        let mut tool = tokio::process::Command::new("sh");
        tool.args(["-c", "exec \"$@\" 2>&1", "sh"])
            .args(java.iter().filter(|word| !word.starts_with("-Dlog4j2")))
            .arg("-Dlog4j2.level=OFF")
            .arg(class)
            .args(arguments)
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true);
        let output = tool.output().await.doing(class)?;
        let status = output.status.code().unwrap_or(-1);
        Ok((String::from_utf8_lossy(&output.stdout).into_owned(), status))
    }
}
