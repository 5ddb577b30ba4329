//! A figure as a process reports it to JMX.
//!
//! Source: the metrics of Kafka's own documentation, "Monitoring".

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Metric {
    /// Domain, type and properties: `kafka.server:type=ReplicaManager`.
    pub mbean: &'static str,
    /// `UnderReplicatedPartitions`.
    pub name: &'static str,
    /// A gauge as it stands; of a meter, how often it was marked since the process started.
    pub value: i64,
}
