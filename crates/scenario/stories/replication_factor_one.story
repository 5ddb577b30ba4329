# With one replica every write is committed at once, and gone from reach with its broker.
# Source: Partition.maybeIncrementLeaderHW; PartitionChangeBuilder; KIP-966. Related: H-17, BR-21; oracle 4.15.
cluster brokers=3
topic notes assignment=1
topic orders.placed assignment=1,2,3
producer order-service
produce notes warm-up from=order-service
produce orders.placed warm-up from=order-service
settle
run 700ms
begin
say start "notes has one copy, orders.placed has three." "Both are led by broker 1. The producer asks for acks=all in both cases."
focus notes-0 orders.placed-0
run 20ms
label sent
produce notes n1 from=order-service
run until order-service acknowledged=3
# linger 5 ms, there 0.25 to 0.5 ms, back 0.2 to 0.4 ms: as with acks=1
expect time since=sent at=5.45ms..5.9ms
say at-once "acks=all of one replica: the leader's append is all there is." "The ISR is broker 1. In the step of the append the high watermark is at the log end."
expect notes-0 leo=2 hw=2 isr=1
run 500ms
label sent-three
produce orders.placed k1 from=order-service
run until order-service acknowledged=4
expect time since=sent-three at=5.9ms..6.8ms
run 20ms
label crashed
crash b1
run until notes-0 leader=none max=20s
# broker.session.timeout.ms 9 s after the last heartbeat; heartbeats come every 2 s, the check every 1.125 s
expect time since=crashed at=7s..10.2s
say gone "notes is offline. orders.placed goes on under broker 2." "Nobody else has a copy of notes. Kafka makes none by itself: the controller waits for broker 1."
expect notes-0 isr= elr=1
expect orders.placed-0 leader=2 epoch=1 isr=2,3
run 1s
start b1
run until notes-0 leader=1 max=20s
settle
say back "Broker 1 is back, and so is notes." "A crash leaves the files and the page cache. Had its disk been lost, notes would be empty."
expect notes-0 leo=2 hw=2 isr=1 leader=1
expect orders.placed-0 leader=2 isr=1,2,3
run 20ms
---
   0.000000    -- notes has one copy, orders.placed has three.
   0.020000  > produce notes n1 from=order-service
   0.025000  order-service sends 1 record of notes-0 to b1
   0.025374  b1 appends 1 of notes-0: leo 2, hw 2, epoch 0
   0.025374  b1 (leader) notes-0: hw 1 → 2
   0.025374  b1 answers the produce of order-service to notes-0: NONE
   0.025673  order-service is told: 1 record acknowledged, from 1 of notes-0
   0.025673    -- acks=all of one replica: the leader's append is all there is.
   0.525673  > produce orders.placed k1 from=order-service
   0.530673  order-service sends 1 record of orders.placed-0 to b1
   0.531047  b1 appends 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.531250  b3 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.531381  b2 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.531503  b1 hears that b3 is at 2 of orders.placed-0 (knew 1)
   0.531799  b1 hears that b2 is at 2 of orders.placed-0 (knew 1)
   0.531799  b1 (leader) orders.placed-0: hw 1 → 2
   0.531799  b1 answers the produce of order-service to orders.placed-0: NONE
   0.532098  order-service is told: 1 record acknowledged, from 1 of orders.placed-0
   0.552098  > crash b1
   0.552098  b1 crashes
   8.805838  c1 notes-0: isr 1 → none
   8.805838  c1 notes-0: elr none → 1
   8.805838  c1 notes-0: leader b1 → none in epoch 1, partition epoch 1
   8.805838  c1 orders.placed-0: isr 1,2,3 → 2,3
   8.805838  c1 orders.placed-0: leader b1 → b2 in epoch 1, partition epoch 1
   8.805838  c1 fences b1
   8.805838    -- notes is offline. orders.placed goes on under broker 2.
   8.806171  b3 is follower of orders.placed-0 in epoch 1: leo 2, hw 1
   8.806218  b2 is leader of orders.placed-0 in epoch 1: leo 2, hw 1
   8.806532  b2 hears that b3 is at 2 of orders.placed-0 (knew -1)
   8.806532  b2 (leader) orders.placed-0: hw 1 → 2
   9.306821  b3 (follower) orders.placed-0: hw 1 → 2
   9.805838  > start b1
   9.805838  b1 starts
   9.806291  c1 notes-0: elr 1 → none
   9.806291  c1 registers b1, broker epoch 17
   9.818283  b1 is offline of notes-0 in epoch 1: leo 2, hw 0
   9.818283  b1 is follower of orders.placed-0 in epoch 1: leo 2, hw 0
   9.818672  b2 hears that b1 is at 2 of orders.placed-0 (knew -1)
   9.818736  c1 unfences b1
   9.818736  c1 notes-0: isr none → 1
   9.818736  c1 notes-0: leader none → b1 in epoch 2, partition epoch 3, unclean
   9.819098  b1 is leader of notes-0 in epoch 2: leo 2, hw 2
   9.819098  b1 (leader) notes-0: hw 0 → 2
  10.319006  b1 (follower) orders.placed-0: hw 0 → 2
  10.319395  b2 hears that b1 is at 2 of orders.placed-0 (knew 2)
  10.319395  b2 asks for isr 2,3 → 1,2,3 of orders.placed-0
  10.319870  c1 orders.placed-0: isr 2,3 → 1,2,3
  10.320826    -- Broker 1 is back, and so is notes.
