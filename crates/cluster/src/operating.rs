//! Requests of operators that change what the cluster consists of: more partitions, a plan for several of them, a broker less.

use std::collections::BTreeMap;

use kafka_protocol::messages::alter_partition_reassignments_request::{ReassignablePartition, ReassignableTopic};
use kafka_protocol::messages::create_partitions_request::{CreatePartitionsAssignment, CreatePartitionsTopic};
use kafka_protocol::messages::{
    AlterPartitionReassignmentsRequest, BrokerId, CreatePartitionsRequest, UnregisterBrokerRequest,
};
use serde_json::{Map, Value, json};

use crate::asking::{ADMIN_TIMEOUT_MS, message, partition_of};
use crate::error::{LabError, Outcome};
use crate::request::{ask, error_name, topic_name};

fn ids(brokers: &[i32]) -> Vec<BrokerId> {
    brokers.iter().map(|id| BrokerId(*id)).collect()
}

pub async fn create_partitions(port: u16, topic: &str, count: i32, assignment: Option<&[Vec<i32>]>) -> Outcome<Value> {
    let assignments = assignment.map(|all| {
        let one = |brokers: &Vec<i32>| CreatePartitionsAssignment::default().with_broker_ids(ids(brokers));
        all.iter().map(one).collect()
    });
    let topic = CreatePartitionsTopic::default()
        .with_name(topic_name(topic))
        .with_count(count)
        .with_assignments(assignments);
    let request = CreatePartitionsRequest::default()
        .with_timeout_ms(ADMIN_TIMEOUT_MS)
        .with_topics(vec![topic]);
    let answer = ask(port, 3, &request).await?;
    let created = answer.results.into_iter().next();
    let created = created.ok_or_else(|| LabError("an empty answer to CreatePartitions".into()))?;
    Ok(json!({"error": error_name(created.error_code), "message": message(created.error_message)}))
}

/// By partition: error and message.
pub async fn reassign_plan(
    port: u16,
    plan: &BTreeMap<String, Option<Vec<i32>>>,
    allow_replication_factor_change: bool,
) -> Outcome<Value> {
    let mut topics: BTreeMap<&str, Vec<ReassignablePartition>> = BTreeMap::new();
    for (name, replicas) in plan {
        let (topic, number) = partition_of(name)?;
        let part = ReassignablePartition::default()
            .with_partition_index(number)
            .with_replicas(replicas.as_deref().map(ids));
        topics.entry(topic).or_default().push(part);
    }
    let topics = topics.into_iter().map(|(topic, partitions)| {
        ReassignableTopic::default()
            .with_name(topic_name(topic))
            .with_partitions(partitions)
    });
    let request = AlterPartitionReassignmentsRequest::default()
        .with_timeout_ms(ADMIN_TIMEOUT_MS)
        .with_allow_replication_factor_change(allow_replication_factor_change)
        .with_topics(topics.collect());
    let answer = ask(port, 1, &request).await?;
    let mut results = Map::new();
    for topic in answer.responses {
        for part in topic.partitions {
            let name = format!("{}-{}", topic.name.as_str(), part.partition_index);
            let told = json!({"error": error_name(part.error_code), "message": message(part.error_message)});
            results.insert(name, told);
        }
    }
    Ok(Value::Object(results))
}

pub async fn unregister(port: u16, broker: i32) -> Outcome<Value> {
    let request = UnregisterBrokerRequest::default().with_broker_id(BrokerId(broker));
    let answer = ask(port, 0, &request).await?;
    Ok(json!({"error": error_name(answer.error_code), "message": message(answer.error_message)}))
}
