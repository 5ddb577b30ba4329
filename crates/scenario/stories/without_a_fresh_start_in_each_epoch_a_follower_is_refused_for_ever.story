# What if a follower went on fetching in the old epoch when the same leader begins a new one?
# Source: ReplicaManager.makeFollowers, AbstractFetcherManager.addFetcherForPartitions; KIP-320. M-12, a variant of H-34; L-7.
cluster brokers=3
topic orders.placed assignment=1,2,3 min.insync.replicas=2
rule new-epoch-restarts-fetching off
produce orders.placed k0 acks=1
settle
run 700ms
begin
say start "Broker 3 will miss two elections." "In the first, broker 2 becomes leader; in the second, broker 1 again."
focus orders.placed-0 b3
cut b3-c1:metadata
crash b1
run until orders.placed-0 leader=2 max=20s
start b1
run until orders.placed-0 isr=1,2,3 max=20s
elect preferred orders.placed-0
run until b1.orders.placed-0 role=leader epoch=2
say again "Broker 1 leads in epoch 2; broker 3 knows of epoch 0." "Its leader was broker 1, and is."
expect b3.orders.placed-0 epoch=0
heal b3-c1:metadata
run until b3.orders.placed-0 epoch=2 max=20s
produce orders.placed k1 acks=1
run 60s
say out "Broker 3 has left the ISR, and nothing is wrong with it." "It knows of epoch 2, and its fetches still name epoch 0. The leader refuses each."
expect orders.placed-0 isr=1,2
run 120s
say for-ever "Two minutes later it is still out." "Nothing is broken, nothing is cut: it would stay so for ever. Kafka begins anew in each epoch, and it is in the ISR within a second."
expect orders.placed-0 isr=1,2
expect b3.orders.placed-0 leo=1
run 20ms
---
   0.000000    -- Broker 3 will miss two elections.
   0.000000  > cut b3-c1:metadata
   0.000000  c1>b3:metadata is cut
   0.000000  b3>c1:metadata is cut
   0.000000  > crash b1
   0.000000  b1 crashes
   8.902441  c1 orders.placed-0: isr 1,2,3 → 2,3
   8.902441  c1 orders.placed-0: leader b1 → b2 in epoch 1, partition epoch 1
   8.902441  c1 fences b1
   8.902441  > start b1
   8.902441  b1 starts
   8.902821  b2 is leader of orders.placed-0 in epoch 1: leo 1, hw 1
   8.902894  c1 registers b1, broker epoch 15
   8.914886  b1 is follower of orders.placed-0 in epoch 1: leo 1, hw 0
   8.915275  b2 hears that b1 is at 1 of orders.placed-0 (knew -1)
   8.915339  c1 unfences b1
   9.415609  b1 (follower) orders.placed-0: hw 0 → 1
   9.415998  b2 hears that b1 is at 1 of orders.placed-0 (knew 1)
   9.415998  b2 asks for isr 2,3 → 1,2,3 of orders.placed-0
   9.416473  c1 orders.placed-0: isr 2,3 → 1,2,3
   9.416473  > elect preferred orders.placed-0
   9.416934  c1 orders.placed-0: leader b2 → b1 in epoch 2, partition epoch 3
   9.417303  admin has the answer to ElectLeaders
   9.417331  b1 is leader of orders.placed-0 in epoch 2: leo 1, hw 1
   9.417331    -- Broker 1 leads in epoch 2; broker 3 knows of epoch 0.
   9.417331  > heal b3-c1:metadata
   9.417331  c1>b3:metadata is whole
   9.417331  b3>c1:metadata is whole
   9.417429  b2 is follower of orders.placed-0 in epoch 2: leo 1, hw 1
   9.417997  b3 is follower of orders.placed-0 in epoch 2: leo 1, hw 1
   9.417997  > produce orders.placed k1 acks=1
   9.418599  b1 hears that b2 is at 1 of orders.placed-0 (knew -1)
   9.423670  producer sends 1 record of orders.placed-0 to b1
   9.424044  b1 appends 1 of orders.placed-0: leo 2, hw 1, epoch 2
   9.424044  b1 answers the produce of producer to orders.placed-0: NONE
   9.424343  producer is told: 1 record acknowledged, from 1 of orders.placed-0
   9.424378  b2 copies 1 of orders.placed-0: leo 2, hw 1, epoch 2
   9.424796  b1 hears that b2 is at 2 of orders.placed-0 (knew 1)
  53.914886  b1 asks for isr 1,2,3 → 1,2 of orders.placed-0
  53.915339  c1 orders.placed-0: isr 1,2,3 → 1,2
  53.915701  b1 has isr 1,2 of orders.placed-0
  53.915701  b1 (leader) orders.placed-0: hw 1 → 2
  53.991306  b2 (follower) orders.placed-0: hw 1 → 2
  69.417997    -- Broker 3 has left the ISR, and nothing is wrong with it.
 189.417997    -- Two minutes later it is still out.
