//! Builds the raw requests of a story: one request to one node, as a tool would send it.

use std::sync::Arc;

use replication::base::epoch::LeaderEpoch;
use replication::base::id::{ClientId, RecordId, TopicPartition};
use replication::base::offset::Offset;
use replication::base::time::Millis;
use replication::log::record_batch::{NO_SEQUENCE, Record, RecordBatch};
use replication::message::Request;
use replication::message::delete_records::DeleteRecordsRequest;
use replication::message::fetch::{FetchPartition, FetchRequest, Reader};
use replication::message::list_offsets::{ListOffsetsPartition, ListOffsetsRequest};
use replication::message::produce::ProduceRequest;
use replication::message::transaction::{WritableTxnMarker, WriteTxnMarkersRequest};
use simulation::world::World;

use crate::language::command::{RawRequest, Records};

/// More than any log of a story holds.
const NO_LIMIT: i32 = i32::MAX;

/// The request that a line asks for, sent by `sender`.
pub fn raw_request(world: &World, sender: ClientId, partition: TopicPartition, request: &RawRequest) -> Request {
    match request {
        RawRequest::Produce {
            acks,
            timeout,
            records,
            numbered,
            transactional,
            corrupt,
        } => {
            let batch = RecordBatch {
                producer: numbered.map(|numbered| numbered.producer),
                base_sequence: numbered.map_or(NO_SEQUENCE, |numbered| numbered.base_sequence),
                is_transactional: *transactional,
                is_corrupt: *corrupt,
                ..batch(world, sender, records)
            };
            Request::Produce(ProduceRequest {
                acks: *acks,
                timeout: Millis(*timeout),
                batches: vec![(partition, batch)],
            })
        }
        RawRequest::WriteTxnMarkers {
            producer,
            marker,
            transaction_version,
        } => Request::WriteTxnMarkers(WriteTxnMarkersRequest {
            markers: vec![WritableTxnMarker {
                producer: *producer,
                marker: *marker,
                transaction_version: *transaction_version,
                partitions: vec![partition],
            }],
        }),
        RawRequest::Fetch {
            offset,
            epoch,
            isolation,
            debugging,
            max_wait,
            min_bytes,
        } => Request::Fetch(FetchRequest {
            reader: match debugging {
                true => Reader::Debugging,
                false => Reader::Consumer {
                    isolation: *isolation,
                    rack: None,
                },
            },
            max_wait: Millis(*max_wait),
            min_bytes: *min_bytes as i32,
            max_bytes: NO_LIMIT,
            begins_session: true,
            partitions: vec![FetchPartition {
                partition,
                fetch_offset: Offset(*offset),
                current_leader_epoch: epoch.map(LeaderEpoch),
                last_fetched_epoch: None,
                log_start_offset: Offset::UNKNOWN,
                partition_max_bytes: NO_LIMIT,
            }],
        }),
        RawRequest::DeleteRecords { before, timeout } => Request::DeleteRecords(DeleteRecordsRequest {
            timeout: Millis(*timeout),
            partitions: vec![(partition, Offset(*before))],
        }),
        RawRequest::ListOffsets { at, epoch, isolation } => Request::ListOffsets(ListOffsetsRequest {
            reader: Reader::Consumer {
                isolation: *isolation,
                rack: None,
            },
            partitions: vec![ListOffsetsPartition {
                partition,
                current_leader_epoch: epoch.map(LeaderEpoch),
                spec: *at,
            }],
        }),
    }
}

/// The records in one batch, numbered after what this client sent before.
fn batch(world: &World, sender: ClientId, records: &Records) -> RecordBatch {
    let sent = world
        .ghosts
        .senders
        .get(&sender)
        .map_or(0, |sender| sender.records.len() as u32);
    let timestamp = world.cluster.now.as_millis();
    let records = (sent..).zip(records.texts()).map(|(n, (key, value))| Record {
        id: RecordId { producer: sender, n },
        key: key.map(Arc::from),
        value: value.map(Arc::from),
        headers: Vec::new(),
        timestamp,
    });
    RecordBatch::of(records.collect())
}
