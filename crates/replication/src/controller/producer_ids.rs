//! AllocateProducerIds: each block of 1,000 producer ids goes to one broker, once, and the log remembers which is the next.
//!
//! A broker that restarts asks for another block; what was left of its old one is never handed out.
//!
//! Source: ProducerIdControlManager.generateNextProducerId, ClusterControlManager.checkBrokerEpoch; KIP-730.

use super::{Batch, Controller, Turn};
use crate::base::error_code::ErrorCode;
use crate::log::metadata_record::MetadataRecord;
use crate::message::producer_id::{AllocateProducerIdsRequest, AllocateProducerIdsResponse, ProducerIdsBlock};

/// Source: ProducerIdsBlock.PRODUCER_ID_BLOCK_SIZE.
const BLOCK_SIZE: i32 = 1_000;

impl Controller {
    pub(super) fn allocate_producer_ids(
        &mut self,
        request: &AllocateProducerIdsRequest,
        turn: &mut Turn<'_>,
    ) -> AllocateProducerIdsResponse {
        let registered = self.image.brokers.get(&request.broker);
        if registered.is_none_or(|registration| registration.broker_epoch != request.broker_epoch) {
            return AllocateProducerIdsResponse {
                error: ErrorCode::StaleBrokerEpoch,
                block: None,
            };
        }
        let block = ProducerIdsBlock {
            first_producer_id: self.image.next_producer_id,
            size: BLOCK_SIZE,
        };
        let record = MetadataRecord::ProducerIds {
            broker: request.broker,
            broker_epoch: request.broker_epoch,
            next_producer_id: block.first_producer_id + i64::from(block.size),
        };
        self.write(Batch::of(vec![record]), turn);
        AllocateProducerIdsResponse {
            error: ErrorCode::None,
            block: Some(block),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::epoch::BrokerEpoch;
    use crate::controller::bench::Bench;

    #[test]
    fn every_block_is_handed_out_once_also_by_a_controller_that_starts_again() {
        let mut bench = Bench::new(&[]);
        bench.join(&[1, 2]);
        let first_of = |bench: &mut Bench, broker: i32| {
            let epoch = bench.epoch(broker);
            let answer = bench.allocate_producer_ids(broker, epoch);
            answer.block.map(|block| (block.first_producer_id, block.size))
        };
        assert_eq!(first_of(&mut bench, 2), Some((0, 1_000)));
        assert_eq!(first_of(&mut bench, 1), Some((1_000, 1_000)));
        bench.restart_controller();
        assert_eq!(first_of(&mut bench, 1), Some((2_000, 1_000)));
    }

    #[test]
    fn a_broker_of_an_earlier_life_or_a_stranger_gets_none() {
        let mut bench = Bench::new(&[]);
        bench.join(&[1]);
        let stale = BrokerEpoch(bench.epoch(1).0 - 1);
        for (broker, epoch) in [(1, stale), (9, bench.epoch(1))] {
            let answer = bench.allocate_producer_ids(broker, epoch);
            assert_eq!((answer.error, answer.block), (ErrorCode::StaleBrokerEpoch, None));
        }
        assert_eq!(bench.controller.image().next_producer_id, 0);
    }
}
