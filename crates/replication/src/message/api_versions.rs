//! ApiVersions: the first thing a client says on a new connection; the answer makes the connection ready.
//!
//! Until then nothing else is sent over it, so records for a broker that cannot be reached stay with the producer.
//! Simplified: there is one version of everything, so the answer carries nothing. TCP's own round trip is not counted.

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ApiVersionsRequest {}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ApiVersionsResponse {}
