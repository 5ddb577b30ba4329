//! Brokers pull the metadata log: a fetch is answered at once when there are records, else parked until there are.
//!
//! In Kafka this is the raft Fetch of an observer. With one controller everything written is committed, so a fetch sees the
//! whole log and its end as the high watermark. Not modelled: snapshots, byte limits, divergence, uncommitted records.
//!
//! Source: KafkaRaftClient.handleFetchRequest; KIP-595.

use super::{Controller, Turn};
use crate::base::id::{BrokerId, CorrelationId};
use crate::base::timer::Timer;
use crate::log::disk::Disk;
use crate::message::metadata_fetch::{MetadataFetchRequest, MetadataFetchResponse};
use crate::message::{Connection, Response};

/// A fetch that waits for a record. Its `DelayedMetadataFetch` timer runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ParkedMetadataFetch {
    pub connection: Connection,
    pub correlation: CorrelationId,
    /// Next offset the broker wants.
    pub fetch_offset: i64,
}

impl Controller {
    pub(super) fn fetch_metadata(
        &mut self,
        request: &MetadataFetchRequest,
        connection: Connection,
        correlation: CorrelationId,
        turn: &mut Turn<'_>,
    ) {
        let fetch = ParkedMetadataFetch {
            connection,
            correlation,
            fetch_offset: request.fetch_offset.max(0),
        };
        if fetch.fetch_offset < self.image.end_offset {
            answer(&fetch, turn);
            return;
        }
        self.parked_fetches.insert(request.broker, fetch);
        turn.out
            .set_timer(Timer::DelayedMetadataFetch(request.broker), request.max_wait);
    }

    /// Answers every parked fetch there is a record for now.
    pub(super) fn complete_metadata_fetches(&mut self, turn: &mut Turn<'_>) {
        let end_offset = self.image.end_offset;
        self.parked_fetches.retain(|broker, fetch| {
            let waits = fetch.fetch_offset >= end_offset;
            if !waits {
                turn.out.cancel_timer(Timer::DelayedMetadataFetch(*broker));
                answer(fetch, turn);
            }
            waits
        });
    }

    pub(super) fn expire_metadata_fetch(&mut self, broker: BrokerId, turn: &mut Turn<'_>) {
        if let Some(fetch) = self.parked_fetches.remove(&broker) {
            answer(&fetch, turn);
        }
    }

    /// Nobody is left to answer on a connection that was lost.
    pub(super) fn forget_metadata_fetches(&mut self, lost: Connection, turn: &mut Turn<'_>) {
        self.parked_fetches.retain(|broker, fetch| {
            let kept = fetch.connection != lost;
            if !kept {
                turn.out.cancel_timer(Timer::DelayedMetadataFetch(*broker));
            }
            kept
        });
    }

    /// Brokers whose fetch of the metadata log is parked here.
    pub fn parked_fetches(&self) -> impl Iterator<Item = (BrokerId, i64)> + '_ {
        self.parked_fetches
            .iter()
            .map(|(broker, fetch)| (*broker, fetch.fetch_offset))
    }
}

fn answer(fetch: &ParkedMetadataFetch, turn: &mut Turn<'_>) {
    let response = Response::MetadataFetch(records_from(turn.disk, fetch.fetch_offset));
    turn.out.reply(fetch.connection, fetch.correlation, response);
}

/// Everything from this offset on; nothing when the reader is at the end, or beyond.
fn records_from(disk: &Disk, offset: i64) -> MetadataFetchResponse {
    let log = &disk.metadata_log;
    let from = usize::try_from(offset).map_or(0, |from| from.min(log.len()));
    MetadataFetchResponse {
        base_offset: offset,
        records: log[from..].to_vec(),
        high_watermark: log.len() as i64,
    }
}
