//! The error codes of the Kafka protocol that the model can produce, with Kafka's numbers and names.
//!
//! Source: org.apache.kafka.common.protocol.Errors.

macro_rules! error_codes {
    ($($variant:ident = $code:literal $name:literal),* $(,)?) => {
        /// A protocol answer other than success is one of these; `None` is success.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum ErrorCode {
            $($variant),*
        }

        impl ErrorCode {
            pub const ALL: &[ErrorCode] = &[$(ErrorCode::$variant),*];

            /// The number on the wire.
            pub fn code(self) -> i16 {
                match self { $(ErrorCode::$variant => $code),* }
            }

            /// The name as Kafka prints it.
            pub fn name(self) -> &'static str {
                match self { $(ErrorCode::$variant => $name),* }
            }

            /// What the variant is called: mostly the exception's name, without `Exception`.
            fn short(self) -> &'static str {
                match self { $(ErrorCode::$variant => stringify!($variant)),* }
            }
        }
    };
}

error_codes! {
    UnknownServerError = -1 "UNKNOWN_SERVER_ERROR",
    None = 0 "NONE",
    OffsetOutOfRange = 1 "OFFSET_OUT_OF_RANGE",
    CorruptMessage = 2 "CORRUPT_MESSAGE",
    UnknownTopicOrPartition = 3 "UNKNOWN_TOPIC_OR_PARTITION",
    LeaderNotAvailable = 5 "LEADER_NOT_AVAILABLE",
    NotLeaderOrFollower = 6 "NOT_LEADER_OR_FOLLOWER",
    RequestTimedOut = 7 "REQUEST_TIMED_OUT",
    BrokerNotAvailable = 8 "BROKER_NOT_AVAILABLE",
    ReplicaNotAvailable = 9 "REPLICA_NOT_AVAILABLE",
    MessageTooLarge = 10 "MESSAGE_TOO_LARGE",
    NetworkException = 13 "NETWORK_EXCEPTION",
    CoordinatorLoadInProgress = 14 "COORDINATOR_LOAD_IN_PROGRESS",
    InvalidTopicException = 17 "INVALID_TOPIC_EXCEPTION",
    RecordListTooLarge = 18 "RECORD_LIST_TOO_LARGE",
    NotEnoughReplicas = 19 "NOT_ENOUGH_REPLICAS",
    NotEnoughReplicasAfterAppend = 20 "NOT_ENOUGH_REPLICAS_AFTER_APPEND",
    InvalidRequiredAcks = 21 "INVALID_REQUIRED_ACKS",
    InvalidTimestamp = 32 "INVALID_TIMESTAMP",
    UnsupportedVersion = 35 "UNSUPPORTED_VERSION",
    TopicAlreadyExists = 36 "TOPIC_ALREADY_EXISTS",
    InvalidPartitions = 37 "INVALID_PARTITIONS",
    InvalidReplicationFactor = 38 "INVALID_REPLICATION_FACTOR",
    InvalidReplicaAssignment = 39 "INVALID_REPLICA_ASSIGNMENT",
    InvalidConfig = 40 "INVALID_CONFIG",
    NotController = 41 "NOT_CONTROLLER",
    InvalidRequest = 42 "INVALID_REQUEST",
    PolicyViolation = 44 "POLICY_VIOLATION",
    OutOfOrderSequenceNumber = 45 "OUT_OF_ORDER_SEQUENCE_NUMBER",
    DuplicateSequenceNumber = 46 "DUPLICATE_SEQUENCE_NUMBER",
    InvalidProducerEpoch = 47 "INVALID_PRODUCER_EPOCH",
    InvalidTxnState = 48 "INVALID_TXN_STATE",
    InvalidProducerIdMapping = 49 "INVALID_PRODUCER_ID_MAPPING",
    TransactionCoordinatorFenced = 52 "TRANSACTION_COORDINATOR_FENCED",
    OperationNotAttempted = 55 "OPERATION_NOT_ATTEMPTED",
    KafkaStorageError = 56 "KAFKA_STORAGE_ERROR",
    UnknownProducerId = 59 "UNKNOWN_PRODUCER_ID",
    ReassignmentInProgress = 60 "REASSIGNMENT_IN_PROGRESS",
    FencedLeaderEpoch = 74 "FENCED_LEADER_EPOCH",
    UnknownLeaderEpoch = 75 "UNKNOWN_LEADER_EPOCH",
    StaleBrokerEpoch = 77 "STALE_BROKER_EPOCH",
    OffsetNotAvailable = 78 "OFFSET_NOT_AVAILABLE",
    PreferredLeaderNotAvailable = 80 "PREFERRED_LEADER_NOT_AVAILABLE",
    EligibleLeadersNotAvailable = 83 "ELIGIBLE_LEADERS_NOT_AVAILABLE",
    ElectionNotNeeded = 84 "ELECTION_NOT_NEEDED",
    NoReassignmentInProgress = 85 "NO_REASSIGNMENT_IN_PROGRESS",
    InvalidRecord = 87 "INVALID_RECORD",
    ProducerFenced = 90 "PRODUCER_FENCED",
    InvalidUpdateVersion = 95 "INVALID_UPDATE_VERSION",
    UnknownTopicId = 100 "UNKNOWN_TOPIC_ID",
    DuplicateBrokerRegistration = 101 "DUPLICATE_BROKER_REGISTRATION",
    BrokerIdNotRegistered = 102 "BROKER_ID_NOT_REGISTERED",
    InconsistentTopicId = 103 "INCONSISTENT_TOPIC_ID",
    IneligibleReplica = 107 "INELIGIBLE_REPLICA",
    NewLeaderElected = 108 "NEW_LEADER_ELECTED",
    InvalidRegistration = 119 "INVALID_REGISTRATION",
}

impl ErrorCode {
    /// The Java class that a client throws for it. Source: Errors.
    pub fn exception(self) -> String {
        let short = match self {
            ErrorCode::UnknownServerError => "UnknownServer",
            ErrorCode::CorruptMessage => "CorruptRecord",
            ErrorCode::RequestTimedOut => "Timeout",
            ErrorCode::MessageTooLarge => "RecordTooLarge",
            ErrorCode::InvalidTopicException => "InvalidTopic",
            ErrorCode::RecordListTooLarge => "RecordBatchTooLarge",
            ErrorCode::NetworkException => "Network",
            ErrorCode::TopicAlreadyExists => "TopicExists",
            ErrorCode::InvalidConfig => "InvalidConfiguration",
            ErrorCode::OutOfOrderSequenceNumber => "OutOfOrderSequence",
            ErrorCode::DuplicateSequenceNumber => "DuplicateSequence",
            ErrorCode::InvalidProducerIdMapping => "InvalidPidMapping",
            ErrorCode::KafkaStorageError => "KafkaStorage",
            _ => self.short(),
        };
        format!("org.apache.kafka.common.errors.{short}Exception")
    }

    /// What that exception says when the broker has sent no text of its own; empty for codes that no tool here prints.
    /// Source: Errors.
    pub fn message(self) -> &'static str {
        match self {
            ErrorCode::UnknownServerError => "The server experienced an unexpected error when processing the request.",
            ErrorCode::UnknownTopicOrPartition => "This server does not host this topic-partition.",
            ErrorCode::LeaderNotAvailable => {
                "There is no leader for this topic-partition as we are in the middle of a leadership election."
            }
            ErrorCode::NotLeaderOrFollower => {
                "For requests intended only for the leader, this error indicates that the broker is not the current \
                 leader. For requests intended for any replica, this error indicates that the broker is not a replica of \
                 the topic partition."
            }
            ErrorCode::RequestTimedOut => "The request timed out.",
            ErrorCode::MessageTooLarge => {
                "The request included a message larger than the max message size the server will accept."
            }
            ErrorCode::NetworkException => "The server disconnected before a response was received.",
            ErrorCode::NotEnoughReplicas => {
                "Messages are rejected since there are fewer in-sync replicas than required."
            }
            ErrorCode::NotEnoughReplicasAfterAppend => {
                "Messages are written to the log, but to fewer in-sync replicas than required."
            }
            ErrorCode::OutOfOrderSequenceNumber => "The broker received an out of order sequence number.",
            ErrorCode::KafkaStorageError => "Disk error when trying to access log file on the disk.",
            ErrorCode::OffsetNotAvailable => {
                "The leader high watermark has not caught up from a recent leader election so the offsets cannot be \
                 guaranteed to be monotonically increasing."
            }
            ErrorCode::UnknownTopicId => "This server does not host this topic ID.",
            _ => "",
        }
    }

    pub fn is_error(self) -> bool {
        self != ErrorCode::None
    }

    /// A client may try again: the exception is a `RetriableException`. Source: Errors; RetriableException.
    pub fn is_retriable(self) -> bool {
        self.is_invalid_metadata()
            || matches!(
                self,
                ErrorCode::CorruptMessage
                    | ErrorCode::RequestTimedOut
                    | ErrorCode::CoordinatorLoadInProgress
                    | ErrorCode::NotEnoughReplicas
                    | ErrorCode::NotEnoughReplicasAfterAppend
                    | ErrorCode::NotController
                    | ErrorCode::UnknownLeaderEpoch
                    | ErrorCode::OffsetNotAvailable
            )
    }

    /// A client's metadata may be wrong, so it asks for it again: an `InvalidMetadataException`.
    /// Source: Errors; InvalidMetadataException.
    pub fn is_invalid_metadata(self) -> bool {
        matches!(
            self,
            ErrorCode::UnknownTopicOrPartition
                | ErrorCode::LeaderNotAvailable
                | ErrorCode::NotLeaderOrFollower
                | ErrorCode::ReplicaNotAvailable
                | ErrorCode::NetworkException
                | ErrorCode::KafkaStorageError
                | ErrorCode::FencedLeaderEpoch
                | ErrorCode::PreferredLeaderNotAvailable
                | ErrorCode::EligibleLeadersNotAvailable
                | ErrorCode::ElectionNotNeeded
                | ErrorCode::UnknownTopicId
                | ErrorCode::InconsistentTopicId
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exceptions_have_the_names_of_java() {
        // Of clients.md, appendix A.
        let class = |code: ErrorCode| code.exception().rsplit('.').next().map(String::from);
        for (code, expected) in [
            (
                ErrorCode::PreferredLeaderNotAvailable,
                "PreferredLeaderNotAvailableException",
            ),
            (
                ErrorCode::EligibleLeadersNotAvailable,
                "EligibleLeadersNotAvailableException",
            ),
            (ErrorCode::UnknownTopicOrPartition, "UnknownTopicOrPartitionException"),
            (ErrorCode::RequestTimedOut, "TimeoutException"),
            (ErrorCode::NetworkException, "NetworkException"),
            (ErrorCode::InvalidTopicException, "InvalidTopicException"),
            (ErrorCode::NotLeaderOrFollower, "NotLeaderOrFollowerException"),
            (ErrorCode::KafkaStorageError, "KafkaStorageException"),
            (ErrorCode::CorruptMessage, "CorruptRecordException"),
            (ErrorCode::InvalidRequiredAcks, "InvalidRequiredAcksException"),
            (ErrorCode::InvalidTxnState, "InvalidTxnStateException"),
            (ErrorCode::UnknownTopicId, "UnknownTopicIdException"),
        ] {
            assert_eq!(class(code).as_deref(), Some(expected));
        }
    }
}
