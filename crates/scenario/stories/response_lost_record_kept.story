# When the answer to a produce is lost, the record is kept, and the producer cannot know that. What it sends again is stored again.
# Source: Sender.handleProduceResponse (disconnect); NetworkException; clients U5, U7. Related: H-38, CL-44. Without idempotence, which would recognise the repetition.
cluster brokers=3
topic orders.placed assignment=1,2,3 min.insync.replicas=2
producer once enable.idempotence=false retries=0
producer again enable.idempotence=false
produce orders.placed w0 from=once
settle
produce orders.placed w1 from=again
settle
run 700ms
expect orders.placed-0 leader=1 isr=1,2,3 leo=2 hw=2
begin
say start "Two producers, both with acks=all. One never retries." "The first has retries=0; the second has Kafka's default and goes on for two minutes."
focus orders.placed-0 once
run 20ms
produce orders.placed k1 from=once
run until b1.orders.placed-0 leo=3
lose b1>once
say appended "The record is in the log. Its answer will be lost." "Everything else goes as ever: the followers fetch, and the leader counts them."
run until orders.placed-0 hw=3
say committed "Committed: all three have it." "The leader answers now: offset 2."
run until once failed=1
say failed "The producer reports failure. The record is there." "The connection broke before the answer came: NETWORK_EXCEPTION. To the producer both outcomes look the same."
expect once acknowledged=1 failed=1 error=NETWORK_EXCEPTION
expect orders.placed-0@2 key=k1
expect orders.placed-0 leo=3 hw=3
run 600ms
produce orders.placed k1 from=once
run until once acknowledged=2
say sent-again "The application sends it again: new work to everybody." "A second send() is another record, at offset 3, with or without idempotence."
expect orders.placed-0@3 key=k1
settle
run 600ms
produce orders.placed k2 from=again
run until b1.orders.placed-0 leo=5
focus orders.placed-0 again
lose b1>again
run until orders.placed-0 hw=5
say lost-too "The same with the other producer." "k2 is committed at offset 4, and its answer gets lost."
run until again acknowledged=2
say retried "It retried by itself, and reports success: offset 5." "k2 is at 4 and at 5. No error was seen by the application, and consumers read it twice."
expect orders.placed-0@4 key=k2
expect orders.placed-0@5 key=k2
expect again acknowledged=2 failed=0
settle
expect orders.placed-0 leo=6 hw=6
expect b3.orders.placed-0@5 key=k2
say end "Kept, and kept twice." "An idempotent producer, the default, numbers its batches; the leader would have known the retry, though not the second send()."
run 20ms
---
   0.000000    -- Two producers, both with acks=all. One never retries.
   0.020000  > produce orders.placed k1 from=once
   0.025000  once sends 1 record of orders.placed-0 to b1
   0.025374  b1 appends 2 of orders.placed-0: leo 3, hw 2, epoch 0
   0.025374  > lose b1>once
   0.025374  b1>once is about to lose the next message
   0.025374    -- The record is in the log. Its answer will be lost.
   0.025577  b3 copies 2 of orders.placed-0: leo 3, hw 2, epoch 0
   0.025708  b2 copies 2 of orders.placed-0: leo 3, hw 2, epoch 0
   0.025830  b1 hears that b3 is at 3 of orders.placed-0 (knew 2)
   0.026126  b1 hears that b2 is at 3 of orders.placed-0 (knew 2)
   0.026126  b1 (leader) orders.placed-0: hw 2 → 3
   0.026126  b1 answers the produce of once to orders.placed-0: NONE
   0.026126    -- Committed: all three have it.
   0.026425  b1>once is whole
   0.026724  once is told: 1 record to orders.placed-0 failed, NETWORK_EXCEPTION
   0.026724    -- The producer reports failure. The record is there.
   0.526033  b3 (follower) orders.placed-0: hw 2 → 3
   0.526460  b2 (follower) orders.placed-0: hw 2 → 3
   0.626724  > produce orders.placed k1 from=once
   0.632397  once sends 1 record of orders.placed-0 to b1
   0.632771  b1 appends 3 of orders.placed-0: leo 4, hw 3, epoch 0
   0.632974  b3 copies 3 of orders.placed-0: leo 4, hw 3, epoch 0
   0.633105  b2 copies 3 of orders.placed-0: leo 4, hw 3, epoch 0
   0.633227  b1 hears that b3 is at 4 of orders.placed-0 (knew 3)
   0.633523  b1 hears that b2 is at 4 of orders.placed-0 (knew 3)
   0.633523  b1 (leader) orders.placed-0: hw 3 → 4
   0.633523  b1 answers the produce of once to orders.placed-0: NONE
   0.633822  once is told: 1 record acknowledged, from 3 of orders.placed-0
   0.633822    -- The application sends it again: new work to everybody.
   1.133430  b3 (follower) orders.placed-0: hw 3 → 4
   1.133857  b2 (follower) orders.placed-0: hw 3 → 4
   1.733857  > produce orders.placed k2 from=again
   1.738857  again sends 1 record of orders.placed-0 to b1
   1.739200  b1 appends 4 of orders.placed-0: leo 5, hw 4, epoch 0
   1.739200  > lose b1>again
   1.739200  b1>again is about to lose the next message
   1.739403  b3 copies 4 of orders.placed-0: leo 5, hw 4, epoch 0
   1.739534  b2 copies 4 of orders.placed-0: leo 5, hw 4, epoch 0
   1.739656  b1 hears that b3 is at 5 of orders.placed-0 (knew 4)
   1.739952  b1 hears that b2 is at 5 of orders.placed-0 (knew 4)
   1.739952  b1 (leader) orders.placed-0: hw 4 → 5
   1.739952  b1 answers the produce of again to orders.placed-0: NONE
   1.739952    -- The same with the other producer.
   1.740226  b1>again is whole
   1.841471  again sends 1 record of orders.placed-0 to b1
   1.841814  b1 appends 5 of orders.placed-0: leo 6, hw 5, epoch 0
   1.842017  b3 copies 5 of orders.placed-0: leo 6, hw 5, epoch 0
   1.842017  b3 (follower) orders.placed-0: hw 4 → 5
   1.842148  b2 copies 5 of orders.placed-0: leo 6, hw 5, epoch 0
   1.842148  b2 (follower) orders.placed-0: hw 4 → 5
   1.842270  b1 hears that b3 is at 6 of orders.placed-0 (knew 5)
   1.842566  b1 hears that b2 is at 6 of orders.placed-0 (knew 5)
   1.842566  b1 (leader) orders.placed-0: hw 5 → 6
   1.842566  b1 answers the produce of again to orders.placed-0: NONE
   1.842840  again is told: 1 record acknowledged, from 5 of orders.placed-0
   1.842840    -- It retried by itself, and reports success: offset 5.
   2.342473  b3 (follower) orders.placed-0: hw 5 → 6
   2.342900  b2 (follower) orders.placed-0: hw 5 → 6
   2.342900    -- Kept, and kept twice.
