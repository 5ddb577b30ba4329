//! The lab's requests, API by API: what is asked, and what of the answer a recording keeps.

use std::time::{Duration, Instant};

use kafka_protocol::messages::alter_partition_reassignments_request::{ReassignablePartition, ReassignableTopic};
use kafka_protocol::messages::create_topics_request::{
    CreatableReplicaAssignment, CreatableTopic, CreatableTopicConfig,
};
use kafka_protocol::messages::delete_records_request::{DeleteRecordsPartition, DeleteRecordsTopic};
use kafka_protocol::messages::elect_leaders_request::TopicPartitions;
use kafka_protocol::messages::fetch_request::{FetchPartition, FetchTopic};
use kafka_protocol::messages::incremental_alter_configs_request::{AlterConfigsResource, AlterableConfig};
use kafka_protocol::messages::list_offsets_request::{ListOffsetsPartition, ListOffsetsTopic};
use kafka_protocol::messages::offset_for_leader_epoch_request::{OffsetForLeaderPartition, OffsetForLeaderTopic};
use kafka_protocol::messages::produce_request::{PartitionProduceData, TopicProduceData};
use kafka_protocol::messages::{
    AlterPartitionReassignmentsRequest, BrokerId, CreateTopicsRequest, DeleteRecordsRequest, ElectLeadersRequest,
    FetchRequest, IncrementalAlterConfigsRequest, InitProducerIdRequest, ListOffsetsRequest, MetadataRequest,
    MetadataResponse, OffsetForLeaderEpochRequest, ProduceRequest,
};
use kafka_protocol::protocol::StrBytes;
use lab::act::{Act, Numbered};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::disk;
use crate::error::{LabError, Outcome};
use crate::operating;
use crate::request::{ask, batch, error_name, tell, text, topic_name};

/// The replica id with which a debugging tool reads past the high watermark.
pub const DEBUGGING: i32 = -2;
const CONSUMER: i32 = -1;
pub(crate) const ADMIN_TIMEOUT_MS: i32 = 20_000;
const ID_PATIENCE: Duration = Duration::from_secs(10);
const ID_POLL: Duration = Duration::from_millis(50);

/// `orders.placed-0` → `orders.placed`, 0.
pub fn partition_of(name: &str) -> Outcome<(&str, i32)> {
    let found = name
        .rsplit_once('-')
        .and_then(|(topic, number)| Some((topic, number.parse().ok()?)));
    found.ok_or_else(|| LabError(format!("{name} is no partition")))
}

pub(crate) fn message(message: Option<StrBytes>) -> Value {
    message.map_or(Value::Null, |message| message.to_string().into())
}

/// What a broker that could not be asked leaves.
fn or_disconnected(result: Outcome<Value>) -> Value {
    result.unwrap_or_else(|_| json!({"error": "DISCONNECTED"}))
}

pub async fn produce(
    port: u16,
    partition: &str,
    acks: i16,
    records: &[(Option<String>, Option<String>)],
    timeout_ms: i32,
    numbered: Option<Numbered>,
) -> Outcome<Value> {
    let (topic, number) = partition_of(partition)?;
    let data = PartitionProduceData::default()
        .with_index(number)
        .with_records(Some(batch(records, numbered)?));
    let request = ProduceRequest::default()
        .with_transactional_id(None)
        .with_acks(acks)
        .with_timeout_ms(timeout_ms)
        .with_topic_data(vec![
            TopicProduceData::default()
                .with_name(topic_name(topic))
                .with_partition_data(vec![data]),
        ]);
    if acks == 0 {
        let closed = tell(port, 12, &request).await;
        return Ok(match closed {
            Ok(closed) => json!({"connection_closed": closed}),
            Err(_) => json!({"error": "DISCONNECTED"}),
        });
    }
    let asking = async {
        let answer = ask(port, 12, &request).await?;
        let part = answer
            .responses
            .first()
            .and_then(|topic| topic.partition_responses.first());
        let part = part.ok_or_else(|| LabError("an empty answer to Produce".into()))?;
        let mut json = json!({"error": error_name(part.error_code), "base_offset": part.base_offset});
        if part.current_leader.leader_epoch >= 0 {
            json["current_leader"] = json!([*part.current_leader.leader_id, part.current_leader.leader_epoch]);
        }
        Ok(json)
    };
    Ok(or_disconnected(asking.await))
}

/// How a consumer reads.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'a> {
    pub offset: i64,
    pub epoch: Option<i32>,
    pub rack: Option<&'a str>,
    pub max_wait_ms: i32,
    pub min_bytes: i32,
    pub read_committed: bool,
}

impl Reading<'_> {
    pub fn at(offset: i64) -> Self {
        Reading {
            offset,
            epoch: None,
            rack: None,
            max_wait_ms: 0,
            min_bytes: 0,
            read_committed: false,
        }
    }
}

pub async fn fetch(port: u16, partition: &str, reading: Reading<'_>) -> Outcome<Value> {
    let (topic, number) = partition_of(partition)?;
    let part = FetchPartition::default()
        .with_partition(number)
        .with_current_leader_epoch(reading.epoch.unwrap_or(-1))
        .with_fetch_offset(reading.offset)
        .with_last_fetched_epoch(-1)
        .with_log_start_offset(-1)
        .with_partition_max_bytes(1 << 20);
    let request = FetchRequest::default()
        .with_replica_id(BrokerId(CONSUMER))
        .with_max_wait_ms(reading.max_wait_ms)
        .with_min_bytes(reading.min_bytes)
        .with_max_bytes(1 << 20)
        .with_isolation_level(i8::from(reading.read_committed))
        .with_session_epoch(-1)
        .with_rack_id(text(reading.rack.unwrap_or_default()))
        .with_topics(vec![
            FetchTopic::default()
                .with_topic(topic_name(topic))
                .with_partitions(vec![part]),
        ]);
    let begin = Instant::now();
    let answer = ask(port, 12, &request).await?;
    let waited = begin.elapsed().as_millis() as i64;
    let part = answer.responses.first().and_then(|topic| topic.partitions.first());
    let Some(part) = part else {
        return Ok(json!({"error": error_name(answer.error_code)}));
    };
    let records = part.records.clone().unwrap_or_default();
    let records: Vec<_> = disk::batches(&records).iter().flatten().map(disk::entry).collect();
    // A batch comes whole; a consumer leaves out what is before its position.
    let records: Vec<_> = records.into_iter().filter(|entry| entry.0 >= reading.offset).collect();
    let mut json = json!({
        "error": error_name(part.error_code),
        "hw": part.high_watermark,
        "last_stable_offset": part.last_stable_offset,
        "preferred_read_replica": *part.preferred_read_replica,
        "records": records,
    });
    if reading.max_wait_ms > 0 {
        json["parked"] = json!(waited >= i64::from(reading.max_wait_ms) * 8 / 10);
    }
    Ok(json)
}

pub async fn list_offsets(port: u16, partition: &str, reader: i32, at: i64, epoch: Option<i32>) -> Outcome<Value> {
    let (topic, number) = partition_of(partition)?;
    let part = ListOffsetsPartition::default()
        .with_partition_index(number)
        .with_current_leader_epoch(epoch.unwrap_or(-1))
        .with_timestamp(at);
    let request = ListOffsetsRequest::default()
        .with_replica_id(BrokerId(reader))
        .with_topics(vec![
            ListOffsetsTopic::default()
                .with_name(topic_name(topic))
                .with_partitions(vec![part]),
        ]);
    let answer = ask(port, 7, &request).await?;
    let part = answer.topics.first().and_then(|topic| topic.partitions.first());
    let part = part.ok_or_else(|| LabError("an empty answer to ListOffsets".into()))?;
    Ok(json!({
        "error": error_name(part.error_code),
        "timestamp": part.timestamp,
        "offset": part.offset,
        "epoch": part.leader_epoch,
    }))
}

async fn epoch_end_offset(port: u16, partition: &str, epoch: i32, current_epoch: i32) -> Outcome<Value> {
    let (topic, number) = partition_of(partition)?;
    let part = OffsetForLeaderPartition::default()
        .with_partition(number)
        .with_current_leader_epoch(current_epoch)
        .with_leader_epoch(epoch);
    let topic = OffsetForLeaderTopic::default()
        .with_topic(topic_name(topic))
        .with_partitions(vec![part]);
    let request = OffsetForLeaderEpochRequest::default()
        .with_replica_id(BrokerId(DEBUGGING))
        .with_topics(vec![topic]);
    let answer = ask(port, 4, &request).await?;
    let part = answer.topics.first().and_then(|topic| topic.partitions.first());
    let part = part.ok_or_else(|| LabError("an empty answer to OffsetForLeaderEpoch".into()))?;
    Ok(json!({
        "error": error_name(part.error_code),
        "epoch": part.leader_epoch,
        "end_offset": part.end_offset,
    }))
}

pub async fn metadata(port: u16) -> Outcome<MetadataResponse> {
    ask(port, 12, &MetadataRequest::default().with_topics(None)).await
}

pub async fn init_producer_id(port: u16) -> Outcome<(i64, i16)> {
    let request = InitProducerIdRequest::default()
        .with_transactional_id(None)
        .with_transaction_timeout_ms(60_000)
        .with_producer_id((-1).into())
        .with_producer_epoch(-1);
    let begin = Instant::now();
    loop {
        let answer = ask(port, 4, &request).await?;
        match error_name(answer.error_code).as_str() {
            "NONE" => return Ok((*answer.producer_id, answer.producer_epoch)),
            // The broker's first id: it has to ask the controller for a block of them.
            "COORDINATOR_LOAD_IN_PROGRESS" if begin.elapsed() < ID_PATIENCE => sleep(ID_POLL).await,
            error => return Err(LabError(format!("InitProducerId: {error}"))),
        }
    }
}

/// What one request says, for every act that is one; None for the others. `port` is the asked broker's, or any live one's.
pub async fn answer(port: u16, act: &Act) -> Outcome<Option<Value>> {
    Ok(Some(match act {
        Act::CreateTopic {
            topic,
            assignment,
            config,
            ..
        } => create_topic(port, topic, assignment, config).await?,
        Act::Fetch {
            partition,
            offset,
            epoch,
            rack,
            max_wait_ms,
            min_bytes,
            read_committed,
            ..
        } => {
            let reading = Reading {
                offset: *offset,
                epoch: *epoch,
                rack: rack.as_deref(),
                max_wait_ms: *max_wait_ms,
                min_bytes: *min_bytes,
                read_committed: *read_committed,
            };
            or_disconnected(fetch(port, partition, reading).await)
        }
        Act::ListOffsets {
            partition, at, epoch, ..
        } => or_disconnected(list_offsets(port, partition, CONSUMER, *at, *epoch).await),
        Act::EpochEndOffset {
            partition,
            epoch,
            current_epoch,
            ..
        } => or_disconnected(epoch_end_offset(port, partition, *epoch, *current_epoch).await),
        Act::DeleteRecords {
            partition,
            before,
            timeout_ms,
            ..
        } => delete_records(port, partition, *before, *timeout_ms).await?,
        Act::Elect {
            unclean,
            partition: Some(partition),
        } => elect(port, partition, *unclean).await?,
        Act::Reassign { partition, replicas } => reassign(port, partition, replicas.as_deref()).await?,
        Act::ReassignPlan {
            plan,
            allow_replication_factor_change,
            ..
        } => operating::reassign_plan(port, plan, *allow_replication_factor_change).await?,
        Act::CreatePartitions {
            topic,
            count,
            assignment,
        } => operating::create_partitions(port, topic, *count, assignment.as_deref()).await?,
        Act::Unregister { broker } => operating::unregister(port, *broker).await?,
        Act::Config { topic, set } => config(port, topic.as_deref(), set).await?,
        _ => return Ok(None),
    }))
}

async fn create_topic(
    port: u16,
    topic: &str,
    assignment: &[Vec<i32>],
    config: &std::collections::BTreeMap<String, String>,
) -> Outcome<Value> {
    let assignments = assignment.iter().enumerate().map(|(n, brokers)| {
        CreatableReplicaAssignment::default()
            .with_partition_index(n as i32)
            .with_broker_ids(brokers.iter().map(|id| BrokerId(*id)).collect())
    });
    let configs = config.iter().map(|(name, value)| {
        CreatableTopicConfig::default()
            .with_name(text(name))
            .with_value(Some(text(value)))
    });
    let topic = CreatableTopic::default()
        .with_name(topic_name(topic))
        .with_num_partitions(-1)
        .with_replication_factor(-1)
        .with_assignments(assignments.collect())
        .with_configs(configs.collect());
    let request = CreateTopicsRequest::default()
        .with_timeout_ms(ADMIN_TIMEOUT_MS)
        .with_topics(vec![topic]);
    let answer = ask(port, 7, &request).await?;
    let topic = answer
        .topics
        .first()
        .ok_or_else(|| LabError("an empty answer to CreateTopics".into()))?;
    Ok(json!({"error": error_name(topic.error_code)}))
}

async fn delete_records(port: u16, partition: &str, before: i64, timeout_ms: i32) -> Outcome<Value> {
    let (topic, number) = partition_of(partition)?;
    let part = DeleteRecordsPartition::default()
        .with_partition_index(number)
        .with_offset(before);
    let request = DeleteRecordsRequest::default()
        .with_timeout_ms(timeout_ms)
        .with_topics(vec![
            DeleteRecordsTopic::default()
                .with_name(topic_name(topic))
                .with_partitions(vec![part]),
        ]);
    let answer = ask(port, 2, &request).await?;
    let part = answer.topics.first().and_then(|topic| topic.partitions.first());
    let part = part.ok_or_else(|| LabError("an empty answer to DeleteRecords".into()))?;
    Ok(json!({"error": error_name(part.error_code), "low_watermark": part.low_watermark}))
}

async fn elect(port: u16, partition: &str, unclean: bool) -> Outcome<Value> {
    let (topic, number) = partition_of(partition)?;
    let partitions = TopicPartitions::default()
        .with_topic(topic_name(topic))
        .with_partitions(vec![number]);
    let request = ElectLeadersRequest::default()
        .with_election_type(i8::from(unclean))
        .with_topic_partitions(Some(vec![partitions]))
        .with_timeout_ms(ADMIN_TIMEOUT_MS);
    let answer = ask(port, 2, &request).await?;
    let part = answer
        .replica_election_results
        .first()
        .and_then(|topic| topic.partition_result.first());
    Ok(match part {
        Some(part) => json!({"error": error_name(part.error_code), "message": message(part.error_message.clone())}),
        None => json!({"error": error_name(answer.error_code), "message": null}),
    })
}

async fn reassign(port: u16, partition: &str, replicas: Option<&[i32]>) -> Outcome<Value> {
    let (topic, number) = partition_of(partition)?;
    let replicas = replicas.map(|replicas| replicas.iter().map(|id| BrokerId(*id)).collect());
    let part = ReassignablePartition::default()
        .with_partition_index(number)
        .with_replicas(replicas);
    let request = AlterPartitionReassignmentsRequest::default()
        .with_timeout_ms(ADMIN_TIMEOUT_MS)
        .with_topics(vec![
            ReassignableTopic::default()
                .with_name(topic_name(topic))
                .with_partitions(vec![part]),
        ]);
    let answer = ask(port, 0, &request).await?;
    let part = answer.responses.first().and_then(|topic| topic.partitions.first());
    Ok(match part {
        Some(part) => json!({"error": error_name(part.error_code), "message": message(part.error_message.clone())}),
        None => json!({"error": error_name(answer.error_code), "message": message(answer.error_message)}),
    })
}

const TOPIC: i8 = 2;
const BROKER: i8 = 4;

async fn config(
    port: u16,
    topic: Option<&str>,
    set: &std::collections::BTreeMap<String, Option<String>>,
) -> Outcome<Value> {
    // Operation 0 sets a value, 1 deletes it.
    let configs = set.iter().map(|(name, value)| {
        AlterableConfig::default()
            .with_name(text(name))
            .with_config_operation(i8::from(value.is_none()))
            .with_value(value.as_deref().map(text))
    });
    let resource = AlterConfigsResource::default()
        .with_resource_type(if topic.is_some() { TOPIC } else { BROKER })
        .with_resource_name(text(topic.unwrap_or_default()))
        .with_configs(configs.collect());
    let request = IncrementalAlterConfigsRequest::default().with_resources(vec![resource]);
    let answer = ask(port, 1, &request).await?;
    let altered = answer.responses.first();
    let altered = altered.ok_or_else(|| LabError("an empty answer to IncrementalAlterConfigs".into()))?;
    Ok(json!({"error": error_name(altered.error_code)}))
}
