# When the answer to a produce is lost, an idempotent producer sends the batch again, and the leader knows it: one copy, at the first offset.
# Source: UnifiedLog.analyzeAndValidateProducerState; Sender.canRetry; KIP-98. H-36; clients U8, chain B. The twin of response_lost_record_kept.
cluster brokers=3
topic orders.placed assignment=1,2,3 min.insync.replicas=2
producer order-service
produce orders.placed w0 from=order-service
settle
run 700ms
expect orders.placed-0 leader=1 isr=1,2,3 leo=1 hw=1
expect order-service producer-id=0 producer-epoch=0
begin
say start "The order service is idempotent, as by default." "A broker gave it a producer id, 0. Under that id it numbers its records, for each partition from 0."
focus orders.placed-0 order-service
run 20ms
produce orders.placed k1 from=order-service
run until b1.orders.placed-0 leo=2
say numbered "k1 is at offset 1, and carries number 1." "w0 had number 0. The numbers are the producer's own; the offsets are the leader's."
expect orders.placed-0@1 key=k1 producer-id=0 producer-epoch=0 sequence=1
lose b1>order-service
run until orders.placed-0 hw=2
say committed "Committed. The answer is on its way, and will be lost." "The leader keeps the last five batches of each producer in mind: their numbers, and where they are."
run until order-service acknowledged=2
say recognised "The same number came again: the leader answers, and writes nothing." "The second answer names offset 1, where the first copy is. With acks=all a copy waits for the high watermark like any batch."
expect orders.placed-0 leo=2 hw=2
expect order-service sent=2 acknowledged=2 failed=0 producer-epoch=0
expect b2.orders.placed-0 leo=2
settle
run 600ms
produce orders.placed k2 from=order-service
run until b1.orders.placed-0 leo=3
say again "Once more, and now the leader goes as well." "k2 has number 2. Its answer is lost, and broker 1 crashes before it can be asked."
lose b1>order-service
run until orders.placed-0 hw=3
crash b1
run until orders.placed-0 leader=2 max=20s
say elected "Broker 2 leads. It has copied k2, and with it the number." "What a leader knows of producers it knows from the records, and so does every replica."
run until order-service acknowledged=3 max=20s
say still-once "Broker 2 knew the retry, too." "One copy, at offset 2: nobody asked broker 1."
expect orders.placed-0@2 key=k2 sequence=2 epoch=0
expect orders.placed-0 leo=3 hw=3
expect order-service sent=3 acknowledged=3 failed=0 producer-epoch=0
say end "Sent twice, stored once." "A second send() of the application would be a new number, and a new record: nobody could tell it from new work."
run 20ms
---
   0.000000    -- The order service is idempotent, as by default.
   0.020000  > produce orders.placed k1 from=order-service
   0.025000  order-service sends 1 record of orders.placed-0 to b1
   0.025374  b1 appends 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.025374    -- k1 is at offset 1, and carries number 1.
   0.025374  > lose b1>order-service
   0.025374  b1>order-service is about to lose the next message
   0.025577  b3 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.025708  b2 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.025830  b1 hears that b3 is at 2 of orders.placed-0 (knew 1)
   0.026126  b1 hears that b2 is at 2 of orders.placed-0 (knew 1)
   0.026126  b1 (leader) orders.placed-0: hw 1 → 2
   0.026126  b1 answers the produce of order-service to orders.placed-0: NONE
   0.026126    -- Committed. The answer is on its way, and will be lost.
   0.026425  b1>order-service is whole
   0.112121  order-service sends 1 record of orders.placed-0 to b1
   0.112495  b1 has 1 of producer 0, epoch 0, already: at 1 of orders.placed-0
   0.112495  b1 answers the produce of order-service to orders.placed-0: NONE
   0.112794  order-service is told: 1 record acknowledged, from 1 of orders.placed-0
   0.112794    -- The same number came again: the leader answers, and writes nothing.
   0.526033  b3 (follower) orders.placed-0: hw 1 → 2
   0.526460  b2 (follower) orders.placed-0: hw 1 → 2
   1.126460  > produce orders.placed k2 from=order-service
   1.131460  order-service sends 1 record of orders.placed-0 to b1
   1.131834  b1 appends 2 of orders.placed-0: leo 3, hw 2, epoch 0
   1.131834    -- Once more, and now the leader goes as well.
   1.131834  > lose b1>order-service
   1.131834  b1>order-service is about to lose the next message
   1.132037  b3 copies 2 of orders.placed-0: leo 3, hw 2, epoch 0
   1.132168  b2 copies 2 of orders.placed-0: leo 3, hw 2, epoch 0
   1.132290  b1 hears that b3 is at 3 of orders.placed-0 (knew 2)
   1.132586  b1 hears that b2 is at 3 of orders.placed-0 (knew 2)
   1.132586  b1 (leader) orders.placed-0: hw 2 → 3
   1.132586  b1 answers the produce of order-service to orders.placed-0: NONE
   1.132586  > crash b1
   1.132586  b1 crashes
   1.132885  b1>order-service is whole
   9.931693  c1 orders.placed-0: isr 1,2,3 → 2,3
   9.931693  c1 orders.placed-0: leader b1 → b2 in epoch 1, partition epoch 1
   9.931693  c1 fences b1
   9.931693    -- Broker 2 leads. It has copied k2, and with it the number.
   9.932026  b3 is follower of orders.placed-0 in epoch 1: leo 3, hw 2
   9.932073  b2 is leader of orders.placed-0 in epoch 1: leo 3, hw 2
   9.932387  b2 hears that b3 is at 3 of orders.placed-0 (knew -1)
   9.932387  b2 (leader) orders.placed-0: hw 2 → 3
  10.245290  order-service sends 1 record of orders.placed-0 to b2
  10.245561  b2 has 2 of producer 0, epoch 0, already: at 2 of orders.placed-0
  10.245561  b2 answers the produce of order-service to orders.placed-0: NONE
  10.245778  order-service is told: 1 record acknowledged, from 2 of orders.placed-0
  10.245778    -- Broker 2 knew the retry, too.
  10.245778    -- Sent twice, stored once.
