# What if a follower cut its log to its own high watermark whenever a leader is elected, as before 0.11?
# Source: AbstractFetcherThread.truncateOnFetchResponse; KIP-101, KIP-595. M-01, H-02.
cluster brokers=3
topic orders.placed assignment=1,2,3 min.insync.replicas=2
rule truncation-by-epoch off
producer app
produce orders.placed k0 from=app
settle
run 700ms
begin
say start "A new leader epoch makes a follower cut its log." "To its own high watermark, that is, and not where the leader's epochs say. A follower hears of the high watermark one fetch late."
focus orders.placed-0
run 20ms
produce orders.placed k1 from=app
run until app acknowledged=2
say acknowledged "k1 is on three brokers and acknowledged." "The followers do not know yet that it is committed: to them the high watermark is 1."
expect orders.placed-0 leo=2 hw=2
expect b3.orders.placed-0 leo=2 hw=1
isolate b1                              # its clients still reach it
hold b3>b2:fetch                        # broker 3 does not reach its new leader yet
run until b3.orders.placed-0 epoch=1 max=20s
run 10ms
say cut "Broker 3 throws k1 away, and is in the ISR." "Its log agreed with its leader's. Leader epochs would have said so."
expect b3.orders.placed-0 leo=1
expect orders.placed-0 leader=2 isr=2,3
expect finding I-10 I-09 I-11 I-13
crash b2
run until orders.placed-0 leader=3 max=20s
run 100ms
say lost "Broker 3 leads, without k1." "It was acknowledged with acks=all, and one broker after the other will cut it."
expect b3.orders.placed-0 role=leader leo=1
expect finding I-12 I-16 I-20
release all
run 20ms
---
   0.000000    -- A new leader epoch makes a follower cut its log.
   0.020000  > produce orders.placed k1 from=app
   0.025000  app sends 1 record of orders.placed-0 to b1
   0.025374  b1 appends 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.025577  b3 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.025708  b2 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.025830  b1 hears that b3 is at 2 of orders.placed-0 (knew 1)
   0.026126  b1 hears that b2 is at 2 of orders.placed-0 (knew 1)
   0.026126  b1 (leader) orders.placed-0: hw 1 → 2
   0.026126  b1 answers the produce of app to orders.placed-0: NONE
   0.026425  app is told: 1 record acknowledged, from 1 of orders.placed-0
   0.026425    -- k1 is on three brokers and acknowledged.
   0.026425  > isolate b1
   0.026425  c1>b1 is cut
   0.026425  b1>c1 is cut
   0.026425  b1>b2 is cut
   0.026425  b2>b1 is cut
   0.026425  b1>b3 is cut
   0.026425  b3>b1 is cut
   0.026425  > hold b3>b2:fetch
   0.026425  b3>b2:fetch is held
   8.806693  c1 orders.placed-0: isr 1,2,3 → 2,3
   8.806693  c1 orders.placed-0: leader b1 → b2 in epoch 1, partition epoch 1
   8.806693  c1 fences b1
   8.807026  b3 truncates orders.placed-0: leo 2 → 1
   8.807026  b3 is follower of orders.placed-0 in epoch 1: leo 1, hw 1
   8.807026  ! I-09 does not hold for orders.placed-0 (b1, b3): offset=1 high_watermark=2
   8.807026  ! I-10 does not hold for orders.placed-0 (b1, b3): offset=1 high_watermark=2
   8.807026  ! I-11 does not hold for orders.placed-0 (b1, b3): log_end_offset=1 high_watermark=2
   8.807026  ! I-13 does not hold for orders.placed-0 (b3): log_end_offset=1 committed=2
   8.807073  b2 is leader of orders.placed-0 in epoch 1: leo 2, hw 1
   8.817026    -- Broker 3 throws k1 away, and is in the ISR.
   8.817026  > crash b2
   8.817026  b2 crashes
  17.816693  c1 orders.placed-0: isr 2,3 → 3
  17.816693  c1 orders.placed-0: elr none → 2
  17.816693  c1 orders.placed-0: leader b2 → b3 in epoch 2, partition epoch 2
  17.816693  c1 fences b2
  17.817026  b3 is leader of orders.placed-0 in epoch 2: leo 1, hw 1
  17.817026  ! I-12 does not hold for orders.placed-0 (b3): log_end_offset=1 committed=2
  17.817026  ! I-16 does not hold for orders.placed-0 (b3): high_watermark=1 reached_before=2
  17.817026  ! I-20 does not hold for orders.placed-0 (b3): offset=1 record=1
  17.916693    -- Broker 3 leads, without k1.
  17.916693  > release all
  17.916693  b3>b2:fetch is whole
