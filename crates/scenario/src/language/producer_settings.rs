//! Which settings of a Java producer go together, and what follows from them.
//!
//! Source: ProducerConfig.postProcessAndValidateIdempotenceConfigs, KafkaProducer.configureDeliveryTimeout; KIP-679.
//! The outcomes are those of CL-06, CL-07, CL-08.

use replication::base::config::{Acks, ProducerConfig};
use replication::base::time::Millis;

/// What is wrong with a producer's settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The Java client throws a `ConfigException`.
    Conflict { found: String, expected: &'static str },
    /// Idempotence would be on, and is not built.
    Idempotence,
}

/// Settles what the person left open. `given` are the names of the settings that were written.
pub fn settle(mut config: ProducerConfig, given: &[&str]) -> Result<ProducerConfig, Refusal> {
    let given = |name: &str| given.contains(&name);
    let explicit = given("enable.idempotence");
    if config.enable_idempotence && config.max_in_flight > 5 {
        return Err(Refusal::Conflict {
            found: format!("max.in.flight.requests.per.connection={}", config.max_in_flight),
            expected: "the idempotent producer has at most 5 requests in flight; write enable.idempotence=false or 5",
        });
    }
    let not_idempotent = config.acks != Acks::All || config.retries == 0;
    if config.enable_idempotence && not_idempotent {
        if explicit {
            return Err(Refusal::Conflict {
                found: "enable.idempotence=true".into(),
                expected: "the idempotent producer has acks=all and retries above 0",
            });
        }
        config.enable_idempotence = false;
    }
    let least = Millis(config.linger.0.saturating_add(config.request_timeout.0));
    if config.delivery_timeout < least {
        if given("delivery.timeout.ms") {
            return Err(Refusal::Conflict {
                found: format!("delivery.timeout.ms={}", config.delivery_timeout.0),
                expected: "it is at least linger.ms plus request.timeout.ms",
            });
        }
        config.delivery_timeout = least;
    }
    match config.enable_idempotence {
        true => Err(Refusal::Idempotence),
        false => Ok(config),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(settings: &[(&str, &str)]) -> Result<ProducerConfig, &'static str> {
        let mut config = ProducerConfig::default();
        for (name, value) in settings {
            config.set(name, value).unwrap();
        }
        let given: Vec<&str> = settings.iter().map(|(name, _)| *name).collect();
        settle(config, &given).map_err(|refusal| match refusal {
            Refusal::Conflict { .. } => "conflict",
            Refusal::Idempotence => "idempotence",
        })
    }

    #[test]
    fn cl_06_acks_0_and_1_switch_idempotence_off_unless_it_was_asked_for() {
        assert_eq!(check(&[]), Err("idempotence"));
        for acks in ["0", "1"] {
            assert!(!check(&[("acks", acks)]).unwrap().enable_idempotence);
            assert_eq!(
                check(&[("acks", acks), ("enable.idempotence", "true")]),
                Err("conflict")
            );
        }
        assert_eq!(check(&[("enable.idempotence", "false")]).unwrap().acks, Acks::All);
    }

    #[test]
    fn cl_07_no_retries_switch_idempotence_off_unless_it_was_asked_for() {
        assert!(!check(&[("retries", "0")]).unwrap().enable_idempotence);
        assert_eq!(
            check(&[("retries", "0"), ("enable.idempotence", "true")]),
            Err("conflict")
        );
    }

    #[test]
    fn cl_08_more_than_five_in_flight_need_idempotence_off() {
        let six = ("max.in.flight.requests.per.connection", "6");
        assert_eq!(check(&[six]), Err("conflict"));
        assert_eq!(check(&[six, ("acks", "1")]), Err("conflict"));
        assert!(check(&[six, ("enable.idempotence", "false")]).is_ok());
    }

    #[test]
    fn a_delivery_timeout_below_linger_and_request_timeout_is_refused_or_raised() {
        let off = ("enable.idempotence", "false");
        assert_eq!(check(&[off, ("delivery.timeout.ms", "30004")]), Err("conflict"));
        assert_eq!(
            check(&[off, ("request.timeout.ms", "200000")])
                .unwrap()
                .delivery_timeout,
            Millis(200_005)
        );
    }
}
