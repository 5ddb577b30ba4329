//! What a producer's settings become together: which combinations are refused, and what is settled silently.
//!
//! A default gives way where a written value would be refused, so the rules need to know what was written. Texts are
//! those Kafka throws. `transactional.id` is not a setting yet.
//!
//! Source: ProducerConfig.postProcessAndValidateIdempotenceConfigs;
//! CommonClientConfigs.postProcessReconnectBackoffConfigs; KafkaProducer.configureDeliveryTimeout.

use std::fmt;

use crate::base::config::{Acks, ProducerConfig};
use crate::base::time::Millis;

/// A `ConfigException`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConfigException {
    /// `enable.idempotence=true` is written, and so are other acks.
    IdempotenceNeedsAcksAll,
    /// `enable.idempotence=true` is written, and so is `retries=0`.
    IdempotenceNeedsRetries,
    /// Idempotence was not written off.
    IdempotenceNeedsFewInFlight { max_in_flight: i32 },
    /// `delivery.timeout.ms` is written.
    DeliveryTimeoutTooShort,
}

impl fmt::Display for ConfigException {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigException::IdempotenceNeedsAcksAll => f.write_str(
                "Must set acks to all in order to use the idempotent producer. Otherwise we cannot guarantee idempotence.",
            ),
            ConfigException::IdempotenceNeedsRetries => {
                f.write_str("Must set retries to non-zero when using the idempotent producer.")
            }
            ConfigException::IdempotenceNeedsFewInFlight { max_in_flight } => write!(
                f,
                "To use the idempotent producer, max.in.flight.requests.per.connection must be set to at most 5. \
                 Current value is {max_in_flight}."
            ),
            ConfigException::DeliveryTimeoutTooShort => {
                f.write_str("delivery.timeout.ms should be equal to or larger than linger.ms + request.timeout.ms")
            }
        }
    }
}

/// Most requests in flight with which idempotence keeps order. Source: ProducerConfig.
const MAX_IN_FLIGHT_FOR_IDEMPOTENCE: i32 = 5;

/// Settles the settings that depend on each other; `is_written` says whether a setting was given by its name.
/// Afterwards `enable_idempotence` is what the producer does.
pub fn settle(config: &mut ProducerConfig, is_written: impl Fn(&str) -> bool) -> Result<(), ConfigException> {
    if is_written("reconnect.backoff.ms") && !is_written("reconnect.backoff.max.ms") {
        config.reconnect_backoff_max = config.reconnect_backoff;
    }
    config.enable_idempotence = effective_idempotence(config, is_written("enable.idempotence"))?;
    let least = Millis(config.linger.0.saturating_add(config.request_timeout.0));
    if config.delivery_timeout < least {
        if is_written("delivery.timeout.ms") {
            return Err(ConfigException::DeliveryTimeoutTooShort);
        }
        config.delivery_timeout = least;
    }
    Ok(())
}

/// Whether the producer is idempotent. acks 0 or 1 and `retries=0` switch the default off, and contradict a written
/// `true`; more than five requests in flight are refused unless it is written `false`, even where it would have been
/// switched off.
pub fn effective_idempotence(config: &ProducerConfig, is_written: bool) -> Result<bool, ConfigException> {
    if !config.enable_idempotence {
        return Ok(false);
    }
    let no_retries = config.retries == 0;
    let other_acks = config.acks != Acks::All;
    if is_written && no_retries {
        return Err(ConfigException::IdempotenceNeedsRetries);
    }
    if is_written && other_acks {
        return Err(ConfigException::IdempotenceNeedsAcksAll);
    }
    let max_in_flight = config.max_in_flight;
    if max_in_flight > MAX_IN_FLIGHT_FOR_IDEMPOTENCE {
        return Err(ConfigException::IdempotenceNeedsFewInFlight { max_in_flight });
    }
    Ok(!no_retries && !other_acks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settled(written: &[(&str, &str)]) -> Result<ProducerConfig, ConfigException> {
        let mut config = ProducerConfig::default();
        for (name, value) in written {
            config.set(name, value).expect("a setting within its bounds");
        }
        settle(&mut config, |name| written.iter().any(|(written, _)| *written == name))?;
        Ok(config)
    }

    #[test]
    fn cl_06_to_08_what_switches_idempotence_off_and_what_contradicts_it() {
        let few = ConfigException::IdempotenceNeedsFewInFlight { max_in_flight: 6 };
        let on = ("enable.idempotence", "true");
        let off = ("enable.idempotence", "false");
        let in_flight = ("max.in.flight.requests.per.connection", "6");
        type Written<'a> = &'a [(&'a str, &'a str)];
        let table: &[(Written<'_>, Result<bool, ConfigException>)] = &[
            (&[], Ok(true)),
            (&[("acks", "0")], Ok(false)),
            (&[("acks", "1")], Ok(false)),
            (&[("acks", "1"), on], Err(ConfigException::IdempotenceNeedsAcksAll)),
            (&[("retries", "0")], Ok(false)),
            (&[("retries", "0"), on], Err(ConfigException::IdempotenceNeedsRetries)),
            (&[in_flight], Err(few)),
            (&[in_flight, ("acks", "1")], Err(few)),
            (&[in_flight, on], Err(few)),
            (&[in_flight, off], Ok(false)),
            (&[on], Ok(true)),
        ];
        for (written, expected) in table {
            assert_eq!(
                settled(written).map(|config| config.enable_idempotence),
                *expected,
                "{written:?}"
            );
        }
    }

    #[test]
    fn cl_08_the_text_names_the_value() {
        let text = ConfigException::IdempotenceNeedsFewInFlight { max_in_flight: 6 }.to_string();
        assert_eq!(
            text,
            "To use the idempotent producer, max.in.flight.requests.per.connection must be set to at most 5. Current value is 6."
        );
    }

    #[test]
    fn a_written_delivery_timeout_must_cover_linger_and_request_a_default_is_raised() {
        assert_eq!(
            settled(&[("request.timeout.ms", "200000")]).unwrap().delivery_timeout,
            Millis(200_005)
        );
        assert_eq!(
            settled(&[("delivery.timeout.ms", "30004")]),
            Err(ConfigException::DeliveryTimeoutTooShort)
        );
        assert_eq!(
            settled(&[("delivery.timeout.ms", "30005")]).unwrap().delivery_timeout,
            Millis(30_005)
        );
    }

    #[test]
    fn a_reconnect_backoff_written_alone_does_not_grow() {
        assert_eq!(
            settled(&[("reconnect.backoff.ms", "20")])
                .unwrap()
                .reconnect_backoff_max,
            Millis(20)
        );
        assert_eq!(settled(&[]).unwrap().reconnect_backoff_max, Millis(1_000));
    }
}
