# A rolling restart that looks at processes, not at replicas, takes one in-sync replica too many, and writes stop.
# Source: Partition.appendRecordsToLeader (NOT_ENOUGH_REPLICAS); BrokerHeartbeatManager (unfenced is not in sync). H-54, H-53; controller 1.7, 1.9.
cluster brokers=3
topic orders.placed assignment=1,2,3 min.insync.replicas=2
producer order-service
produce orders.placed m0 from=order-service
settle
run 700ms
expect orders.placed-0 leader=1 epoch=0 isr=1,2,3 leo=1 hw=1
begin
say start "Three in sync, two asked for: one may be away." "A rolling restart needs exactly that one. Broker 3 is first."
focus orders.placed-0 order-service
pace steady per-second=2s
run 20ms
stop b3
run until b3 state=down max=20s
produce orders.placed m1 from=order-service
run until order-service acknowledged=2
say headroom "Broker 3 is down, and nobody waits." "The ISR is 1, 2, as many as min.insync.replicas asks for."
expect orders.placed-0 isr=1,2 partition-epoch=1 elr= hw=2
cut b3-b1:fetch                         # a firewall rule forgotten: it will register, but not fetch
start b3
run until b3 state=running max=20s
say healthy "Broker 3 is up again. To a script all is well." "Its process runs, its heartbeats come, it is unfenced. It cannot fetch from broker 1, so it is not in the ISR."
run 1s
expect orders.placed-0 isr=1,2 leo=2 hw=2
expect b3.orders.placed-0 leo=1
describe orders.placed
stop b2
run until b2 state=down max=20s
label down
say too-early "Broker 2 is stopped, too early." "The ISR is broker 1 alone. There was no headroom left, and nothing in the process list shows it."
expect orders.placed-0 leader=1 isr=1 elr=2 partition-epoch=2
request produce b1 orders.placed-0 value=refused acks=all
run until answer error=NOT_ENOUGH_REPLICAS
produce orders.placed m2 from=order-service
start b2
run 2s
say stopped "Writes wait. Broker 2 is being restarted." "The controller lets it in again when its old session is over, up to 9 s after its last heartbeat."
expect order-service acknowledged=2 failed=0
expect orders.placed-0 leo=2 hw=2
run until order-service acknowledged=3 max=30s
say resumed "Broker 2 is in sync again, and the write goes through." "For the producer one record took seconds. Had broker 1 been next, the partition would have been offline."
expect time since=down at=2s..13s
expect orders.placed-0 leader=1 epoch=0 isr=1,2 leo=3 hw=3
heal b3-b1:fetch
run until orders.placed-0 isr=1,2,3 max=60s
say gate "Headroom again: under-replicated partitions 0." "That is what to wait for between two restarts, not that a process is up."
roll b2                                 # this one waits for the ISR
expect orders.placed-0 isr=1,2,3
settle
expect orders.placed-0 leader=1 epoch=0 leo=3 hw=3
run 20ms
---
   0.000000    -- Three in sync, two asked for: one may be away.
   0.020000  > stop b3
   0.020416  c1 orders.placed-0: isr 1,2,3 → 1,2
   0.020416  c1 fences b3
   0.020749  b3 stops
   0.020749  > produce orders.placed m1 from=order-service
   0.025749  order-service sends 1 record of orders.placed-0 to b1
   0.026123  b1 appends 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.026457  b2 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.026875  b1 hears that b2 is at 2 of orders.placed-0 (knew 1)
   0.026875  b1 (leader) orders.placed-0: hw 1 → 2
   0.026875  b1 answers the produce of order-service to orders.placed-0: NONE
   0.027174  order-service is told: 1 record acknowledged, from 1 of orders.placed-0
   0.027174    -- Broker 3 is down, and nobody waits.
   0.027174  > cut b3-b1:fetch
   0.027174  b1>b3:fetch is cut
   0.027174  b3>b1:fetch is cut
   0.027174  > start b3
   0.027174  b3 starts
   0.527209  b2 (follower) orders.placed-0: hw 1 → 2
   9.931693  c1 fences b3
  10.031335  c1 registers b3, broker epoch 17
  10.043166  b3 is follower of orders.placed-0 in epoch 0: leo 1, hw 1
  10.043166  b3 (follower) orders.placed-0: hw 0 → 1
  10.043582  c1 unfences b3
  10.043582    -- Broker 3 is up again. To a script all is well.
  11.043582  > describe orders.placed
Topic: orders.placed	TopicId: Px1g16dlj5HuLKWifvQd8Q	PartitionCount: 1	ReplicationFactor: 3	Configs: min.insync.replicas=2
	Topic: orders.placed	Partition: 0	Leader: 1	Replicas: 1,2,3	Isr: 1,2	Elr: 	LastKnownElr: 
  11.043582  > stop b2
  11.044057  c1 orders.placed-0: isr 1,2 → 1
  11.044057  c1 orders.placed-0: elr none → 2
  11.044057  c1 fences b2
  11.044437  b2 stops
  11.044437    -- Broker 2 is stopped, too early.
  11.044437  > request produce b1 orders.placed-0 value=refused acks=all
  11.044437  admin sends 1 record of orders.placed-0 to b1
  11.044756  b1 answers the produce of admin to orders.placed-0: NOT_ENOUGH_REPLICAS
  11.045011  admin has the answer to Produce
  11.045011  > produce orders.placed m2 from=order-service
  11.045011  > start b2
  11.045011  b2 starts
  11.050011  order-service sends 1 record of orders.placed-0 to b1
  11.050385  b1 answers the produce of order-service to orders.placed-0: NOT_ENOUGH_REPLICAS
  11.135408  order-service sends 1 record of orders.placed-0 to b1
  11.135782  b1 answers the produce of order-service to orders.placed-0: NOT_ENOUGH_REPLICAS
  11.342899  order-service sends 1 record of orders.placed-0 to b1
  11.343273  b1 answers the produce of order-service to orders.placed-0: NOT_ENOUGH_REPLICAS
  11.749504  order-service sends 1 record of orders.placed-0 to b1
  11.749878  b1 answers the produce of order-service to orders.placed-0: NOT_ENOUGH_REPLICAS
  12.576825  order-service sends 1 record of orders.placed-0 to b1
  12.577199  b1 answers the produce of order-service to orders.placed-0: NOT_ENOUGH_REPLICAS
  13.045011    -- Writes wait. Broker 2 is being restarted.
  13.447140  order-service sends 1 record of orders.placed-0 to b1
  13.447514  b1 answers the produce of order-service to orders.placed-0: NOT_ENOUGH_REPLICAS
  14.400542  order-service sends 1 record of orders.placed-0 to b1
  14.400916  b1 answers the produce of order-service to orders.placed-0: NOT_ENOUGH_REPLICAS
  15.290527  order-service sends 1 record of orders.placed-0 to b1
  15.290901  b1 answers the produce of order-service to orders.placed-0: NOT_ENOUGH_REPLICAS
  16.150184  order-service sends 1 record of orders.placed-0 to b1
  16.150558  b1 answers the produce of order-service to orders.placed-0: NOT_ENOUGH_REPLICAS
  17.000994  order-service sends 1 record of orders.placed-0 to b1
  17.001368  b1 answers the produce of order-service to orders.placed-0: NOT_ENOUGH_REPLICAS
  17.833788  order-service sends 1 record of orders.placed-0 to b1
  17.834162  b1 answers the produce of order-service to orders.placed-0: NOT_ENOUGH_REPLICAS
  18.656050  order-service sends 1 record of orders.placed-0 to b1
  18.656424  b1 answers the produce of order-service to orders.placed-0: NOT_ENOUGH_REPLICAS
  19.639974  order-service sends 1 record of orders.placed-0 to b1
  19.640348  b1 answers the produce of order-service to orders.placed-0: NOT_ENOUGH_REPLICAS
  20.066693  c1 fences b2
  20.593591  order-service sends 1 record of orders.placed-0 to b1
  20.593965  b1 answers the produce of order-service to orders.placed-0: NOT_ENOUGH_REPLICAS
  21.049761  c1 registers b2, broker epoch 22
  21.061851  b2 is follower of orders.placed-0 in epoch 0: leo 2, hw 2
  21.061851  b2 (follower) orders.placed-0: hw 0 → 2
  21.062326  c1 unfences b2
  21.525648  order-service sends 1 record of orders.placed-0 to b1
  21.526022  b1 answers the produce of order-service to orders.placed-0: NOT_ENOUGH_REPLICAS
  21.563021  b1 hears that b2 is at 2 of orders.placed-0 (knew 2)
  21.563021  b1 asks for isr 1 → 1,2 of orders.placed-0
  21.563474  c1 orders.placed-0: isr 1 → 1,2
  21.563474  c1 orders.placed-0: elr 2 → none
  22.497534  order-service sends 1 record of orders.placed-0 to b1
  22.497908  b1 appends 2 of orders.placed-0: leo 3, hw 2, epoch 0
  22.498242  b2 copies 2 of orders.placed-0: leo 3, hw 2, epoch 0
  22.498660  b1 hears that b2 is at 3 of orders.placed-0 (knew 2)
  22.498660  b1 (leader) orders.placed-0: hw 2 → 3
  22.498660  b1 answers the produce of order-service to orders.placed-0: NONE
  22.498959  order-service is told: 1 record acknowledged, from 2 of orders.placed-0
  22.498959    -- Broker 2 is in sync again, and the write goes through.
  22.498959  > heal b3-b1:fetch
  22.498959  b1>b3:fetch is whole
  22.498959  b3>b1:fetch is whole
  22.499162  b1 hears that b3 is at 1 of orders.placed-0 (knew 1)
  22.499365  b3 copies 1..2 of orders.placed-0: leo 3, hw 3, epoch 0
  22.499365  b3 (follower) orders.placed-0: hw 1 → 3
  22.499618  b1 hears that b3 is at 3 of orders.placed-0 (knew 1)
  22.499618  b1 asks for isr 1,2 → 1,2,3 of orders.placed-0
  22.500071  c1 orders.placed-0: isr 1,2 → 1,2,3
  22.500071    -- Headroom again: under-replicated partitions 0.
  22.500071  > roll b2
  22.500546  c1 orders.placed-0: isr 1,2,3 → 1,3
  22.500546  c1 fences b2
  22.500926  b2 stops
  22.500926  b2 starts
  32.451693  c1 fences b2
  32.505676  c1 registers b2, broker epoch 29
  32.517766  b2 is follower of orders.placed-0 in epoch 0: leo 3, hw 2
  32.517766  b2 (follower) orders.placed-0: hw 0 → 2
  32.518241  c1 unfences b2
  33.018518  b2 (follower) orders.placed-0: hw 2 → 3
  33.018936  b1 hears that b2 is at 3 of orders.placed-0 (knew 3)
  33.018936  b1 asks for isr 1,3 → 1,2,3 of orders.placed-0
  33.019389  c1 orders.placed-0: isr 1,3 → 1,2,3
