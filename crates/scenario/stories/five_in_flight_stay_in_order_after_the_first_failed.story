# Five batches are in flight and the first is refused. One is missing before the others, so they are refused too, and all come again in order.
# Source: ProducerAppendInfo.checkSequence; RecordAccumulator.shouldStopDrainBatchesForPartition; KIP-98. H-39 with idempotence; clients I19, related CL-51.
cluster brokers=3 replica.lag.time.max.ms=3000
topic orders.placed assignment=1,2,3 min.insync.replicas=2
producer order-service linger.ms=0
produce orders.placed w0 from=order-service
settle
run 700ms
cut b2-b1
cut b3-b1
request produce b1 orders.placed-0 value=x acks=1 as=alone
run until b1.orders.placed-0 isr=1 max=10s
expect orders.placed-0 leo=2 hw=1
begin
say start "Broker 1 is alone in the ISR, one too few." "min.insync.replicas is 2, so for now it refuses whatever comes with acks=all."
focus orders.placed-0 order-service
hold order-service>b1
run 20ms
produce orders.placed p1 from=order-service
produce orders.placed p2 from=order-service
produce orders.placed p3 from=order-service
produce orders.placed p4 from=order-service
produce orders.placed p5 from=order-service
produce orders.placed p6 from=order-service
run 20ms
say sent "Five batches are on their way, numbered 1 to 5." "max.in.flight.requests.per.connection is 5: p6 has to wait, and has no number yet."
step order-service>b1
run 20ms
say refused "p1 is refused: NOT_ENOUGH_REPLICAS." "Nothing was written. The producer will send it again, but four others are before it on the way."
expect orders.placed-0 leo=2
heal b2-b1
heal b3-b1
run until orders.placed-0 isr=1,2,3 max=60s
say healed "The followers are back. Broker 1 takes records again." "Without numbers p2 to p5 would be written now, and p1 behind them."
expect orders.placed-0 leo=2 hw=2
release order-service>b1
run until b1.orders.placed-0 leo=3
say gap "p2 to p5 were refused: p1 was missing." "OUT_OF_ORDER_SEQUENCE_NUMBER. The producer knows that p1 is to come first, and puts them back in their order."
expect orders.placed-0@2 key=p1 sequence=1
run until order-service acknowledged=7 max=20s
say in-turn "One at a time, in turn." "A batch that has a number is sent again only when it is the lowest one left. Right behind the last of them p6 follows."
expect orders.placed-0@3 key=p2 sequence=2
expect orders.placed-0@4 key=p3 sequence=3
expect orders.placed-0@5 key=p4 sequence=4
expect orders.placed-0@6 key=p5 sequence=5
expect orders.placed-0@7 key=p6 sequence=6
expect orders.placed-0 leo=8
expect order-service sent=7 acknowledged=7 failed=0 producer-epoch=0
settle
say end "In the order of send(), each once." "The application saw no error. Five in flight are allowed because a leader remembers five batches of each producer."
run 20ms
---
   0.000000    -- Broker 1 is alone in the ISR, one too few.
   0.000000  > hold order-service>b1
   0.000000  order-service>b1 is held
   0.020000  > produce orders.placed p1 from=order-service
   0.020000  order-service sends 1 record of orders.placed-0 to b1
   0.020000  > produce orders.placed p2 from=order-service
   0.020000  order-service sends 1 record of orders.placed-0 to b1
   0.020000  > produce orders.placed p3 from=order-service
   0.020000  order-service sends 1 record of orders.placed-0 to b1
   0.020000  > produce orders.placed p4 from=order-service
   0.020000  order-service sends 1 record of orders.placed-0 to b1
   0.020000  > produce orders.placed p5 from=order-service
   0.020000  order-service sends 1 record of orders.placed-0 to b1
   0.020000  > produce orders.placed p6 from=order-service
   0.040000    -- Five batches are on their way, numbered 1 to 5.
   0.040000  > step order-service>b1
   0.040000  b1 answers the produce of order-service to orders.placed-0: NOT_ENOUGH_REPLICAS
   0.060000    -- p1 is refused: NOT_ENOUGH_REPLICAS.
   0.060000  > heal b2-b1
   0.060000  b1>b2 is whole
   0.060000  b2>b1 is whole
   0.060000  > heal b3-b1
   0.060000  b1>b3 is whole
   0.060000  b3>b1 is whole
   0.060203  b3 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.060334  b2 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.060456  b1 hears that b3 is at 2 of orders.placed-0 (knew 1)
   0.060456  b1 asks for isr 1 → 1,3 of orders.placed-0
   0.060752  b1 hears that b2 is at 2 of orders.placed-0 (knew 1)
   0.060909  c1 orders.placed-0: isr 1 → 1,3
   0.060909  c1 orders.placed-0: elr 2,3 → none
   0.061271  b1 has isr 1,3 of orders.placed-0
   0.061271  b1 (leader) orders.placed-0: hw 1 → 2
   0.125023  order-service sends 1 record of orders.placed-0 to b1
   0.560659  b3 (follower) orders.placed-0: hw 1 → 2
   0.561086  b2 (follower) orders.placed-0: hw 1 → 2
   0.561504  b1 hears that b2 is at 2 of orders.placed-0 (knew 2)
   0.561504  b1 asks for isr 1,3 → 1,2,3 of orders.placed-0
   0.561957  c1 orders.placed-0: isr 1,3 → 1,2,3
   0.561957    -- The followers are back. Broker 1 takes records again.
   0.561957  > release order-service>b1
   0.561957  order-service>b1 is whole
   0.561957  b1 answers the produce of order-service to orders.placed-0: OUT_OF_ORDER_SEQUENCE_NUMBER
   0.562032  b1 answers the produce of order-service to orders.placed-0: OUT_OF_ORDER_SEQUENCE_NUMBER
   0.562107  b1 answers the produce of order-service to orders.placed-0: OUT_OF_ORDER_SEQUENCE_NUMBER
   0.562182  b1 answers the produce of order-service to orders.placed-0: OUT_OF_ORDER_SEQUENCE_NUMBER
   0.562257  b1 appends 2 of orders.placed-0: leo 3, hw 2, epoch 0
   0.562257    -- p2 to p5 were refused: p1 was missing.
   0.562460  b3 copies 2 of orders.placed-0: leo 3, hw 2, epoch 0
   0.562591  b2 copies 2 of orders.placed-0: leo 3, hw 2, epoch 0
   0.562713  b1 hears that b3 is at 3 of orders.placed-0 (knew 2)
   0.563009  b1 hears that b2 is at 3 of orders.placed-0 (knew 2)
   0.563009  b1 (leader) orders.placed-0: hw 2 → 3
   0.563009  b1 answers the produce of order-service to orders.placed-0: NONE
   0.563308  order-service is told: 1 record acknowledged, from 2 of orders.placed-0
   0.665665  order-service sends 1 record of orders.placed-0 to b1
   0.666039  b1 appends 3 of orders.placed-0: leo 4, hw 3, epoch 0
   0.666242  b3 copies 3 of orders.placed-0: leo 4, hw 3, epoch 0
   0.666242  b3 (follower) orders.placed-0: hw 2 → 3
   0.666373  b2 copies 3 of orders.placed-0: leo 4, hw 3, epoch 0
   0.666373  b2 (follower) orders.placed-0: hw 2 → 3
   0.666495  b1 hears that b3 is at 4 of orders.placed-0 (knew 3)
   0.666791  b1 hears that b2 is at 4 of orders.placed-0 (knew 3)
   0.666791  b1 (leader) orders.placed-0: hw 3 → 4
   0.666791  b1 answers the produce of order-service to orders.placed-0: NONE
   0.667090  order-service is told: 1 record acknowledged, from 3 of orders.placed-0
   0.674616  order-service sends 1 record of orders.placed-0 to b1
   0.674990  b1 appends 4 of orders.placed-0: leo 5, hw 4, epoch 0
   0.675193  b3 copies 4 of orders.placed-0: leo 5, hw 4, epoch 0
   0.675193  b3 (follower) orders.placed-0: hw 3 → 4
   0.675324  b2 copies 4 of orders.placed-0: leo 5, hw 4, epoch 0
   0.675324  b2 (follower) orders.placed-0: hw 3 → 4
   0.675446  b1 hears that b3 is at 5 of orders.placed-0 (knew 4)
   0.675742  b1 hears that b2 is at 5 of orders.placed-0 (knew 4)
   0.675742  b1 (leader) orders.placed-0: hw 4 → 5
   0.675742  b1 answers the produce of order-service to orders.placed-0: NONE
   0.676041  order-service is told: 1 record acknowledged, from 4 of orders.placed-0
   0.679160  order-service sends 1 record of orders.placed-0 to b1
   0.679534  b1 appends 5 of orders.placed-0: leo 6, hw 5, epoch 0
   0.679737  b3 copies 5 of orders.placed-0: leo 6, hw 5, epoch 0
   0.679737  b3 (follower) orders.placed-0: hw 4 → 5
   0.679868  b2 copies 5 of orders.placed-0: leo 6, hw 5, epoch 0
   0.679868  b2 (follower) orders.placed-0: hw 4 → 5
   0.679990  b1 hears that b3 is at 6 of orders.placed-0 (knew 5)
   0.680286  b1 hears that b2 is at 6 of orders.placed-0 (knew 5)
   0.680286  b1 (leader) orders.placed-0: hw 5 → 6
   0.680286  b1 answers the produce of order-service to orders.placed-0: NONE
   0.680585  order-service sends 1 record of orders.placed-0 to b1
   0.680585  order-service sends 1 record of orders.placed-0 to b1
   0.680585  order-service is told: 1 record acknowledged, from 5 of orders.placed-0
   0.680959  b1 appends 6 of orders.placed-0: leo 7, hw 6, epoch 0
   0.681162  b3 copies 6 of orders.placed-0: leo 7, hw 6, epoch 0
   0.681162  b3 (follower) orders.placed-0: hw 5 → 6
   0.681293  b2 copies 6 of orders.placed-0: leo 7, hw 6, epoch 0
   0.681293  b2 (follower) orders.placed-0: hw 5 → 6
   0.681415  b1 hears that b3 is at 7 of orders.placed-0 (knew 6)
   0.681711  b1 hears that b2 is at 7 of orders.placed-0 (knew 6)
   0.681711  b1 (leader) orders.placed-0: hw 6 → 7
   0.681711  b1 answers the produce of order-service to orders.placed-0: NONE
   0.681786  b1 appends 7 of orders.placed-0: leo 8, hw 7, epoch 0
   0.681989  b3 copies 7 of orders.placed-0: leo 8, hw 7, epoch 0
   0.681989  b3 (follower) orders.placed-0: hw 6 → 7
   0.682010  order-service is told: 1 record acknowledged, from 6 of orders.placed-0
   0.682120  b2 copies 7 of orders.placed-0: leo 8, hw 7, epoch 0
   0.682120  b2 (follower) orders.placed-0: hw 6 → 7
   0.682242  b1 hears that b3 is at 8 of orders.placed-0 (knew 7)
   0.682538  b1 hears that b2 is at 8 of orders.placed-0 (knew 7)
   0.682538  b1 (leader) orders.placed-0: hw 7 → 8
   0.682538  b1 answers the produce of order-service to orders.placed-0: NONE
   0.682837  order-service is told: 1 record acknowledged, from 7 of orders.placed-0
   0.682837    -- One at a time, in turn.
   1.182445  b3 (follower) orders.placed-0: hw 7 → 8
   1.182872  b2 (follower) orders.placed-0: hw 7 → 8
   1.182872    -- In the order of send(), each once.
