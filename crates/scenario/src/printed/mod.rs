//! What Kafka's command line prints, character by character: standard output and standard error, as a terminal shows them.
//!
//! Some tools only look (`kafka-topics --describe`, `kafka-get-offsets`, `kafka-reassign-partitions --list`): what they would
//! print at a position follows from the state there. What others print is their answer to a request that was made before. The
//! console clients print as they go, so what they have printed follows from the steps so far.
//!
//! Differs: a tool that looks takes no time here. In Kafka it asks brokers, which may answer from different metadata and may
//! keep it waiting; a command is shown without its `--bootstrap-server`.
//!
//! Source: org.apache.kafka.tools.

use simulation::cluster::Cluster;
use simulation::history::{History, Position};

use crate::language::value::PartitionName;

pub mod admin;
pub mod console_consumer;
pub mod console_producer;
mod generate;
mod log_line;
pub mod offsets;
pub mod reassignment;
pub mod topics;

/// What a line of a story asks to be printed.
#[derive(Clone, PartialEq, Debug)]
pub enum Tool {
    Describe(topics::Described),
    GetOffsets(offsets::Wanted),
    ReassignmentList,
    ReassignmentVerify(Vec<(PartitionName, Vec<i32>)>),
    ReassignmentGenerate {
        topics: Vec<String>,
        brokers: Vec<i32>,
    },
    /// What a tool said about the answer to a request of this name.
    Answer(String),
    ConsoleProducer(String),
    ConsoleConsumer {
        name: String,
        formatter: console_consumer::Formatter,
    },
}

/// A command, and what came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Printout {
    /// As one would type it, without where the cluster is.
    pub command: String,
    /// Each line ends with a line feed.
    pub output: String,
    /// It has ended: nothing more will be printed.
    pub done: bool,
}

impl Printout {
    pub(crate) fn of(command: String, output: String) -> Self {
        Printout {
            command,
            output,
            done: true,
        }
    }
}

impl Tool {
    /// The command of a tool that only looks.
    pub fn looking_command(&self) -> Option<String> {
        Some(match self {
            Tool::Describe(wanted) => topics::command(wanted),
            Tool::GetOffsets(wanted) => offsets::command(wanted),
            Tool::ReassignmentList => "kafka-reassign-partitions.sh --list".into(),
            Tool::ReassignmentVerify(_) => {
                "kafka-reassign-partitions.sh --verify --reassignment-json-file plan.json".into()
            }
            Tool::ReassignmentGenerate { brokers, .. } => {
                let brokers: Vec<String> = brokers.iter().map(ToString::to_string).collect();
                let command =
                    "kafka-reassign-partitions.sh --generate --topics-to-move-json-file topics.json --broker-list ";
                command.to_string() + &brokers.join(",")
            }
            Tool::Answer(_) | Tool::ConsoleProducer(_) | Tool::ConsoleConsumer { .. } => return None,
        })
    }
}

/// What a tool that only looks prints.
pub fn look(cluster: &Cluster, tool: &Tool) -> Option<Printout> {
    let output = match tool {
        Tool::Describe(wanted) => topics::describe(cluster, wanted),
        Tool::GetOffsets(wanted) => offsets::get_offsets(cluster, wanted),
        Tool::ReassignmentList => reassignment::list(cluster),
        Tool::ReassignmentVerify(plan) => reassignment::verify(cluster, plan),
        Tool::ReassignmentGenerate { topics, brokers } => generate::generate(cluster, topics, brokers),
        Tool::Answer(_) | Tool::ConsoleProducer(_) | Tool::ConsoleConsumer { .. } => return None,
    };
    Some(Printout::of(tool.looking_command()?, output))
}

/// What a tool prints at the position a history is at. `tag` finds the request that a name stands for.
pub fn print(history: &mut History, tool: &Tool, tag: impl Fn(&str) -> Option<u32>) -> Printout {
    if let Some(printout) = look(&history.world().cluster, tool) {
        return printout;
    }
    match tool {
        Tool::Answer(name) => {
            let position = history.position();
            let asked = tag(name).and_then(|tag| admin::printout(history, tag, position));
            asked.unwrap_or_else(|| Printout::of(String::new(), String::new()))
        }
        _ => Console::new(tool.clone()).print(history),
    }
}

/// A console client that is looked at: what it has printed, step by step, so that looking again costs only what is new.
#[derive(Clone, Debug)]
pub struct Console {
    pub tool: Tool,
    /// Steps that were looked at.
    seen: Position,
    /// By the position after the step that printed it.
    printed: Vec<(Position, String)>,
    count: console_consumer::Count,
}

impl Console {
    pub fn new(tool: Tool) -> Self {
        Console {
            tool,
            seen: 0,
            printed: Vec::new(),
            count: console_consumer::Count::default(),
        }
    }

    /// What it has printed at the position a history is at. The history is the one it was asked about before.
    pub fn print(&mut self, history: &mut History) -> Printout {
        let position = history.position();
        if position > self.seen {
            let Console {
                tool,
                seen,
                printed,
                count,
            } = self;
            history.each_step(*seen, position, &mut |step, world| {
                let lines = match tool {
                    Tool::ConsoleProducer(name) => console_producer::lines(step, world, name),
                    Tool::ConsoleConsumer { name, formatter } => {
                        console_consumer::lines(step, world, name, formatter, count)
                    }
                    _ => return,
                };
                if !lines.is_empty() {
                    printed.push((step.number, lines));
                }
            });
            self.seen = position;
        }
        let so_far = self.printed.iter().take_while(|(at, _)| *at <= position);
        Printout {
            command: match &self.tool {
                Tool::ConsoleProducer(name) => console_producer::command(history.world(), name),
                Tool::ConsoleConsumer { name, formatter } => {
                    console_consumer::command(&history.world().cluster, name, formatter)
                }
                _ => String::new(),
            },
            output: so_far.map(|(_, lines)| lines.as_str()).collect(),
            done: self.count.is_over,
        }
    }
}
