//! What a broker or controller reports to JMX, by Kafka's own names.

use serde::Serialize;
use simulation::cluster::Cluster;

use crate::name;

#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MetricView {
    /// `kafka.server:type=ReplicaManager`
    pub mbean: &'static str,
    pub name: &'static str,
    /// A gauge as it stands; of a meter, how often it was marked since the process started.
    pub value: i64,
}

/// Of a process by its name; nothing while it is down.
pub fn metrics(cluster: &Cluster, process: &str) -> Vec<MetricView> {
    let named = cluster
        .slots
        .iter()
        .find(|(id, _)| name::node(cluster, **id) == process);
    let reported = named.map(|(_, slot)| slot.metrics()).unwrap_or_default();
    let view = |metric: replication::base::metric::Metric| MetricView {
        mbean: metric.mbean,
        name: metric.name,
        value: metric.value,
    };
    reported.into_iter().map(view).collect()
}
