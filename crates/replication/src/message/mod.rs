//! What processes say to each other: one struct per request and response of the Kafka protocol, one enum over them.
//!
//! Fields carry Kafka's names; what only serves encoding (versions, tags, compact arrays) is left out. Topics are named by
//! id, as in current protocol versions; a client that knows only a name asks for metadata first.

pub mod admin;
pub mod alter_partition;
pub mod api_versions;
pub mod application;
pub mod broker_lifecycle;
pub mod delete_records;
pub mod fetch;
pub mod list_offsets;
pub mod metadata;
pub mod metadata_fetch;
pub mod offset_for_leader_epoch;
pub mod produce;
pub mod producer_id;
pub mod reassignment;
pub mod transaction;

use crate::base::id::{CorrelationId, NodeId};

macro_rules! apis {
    ($($api:ident: $request:ty => $response:ty, $name:literal;)*) => {
        /// A request of any API.
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub enum Request { $($api($request)),* }

        /// The answer of any API.
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub enum Response { $($api($response)),* }

        /// Which API a message belongs to.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Api { $($api),* }

        impl Request {
            pub fn api(&self) -> Api { match self { $(Request::$api(_) => Api::$api),* } }
        }

        impl Response {
            pub fn api(&self) -> Api { match self { $(Response::$api(_) => Api::$api),* } }
        }

        impl Api {
            /// As Kafka's `ApiKeys` spells it.
            pub fn name(self) -> &'static str { match self { $(Api::$api => $name),* } }
        }
    };
}

apis! {
    Produce: produce::ProduceRequest => produce::ProduceResponse, "Produce";
    Fetch: fetch::FetchRequest => fetch::FetchResponse, "Fetch";
    ListOffsets: list_offsets::ListOffsetsRequest => list_offsets::ListOffsetsResponse, "ListOffsets";
    Metadata: metadata::MetadataRequest => metadata::MetadataResponse, "Metadata";
    OffsetForLeaderEpoch: offset_for_leader_epoch::OffsetForLeaderEpochRequest => offset_for_leader_epoch::OffsetForLeaderEpochResponse, "OffsetForLeaderEpoch";
    ApiVersions: api_versions::ApiVersionsRequest => api_versions::ApiVersionsResponse, "ApiVersions";
    AlterPartition: alter_partition::AlterPartitionRequest => alter_partition::AlterPartitionResponse, "AlterPartition";
    BrokerRegistration: broker_lifecycle::BrokerRegistrationRequest => broker_lifecycle::BrokerRegistrationResponse, "BrokerRegistration";
    BrokerHeartbeat: broker_lifecycle::BrokerHeartbeatRequest => broker_lifecycle::BrokerHeartbeatResponse, "BrokerHeartbeat";
    MetadataFetch: metadata_fetch::MetadataFetchRequest => metadata_fetch::MetadataFetchResponse, "Fetch (metadata)";
    InitProducerId: producer_id::InitProducerIdRequest => producer_id::InitProducerIdResponse, "InitProducerId";
    AllocateProducerIds: producer_id::AllocateProducerIdsRequest => producer_id::AllocateProducerIdsResponse, "AllocateProducerIds";
    WriteTxnMarkers: transaction::WriteTxnMarkersRequest => transaction::WriteTxnMarkersResponse, "WriteTxnMarkers";
    DeleteRecords: delete_records::DeleteRecordsRequest => delete_records::DeleteRecordsResponse, "DeleteRecords";
    CreateTopics: admin::CreateTopicsRequest => admin::CreateTopicsResponse, "CreateTopics";
    CreatePartitions: admin::CreatePartitionsRequest => admin::CreatePartitionsResponse, "CreatePartitions";
    ElectLeaders: admin::ElectLeadersRequest => admin::ElectLeadersResponse, "ElectLeaders";
    AlterConfigs: admin::AlterConfigsRequest => admin::AlterConfigsResponse, "IncrementalAlterConfigs";
    AlterPartitionReassignments: reassignment::AlterPartitionReassignmentsRequest => reassignment::AlterPartitionReassignmentsResponse, "AlterPartitionReassignments";
    ListPartitionReassignments: reassignment::ListPartitionReassignmentsRequest => reassignment::ListPartitionReassignmentsResponse, "ListPartitionReassignments";
    UnregisterBroker: admin::UnregisterBrokerRequest => admin::UnregisterBrokerResponse, "UnregisterBroker";
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Body {
    Request(Request),
    Response(Response),
}

impl Body {
    pub fn api(&self) -> Api {
        match self {
            Body::Request(request) => request.api(),
            Body::Response(response) => response.api(),
        }
    }
}

/// What a connection is for. Kafka keeps these apart, so a slow one does not hold up the others; each is ordered in itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Purpose {
    /// A follower's replica fetcher to the leader's broker.
    Fetch,
    /// Registration and heartbeats, broker to controller.
    Heartbeat,
    /// AlterPartition, broker to controller.
    AlterPartition,
    /// Fetches of the metadata log, broker to controller.
    Metadata,
    /// Producers, consumers, admin clients.
    Client,
    /// What a broker asks of the controller on behalf of clients: blocks of producer ids.
    Forwarding,
}

/// A connection is named by who opened it, to whom and for what; responses come back over the same one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Connection {
    /// The side that connected and sends requests.
    pub from: NodeId,
    pub to: NodeId,
    pub purpose: Purpose,
}

/// A message on its way, or just arrived.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Envelope {
    pub connection: Connection,
    pub correlation: CorrelationId,
    pub body: Body,
}

impl Envelope {
    pub fn sender(&self) -> NodeId {
        match self.body {
            Body::Request(_) => self.connection.from,
            Body::Response(_) => self.connection.to,
        }
    }

    pub fn receiver(&self) -> NodeId {
        match self.body {
            Body::Request(_) => self.connection.to,
            Body::Response(_) => self.connection.from,
        }
    }
}
