//! InitProducerId and AllocateProducerIds: how a producer gets the id under which it numbers its batches.
//!
//! Any broker hands out ids from a block that the controller has given to it alone; so no two producers get the same, and no
//! request for an id has to reach the controller.
//!
//! Simplified: no `transactional.id`, so a producer is given an id of its own each time it asks, and epoch 0.

use crate::base::epoch::BrokerEpoch;
use crate::base::error_code::ErrorCode;
use crate::base::id::{BrokerId, ProducerIdAndEpoch};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct InitProducerIdRequest {}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct InitProducerIdResponse {
    pub error: ErrorCode,
    /// `None` with an error.
    pub producer: Option<ProducerIdAndEpoch>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AllocateProducerIdsRequest {
    pub broker: BrokerId,
    pub broker_epoch: BrokerEpoch,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AllocateProducerIdsResponse {
    pub error: ErrorCode,
    /// `None` with an error.
    pub block: Option<ProducerIdsBlock>,
}

/// Ids that one broker may hand out. Source: ProducerIdsBlock.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ProducerIdsBlock {
    pub first_producer_id: i64,
    pub size: i32,
}
