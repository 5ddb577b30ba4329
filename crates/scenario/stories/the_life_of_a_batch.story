# Three records in one batch: appended, pulled by two followers, committed, acknowledged, read.
# Source: Partition.appendRecordsToLeader, maybeIncrementLeaderHW; DelayedProduce.tryComplete; DelayedFetch.tryComplete; KIP-951.
# Related: BR-12, BR-18, BR-19; oracle 4.4. The order service chooses partition 0 itself: the keys alone would spread them.
cluster brokers=3 racks=a,b,c seed=10      # a seed in which broker 2 is nearer to broker 1 than broker 3 is
topic orders.placed assignment=1,2,3/2,3,1
producer order-service enable.idempotence=false
consumer reporting
produce orders.placed key=ord-{n} value="OrderPlaced evt-{n}" first=1000 count=42 partition=0 from=order-service
settle
consume orders.placed-0 from=42 by=reporting
commit orders.placed-0 offset=30 by=reporting
run 900ms
expect orders.placed-0 leader=1 epoch=0 isr=1,2,3 leo=42 hw=42
expect orders.placed-1 leader=2 epoch=0 isr=1,2,3 leo=0 hw=0
begin
say start "Three copies, one leader." "Broker 1 leads partition 0 of orders.placed. Brokers 2 and 3 follow: they copy its log, in its order, with its offsets. Partition 1 has its own leader, broker 2."
focus orders.placed-0
run 20ms
say waiting "Two fetches are already waiting." "Followers ask before there is anything to get. Both requests, at offset 42, are parked on broker 1 for up to half a second."
expect b2.orders.placed-0 role=follower leo=42 hw=42 leader-knows=42
expect b3.orders.placed-0 role=follower leo=42 hw=42 leader-knows=42
run 20ms
say sending "The order service sends three records in one batch." "It asked for partition 0 itself. With acks=all it will be told when every in-sync replica has them."
label sent
produce orders.placed key=ord-1042 value="OrderPlaced evt-7001" headers=source:order-service partition=0 from=order-service
produce orders.placed key=ord-1043 value="OrderPlaced evt-7002" headers=source:order-service partition=0 from=order-service
produce orders.placed key=ord-1044 value="OrderPlaced evt-7003" headers=source:order-service partition=0 from=order-service
run until b1.orders.placed-0 leo=45
# linger.ms 5, one way 0.2 to 0.4 ms, service 0.05 to 0.1 ms
expect time since=sent at=5.25ms..5.5ms
say appended "The leader has the records. Nobody may read them yet." "Broker 1 gave them offsets 42, 43 and 44. Its log end offset is 45; the high watermark, where consumers must stop, is still 42."
expect b1.orders.placed-0 leo=45 hw=42 epochs=0@0
expect orders.placed-0@42 key=ord-1042 value="OrderPlaced evt-7001" producer=order-service epoch=0 batch=42
expect orders.placed-0@44 key=ord-1044 batch=42
expect order-service sent=45 acknowledged=42
expect reporting.orders.placed-0 position=42 saved=30
run until b2.orders.placed-0 leo=45
say pulled "Broker 2 has copied them, but broker 1 cannot know that yet." "A follower reports its progress only by what it asks for next. Its next fetch, at 45, is the news."
expect b2.orders.placed-0 leo=45 hw=42 leader-knows=42
run until b2.orders.placed-0 leader-knows=45
say one-of-two "One follower is not enough." "acks=all waits for every replica in the ISR. Broker 3 is in it and stands, as far as the leader knows, at 42."
expect b3.orders.placed-0 leader-knows=42
expect orders.placed-0 hw=42 isr=1,2,3
run until orders.placed-0 hw=45
say committed "Now all three are committed." "Broker 3 asked for 45. The smallest position in the ISR is 45, so the high watermark is 45: exclusive, records up to 44 are readable."
expect b3.orders.placed-0 leader-knows=45
expect order-service acknowledged=42
run until order-service acknowledged=45
say acknowledged "The producer is told." "Not because a disk was forced, nor because anyone has read the records: because every in-sync replica has them."
expect b1.orders.placed-0 flushed=0
expect b2.orders.placed-0 flushed=0 hw=42
run until reporting.orders.placed-0 position=45
say read "The reporting consumer reads up to the high watermark." "It is at 45 now. Its saved offset is still 30: what it has read and what it will go on from after a restart are two numbers."
expect reporting.orders.placed-0 position=45 saved=30 lag=0
focus orders.placed-0 reporting
expect b2.orders.placed-0 hw=42
expect b3.orders.placed-0 hw=42
run 10ms
say late "The followers hear of it last." "The new high watermark travels in the answer to their next fetch. Until then broker 2 believes 42."
run until b2.orders.placed-0 hw=45 max=1s
run until b3.orders.placed-0 hw=45 max=1s
# Both parked for replica.fetch.wait.max.ms = 500 ms: nothing woke them.
expect time since=sent at=505ms..510ms
say end "Three logs, one history." "Same records, same offsets, same high watermark. Partition 1 was not touched: its offsets are its own."
expect b1.orders.placed-0 leo=45 hw=45
expect b2.orders.placed-0 leo=45 hw=45
expect b3.orders.placed-0 leo=45 hw=45
expect orders.placed-1 leo=0 hw=0
run 100ms
---
   0.000000    -- Three copies, one leader.
   0.020000    -- Two fetches are already waiting.
   0.040000    -- The order service sends three records in one batch.
   0.040000  > produce orders.placed key=ord-1042 value="OrderPlaced evt-7001" headers=source:order-service partition=0 from=order-service
   0.040000  > produce orders.placed key=ord-1043 value="OrderPlaced evt-7002" headers=source:order-service partition=0 from=order-service
   0.040000  > produce orders.placed key=ord-1044 value="OrderPlaced evt-7003" headers=source:order-service partition=0 from=order-service
   0.045000  order-service sends 3 records of orders.placed-0 to b1
   0.045441  b1 appends 42..44 of orders.placed-0: leo 45, hw 42, epoch 0
   0.045441    -- The leader has the records. Nobody may read them yet.
   0.045662  b2 copies 42..44 of orders.placed-0: leo 45, hw 42, epoch 0
   0.045662    -- Broker 2 has copied them, but broker 1 cannot know that yet.
   0.045825  b3 copies 42..44 of orders.placed-0: leo 45, hw 42, epoch 0
   0.045938  b1 hears that b2 is at 45 of orders.placed-0 (knew 42)
   0.045938    -- One follower is not enough.
   0.046305  b1 (leader) orders.placed-0: hw 42 → 45
   0.046305  b1 hears that b3 is at 45 of orders.placed-0 (knew 42)
   0.046305  b1 answers the produce of order-service to orders.placed-0: NONE
   0.046305    -- Now all three are committed.
   0.046658  order-service is told: 3 records acknowledged, from 42 of orders.placed-0
   0.046658    -- The producer is told.
   0.046701  reporting reads orders.placed-0 from 42, position 45
   0.046701    -- The reporting consumer reads up to the high watermark.
   0.056701    -- The followers hear of it last.
   0.546159  b2 (follower) orders.placed-0: hw 42 → 45
   0.546689  b3 (follower) orders.placed-0: hw 42 → 45
   0.546689    -- Three logs, one history.
