//! What a story has declared so far: names are checked against it, line by line, before anything runs.

use std::ops::RangeInclusive;

use replication::base::config::ProducerConfig;
use replication::base::map::Map;
use replication::base::set::Set;

use super::error::{Code, StoryError, choices};
use super::limits;
use super::value::{At, is_server_name, quoted};

/// A client of the story.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Client {
    Producer(ProducerConfig),
    Consumer,
    /// Sends raw requests and administers the cluster.
    Admin,
}

/// The cluster line, as far as later lines depend on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeclaredCluster {
    pub brokers: i32,
    /// `num.partitions`: of a topic created without a number.
    pub num_partitions: i32,
}

/// Names in force at a line of a story.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Declared {
    pub cluster: Option<DeclaredCluster>,
    /// Topics with their number of partitions.
    pub topics: Map<String, i32>,
    pub clients: Map<String, Client>,
    pub labels: Set<String>,
    /// Ids of captions.
    pub captions: Set<String>,
    /// Names of raw requests, to ask about their answers.
    pub requests: Set<String>,
    /// Records asked for so far.
    pub records: u64,
    pub begun: bool,
}

impl Declared {
    /// Broker ids; they begin at 1.
    pub fn brokers(&self) -> RangeInclusive<i32> {
        1..=self.cluster.as_ref().map_or(0, |cluster| cluster.brokers)
    }

    pub fn brokers_sentence(&self) -> String {
        format!(
            "this cluster has {}",
            choices(self.brokers().map(|id| format!("b{id}")))
        )
    }

    /// Takes it that a line which cannot be read declares what it seems to, so that later lines are not wrong because of it.
    pub fn suppose(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        let (Some(command), name) = (words.next(), words.next().unwrap_or_default()) else {
            return;
        };
        let name = name.to_string();
        match command {
            "cluster" => {
                self.cluster.get_or_insert(DeclaredCluster {
                    brokers: limits::BROKERS as i32,
                    num_partitions: 1,
                });
            }
            "topic" => {
                self.topics.entry(name).or_insert_with(|| limits::PARTITIONS as i32);
            }
            "producer" => {
                let config = ProducerConfig {
                    enable_idempotence: false,
                    ..ProducerConfig::default()
                };
                self.clients.entry(name).or_insert_with(|| Client::Producer(config));
            }
            "consumer" => {
                self.clients.entry(name).or_insert_with(|| Client::Consumer);
            }
            "label" => {
                self.labels.insert(name);
            }
            _ => {}
        }
    }

    /// Number of partitions of a topic.
    pub fn topic(&self, name: &str, at: At) -> Result<i32, StoryError> {
        self.topics.get(name).copied().ok_or_else(|| {
            let expected = format!("topics are {}", choices(self.topics.keys()));
            StoryError::new(Code::UnknownTopic, at, quoted(name), expected)
        })
    }

    pub fn producer(&self, name: &str, at: At) -> Result<&ProducerConfig, StoryError> {
        match self.clients.get(name) {
            Some(Client::Producer(config)) => Ok(config),
            _ => {
                let producers = self
                    .clients
                    .iter()
                    .filter(|(_, client)| matches!(client, Client::Producer(_)));
                let expected = format!("producers are {}", choices(producers.map(|(name, _)| name)));
                Err(StoryError::new(Code::UnknownClient, at, quoted(name), expected))
            }
        }
    }

    pub fn consumer(&self, name: &str, at: At) -> Result<(), StoryError> {
        match self.clients.get(name) {
            Some(Client::Consumer) => Ok(()),
            _ => {
                let consumers = self.clients.iter().filter(|(_, client)| **client == Client::Consumer);
                let expected = format!("consumers are {}", choices(consumers.map(|(name, _)| name)));
                Err(StoryError::new(Code::UnknownClient, at, quoted(name), expected))
            }
        }
    }

    /// Names of clients, requests and the words of the language share one space, so that a subject says one thing.
    pub fn client_name_is_free(&self, name: &str, at: At) -> Result<(), StoryError> {
        let taken = self.clients.contains_key(name) || self.topics.contains_key(name);
        if taken || is_server_name(name) || matches!(name, "all" | "time" | "admin" | "answer") {
            return Err(StoryError::new(
                Code::NameTaken,
                at,
                name,
                "every client has a name of its own",
            ));
        }
        if self.clients.len() >= limits::CLIENTS {
            let expected = format!("a story has at most {} clients", limits::CLIENTS);
            return Err(StoryError::new(Code::OutOfBounds, at, name, expected));
        }
        Ok(())
    }

    /// Counts records towards the bound of a run.
    pub fn count_records(&mut self, more: u64, at: At) -> Result<(), StoryError> {
        self.records = self.records.saturating_add(more);
        if self.records <= limits::RECORDS {
            return Ok(());
        }
        let expected = format!("a story sends at most {} records", limits::RECORDS);
        Err(StoryError::new(
            Code::OutOfBounds,
            at,
            self.records.to_string(),
            expected,
        ))
    }
}
