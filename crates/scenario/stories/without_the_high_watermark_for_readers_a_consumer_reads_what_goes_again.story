# What if consumers could read up to the log end, and not up to the high watermark?
# Source: Partition.fetchRecords, ReplicaManager.fetchMessages. M-24, H-09.
cluster brokers=3
topic orders.placed assignment=1,2,3 min.insync.replicas=2
rule consumers-read-committed off
consumer reporting
produce orders.placed k0 acks=1
consume orders.placed-0 by=reporting from=earliest
settle
run 700ms
begin
say start "A consumer reads whatever the leader has." "Records that are not committed yet as well."
focus orders.placed-0 reporting
hold b1>b2:fetch
hold b1>b3:fetch
run 600ms
produce orders.placed k1 acks=1
run 1s
say read "The consumer has read k1. The high watermark is 1." "No follower has it yet."
expect b1.orders.placed-0 leo=2 hw=1
crash b1
release all
run until b2.orders.placed-0 role=leader max=20s
produce orders.placed k2 acks=1
run 5s
say gone "k1 is gone, and at its offset is k2." "The consumer has seen an order that never was. Up to the high watermark what is read stays."
expect orders.placed-0@1 key=k2
expect finding I-25
run 20ms
---
   0.000000    -- A consumer reads whatever the leader has.
   0.000000  > hold b1>b2:fetch
   0.000000  b1>b2:fetch is held
   0.000000  > hold b1>b3:fetch
   0.000000  b1>b3:fetch is held
   0.600000  > produce orders.placed k1 acks=1
   0.605000  producer sends 1 record of orders.placed-0 to b1
   0.605343  b1 appends 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.605343  b1 answers the produce of producer to orders.placed-0: NONE
   0.605617  producer is told: 1 record acknowledged, from 1 of orders.placed-0
   0.605642  reporting reads orders.placed-0 from 1, position 2
   1.600000    -- The consumer has read k1. The high watermark is 1.
   1.600000  > crash b1
   1.600000  b1 crashes
   1.600000  > release all
   1.600000  b1>b2:fetch is whole
   1.600000  b1>b3:fetch is whole
  10.027584  c1 orders.placed-0: isr 1,2,3 → 2,3
  10.027584  c1 orders.placed-0: leader b1 → b2 in epoch 1, partition epoch 1
  10.027584  c1 fences b1
  10.027917  b3 is follower of orders.placed-0 in epoch 1: leo 1, hw 1
  10.027964  b2 is leader of orders.placed-0 in epoch 1: leo 1, hw 1
  10.027964  ! I-25 does not hold for orders.placed-0 (b2): from=0 next=2 epoch=0
  10.027964  > produce orders.placed k2 acks=1
  10.028278  b2 hears that b3 is at 1 of orders.placed-0 (knew -1)
  10.034211  producer sends 1 record of orders.placed-0 to b2
  10.034561  b2 appends 1 of orders.placed-0: leo 2, hw 1, epoch 1
  10.034561  b2 answers the produce of producer to orders.placed-0: NONE
  10.034841  producer is told: 1 record acknowledged, from 1 of orders.placed-0
  10.034850  b3 copies 1 of orders.placed-0: leo 2, hw 1, epoch 1
  10.035211  b2 hears that b3 is at 2 of orders.placed-0 (knew 1)
  10.035211  b2 (leader) orders.placed-0: hw 1 → 2
  10.535500  b3 (follower) orders.placed-0: hw 1 → 2
  10.732835  reporting reads orders.placed-0 from 1, position 2
  15.027964    -- k1 is gone, and at its offset is k2.
