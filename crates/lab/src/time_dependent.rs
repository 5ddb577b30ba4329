//! What depends on real time, or cannot be seen from outside, and is therefore not compared: all of it, by kind, with why.
//!
//! Everything else in a recording is compared. A kind is counted where it is left out, so that a comparison says what it did not
//! look at. A field that differs when a story is recorded twice belongs here or is a mistake.

use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TimeDependent {
    WallTime,
    HighWatermarkCheckpoint,
    FreeFetches,
    SecondFencing,
    OrderInSets,
    OrderBetweenPartitions,
    OrderOfJoining,
    ProposedAgain,
    TopicId,
    RecordTime,
    PausedProcess,
    ModelTime,
    RunningSession,
    PassingMoment,
    WithoutRule,
    Unseen,
    Address,
    LogFolder,
    OrderOfTopics,
    DrawnPlan,
}

impl TimeDependent {
    pub const ALL: [TimeDependent; 20] = [
        TimeDependent::WallTime,
        TimeDependent::HighWatermarkCheckpoint,
        TimeDependent::FreeFetches,
        TimeDependent::SecondFencing,
        TimeDependent::OrderInSets,
        TimeDependent::OrderBetweenPartitions,
        TimeDependent::OrderOfJoining,
        TimeDependent::ProposedAgain,
        TimeDependent::TopicId,
        TimeDependent::RecordTime,
        TimeDependent::PausedProcess,
        TimeDependent::ModelTime,
        TimeDependent::RunningSession,
        TimeDependent::PassingMoment,
        TimeDependent::WithoutRule,
        TimeDependent::Unseen,
        TimeDependent::Address,
        TimeDependent::LogFolder,
        TimeDependent::OrderOfTopics,
        TimeDependent::DrawnPlan,
    ];

    /// What is left out.
    pub fn what(self) -> &'static str {
        match self {
            TimeDependent::WallTime => "wall times",
            TimeDependent::HighWatermarkCheckpoint => "the high watermark in the checkpoint file",
            TimeDependent::FreeFetches => "Fetches on links that are not held",
            TimeDependent::SecondFencing => "a second fencing or registration of a broker, with nothing in between",
            TimeDependent::OrderInSets => "the order within ISR, ELR and last known ELR",
            TimeDependent::OrderBetweenPartitions => "which of two partitions was written first",
            TimeDependent::OrderOfJoining => "which of two followers joined the ISR first",
            TimeDependent::ProposedAgain => "an AlterPartition sent again unchanged",
            TimeDependent::TopicId => "topic ids",
            TimeDependent::RecordTime => "timestamps of records",
            TimeDependent::PausedProcess => "everything in a story that pauses a process",
            TimeDependent::ModelTime => "what a story expects of its own clock",
            TimeDependent::RunningSession => "what a story expects while a session or a lag time is running out",
            TimeDependent::PassingMoment => "what a story expects of a moment that passes by itself",
            TimeDependent::WithoutRule => "what a story expects without one of Kafka's rules, and Kafka does not do",
            TimeDependent::Unseen => "what a story expects and nothing shows of a real cluster",
            TimeDependent::Address => "the address that a tool was given",
            TimeDependent::LogFolder => "the folders of logs in an assignment that a tool prints",
            TimeDependent::OrderOfTopics => "the order of several topics or elected partitions in what a tool prints",
            TimeDependent::DrawnPlan => "the order of replicas in a plan that a tool proposes",
        }
    }

    pub fn why(self) -> &'static str {
        match self {
            TimeDependent::WallTime => "no two runs of real processes take equally long",
            TimeDependent::HighWatermarkCheckpoint => {
                "it is written at an interval of its own; what a broker restarts with is compared as its high watermark"
            }
            TimeDependent::FreeFetches => {
                "how many long polls a follower sends depends on the clock; what they brought is in the logs. On held links \
                 every Fetch is compared"
            }
            TimeDependent::SecondFencing => {
                "it is written when the old session ends, or when the answer to a registration was late, and changes nothing"
            }
            TimeDependent::OrderInSets => "members stand in the order in which they came back, which is a race",
            TimeDependent::OrderBetweenPartitions => {
                "each is decided on its own, at the same moment; the order of a partition's own records is compared"
            }
            TimeDependent::OrderOfJoining => {
                "both have caught up, and the one whose Fetch comes first is first; how many there are after each record, and \
                 the ISR when all have joined, is compared"
            }
            TimeDependent::ProposedAgain => {
                "a leader whose connection to the controller breaks tries again and again, as often as there is time for"
            }
            TimeDependent::TopicId => "each is drawn at random",
            TimeDependent::RecordTime => "the lab's records carry the time they were made, the engine's none",
            TimeDependent::ModelTime => "the lab keeps a story's order and not its times",
            TimeDependent::RunningSession => {
                "the cluster comes to rest only when the session is over, and nobody looks before"
            }
            TimeDependent::PassingMoment => {
                "the lab looks when nothing moves any more; by then the engine, left alone, does not have it either"
            }
            TimeDependent::WithoutRule => "a real Kafka has all its rules",
            TimeDependent::Unseen => "neither a request nor a file of a broker has it; the story's line says which",
            TimeDependent::PausedProcess => {
                "SIGSTOP leaves what lies in sockets: two recordings of the same story differ"
            }
            TimeDependent::Address => "a lab takes ports that are free; the console leaves out where the cluster is",
            TimeDependent::LogFolder => "each lab has a folder of its own; the console shows Kafka's default",
            TimeDependent::OrderOfTopics => "they come out of a Java hash map; the console has them by name",
            TimeDependent::DrawnPlan => "Kafka draws where to begin; which brokers a partition goes to is compared",
        }
    }
}

impl fmt::Display for TimeDependent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.what())
    }
}
