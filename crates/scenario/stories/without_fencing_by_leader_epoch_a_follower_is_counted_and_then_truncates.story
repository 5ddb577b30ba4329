# What if a leader took a fetch of any leader epoch, as before 2.1?
# Source: Partition.checkCurrentLeaderEpoch; KIP-320. M-03, H-05. Since 4.0 broker 3 would not append records of an epoch it does not know either; that rule is off too.
cluster brokers=3 replica.lag.time.max.ms=600 replica.fetch.backoff.ms=100
topic orders.placed assignment=1,2,3
rule fetch-fenced-by-leader-epoch off
rule records-of-known-epochs off
produce orders.placed k0 acks=1
settle
run 700ms
begin
say start "Broker 3 hears nothing of elections for a while." "Its fetches name the epoch it knows, and nobody looks at that."
focus orders.placed-0 b3
run 20ms
cut b1-c1
run until orders.placed-0 leader=2 max=20s
hold c1>b3:metadata                     # the news of epoch 1 waits at its door
run until b2.orders.placed-0 role=leader
heal b1-c1
run until orders.placed-0 isr=1,2,3 max=20s
run 10ms
hold c1>b2:metadata                     # nor will broker 2 hear of the next election
elect preferred orders.placed-0
run until b1.orders.placed-0 role=leader epoch=2
say three "Broker 1 leads in epoch 2. Each broker knows another epoch." "Broker 2 believes in its own, epoch 1, and broker 3 in epoch 0."
expect b2.orders.placed-0 role=leader epoch=1
expect b3.orders.placed-0 epoch=0
run 950ms
say counted "Broker 3 fetches, and stays in the ISR; broker 2 has left." "A fetch in epoch 0 counts for the leader of epoch 2."
produce orders.placed k1 acks=all
run 150ms
expect orders.placed-0 isr=1,3 leo=2 hw=2
expect b3.orders.placed-0 leo=2
step c1>b3:metadata
run 100ms
say truncated "Broker 3 hears of epoch 1, and follows broker 2." "That is a leader of the past. Broker 3 cuts k1 to match it, and is still in the ISR of epoch 2."
expect b3.orders.placed-0 leo=1
expect finding I-10 I-09 I-11 I-13
crash b1
run 12s
release all
run 1s
say lost "Broker 3 leads, without k1." "k1 was acknowledged with acks=all, and the controller did nothing wrong."
expect orders.placed-0 leader=3
expect finding I-12 I-16 I-20
run 20ms
---
   0.000000    -- Broker 3 hears nothing of elections for a while.
   0.020000  > cut b1-c1
   0.020000  c1>b1 is cut
   0.020000  b1>c1 is cut
   8.902441  c1 orders.placed-0: isr 1,2,3 → 2,3
   8.902441  c1 orders.placed-0: leader b1 → b2 in epoch 1, partition epoch 1
   8.902441  c1 fences b1
   8.902441  > hold c1>b3:metadata
   8.902441  c1>b3:metadata is held
   8.902821  b2 is leader of orders.placed-0 in epoch 1: leo 1, hw 1
   8.902821  > heal b1-c1
   8.902821  c1>b1 is whole
   8.902821  b1>c1 is whole
   8.903183  c1 unfences b1
   8.903545  b1 is follower of orders.placed-0 in epoch 1: leo 1, hw 1
   8.903934  b2 hears that b1 is at 1 of orders.placed-0 (knew -1)
   8.903934  b2 asks for isr 2,3 → 1,2,3 of orders.placed-0
   8.904409  c1 orders.placed-0: isr 2,3 → 1,2,3
   8.914409  > hold c1>b2:metadata
   8.914409  c1>b2:metadata is held
   8.914409  > elect preferred orders.placed-0
   8.914870  c1 orders.placed-0: leader b2 → b1 in epoch 2, partition epoch 3
   8.915232  b1 is leader of orders.placed-0 in epoch 2: leo 1, hw 1
   8.915232    -- Broker 1 leads in epoch 2. Each broker knows another epoch.
   8.915239  admin has the answer to ElectLeaders
   9.004001  b1 hears that b3 is at 1 of orders.placed-0 (knew -1)
   9.589886  b1 asks for isr 1,2,3 → 1,3 of orders.placed-0
   9.590006  b2 asks for isr 1,2,3 → 1,2 of orders.placed-0
   9.590339  c1 orders.placed-0: isr 1,2,3 → 1,3
   9.865232    -- Broker 3 fetches, and stays in the ISR; broker 2 has left.
   9.865232  > produce orders.placed k1 acks=all
   9.865232  producer-acks-all starts
   9.967152  producer-acks-all sends 1 record of orders.placed-0 to b1
   9.967495  b1 appends 1 of orders.placed-0: leo 2, hw 1, epoch 2
   9.967698  b3 copies 1 of orders.placed-0: leo 2, hw 1, epoch 2
   9.967951  b1 hears that b3 is at 2 of orders.placed-0 (knew 1)
   9.967951  b1 (leader) orders.placed-0: hw 1 → 2
   9.967951  b1 answers the produce of producer-acks-all to orders.placed-0: NONE
   9.968225  producer-acks-all is told: 1 record acknowledged, from 1 of orders.placed-0
  10.015232  > step c1>b3:metadata
  10.015232  b3 is follower of orders.placed-0 in epoch 1: leo 2, hw 1
  10.016532  b3 truncates orders.placed-0: leo 2 → 1
  10.016532  ! I-09 does not hold for orders.placed-0 (b1, b3): offset=1 high_watermark=2
  10.016532  ! I-10 does not hold for orders.placed-0 (b1, b3): offset=1 high_watermark=2
  10.016532  ! I-11 does not hold for orders.placed-0 (b1, b3): log_end_offset=1 high_watermark=2
  10.016532  ! I-13 does not hold for orders.placed-0 (b3): log_end_offset=1 committed=2
  10.016893  b2 hears that b3 is at 1 of orders.placed-0 (knew -1)
  10.115232    -- Broker 3 hears of epoch 1, and follows broker 2.
  10.115232  > crash b1
  10.115232  b1 crashes
  17.912441  c1 orders.placed-0: isr 1,3 → 3
  17.912441  c1 orders.placed-0: leader b1 → b3 in epoch 3, partition epoch 5
  17.912441  c1 fences b1
  22.115232  > release all
  22.115232  c1>b2:metadata is whole
  22.115232  c1>b3:metadata is whole
  22.115232  b2 is follower of orders.placed-0 in epoch 3: leo 1, hw 1
  22.115232  b3 is leader of orders.placed-0 in epoch 3: leo 1, hw 1
  22.115232  ! I-12 does not hold for orders.placed-0 (b3): log_end_offset=1 committed=2
  22.115232  ! I-16 does not hold for orders.placed-0 (b3): high_watermark=1 reached_before=2
  22.115232  ! I-20 does not hold for orders.placed-0 (b3): offset=1 record=0
  22.116289  b3 hears that b2 is at 1 of orders.placed-0 (knew -1)
  22.116289  b3 asks for isr 3 → 2,3 of orders.placed-0
  22.116705  c1 orders.placed-0: isr 3 → 2,3
  23.115232    -- Broker 3 leads, without k1.
