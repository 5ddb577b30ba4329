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
use crate::base::config::ConfigResource;
use crate::base::config::{ConfigError, Kind, TopicConfig};
use crate::base::error_code::ErrorCode;
use crate::log::metadata_record::MetadataRecord;
use crate::message::admin::{AlterConfigsRequest, AlterConfigsResponse};
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
            // A value for the whole cluster is looked at by the broker that is asked, in other words of its own code.
            // Source: DynamicBrokerConfig.validateConfigs; observed on 4.3.1.
            let error = match resource {
                ConfigResource::Topic(_) => ErrorCode::InvalidConfig,
                ConfigResource::Cluster => ErrorCode::InvalidRequest,
            };
            validate_topic_config(name, value).map_err(|text| (error, text))?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::id::TopicPartition;
    use crate::base::rule::Rules;
    use crate::controller::bench::Bench;
    use crate::controller::fencing::change_rules;

    /// foo and bar R[1,2,4], R[1,3,4], cluster-wide min ISR 2; 4 and 1 are fenced.
    fn with_1_in_every_elr() -> Bench {
        let mut bench = Bench::new(&[]);
        bench.join(&[1, 2, 3, 4]);
        bench.set("", MIN_INSYNC_REPLICAS, Some("2"));
        bench.create("foo", &[&[1, 2, 4], &[1, 3, 4]], &[]);
        bench.create("bar", &[&[1, 2, 4], &[1, 3, 4]], &[]);
        bench.fence(4);
        bench.fence(1);
        assert_eq!(bench.partition("foo-0"), "R[1,2,4] I[2] L2 E[1] le1 pe2");
        assert_eq!(elrs(&bench), [1; 4]);
        bench
    }

    fn elrs(bench: &Bench) -> [usize; 4] {
        ["foo-0", "foo-1", "bar-0", "bar-1"]
            .map(|name| bench.controller.image().partitions[&bench.partition_id(name)].elr.len())
    }

    #[test]
    fn a_changed_min_isr_empties_the_elr_it_concerns() {
        // CT-43, recording w
        let mut bench = with_1_in_every_elr();
        let end = bench.end();
        assert_eq!(
            bench.set("foo", MIN_INSYNC_REPLICAS, Some("1")),
            (ErrorCode::None, None)
        );
        assert_eq!(
            bench.records_from(end),
            ["config foo min.insync.replicas=1", "clear-elr foo"]
        );
        assert_eq!(elrs(&bench), [0, 0, 1, 1]);
        assert_eq!(bench.partition("foo-0"), "R[1,2,4] I[2] L2 le1 pe3");
        let mut bench = with_1_in_every_elr();
        let end = bench.end();
        bench.set("", MIN_INSYNC_REPLICAS, Some("2"));
        assert_eq!(
            bench.records_from(end),
            ["config cluster min.insync.replicas=2", "clear-elr *"]
        );
        assert_eq!(elrs(&bench), [0; 4]);
    }

    #[test]
    fn a_partition_without_elr_is_not_touched() {
        // CT-44
        let mut bench = Bench::new(&[]);
        bench.join(&[1]);
        bench.create("t", &[&[1]], &[]);
        bench.set("", MIN_INSYNC_REPLICAS, Some("1"));
        assert_eq!(bench.partition("t-0"), "R[1] I[1] L1 le0 pe0");
    }

    #[test]
    fn without_elr_there_is_nothing_to_clear() {
        let mut bench = Bench::without_elr();
        bench.join(&[1]);
        bench.create("t", &[&[1]], &[("min.insync.replicas", "2")]);
        let end = bench.end();
        bench.set("t", MIN_INSYNC_REPLICAS, Some("1"));
        bench.set("", MIN_INSYNC_REPLICAS, None);
        let records = ["config t min.insync.replicas=1", "config cluster min.insync.replicas=-"];
        assert_eq!(bench.records_from(end), records);
    }

    #[test]
    fn the_effective_min_isr_is_no_larger_than_the_assignment_of_partition_0() {
        // CT-42
        let mut bench = Bench::new(&[]);
        bench.join(&[1, 2, 3]);
        bench.create("t", &[&[1, 2, 3], &[1, 2, 3]], &[("min.insync.replicas", "5")]);
        let topic = bench.partition_id("t-1").topic;
        let rules = Rules::default();
        assert_eq!(
            change_rules(bench.controller.image(), &rules, topic).min_insync_replicas,
            3
        );
        assert_eq!(
            bench
                .controller
                .image()
                .effective_min_insync_replicas(TopicPartition::new(topic, 1)),
            3
        );
    }

    #[test]
    fn what_does_not_fit_is_refused_in_kafkas_words() {
        let mut bench = Bench::new(&[]);
        bench.join(&[1]);
        bench.create("t", &[&[1]], &[]);
        let end = bench.end();
        let cases = [
            (
                "t",
                "min.insync.replicas",
                Some("0"),
                "Invalid value 0 for configuration min.insync.replicas: Value must be at least 1",
            ),
            (
                "t",
                "min.insync.replicas",
                Some("x"),
                "Invalid value x for configuration min.insync.replicas: Not a number of type INT",
            ),
            (
                "t",
                "flush.messages",
                Some("x"),
                "Invalid value x for configuration flush.messages: Not a number of type LONG",
            ),
            (
                "t",
                "unclean.leader.election.enable",
                Some("maybe"),
                "Invalid value maybe for configuration unclean.leader.election.enable: Expected value to be either true or false",
            ),
            ("t", "min.isr", Some("1"), "Unknown topic config name: min.isr"),
            (
                "",
                "min.insync.replicas",
                None,
                "Cluster-level min.insync.replicas cannot be removed while ELR is enabled.",
            ),
        ];
        for (topic, name, value, text) in cases {
            assert_eq!(
                bench.set(topic, name, value),
                (ErrorCode::InvalidConfig, Some(text.into()))
            );
        }
        let answer = bench.set("baz", "min.insync.replicas", Some("1"));
        let text = "The topic 'baz' does not exist.".to_string();
        assert_eq!(answer, (ErrorCode::UnknownTopicOrPartition, Some(text)));
        assert_eq!(bench.end(), end);
    }
}
