//! UnregisterBroker: the controller forgets a broker that is not to come back.
//!
//! It leaves every ISR, and its leaderships go to others; its place in an assignment and in an ELR stays, and names a broker
//! that does not exist until somebody reassigns the partition. Nobody asks whether the process still runs: the heartbeats of
//! one that does are refused as stale for as long as it runs, and only when it is started again does it register.
//!
//! Source: ReplicationControlManager.unregisterBroker, handleBrokerUnregistered; a process that runs on: observed on 4.3.1.

use super::fencing::unregister;
use super::{Controller, Turn};
use crate::base::error_code::ErrorCode;
use crate::message::admin::{UnregisterBrokerRequest, UnregisterBrokerResponse};

impl Controller {
    pub(super) fn unregister_broker(
        &mut self,
        request: &UnregisterBrokerRequest,
        turn: &mut Turn<'_>,
    ) -> UnregisterBrokerResponse {
        let broker = request.broker;
        let (error, message) = match self.image.brokers.get(&broker) {
            None => (
                ErrorCode::BrokerIdNotRegistered,
                Some(format!("Broker ID {} is not currently registered", broker.0)),
            ),
            Some(known) => {
                let batch = unregister(&self.image, turn.rules, broker, known.broker_epoch);
                self.write(batch, turn);
                (ErrorCode::None, None)
            }
        };
        UnregisterBrokerResponse { broker, error, message }
    }
}

#[cfg(test)]
mod tests {
    use crate::base::error_code::ErrorCode;
    use crate::controller::bench::Bench;

    const MIN_2: &[(&str, &str)] = &[("min.insync.replicas", "2")];

    #[test]
    fn its_leaderships_go_before_it_does_and_its_places_stay() {
        let mut bench = Bench::new(&[]);
        bench.join(&[1, 2, 3]);
        bench.create("t", &[&[1, 2, 3]], MIN_2);
        bench.create("u", &[&[3, 1]], MIN_2);
        bench.fence(3);
        assert_eq!(bench.partition("u-0"), "R[3,1] I[1] L1 E[3] le1 pe1");
        let end = bench.end();
        assert_eq!(bench.unregister(1), "NONE");
        assert_eq!(
            bench.records_from(end),
            [
                "t-0 {isr [2] leader [2] elr [1]}",
                "u-0 {isr [] leader [-1] elr [1,3] lastKnownElr [1]}",
                "b1 unregisters"
            ]
        );
        let end = bench.end();
        assert_eq!(bench.unregister(3), "NONE");
        assert_eq!(bench.records_from(end), ["b3 unregisters"], "its place in an ELR stays");
        assert_eq!(bench.partition("u-0"), "R[3,1] I[] L- E[1,3] K[1] le2 pe2");
    }

    #[test]
    fn a_broker_that_is_not_known_cannot_be_forgotten() {
        let mut bench = Bench::new(&[]);
        bench.join(&[1]);
        let end = bench.end();
        let unknown = "BROKER_ID_NOT_REGISTERED Broker ID 7 is not currently registered";
        assert_eq!(bench.unregister(7), unknown);
        assert_eq!(bench.end(), end);
        assert_eq!(bench.unregister(1), "NONE");
        assert!(bench.unregister(1).starts_with("BROKER_ID_NOT_REGISTERED"));
        // Its heartbeats come from nobody. Whoever starts under its number may register at once.
        let (epoch, before) = (bench.epoch(1), bench.heartbeat(1, false, false));
        assert_eq!(before.error, ErrorCode::StaleBrokerEpoch);
        assert_eq!(bench.register(1, None), ErrorCode::None);
        assert!(bench.epoch(1) > epoch);
    }
}
