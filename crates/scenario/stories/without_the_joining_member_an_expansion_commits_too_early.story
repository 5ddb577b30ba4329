# What if a leader waited for a follower that joins the ISR only after it has heard that it joined?
# Source: PendingExpandIsr.maximalIsr; KIP-497. M-08, H-31.
cluster brokers=3
topic orders.placed assignment=1,3,2 min.insync.replicas=2
rule joining-member-holds-high-watermark off
producer app
produce orders.placed k0 from=app
settle
run 700ms
begin
say start "Broker 3 lags and leaves the ISR, then it catches up." "The leader will propose to take it in again."
focus orders.placed-0
hold b3>b1:fetch
run 25s
produce orders.placed k1 from=app
run until app acknowledged=2 max=30s
expect orders.placed-0 isr=1,2
hold c1>b1:alter-partition              # the answer to the proposal does not arrive
hold c1>b1:metadata                     # nor does the news
release b3>b1:fetch
run until orders.placed-0 isr=1,2,3 max=20s
hold b1>b3:fetch                        # broker 3 gets nothing new
say joined "Broker 3 is in the ISR, and the leader does not know." "Its proposal was accepted; the answer is on its way."
expect b1.orders.placed-0 isr=1,2
produce orders.placed k2 from=app
run 5s
say early "k2 is acknowledged, though broker 3 is in the ISR without it." "For the leader the ISR is 1 and 2 until it hears otherwise."
expect b3.orders.placed-0 leo=2
expect orders.placed-0 leo=3 hw=3
expect app acknowledged=3
expect finding I-11 I-10 I-13
crash b1
run until orders.placed-0 epoch=1 max=20s
run 100ms
say lost "Broker 3 leads, without k2." "Kafka's leader waits for whom it has proposed, from the moment it proposes."
expect orders.placed-0 leader=3
expect finding I-12 I-16 I-20
release all
run 20ms
---
   0.000000    -- Broker 3 lags and leaves the ISR, then it catches up.
   0.000000  > hold b3>b1:fetch
   0.000000  b3>b1:fetch is held
  25.000000  > produce orders.placed k1 from=app
  25.005000  app sends 1 record of orders.placed-0 to b1
  25.005374  b1 appends 1 of orders.placed-0: leo 2, hw 1, epoch 0
  25.005708  b2 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
  25.006126  b1 hears that b2 is at 2 of orders.placed-0 (knew 1)
  43.694138  b1 asks for isr 1,2,3 → 1,2 of orders.placed-0
  43.694591  c1 orders.placed-0: isr 1,3,2 → 1,2
  43.694953  b1 has isr 1,2 of orders.placed-0
  43.694953  b1 (leader) orders.placed-0: hw 1 → 2
  43.694953  b1 answers the produce of app to orders.placed-0: NONE
  43.695252  app is told: 1 record acknowledged, from 1 of orders.placed-0
  43.695252  > hold c1>b1:alter-partition
  43.695252  c1>b1:alter-partition is held
  43.695252  > hold c1>b1:metadata
  43.695252  c1>b1:metadata is held
  43.695252  > release b3>b1:fetch
  43.695252  b3>b1:fetch is whole
  43.695252  b1 hears that b3 is at 1 of orders.placed-0 (knew 1)
  43.695455  b3 copies 1 of orders.placed-0: leo 2, hw 2, epoch 0
  43.695455  b3 (follower) orders.placed-0: hw 1 → 2
  43.695708  b1 hears that b3 is at 2 of orders.placed-0 (knew 1)
  43.695708  b1 asks for isr 1,2 → 1,2,3 of orders.placed-0
  43.696161  c1 orders.placed-0: isr 1,2 → 1,2,3
  43.696161  > hold b1>b3:fetch
  43.696161  b1>b3:fetch is held
  43.696161    -- Broker 3 is in the ISR, and the leader does not know.
  43.696161  > produce orders.placed k2 from=app
  43.701161  app sends 1 record of orders.placed-0 to b1
  43.701535  b1 appends 2 of orders.placed-0: leo 3, hw 2, epoch 0
  43.701869  b2 copies 2 of orders.placed-0: leo 3, hw 2, epoch 0
  43.701869  b2 (follower) orders.placed-0: hw 1 → 2
  43.702287  b1 hears that b2 is at 3 of orders.placed-0 (knew 2)
  43.702287  b1 (leader) orders.placed-0: hw 2 → 3
  43.702287  b1 answers the produce of app to orders.placed-0: NONE
  43.702287  ! I-10 does not hold for orders.placed-0 (b1, b3): offset=2 high_watermark=3
  43.702287  ! I-11 does not hold for orders.placed-0 (b1, b3): log_end_offset=2 high_watermark=3
  43.702287  ! I-13 does not hold for orders.placed-0 (b3): log_end_offset=2 committed=3
  43.702586  app is told: 1 record acknowledged, from 2 of orders.placed-0
  44.202621  b2 (follower) orders.placed-0: hw 2 → 3
  48.696161    -- k2 is acknowledged, though broker 3 is in the ISR without it.
  48.696161  > crash b1
  48.696161  b1 crashes
  56.056693  c1 orders.placed-0: isr 1,2,3 → 2,3
  56.056693  c1 orders.placed-0: leader b1 → b3 in epoch 1, partition epoch 3
  56.056693  c1 fences b1
  56.057026  b3 is leader of orders.placed-0 in epoch 1: leo 2, hw 2
  56.057026  ! I-12 does not hold for orders.placed-0 (b3): log_end_offset=2 committed=3
  56.057026  ! I-16 does not hold for orders.placed-0 (b3): high_watermark=2 reached_before=3
  56.057026  ! I-20 does not hold for orders.placed-0 (b3): offset=2 record=2
  56.057073  b2 is follower of orders.placed-0 in epoch 1: leo 3, hw 3
  56.057746  b2 truncates orders.placed-0: leo 3 → 2
  56.057746  b2 (follower) orders.placed-0: hw 3 → 2
  56.058130  b3 hears that b2 is at 2 of orders.placed-0 (knew -1)
  56.156693    -- Broker 3 leads, without k2.
  56.156693  > release all
  56.156693  c1>b1:alter-partition is whole
  56.156693  c1>b1:metadata is whole
  56.156693  b1>b3:fetch is whole
