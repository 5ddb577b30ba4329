# With acks=1 a record is acknowledged when one broker has it. If that broker dies first, the record is gone.
# Source: ReplicaManager.appendRecords (acks=1); PartitionChangeBuilder.electLeader; AbstractFetcherThread.truncateOnFetchResponse. H-09; oracle 4.7, 4.9.
cluster brokers=3
topic orders.placed assignment=1,2,3 min.insync.replicas=2
producer order-service acks=1
producer careful
consumer reporting
produce orders.placed m0 from=order-service
settle
consume orders.placed-0 from=0 by=reporting
run 6s                                  # replica.high.watermark.checkpoint.interval.ms: broker 1 has written down 1
expect orders.placed-0 leader=1 epoch=0 partition-epoch=0 isr=1,2,3 leo=1 hw=1
begin
say start "Three copies, and a producer that waits for one." "acks=1: broker 1 answers as soon as its own log has the record. The followers fetch it a moment later, as a rule."
focus orders.placed-0 order-service
run 20ms
say slow-network "The network between broker 1 and its followers stalls." "Clients still reach broker 1. Nobody has noticed anything yet."
hold b1>b2:fetch
hold b1>b3:fetch
run 600ms
label sent
produce orders.placed m1 from=order-service
run until order-service acknowledged=2
# linger 5 ms, there 0.25 to 0.5 ms, back 0.2 to 0.4 ms
expect time since=sent at=5.45ms..5.9ms
say told "The producer is told: stored at offset 1." "One log has it. The high watermark is still 1, so no consumer has seen the record."
expect b1.orders.placed-0 leo=2 hw=1
expect b2.orders.placed-0 leo=1
expect b3.orders.placed-0 leo=1
expect reporting.orders.placed-0 position=1
run 100ms
label crashed
crash b1
release all
say crash "Nobody knows yet that broker 1 is gone." "The controller will wait for its heartbeat until the session ends, 9 seconds after the last one."
focus b1
run until orders.placed-0 leader=2 max=20s
# 9 s after the last heartbeat; heartbeats come every 2 s, the check every 1.125 s
expect time since=crashed at=7s..10.2s
say elected "Broker 2 leads, in epoch 1." "The first live in-sync replica in the assignment was chosen. It has every committed record; m1 was not one."
expect orders.placed-0 leader=2 epoch=1 partition-epoch=1 isr=2,3 elr=
run until b2.orders.placed-0 role=leader
expect b2.orders.placed-0 leo=1 epoch=1 epochs=0@0,1@1
run until b3.orders.placed-0 role=follower epoch=1
run 1s
produce orders.placed m2 from=careful
run until careful acknowledged=1
say reused "Offset 1 is another record now." "m2 took it, in epoch 1. To brokers 2 and 3 nothing is missing."
expect orders.placed-0@1 key=m2 epoch=1 producer=careful
expect orders.placed-0 leo=2 hw=2
run until reporting.orders.placed-0 position=2
run 1s
start b1
say return "Broker 1 comes back with m1 in its log." "It does not ask for its role. It follows, and asks where its last epoch, 0, ended for the leader."
expect b1.orders.placed-0@1 key=m1 epoch=0
run until b1.orders.placed-0 leo=1
say truncated "Its last record never was." "For broker 2 epoch 0 ends at 1, so broker 1 cuts its log there and fetches m2. acks=1 promised no more."
expect b1.orders.placed-0 hw=1 epoch=1 role=follower
run until orders.placed-0 isr=1,2,3
settle
expect b1.orders.placed-0@1 key=m2 epoch=1
expect b1.orders.placed-0 leo=2 hw=2 epochs=0@0,1@1
expect b2.orders.placed-0 leo=2 hw=2
expect b3.orders.placed-0 leo=2 hw=2
expect orders.placed-0 leader=2 epoch=1 partition-epoch=2
expect order-service acknowledged=2 failed=0
say end "Told success twice, stored once." "The producer never hears of it. acks=all would have made it wait until the followers had the record."
focus order-service orders.placed-0
run 20ms
---
   0.000000    -- Three copies, and a producer that waits for one.
   0.020000    -- The network between broker 1 and its followers stalls.
   0.020000  > hold b1>b2:fetch
   0.020000  b1>b2:fetch is held
   0.020000  > hold b1>b3:fetch
   0.020000  b1>b3:fetch is held
   0.620000  > produce orders.placed m1 from=order-service
   0.625000  order-service sends 1 record of orders.placed-0 to b1
   0.625374  b1 appends 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.625374  b1 answers the produce of order-service to orders.placed-0: NONE
   0.625673  order-service is told: 1 record acknowledged, from 1 of orders.placed-0
   0.625673    -- The producer is told: stored at offset 1.
   0.725673  > crash b1
   0.725673  b1 crashes
   0.725673  > release all
   0.725673  b1>b2:fetch is whole
   0.725673  b1>b3:fetch is whole
   0.725673    -- Nobody knows yet that broker 1 is gone.
   9.227441  c1 orders.placed-0: isr 1,2,3 → 2,3
   9.227441  c1 orders.placed-0: leader b1 → b2 in epoch 1, partition epoch 1
   9.227441  c1 fences b1
   9.227441    -- Broker 2 leads, in epoch 1.
   9.227774  b3 is follower of orders.placed-0 in epoch 1: leo 1, hw 1
   9.227821  b2 is leader of orders.placed-0 in epoch 1: leo 1, hw 1
   9.228135  b2 hears that b3 is at 1 of orders.placed-0 (knew -1)
  10.227821  > produce orders.placed m2 from=careful
  10.233451  careful sends 1 record of orders.placed-0 to b2
  10.233801  b2 appends 1 of orders.placed-0: leo 2, hw 1, epoch 1
  10.234090  b3 copies 1 of orders.placed-0: leo 2, hw 1, epoch 1
  10.234451  b2 hears that b3 is at 2 of orders.placed-0 (knew 1)
  10.234451  b2 (leader) orders.placed-0: hw 1 → 2
  10.234451  b2 answers the produce of careful to orders.placed-0: NONE
  10.234731  careful is told: 1 record acknowledged, from 1 of orders.placed-0
  10.234731    -- Offset 1 is another record now.
  10.234744  reporting reads orders.placed-0 from 1, position 2
  10.734740  b3 (follower) orders.placed-0: hw 1 → 2
  11.234744  > start b1
  11.234744  b1 starts
  11.234744    -- Broker 1 comes back with m1 in its log.
  11.235197  c1 registers b1, broker epoch 16
  11.247189  b1 is follower of orders.placed-0 in epoch 1: leo 2, hw 1
  11.247189  b1 (follower) orders.placed-0: hw 0 → 1
  11.247642  c1 unfences b1
  11.247912  b1 truncates orders.placed-0: leo 2 → 1
  11.247912    -- Its last record never was.
  11.248301  b2 hears that b1 is at 1 of orders.placed-0 (knew -1)
  11.248635  b1 copies 1 of orders.placed-0: leo 2, hw 2, epoch 1
  11.248635  b1 (follower) orders.placed-0: hw 1 → 2
  11.249024  b2 hears that b1 is at 2 of orders.placed-0 (knew 1)
  11.249024  b2 asks for isr 2,3 → 1,2,3 of orders.placed-0
  11.249499  c1 orders.placed-0: isr 2,3 → 1,2,3
  11.249879    -- Told success twice, stored once.
