//! What a controller does when it becomes active: the first records of a fresh cluster, sessions, periodic work.
//!
//! A fresh cluster's log begins with the feature levels it was formatted with and, when ELR is on, with the cluster-wide
//! `min.insync.replicas`, which may not be removed from then on. Simplified: of a real cluster's features only the two that
//! change a modelled rule are written (transaction, group, share and streams versions are not); control records of the
//! quorum and NoOp records have no offset of their own, so offsets are lower than in a real cluster.
//!
//! Source: ActivationRecordsGenerator, ClusterControlManager.activate, QuorumController.registerPeriodicTasks.

use super::{Batch, Controller, Turn};
use crate::base::config::ConfigResource;
use crate::base::config::{ControllerConfig, TopicConfig};
use crate::base::time::{Micros, Millis};
use crate::base::timer::Timer;
use crate::log::metadata_record::MetadataRecord;
use crate::outbox::Delay;
use crate::quorum::image::{ELR_FEATURE, METADATA_VERSION_FEATURE};

/// `metadata.version` 4.0-IV1: ELR can be switched on from here.
const ELR_SUPPORTED: i32 = 23;
pub const MIN_INSYNC_REPLICAS: &str = "min.insync.replicas";

impl Controller {
    /// Every unfenced broker gets a fresh session; fenced ones have none. Periodic work starts with a full period.
    pub(super) fn activate(&mut self, turn: &mut Turn<'_>) {
        if turn.disk.metadata_log.is_empty() {
            let records = bootstrap_records(turn.config.metadata_version, turn.config.elr_version);
            self.write(Batch::of(records), turn);
        }
        for (broker, registration) in &self.image.brokers {
            if !registration.fenced {
                self.sessions.touch(*broker, registration.broker_epoch, turn.at);
            }
        }
        turn.out
            .set_timer(Timer::FenceStaleBroker, turn.session_check_interval());
        if turn.config.auto_leader_rebalance {
            turn.out
                .set_timer(Timer::PreferredLeaderCheck, turn.imbalance_check_interval());
        }
        turn.out
            .set_timer(Timer::UncleanElectionCheck, turn.config.unclean_election_interval);
    }
}

impl ControllerConfig {
    /// An eighth of the session, at least 1 ms. Source: QuorumController.registerMaybeFenceStaleBroker.
    pub fn session_check_interval(&self) -> Micros {
        Micros((self.session_timeout.micros().0 / 8).max(1_000))
    }
}

impl Turn<'_> {
    pub(super) fn session_check_interval(&self) -> Delay {
        Delay::Exactly(self.config.session_check_interval())
    }

    pub(super) fn imbalance_check_interval(&self) -> Millis {
        Millis(self.config.leader_imbalance_check_interval.saturating_mul(1_000))
    }
}

/// The records of a cluster formatted with these levels. ELR below its metadata version is left off.
///
/// Differs: formatting such a cluster is an error in Kafka; and the value written for min ISR is Kafka's default, because
/// topic settings have no static level here.
pub fn bootstrap_records(metadata_version: i32, elr_version: i32) -> Vec<MetadataRecord> {
    let level = |name: &str, level: i32| MetadataRecord::FeatureLevel {
        name: name.into(),
        level: level as i16,
    };
    let mut records = vec![level(METADATA_VERSION_FEATURE, metadata_version)];
    if elr_version > 0 && metadata_version >= ELR_SUPPORTED {
        records.push(level(ELR_FEATURE, elr_version));
        records.push(MetadataRecord::Config {
            resource: ConfigResource::Cluster,
            name: MIN_INSYNC_REPLICAS.into(),
            value: TopicConfig::default().get(MIN_INSYNC_REPLICAS).map(Into::into),
        });
    }
    records
}

#[cfg(test)]
mod tests {
    use crate::base::epoch::BrokerEpoch;
    use crate::base::id::BrokerId;
    use crate::base::time::SimTime;
    use crate::base::timer::Timer;
    use crate::controller::bench::Bench;

    #[test]
    fn a_fresh_cluster_has_elr_and_a_cluster_wide_min_isr() {
        // CT-48
        let bench = Bench::new(&[]);
        let records = [
            "feature metadata.version=30",
            "feature eligible.leader.replicas.version=1",
            "config cluster min.insync.replicas=1",
        ];
        assert_eq!(bench.records_from(0), records);
        for settings in [
            [("eligible.leader.replicas.version", "0"), ("metadata.version", "30")],
            [("eligible.leader.replicas.version", "1"), ("metadata.version", "22")],
        ] {
            let bench = Bench::new(&settings);
            assert_eq!(bench.end(), 1);
            assert!(!bench.controller.image().elr_enabled());
        }
    }

    #[test]
    fn periodic_work_starts_with_a_full_period() {
        let bench = Bench::new(&[]);
        let set = [
            Timer::FenceStaleBroker,
            Timer::PreferredLeaderCheck,
            Timer::UncleanElectionCheck,
        ]
        .map(|timer| bench.timer_set(timer));
        assert_eq!(set, [Some(1_125), Some(300_000), Some(300_000)]);
        let bench = Bench::new(&[("auto.leader.rebalance.enable", "false")]);
        assert_eq!(bench.timer_set(Timer::PreferredLeaderCheck), None);
    }

    #[test]
    fn a_restarted_controller_reads_its_log_and_gives_unfenced_brokers_a_fresh_session() {
        // CT-121
        let mut bench = Bench::new(&[]);
        bench.register(0, None);
        bench.join(&[1]);
        bench.create("t", &[&[1, 0]], &[]);
        bench.wait(3_000);
        let (before, end) = (bench.controller.image().clone(), bench.end());
        bench.restart_controller();
        assert_eq!(bench.controller.image(), &before);
        assert_eq!(bench.end(), end);
        let contact = |bench: &Bench, broker: i32, epoch: BrokerEpoch| {
            bench.controller.sessions().last_contact(BrokerId(broker), epoch)
        };
        assert_eq!(contact(&bench, 0, bench.epoch(0)), None);
        assert_eq!(contact(&bench, 1, bench.epoch(1)), Some(SimTime(3_000_000)));
        bench.unfence(0);
        bench.create("u", &[&[0]], &[]);
        assert_ne!(bench.partition_id("u-0").topic, bench.partition_id("t-0").topic);
    }
}
