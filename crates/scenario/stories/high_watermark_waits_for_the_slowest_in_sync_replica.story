# The high watermark is the smallest position in the ISR, so the slowest member decides how long acks=all takes.
# Source: Partition.maybeIncrementLeaderHW. Related: BR-01, BR-12.
cluster brokers=3
topic orders.placed assignment=1,2,3 min.insync.replicas=2
producer order-service
produce orders.placed warm-up from=order-service
settle
slow b3-b1 by=200ms
run 2s
expect orders.placed-0 leo=1 hw=1 isr=1,2,3
begin
say start "Broker 3 is in sync and far away." "Each way between it and the leader takes 200 ms more. It is in the ISR: that is about when it last caught up, not about how fast it is."
focus orders.placed-0 b3
run 20ms
produce orders.placed k1 from=order-service
run until b1.orders.placed-0 leo=2
label appended
run until b2.orders.placed-0 leader-knows=2
say two-have-it "Two replicas have it. min.insync.replicas is 2. It is not committed." "min.insync.replicas only says when a write is refused. acks=all waits for every member of the ISR, and broker 3 is one."
expect time since=appended at=0.45ms..0.9ms
expect orders.placed-0 hw=1 isr=1,2,3
expect order-service acknowledged=1
run until b3.orders.placed-0 leo=2
say copied "Broker 3 has it now. The leader cannot know." "The news is its next fetch, and that is on its way for another 200 ms."
expect time since=appended at=200.2ms..200.4ms
expect orders.placed-0 hw=1
run until orders.placed-0 hw=2
# answer 200.2 to 200.4 ms, next fetch 200.25 to 200.5 ms
expect time since=appended at=400.45ms..400.9ms
say committed "The slowest asked for 2: the high watermark is 2." "Two slow ways made 400 ms. With broker 3 out of the ISR it would have been one."
run until order-service acknowledged=2
expect b1.orders.placed-0 isr=1,2,3
run 1s
---
   0.000000    -- Broker 3 is in sync and far away.
   0.020000  > produce orders.placed k1 from=order-service
   0.025000  order-service sends 1 record of orders.placed-0 to b1
   0.025374  b1 appends 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.025708  b2 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.026126  b1 hears that b2 is at 2 of orders.placed-0 (knew 1)
   0.026126    -- Two replicas have it. min.insync.replicas is 2. It is not committed.
   0.225577  b3 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.225577    -- Broker 3 has it now. The leader cannot know.
   0.425830  b1 hears that b3 is at 2 of orders.placed-0 (knew 1)
   0.425830  b1 (leader) orders.placed-0: hw 1 → 2
   0.425830  b1 answers the produce of order-service to orders.placed-0: NONE
   0.425830    -- The slowest asked for 2: the high watermark is 2.
   0.426129  order-service is told: 1 record acknowledged, from 1 of orders.placed-0
   0.526460  b2 (follower) orders.placed-0: hw 1 → 2
   1.126033  b3 (follower) orders.placed-0: hw 1 → 2
