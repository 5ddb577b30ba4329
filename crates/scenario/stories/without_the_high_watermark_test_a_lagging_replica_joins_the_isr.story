# What if a follower could join the ISR below the high watermark?
# Source: Partition.isFollowerInSync; KIP-16. M-05, a variant of H-50.
cluster brokers=3
topic orders.placed assignment=1,3,2 min.insync.replicas=2
rule joins-from-high-watermark off
producer app
produce orders.placed k0 from=app
settle
run 700ms
begin
say start "Broker 3 lags and leaves the ISR." "Three records follow without it."
focus orders.placed-0 b3
hold b3>b1:fetch
run 25s
produce orders.placed k{n} first=1 count=3 from=app
run until app acknowledged=4 max=30s
expect orders.placed-0 isr=1,2
hold b1>b3:fetch                        # broker 3 asks, and gets nothing
release b3>b1:fetch
run 5s
say joined "Its first fetch lets broker 3 in, three records behind." "It asked for offset 1, and the high watermark is 4."
expect b3.orders.placed-0 leo=1
expect orders.placed-0 isr=1,2,3
expect finding I-17 I-09 I-10 I-11 I-13
crash b1
run until orders.placed-0 epoch=1 max=20s
run 100ms
say lost "Broker 3 leads, and three records are lost." "They were acknowledged with acks=all."
expect orders.placed-0 leader=3
expect finding I-12 I-16 I-20
release all
run 20ms
---
   0.000000    -- Broker 3 lags and leaves the ISR.
   0.000000  > hold b3>b1:fetch
   0.000000  b3>b1:fetch is held
  25.000000  > produce orders.placed k{n} first=1 count=3 from=app
  25.005000  app sends 3 records of orders.placed-0 to b1
  25.005374  b1 appends 1..3 of orders.placed-0: leo 4, hw 1, epoch 0
  25.005708  b2 copies 1..3 of orders.placed-0: leo 4, hw 1, epoch 0
  25.006126  b1 hears that b2 is at 4 of orders.placed-0 (knew 1)
  43.694138  b1 asks for isr 1,2,3 → 1,2 of orders.placed-0
  43.694591  c1 orders.placed-0: isr 1,3,2 → 1,2
  43.694953  b1 has isr 1,2 of orders.placed-0
  43.694953  b1 (leader) orders.placed-0: hw 1 → 4
  43.694953  b1 answers the produce of app to orders.placed-0: NONE
  43.695252  app is told: 3 records acknowledged, from 1 of orders.placed-0
  43.695252  > hold b1>b3:fetch
  43.695252  b1>b3:fetch is held
  43.695252  > release b3>b1:fetch
  43.695252  b3>b1:fetch is whole
  43.695252  b1 hears that b3 is at 1 of orders.placed-0 (knew 1)
  43.695252  b1 asks for isr 1,2 → 1,2,3 of orders.placed-0
  43.695252  ! I-17 does not hold for orders.placed-0 (b1, b3): log_end_offset=1 high_watermark=4 epoch_start_offset=0
  43.695705  c1 orders.placed-0: isr 1,2 → 1,2,3
  43.695705  ! I-10 does not hold for orders.placed-0 (b1, b3): offset=1 high_watermark=4
  43.695705  ! I-11 does not hold for orders.placed-0 (b1, b3): log_end_offset=1 high_watermark=4
  43.695705  ! I-13 does not hold for orders.placed-0 (b3): log_end_offset=1 committed=4
  43.696067  b1 has isr 1,2,3 of orders.placed-0
  43.696067  ! I-09 does not hold for orders.placed-0 (b1, b3): offset=1 high_watermark=4
  44.034284  b2 (follower) orders.placed-0: hw 1 → 4
  48.695252    -- Its first fetch lets broker 3 in, three records behind.
  48.695252  > crash b1
  48.695252  b1 crashes
  56.056693  c1 orders.placed-0: isr 1,2,3 → 2,3
  56.056693  c1 orders.placed-0: leader b1 → b3 in epoch 1, partition epoch 3
  56.056693  c1 fences b1
  56.057026  b3 is leader of orders.placed-0 in epoch 1: leo 1, hw 1
  56.057026  ! I-12 does not hold for orders.placed-0 (b3): log_end_offset=1 committed=4
  56.057026  ! I-16 does not hold for orders.placed-0 (b3): high_watermark=1 reached_before=4
  56.057026  ! I-20 does not hold for orders.placed-0 (b3): offset=1 record=1
  56.057073  b2 is follower of orders.placed-0 in epoch 1: leo 4, hw 4
  56.057746  b2 truncates orders.placed-0: leo 4 → 1
  56.057746  b2 (follower) orders.placed-0: hw 4 → 1
  56.058130  b3 hears that b2 is at 1 of orders.placed-0 (knew -1)
  56.156693    -- Broker 3 leads, and three records are lost.
  56.156693  > release all
  56.156693  b1>b3:fetch is whole
