# What if a leader took INVALID_UPDATE_VERSION for a yes?
# Source: Partition.handleAlterPartitionError; KIP-497. M-23, H-66.
cluster brokers=4
topic orders.placed assignment=1,3,2,4 min.insync.replicas=2
rule refused-proposal-stays-pending off
producer app
produce orders.placed k0 from=app
settle
run 700ms
begin
say start "Broker 4 crashes and leaves the ISR, unknown to the leader." "What the controller writes does not reach broker 1 for a while."
focus orders.placed-0 b1
hold b3>b1:fetch                        # broker 3 begins to lag
hold c1>b1:metadata
crash b4
run 20s
expect orders.placed-0 isr=1,2,3 partition-epoch=1
produce orders.placed k1 from=app
run 25s
say refused "The leader's proposal was of an old partition epoch." "To drop brokers 3 and 4, it said. The controller refused: INVALID_UPDATE_VERSION."
produce orders.placed k2 from=app
run 1s
say believes "The leader believes in an ISR of 1 and 2." "k1 and k2 are acknowledged. In the controller's record broker 3 is in the ISR, and has neither."
expect orders.placed-0 isr=1,2,3 hw=3
expect b3.orders.placed-0 leo=1
expect app acknowledged=3
expect finding I-11 I-10 I-13 I-14
crash b1
run until orders.placed-0 epoch=1 max=20s
run 100ms
say lost "Broker 3 leads, without k1 and k2." "What became of a proposal is not known after such an answer. Kafka's leader waits for both ISRs until metadata tells."
expect orders.placed-0 leader=3
expect finding I-12 I-16 I-20
release all
run 20ms
---
   0.000000    -- Broker 4 crashes and leaves the ISR, unknown to the leader.
   0.000000  > hold b3>b1:fetch
   0.000000  b3>b1:fetch is held
   0.000000  > hold c1>b1:metadata
   0.000000  c1>b1:metadata is held
   0.000000  > crash b4
   0.000000  b4 crashes
   8.806479  c1 orders.placed-0: isr 1,3,2,4 → 1,3,2
   8.806479  c1 fences b4
  20.000000  > produce orders.placed k1 from=app
  20.005000  app sends 1 record of orders.placed-0 to b1
  20.005374  b1 appends 1 of orders.placed-0: leo 2, hw 1, epoch 0
  20.005708  b2 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
  20.006126  b1 hears that b2 is at 2 of orders.placed-0 (knew 1)
  43.693924  b1 asks for isr 1,2,3,4 → 1,2 of orders.placed-0
  43.694739  b1 has isr 1,2 of orders.placed-0
  43.694739  b1 (leader) orders.placed-0: hw 1 → 2
  43.694739  b1 answers the produce of app to orders.placed-0: NONE
  43.694739  ! I-10 does not hold for orders.placed-0 (b1, b3): offset=1 high_watermark=2
  43.694739  ! I-11 does not hold for orders.placed-0 (b1, b3): log_end_offset=1 high_watermark=2
  43.694739  ! I-13 does not hold for orders.placed-0 (b3): log_end_offset=1 committed=2
  43.694739  ! I-14 does not hold for orders.placed-0 (b1, b3): partition_epoch=1
  43.695038  app is told: 1 record acknowledged, from 1 of orders.placed-0
  44.041804  b2 (follower) orders.placed-0: hw 1 → 2
  45.000000    -- The leader's proposal was of an old partition epoch.
  45.000000  > produce orders.placed k2 from=app
  45.005000  app sends 1 record of orders.placed-0 to b1
  45.005374  b1 appends 2 of orders.placed-0: leo 3, hw 2, epoch 0
  45.005708  b2 copies 2 of orders.placed-0: leo 3, hw 2, epoch 0
  45.006126  b1 hears that b2 is at 3 of orders.placed-0 (knew 2)
  45.006126  b1 (leader) orders.placed-0: hw 2 → 3
  45.006126  b1 answers the produce of app to orders.placed-0: NONE
  45.006425  app is told: 1 record acknowledged, from 2 of orders.placed-0
  45.506460  b2 (follower) orders.placed-0: hw 2 → 3
  46.000000    -- The leader believes in an ISR of 1 and 2.
  46.000000  > crash b1
  46.000000  b1 crashes
  53.816479  c1 orders.placed-0: isr 1,3,2 → 3,2
  53.816479  c1 orders.placed-0: leader b1 → b3 in epoch 1, partition epoch 2
  53.816479  c1 fences b1
  53.816812  b3 is leader of orders.placed-0 in epoch 1: leo 1, hw 1
  53.816812  ! I-12 does not hold for orders.placed-0 (b3): log_end_offset=1 committed=3
  53.816812  ! I-16 does not hold for orders.placed-0 (b3): high_watermark=1 reached_before=3
  53.816812  ! I-20 does not hold for orders.placed-0 (b3): offset=1 record=1
  53.816859  b2 is follower of orders.placed-0 in epoch 1: leo 3, hw 3
  53.817532  b2 truncates orders.placed-0: leo 3 → 1
  53.817532  b2 (follower) orders.placed-0: hw 3 → 1
  53.817916  b3 hears that b2 is at 1 of orders.placed-0 (knew -1)
  53.916479    -- Broker 3 leads, without k1 and k2.
  53.916479  > release all
  53.916479  c1>b1:metadata is whole
  53.916479  b3>b1:fetch is whole
