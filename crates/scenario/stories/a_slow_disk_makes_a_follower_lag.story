# A follower whose appends are slow asks late, is behind, and makes acks=all slow; it stays in the ISR as long as it keeps catching up.
# Source: Partition.maybeShrinkIsr, Replica.updateFetchStateOrThrow. Related: H-50; broker 2.4, 3.2.
cluster brokers=3
topic orders.placed assignment=1,2,3
producer order-service linger.ms=0
produce orders.placed warm-up from=order-service
settle
run 700ms
expect orders.placed-0 leo=1 hw=1
begin
say start "The disk of broker 3 takes half a second per append." "It fetches as before. What it gets has to be written before it asks again."
focus orders.placed-0 b3
slow-disk b3 by=500ms
run 20ms
label sent
produce orders.placed o1 from=order-service
run until b2.orders.placed-0 leader-knows=2
say quick "Broker 2 is done after a millisecond." "The high watermark waits for the other one."
expect b3.orders.placed-0 leo=1 leader-knows=1
expect orders.placed-0 hw=1
run until order-service acknowledged=2
# there 0.25 to 0.5 ms, to broker 3 200 to 400 us and 500 ms, its next fetch 0.25 to 0.5 ms, back 0.2 to 0.4 ms
expect time since=sent at=500.9ms..501.8ms
say slow "Half a second for one acknowledgement." "Not the network, and not the leader's disk: the slowest append among the in-sync replicas."
run 600ms
# acks=1 from here: the leader reads a producer's next request only after it has answered the one before.
produce orders.placed o2 acks=1 from=order-service
run 100ms
produce orders.placed o3 acks=1 from=order-service
run 100ms
produce orders.placed o4 acks=1 from=order-service
run 100ms
say behind "Replication lag 3, and still in the ISR." "While it writes one batch, others arrive. replica.lag.time.max.ms counts the time since it was caught up, not the records."
expect b1.orders.placed-0 leo=5 hw=2 isr=1,2,3
expect b3.orders.placed-0 leo=2
run until orders.placed-0 hw=5
say caught-up "One fetch brought the rest." "It was answered with all batches that had come meanwhile, in one append."
expect b3.orders.placed-0 leo=5
slow-disk b3 by=0ms
settle
run 20ms
---
   0.000000    -- The disk of broker 3 takes half a second per append.
   0.000000  > slow-disk b3 by=500ms
   0.000000  b3: 500ms more per append
   0.020000  > produce orders.placed o1 from=order-service
   0.020000  order-service sends 1 record of orders.placed-0 to b1
   0.020374  b1 appends 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.020708  b2 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.021126  b1 hears that b2 is at 2 of orders.placed-0 (knew 1)
   0.021126    -- Broker 2 is done after a millisecond.
   0.520577  b3 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.520830  b1 hears that b3 is at 2 of orders.placed-0 (knew 1)
   0.520830  b1 (leader) orders.placed-0: hw 1 → 2
   0.520830  b1 answers the produce of order-service to orders.placed-0: NONE
   0.521129  order-service is told: 1 record acknowledged, from 1 of orders.placed-0
   0.521129    -- Half a second for one acknowledgement.
   0.521460  b2 (follower) orders.placed-0: hw 1 → 2
   1.021033  b3 (follower) orders.placed-0: hw 1 → 2
   1.121129  > produce orders.placed o2 acks=1 from=order-service
   1.121129  order-service-acks-1 starts
   1.122363  order-service-acks-1 sends 1 record of orders.placed-0 to b1
   1.122706  b1 appends 2 of orders.placed-0: leo 3, hw 2, epoch 0
   1.122706  b1 answers the produce of order-service-acks-1 to orders.placed-0: NONE
   1.122980  order-service-acks-1 is told: 1 record acknowledged, from 2 of orders.placed-0
   1.123040  b2 copies 2 of orders.placed-0: leo 3, hw 2, epoch 0
   1.123458  b1 hears that b2 is at 3 of orders.placed-0 (knew 2)
   1.221129  > produce orders.placed o3 acks=1 from=order-service
   1.221129  order-service-acks-1 sends 1 record of orders.placed-0 to b1
   1.221472  b1 appends 3 of orders.placed-0: leo 4, hw 2, epoch 0
   1.221472  b1 answers the produce of order-service-acks-1 to orders.placed-0: NONE
   1.221746  order-service-acks-1 is told: 1 record acknowledged, from 3 of orders.placed-0
   1.221806  b2 copies 3 of orders.placed-0: leo 4, hw 2, epoch 0
   1.222224  b1 hears that b2 is at 4 of orders.placed-0 (knew 3)
   1.321129  > produce orders.placed o4 acks=1 from=order-service
   1.321129  order-service-acks-1 sends 1 record of orders.placed-0 to b1
   1.321472  b1 appends 4 of orders.placed-0: leo 5, hw 2, epoch 0
   1.321472  b1 answers the produce of order-service-acks-1 to orders.placed-0: NONE
   1.321746  order-service-acks-1 is told: 1 record acknowledged, from 4 of orders.placed-0
   1.321806  b2 copies 4 of orders.placed-0: leo 5, hw 2, epoch 0
   1.322224  b1 hears that b2 is at 5 of orders.placed-0 (knew 4)
   1.421129    -- Replication lag 3, and still in the ISR.
   1.622909  b3 copies 2 of orders.placed-0: leo 3, hw 2, epoch 0
   1.623162  b1 hears that b3 is at 3 of orders.placed-0 (knew 2)
   1.623162  b1 (leader) orders.placed-0: hw 2 → 3
   1.822558  b2 (follower) orders.placed-0: hw 2 → 3
   2.123365  b3 copies 3..4 of orders.placed-0: leo 5, hw 2, epoch 0
   2.123618  b1 hears that b3 is at 5 of orders.placed-0 (knew 3)
   2.123618  b1 (leader) orders.placed-0: hw 3 → 5
   2.123618    -- One fetch brought the rest.
   2.123618  > slow-disk b3 by=0ms
   2.123618  b3: 0us more per append
   2.323310  b2 (follower) orders.placed-0: hw 3 → 5
   2.623821  b3 (follower) orders.placed-0: hw 2 → 5
