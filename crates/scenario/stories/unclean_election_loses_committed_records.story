# An unclean election makes a replica leader that lacks committed records. They are lost when the old leader returns.
# Source: PartitionChangeBuilder.electLeader (UNCLEAN); ReplicationControlManager.electLeaders. The numbers of recording e-unclean-election, oracle 4.15; H-11, H-40.
cluster brokers=3
topic orders.placed assignment=1,2,3    # min.insync.replicas=1, Kafka's default
producer order-service
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
run until order-service producer-epoch=1
say hint "Broker 2 refuses c1: it does not follow what it has." "OUT_OF_ORDER_SEQUENCE_NUMBER is the only sign that b1 and b2 are gone. The producer begins a new epoch, counts from 0 and goes on; its application hears nothing."
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
   3.505042  c1 fences b2
   3.515042  c1 fences b3
   6.025673  > crash b1
   6.025673  b1 crashes
  14.775042  c1 orders.placed-0: isr 1 → none
  14.775042  c1 orders.placed-0: elr none → 1
  14.775042  c1 orders.placed-0: leader b1 → none in epoch 1, partition epoch 3
  14.775042  c1 fences b1
  14.775042  > start b2
  14.775042  b2 starts
  14.775517  c1 registers b2, broker epoch 20
  14.787607  b2 is offline of orders.placed-0 in epoch 1: leo 1, hw 1
  14.787607  b2 (follower) orders.placed-0: hw 0 → 1
  14.788082  c1 unfences b2
  15.788082    -- Broker 2 is up. The partition stays offline.
  15.788082  > describe orders.placed
Topic: orders.placed	TopicId: Px1g16dlj5HuLKWifvQd8Q	PartitionCount: 1	ReplicationFactor: 3	Configs: min.insync.replicas=1
	Topic: orders.placed	Partition: 0	Leader: none	Replicas: 1,2,3	Isr: 	Elr: 1	LastKnownElr: 1
  15.788082  > elect unclean orders.placed-0
  15.788543  c1 orders.placed-0: isr none → 2
  15.788543  c1 orders.placed-0: elr 1 → none
  15.788543  c1 orders.placed-0: leader none → b2 in epoch 2, partition epoch 4, unclean
  15.788543    -- Somebody did not want to wait: an unclean election.
  15.788912  admin has the answer to ElectLeaders
  15.788923  b2 is leader of orders.placed-0 in epoch 2: leo 1, hw 1
  16.788923  > produce orders.placed c1 from=order-service
  16.993904  order-service sends 1 record of orders.placed-0 to b2
  16.994175  b2 answers the produce of order-service to orders.placed-0: OUT_OF_ORDER_SEQUENCE_NUMBER
  16.994392  order-service begins epoch 1 of producer 0
  16.994392    -- Broker 2 refuses c1: it does not follow what it has.
  17.079116  order-service sends 1 record of orders.placed-0 to b2
  17.079387  b2 appends 1 of orders.placed-0: leo 2, hw 2, epoch 2
  17.079387  b2 (leader) orders.placed-0: hw 1 → 2
  17.079387  b2 answers the produce of order-service to orders.placed-0: NONE
  17.079604  order-service is told: 1 record acknowledged, from 1 of orders.placed-0
  17.079667  reporting reads orders.placed-0 from 1, position 2
  17.079667    -- c1 is at offset 1, where b1 was.
  18.079667  > start b1
  18.079667  b1 starts
  18.080120  c1 registers b1, broker epoch 23
  18.092112  b1 is follower of orders.placed-0 in epoch 2: leo 3, hw 3
  18.092112  b1 (follower) orders.placed-0: hw 0 → 3
  18.092565  c1 unfences b1
  18.092835  b1 truncates orders.placed-0: leo 3 → 1
  18.092835  b1 (follower) orders.placed-0: hw 3 → 1
  18.092835    -- Broker 1 returns and cuts b1 and b2.
  18.093224  b2 hears that b1 is at 1 of orders.placed-0 (knew -1)
  18.093558  b1 copies 1 of orders.placed-0: leo 2, hw 2, epoch 2
  18.093558  b1 (follower) orders.placed-0: hw 1 → 2
  18.093947  b2 hears that b1 is at 2 of orders.placed-0 (knew 1)
  18.093947  b2 asks for isr 2 → 1,2 of orders.placed-0
  18.094422  c1 orders.placed-0: isr 2 → 1,2
  19.094422    -- Four told success, two there.
