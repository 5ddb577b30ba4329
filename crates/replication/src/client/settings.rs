//! The settings that producer and consumer share, under the same names in both configurations.

use crate::base::config::{ConsumerConfig, ProducerConfig};
use crate::base::time::Millis;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClientSettings {
    pub request_timeout: Millis,
    pub retry_backoff: Millis,
    pub retry_backoff_max: Millis,
    pub reconnect_backoff: Millis,
    pub reconnect_backoff_max: Millis,
    pub connection_setup_timeout: Millis,
    pub connection_setup_timeout_max: Millis,
    pub metadata_max_age: Millis,
    /// For ever in a consumer, which keeps what it is assigned.
    pub metadata_max_idle: Millis,
    pub rebootstrap_trigger: Millis,
    /// `max.in.flight.requests.per.connection`; 100 in a consumer.
    pub max_in_flight: i32,
}

impl From<&ProducerConfig> for ClientSettings {
    fn from(config: &ProducerConfig) -> Self {
        ClientSettings {
            request_timeout: config.request_timeout,
            retry_backoff: config.retry_backoff,
            retry_backoff_max: config.retry_backoff_max,
            reconnect_backoff: config.reconnect_backoff,
            reconnect_backoff_max: config.reconnect_backoff_max,
            connection_setup_timeout: config.connection_setup_timeout,
            connection_setup_timeout_max: config.connection_setup_timeout_max,
            metadata_max_age: config.metadata_max_age,
            metadata_max_idle: config.metadata_max_idle,
            rebootstrap_trigger: config.metadata_recovery_rebootstrap_trigger,
            max_in_flight: config.max_in_flight,
        }
    }
}

impl From<&ConsumerConfig> for ClientSettings {
    fn from(config: &ConsumerConfig) -> Self {
        ClientSettings {
            request_timeout: config.request_timeout,
            retry_backoff: config.retry_backoff,
            retry_backoff_max: config.retry_backoff_max,
            reconnect_backoff: config.reconnect_backoff,
            reconnect_backoff_max: config.reconnect_backoff_max,
            connection_setup_timeout: config.connection_setup_timeout,
            connection_setup_timeout_max: config.connection_setup_timeout_max,
            metadata_max_age: config.metadata_max_age,
            metadata_max_idle: Millis::FOREVER,
            rebootstrap_trigger: config.metadata_recovery_rebootstrap_trigger,
            max_in_flight: 100,
        }
    }
}
