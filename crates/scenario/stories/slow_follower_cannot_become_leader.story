# A follower that fell out of the ISR is passed over in elections, however early it stands in the assignment.
# Source: Partition.maybeShrinkIsr; PartitionChangeBuilder.electLeader, isValidNewLeader. CT-08, H-50; controller 2.2.
cluster brokers=3
topic orders.placed assignment=1,2,3 min.insync.replicas=2
# 60 s, so that nobody needs to send anything twice here. Two producers: a broker answers one request of a connection before it reads the next.
producer order-service request.timeout.ms=60000
producer billing request.timeout.ms=60000
produce orders.placed a0 from=order-service
settle
produce orders.placed a1 from=billing
settle
run 700ms
expect orders.placed-0 leader=1 epoch=0 partition-epoch=0 isr=1,2,3 leo=2 hw=2
begin
say start "Broker 2 is next in line, and its disk is dying." "Each write takes it 25 s from now on. Its process is well, its heartbeats come."
focus orders.placed-0 b2
pace steady per-second=3s
run 20ms
label slow
slow-disk b2 by=25s
produce orders.placed k1 from=order-service
run until b3.orders.placed-0 leader-knows=3
say behind "Broker 3 has k1. Broker 2 is still writing it." "acks=all waits for broker 2 as long as it is in the ISR."
expect orders.placed-0 isr=1,2,3 hw=2
expect b2.orders.placed-0 leo=2
run 10s
produce orders.placed k2 from=billing
run until b2.orders.placed-0 leo=3
run until orders.placed-0 hw=3
say slowly "k1 is committed after 25 s. k2 still waits." "Broker 2 has just asked for what follows k1, and will be 25 s at it. It has not been at the leader's log end since the beginning."
expect b2.orders.placed-0 leo=3 leader-knows=3
expect orders.placed-0 leo=4 isr=1,2,3
run until orders.placed-0 isr=1,3 max=60s
# Last caught up when its parked fetch came in, up to 0.5 s before; lag limit 30 s, checked every 15 s.
expect time since=slow at=29.5s..45s
say out "Broker 2 is out of the ISR." "It was not caught up for more than 30 s. It is alive, unfenced, and no candidate any more."
expect orders.placed-0 leader=1 epoch=0 partition-epoch=1 elr=
expect b2 state=running
run until billing acknowledged=2
expect order-service acknowledged=2
expect orders.placed-0 hw=4
crash b1
run until orders.placed-0 leader=3 max=20s
say elected "Broker 3 leads. Broker 2 was passed over." "The order is the assignment's, 1, 2, 3, but only members of the ISR count. Broker 2 lacks k2, which is committed."
expect orders.placed-0 epoch=1 partition-epoch=2 isr=3 elr=1
expect b2.orders.placed-0 leo=3
run until b3.orders.placed-0 role=leader
stop b3
run until b3 state=down max=20s
say offline "Broker 3 is stopped too. Broker 2 is up, the partition offline." "Kafka waits rather than let a replica lead that may be incomplete. Broker 3 is in the ELR, as the last to lead."
expect orders.placed-0 leader=none epoch=2 partition-epoch=3 isr= elr=1,3 last-known-elr=3
expect b2 state=running
slow-disk b2 by=0ms
run 1s
expect orders.placed-0 leader=none
start b3
run until orders.placed-0 leader=3 max=20s
say leads "Broker 3 is back, and leads in epoch 3." "It ended in order, so it kept its place in the ELR."
expect orders.placed-0 epoch=3 partition-epoch=4 isr=3 elr=1
pace event
start b1
settle
say end "With a healthy disk broker 2 is a candidate again." "It fetched k2 and joined the ISR. Broker 1 did the same."
expect orders.placed-0 leader=3 epoch=3 isr=1,2,3 elr= leo=4 hw=4
expect b2.orders.placed-0@3 key=k2
run 20ms
---
   0.000000    -- Broker 2 is next in line, and its disk is dying.
   0.020000  > slow-disk b2 by=25s
   0.020000  b2: 25s more per append
   0.020000  > produce orders.placed k1 from=order-service
   0.025000  order-service sends 1 record of orders.placed-0 to b1
   0.025374  b1 appends 2 of orders.placed-0: leo 3, hw 2, epoch 0
   0.025577  b3 copies 2 of orders.placed-0: leo 3, hw 2, epoch 0
   0.025830  b1 hears that b3 is at 3 of orders.placed-0 (knew 2)
   0.025830    -- Broker 3 has k1. Broker 2 is still writing it.
  10.025830  > produce orders.placed k2 from=billing
  10.030830  billing sends 1 record of orders.placed-0 to b1
  10.031173  b1 appends 3 of orders.placed-0: leo 4, hw 2, epoch 0
  10.031376  b3 copies 3 of orders.placed-0: leo 4, hw 2, epoch 0
  10.031629  b1 hears that b3 is at 4 of orders.placed-0 (knew 3)
  25.025708  b2 copies 2 of orders.placed-0: leo 3, hw 2, epoch 0
  25.026126  b1 hears that b2 is at 3 of orders.placed-0 (knew 2)
  25.026126  b1 (leader) orders.placed-0: hw 2 → 3
  25.026126  b1 answers the produce of order-service to orders.placed-0: NONE
  25.026126    -- k1 is committed after 25 s. k2 still waits.
  25.026425  order-service is told: 1 record acknowledged, from 2 of orders.placed-0
  25.045056  b3 (follower) orders.placed-0: hw 2 → 3
  43.187092  b1 asks for isr 1,2,3 → 1,3 of orders.placed-0
  43.187545  c1 orders.placed-0: isr 1,2,3 → 1,3
  43.187545    -- Broker 2 is out of the ISR.
  43.187907  b1 has isr 1,3 of orders.placed-0
  43.187907  b1 (leader) orders.placed-0: hw 3 → 4
  43.187907  b1 answers the produce of billing to orders.placed-0: NONE
  43.188181  billing is told: 1 record acknowledged, from 3 of orders.placed-0
  43.188181  > crash b1
  43.188181  b1 crashes
  52.174647  c1 orders.placed-0: isr 1,3 → 3
  52.174647  c1 orders.placed-0: elr none → 1
  52.174647  c1 orders.placed-0: leader b1 → b3 in epoch 1, partition epoch 2
  52.174647  c1 fences b1
  52.174647    -- Broker 3 leads. Broker 2 was passed over.
  52.174980  b3 is leader of orders.placed-0 in epoch 1: leo 4, hw 3
  52.174980  > stop b3
  52.175027  b2 is follower of orders.placed-0 in epoch 1: leo 3, hw 2
  52.175396  c1 lets b3 shut down
  52.175396  c1 orders.placed-0: isr 3 → none
  52.175396  c1 orders.placed-0: elr 1 → 1,3
  52.175396  c1 orders.placed-0: leader b3 → none in epoch 2, partition epoch 3
  52.175411  b3 hears that b2 is at 3 of orders.placed-0 (knew -1)
  52.175729  b3 is offline of orders.placed-0 in epoch 2: leo 4, hw 3
  52.175882  b2 is offline of orders.placed-0 in epoch 2: leo 3, hw 2
  52.226145  c1 fences b3
  52.226478  b3 stops
  52.226478    -- Broker 3 is stopped too. Broker 2 is up, the partition offline.
  52.226478  > slow-disk b2 by=0ms
  52.226478  b2: 0us more per append
  53.226478  > start b3
  53.226478  b3 starts
  61.229890  c1 registers b3, broker epoch 20
  61.241721  b3 is offline of orders.placed-0 in epoch 2: leo 4, hw 3
  61.241721  b3 (follower) orders.placed-0: hw 0 → 3
  61.242137  c1 unfences b3
  61.242137  c1 orders.placed-0: isr none → 3
  61.242137  c1 orders.placed-0: elr 1,3 → 1
  61.242137  c1 orders.placed-0: leader none → b3 in epoch 3, partition epoch 4
  61.242137    -- Broker 3 is back, and leads in epoch 3.
  61.242137  > start b1
  61.242137  b1 starts
  61.242470  b3 is leader of orders.placed-0 in epoch 3: leo 4, hw 3
  61.242517  b2 is follower of orders.placed-0 in epoch 3: leo 3, hw 2
  61.242590  c1 orders.placed-0: elr 1 → none
  61.242590  c1 registers b1, broker epoch 23
  61.242901  b3 hears that b2 is at 3 of orders.placed-0 (knew -1)
  61.243190  b2 copies 3 of orders.placed-0: leo 4, hw 3, epoch 0
  61.243190  b2 (follower) orders.placed-0: hw 2 → 3
  61.243574  b3 hears that b2 is at 4 of orders.placed-0 (knew 3)
  61.243574  b3 asks for isr 3 → 2,3 of orders.placed-0
  61.243990  c1 orders.placed-0: isr 3 → 2,3
  61.244323  b3 has isr 2,3 of orders.placed-0
  61.244323  b3 (leader) orders.placed-0: hw 3 → 4
  61.254582  b1 is follower of orders.placed-0 in epoch 3: leo 4, hw 3
  61.254582  b1 (follower) orders.placed-0: hw 0 → 3
  61.254883  b3 hears that b1 is at 4 of orders.placed-0 (knew -1)
  61.255035  c1 unfences b1
  61.743863  b2 (follower) orders.placed-0: hw 3 → 4
  61.755086  b1 (follower) orders.placed-0: hw 3 → 4
  61.755387  b3 hears that b1 is at 4 of orders.placed-0 (knew 4)
  61.755387  b3 asks for isr 2,3 → 1,2,3 of orders.placed-0
  61.755803  c1 orders.placed-0: isr 2,3 → 1,2,3
  61.756866    -- With a healthy disk broker 2 is a candidate again.
