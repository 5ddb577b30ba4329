# A follower that stops altogether is fenced after 9 s, long before the 30 s after which its leader would drop it from the ISR.
# Source: ReplicationControlManager.handleBrokerFenced; BrokerHeartbeatTracker; Partition.maybeShrinkIsr. CT-09; controller 1.5, 1.6.
cluster brokers=3
topic orders.placed assignment=1,2,3 min.insync.replicas=2
produce orders.placed warm-up acks=1
settle
run 700ms
producer order-service
produce orders.placed first from=order-service
settle
run 700ms
expect orders.placed-0 leader=1 epoch=0 partition-epoch=0 isr=1,2,3 leo=2 hw=2
begin
say start "Broker 3 is about to stop for a long garbage collection." "A paused process keeps its memory and its connections. It neither fetches nor sends heartbeats."
focus orders.placed-0 b3
run 20ms
label paused
pause b3
run 20ms
produce orders.placed k1 from=order-service
run until b2.orders.placed-0 leader-knows=3
say waiting "Broker 2 has the record, broker 3 is asleep." "acks=all waits for both, for both are in the ISR. Two clocks run: 9 s at the controller, 30 s at the leader."
expect orders.placed-0 hw=2 isr=1,2,3
expect b3.orders.placed-0 leo=2 leader-knows=2
expect order-service acknowledged=1
run until orders.placed-0 isr=1,2 max=20s
expect time since=paused at=7s..10.2s
say fenced "The controller's clock was first." "9 s without a heartbeat: broker 3 is fenced, and that takes it out of every ISR. The leader did not ask for it."
expect orders.placed-0 leader=1 epoch=0 partition-epoch=1 elr=
run until order-service acknowledged=2
say told "Broker 1 hears of it, and the record is committed." "The ISR in the metadata is 1, 2 now, and both have the record. With a live follower that cannot fetch it would have taken 30 to 45 s."
expect orders.placed-0 leo=3 hw=3
run 2s
resume b3
run until b3.orders.placed-0 leo=3
say resumed "Broker 3 wakes, and fetches as if nothing had been." "It does not know that it was fenced. Its next heartbeat tells the controller that it is there."
run until orders.placed-0 isr=1,2,3 max=20s
say joined "Back in the ISR." "Unfencing alone puts nobody into an ISR. The leader saw it caught up and proposed it."
settle
expect b3 state=running
expect b3.orders.placed-0 leo=3 hw=3
expect orders.placed-0 leader=1 epoch=0 partition-epoch=2
run 20ms
---
   0.000000    -- Broker 3 is about to stop for a long garbage collection.
   0.020000  > pause b3
   0.020000  b3 is paused
   0.040000  > produce orders.placed k1 from=order-service
   0.045000  order-service sends 1 record of orders.placed-0 to b1
   0.045343  b1 appends 2 of orders.placed-0: leo 3, hw 2, epoch 0
   0.045677  b2 copies 2 of orders.placed-0: leo 3, hw 2, epoch 0
   0.046095  b1 hears that b2 is at 3 of orders.placed-0 (knew 2)
   0.046095    -- Broker 2 has the record, broker 3 is asleep.
   8.724092  c1 orders.placed-0: isr 1,2,3 → 1,2
   8.724092  c1 fences b3
   8.724092    -- The controller's clock was first.
   8.724454  b1 (leader) orders.placed-0: hw 2 → 3
   8.724454  b1 answers the produce of order-service to orders.placed-0: NONE
   8.724728  order-service is told: 1 record acknowledged, from 2 of orders.placed-0
   8.724728    -- Broker 1 hears of it, and the record is committed.
   9.059213  b2 (follower) orders.placed-0: hw 2 → 3
  10.724728  > resume b3
  10.724728  b3 goes on
  10.724728  b3 copies 2 of orders.placed-0: leo 3, hw 2, epoch 0
  10.724728    -- Broker 3 wakes, and fetches as if nothing had been.
  10.724981  b1 hears that b3 is at 3 of orders.placed-0 (knew 2)
  10.725145  c1 unfences b3
  11.225184  b3 (follower) orders.placed-0: hw 2 → 3
  11.225437  b1 hears that b3 is at 3 of orders.placed-0 (knew 3)
  11.225437  b1 asks for isr 1,2 → 1,2,3 of orders.placed-0
  11.225890  c1 orders.placed-0: isr 1,2 → 1,2,3
  11.225890    -- Back in the ISR.
