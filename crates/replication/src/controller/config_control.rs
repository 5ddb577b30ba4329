//! IncrementalAlterConfigs: settings of a topic, and cluster-wide defaults.
//!
//! What is written is validated first, so that whoever reads the metadata log can rely on it. While ELR is on, every change
//! of `min.insync.replicas` empties the ELR it concerns, because the members entered it under the old value.
//!
//! Differs: cluster-wide defaults go by the names of the topic settings (Kafka: `message.max.bytes` for
//! `max.message.bytes` and so on), because only those reach a topic here; settings of a single broker are static.
//!
//! Source: ConfigurationControlManager.incrementalAlterConfigs, createClearElrRecordsAsNeeded, ControllerConfigurationValidator.

use std::sync::Arc;

use super::bootstrap::MIN_INSYNC_REPLICAS;
use super::{Batch, Controller, Turn};
use crate::base::config::{ConfigError, Kind, TopicConfig};
use crate::base::error_code::ErrorCode;
use crate::message::admin::{AlterConfigsRequest, AlterConfigsResponse, ConfigResource};
use crate::message::metadata_record::MetadataRecord;
use crate::quorum::image::MetadataImage;

impl Controller {
    pub(super) fn alter_configs(&mut self, request: &AlterConfigsRequest, turn: &mut Turn<'_>) -> AlterConfigsResponse {
        match config_records(&self.image, &request.resource, &request.configs) {
            Ok(records) => {
                self.write(Batch::of(records), turn);
                AlterConfigsResponse {
                    error: ErrorCode::None,
                    message: None,
                }
            }
            Err((error, message)) => AlterConfigsResponse {
                error,
                message: Some(message),
            },
        }
    }
}

fn config_records(
    image: &MetadataImage,
    resource: &ConfigResource,
    configs: &[(Arc<str>, Option<Arc<str>>)],
) -> Result<Vec<MetadataRecord>, (ErrorCode, String)> {
    for (name, value) in configs {
        if image.elr_enabled()
            && *resource == ConfigResource::Cluster
            && &**name == MIN_INSYNC_REPLICAS
            && value.is_none()
        {
            let text = "Cluster-level min.insync.replicas cannot be removed while ELR is enabled.";
            return Err((ErrorCode::InvalidConfig, text.into()));
        }
        if let Some(value) = value {
            validate_topic_config(name, value).map_err(|text| (ErrorCode::InvalidConfig, text))?;
        }
    }
    if let ConfigResource::Topic(name) = resource
        && !image.topic_ids.contains_key(name)
    {
        let text = format!("The topic '{name}' does not exist.");
        return Err((ErrorCode::UnknownTopicOrPartition, text));
    }
    let record = |(name, value): &(Arc<str>, Option<Arc<str>>)| MetadataRecord::Config {
        resource: resource.clone(),
        name: name.clone(),
        value: value.clone(),
    };
    let mut records: Vec<MetadataRecord> = configs.iter().map(record).collect();
    let clears = clear_elr_records(image, &records);
    records.extend(clears);
    Ok(records)
}

/// One `ClearElr` per `min.insync.replicas` among these records, while ELR is on.
/// Source: ConfigurationControlManager.createClearElrRecordsAsNeeded; KIP-966.
pub(super) fn clear_elr_records(image: &MetadataImage, records: &[MetadataRecord]) -> Vec<MetadataRecord> {
    if !image.elr_enabled() {
        return Vec::new();
    }
    let clear = |record: &MetadataRecord| match record {
        MetadataRecord::Config { resource, name, .. } if &**name == MIN_INSYNC_REPLICAS => {
            let topic = match resource {
                ConfigResource::Topic(topic) => Some(topic.clone()),
                ConfigResource::Cluster => None,
            };
            Some(MetadataRecord::ClearElr { topic })
        }
        _ => None,
    };
    records.iter().filter_map(clear).collect()
}

/// What Kafka answers to a setting it does not take. Source: LogConfig.validate, ConfigDef.parseType, ConfigDef.Range.
pub(super) fn validate_topic_config(name: &str, value: &str) -> Result<(), String> {
    let text = match TopicConfig::default().set(name, value) {
        Ok(()) => return Ok(()),
        Err(ConfigError::UnknownName { .. }) => return Err(format!("Unknown topic config name: {name}")),
        Err(ConfigError::NotOfKind {
            kind: Kind::Int { least, most } | Kind::Millis { least, most },
        }) => {
            let ty = if most > i64::from(i32::MAX) { "LONG" } else { "INT" };
            match value.trim().parse::<i64>() {
                Ok(number) if number < least => format!("Value must be at least {least}"),
                _ => format!("Not a number of type {ty}"),
            }
        }
        Err(ConfigError::NotOfKind { .. }) => "Expected value to be either true or false".into(),
    };
    Err(format!("Invalid value {value} for configuration {name}: {text}"))
}
