# What if the high watermark moved while the ISR is below min.insync.replicas, as before 3.7?
# Source: Partition.isUnderMinIsr, maybeIncrementLeaderHW; KIP-966. M-15, H-13.
cluster brokers=3
topic orders.placed assignment=1,2,3 min.insync.replicas=2
rule min-isr-holds-high-watermark off
produce orders.placed k0 acks=1
settle
run 700ms
begin
say start "Brokers 3 and 2 stop, orderly, one after the other." "The second stays a candidate: it is in the ELR, for it has all that is committed."
focus orders.placed-0
stop b3
run until b3 state=down max=20s
stop b2
run until b2 state=down max=20s
expect orders.placed-0 leader=1 isr=1 elr=2
produce orders.placed k1 acks=1
run 1s
say committed "k1 is committed, and on one replica only." "Consumers can read it. The ELR has a member that lacks it, and was promised not to."
expect orders.placed-0 leo=2 hw=2
expect finding I-15 I-11
crash b1
run until orders.placed-0 leader=none max=20s
start b2
run 5s
say lost "Broker 2 leads, from the ELR, without k1." "With the high watermark frozen k1 would not have been committed, and nobody would have read it."
expect orders.placed-0 leader=2
expect b2.orders.placed-0 leo=1
expect finding I-13 I-12 I-16
run 20ms
---
   0.000000    -- Brokers 3 and 2 stop, orderly, one after the other.
   0.000000  > stop b3
   0.000416  c1 orders.placed-0: isr 1,2,3 → 1,2
   0.000416  c1 fences b3
   0.000749  b3 stops
   0.000749  > stop b2
   0.001224  c1 orders.placed-0: isr 1,2 → 1
   0.001224  c1 orders.placed-0: elr none → 2
   0.001224  c1 fences b2
   0.001604  b2 stops
   0.001604  > produce orders.placed k1 acks=1
   0.006604  producer sends 1 record of orders.placed-0 to b1
   0.006978  b1 appends 1 of orders.placed-0: leo 2, hw 2, epoch 0
   0.006978  b1 (leader) orders.placed-0: hw 1 → 2
   0.006978  b1 answers the produce of producer to orders.placed-0: NONE
   0.006978  ! I-11 does not hold for orders.placed-0 (b1, b2): log_end_offset=1 high_watermark=2
   0.006978  ! I-15 does not hold for orders.placed-0 (b1): from=1 to=2
   0.007277  producer is told: 1 record acknowledged, from 1 of orders.placed-0
   1.001604    -- k1 is committed, and on one replica only.
   1.001604  > crash b1
   1.001604  b1 crashes
  10.027441  c1 orders.placed-0: isr 1 → none
  10.027441  c1 orders.placed-0: elr 2 → 1,2
  10.027441  c1 orders.placed-0: leader b1 → none in epoch 1, partition epoch 3
  10.027441  c1 fences b1
  10.027441  > start b2
  10.027441  b2 starts
  10.027916  c1 registers b2, broker epoch 19
  10.027916  ! I-13 does not hold for orders.placed-0 (b2): log_end_offset=1 committed=2
  10.040006  b2 is offline of orders.placed-0 in epoch 1: leo 1, hw 1
  10.040006  b2 (follower) orders.placed-0: hw 0 → 1
  10.040481  c1 unfences b2
  10.040481  c1 orders.placed-0: isr none → 2
  10.040481  c1 orders.placed-0: elr 1,2 → 1
  10.040481  c1 orders.placed-0: leader none → b2 in epoch 2, partition epoch 4
  10.040861  b2 is leader of orders.placed-0 in epoch 2: leo 1, hw 1
  10.040861  ! I-12 does not hold for orders.placed-0 (b2): log_end_offset=1 committed=2
  10.040861  ! I-16 does not hold for orders.placed-0 (b2): high_watermark=1 reached_before=2
  10.047441  c1 fences b3
  15.027441    -- Broker 2 leads, from the ELR, without k1.
