# What if a truncation that removes no record left the leader epochs as they are, as before 2.2?
# Source: UnifiedLog.truncateTo, LeaderEpochFileCache.truncateFromEndAsyncFlush; KAFKA-7747. M-18, H-08; L-7.
cluster brokers=3 replica.lag.time.max.ms=4000
topic orders.placed assignment=1,2,3 min.insync.replicas=2
rule truncation-forgets-empty-epochs off
produce orders.placed k0 acks=1
settle
run 700ms
begin
say start "Broker 2 will lead for a moment, and append nothing." "An epoch without a record leaves a line in its file of epochs all the same."
focus orders.placed-0 b2
stop b1
run until b2.orders.placed-0 role=leader
run until b1 state=down max=20s
start b1
run until orders.placed-0 isr=1,2,3 max=20s
expect b2.orders.placed-0 epochs=0@0,1@1
elect preferred orders.placed-0
run until b2.orders.placed-0 role=follower
say again "Broker 1 leads again. Broker 2 says: my last epoch is 1." "Broker 1 has no record of epoch 1, and answers that epoch 0 ends at 1."
run 100ms
produce orders.placed k1 acks=1
run 7s
say out "Broker 2 has left the ISR, and nothing is wrong with it." "It cuts its log at 1, where it ends anyway, and asks again with epoch 1. The answer is the same each time."
expect orders.placed-0 isr=1,3
expect b2.orders.placed-0 leo=1 epochs=0@0,1@1
run 7s
say for-ever "Thousands of fetches later it is still out." "Each brings the same answer at once. It would stay so for ever. Kafka forgets the empty epoch with the truncation, and the next fetch goes through."
expect orders.placed-0 isr=1,3
run 20ms
---
   0.000000    -- Broker 2 will lead for a moment, and append nothing.
   0.000000  > stop b1
   0.000453  c1 lets b1 shut down
   0.000453  c1 orders.placed-0: isr 1,2,3 → 2,3
   0.000453  c1 orders.placed-0: leader b1 → b2 in epoch 1, partition epoch 1
   0.000786  b3 is follower of orders.placed-0 in epoch 1: leo 1, hw 1
   0.000815  b1 is follower of orders.placed-0 in epoch 1: leo 1, hw 1
   0.000833  b2 is leader of orders.placed-0 in epoch 1: leo 1, hw 1
   0.001147  b2 hears that b3 is at 1 of orders.placed-0 (knew -1)
   2.052083  c1 fences b1
   2.052445  b1 stops
   2.052445  > start b1
   2.052445  b1 starts
  11.152441  c1 fences b1
  12.056973  c1 registers b1, broker epoch 17
  12.068965  b1 is follower of orders.placed-0 in epoch 1: leo 1, hw 1
  12.068965  b1 (follower) orders.placed-0: hw 0 → 1
  12.069354  b2 hears that b1 is at 1 of orders.placed-0 (knew -1)
  12.069418  c1 unfences b1
  12.570077  b2 hears that b1 is at 1 of orders.placed-0 (knew 1)
  12.570077  b2 asks for isr 2,3 → 1,2,3 of orders.placed-0
  12.570552  c1 orders.placed-0: isr 2,3 → 1,2,3
  12.570552  > elect preferred orders.placed-0
  12.571013  c1 orders.placed-0: leader b2 → b1 in epoch 2, partition epoch 3
  12.571382  admin has the answer to ElectLeaders
  12.571410  b1 is leader of orders.placed-0 in epoch 2: leo 1, hw 1
  12.571508  b2 is follower of orders.placed-0 in epoch 2: leo 1, hw 1
  12.571508    -- Broker 1 leads again. Broker 2 says: my last epoch is 1.
  12.571998  b3 is follower of orders.placed-0 in epoch 2: leo 1, hw 1
  12.572251  b1 hears that b3 is at 1 of orders.placed-0 (knew -1)
  12.671508  > produce orders.placed k1 acks=1
  12.676508  producer sends 1 record of orders.placed-0 to b2
  12.676779  b2 answers the produce of producer to orders.placed-0: NOT_LEADER_OR_FOLLOWER
  12.677669  producer sends 1 record of orders.placed-0 to b1
  12.678043  b1 appends 1 of orders.placed-0: leo 2, hw 1, epoch 2
  12.678043  b1 answers the produce of producer to orders.placed-0: NONE
  12.678246  b3 copies 1 of orders.placed-0: leo 2, hw 1, epoch 2
  12.678342  producer is told: 1 record acknowledged, from 1 of orders.placed-0
  12.678499  b1 hears that b3 is at 2 of orders.placed-0 (knew 1)
  18.068965  b1 asks for isr 1,2,3 → 1,3 of orders.placed-0
  18.069418  c1 orders.placed-0: isr 1,2,3 → 1,3
  18.069780  b1 has isr 1,3 of orders.placed-0
  18.069780  b1 (leader) orders.placed-0: hw 1 → 2
  18.183262  b3 (follower) orders.placed-0: hw 1 → 2
  19.671508    -- Broker 2 has left the ISR, and nothing is wrong with it.
  26.671508    -- Thousands of fetches later it is still out.
