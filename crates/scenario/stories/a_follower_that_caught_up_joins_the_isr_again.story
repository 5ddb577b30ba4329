# A follower outside the ISR is let in again once it has asked for the high watermark.
# Source: Partition.maybeExpandIsr, isFollowerInSync; AlterPartition. Related: BR-01, BR-25; oracle 4.20.
cluster brokers=3
topic orders.placed assignment=1,2,3 min.insync.replicas=2
produce orders.placed warm-up acks=1
settle
cut b3-b1
produce orders.placed key=k{n} acks=1 count=5
run until b1.orders.placed-0 isr=1,2 max=60s
run 5s
expect orders.placed-0 leo=6 hw=6 isr=1,2 partition-epoch=1
expect b3.orders.placed-0 leo=1
begin
say start "Broker 3 is outside the ISR and five records behind." "The high watermark does not wait for it. It still tries to fetch, over a connection that is cut."
focus orders.placed-0 b3
run 500ms
label healed
say healed "The connection is mended." "The fetch that broker 3 sent into the cut arrives now. It asks for offset 1, where broker 3's own log ends."
heal b3-b1
run until b3.orders.placed-0 leo=6 max=60s
say copied "It has everything. It is not in the ISR." "The leader knows only that it asked for 1. Its next fetch, at 6, shows that it has reached the high watermark."
expect b3.orders.placed-0 leo=6 hw=6
expect orders.placed-0 isr=1,2 partition-epoch=1
run until b3.orders.placed-0 leader-knows=6
say asked "It asked for 6, the high watermark: the leader proposes it." "The proposal is on its way to the controller. For the high watermark broker 3 counts from now on."
expect b1.orders.placed-0 isr=1,2
run until orders.placed-0 isr=1,2,3
say written "The controller has written ISR 1, 2, 3." "The partition epoch rose with it. The leader epoch did not."
expect orders.placed-0 isr=1,2,3 leader=1 epoch=0 partition-epoch=2
run until b1.orders.placed-0 isr=1,2,3
settle
expect b3.orders.placed-0 leo=6 hw=6 epochs=0@0
run 20ms
---
   0.000000    -- Broker 3 is outside the ISR and five records behind.
   0.500000    -- The connection is mended.
   0.500000  > heal b3-b1
   0.500000  b1>b3 is whole
   0.500000  b3>b1 is whole
   0.500203  b1 hears that b3 is at 1 of orders.placed-0 (knew 1)
   0.500406  b3 copies 1..5 of orders.placed-0: leo 6, hw 6, epoch 0
   0.500406  b3 (follower) orders.placed-0: hw 1 → 6
   0.500406    -- It has everything. It is not in the ISR.
   0.500659  b1 hears that b3 is at 6 of orders.placed-0 (knew 1)
   0.500659  b1 asks for isr 1,2 → 1,2,3 of orders.placed-0
   0.500659    -- It asked for 6, the high watermark: the leader proposes it.
   0.501112  c1 orders.placed-0: isr 1,2 → 1,2,3
   0.501112    -- The controller has written ISR 1, 2, 3.
