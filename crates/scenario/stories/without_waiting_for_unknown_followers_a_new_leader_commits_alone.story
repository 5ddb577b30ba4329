# What if a new leader did not wait for followers that it has not heard of yet?
# Source: Partition.maybeIncrementLeaderHW. M-06.
cluster brokers=3
topic orders.placed assignment=1,2,3 min.insync.replicas=2
rule unknown-follower-holds-high-watermark off
producer app
produce orders.placed k0 from=app
settle
run 700ms
begin
say start "The leader crashes. Broker 2 will lead." "Of broker 3 it knows nothing before its first fetch."
focus orders.placed-0
crash b1
hold b3>b2:fetch                        # and that does not come
run until b2.orders.placed-0 role=leader max=20s
run 10ms
produce orders.placed k1 from=app
run 5s
say alone "k1 is committed and acknowledged, and on broker 2 only." "Broker 3 is in the ISR. Kafka would have waited until it is known to have k1, or is out of the ISR."
expect orders.placed-0 isr=2,3 leo=2 hw=2
expect b3.orders.placed-0 leo=1
expect app acknowledged=2
expect finding I-11 I-09 I-10 I-13
crash b2
run until orders.placed-0 epoch=2 max=20s
run 100ms
say lost "Broker 3 leads, without k1." "It was in the ISR, so the controller took it to be complete."
expect orders.placed-0 leader=3
expect finding I-12 I-16 I-20
release all
run 20ms
---
   0.000000    -- The leader crashes. Broker 2 will lead.
   0.000000  > crash b1
   0.000000  b1 crashes
   0.000000  > hold b3>b2:fetch
   0.000000  b3>b2:fetch is held
   8.806693  c1 orders.placed-0: isr 1,2,3 → 2,3
   8.806693  c1 orders.placed-0: leader b1 → b2 in epoch 1, partition epoch 1
   8.806693  c1 fences b1
   8.807026  b3 is follower of orders.placed-0 in epoch 1: leo 1, hw 1
   8.807073  b2 is leader of orders.placed-0 in epoch 1: leo 1, hw 1
   8.817073  > produce orders.placed k1 from=app
   8.823234  app sends 1 record of orders.placed-0 to b2
   8.823505  b2 appends 1 of orders.placed-0: leo 2, hw 2, epoch 1
   8.823505  b2 (leader) orders.placed-0: hw 1 → 2
   8.823505  b2 answers the produce of app to orders.placed-0: NONE
   8.823505  ! I-09 does not hold for orders.placed-0 (b2, b3): offset=1 high_watermark=2
   8.823505  ! I-10 does not hold for orders.placed-0 (b2, b3): offset=1 high_watermark=2
   8.823505  ! I-11 does not hold for orders.placed-0 (b2, b3): log_end_offset=1 high_watermark=2
   8.823505  ! I-13 does not hold for orders.placed-0 (b3): log_end_offset=1 committed=2
   8.823722  app is told: 1 record acknowledged, from 1 of orders.placed-0
  13.817073    -- k1 is committed and acknowledged, and on broker 2 only.
  13.817073  > crash b2
  13.817073  b2 crashes
  22.316693  c1 orders.placed-0: isr 2,3 → 3
  22.316693  c1 orders.placed-0: elr none → 2
  22.316693  c1 orders.placed-0: leader b2 → b3 in epoch 2, partition epoch 2
  22.316693  c1 fences b2
  22.317026  b3 is leader of orders.placed-0 in epoch 2: leo 1, hw 1
  22.317026  ! I-12 does not hold for orders.placed-0 (b3): log_end_offset=1 committed=2
  22.317026  ! I-16 does not hold for orders.placed-0 (b3): high_watermark=1 reached_before=2
  22.317026  ! I-20 does not hold for orders.placed-0 (b3): offset=1 record=1
  22.416693    -- Broker 3 leads, without k1.
  22.416693  > release all
  22.416693  b3>b2:fetch is whole
