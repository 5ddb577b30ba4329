# What if a follower took an answer that was asked for in an earlier leader epoch, as before 4.0?
# Source: AbstractFetcherThread.processFetchRequest; KAFKA-18723. M-14, H-33.
cluster brokers=3
topic orders.placed assignment=3,1,2/1,2,3 min.insync.replicas=2
rule answer-is-for-present-epoch off
producer app
produce orders.placed k0 from=app partition=0
settle
run 700ms
begin
say start "Broker 3 leads, and gives k1 to broker 2 only." "Then it crashes. Broker 1 will lead in epoch 1, without k1."
focus orders.placed-0 b2
hold b3>b1:fetch
produce orders.placed k1 acks=1 partition=0
run until b2.orders.placed-0 leo=2
crash b3
release b3>b1:fetch
hold b1>b2:fetch                        # the new leader's answer will be late
run until b2.orders.placed-0 epoch=1 max=20s
step b1>b2:fetch                        # an answer about the other partition
run 10ms
say answer "Broker 1 answers broker 2: epoch 0 ends at 1." "That is right, for k1 has to go. The answer is under way."
expect b1.orders.placed-0 role=leader leo=1
start b3
run until orders.placed-0 isr=1,2,3 max=20s
run until orders.placed-1 isr=1,2,3 max=20s
elect preferred orders.placed-0
run until b2.orders.placed-0 epoch=2
run until b2.orders.placed-0 leo=1 max=10s
say third "Broker 3 leads again, in epoch 2, and k1 has gone." "The answer of broker 1 is still under way."
expect b2.orders.placed-0 leo=1
produce orders.placed k2 from=app partition=0
run 2s
expect app acknowledged=2
stop b3
run until b2.orders.placed-0 epoch=3 max=20s
say fits "k2 is committed, and broker 1 leads once more." "Broker 2 ends at 2, as when it asked. The old answer fits in all but the epoch."
expect b2.orders.placed-0 leo=2
step b1>b2:fetch
run 10ms
say cut "Broker 2 cuts k2, which is committed." "It was told to cut at 1 by a leader of the past."
expect b2.orders.placed-0 leo=1
expect orders.placed-0 isr=1,2 leo=2 hw=2
expect finding I-10 I-09 I-11 I-13
crash b1
run until orders.placed-0 epoch=4 max=20s
run 100ms
say lost "Broker 2 leads, without k2." "It was acknowledged with acks=all by three brokers."
expect orders.placed-0 leader=2
expect finding I-12 I-16 I-20
release all
run 20ms
---
   0.000000    -- Broker 3 leads, and gives k1 to broker 2 only.
   0.000000  > hold b3>b1:fetch
   0.000000  b3>b1:fetch is held
   0.000000  > produce orders.placed k1 acks=1 partition=0
   0.000000  producer starts
   0.006857  producer sends 1 record of orders.placed-0 to b3
   0.007203  b3 appends 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.007203  b3 answers the produce of producer to orders.placed-0: NONE
   0.007480  producer is told: 1 record acknowledged, from 1 of orders.placed-0
   0.007492  b2 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.007492  > crash b3
   0.007492  b3 crashes
   0.007492  > release b3>b1:fetch
   0.007492  b3>b1:fetch is whole
   0.007492  > hold b1>b2:fetch
   0.007492  b1>b2:fetch is held
   8.805850  c1 orders.placed-0: isr 3,1,2 → 1,2
   8.805850  c1 orders.placed-0: leader b3 → b1 in epoch 1, partition epoch 1
   8.805850  c1 orders.placed-1: isr 1,2,3 → 1,2
   8.805850  c1 fences b3
   8.806212  b1 is leader of orders.placed-0 in epoch 1: leo 1, hw 1
   8.806230  b2 is follower of orders.placed-0 in epoch 1: leo 2, hw 1
   8.806230  > step b1>b2:fetch
   8.816230    -- Broker 1 answers broker 2: epoch 0 ends at 1.
   8.816230  > start b3
   8.816230  b3 starts
   8.816646  c1 registers b3, broker epoch 18
   8.828477  b3 is follower of orders.placed-0 in epoch 1: leo 2, hw 0
   8.828477  b3 is follower of orders.placed-1 in epoch 0: leo 0, hw 0
   8.828893  c1 unfences b3
   8.828933  b3 truncates orders.placed-0: leo 2 → 1
   8.829186  b1 hears that b3 is at 1 of orders.placed-0 (knew -1)
   8.829186  b1 hears that b3 is at 0 of orders.placed-1 (knew 0)
   9.329642  b1 hears that b3 is at 1 of orders.placed-0 (knew 1)
   9.329642  b1 asks for isr 1,2 → 1,2,3 of orders.placed-0
   9.329642  b1 hears that b3 is at 0 of orders.placed-1 (knew 0)
   9.329642  b1 asks for isr 1,2 → 1,2,3 of orders.placed-1
   9.330095  c1 orders.placed-0: isr 1,2 → 1,2,3
   9.330910  c1 orders.placed-1: isr 1,2 → 1,2,3
   9.330910  > elect preferred orders.placed-0
   9.331371  c1 orders.placed-0: leader b1 → b3 in epoch 2, partition epoch 3
   9.331740  admin has the answer to ElectLeaders
   9.331838  b2 is follower of orders.placed-0 in epoch 2: leo 2, hw 1
   9.332222  b3 is leader of orders.placed-0 in epoch 2: leo 1, hw 0
   9.332515  b1 is follower of orders.placed-0 in epoch 2: leo 1, hw 1
   9.333320  b3 hears that b1 is at 1 of orders.placed-0 (knew -1)
  10.333184  b2 truncates orders.placed-0: leo 2 → 1
  10.333184    -- Broker 3 leads again, in epoch 2, and k1 has gone.
  10.333184  > produce orders.placed k2 from=app partition=0
  10.333568  b3 hears that b2 is at 1 of orders.placed-0 (knew -1)
  10.333568  b3 (leader) orders.placed-0: hw 0 → 1
  10.339046  app sends 1 record of orders.placed-0 to b3
  10.339525  b3 appends 1 of orders.placed-0: leo 2, hw 1, epoch 2
  10.339728  b1 copies 1 of orders.placed-0: leo 2, hw 1, epoch 2
  10.339814  b2 copies 1 of orders.placed-0: leo 2, hw 1, epoch 2
  10.340029  b3 hears that b1 is at 2 of orders.placed-0 (knew 1)
  10.340198  b3 hears that b2 is at 2 of orders.placed-0 (knew 1)
  10.340198  b3 (leader) orders.placed-0: hw 1 → 2
  10.340198  b3 answers the produce of app to orders.placed-0: NONE
  10.340581  app is told: 1 record acknowledged, from 1 of orders.placed-0
  10.840232  b1 (follower) orders.placed-0: hw 1 → 2
  10.840487  b2 (follower) orders.placed-0: hw 1 → 2
  12.333184  > stop b3
  12.333600  c1 lets b3 shut down
  12.333600  c1 orders.placed-0: isr 1,2,3 → 1,2
  12.333600  c1 orders.placed-0: leader b3 → b1 in epoch 3, partition epoch 4
  12.333600  c1 orders.placed-1: isr 1,2,3 → 1,2
  12.333933  b3 is follower of orders.placed-0 in epoch 3: leo 2, hw 2
  12.333962  b1 is leader of orders.placed-0 in epoch 3: leo 2, hw 2
  12.333980  b2 is follower of orders.placed-0 in epoch 3: leo 2, hw 2
  12.333980    -- k2 is committed, and broker 1 leads once more.
  12.333980  > step b1>b2:fetch
  12.333980  b2 truncates orders.placed-0: leo 2 → 1
  12.333980  b2 (follower) orders.placed-0: hw 2 → 1
  12.333980  ! I-09 does not hold for orders.placed-0 (b1, b2): offset=1 high_watermark=2
  12.333980  ! I-10 does not hold for orders.placed-0 (b1, b2): offset=1 high_watermark=2
  12.333980  ! I-11 does not hold for orders.placed-0 (b1, b2): log_end_offset=1 high_watermark=2
  12.333980  ! I-13 does not hold for orders.placed-0 (b2): log_end_offset=1 committed=2
  12.334398  b1 hears that b2 is at 1 of orders.placed-0 (knew -1)
  12.334398  b1 hears that b2 is at 0 of orders.placed-1 (knew 0)
  12.343980    -- Broker 2 cuts k2, which is committed.
  12.343980  > crash b1
  12.343980  b1 crashes
  20.065850  c1 orders.placed-0: isr 1,2 → 2
  20.065850  c1 orders.placed-0: elr none → 1
  20.065850  c1 orders.placed-0: leader b1 → b2 in epoch 4, partition epoch 5
  20.065850  c1 orders.placed-1: isr 1,2 → 2
  20.065850  c1 orders.placed-1: elr none → 1
  20.065850  c1 orders.placed-1: leader b1 → b2 in epoch 1, partition epoch 4
  20.065850  c1 fences b1
  20.066183  b3 is follower of orders.placed-0 in epoch 4: leo 2, hw 2
  20.066183  b3 is follower of orders.placed-1 in epoch 1: leo 0, hw 0
  20.066230  b2 is leader of orders.placed-0 in epoch 4: leo 1, hw 1
  20.066230  b2 is leader of orders.placed-1 in epoch 1: leo 0, hw 0
  20.066230  ! I-12 does not hold for orders.placed-0 (b2): log_end_offset=1 committed=2
  20.066230  ! I-16 does not hold for orders.placed-0 (b2): high_watermark=1 reached_before=2
  20.066230  ! I-20 does not hold for orders.placed-0 (b2): offset=1 record=1
  20.165850    -- Broker 2 leads, without k2.
  20.165850  > release all
  20.165850  b1>b2:fetch is whole
