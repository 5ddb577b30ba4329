# With fewer in-sync replicas than min.insync.replicas, acks=all is refused and nothing is written; acks=1 is written and stays invisible.
# Source: Partition.appendRecordsToLeader, maybeIncrementLeaderHW; KIP-966. Related: BR-06, BR-17, CL-49; oracle 4.13.
cluster brokers=3
topic orders.placed assignment=1,2,3 min.insync.replicas=2
producer careful retries=0
produce orders.placed warm-up from=careful
settle
cut b2-b1
cut b3-b1
produce orders.placed k1 acks=1
run until b1.orders.placed-0 isr=1 max=60s
run 1s
begin
say start "The ISR is down to the leader." "Both followers were out of reach for longer than 30 s. min.insync.replicas is 2, the ISR has 1 member."
focus orders.placed-0
expect orders.placed-0 leo=2 hw=1 isr=1 elr=2,3 leader=1 epoch=0
run 20ms
produce orders.placed k2 from=careful
run until careful failed=1
say refused "acks=all: refused, and nothing was written." "The leader counts its ISR before the append. NOT_ENOUGH_REPLICAS can be retried: no copy exists. This producer has retries=0."
expect careful error=NOT_ENOUGH_REPLICAS acknowledged=1
expect b1.orders.placed-0 leo=2
request produce b1 orders.placed-0 value=raw acks=all
run until answer error=NOT_ENOUGH_REPLICAS
expect answer base-offset=-1
expect b1.orders.placed-0 leo=2
run 20ms
produce orders.placed k3 acks=1
run until producer acknowledged=2
say accepted "acks=1: written, acknowledged, and invisible." "The check is for acks=all only. But below min.insync.replicas the high watermark stands still, so no consumer sees the record."
expect b1.orders.placed-0 leo=3 hw=1
run 20ms
heal all
run until orders.placed-0 isr=1,2,3 max=60s
settle
say back "The ISR is complete again: the high watermark moves." "What was accepted meanwhile is committed now, in the order in which it was written."
expect orders.placed-0 leo=3 hw=3 isr=1,2,3 elr=
run 20ms
---
   0.000000    -- The ISR is down to the leader.
   0.020000  > produce orders.placed k2 from=careful
   0.025000  careful sends 1 record of orders.placed-0 to b1
   0.025374  b1 answers the produce of careful to orders.placed-0: NOT_ENOUGH_REPLICAS
   0.025673  careful is told: 1 record to orders.placed-0 failed, NOT_ENOUGH_REPLICAS
   0.025673    -- acks=all: refused, and nothing was written.
   0.025673  > request produce b1 orders.placed-0 value=raw acks=all
   0.025673  admin sends 1 record of orders.placed-0 to b1
   0.025992  b1 answers the produce of admin to orders.placed-0: NOT_ENOUGH_REPLICAS
   0.026247  admin has the answer to Produce
   0.046247  > produce orders.placed k3 acks=1
   0.051247  producer sends 1 record of orders.placed-0 to b1
   0.051590  b1 appends 2 of orders.placed-0: leo 3, hw 1, epoch 0
   0.051590  b1 answers the produce of producer to orders.placed-0: NONE
   0.051864  producer is told: 1 record acknowledged, from 2 of orders.placed-0
   0.051864    -- acks=1: written, acknowledged, and invisible.
   0.071864  > heal all
   0.071864  b1>b2 is whole
   0.071864  b2>b1 is whole
   0.071864  b1>b3 is whole
   0.071864  b3>b1 is whole
   0.072067  b1 hears that b3 is at 1 of orders.placed-0 (knew 1)
   0.072067  b1 asks for isr 1 → 1,3 of orders.placed-0
   0.072198  b1 hears that b2 is at 1 of orders.placed-0 (knew 1)
   0.072270  b3 copies 1..2 of orders.placed-0: leo 3, hw 1, epoch 0
   0.072520  c1 orders.placed-0: isr 1 → 1,3
   0.072520  c1 orders.placed-0: elr 2,3 → none
   0.072523  b1 hears that b3 is at 3 of orders.placed-0 (knew 1)
   0.072532  b2 copies 1..2 of orders.placed-0: leo 3, hw 1, epoch 0
   0.072882  b1 has isr 1,3 of orders.placed-0
   0.072882  b1 (leader) orders.placed-0: hw 1 → 3
   0.072950  b1 hears that b2 is at 3 of orders.placed-0 (knew 1)
   0.072950  b1 asks for isr 1,3 → 1,2,3 of orders.placed-0
   0.073403  c1 orders.placed-0: isr 1,3 → 1,2,3
   0.572726  b3 (follower) orders.placed-0: hw 1 → 3
   0.573284  b2 (follower) orders.placed-0: hw 1 → 3
   0.573284    -- The ISR is complete again: the high watermark moves.
