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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::time::Millis;
    use crate::controller::bench::Bench;
    use crate::input::Input;
    use crate::message::{Purpose, Request};

    fn fetch(bench: &mut Bench, broker: i32, fetch_offset: i64) {
        let request = MetadataFetchRequest {
            broker: BrokerId(broker),
            fetch_offset,
            max_wait: Millis(500),
        };
        bench.send(
            Bench::connection(broker, Purpose::Metadata),
            Request::MetadataFetch(request),
        );
    }

    /// Base offset and number of records of each answer, and the end of the log they tell.
    fn answers(bench: &Bench) -> Vec<(i64, usize, i64)> {
        let answer = |response| match response {
            Response::MetadataFetch(r) => Some((r.base_offset, r.records.len(), r.high_watermark)),
            _ => None,
        };
        bench.responses().into_iter().filter_map(answer).collect()
    }

    #[test]
    fn what_is_there_is_answered_at_once() {
        let mut bench = Bench::new(&[]);
        fetch(&mut bench, 1, 0);
        assert_eq!(answers(&bench), [(0, 3, 3)]);
        fetch(&mut bench, 1, 2);
        assert_eq!(answers(&bench), [(2, 1, 3)]);
    }

    #[test]
    fn a_fetch_at_the_end_waits_for_a_record_or_its_time() {
        let mut bench = Bench::new(&[]);
        fetch(&mut bench, 1, 3);
        fetch(&mut bench, 2, 3);
        assert_eq!(answers(&bench), []);
        assert_eq!(bench.timer_set(Timer::DelayedMetadataFetch(BrokerId(2))), Some(500));
        bench.fire(Timer::DelayedMetadataFetch(BrokerId(2)));
        assert_eq!(answers(&bench), [(3, 0, 3)]);
        bench.register(3, None);
        assert_eq!(answers(&bench), [(3, 1, 4)]);
        assert_eq!(bench.controller.parked_fetches().count(), 0);
    }

    #[test]
    fn a_lost_connection_takes_its_parked_fetch_along() {
        let mut bench = Bench::new(&[]);
        fetch(&mut bench, 1, 3);
        bench.input(Input::Disconnected(Bench::connection(1, Purpose::Metadata)));
        bench.register(3, None);
        assert_eq!(answers(&bench), []);
    }
}
