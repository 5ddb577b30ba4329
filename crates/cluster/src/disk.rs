//! What a broker has on its disk: log, leader epochs, high watermark checkpoint. It can be read while it lives, and when it is dead.

use std::fs;
use std::path::Path;

use bytes::{Buf, Bytes};
use kafka_protocol::records::{Record, RecordBatchDecoder};
use lab::recording::Entry;

/// Base offset and length, before what the length counts.
const BATCH_PREFIX: usize = 12;

/// All whole batches of a folder's segments. What is just being written is left out.
pub fn records(folder: &Path) -> Vec<Record> {
    let mut segments: Vec<_> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "log"))
        .collect();
    segments.sort();
    let bytes = segments.into_iter().filter_map(|path| fs::read(path).ok());
    bytes.flat_map(|bytes| batches(&Bytes::from(bytes))).flatten().collect()
}

/// The records of each whole batch.
pub fn batches(bytes: &Bytes) -> Vec<Vec<Record>> {
    let mut rest = bytes.clone();
    let mut found = Vec::new();
    while rest.len() > BATCH_PREFIX {
        let length = (&rest[8..BATCH_PREFIX]).get_i32();
        let whole = BATCH_PREFIX + usize::try_from(length).unwrap_or(0);
        if length <= 0 || whole > rest.len() {
            break;
        }
        let mut batch = rest.split_to(whole);
        match RecordBatchDecoder::decode(&mut batch) {
            Ok(set) => found.push(set.records),
            Err(_) => break,
        }
    }
    found
}

fn text(bytes: &Option<Bytes>) -> Option<String> {
    bytes.as_ref().map(|bytes| String::from_utf8_lossy(bytes).into_owned())
}

pub fn entry(record: &Record) -> Entry {
    let (key, value) = match record.control {
        true => (None, Some("control".to_string())),
        false => (text(&record.key), text(&record.value)),
    };
    (record.offset, record.partition_leader_epoch, key, value)
}

/// `leader-epoch-checkpoint`: epoch and start offset, from its third line.
pub fn epochs(folder: &Path) -> Vec<(i32, i64)> {
    let text = fs::read_to_string(folder.join("leader-epoch-checkpoint")).unwrap_or_default();
    text.lines()
        .skip(2)
        .filter_map(|line| {
            let (epoch, start) = line.split_once(' ')?;
            Some((epoch.parse().ok()?, start.parse().ok()?))
        })
        .collect()
}

/// The high watermark as it was written down.
pub fn checkpoint(data: &Path, topic: &str, partition: i32) -> Option<i64> {
    offset_in(&data.join("replication-offset-checkpoint"), topic, partition)
}

/// Where the log begins, as it was written down; only logs that do not begin at 0 are.
pub fn log_start(data: &Path, topic: &str, partition: i32) -> Option<i64> {
    offset_in(&data.join("log-start-offset-checkpoint"), topic, partition)
}

/// One partition in a checkpoint file.
fn offset_in(file: &Path, topic: &str, partition: i32) -> Option<i64> {
    let text = fs::read_to_string(file).ok()?;
    text.lines().skip(2).find_map(|line| {
        let mut words = line.rsplitn(3, ' ');
        let (offset, number, name) = (words.next()?, words.next()?, words.next()?);
        (name == topic && number == partition.to_string()).then(|| offset.parse().ok())?
    })
}
