# What if a leader did not compare the numbers of a batch with the last ones? A batch whose answer was lost would be stored again.
# Source: UnifiedLog.analyzeAndValidateProducerState; KIP-98. H-36 without the comparison (M-21). The counterpart is a_retry_after_a_lost_answer_is_recognised.
cluster brokers=3
topic orders.placed assignment=1,2,3 min.insync.replicas=2
rule duplicates-are-recognised off
producer app
produce orders.placed w0 from=app
settle
run 700ms
begin
say start "Batches carry numbers, and nobody compares them." "duplicates-are-recognised is switched off: a leader takes a batch that it has already for a new one."
focus orders.placed-0 app
run 20ms
produce orders.placed k1 from=app
run until b1.orders.placed-0 leo=2
lose b1>app
say lost "k1 is at offset 1. The answer will be lost." "The producer is idempotent: it sends the same number again."
run until app acknowledged=2 max=20s
say twice "The same number stands in the log twice." "Offsets 1 and 2 are both number 1 of epoch 0. Every consumer reads k1 two times."
expect orders.placed-0@1 key=k1 producer-epoch=0 sequence=1
expect orders.placed-0@2 key=k1 producer-epoch=0 sequence=1
settle
expect orders.placed-0 leo=3 hw=3
expect finding I-23
say end "A number is worth what a leader makes of it." "With the rule on, the second copy is answered with offset 1 and not written."
run 20ms
---
   0.000000    -- Batches carry numbers, and nobody compares them.
   0.020000  > produce orders.placed k1 from=app
   0.025000  app sends 1 record of orders.placed-0 to b1
   0.025374  b1 appends 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.025374  > lose b1>app
   0.025374  b1>app is about to lose the next message
   0.025374    -- k1 is at offset 1. The answer will be lost.
   0.025577  b3 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.025708  b2 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.025830  b1 hears that b3 is at 2 of orders.placed-0 (knew 1)
   0.026126  b1 hears that b2 is at 2 of orders.placed-0 (knew 1)
   0.026126  b1 (leader) orders.placed-0: hw 1 → 2
   0.026126  b1 answers the produce of app to orders.placed-0: NONE
   0.026425  b1>app is whole
   0.112121  app sends 1 record of orders.placed-0 to b1
   0.112495  b1 appends 2 of orders.placed-0: leo 3, hw 2, epoch 0
   0.112495  ! I-23 does not hold for orders.placed-0 (b1): offset=2 producer_id=0 sequence=1
   0.112698  b3 copies 2 of orders.placed-0: leo 3, hw 2, epoch 0
   0.112698  b3 (follower) orders.placed-0: hw 1 → 2
   0.112829  b2 copies 2 of orders.placed-0: leo 3, hw 2, epoch 0
   0.112829  b2 (follower) orders.placed-0: hw 1 → 2
   0.112951  b1 hears that b3 is at 3 of orders.placed-0 (knew 2)
   0.113247  b1 hears that b2 is at 3 of orders.placed-0 (knew 2)
   0.113247  b1 (leader) orders.placed-0: hw 2 → 3
   0.113247  b1 answers the produce of app to orders.placed-0: NONE
   0.113546  app is told: 1 record acknowledged, from 2 of orders.placed-0
   0.113546    -- The same number stands in the log twice.
   0.613154  b3 (follower) orders.placed-0: hw 2 → 3
   0.613581  b2 (follower) orders.placed-0: hw 2 → 3
   0.613581    -- A number is worth what a leader makes of it.
