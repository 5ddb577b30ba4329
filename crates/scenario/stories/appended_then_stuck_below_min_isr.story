# An acks=all record that is appended before the ISR falls below min ISR is not refused: it waits, times out, and stays in the log.
# Source: Partition.maybeIncrementLeaderHW; DelayedProduce.onExpiration; KIP-966. Recording m-not-enough-after-append, oracle 4.16; CL-48.
# By default the time-out (30 s) comes before the shrink (30 to 45 s); here replica.lag.time.max.ms is 3 s and the time-out 10 s.
cluster brokers=3 replica.lag.time.max.ms=3000
topic orders.placed assignment=1,2,3 min.insync.replicas=2
produce orders.placed warm-up acks=1
settle
expect orders.placed-0 leo=1 hw=1
begin
say start "Three in sync, two asked for." "The leader loses sight of both followers. It does not know that yet."
focus orders.placed-0
cut b2-b1
cut b3-b1
run 20ms
label sent
request produce b1 orders.placed-0 value=v1 acks=all timeout=10s
run until b1.orders.placed-0 leo=2
say appended "Appended: the ISR still has three members." "The check before the append found 3 of 2. Now the record waits for followers that cannot fetch it."
expect orders.placed-0 hw=1 isr=1,2,3
expect answer error=waiting
run until b1.orders.placed-0 isr=1 max=10s
# Lag limit 3 s, checked every 1.5 s; last caught up is up to 0.5 s before the cut.
expect time since=sent at=2.4s..4.5s
say shrunk "The ISR is 1, and the high watermark stands still." "Below min.insync.replicas it does not move, although the leader alone would be enough to count. The record is neither refused nor committed."
expect orders.placed-0 hw=1 isr=1 elr=2,3
expect answer error=waiting
run until answer error=REQUEST_TIMED_OUT max=20s
# Parked for 10 s from the append; there 0.25 to 0.5 ms, back 0.2 to 0.4 ms.
expect time since=sent at=10.00045s..10.0009s
say timed-out "Time-out after 10 s. The record is there." "The answer even gives its offset, 1. What became of it, the producer does not know: it may be committed later."
expect answer base-offset=1
expect b1.orders.placed-0 leo=2 hw=1
heal all
run until orders.placed-0 hw=2 max=60s
say later "Committed after all." "With two members in the ISR again the high watermark moved over it. A producer that sent it again would have it twice."
expect b1.orders.placed-0 leo=2
settle
expect orders.placed-0 isr=1,2,3 elr= hw=2
run 20ms
---
   0.000000    -- Three in sync, two asked for.
   0.000000  > cut b2-b1
   0.000000  b1>b2 is cut
   0.000000  b2>b1 is cut
   0.000000  > cut b3-b1
   0.000000  b1>b3 is cut
   0.000000  b3>b1 is cut
   0.020000  > request produce b1 orders.placed-0 value=v1 acks=all timeout=10s
   0.020000  admin sends 1 record of orders.placed-0 to b1
   0.020319  b1 appends 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.020319    -- Appended: the ISR still has three members.
   3.989886  b1 asks for isr 1,2,3 → 1 of orders.placed-0
   3.990339  c1 orders.placed-0: isr 1,2,3 → 1
   3.990339  c1 orders.placed-0: elr none → 2,3
   3.990701    -- The ISR is 1, and the high watermark stands still.
  10.020319  b1 answers the produce of admin to orders.placed-0: REQUEST_TIMED_OUT
  10.020574  admin has the answer to Produce
  10.020574    -- Time-out after 10 s. The record is there.
  10.020574  > heal all
  10.020574  b1>b2 is whole
  10.020574  b2>b1 is whole
  10.020574  b1>b3 is whole
  10.020574  b3>b1 is whole
  10.020777  b3 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
  10.020908  b1 hears that b2 is at 1 of orders.placed-0 (knew 1)
  10.020908  b1 asks for isr 1 → 1,2 of orders.placed-0
  10.021030  b1 hears that b3 is at 2 of orders.placed-0 (knew 1)
  10.021242  b2 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
  10.021361  c1 orders.placed-0: isr 1 → 1,2
  10.021361  c1 orders.placed-0: elr 2,3 → none
  10.021660  b1 hears that b2 is at 2 of orders.placed-0 (knew 1)
  10.021723  b1 has isr 1,2 of orders.placed-0
  10.021723  b1 (leader) orders.placed-0: hw 1 → 2
  10.021723    -- Committed after all.
  10.521233  b3 (follower) orders.placed-0: hw 1 → 2
  10.521486  b1 hears that b3 is at 2 of orders.placed-0 (knew 2)
  10.521486  b1 asks for isr 1,2 → 1,2,3 of orders.placed-0
  10.521939  c1 orders.placed-0: isr 1,2 → 1,2,3
  10.521994  b2 (follower) orders.placed-0: hw 1 → 2
