// What an error of the Kafka protocol, or of a Java client, means for the one who gets it.

const meanings: Record<string, string> = {
  NONE: 'no error.',
  OFFSET_OUT_OF_RANGE: 'the log of this broker does not hold that offset.',
  UNKNOWN_TOPIC_OR_PARTITION: 'this broker does not know the partition, or not yet.',
  LEADER_NOT_AVAILABLE: 'the partition has no leader now.',
  NOT_LEADER_OR_FOLLOWER: 'this broker does not lead the partition. The client looks for the leader again.',
  REQUEST_TIMED_OUT: 'not enough replicas had it in time. What was written stays written.',
  NETWORK_EXCEPTION: 'the connection was lost before the answer. Whether the request was carried out is not known.',
  COORDINATOR_LOAD_IN_PROGRESS:
    'the broker has no producer ids left and asks the controller for more. It is tried again.',
  MESSAGE_TOO_LARGE: 'the batch is larger than the broker takes.',
  NOT_ENOUGH_REPLICAS: 'the ISR has fewer members than min.insync.replicas asks for. Nothing was written.',
  NOT_ENOUGH_REPLICAS_AFTER_APPEND:
    'the ISR fell below min.insync.replicas after the records were written. They stay in the log.',
  INVALID_REQUIRED_ACKS: 'acks may be 0, 1 or all.',
  INVALID_TIMESTAMP: 'the timestamp is outside what the topic allows.',
  OUT_OF_ORDER_SEQUENCE_NUMBER:
    'the batch does not follow the last one that the leader has of this producer. Nothing was written.',
  INVALID_PRODUCER_EPOCH: 'a later epoch of the same producer has written here. Nothing was written.',
  INVALID_TXN_STATE:
    'the batch does not belong to the transaction that its producer has open here. Nothing was written.',
  TRANSACTION_COORDINATOR_FENCED: 'a later coordinator of the transaction has written here. Nothing was written.',
  INVALID_RECORD: 'the batch is not one that a client may send. Nothing was written.',
  FENCED_LEADER_EPOCH: 'the sender acts in an older leader epoch than this broker knows.',
  UNKNOWN_LEADER_EPOCH: 'the sender knows a newer leader epoch than this broker.',
  STALE_BROKER_EPOCH: 'the broker speaks for an earlier life of itself. It has to register again.',
  BROKER_ID_NOT_REGISTERED: 'the controller has no registration of this broker.',
  INELIGIBLE_REPLICA: 'a replica proposed for the ISR may not be in it: its broker is fenced or is shutting down.',
  INVALID_UPDATE_VERSION: 'the partition epoch is not the one the controller has. The leader waits for its metadata.',
  NEW_LEADER_ELECTED: 'a new leader was chosen at the same time.',
  OPERATION_NOT_ATTEMPTED: 'the change before it failed, so this one was not tried.',
  NOT_CONTROLLER: 'this node is not the active controller.',
  PREFERRED_LEADER_NOT_AVAILABLE: 'the preferred leader is not in the ISR or not alive.',
  ELIGIBLE_LEADERS_NOT_AVAILABLE: 'no replica may lead.',
  ELECTION_NOT_NEEDED: 'the wanted leader leads already.',
  TimeoutException: 'the time for delivery ran out.',
};

/** A sentence that begins in lower case, for after a colon. Nothing for a code without one. */
export function meaningOfError(code: string): string | undefined {
  return meanings[code];
}

/** `NOT_ENOUGH_REPLICAS. The ISR has fewer members …` */
export function errorSentence(code: string): string {
  const meaning = meaningOfError(code);
  return meaning === undefined ? `${code}.` : `${code}: ${meaning}`;
}
