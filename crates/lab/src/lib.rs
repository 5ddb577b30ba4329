//! The engine beside a real Apache Kafka cluster: recordings of what the cluster did, and the comparison. Native only.

pub mod compare;
pub mod recording;
pub mod replay;
