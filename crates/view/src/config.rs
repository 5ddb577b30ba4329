//! Every setting of the model by Kafka's name, read off the registries of `base/config`, and what the processes and topics of a
//! run have set at a position.

use replication::base::config::{
    BrokerConfig, ConfigResource, ConsumerConfig, ControllerConfig, Kind, ProcessConfig, ProducerConfig, Setting,
    TopicConfig,
};
use serde::Serialize;
use simulation::cluster::{Cluster, Slot};

use crate::name;

/// What a setting belongs to.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ConfigScope {
    Topic,
    Broker,
    Controller,
    Producer,
    Consumer,
}

/// How a value is written.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ConfigKind {
    Number,
    /// One of its choices.
    Choice,
    Text,
}

/// One setting.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ConfigListing {
    pub scope: ConfigScope,
    /// Kafka's name.
    pub name: &'static str,
    pub kind: ConfigKind,
    /// `ms`, `s`, `bytes`; empty for a bare number.
    pub unit: &'static str,
    /// Bounds of a number; empty where Kafka has none but those of its type.
    pub least: String,
    pub most: String,
    pub choices: Vec<&'static str>,
    /// Kafka's default; may be empty.
    pub default: &'static str,
    pub meaning: &'static str,
    /// Kafka 4.3 changes it while everything runs. Otherwise a process reads it when it starts.
    pub dynamic: bool,
}

/// What one process or topic has set, at one position.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ConfigView {
    pub scope: ConfigScope,
    /// `b1`, `orders.placed`, `order-service`; empty for the cluster-wide default of topic settings.
    pub of: String,
    /// What is not Kafka's default, and of topics what is set on them.
    pub values: Vec<ConfigValueView>,
}

#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ConfigValueView {
    pub name: String,
    pub value: String,
}

/// Every setting, topics first, then by the order of the registries.
pub fn configs() -> Vec<ConfigListing> {
    let of =
        |scope: ConfigScope, settings: &'static [Setting]| settings.iter().map(move |setting| listing(scope, setting));
    let mut all = Vec::new();
    all.extend(of(ConfigScope::Topic, TopicConfig::SETTINGS));
    all.extend(of(ConfigScope::Broker, BrokerConfig::SETTINGS));
    all.extend(of(ConfigScope::Controller, ControllerConfig::SETTINGS));
    all.extend(of(ConfigScope::Producer, ProducerConfig::SETTINGS));
    all.extend(of(ConfigScope::Consumer, ConsumerConfig::SETTINGS));
    all
}

fn listing(scope: ConfigScope, setting: &Setting) -> ConfigListing {
    let (least, most) = bounds(setting.kind);
    let choices = choices(setting.kind);
    ConfigListing {
        scope,
        name: setting.name,
        kind: match setting.kind {
            Kind::Millis { .. } | Kind::Int { .. } => ConfigKind::Number,
            Kind::Text => ConfigKind::Text,
            _ => ConfigKind::Choice,
        },
        unit: unit(setting),
        least,
        most,
        choices: choices.to_vec(),
        default: setting.default,
        meaning: setting.meaning,
        // Source: DynamicBrokerConfig.AllDynamicConfigs of 4.3 has none of the settings of processes that are modelled.
        dynamic: scope == ConfigScope::Topic,
    }
}

/// All there is to choose from, where that is a fixed set.
pub fn choices(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Bool => &["true", "false"],
        Kind::Acks => &["0", "1", "all"],
        Kind::Isolation => &["read_uncommitted", "read_committed"],
        Kind::OffsetReset => &["earliest", "latest", "none"],
        Kind::Millis { .. } | Kind::Int { .. } | Kind::Text => &[],
    }
}

/// A bound that is only the largest number of its type says nothing.
fn bounds(kind: Kind) -> (String, String) {
    let (Kind::Millis { least, most } | Kind::Int { least, most }) = kind else {
        return (String::new(), String::new());
    };
    let is_of_type = most == i64::MAX || most == i64::from(i32::MAX);
    let most = if is_of_type { String::new() } else { most.to_string() };
    (least.to_string(), most)
}

fn unit(setting: &Setting) -> &'static str {
    let counts_bytes = setting.name.contains("bytes") || matches!(setting.name, "batch.size" | "max.request.size");
    match setting.kind {
        Kind::Millis { .. } => "ms",
        Kind::Int { .. } if setting.name.ends_with(".seconds") => "s",
        Kind::Int { .. } if counts_bytes => "bytes",
        _ => "",
    }
}

/// What everything has set, topics first.
pub fn set_in(cluster: &Cluster) -> Vec<ConfigView> {
    let mut all = Vec::new();
    if let Some(image) = cluster.metadata() {
        let of = |resource: &ConfigResource| ConfigView {
            scope: ConfigScope::Topic,
            of: match resource {
                ConfigResource::Topic(topic) => topic.to_string(),
                ConfigResource::Cluster => String::new(),
            },
            values: image
                .configs
                .iter()
                .filter(|((of, _), _)| of == resource)
                .map(|((_, name), value)| ConfigValueView {
                    name: name.to_string(),
                    value: value.to_string(),
                })
                .collect(),
        };
        all.push(of(&ConfigResource::Cluster));
        let topics = image.topic_ids.keys();
        all.extend(topics.map(|topic| of(&ConfigResource::Topic(topic.clone()))));
    }
    let processes = cluster.slots.iter();
    all.extend(processes.filter_map(|(id, slot)| {
        let (scope, values) = process(slot)?;
        let of = name::node(cluster, *id);
        Some(ConfigView { scope, of, values })
    }));
    all
}

/// What a process has that is not Kafka's default.
fn process(slot: &Slot) -> Option<(ConfigScope, Vec<ConfigValueView>)> {
    let differs = |settings: &[Setting], get: &dyn Fn(&str) -> Option<String>| {
        let values = settings.iter().filter_map(|setting| {
            let value = get(setting.name)?;
            (value != setting.default).then(|| ConfigValueView {
                name: setting.name.to_string(),
                value,
            })
        });
        values.collect()
    };
    Some(match &slot.config.process {
        ProcessConfig::Broker(config) => (
            ConfigScope::Broker,
            differs(BrokerConfig::SETTINGS, &|name| config.get(name)),
        ),
        ProcessConfig::Controller(config) => (
            ConfigScope::Controller,
            differs(ControllerConfig::SETTINGS, &|name| config.get(name)),
        ),
        ProcessConfig::Producer(config) => (
            ConfigScope::Producer,
            differs(ProducerConfig::SETTINGS, &|name| config.get(name)),
        ),
        ProcessConfig::Consumer(config) => (
            ConfigScope::Consumer,
            differs(ConsumerConfig::SETTINGS, &|name| config.get(name)),
        ),
        ProcessConfig::Admin => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use scenario::session::Session;

    /// Defaults and bounds as Kafka 4.3 documents them, written by hand: scope, name, default, least, most, unit.
    const KAFKA: &[(ConfigScope, &str, &str, &str, &str, &str)] = &[
        (ConfigScope::Topic, "min.insync.replicas", "1", "1", "", ""),
        (ConfigScope::Topic, "max.message.bytes", "1048588", "0", "", "bytes"),
        (ConfigScope::Topic, "flush.messages", "9223372036854775807", "1", "", ""),
        (
            ConfigScope::Topic,
            "unclean.leader.election.enable",
            "false",
            "",
            "",
            "",
        ),
        (ConfigScope::Broker, "replica.lag.time.max.ms", "30000", "1", "", "ms"),
        (ConfigScope::Broker, "replica.fetch.wait.max.ms", "500", "0", "", "ms"),
        (ConfigScope::Broker, "broker.session.timeout.ms", "9000", "1", "", "ms"),
        (
            ConfigScope::Broker,
            "broker.heartbeat.interval.ms",
            "2000",
            "1",
            "",
            "ms",
        ),
        (
            ConfigScope::Broker,
            "replica.fetch.max.bytes",
            "1048576",
            "0",
            "",
            "bytes",
        ),
        (
            ConfigScope::Controller,
            "leader.imbalance.check.interval.seconds",
            "300",
            "1",
            "",
            "s",
        ),
        (
            ConfigScope::Controller,
            "eligible.leader.replicas.version",
            "1",
            "0",
            "1",
            "",
        ),
        (ConfigScope::Producer, "acks", "all", "", "", ""),
        (ConfigScope::Producer, "linger.ms", "5", "0", "", "ms"),
        (ConfigScope::Producer, "batch.size", "16384", "0", "", "bytes"),
        (ConfigScope::Producer, "delivery.timeout.ms", "120000", "0", "", "ms"),
        (
            ConfigScope::Producer,
            "metadata.max.idle.ms",
            "300000",
            "5000",
            "",
            "ms",
        ),
        (ConfigScope::Consumer, "isolation.level", "read_uncommitted", "", "", ""),
        (ConfigScope::Consumer, "auto.offset.reset", "latest", "", "", ""),
        (ConfigScope::Consumer, "fetch.max.bytes", "52428800", "0", "", "bytes"),
    ];

    #[test]
    fn settings_have_kafkas_defaults_bounds_and_units() {
        let all = configs();
        for (scope, name, default, least, most, unit) in KAFKA {
            let listing = all
                .iter()
                .find(|listing| listing.scope == *scope && listing.name == *name);
            let listing = listing.unwrap_or_else(|| panic!("{name} is missing"));
            let found = (listing.default, &*listing.least, &*listing.most, listing.unit);
            assert_eq!(found, (*default, *least, *most, *unit), "{name}");
        }
    }

    #[test]
    fn every_setting_says_what_it_means_and_its_choices() {
        for listing in configs() {
            assert!(listing.meaning.ends_with('.'), "{}", listing.name);
            let choices = listing.choices.len();
            assert_eq!(choices > 0, listing.kind == ConfigKind::Choice, "{}", listing.name);
        }
    }

    #[test]
    fn what_is_set_is_told_of_each_at_a_position() {
        let mut session = Session::open(
            "cluster brokers=2 racks=a,b replica.lag.time.max.ms=5000\ntopic t assignment=1,2\nproducer app acks=1\nbegin\n\
             config topic t min.insync.replicas=2\nrun 1s\n",
        )
        .unwrap();
        let (begin, end) = (session.begin().position, session.end().position);
        let mut of = |position: u64, name: &str| {
            session.history_mut().seek(position);
            let all = set_in(&session.history().world().cluster);
            let one = all
                .into_iter()
                .find(|view| view.of == name)
                .unwrap_or_else(|| panic!("no {name}"));
            let values = one.values.into_iter();
            values
                .map(|value| format!("{}={}", value.name, value.value))
                .collect::<Vec<_>>()
        };
        assert_eq!(of(begin, "b2"), ["broker.rack=b", "replica.lag.time.max.ms=5000"]);
        assert_eq!(of(begin, "app"), ["acks=1", "enable.idempotence=false"]);
        assert_eq!(of(begin, "t"), Vec::<String>::new());
        assert_eq!(of(end, "t"), ["min.insync.replicas=2"]);
        // With ELR the cluster-wide default is written down when the cluster is formatted.
        assert_eq!(of(end, ""), ["min.insync.replicas=1"]);
    }
}
