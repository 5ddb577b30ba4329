# A broker that is stopped in order hands its leaderships over before it ends: nobody waits for a session to expire.
# Source: BrokerLifecycleManager; BrokerHeartbeatManager.calculateNextBrokerState; KIP-966. Recording j-controlled-shutdown, oracle 4.23; CT-118, H-53.
cluster brokers=3
topic orders.placed assignment=1,2,3 min.insync.replicas=2
producer order-service
produce orders.placed a0 from=order-service
settle
run 700ms
expect orders.placed-0 leader=1 epoch=0 partition-epoch=0 isr=1,2,3 leo=1 hw=1
begin
say start "Broker 1 leads. It is asked to stop." "SIGTERM, as any restart script sends it. Broker 1 does not end yet: it tells the controller first."
focus orders.placed-0 b1
run 20ms
label stopped
stop b1
run until orders.placed-0 leader=2
# One heartbeat there: 0.25 to 0.5 ms.
expect time since=stopped at=0.2ms..1ms
say moved "Within a millisecond broker 2 leads." "One heartbeat said that broker 1 wants to stop. The controller took it out of the ISR and elected broker 2, in epoch 1."
expect orders.placed-0 epoch=1 partition-epoch=1 isr=2,3 elr=
expect b1 state=stopping
run until b2.orders.placed-0 role=leader
produce orders.placed b1 from=order-service
say meanwhile "Broker 1 is still up, and leads nothing." "It ends when every other broker has heard of the new leaders. Until then it can tell clients where to go."
run until b1 state=down
# It asks again after 50 ms; the others' heartbeats, every 2 s, must have carried that they know.
expect time since=stopped at=50ms..4.1s
say ended "Now it ends, and writes down that it ended in order." "That mark keeps it eligible after a restart. A crash leaves none."
run until order-service acknowledged=2
expect orders.placed-0 leader=2 leo=2 hw=2
expect orders.placed-0@1 key=b1 epoch=1
start b1
label started
run until orders.placed-0 isr=1,2,3 max=20s
# Refused as long as the old session may be alive: 9 s after its last heartbeat.
expect time since=started at=0s..11.2s
say back "Broker 1 is back, as a follower." "A quick restart is refused until the old session is over; then it registers, fetches and joins the ISR."
settle
expect orders.placed-0 leader=2 epoch=1 partition-epoch=2
expect b1.orders.placed-0 leo=2 hw=2 epochs=0@0,1@1
expect order-service acknowledged=2 failed=0
run 20ms
---
   0.000000    -- Broker 1 leads. It is asked to stop.
   0.020000  > stop b1
   0.020453  c1 lets b1 shut down
   0.020453  c1 orders.placed-0: isr 1,2,3 → 2,3
   0.020453  c1 orders.placed-0: leader b1 → b2 in epoch 1, partition epoch 1
   0.020453    -- Within a millisecond broker 2 leads.
   0.020786  b3 is follower of orders.placed-0 in epoch 1: leo 1, hw 1
   0.020815  b1 is follower of orders.placed-0 in epoch 1: leo 1, hw 1
   0.020833  b2 is leader of orders.placed-0 in epoch 1: leo 1, hw 1
   0.020833  > produce orders.placed b1 from=order-service
   0.020833    -- Broker 1 is still up, and leads nothing.
   0.021147  b2 hears that b3 is at 1 of orders.placed-0 (knew -1)
   0.025833  order-service sends 1 record of orders.placed-0 to b1
   0.026207  b1 answers the produce of order-service to orders.placed-0: NOT_LEADER_OR_FOLLOWER
   0.026994  order-service sends 1 record of orders.placed-0 to b2
   0.027265  b2 appends 1 of orders.placed-0: leo 2, hw 1, epoch 1
   0.027554  b3 copies 1 of orders.placed-0: leo 2, hw 1, epoch 1
   0.027915  b2 hears that b3 is at 2 of orders.placed-0 (knew 1)
   0.027915  b2 (leader) orders.placed-0: hw 1 → 2
   0.027915  b2 answers the produce of order-service to orders.placed-0: NONE
   0.028132  order-service is told: 1 record acknowledged, from 1 of orders.placed-0
   0.528204  b3 (follower) orders.placed-0: hw 1 → 2
   2.072083  c1 fences b1
   2.072445  b1 stops
   2.072445    -- Now it ends, and writes down that it ended in order.
   2.072445  > start b1
   2.072445  b1 starts
  12.076973  c1 registers b1, broker epoch 17
  12.088965  b1 is follower of orders.placed-0 in epoch 1: leo 1, hw 1
  12.088965  b1 (follower) orders.placed-0: hw 0 → 1
  12.089354  b2 hears that b1 is at 1 of orders.placed-0 (knew -1)
  12.089418  c1 unfences b1
  12.089688  b1 copies 1 of orders.placed-0: leo 2, hw 2, epoch 1
  12.089688  b1 (follower) orders.placed-0: hw 1 → 2
  12.090077  b2 hears that b1 is at 2 of orders.placed-0 (knew 1)
  12.090077  b2 asks for isr 2,3 → 1,2,3 of orders.placed-0
  12.090552  c1 orders.placed-0: isr 2,3 → 1,2,3
  12.090552    -- Broker 1 is back, as a follower.
