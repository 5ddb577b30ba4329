# Below min ISR an acks=1 record is accepted, and nobody reads it before the ISR is back.
# Source: EligibleLeaderReplicasIntegrationTest.testHighWatermarkShouldNotAdvanceIfUnderMinIsr; CT-61.
cluster brokers=4
topic t assignment=1,2,3,4 min.insync.replicas=3
producer app acks=1
consumer reporting
begin
produce t k0 from=app acks=1
consume t-0 from=0 by=reporting
settle
expect b1 UnderReplicatedPartitions=0 UnderMinIsrPartitionCount=0 AtMinIsrPartitionCount=0 LeaderCount=1
stop b4
settle
expect b1 UnderReplicatedPartitions=1 UnderMinIsrPartitionCount=0 AtMinIsrPartitionCount=1
stop b3
run until b3 state=down max=20s
run 1s
expect t-0 leader=1 isr=1,2 elr=3
expect b1 UnderMinIsrPartitionCount=1 AtMinIsrPartitionCount=0
expect c1 OfflinePartitionsCount=0 FencedBrokerCount=2 ActiveBrokerCount=2
produce t k1 from=app acks=1
run 5s
expect app acknowledged=2
expect b1.t-0 leo=2 hw=1
expect b2.t-0 leo=2
expect reporting.t-0 position=1
start b3
settle
expect t-0 isr=1,2,3 elr=
expect b1.t-0 hw=2
expect reporting.t-0 position=2
expect b1 UnderMinIsrPartitionCount=0 AtMinIsrPartitionCount=1
