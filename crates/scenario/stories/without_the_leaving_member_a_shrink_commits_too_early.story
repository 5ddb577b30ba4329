# What if a leader stopped waiting for a follower as soon as it proposes to drop it from the ISR?
# Source: PendingShrinkIsr.maximalIsr; KIP-497. M-07, H-30.
cluster brokers=3
topic orders.placed assignment=1,3,2 min.insync.replicas=2
rule leaving-member-holds-high-watermark off
producer app
produce orders.placed k0 from=app
settle
run 700ms
begin
say start "Broker 3 lags; the leader will ask to drop it." "The controller will not hear that: the request is held back."
focus orders.placed-0
hold b3>b1:fetch
hold b1>c1:alter-partition
run 25s
produce orders.placed k1 from=app
run 20s
produce orders.placed k2 acks=1
run 1s
say early "k1 is acknowledged, and broker 3 is in the ISR without it." "The leader counts on an ISR of 1 and 2. It has asked for that, and nobody has agreed."
expect orders.placed-0 isr=1,2,3 leo=3 hw=3
expect b3.orders.placed-0 leo=1
expect app acknowledged=2
expect finding I-11 I-09 I-10 I-13
crash b1
run until orders.placed-0 epoch=1 max=20s
run 100ms
say lost "Broker 3 leads, without k1." "In the controller's record it never left the ISR. Kafka's leader waits for both: the ISR that is, and the one that may be."
expect orders.placed-0 leader=3
expect finding I-12 I-16 I-20
release all
run 20ms
---
   0.000000    -- Broker 3 lags; the leader will ask to drop it.
   0.000000  > hold b3>b1:fetch
   0.000000  b3>b1:fetch is held
   0.000000  > hold b1>c1:alter-partition
   0.000000  b1>c1:alter-partition is held
  25.000000  > produce orders.placed k1 from=app
  25.005000  app sends 1 record of orders.placed-0 to b1
  25.005374  b1 appends 1 of orders.placed-0: leo 2, hw 1, epoch 0
  25.005708  b2 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
  25.006126  b1 hears that b2 is at 2 of orders.placed-0 (knew 1)
  43.694138  b1 asks for isr 1,2,3 → 1,2 of orders.placed-0
  45.000000  > produce orders.placed k2 acks=1
  45.000000  producer starts
  45.006234  producer sends 1 record of orders.placed-0 to b1
  45.006577  b1 appends 2 of orders.placed-0: leo 3, hw 2, epoch 0
  45.006577  b1 (leader) orders.placed-0: hw 1 → 2
  45.006577  b1 answers the produce of app to orders.placed-0: NONE
  45.006577  b1 answers the produce of producer to orders.placed-0: NONE
  45.006577  ! I-09 does not hold for orders.placed-0 (b1, b3): offset=1 high_watermark=2
  45.006577  ! I-10 does not hold for orders.placed-0 (b1, b3): offset=1 high_watermark=2
  45.006577  ! I-11 does not hold for orders.placed-0 (b1, b3): log_end_offset=1 high_watermark=2
  45.006577  ! I-13 does not hold for orders.placed-0 (b3): log_end_offset=1 committed=2
  45.006851  producer is told: 1 record acknowledged, from 2 of orders.placed-0
  45.006876  app is told: 1 record acknowledged, from 1 of orders.placed-0
  45.006911  b2 copies 2 of orders.placed-0: leo 3, hw 2, epoch 0
  45.006911  b2 (follower) orders.placed-0: hw 1 → 2
  45.007329  b1 hears that b2 is at 3 of orders.placed-0 (knew 2)
  45.007329  b1 (leader) orders.placed-0: hw 2 → 3
  45.507663  b2 (follower) orders.placed-0: hw 2 → 3
  46.000000    -- k1 is acknowledged, and broker 3 is in the ISR without it.
  46.000000  > crash b1
  46.000000  b1 crashes
  53.806693  c1 orders.placed-0: isr 1,3,2 → 3,2
  53.806693  c1 orders.placed-0: leader b1 → b3 in epoch 1, partition epoch 1
  53.806693  c1 fences b1
  53.807026  b3 is leader of orders.placed-0 in epoch 1: leo 1, hw 1
  53.807026  ! I-12 does not hold for orders.placed-0 (b3): log_end_offset=1 committed=3
  53.807026  ! I-16 does not hold for orders.placed-0 (b3): high_watermark=1 reached_before=3
  53.807026  ! I-20 does not hold for orders.placed-0 (b3): offset=1 record=1
  53.807073  b2 is follower of orders.placed-0 in epoch 1: leo 3, hw 3
  53.807746  b2 truncates orders.placed-0: leo 3 → 1
  53.807746  b2 (follower) orders.placed-0: hw 3 → 1
  53.808130  b3 hears that b2 is at 1 of orders.placed-0 (knew -1)
  53.906693    -- Broker 3 leads, without k1.
  53.906693  > release all
  53.906693  b1>c1:alter-partition is whole
  53.906693  b3>b1:fetch is whole
