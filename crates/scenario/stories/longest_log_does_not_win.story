# The controller elects the first live in-sync replica of the assignment. It knows no log lengths; longer logs are cut.
# Source: PartitionChangeBuilder.electLeader; AbstractFetcherThread.truncateOnFetchResponse. H-04, H-59; controller 2.2, oracle 4.9.
cluster brokers=3
topic orders.placed assignment=1,2,3
produce orders.placed a{n} count=2 acks=1
settle
run 6s                                  # the high watermark 2 is written down
expect orders.placed-0 leader=1 epoch=0 isr=1,2,3 leo=2 hw=2
begin
say start "Three logs of two records, all committed." "Broker 1 leads. Soon the three logs will be of three lengths."
focus orders.placed-0
run 20ms
hold b1>b2:fetch                        # broker 2 gets nothing new
run 600ms
produce orders.placed x{n} first=2 count=3 acks=1
run until b3.orders.placed-0 leo=5
hold b1>b3:fetch                        # from now on broker 3 gets nothing new either
run 600ms
produce orders.placed y{n} first=5 count=5 acks=1
run until b1.orders.placed-0 leo=10
run 100ms
say lengths "Ten records, two, five: one leader and two slow followers." "All three are in the ISR, for they were caught up less than 30 s ago. Committed is what all three have: two records."
expect b1.orders.placed-0 leo=10 hw=2
expect b2.orders.placed-0 leo=2 hw=2
expect b3.orders.placed-0 leo=5 hw=2
expect orders.placed-0 isr=1,2,3 hw=2
crash b1
release all
say crash "Broker 1 crashes. One of two others will lead." "Broker 2 has two records, broker 3 has five. The controller has never heard of either number."
run until orders.placed-0 leader=2 max=20s
say elected "Broker 2 leads: it comes first in the assignment." "It is in the ISR, so it has all that is committed. More than that nobody was promised by acks=all."
expect orders.placed-0 leader=2 epoch=1 partition-epoch=1 isr=2,3
run until b3.orders.placed-0 leo=2
say shorter "Broker 3 had more, and cuts it." "For its leader epoch 0 ends at 2. x2, x3 and x4 go, though two brokers had them."
expect b3.orders.placed-0 leo=2 hw=2 epoch=1
run until orders.placed-0 hw=2
produce orders.placed z2 acks=all
run until orders.placed-0 hw=3
run 1s
start b1
run until b1.orders.placed-0 leo=2 max=20s
say longest "The longest log of all goes the same way." "Ten records to two, then it copies z2. Eight acks=1 records are gone, and no committed one is."
settle
expect b1.orders.placed-0 leo=3 hw=3 epochs=0@0,1@2
expect b2.orders.placed-0 leo=3 hw=3 epochs=0@0,1@2
expect b3.orders.placed-0 leo=3 hw=3 epochs=0@0,1@2
expect orders.placed-0 leader=2 epoch=1 partition-epoch=2 isr=1,2,3
expect orders.placed-0@2 key=z2 epoch=1
run 20ms
---
   0.000000    -- Three logs of two records, all committed.
   0.020000  > hold b1>b2:fetch
   0.020000  b1>b2:fetch is held
   0.620000  > produce orders.placed x{n} first=2 count=3 acks=1
   0.625000  producer sends 3 records of orders.placed-0 to b1
   0.625374  b1 appends 2..4 of orders.placed-0: leo 5, hw 2, epoch 0
   0.625374  b1 answers the produce of producer to orders.placed-0: NONE
   0.625577  b3 copies 2..4 of orders.placed-0: leo 5, hw 2, epoch 0
   0.625577  > hold b1>b3:fetch
   0.625577  b1>b3:fetch is held
   0.625673  producer is told: 3 records acknowledged, from 2 of orders.placed-0
   0.625830  b1 hears that b3 is at 5 of orders.placed-0 (knew 2)
   1.225577  > produce orders.placed y{n} first=5 count=5 acks=1
   1.230577  producer sends 5 records of orders.placed-0 to b1
   1.230951  b1 appends 5..9 of orders.placed-0: leo 10, hw 2, epoch 0
   1.230951  b1 answers the produce of producer to orders.placed-0: NONE
   1.231250  producer is told: 5 records acknowledged, from 5 of orders.placed-0
   1.330951    -- Ten records, two, five: one leader and two slow followers.
   1.330951  > crash b1
   1.330951  b1 crashes
   1.330951  > release all
   1.330951  b1>b2:fetch is whole
   1.330951  b1>b3:fetch is whole
   1.330951    -- Broker 1 crashes. One of two others will lead.
   9.227441  c1 orders.placed-0: isr 1,2,3 → 2,3
   9.227441  c1 orders.placed-0: leader b1 → b2 in epoch 1, partition epoch 1
   9.227441  c1 fences b1
   9.227441    -- Broker 2 leads: it comes first in the assignment.
   9.227774  b3 is follower of orders.placed-0 in epoch 1: leo 5, hw 2
   9.227821  b2 is leader of orders.placed-0 in epoch 1: leo 2, hw 2
   9.228424  b3 truncates orders.placed-0: leo 5 → 2
   9.228424    -- Broker 3 had more, and cuts it.
   9.228424  > produce orders.placed z2 acks=all
   9.228424  producer-acks-all starts
   9.228785  b2 hears that b3 is at 2 of orders.placed-0 (knew -1)
   9.330931  producer-acks-all sends 1 record of orders.placed-0 to b2
   9.331281  b2 appends 2 of orders.placed-0: leo 3, hw 2, epoch 1
   9.331570  b3 copies 2 of orders.placed-0: leo 3, hw 2, epoch 1
   9.331931  b2 hears that b3 is at 3 of orders.placed-0 (knew 2)
   9.331931  b2 (leader) orders.placed-0: hw 2 → 3
   9.331931  b2 answers the produce of producer-acks-all to orders.placed-0: NONE
   9.332211  producer-acks-all is told: 1 record acknowledged, from 2 of orders.placed-0
   9.832220  b3 (follower) orders.placed-0: hw 2 → 3
  10.331931  > start b1
  10.331931  b1 starts
  10.332384  c1 registers b1, broker epoch 14
  10.344376  b1 is follower of orders.placed-0 in epoch 1: leo 10, hw 2
  10.344376  b1 (follower) orders.placed-0: hw 0 → 2
  10.344829  c1 unfences b1
  10.345099  b1 truncates orders.placed-0: leo 10 → 2
  10.345099    -- The longest log of all goes the same way.
  10.345488  b2 hears that b1 is at 2 of orders.placed-0 (knew -1)
  10.345822  b1 copies 2 of orders.placed-0: leo 3, hw 3, epoch 1
  10.345822  b1 (follower) orders.placed-0: hw 2 → 3
  10.346211  b2 hears that b1 is at 3 of orders.placed-0 (knew 2)
  10.346211  b2 asks for isr 2,3 → 1,2,3 of orders.placed-0
  10.346686  c1 orders.placed-0: isr 2,3 → 1,2,3
