//! One request, one answer, on a connection of its own, as a tool would ask: no retry, no metadata, no batching.
//!
//! A client library's retries would blur what a broker said. Fetch is version 12 and Produce version 12: the last that name
//! topics, and those whose answers carry the leader hint in the tagged fields.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bytes::{Buf, BufMut, Bytes, BytesMut};
use kafka_protocol::error::ParseResponseErrorCode;
use kafka_protocol::indexmap::IndexMap;
use kafka_protocol::messages::{ApiKey, RequestHeader, ResponseHeader, TopicName};
use kafka_protocol::protocol::{Decodable, Encodable, HeaderVersion, Request, StrBytes};
use kafka_protocol::records::{Compression, Record, RecordBatchEncoder, RecordEncodeOptions, TimestampType};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use lab::act::Numbered;

use crate::error::{Doing, LabError, Outcome};

/// Longer than any broker parks a request of the lab.
const PATIENCE: Duration = Duration::from_secs(40);

/// Sends a request of this version and decodes its answer.
pub async fn ask<R: Request>(port: u16, version: i16, request: &R) -> Outcome<R::Response> {
    let asking = async {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
        stream.set_nodelay(true)?;
        stream.write_all(&encoded(version, request)).await?;
        let length = stream.read_i32().await?;
        let mut answer = vec![0; usize::try_from(length).unwrap_or(0)];
        stream.read_exact(&mut answer).await?;
        std::io::Result::Ok(Bytes::from(answer))
    };
    let answer = timeout(PATIENCE, asking).await.doing("no answer")?;
    decoded::<R>(version, answer.doing("connection")?)
}

fn decoded<R: Request>(version: i16, mut answer: Bytes) -> Outcome<R::Response> {
    ResponseHeader::decode(&mut answer, R::Response::header_version(version)).doing("header of an answer")?;
    R::Response::decode(&mut answer, version).doing("answer")
}

fn encoded<R: Request>(version: i16, request: &R) -> Bytes {
    let mut body = BytesMut::new();
    let header = RequestHeader::default()
        .with_request_api_key(R::KEY)
        .with_request_api_version(version)
        .with_correlation_id(1)
        .with_client_id(Some(StrBytes::from_static_str("highwater-lab")));
    header
        .encode(&mut body, R::header_version(version))
        .expect("the header has nothing a version lacks");
    request
        .encode(&mut body, version)
        .expect("the request has nothing its version lacks");
    let mut framed = BytesMut::with_capacity(body.len() + 4);
    framed.put_i32(body.len() as i32);
    framed.extend_from_slice(&body);
    framed.freeze()
}

/// Sends a request that is not answered; says whether the broker closed the connection on it, which is all it can say.
pub async fn tell<R: Request>(port: u16, version: i16, request: &R) -> Outcome<bool> {
    let telling = async {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
        stream.write_all(&encoded(version, request)).await?;
        let mut byte = [0];
        match timeout(Duration::from_millis(300), stream.read(&mut byte)).await {
            Ok(read) => Ok(read.unwrap_or(0) == 0),
            Err(_) => std::io::Result::Ok(false),
        }
    };
    telling.await.doing("connection")
}

/// Kafka's name of an error: `NOT_LEADER_OR_FOLLOWER`.
pub fn error_name(code: i16) -> String {
    let Some(error) = code.err() else {
        return "NONE".into();
    };
    let camel = format!("{error:?}");
    let mut name = String::new();
    for letter in camel.chars() {
        if letter.is_ascii_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(letter.to_ascii_uppercase());
    }
    name
}

pub fn text(text: &str) -> StrBytes {
    StrBytes::from_string(text.to_string())
}

pub fn topic_name(name: &str) -> TopicName {
    TopicName(text(name))
}

/// Key and value of each record, as one batch.
pub fn batch(records: &[(Option<String>, Option<String>)], numbered: Option<Numbered>) -> Outcome<Bytes> {
    // A producer whose newest record is a day old is forgotten when a broker starts.
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_millis() as i64);
    let bytes = |text: &Option<String>| text.as_ref().map(|text| Bytes::from(text.clone()));
    let record = |(n, (key, value)): (usize, &(Option<String>, Option<String>))| Record {
        transactional: false,
        control: false,
        delete_horizon: false,
        partition_leader_epoch: -1,
        producer_id: numbered.map_or(-1, |numbered| numbered.producer_id),
        producer_epoch: numbered.map_or(-1, |numbered| numbered.producer_epoch),
        timestamp_type: TimestampType::Creation,
        offset: n as i64,
        // The encoder makes one batch only of records whose sequences count on, numbered or not.
        sequence: numbered.map_or(-1, |numbered| numbered.sequence) + n as i32,
        timestamp: now,
        key: bytes(key),
        value: bytes(value),
        headers: IndexMap::new(),
    };
    let records: Vec<Record> = records.iter().enumerate().map(record).collect();
    let options = RecordEncodeOptions {
        version: 2,
        compression: Compression::None,
    };
    let mut encoded = BytesMut::new();
    RecordBatchEncoder::encode(&mut encoded, &records, &options).doing("record batch")?;
    Ok(encoded.freeze())
}

/// What a request on the way is: its API, version, correlation id, client id, and where its body begins.
#[derive(Clone, Debug)]
pub struct Heading {
    pub api: Option<ApiKey>,
    pub version: i16,
    pub correlation: i32,
    pub client: String,
    pub body: Bytes,
}

impl Heading {
    /// Reads a frame without its length.
    pub fn read(frame: &Bytes) -> Outcome<Heading> {
        if frame.len() < 8 {
            return Err(LabError("a request shorter than its header".into()));
        }
        let mut start = frame.clone();
        let (key, version) = (start.get_i16(), start.get_i16());
        let api = ApiKey::try_from(key).ok();
        let mut body = frame.clone();
        let header_version = api.map_or(1, |api| api.request_header_version(version));
        let header = RequestHeader::decode(&mut body, header_version).doing("header of a request")?;
        Ok(Heading {
            api,
            version,
            correlation: header.correlation_id,
            client: header.client_id.map_or(String::new(), |id| id.to_string()),
            body,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_kafka_s_names() {
        assert_eq!(error_name(0), "NONE");
        assert_eq!(error_name(6), "NOT_LEADER_OR_FOLLOWER");
        assert_eq!(error_name(7), "REQUEST_TIMED_OUT");
        assert_eq!(error_name(19), "NOT_ENOUGH_REPLICAS");
        assert_eq!(error_name(45), "OUT_OF_ORDER_SEQUENCE_NUMBER");
        assert_eq!(error_name(74), "FENCED_LEADER_EPOCH");
        assert_eq!(error_name(84), "ELECTION_NOT_NEEDED");
    }
}
