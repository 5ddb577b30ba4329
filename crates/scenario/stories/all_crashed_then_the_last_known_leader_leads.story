# When every replica has crashed, no ELR is left: the last known leader leads again, though unclean election is not allowed.
# Source: PartitionChangeBuilder.canElectLastKnownLeader; ReplicationControlManager.handleBrokerShutdown; KIP-966. The numbers of recording k-kill9-all, oracle 4.14.
cluster brokers=3
topic orders.placed assignment=1,2,3 min.insync.replicas=2
produce orders.placed a{n} count=2 acks=1
settle
run 6s
expect orders.placed-0 leader=1 epoch=0 partition-epoch=0 isr=1,2,3 leo=2 hw=2
begin
say start "Three in sync. They will crash one after the other." "A crash leaves the files, but no mark that says they are complete."
focus orders.placed-0
run 20ms
crash b3
run until orders.placed-0 isr=1,2 max=20s
crash b2
run until orders.placed-0 isr=1 elr=2 max=20s
expect orders.placed-0 leader=1 epoch=0 partition-epoch=2
produce orders.placed c2 acks=1
run until b1.orders.placed-0 leo=3
say one "Broker 1 is alone, with a record nobody else has." "c2 came with acks=1. The ISR is below min.insync.replicas, so the high watermark stays at 2."
expect orders.placed-0 hw=2
run 6s
crash b1
run until orders.placed-0 leader=none max=20s
say offline "Nobody is up. The ELR is 1, 2." "Last to lead was broker 1, and the controller keeps that in mind."
expect orders.placed-0 epoch=1 partition-epoch=3 isr= elr=1,2 last-known-elr=1
describe orders.placed
run 1s
start b3
run until b3 state=running
say three "Broker 3 is back, and no candidate." "It was neither in the ISR nor in the ELR."
expect orders.placed-0 leader=none epoch=1 partition-epoch=3
start b2
run until orders.placed-0 elr=1
say two "Broker 2 is back, and loses its place in the ELR." "It brings no mark of an orderly stop. Its disk may have lost what it had, so the controller counts on it no more."
expect orders.placed-0 leader=none epoch=1 partition-epoch=4 last-known-elr=1
run until b2 state=running
run 1s
expect orders.placed-0 leader=none partition-epoch=4
describe orders.placed
start b1
run until orders.placed-0 elr=
say one-back "Broker 1 registers: out of the ELR as well." "Nobody is left who is known to be complete. The controller does not compare logs; it remembers a name."
expect orders.placed-0 leader=none epoch=1 partition-epoch=5 last-known-elr=1
run until orders.placed-0 leader=1
say last-known "The last known leader leads, in epoch 2." "unclean.leader.election.enable is false; this one case is allowed all the same. The controller marks the partition as recovering."
expect orders.placed-0 epoch=2 partition-epoch=6 isr=1 elr= last-known-elr=
settle
say end "All is there, c2 too." "What was never committed has been kept here. What was committed would have been lost, had broker 1 lost it."
expect orders.placed-0 leader=1 epoch=2 partition-epoch=8 isr=1,2,3 leo=3 hw=3
expect b2.orders.placed-0@2 key=c2 epoch=0
expect b3.orders.placed-0@2 key=c2 epoch=0
run 20ms
---
   0.000000    -- Three in sync. They will crash one after the other.
   0.020000  > crash b3
   0.020000  b3 crashes
   9.227441  c1 orders.placed-0: isr 1,2,3 → 1,2
   9.227441  c1 fences b3
   9.227441  > crash b2
   9.227441  b2 crashes
  17.112441  c1 orders.placed-0: isr 1,2 → 1
  17.112441  c1 orders.placed-0: elr none → 2
  17.112441  c1 fences b2
  17.112441  > produce orders.placed c2 acks=1
  17.117441  producer sends 1 record of orders.placed-0 to b1
  17.117815  b1 appends 2 of orders.placed-0: leo 3, hw 2, epoch 0
  17.117815  b1 answers the produce of producer to orders.placed-0: NONE
  17.117815    -- Broker 1 is alone, with a record nobody else has.
  17.118114  producer is told: 1 record acknowledged, from 2 of orders.placed-0
  23.117815  > crash b1
  23.117815  b1 crashes
  30.622441  c1 orders.placed-0: isr 1 → none
  30.622441  c1 orders.placed-0: elr 2 → 1,2
  30.622441  c1 orders.placed-0: leader b1 → none in epoch 1, partition epoch 3
  30.622441  c1 fences b1
  30.622441    -- Nobody is up. The ELR is 1, 2.
  30.622441  > describe orders.placed
Topic: orders.placed	TopicId: Px1g16dlj5HuLKWifvQd8Q	PartitionCount: 1	ReplicationFactor: 3	Configs: min.insync.replicas=2
	Topic: orders.placed	Partition: 0	Leader: none	Replicas: 1,2,3	Isr: 	Elr: 1,2	LastKnownElr: 1
  31.622441  > start b3
  31.622441  b3 starts
  31.622857  c1 registers b3, broker epoch 19
  31.634688  b3 is offline of orders.placed-0 in epoch 1: leo 2, hw 2
  31.634688  b3 (follower) orders.placed-0: hw 0 → 2
  31.635104  c1 unfences b3
  31.635104    -- Broker 3 is back, and no candidate.
  31.635104  > start b2
  31.635104  b2 starts
  31.635579  c1 orders.placed-0: elr 1,2 → 1
  31.635579  c1 registers b2, broker epoch 21
  31.635579    -- Broker 2 is back, and loses its place in the ELR.
  31.647669  b2 is offline of orders.placed-0 in epoch 1: leo 2, hw 2
  31.647669  b2 (follower) orders.placed-0: hw 0 → 2
  31.648144  c1 unfences b2
  32.648144  > describe orders.placed
Topic: orders.placed	TopicId: Px1g16dlj5HuLKWifvQd8Q	PartitionCount: 1	ReplicationFactor: 3	Configs: min.insync.replicas=2
	Topic: orders.placed	Partition: 0	Leader: none	Replicas: 1,2,3	Isr: 	Elr: 1	LastKnownElr: 1
  32.648144  > start b1
  32.648144  b1 starts
  32.648597  c1 orders.placed-0: elr 1 → none
  32.648597  c1 registers b1, broker epoch 24
  32.648597    -- Broker 1 registers: out of the ELR as well.
  32.660589  b1 is offline of orders.placed-0 in epoch 1: leo 3, hw 2
  32.660589  b1 (follower) orders.placed-0: hw 0 → 2
  32.661042  c1 unfences b1
  32.661042  c1 orders.placed-0: isr none → 1
  32.661042  c1 orders.placed-0: leader none → b1 in epoch 2, partition epoch 6, unclean
  32.661042    -- The last known leader leads, in epoch 2.
  32.661375  b3 is follower of orders.placed-0 in epoch 2: leo 2, hw 2
  32.661404  b1 is leader of orders.placed-0 in epoch 2: leo 3, hw 2
  32.661422  b2 is follower of orders.placed-0 in epoch 2: leo 2, hw 2
  32.661628  b1 hears that b3 is at 2 of orders.placed-0 (knew -1)
  32.661831  b3 copies 2 of orders.placed-0: leo 3, hw 2, epoch 0
  32.661840  b1 hears that b2 is at 2 of orders.placed-0 (knew -1)
  32.662084  b1 hears that b3 is at 3 of orders.placed-0 (knew 2)
  32.662084  b1 asks for isr 1 → 1,3 of orders.placed-0
  32.662174  b2 copies 2 of orders.placed-0: leo 3, hw 2, epoch 0
  32.662537  c1 orders.placed-0: isr 1 → 1,3
  32.662592  b1 hears that b2 is at 3 of orders.placed-0 (knew 2)
  32.662899  b1 has isr 1,3 of orders.placed-0
  32.662899  b1 (leader) orders.placed-0: hw 2 → 3
  33.162287  b3 (follower) orders.placed-0: hw 2 → 3
  33.162926  b2 (follower) orders.placed-0: hw 2 → 3
  33.163344  b1 hears that b2 is at 3 of orders.placed-0 (knew 3)
  33.163344  b1 asks for isr 1,3 → 1,2,3 of orders.placed-0
  33.163797  c1 orders.placed-0: isr 1,3 → 1,2,3
  33.164627    -- All is there, c2 too.
