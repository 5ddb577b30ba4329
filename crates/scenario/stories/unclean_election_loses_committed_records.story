# An unclean election makes a replica leader that lacks committed records. They are lost when the old leader returns.
# Source: PartitionChangeBuilder.electLeader (UNCLEAN); ReplicationControlManager.electLeaders. The numbers of recording e-unclean-election, oracle 4.15; H-11.
cluster brokers=3
topic orders.placed assignment=1,2,3    # min.insync.replicas=1, Kafka's default
producer order-service enable.idempotence=false
consumer reporting
produce orders.placed a0 from=order-service
settle
consume orders.placed-0 from=0 by=reporting
stop b3
settle
stop b2
settle
run 6s
expect orders.placed-0 leader=1 epoch=0 partition-epoch=2 isr=1 elr= leo=1 hw=1
begin
say start "Brokers 2 and 3 are stopped. Broker 1 goes on alone." "min.insync.replicas is 1, Kafka's default: for acks=all an ISR of one is enough."
focus orders.placed-0 order-service
run 20ms
produce orders.placed b1 from=order-service
produce orders.placed b2 from=order-service
run until order-service acknowledged=3
run until reporting.orders.placed-0 position=3
say committed "b1 and b2 are committed, acknowledged and read." "All of the in-sync replicas have them. That is broker 1."
expect orders.placed-0 leo=3 hw=3
run 6s
crash b1
run until orders.placed-0 leader=none max=20s
expect orders.placed-0 epoch=1 partition-epoch=3 isr= elr=1 last-known-elr=1
start b2
run until b2 state=running max=20s
run 1s
say waits "Broker 2 is up. The partition stays offline." "Broker 2 has one record of three. Kafka waits for broker 1 rather than lose the two others."
expect orders.placed-0 leader=none partition-epoch=3
expect b2.orders.placed-0 leo=1
describe orders.placed
elect unclean orders.placed-0
run until orders.placed-0 leader=2
say unclean "Somebody did not want to wait: an unclean election." "kafka-leader-election makes broker 2 leader, in epoch 2. From now on its log is the truth."
expect orders.placed-0 epoch=2 partition-epoch=4 isr=2 elr= last-known-elr=
run until b2.orders.placed-0 role=leader
expect b2.orders.placed-0 leo=1 hw=1 epochs=0@0,2@1
run 1s
produce orders.placed c1 from=order-service
run until order-service acknowledged=4
run until reporting.orders.placed-0 position=2
say reused "c1 is at offset 1, where b1 was." "The consumer had read b1 there, and b2 after it. Its position was 3; it went back to where the histories part, and read c1."
expect orders.placed-0@1 key=c1 epoch=2
expect orders.placed-0 leo=2 hw=2
run 1s
start b1
run until b1.orders.placed-0 leo=1 max=20s
say lost "Broker 1 returns and cuts b1 and b2." "They were committed with acks=all, and the last copy goes here. It was lost the moment the election was ordered."
run until orders.placed-0 isr=1,2
run 1s
expect orders.placed-0 leader=2 epoch=2 partition-epoch=5 leo=2 hw=2
expect b1.orders.placed-0 leo=2 hw=2 epochs=0@0,2@1
expect b1.orders.placed-0@1 key=c1 epoch=2
expect order-service sent=4 acknowledged=4 failed=0
say end "Four told success, two there." "With min.insync.replicas=2 broker 1 alone would have refused b1 and b2."
run 20ms
---
   0.000000    -- Brokers 2 and 3 are stopped. Broker 1 goes on alone.
   0.020000  > produce orders.placed b1 from=order-service
   0.020000  > produce orders.placed b2 from=order-service
   0.025000  order-service sends 2 records of orders.placed-0 to b1
   0.025374  b1 appends 1..2 of orders.placed-0: leo 3, hw 3, epoch 0
   0.025374  b1 (leader) orders.placed-0: hw 1 → 3
   0.025374  b1 answers the produce of order-service to orders.placed-0: NONE
   0.025648  reporting reads orders.placed-0 from 1, position 3
   0.025673  order-service is told: 2 records acknowledged, from 1 of orders.placed-0
   0.025673    -- b1 and b2 are committed, acknowledged and read.
   3.600790  c1 fences b2
   3.610790  c1 fences b3
   6.025673  > crash b1
   6.025673  b1 crashes
  14.870790  c1 orders.placed-0: isr 1 → none
  14.870790  c1 orders.placed-0: elr none → 1
  14.870790  c1 orders.placed-0: leader b1 → none in epoch 1, partition epoch 3
  14.870790  c1 fences b1
  14.870790  > start b2
  14.870790  b2 starts
  14.871265  c1 registers b2, broker epoch 19
  14.883355  b2 is offline of orders.placed-0 in epoch 1: leo 1, hw 1
  14.883355  b2 (follower) orders.placed-0: hw 0 → 1
  14.883830  c1 unfences b2
  15.883830    -- Broker 2 is up. The partition stays offline.
  15.883830  > describe orders.placed
Topic: orders.placed	TopicId: Px1g16dlj5HuLKWifvQd8Q	PartitionCount: 1	ReplicationFactor: 3	Configs: min.insync.replicas=1
	Topic: orders.placed	Partition: 0	Leader: none	Replicas: 1,2,3	Isr: 	Elr: 1	LastKnownElr: 1
  15.883830  > elect unclean orders.placed-0
  15.884291  c1 orders.placed-0: isr none → 2
  15.884291  c1 orders.placed-0: elr 1 → none
  15.884291  c1 orders.placed-0: leader none → b2 in epoch 2, partition epoch 4, unclean
  15.884291    -- Somebody did not want to wait: an unclean election.
  15.884660  admin has the answer to ElectLeaders
  15.884671  b2 is leader of orders.placed-0 in epoch 2: leo 1, hw 1
  16.884671  > produce orders.placed c1 from=order-service
  16.993904  order-service sends 1 record of orders.placed-0 to b2
  16.994175  b2 appends 1 of orders.placed-0: leo 2, hw 2, epoch 2
  16.994175  b2 (leader) orders.placed-0: hw 1 → 2
  16.994175  b2 answers the produce of order-service to orders.placed-0: NONE
  16.994392  order-service is told: 1 record acknowledged, from 1 of orders.placed-0
  16.994455  reporting reads orders.placed-0 from 1, position 2
  16.994455    -- c1 is at offset 1, where b1 was.
  17.994455  > start b1
  17.994455  b1 starts
  17.994908  c1 registers b1, broker epoch 22
  18.006900  b1 is follower of orders.placed-0 in epoch 2: leo 3, hw 3
  18.006900  b1 (follower) orders.placed-0: hw 0 → 3
  18.007353  c1 unfences b1
  18.007623  b1 truncates orders.placed-0: leo 3 → 1
  18.007623  b1 (follower) orders.placed-0: hw 3 → 1
  18.007623    -- Broker 1 returns and cuts b1 and b2.
  18.008012  b2 hears that b1 is at 1 of orders.placed-0 (knew -1)
  18.008346  b1 copies 1 of orders.placed-0: leo 2, hw 2, epoch 2
  18.008346  b1 (follower) orders.placed-0: hw 1 → 2
  18.008735  b2 hears that b1 is at 2 of orders.placed-0 (knew 1)
  18.008735  b2 asks for isr 2 → 1,2 of orders.placed-0
  18.009210  c1 orders.placed-0: isr 2 → 1,2
  19.009210    -- Four told success, two there.
