//! A tool of Kafka's, run on a real cluster, and what the engine's console shows for it.
//!
//! Some only look. Others make a request, which is then an act of its own inside: the tool does it, and both what it did and
//! what it said are compared. The command is the one that the console shows; the lab runs that very command. What a plan or a
//! list of topics says stands in a file beside it.

use std::collections::BTreeMap;

use replication::base::config::ConfigResource;
use replication::base::id::BrokerId;
use replication::message::Request;
use replication::message::admin::{
    AlterConfigsRequest, CreatableTopic, CreatePartitionsRequest, CreateTopicsRequest, ElectLeadersRequest,
    ElectionType, NamedPartition, Placement, UnregisterBrokerRequest,
};
use replication::message::reassignment::{AlterPartitionReassignmentsRequest, ReassignablePartition};
use scenario::language::value::PartitionName;
use scenario::printed::topics::{Described, Only};
use scenario::printed::{Tool as Printed, offsets, reassignment};
use serde::{Deserialize, Serialize};

use crate::act::Act;

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(tag = "tool", rename_all = "snake_case")]
pub enum Tool {
    Describe {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        topic: Option<String>,
        /// A filter, as Kafka's option is called.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        only: Option<String>,
        #[serde(default)]
        exclude_internal: bool,
        /// The broker that is asked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<i32>,
    },
    GetOffsets {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        topic: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        partition: Option<i32>,
        /// As `--time` has it; the latest when left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time: Option<String>,
        #[serde(default)]
        exclude_internal: bool,
    },
    ReassignList,
    ReassignVerify {
        plan: BTreeMap<String, Vec<i32>>,
    },
    ReassignGenerate {
        topics: Vec<String>,
        brokers: Vec<i32>,
    },
    /// The act is one of the requests that a tool can make.
    Ask {
        act: Box<Act>,
    },
}

impl Tool {
    /// What a story's line asks to be printed, if a tool that only looks prints it.
    pub fn looking(printed: &Printed) -> Option<Tool> {
        Some(match printed {
            Printed::Describe(wanted) => Tool::Describe {
                topic: wanted.topic.clone(),
                only: wanted.only.map(|only| only.name().to_string()),
                exclude_internal: wanted.exclude_internal,
                from: wanted.from,
            },
            Printed::GetOffsets(wanted) => Tool::GetOffsets {
                topic: wanted.topic.clone(),
                partition: wanted.partition,
                time: (wanted.time != offsets::Time::Latest).then(|| wanted.time.text()),
                exclude_internal: wanted.exclude_internal,
            },
            Printed::ReassignmentList => Tool::ReassignList,
            Printed::ReassignmentVerify(plan) => Tool::ReassignVerify {
                plan: plan.iter().map(|(name, ids)| (name.to_string(), ids.clone())).collect(),
            },
            Printed::ReassignmentGenerate { topics, brokers } => Tool::ReassignGenerate {
                topics: topics.clone(),
                brokers: brokers.clone(),
            },
            Printed::Answer(_) | Printed::ConsoleProducer(_) | Printed::ConsoleConsumer { .. } => return None,
        })
    }

    /// The same in the console's words; None if it makes a request.
    pub fn printed(&self) -> Option<Printed> {
        Some(match self {
            Tool::Describe {
                topic,
                only,
                exclude_internal,
                from,
            } => Printed::Describe(Described {
                topic: topic.clone(),
                only: only.as_deref().and_then(Only::named),
                exclude_internal: *exclude_internal,
                from: *from,
            }),
            Tool::GetOffsets {
                topic,
                partition,
                time,
                exclude_internal,
            } => Printed::GetOffsets(offsets::Wanted {
                topic: topic.clone(),
                partition: *partition,
                time: time.as_deref().and_then(offsets::Time::read).unwrap_or_default(),
                exclude_internal: *exclude_internal,
            }),
            Tool::ReassignList => Printed::ReassignmentList,
            Tool::ReassignVerify { plan } => {
                let name = |name: &String| {
                    let NamedPartition { topic, partition } = named(name)?;
                    Some(PartitionName {
                        topic: topic.to_string(),
                        partition,
                    })
                };
                let plan = plan.iter().filter_map(|(of, ids)| Some((name(of)?, ids.clone())));
                Printed::ReassignmentVerify(plan.collect())
            }
            Tool::ReassignGenerate { topics, brokers } => Printed::ReassignmentGenerate {
                topics: topics.clone(),
                brokers: brokers.clone(),
            },
            Tool::Ask { .. } => return None,
        })
    }

    /// Files that its command names, by name.
    pub fn files(&self) -> BTreeMap<&'static str, String> {
        let plan_file = |plan: Vec<(String, Vec<i32>)>| {
            let plan: Vec<(NamedPartition, Vec<BrokerId>)> = plan
                .into_iter()
                .filter_map(|(name, ids)| Some((named(&name)?, brokers(&ids))))
                .collect();
            let text = reassignment::json(plan.iter().map(|(of, ids)| (&*of.topic, of.partition, ids.as_slice())));
            BTreeMap::from([("plan.json", text)])
        };
        match self {
            Tool::ReassignVerify { plan } => plan_file(plan.clone().into_iter().collect()),
            Tool::ReassignGenerate { topics, .. } => {
                let topics: Vec<String> = topics
                    .iter()
                    .map(|topic| format!("{{\"topic\":\"{topic}\"}}"))
                    .collect();
                let text = format!("{{\"version\":1,\"topics\":[{}]}}", topics.join(","));
                BTreeMap::from([("topics.json", text)])
            }
            Tool::Ask { act } => match &**act {
                // A cancellation says of each partition where it shall not be any more; Kafka reads only which partitions.
                Act::ReassignPlan { plan, .. } => {
                    let plan = plan
                        .iter()
                        .map(|(name, ids)| (name.clone(), ids.clone().unwrap_or_default()));
                    plan_file(plan.collect())
                }
                _ => BTreeMap::new(),
            },
            _ => BTreeMap::new(),
        }
    }
}

/// `orders.placed-0` → topic and number.
pub fn named(partition: &str) -> Option<NamedPartition> {
    let (topic, number) = partition.rsplit_once('-')?;
    Some(NamedPartition {
        topic: topic.into(),
        partition: number.parse().ok()?,
    })
}

fn brokers(ids: &[i32]) -> Vec<BrokerId> {
    ids.iter().copied().map(BrokerId).collect()
}

/// What the engine's controller is asked for an act, if the act is such a request.
pub fn request(act: &Act) -> Option<Request> {
    Some(match act {
        Act::CreateTopic {
            topic,
            assignment,
            partitions,
            replication_factor,
            config,
        } => Request::CreateTopics(CreateTopicsRequest {
            topics: vec![CreatableTopic {
                name: topic.as_str().into(),
                placement: match assignment.is_empty() {
                    false => Placement::Assignment(assignment.iter().map(|ids| brokers(ids)).collect()),
                    true => Placement::Automatic {
                        partitions: partitions.unwrap_or(-1),
                        replication_factor: replication_factor.unwrap_or(-1),
                    },
                },
                configs: config
                    .iter()
                    .map(|(name, value)| (name.as_str().into(), value.as_str().into()))
                    .collect(),
            }],
        }),
        Act::CreatePartitions {
            topic,
            count,
            assignment,
        } => Request::CreatePartitions(CreatePartitionsRequest {
            topic: topic.as_str().into(),
            count: *count,
            assignments: assignment
                .as_ref()
                .map(|all| all.iter().map(|ids| brokers(ids)).collect()),
        }),
        Act::Elect { unclean, partition } => Request::ElectLeaders(ElectLeadersRequest {
            election: match unclean {
                true => ElectionType::Unclean,
                false => ElectionType::Preferred,
            },
            partitions: match partition {
                Some(name) => Some(vec![named(name)?]),
                None => None,
            },
        }),
        Act::Reassign { partition, replicas } => reassigning([(partition, replicas)], true)?,
        Act::ReassignPlan {
            plan,
            allow_replication_factor_change,
            ..
        } => reassigning(plan, *allow_replication_factor_change)?,
        Act::Config { topic, set } => Request::AlterConfigs(AlterConfigsRequest {
            resource: match topic {
                Some(topic) => ConfigResource::Topic(topic.as_str().into()),
                None => ConfigResource::Cluster,
            },
            configs: set
                .iter()
                .map(|(name, value)| (name.as_str().into(), value.as_deref().map(Into::into)))
                .collect(),
        }),
        Act::Unregister { broker } => Request::UnregisterBroker(UnregisterBrokerRequest {
            broker: BrokerId(*broker),
        }),
        _ => return None,
    })
}

fn reassigning<'a>(
    plan: impl IntoIterator<Item = (&'a String, &'a Option<Vec<i32>>)>,
    allow_replication_factor_change: bool,
) -> Option<Request> {
    let mut partitions = Vec::new();
    for (name, replicas) in plan {
        partitions.push(ReassignablePartition {
            partition: named(name)?,
            replicas: replicas.as_deref().map(brokers),
        });
    }
    Some(Request::AlterPartitionReassignments(
        AlterPartitionReassignmentsRequest {
            allow_replication_factor_change,
            partitions,
        },
    ))
}
