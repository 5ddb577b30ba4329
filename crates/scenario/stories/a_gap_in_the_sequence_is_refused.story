# A leader takes the batches of a producer only in the order of their numbers; a batch after a gap, or from a past epoch, is refused before anything is written.
# Source: ProducerAppendInfo.checkProducerEpoch, checkSequence; ProducerStateEntry.findDuplicateBatch; KIP-98. BR-125, BR-126, BR-128, BR-136; CL-68, CL-69, CL-70.
cluster brokers=3
topic orders.placed assignment=1,2,3
run 1s
expect orders.placed-0 leader=1 isr=1,2,3 leo=0
begin
say start "A producer by hand: every number is written out." "Raw requests to broker 1, each with producer id 7, an epoch and the number of its first record."
focus orders.placed-0
run 20ms
request produce b1 orders.placed-0 value=s{n} count=1 acks=1 producer-id=7 sequence=0 as=first
run until first error=NONE
request produce b1 orders.placed-0 value=s1 acks=1 producer-id=7 sequence=1 as=second
run until second error=NONE
say in-order "Numbers 0 and 1 are taken, in this order." "Broker 1 knew nothing of producer 7. It would have taken any first number."
expect orders.placed-0 leo=2
expect orders.placed-0@1 sequence=1 producer-id=7 producer-epoch=0
run 300ms
request produce b1 orders.placed-0 value=s3 acks=1 producer-id=7 sequence=3 as=gap
run until gap error=OUT_OF_ORDER_SEQUENCE_NUMBER
say gap "Number 3 is refused: 2 is missing." "OUT_OF_ORDER_SEQUENCE_NUMBER. Something sent before it may still come, and would then stand behind it."
expect gap base-offset=-1
expect orders.placed-0 leo=2
run 300ms
request produce b1 orders.placed-0 value=s{n} first=2 count=3 acks=1 producer-id=7 sequence=2 as=three
run until three error=NONE
run 300ms
request produce b1 orders.placed-0 value=s{n} first=2 count=3 acks=1 producer-id=7 sequence=2 as=copy
run until copy error=NONE
say copy "The same three numbers again: answered, not written." "The answer is that of the first copy, offset 2. Nothing says that it was one."
expect copy base-offset=2
expect orders.placed-0 leo=5
run 300ms
request produce b1 orders.placed-0 value=s{n} first=3 count=2 acks=1 producer-id=7 sequence=3 as=part
run until part error=OUT_OF_ORDER_SEQUENCE_NUMBER
say part "Part of a batch is no copy of it." "Numbers 3 and 4 were in the log, as part of another batch. Batches are compared whole."
expect orders.placed-0 leo=5
run 300ms
request produce b1 orders.placed-0 value=t0 acks=1 producer-id=7 producer-epoch=1 sequence=0 as=new-epoch
run until new-epoch error=NONE
request produce b1 orders.placed-0 value=s5 acks=1 producer-id=7 sequence=5 as=old-epoch
run until old-epoch error=INVALID_PRODUCER_EPOCH
say epochs "A new epoch counts from 0, and ends the old one." "Whoever still writes as epoch 0 is refused with INVALID_PRODUCER_EPOCH."
expect orders.placed-0 leo=6
expect orders.placed-0@5 value=t0 producer-epoch=1 sequence=0
settle
say end "Six records, in the order of their numbers." "Four refusals and one copy have left no trace in the log."
run 20ms
---
   0.000000    -- A producer by hand: every number is written out.
   0.020000  > request produce b1 orders.placed-0 value=s{n} count=1 acks=1 producer-id=7 sequence=0 as=first
   0.020000  admin sends 1 record of orders.placed-0 to b1
   0.020319  b1 appends 0 of orders.placed-0: leo 1, hw 0, epoch 0
   0.020319  b1 answers the produce of admin to orders.placed-0: NONE
   0.020522  b3 copies 0 of orders.placed-0: leo 1, hw 0, epoch 0
   0.020574  admin has the answer to Produce
   0.020574  > request produce b1 orders.placed-0 value=s1 acks=1 producer-id=7 sequence=1 as=second
   0.020574  admin sends 1 record of orders.placed-0 to b1
   0.020653  b2 copies 0 of orders.placed-0: leo 1, hw 0, epoch 0
   0.020775  b1 hears that b3 is at 1 of orders.placed-0 (knew 0)
   0.020893  b1 appends 1 of orders.placed-0: leo 2, hw 0, epoch 0
   0.020893  b1 answers the produce of admin to orders.placed-0: NONE
   0.021071  b1 hears that b2 is at 1 of orders.placed-0 (knew 0)
   0.021071  b1 (leader) orders.placed-0: hw 0 → 1
   0.021096  b3 copies 1 of orders.placed-0: leo 2, hw 0, epoch 0
   0.021148  admin has the answer to Produce
   0.021148    -- Numbers 0 and 1 are taken, in this order.
   0.021349  b1 hears that b3 is at 2 of orders.placed-0 (knew 1)
   0.021405  b2 copies 1 of orders.placed-0: leo 2, hw 0, epoch 0
   0.021823  b1 hears that b2 is at 2 of orders.placed-0 (knew 1)
   0.021823  b1 (leader) orders.placed-0: hw 1 → 2
   0.321148  > request produce b1 orders.placed-0 value=s3 acks=1 producer-id=7 sequence=3 as=gap
   0.321148  admin sends 1 record of orders.placed-0 to b1
   0.321467  b1 answers the produce of admin to orders.placed-0: OUT_OF_ORDER_SEQUENCE_NUMBER
   0.321722  admin has the answer to Produce
   0.321722    -- Number 3 is refused: 2 is missing.
   0.521552  b3 (follower) orders.placed-0: hw 0 → 2
   0.522157  b2 (follower) orders.placed-0: hw 0 → 2
   0.621722  > request produce b1 orders.placed-0 value=s{n} first=2 count=3 acks=1 producer-id=7 sequence=2 as=three
   0.621722  admin sends 3 records of orders.placed-0 to b1
   0.622041  b1 appends 2..4 of orders.placed-0: leo 5, hw 2, epoch 0
   0.622041  b1 answers the produce of admin to orders.placed-0: NONE
   0.622244  b3 copies 2..4 of orders.placed-0: leo 5, hw 2, epoch 0
   0.622296  admin has the answer to Produce
   0.622375  b2 copies 2..4 of orders.placed-0: leo 5, hw 2, epoch 0
   0.622497  b1 hears that b3 is at 5 of orders.placed-0 (knew 2)
   0.622793  b1 hears that b2 is at 5 of orders.placed-0 (knew 2)
   0.622793  b1 (leader) orders.placed-0: hw 2 → 5
   0.922296  > request produce b1 orders.placed-0 value=s{n} first=2 count=3 acks=1 producer-id=7 sequence=2 as=copy
   0.922296  admin sends 3 records of orders.placed-0 to b1
   0.922615  b1 has 2..4 of producer 7, epoch 0, already: at 2 of orders.placed-0
   0.922615  b1 answers the produce of admin to orders.placed-0: NONE
   0.922870  admin has the answer to Produce
   0.922870    -- The same three numbers again: answered, not written.
   1.122700  b3 (follower) orders.placed-0: hw 2 → 5
   1.123127  b2 (follower) orders.placed-0: hw 2 → 5
   1.222870  > request produce b1 orders.placed-0 value=s{n} first=3 count=2 acks=1 producer-id=7 sequence=3 as=part
   1.222870  admin sends 2 records of orders.placed-0 to b1
   1.223189  b1 answers the produce of admin to orders.placed-0: OUT_OF_ORDER_SEQUENCE_NUMBER
   1.223444  admin has the answer to Produce
   1.223444    -- Part of a batch is no copy of it.
   1.523444  > request produce b1 orders.placed-0 value=t0 acks=1 producer-id=7 producer-epoch=1 sequence=0 as=new-epoch
   1.523444  admin sends 1 record of orders.placed-0 to b1
   1.523763  b1 appends 5 of orders.placed-0: leo 6, hw 5, epoch 0
   1.523763  b1 answers the produce of admin to orders.placed-0: NONE
   1.523966  b3 copies 5 of orders.placed-0: leo 6, hw 5, epoch 0
   1.524018  admin has the answer to Produce
   1.524018  > request produce b1 orders.placed-0 value=s5 acks=1 producer-id=7 sequence=5 as=old-epoch
   1.524018  admin sends 1 record of orders.placed-0 to b1
   1.524097  b2 copies 5 of orders.placed-0: leo 6, hw 5, epoch 0
   1.524219  b1 hears that b3 is at 6 of orders.placed-0 (knew 5)
   1.524337  b1 answers the produce of admin to orders.placed-0: INVALID_PRODUCER_EPOCH
   1.524515  b1 hears that b2 is at 6 of orders.placed-0 (knew 5)
   1.524515  b1 (leader) orders.placed-0: hw 5 → 6
   1.524592  admin has the answer to Produce
   1.524592    -- A new epoch counts from 0, and ends the old one.
   2.024422  b3 (follower) orders.placed-0: hw 5 → 6
   2.024849  b2 (follower) orders.placed-0: hw 5 → 6
   2.024849    -- Six records, in the order of their numbers.
