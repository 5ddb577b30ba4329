# What if a follower took an answer without a look at the offset that it had asked for?
# Source: AbstractFetcherThread.processFetchRequest. M-13, H-33. Since 4.0 the leader epoch is compared as well, and would save it; that rule is off too.
cluster brokers=3
topic orders.placed assignment=3,1,2/1,2,3
rule answer-is-for-present-epoch off
rule answer-is-for-present-offset off
produce orders.placed k0 acks=1 partition=0
settle
run 700ms
crash b3
run until orders.placed-0 leader=1 max=20s
start b3
run until orders.placed-0 isr=1,2,3 max=20s
run until orders.placed-1 isr=1,2,3 max=20s
run 700ms
begin
say start "Broker 1 leads, and two of its answers will be late." "It leads in epoch 1. Broker 3, which comes first in the assignment, gets nothing new."
focus orders.placed-0 b2
hold b1>b3:fetch
run 600ms
produce orders.placed k1 acks=1 partition=0
run until b2.orders.placed-0 leo=2
hold b1>b2:fetch
run 10ms
produce orders.placed k2 acks=1 partition=0
run 100ms
say answer "Broker 2 asked for offset 2. The answer, k2, is under way." "k1 and k2 are acknowledged with acks=1. Broker 3 has neither."
expect b1.orders.placed-0 leo=3
elect preferred orders.placed-0
run until b2.orders.placed-0 epoch=2
run 100ms
say cut "Broker 3 leads again, and broker 2 has cut k1." "It ends at 1 now, as its leader does."
expect b2.orders.placed-0 leo=1
stop b3
run until b2.orders.placed-0 epoch=3 max=20s
step b1>b2:fetch
run 10ms
say hole "The old answer brings k2 to offset 2. Offset 1 is empty." "A log with a hole is no log. Kafka compares the offset it asked for with the one it is at."
expect b2.orders.placed-0@2 key=k2
expect finding I-01 I-07 I-09 I-10
release all
run 20ms
---
   0.000000    -- Broker 1 leads, and two of its answers will be late.
   0.000000  > hold b1>b3:fetch
   0.000000  b1>b3:fetch is held
   0.600000  > produce orders.placed k1 acks=1 partition=0
   0.605862  producer sends 1 record of orders.placed-0 to b3
   0.606341  b3 answers the produce of producer to orders.placed-0: NOT_LEADER_OR_FOLLOWER
   0.606724  producer sends 1 record of orders.placed-0 to b1
   0.607173  b1 appends 1 of orders.placed-0: leo 2, hw 1, epoch 1
   0.607173  b1 answers the produce of producer to orders.placed-0: NONE
   0.607472  producer is told: 1 record acknowledged, from 1 of orders.placed-0
   0.607507  b2 copies 1 of orders.placed-0: leo 2, hw 1, epoch 1
   0.607507  > hold b1>b2:fetch
   0.607507  b1>b2:fetch is held
   0.607925  b1 hears that b2 is at 2 of orders.placed-0 (knew 1)
   0.607925  b1 hears that b2 is at 0 of orders.placed-1 (knew 0)
   0.617507  > produce orders.placed k2 acks=1 partition=0
   0.622507  producer sends 1 record of orders.placed-0 to b1
   0.622881  b1 appends 2 of orders.placed-0: leo 3, hw 1, epoch 1
   0.622881  b1 answers the produce of producer to orders.placed-0: NONE
   0.623180  producer is told: 1 record acknowledged, from 2 of orders.placed-0
   0.717507    -- Broker 2 asked for offset 2. The answer, k2, is under way.
   0.717507  > elect preferred orders.placed-0
   0.717968  c1 orders.placed-0: leader b1 → b3 in epoch 2, partition epoch 3
   0.718301  b3 is leader of orders.placed-0 in epoch 2: leo 1, hw 1
   0.718330  b1 is follower of orders.placed-0 in epoch 2: leo 3, hw 1
   0.718337  admin has the answer to ElectLeaders
   0.718348  b2 is follower of orders.placed-0 in epoch 2: leo 2, hw 1
   0.719021  b2 truncates orders.placed-0: leo 2 → 1
   0.719405  b3 hears that b2 is at 1 of orders.placed-0 (knew -1)
   0.818348    -- Broker 3 leads again, and broker 2 has cut k1.
   0.818348  > stop b3
   0.818764  c1 lets b3 shut down
   0.818764  c1 orders.placed-0: isr 1,2,3 → 1,2
   0.818764  c1 orders.placed-0: leader b3 → b1 in epoch 3, partition epoch 4
   0.818764  c1 orders.placed-1: isr 1,2,3 → 1,2
   0.819097  b3 is follower of orders.placed-0 in epoch 3: leo 1, hw 1
   0.819126  b1 is leader of orders.placed-0 in epoch 3: leo 3, hw 1
   0.819144  b2 is follower of orders.placed-0 in epoch 3: leo 1, hw 1
   0.819144  > step b1>b2:fetch
   0.819144  b2 copies 1..2 of orders.placed-0: leo 3, hw 1, epoch 1
   0.819144  ! I-01 does not hold for orders.placed-0 (b2): base_offset=2 expected=1
   0.819144  ! I-07 does not hold for orders.placed-0 (b1, b2): offset=2
   0.819562  b1 hears that b2 is at 3 of orders.placed-0 (knew -1)
   0.819562  b1 (leader) orders.placed-0: hw 1 → 3
   0.819562  b1 hears that b2 is at 0 of orders.placed-1 (knew 0)
   0.819562  ! I-09 does not hold for orders.placed-0 (b1, b2): offset=2 high_watermark=3
   0.819562  ! I-10 does not hold for orders.placed-0 (b1, b2): offset=2 high_watermark=3
   0.829144    -- The old answer brings k2 to offset 2. Offset 1 is empty.
   0.829144  > release all
   0.829144  b1>b2:fetch is whole
   0.829144  b1>b3:fetch is whole
