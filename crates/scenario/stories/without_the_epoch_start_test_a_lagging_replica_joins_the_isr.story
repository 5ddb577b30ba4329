# What if a follower could join the ISR below the offset at which its leader's epoch began, as before 2.0?
# Source: Partition.isFollowerInSync; KAFKA-7128. M-04, H-06.
cluster brokers=4
topic orders.placed assignment=1,2,4,3 min.insync.replicas=2
rule joins-from-epoch-start off
producer app
produce orders.placed k0 from=app
settle
run 700ms
begin
say start "Broker 4 will lag and leave the ISR." "To join again it will have to reach the high watermark, and nothing more."
focus orders.placed-0 b4
hold b4>b1:fetch
run 25s
produce orders.placed k1 from=app
run until app acknowledged=2 max=30s
say acknowledged "Broker 4 has left the ISR, and k1 is acknowledged." "Brokers 1, 2 and 3 have it. Brokers 2 and 3 have not heard so: to them the high watermark is 1."
expect orders.placed-0 isr=1,2,3
expect b2.orders.placed-0 leo=2 hw=1
expect b4.orders.placed-0 leo=1
crash b1
hold b3>b2:fetch                        # broker 3 does not tell its new leader how far it is
hold b2>b4:fetch                        # broker 4 asks, and gets nothing
run until b2.orders.placed-0 role=leader max=20s
run 600ms
say joined "Broker 4 is in the ISR, without k1." "It asked for offset 1, and its leader's high watermark is 1. That is too low, as with every new leader; its epoch began at 2."
expect b4.orders.placed-0 leo=1
expect orders.placed-0 isr=2,3,4
expect finding I-13 I-17
crash b2
run until orders.placed-0 epoch=2 max=20s
run 100ms
say lost "Broker 4 leads, without k1." "It came first in the assignment among those in the ISR."
expect orders.placed-0 leader=4
expect finding I-12 I-16 I-20
release all
run 20ms
---
   0.000000    -- Broker 4 will lag and leave the ISR.
   0.000000  > hold b4>b1:fetch
   0.000000  b4>b1:fetch is held
  25.000000  > produce orders.placed k1 from=app
  25.005000  app sends 1 record of orders.placed-0 to b1
  25.005374  b1 appends 1 of orders.placed-0: leo 2, hw 1, epoch 0
  25.005577  b3 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
  25.005708  b2 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
  25.005830  b1 hears that b3 is at 2 of orders.placed-0 (knew 1)
  25.006126  b1 hears that b2 is at 2 of orders.placed-0 (knew 1)
  43.693924  b1 asks for isr 1,2,3,4 → 1,2,3 of orders.placed-0
  43.694377  c1 orders.placed-0: isr 1,2,4,3 → 1,2,3
  43.694739  b1 has isr 1,2,3 of orders.placed-0
  43.694739  b1 (leader) orders.placed-0: hw 1 → 2
  43.694739  b1 answers the produce of app to orders.placed-0: NONE
  43.695038  app is told: 1 record acknowledged, from 1 of orders.placed-0
  43.695038    -- Broker 4 has left the ISR, and k1 is acknowledged.
  43.695038  > crash b1
  43.695038  b1 crashes
  43.695038  > hold b3>b2:fetch
  43.695038  b3>b2:fetch is held
  43.695038  > hold b2>b4:fetch
  43.695038  b2>b4:fetch is held
  52.681479  c1 orders.placed-0: isr 1,2,3 → 2,3
  52.681479  c1 orders.placed-0: leader b1 → b2 in epoch 1, partition epoch 2
  52.681479  c1 fences b1
  52.681731  b4 is follower of orders.placed-0 in epoch 1: leo 1, hw 1
  52.681812  b3 is follower of orders.placed-0 in epoch 1: leo 2, hw 1
  52.681859  b2 is leader of orders.placed-0 in epoch 1: leo 2, hw 1
  52.682201  b2 hears that b4 is at 1 of orders.placed-0 (knew -1)
  52.682201  b2 asks for isr 2,3 → 2,3,4 of orders.placed-0
  52.682201  ! I-17 does not hold for orders.placed-0 (b2, b4): log_end_offset=1 high_watermark=1 epoch_start_offset=2
  52.682676  c1 orders.placed-0: isr 2,3 → 2,3,4
  52.682676  ! I-13 does not hold for orders.placed-0 (b4): log_end_offset=1 committed=2
  53.281859    -- Broker 4 is in the ISR, without k1.
  53.281859  > crash b2
  53.281859  b2 crashes
  62.816479  c1 orders.placed-0: isr 2,3,4 → 3,4
  62.816479  c1 orders.placed-0: leader b2 → b4 in epoch 2, partition epoch 4
  62.816479  c1 fences b2
  62.816731  b4 is leader of orders.placed-0 in epoch 2: leo 1, hw 1
  62.816731  ! I-12 does not hold for orders.placed-0 (b4): log_end_offset=1 committed=2
  62.816731  ! I-16 does not hold for orders.placed-0 (b4): high_watermark=1 reached_before=2
  62.816731  ! I-20 does not hold for orders.placed-0 (b4): offset=1 record=1
  62.816812  b3 is follower of orders.placed-0 in epoch 2: leo 2, hw 1
  62.817306  b3 truncates orders.placed-0: leo 2 → 1
  62.817584  b4 hears that b3 is at 1 of orders.placed-0 (knew -1)
  62.916479    -- Broker 4 leads, without k1.
  62.916479  > release all
  62.916479  b4>b1:fetch is whole
  62.916479  b3>b2:fetch is whole
  62.916479  b2>b4:fetch is whole
