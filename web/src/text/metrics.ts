// Kafka's metrics in a line each: what the figure counts, or what it means when it is not zero.

export const metricWords = {
  title: 'Metrics (JMX)',
  note: 'What this process reports now. Of a PerSec, the count since it started.',
} as const;

/** By the bean and the name: several beans report a figure of the same name. */
const meanings: Record<string, Record<string, string>> = {
  'kafka.server:type=ReplicaManager': {
    UnderReplicatedPartitions: 'Partitions led here of which a replica is outside the ISR. 0 when all is well.',
    UnderMinIsrPartitionCount: 'Led here with an ISR below min.insync.replicas: produces with acks=all are refused.',
    AtMinIsrPartitionCount: 'Led here with an ISR of exactly min.insync.replicas: one more loss stops acks=all.',
    LeaderCount: 'Partitions led here.',
    PartitionCount: 'Replicas hosted here, leaders and followers.',
    ReassigningPartitions: 'Led here, with replicas being added or removed.',
    IsrShrinksPerSec: 'How often a leader here took a member out of an ISR.',
    IsrExpandsPerSec: 'How often a leader here let a replica back into an ISR.',
    FailedIsrUpdatesPerSec: 'Changes of an ISR that the controller refused or answered too late.',
    ProducerIdCount: 'Producer ids whose sequence numbers are remembered here.',
  },
  'kafka.server:type=ReplicaFetcherManager,clientId=Replica': {
    MaxLag: 'Records by which the furthest follower here was behind its leader at its last fetch.',
    FailedPartitionsCount: 'Partitions that a follower here has given up fetching after an error.',
  },
  'kafka.server:type=DelayedOperationPurgatory,delayedOperation=Produce': {
    PurgatorySize: 'Produces parked here until the ISR has their records.',
  },
  'kafka.server:type=DelayedOperationPurgatory,delayedOperation=Fetch': {
    PurgatorySize: 'Fetches parked here until there is something to give.',
  },
  'kafka.server:type=DelayedProduceMetrics': {
    ExpiresPerSec: 'Produces whose time ran out before the ISR had their records.',
  },
  'kafka.server:type=DelayedFetchMetrics,fetcherType=follower': {
    ExpiresPerSec: "Followers' fetches that waited out their time: nothing came. Normal at rest.",
  },
  'kafka.server:type=DelayedFetchMetrics,fetcherType=consumer': {
    ExpiresPerSec: "Consumers' fetches that waited out their time: nothing came. Normal at rest.",
  },
  'kafka.controller:type=KafkaController': {
    OfflinePartitionsCount: 'Partitions without a leader: neither written nor read.',
    PreferredReplicaImbalanceCount: 'Partitions not led by the first replica of their assignment.',
    ActiveBrokerCount: 'Registered brokers that are not fenced.',
    FencedBrokerCount: 'Registered brokers that are fenced: they lead nothing and are in no ISR.',
    GlobalTopicCount: 'Topics of the cluster.',
    GlobalPartitionCount: 'Partitions of the cluster.',
  },
  'kafka.controller:type=ControllerStats': {
    UncleanLeaderElectionsPerSec: 'Leaders chosen from outside the ISR and the ELR: committed records may be lost.',
    ElectionFromEligibleLeaderReplicasPerSec: 'Leaders chosen from the ELR, because the ISR had nobody to lead.',
  },
};

export function metricMeaning(mbean: string, name: string): string | undefined {
  return meanings[mbean]?.[name];
}
