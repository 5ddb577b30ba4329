# The preferred leader is the first replica of the assignment. After a failure it leads again only by an election, and only from within the ISR.
# Source: ReplicationControlManager.electLeaders; PartitionChangeBuilder.electPreferredLeader. CT-01, CT-07; the numbers of recordings b-leader-kill-return and j-controlled-shutdown, oracle 4.7.
cluster brokers=3
topic orders.placed assignment=1,2,3 min.insync.replicas=2
producer order-service
produce orders.placed a0 from=order-service
settle
run 6s
crash b1
settle
produce orders.placed b1 from=order-service
settle
expect orders.placed-0 leader=2 epoch=1 partition-epoch=1 isr=2,3 leo=2 hw=2
begin
say start "Broker 2 leads since broker 1 crashed." "Broker 1 stands first in the assignment. That makes it the preferred leader, up or down."
focus orders.placed-0
describe orders.placed
run 20ms
elect preferred orders.placed-0
run 1s
say not-available "A preferred election now changes nothing." "Broker 1 is not in the ISR. The controller answers PREFERRED_LEADER_NOT_AVAILABLE, and broker 2 goes on."
expect orders.placed-0 leader=2 epoch=1 partition-epoch=1
start b1
run until orders.placed-0 isr=1,2,3 max=20s
say follower "Broker 1 is back, and follows." "Coming back gives nobody a leadership. Three in sync, and the leader is still broker 2."
expect orders.placed-0 leader=2 epoch=1 partition-epoch=2
settle
describe orders.placed
elect preferred orders.placed-0
run until orders.placed-0 leader=1
say elected "Broker 1 leads again, in epoch 2." "It is in the ISR, so it has what is committed. Only the leader changed: one record in the controller's log."
expect orders.placed-0 epoch=2 partition-epoch=3 isr=1,2,3
run until b1.orders.placed-0 role=leader
run until b2.orders.placed-0 role=follower
expect b1.orders.placed-0 epochs=0@0,1@1,2@2
label sent
produce orders.placed c2 from=order-service
run until order-service acknowledged=3
say found "The producer asked broker 2 and was sent to broker 1." "NOT_LEADER_OR_FOLLOWER names the new leader. The application sees a few milliseconds."
expect time since=sent at=5ms..20ms
expect orders.placed-0@2 key=c2 epoch=2
elect preferred orders.placed-0
run 1s
expect orders.placed-0 leader=1 epoch=2 partition-epoch=3
say again "Asked once more, the controller has nothing to do." "It answers ELECTION_NOT_NEEDED. No epoch is used up."
settle
describe orders.placed
run 20ms
---
   0.000000    -- Broker 2 leads since broker 1 crashed.
   0.000000  > describe orders.placed
Topic: orders.placed	TopicId: Px1g16dlj5HuLKWifvQd8Q	PartitionCount: 1	ReplicationFactor: 3	Configs: min.insync.replicas=2
	Topic: orders.placed	Partition: 0	Leader: 2	Replicas: 1,2,3	Isr: 2,3	Elr: 	LastKnownElr: 
   0.020000  > elect preferred orders.placed-0
   0.020830  admin has the answer to ElectLeaders
   1.020000    -- A preferred election now changes nothing.
   1.020000  > start b1
   1.020000  b1 starts
   1.020453  c1 registers b1, broker epoch 16
   1.032445  b1 is follower of orders.placed-0 in epoch 1: leo 1, hw 1
   1.032445  b1 (follower) orders.placed-0: hw 0 → 1
   1.032834  b2 hears that b1 is at 1 of orders.placed-0 (knew -1)
   1.032898  c1 unfences b1
   1.033168  b1 copies 1 of orders.placed-0: leo 2, hw 2, epoch 1
   1.033168  b1 (follower) orders.placed-0: hw 1 → 2
   1.033557  b2 hears that b1 is at 2 of orders.placed-0 (knew 1)
   1.033557  b2 asks for isr 2,3 → 1,2,3 of orders.placed-0
   1.034032  c1 orders.placed-0: isr 2,3 → 1,2,3
   1.034032    -- Broker 1 is back, and follows.
   1.034412  > describe orders.placed
Topic: orders.placed	TopicId: Px1g16dlj5HuLKWifvQd8Q	PartitionCount: 1	ReplicationFactor: 3	Configs: min.insync.replicas=2
	Topic: orders.placed	Partition: 0	Leader: 2	Replicas: 1,2,3	Isr: 1,2,3	Elr: 	LastKnownElr: 
   1.034412  > elect preferred orders.placed-0
   1.034873  c1 orders.placed-0: leader b2 → b1 in epoch 2, partition epoch 3
   1.034873    -- Broker 1 leads again, in epoch 2.
   1.035206  b3 is follower of orders.placed-0 in epoch 2: leo 2, hw 2
   1.035235  b1 is leader of orders.placed-0 in epoch 2: leo 2, hw 2
   1.035242  admin has the answer to ElectLeaders
   1.035267  b2 is follower of orders.placed-0 in epoch 2: leo 2, hw 2
   1.035267  > produce orders.placed c2 from=order-service
   1.035459  b1 hears that b3 is at 2 of orders.placed-0 (knew -1)
   1.035685  b1 hears that b2 is at 2 of orders.placed-0 (knew -1)
   1.040267  order-service sends 1 record of orders.placed-0 to b2
   1.040538  b2 answers the produce of order-service to orders.placed-0: NOT_LEADER_OR_FOLLOWER
   1.041428  order-service sends 1 record of orders.placed-0 to b1
   1.041802  b1 appends 2 of orders.placed-0: leo 3, hw 2, epoch 2
   1.042005  b3 copies 2 of orders.placed-0: leo 3, hw 2, epoch 2
   1.042136  b2 copies 2 of orders.placed-0: leo 3, hw 2, epoch 2
   1.042258  b1 hears that b3 is at 3 of orders.placed-0 (knew 2)
   1.042554  b1 hears that b2 is at 3 of orders.placed-0 (knew 2)
   1.042554  b1 (leader) orders.placed-0: hw 2 → 3
   1.042554  b1 answers the produce of order-service to orders.placed-0: NONE
   1.042853  order-service is told: 1 record acknowledged, from 2 of orders.placed-0
   1.042853    -- The producer asked broker 2 and was sent to broker 1.
   1.042853  > elect preferred orders.placed-0
   1.043683  admin has the answer to ElectLeaders
   1.542461  b3 (follower) orders.placed-0: hw 2 → 3
   1.542888  b2 (follower) orders.placed-0: hw 2 → 3
   2.042853    -- Asked once more, the controller has nothing to do.
   2.042853  > describe orders.placed
Topic: orders.placed	TopicId: Px1g16dlj5HuLKWifvQd8Q	PartitionCount: 1	ReplicationFactor: 3	Configs: min.insync.replicas=2
	Topic: orders.placed	Partition: 0	Leader: 1	Replicas: 1,2,3	Isr: 1,2,3	Elr: 	LastKnownElr: 
