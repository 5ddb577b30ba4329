# A reassignment first adds the new replica, and lets the old one go only when the new one is in sync. Then the leader itself moves away.
# Source: ReplicationControlManager.alterPartitionReassignment; PartitionReassignmentReplicas.maybeCompleteReassignment; KIP-455.
# Related: the completion test of 4.3 (KAFKA-19975).
cluster brokers=4
topic orders.placed assignment=1,2,3
producer order-service
produce orders.placed key=ord-{n} first=1 count=20 from=order-service
settle
expect orders.placed-0 leader=1 epoch=0 partition-epoch=0 isr=1,2,3 leo=20 hw=20
begin
say start "Broker 3 is to be relieved by broker 4." "Somebody asks the controller for the replicas 1, 2, 4. Nothing has been copied yet."
focus orders.placed-0
run 20ms
reassign orders.placed-0 replicas=1,2,4
run until orders.placed-0 partition-epoch=1
say adding "For a while there are four replicas." "The target comes first in the list, then what is to go. Broker 4 fetches as any follower does; broker 3 is still in the ISR."
describe orders.placed
expect orders.placed-0 leader=1 epoch=0 isr=1,2,3
run until b4.orders.placed-0 leo=20 max=5s
say copied "Broker 4 has the whole log, and the leader proposes it." "Its next fetch, at offset 20, tells the leader that it has caught up."
run until orders.placed-0 isr=1,2,4
say moved "Broker 3 goes with the very record that lets broker 4 in." "A replica was dropped, so the leader epoch rises to 1, though the leader stays the same."
expect orders.placed-0 leader=1 epoch=1 partition-epoch=2 isr=1,2,4
describe orders.placed
settle
expect b4.orders.placed-0 role=follower epoch=1 leo=20 hw=20
say order "Now only the order changes." "Brokers 4, 2 and 1 hold the partition already. Nothing is copied, and the leader stays; only the preferred leader is another one."
reassign orders.placed-0 replicas=4,2,1
run until orders.placed-0 partition-epoch=3
expect orders.placed-0 leader=1 epoch=1 isr=1,2,4
elect preferred orders.placed-0
run until orders.placed-0 leader=4
expect orders.placed-0 epoch=2 partition-epoch=4
say away "The leader itself is moved away." "Broker 4 leads and is not in the new list. Both of the others are in sync, so nothing has to be copied: the first of them leads."
reassign orders.placed-0 replicas=2,1
run until orders.placed-0 leader=2
expect orders.placed-0 epoch=3 partition-epoch=5 isr=1,2
settle
expect b2.orders.placed-0 role=leader epoch=3 leo=20 hw=20
say cancel "A move that is under way can be taken back." "Broker 3 is down: it cannot copy anything, and the partition would wait for it."
stop b3
run until b3 state=down
reassign orders.placed-0 replicas=2,1,3
run until orders.placed-0 partition-epoch=6
run 1s
expect orders.placed-0 leader=2 epoch=3 isr=1,2
reassign cancel orders.placed-0
run until orders.placed-0 partition-epoch=7
expect orders.placed-0 leader=2 epoch=4 isr=1,2
describe orders.placed
---
   0.000000    -- Broker 3 is to be relieved by broker 4.
   0.020000  > reassign orders.placed-0 replicas=1,2,4
   0.020461  c1 orders.placed-0: replicas 1,2,3 → 1,2,4,3
   0.020461    -- For a while there are four replicas.
   0.020461  > describe orders.placed
Topic: orders.placed	TopicId: Px1g16dlj5HuLKWifvQd8Q	PartitionCount: 1	ReplicationFactor: 3	Configs: min.insync.replicas=1
	Topic: orders.placed	Partition: 0	Leader: 1	Replicas: 1,2,4,3	Isr: 1,2,3	Adding Replicas: 4	Removing Replicas: 3	Elr: 	LastKnownElr: 
   0.020713  b4 is follower of orders.placed-0 in epoch 0: leo 0, hw 0
   0.020830  admin has the answer to AlterPartitionReassignments
   0.021133  b1 hears that b4 is at 0 of orders.placed-0 (knew -1)
   0.021469  b4 copies 0..19 of orders.placed-0: leo 20, hw 20, epoch 0
   0.021469  b4 (follower) orders.placed-0: hw 0 → 20
   0.021469    -- Broker 4 has the whole log, and the leader proposes it.
   0.021889  b1 hears that b4 is at 20 of orders.placed-0 (knew 0)
   0.021889  b1 asks for isr 1,2,3 → 1,2,3,4 of orders.placed-0
   0.022342  c1 orders.placed-0: isr 1,2,3 → 1,2,4
   0.022342  c1 orders.placed-0: leader b1 → b1 in epoch 1, partition epoch 2
   0.022342  c1 orders.placed-0: replicas 1,2,4,3 → 1,2,4
   0.022342    -- Broker 3 goes with the very record that lets broker 4 in.
   0.022342  > describe orders.placed
Topic: orders.placed	TopicId: Px1g16dlj5HuLKWifvQd8Q	PartitionCount: 1	ReplicationFactor: 3	Configs: min.insync.replicas=1
	Topic: orders.placed	Partition: 0	Leader: 1	Replicas: 1,2,4	Isr: 1,2,4	Elr: 	LastKnownElr: 
   0.022594  b4 is follower of orders.placed-0 in epoch 1: leo 20, hw 20
   0.022704  b1 is leader of orders.placed-0 in epoch 1: leo 20, hw 20
   0.022704  b1 hears that b2 is at 20 of orders.placed-0 (knew 20)
   0.022704  b1 hears that b4 is at 20 of orders.placed-0 (knew 20)
   0.022704  b1 has isr 1,2,4 of orders.placed-0
   0.022722  b2 is follower of orders.placed-0 in epoch 1: leo 20, hw 20
   0.022722    -- Now only the order changes.
   0.022722  > reassign orders.placed-0 replicas=4,2,1
   0.023183  c1 orders.placed-0: replicas 1,2,4 → 4,2,1
   0.023183  > elect preferred orders.placed-0
   0.023552  admin has the answer to AlterPartitionReassignments
   0.023644  c1 orders.placed-0: leader b1 → b4 in epoch 2, partition epoch 4
   0.023644    -- The leader itself is moved away.
   0.023644  > reassign orders.placed-0 replicas=2,1
   0.024002  b4 is leader of orders.placed-0 in epoch 2: leo 20, hw 20
   0.024013  admin has the answer to ElectLeaders
   0.024105  c1 orders.placed-0: isr 1,2,4 → 1,2
   0.024105  c1 orders.placed-0: leader b4 → b2 in epoch 3, partition epoch 5
   0.024105  c1 orders.placed-0: replicas 4,2,1 → 2,1
   0.024360  b1 is follower of orders.placed-0 in epoch 2: leo 20, hw 20
   0.024432  b2 is follower of orders.placed-0 in epoch 2: leo 20, hw 20
   0.024474  admin has the answer to AlterPartitionReassignments
   0.025175  b1 is follower of orders.placed-0 in epoch 3: leo 20, hw 20
   0.025287  b2 is leader of orders.placed-0 in epoch 3: leo 20, hw 20
   0.025287    -- A move that is under way can be taken back.
   0.025287  > stop b3
   0.025703  c1 fences b3
   0.026036  b3 stops
   0.026036  > reassign orders.placed-0 replicas=2,1,3
   0.026287  b2 hears that b1 is at 20 of orders.placed-0 (knew -1)
   0.026497  c1 orders.placed-0: replicas 2,1 → 2,1,3
   0.026866  admin has the answer to AlterPartitionReassignments
   1.026497  > reassign cancel orders.placed-0
   1.026958  c1 orders.placed-0: leader b2 → b2 in epoch 4, partition epoch 7
   1.026958  c1 orders.placed-0: replicas 2,1,3 → 2,1
   1.026958  > describe orders.placed
Topic: orders.placed	TopicId: Px1g16dlj5HuLKWifvQd8Q	PartitionCount: 1	ReplicationFactor: 2	Configs: min.insync.replicas=1
	Topic: orders.placed	Partition: 0	Leader: 2	Replicas: 2,1	Isr: 1,2	Elr: 	LastKnownElr: 
