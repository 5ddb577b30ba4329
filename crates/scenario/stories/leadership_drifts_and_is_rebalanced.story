# Each restart moves leaderships away from a broker. Every five minutes the controller gives them back to the preferred replicas.
# Source: QuorumController.maybeBalancePartitionLeaders; ReplicationControlManager.maybeBalancePartitionLeaders. Controller 4.1, H-52; CT-01.
cluster brokers=3
topic orders.placed assignment=1,2,3/2,3,1/3,1,2 min.insync.replicas=2
produce orders.placed warm-up partition=0 acks=1
settle
expect orders.placed-0 leader=1 epoch=0
expect orders.placed-1 leader=2 epoch=0
expect orders.placed-2 leader=3 epoch=0
begin
say start "Three partitions, three leaders, one each." "Each broker is the preferred leader of one partition. A rolling restart begins."
focus orders.placed
pace steady per-second=5s
run 20ms
roll b1
say one "Broker 1 was restarted, and leads nothing now." "Its partition went to broker 2, the next in its assignment, which leads two."
expect orders.placed-0 leader=2 epoch=1 isr=1,2,3
expect orders.placed-1 leader=2 epoch=0
roll b2
say two "Broker 2 was restarted. Both its partitions moved." "Partition 0 went to broker 1, first in its assignment and in the ISR again. Partition 1 went to broker 3."
expect orders.placed-0 leader=1 epoch=2 isr=1,2,3
expect orders.placed-1 leader=3 epoch=1
expect orders.placed-2 leader=3 epoch=0
roll b3
say three "After the last restart broker 1 leads two, broker 3 none." "Partition 1 went from broker 3 to broker 2, its first, and partition 2 to broker 1. Nothing is lost and all are in sync, but the work is uneven: who is restarted last leads nothing."
expect orders.placed-0 leader=1 epoch=2 isr=1,2,3
expect orders.placed-1 leader=2 epoch=2 isr=1,2,3
expect orders.placed-2 leader=1 epoch=1 isr=1,2,3
describe orders.placed
pace steady per-second=30s
run until orders.placed-2 leader=3 max=400s
say balanced "The controller gives partition 2 back to broker 3." "leader.imbalance.check.interval.seconds is 300. Each partition whose preferred replica is in the ISR goes back to it, one epoch further; the other two are led by theirs."
# The check runs every 300 s since the controller started, a few seconds before begin.
expect time at=280s..300s
expect orders.placed-0 leader=1 epoch=2
expect orders.placed-1 leader=2 epoch=2
expect orders.placed-2 leader=3 epoch=2
pace event
settle
describe orders.placed
run 20ms
---
   0.000000    -- Three partitions, three leaders, one each.
   0.020000  > roll b1
   0.020453  c1 lets b1 shut down
   0.020453  c1 orders.placed-0: isr 1,2,3 → 2,3
   0.020453  c1 orders.placed-0: leader b1 → b2 in epoch 1, partition epoch 1
   0.020453  c1 orders.placed-1: isr 2,3,1 → 2,3
   0.020453  c1 orders.placed-2: isr 3,1,2 → 3,2
   0.020786  b3 is follower of orders.placed-0 in epoch 1: leo 1, hw 1
   0.020815  b1 is follower of orders.placed-0 in epoch 1: leo 1, hw 1
   0.020833  b2 is leader of orders.placed-0 in epoch 1: leo 1, hw 1
   0.493794  b2 hears that b3 is at 1 of orders.placed-0 (knew -1)
   0.493794  b2 hears that b3 is at 0 of orders.placed-1 (knew 0)
   2.072083  c1 fences b1
   2.072445  b1 stops
   2.072445  b1 starts
  11.852441  c1 fences b1
  12.076973  c1 registers b1, broker epoch 21
  12.088965  b1 is follower of orders.placed-0 in epoch 1: leo 1, hw 1
  12.088965  b1 (follower) orders.placed-0: hw 0 → 1
  12.088965  b1 is follower of orders.placed-1 in epoch 0: leo 0, hw 0
  12.088965  b1 is follower of orders.placed-2 in epoch 0: leo 0, hw 0
  12.089354  b2 hears that b1 is at 1 of orders.placed-0 (knew -1)
  12.089354  b2 hears that b1 is at 0 of orders.placed-1 (knew 0)
  12.089418  c1 unfences b1
  12.589770  b3 hears that b1 is at 0 of orders.placed-2 (knew 0)
  12.589770  b3 asks for isr 2,3 → 1,2,3 of orders.placed-2
  12.590077  b2 hears that b1 is at 1 of orders.placed-0 (knew 1)
  12.590077  b2 asks for isr 2,3 → 1,2,3 of orders.placed-0
  12.590077  b2 hears that b1 is at 0 of orders.placed-1 (knew 0)
  12.590077  b2 asks for isr 2,3 → 1,2,3 of orders.placed-1
  12.590186  c1 orders.placed-2: isr 3,2 → 1,2,3
  12.590552  c1 orders.placed-0: isr 2,3 → 1,2,3
  12.591407  c1 orders.placed-1: isr 2,3 → 1,2,3
  12.591407    -- Broker 1 was restarted, and leads nothing now.
  12.591407  > roll b2
  12.591882  c1 lets b2 shut down
  12.591882  c1 orders.placed-0: isr 1,2,3 → 1,3
  12.591882  c1 orders.placed-0: leader b2 → b1 in epoch 2, partition epoch 3
  12.591882  c1 orders.placed-1: isr 1,2,3 → 1,3
  12.591882  c1 orders.placed-1: leader b2 → b3 in epoch 1, partition epoch 3
  12.591882  c1 orders.placed-2: isr 1,2,3 → 1,3
  12.592276  b2 is follower of orders.placed-0 in epoch 2: leo 1, hw 1
  12.592276  b2 is follower of orders.placed-1 in epoch 1: leo 0, hw 0
  12.592747  b3 is follower of orders.placed-0 in epoch 2: leo 1, hw 1
  12.592747  b3 is leader of orders.placed-1 in epoch 1: leo 0, hw 0
  12.592993  b1 is leader of orders.placed-0 in epoch 2: leo 1, hw 1
  12.592993  b1 is follower of orders.placed-1 in epoch 1: leo 0, hw 0
  12.593000  b1 hears that b3 is at 1 of orders.placed-0 (knew -1)
  13.090274  b3 hears that b1 is at 0 of orders.placed-1 (knew -1)
  13.090274  b3 hears that b1 is at 0 of orders.placed-2 (knew 0)
  14.643592  c1 fences b2
  14.643972  b2 stops
  14.643972  b2 starts
  24.237441  c1 fences b2
  24.648722  c1 registers b2, broker epoch 32
  24.660812  b2 is follower of orders.placed-0 in epoch 2: leo 1, hw 1
  24.660812  b2 (follower) orders.placed-0: hw 0 → 1
  24.660812  b2 is follower of orders.placed-1 in epoch 1: leo 0, hw 0
  24.660812  b2 is follower of orders.placed-2 in epoch 0: leo 0, hw 0
  24.661196  b3 hears that b2 is at 0 of orders.placed-1 (knew -1)
  24.661196  b3 hears that b2 is at 0 of orders.placed-2 (knew 0)
  24.661230  b1 hears that b2 is at 1 of orders.placed-0 (knew -1)
  24.661287  c1 unfences b2
  25.161869  b3 hears that b2 is at 0 of orders.placed-1 (knew 0)
  25.161869  b3 asks for isr 1,3 → 1,2,3 of orders.placed-1
  25.161869  b3 hears that b2 is at 0 of orders.placed-2 (knew 0)
  25.161869  b3 asks for isr 1,3 → 1,2,3 of orders.placed-2
  25.161982  b1 hears that b2 is at 1 of orders.placed-0 (knew 1)
  25.161982  b1 asks for isr 1,3 → 1,2,3 of orders.placed-0
  25.162285  c1 orders.placed-1: isr 1,3 → 1,2,3
  25.162435  c1 orders.placed-0: isr 1,3 → 1,2,3
  25.163034  c1 orders.placed-2: isr 1,3 → 1,2,3
  25.163034    -- Broker 2 was restarted. Both its partitions moved.
  25.163034  > roll b3
  25.163450  c1 lets b3 shut down
  25.163450  c1 orders.placed-0: isr 1,2,3 → 1,2
  25.163450  c1 orders.placed-1: isr 1,2,3 → 1,2
  25.163450  c1 orders.placed-1: leader b3 → b2 in epoch 2, partition epoch 5
  25.163450  c1 orders.placed-2: isr 1,2,3 → 1,2
  25.163450  c1 orders.placed-2: leader b3 → b1 in epoch 1, partition epoch 5
  25.163867  b3 is follower of orders.placed-1 in epoch 2: leo 0, hw 0
  25.163867  b3 is follower of orders.placed-2 in epoch 1: leo 0, hw 0
  25.164094  b1 is follower of orders.placed-1 in epoch 2: leo 0, hw 0
  25.164094  b1 is leader of orders.placed-2 in epoch 1: leo 0, hw 0
  25.164232  b2 is leader of orders.placed-1 in epoch 2: leo 0, hw 0
  25.164232  b2 is follower of orders.placed-2 in epoch 1: leo 0, hw 0
  25.164483  b2 hears that b1 is at 0 of orders.placed-1 (knew -1)
  25.662734  b1 hears that b2 is at 1 of orders.placed-0 (knew 1)
  25.662734  b1 hears that b2 is at 0 of orders.placed-2 (knew -1)
  27.214948  c1 fences b3
  27.215281  b3 stops
  27.215281  b3 starts
  36.622441  c1 fences b3
  37.219442  c1 registers b3, broker epoch 43
  37.231273  b3 is follower of orders.placed-0 in epoch 2: leo 1, hw 1
  37.231273  b3 (follower) orders.placed-0: hw 0 → 1
  37.231273  b3 is follower of orders.placed-1 in epoch 2: leo 0, hw 0
  37.231273  b3 is follower of orders.placed-2 in epoch 1: leo 0, hw 0
  37.231526  b1 hears that b3 is at 1 of orders.placed-0 (knew 1)
  37.231526  b1 hears that b3 is at 0 of orders.placed-2 (knew -1)
  37.231634  b2 hears that b3 is at 0 of orders.placed-1 (knew -1)
  37.231689  c1 unfences b3
  37.731982  b1 hears that b3 is at 1 of orders.placed-0 (knew 1)
  37.731982  b1 asks for isr 1,2 → 1,2,3 of orders.placed-0
  37.731982  b1 hears that b3 is at 0 of orders.placed-2 (knew 0)
  37.731982  b1 asks for isr 1,2 → 1,2,3 of orders.placed-2
  37.732284  b2 hears that b3 is at 0 of orders.placed-1 (knew 0)
  37.732284  b2 asks for isr 1,2 → 1,2,3 of orders.placed-1
  37.732435  c1 orders.placed-0: isr 1,2 → 1,2,3
  37.732759  c1 orders.placed-1: isr 1,2 → 1,2,3
  37.733250  c1 orders.placed-2: isr 1,2 → 1,2,3
  37.733250    -- After the last restart broker 1 leads two, broker 3 none.
  37.733250  > describe orders.placed
Topic: orders.placed	TopicId: Px1g16dlj5HuLKWifvQd8Q	PartitionCount: 3	ReplicationFactor: 3	Configs: min.insync.replicas=2
	Topic: orders.placed	Partition: 0	Leader: 1	Replicas: 1,2,3	Isr: 1,2,3	Elr: 	LastKnownElr: 
	Topic: orders.placed	Partition: 1	Leader: 2	Replicas: 2,3,1	Isr: 1,2,3	Elr: 	LastKnownElr: 
	Topic: orders.placed	Partition: 2	Leader: 1	Replicas: 3,1,2	Isr: 1,2,3	Elr: 	LastKnownElr: 
 299.477441  c1 orders.placed-2: leader b1 → b3 in epoch 2, partition epoch 7
 299.477441    -- The controller gives partition 2 back to broker 3.
 299.477774  b3 is leader of orders.placed-2 in epoch 2: leo 0, hw 0
 299.477803  b1 is follower of orders.placed-2 in epoch 2: leo 0, hw 0
 299.477821  b2 is follower of orders.placed-2 in epoch 2: leo 0, hw 0
 299.477821  > describe orders.placed
Topic: orders.placed	TopicId: Px1g16dlj5HuLKWifvQd8Q	PartitionCount: 3	ReplicationFactor: 3	Configs: min.insync.replicas=2
	Topic: orders.placed	Partition: 0	Leader: 1	Replicas: 1,2,3	Isr: 1,2,3	Elr: 	LastKnownElr: 
	Topic: orders.placed	Partition: 1	Leader: 2	Replicas: 2,3,1	Isr: 1,2,3	Elr: 	LastKnownElr: 
	Topic: orders.placed	Partition: 2	Leader: 3	Replicas: 3,1,2	Isr: 1,2,3	Elr: 	LastKnownElr: 
 299.478104  b3 hears that b1 is at 0 of orders.placed-2 (knew -1)
 299.478205  b3 hears that b2 is at 0 of orders.placed-2 (knew -1)
