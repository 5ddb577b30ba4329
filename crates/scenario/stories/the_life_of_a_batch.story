# Three records in one batch: appended, pulled by two followers, committed, acknowledged, read.
# Source: Partition.appendRecordsToLeader, maybeIncrementLeaderHW; DelayedProduce.tryComplete; DelayedFetch.tryComplete; KIP-951.
# Related: BR-12, BR-18, BR-19; oracle 4.4. The order service chooses partition 0 itself: the keys alone would spread them.
cluster brokers=3 racks=a,b,c seed=10      # a seed in which broker 2 is nearer to broker 1 than broker 3 is
topic orders.placed assignment=1,2,3/2,3,1
producer order-service
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
say one-history "Three logs, one history." "Same records, same offsets, same high watermark. Partition 1 was not touched: its offsets are its own."
expect b1.orders.placed-0 leo=45 hw=45
expect b2.orders.placed-0 leo=45 hw=45
expect b3.orders.placed-0 leo=45 hw=45
expect orders.placed-1 leo=0 hw=0
run 100ms
label crashed
crash b1
say crash "Nobody knows yet that broker 1 is gone." "The controller will wait for its heartbeat until the session ends, 9 seconds after the last one."
focus b1 orders.placed-0
run 1s
produce orders.placed key=ord-1045 value="OrderPlaced evt-7004" headers=source:order-service partition=0 from=order-service
run 1s
say waits "An order comes in, and waits." "For the order service broker 1 leads still, and does not answer. It keeps the record and asks the other brokers for metadata again and again."
focus order-service
expect order-service sent=46 acknowledged=45 failed=0
expect orders.placed-0 leader=1 epoch=0 isr=1,2,3
run until orders.placed-0 leader=2 max=20s
# 9 s after the last heartbeat; heartbeats come every 2 s, the check every 1.125 s
expect time since=crashed at=7s..10.2s
say elected "Broker 2 leads, in epoch 1." "The first live in-sync replica in the assignment was chosen. It needs no new data: every committed record is in its log."
focus orders.placed-0
expect orders.placed-0 leader=2 epoch=1 partition-epoch=1 isr=2,3 elr=
expect orders.placed-1 leader=2 epoch=0 partition-epoch=1 isr=2,3
run until b2.orders.placed-0 role=leader
expect b2.orders.placed-0 leo=45 hw=45 epochs=0@0,1@45
run until order-service acknowledged=46 max=5s
say goes-on "Writing goes on at 45." "The order service found broker 2 and sent its record there. Offsets go on where they were; only the epoch in front of them is new."
focus orders.placed-0 order-service
expect orders.placed-0@45 key=ord-1045 epoch=1 batch=45
expect orders.placed-0 leo=46 hw=46
expect b3.orders.placed-0 leo=46 epochs=0@0,1@45
expect order-service sent=46 acknowledged=46 failed=0
run until reporting.orders.placed-0 position=46 max=5s
say read-on "The consumer found broker 2 as well." "It went on at its position, 45. Nothing was read twice, and nothing left out."
focus reporting orders.placed-0
expect reporting.orders.placed-0 saved=30
run 1s
start b1
run until b1.orders.placed-0 role=follower
say return "The old leader comes back as a follower." "It does not ask for its role. It learns epoch 1 and compares: where did my last epoch end in your log? At 45, as in its own."
focus orders.placed-0 b1
expect b1.orders.placed-0 epoch=1 leo=45 epochs=0@0
run until b1.orders.placed-0 leo=46
say caught-up "Broker 1 has the record it missed." "Nothing had to be cut: what it had was committed before it crashed."
expect b1.orders.placed-0 leo=46 epochs=0@0,1@45
run until orders.placed-0 isr=1,2,3 max=5s
run until orders.placed-1 isr=1,2,3 max=5s
settle
say rejoined "Three in sync. The leader is still broker 2." "kafka-topics shows it: broker 1 stands first in Replicas, which makes it the preferred leader. The order within Isr means nothing."
focus orders.placed-0
expect orders.placed-0 leader=2 epoch=1 partition-epoch=2 leo=46 hw=46
describe orders.placed
run 20ms
elect preferred orders.placed-0
run until b1.orders.placed-0 role=leader
say preferred "A preferred election: broker 1 leads again, in epoch 2." "Somebody asked for it, as kafka-leader-election does. Left alone, the controller looks every five minutes."
expect orders.placed-0 leader=1 epoch=2 partition-epoch=3 isr=1,2,3
expect orders.placed-1 leader=2 epoch=0 isr=1,2,3
run until b2.orders.placed-0 role=follower
run until b3.orders.placed-0 epoch=2
settle
say end "One leader, three copies, and 46 records as they were sent." "Two elections, one crash, and nobody lost or saw anything twice. The order service waited some seconds, once."
expect b1.orders.placed-0 leo=46 hw=46
expect b2.orders.placed-0 leo=46 hw=46
expect b3.orders.placed-0 leo=46 hw=46
expect order-service acknowledged=46 failed=0
describe orders.placed
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
   0.046305  b1 hears that b3 is at 45 of orders.placed-0 (knew 42)
   0.046305  b1 (leader) orders.placed-0: hw 42 → 45
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
   0.646689  > crash b1
   0.646689  b1 crashes
   0.646689    -- Nobody knows yet that broker 1 is gone.
   1.646689  > produce orders.placed key=ord-1045 value="OrderPlaced evt-7004" headers=source:order-service partition=0 from=order-service
   2.646689    -- An order comes in, and waits.
   9.732362  c1 orders.placed-0: isr 1,2,3 → 2,3
   9.732362  c1 orders.placed-0: leader b1 → b2 in epoch 1, partition epoch 1
   9.732362  c1 orders.placed-1: isr 2,3,1 → 2,3
   9.732362  c1 fences b1
   9.732362    -- Broker 2 leads, in epoch 1.
   9.732625  b3 is follower of orders.placed-0 in epoch 1: leo 45, hw 45
   9.732629  b2 is leader of orders.placed-0 in epoch 1: leo 45, hw 45
  10.009176  b2 hears that b3 is at 45 of orders.placed-0 (knew -1)
  10.009176  b2 hears that b3 is at 0 of orders.placed-1 (knew 0)
  10.026252  order-service sends 1 record of orders.placed-0 to b2
  10.026586  b2 appends 45 of orders.placed-0: leo 46, hw 45, epoch 1
  10.026840  b3 copies 45 of orders.placed-0: leo 46, hw 45, epoch 1
  10.027157  b2 hears that b3 is at 46 of orders.placed-0 (knew 45)
  10.027157  b2 (leader) orders.placed-0: hw 45 → 46
  10.027157  b2 hears that b3 is at 0 of orders.placed-1 (knew 0)
  10.027157  b2 answers the produce of order-service to orders.placed-0: NONE
  10.027424  order-service is told: 1 record acknowledged, from 45 of orders.placed-0
  10.027424    -- Writing goes on at 45.
  10.362024  reporting reads orders.placed-0 from 45, position 46
  10.362024    -- The consumer found broker 2 as well.
  10.527411  b3 (follower) orders.placed-0: hw 45 → 46
  11.362024  > start b1
  11.362024  b1 starts
  11.362299  c1 registers b1, broker epoch 16
  11.373509  b1 is follower of orders.placed-0 in epoch 1: leo 45, hw 0
  11.373509  b1 is follower of orders.placed-1 in epoch 0: leo 0, hw 0
  11.373509    -- The old leader comes back as a follower.
  11.373784  c1 unfences b1
  11.373803  b2 hears that b1 is at 45 of orders.placed-0 (knew -1)
  11.373803  b2 hears that b1 is at 0 of orders.placed-1 (knew 0)
  11.374024  b1 copies 45 of orders.placed-0: leo 46, hw 46, epoch 1
  11.374024  b1 (follower) orders.placed-0: hw 0 → 46
  11.374024    -- Broker 1 has the record it missed.
  11.374318  b2 hears that b1 is at 46 of orders.placed-0 (knew 45)
  11.374318  b2 asks for isr 2,3 → 1,2,3 of orders.placed-0
  11.374318  b2 hears that b1 is at 0 of orders.placed-1 (knew 0)
  11.374318  b2 asks for isr 2,3 → 1,2,3 of orders.placed-1
  11.374652  c1 orders.placed-0: isr 2,3 → 1,2,3
  11.375253  c1 orders.placed-1: isr 2,3 → 1,2,3
  11.375520    -- Three in sync. The leader is still broker 2.
  11.375520  > describe orders.placed
Topic: orders.placed	TopicId: Px1g16dlj5HuLKWifvQd8Q	PartitionCount: 2	ReplicationFactor: 3	Configs: min.insync.replicas=1
	Topic: orders.placed	Partition: 0	Leader: 2	Replicas: 1,2,3	Isr: 1,2,3	Elr: 	LastKnownElr: 
	Topic: orders.placed	Partition: 1	Leader: 2	Replicas: 2,3,1	Isr: 1,2,3	Elr: 	LastKnownElr: 
  11.395520  > elect preferred orders.placed-0
  11.395993  c1 orders.placed-0: leader b2 → b1 in epoch 2, partition epoch 3
  11.396213  b1 is leader of orders.placed-0 in epoch 2: leo 46, hw 46
  11.396213    -- A preferred election: broker 1 leads again, in epoch 2.
  11.396256  b3 is follower of orders.placed-0 in epoch 2: leo 46, hw 46
  11.396260  b2 is follower of orders.placed-0 in epoch 2: leo 46, hw 46
  11.396260    -- One leader, three copies, and 46 records as they were sent.
  11.396260  > describe orders.placed
Topic: orders.placed	TopicId: Px1g16dlj5HuLKWifvQd8Q	PartitionCount: 2	ReplicationFactor: 3	Configs: min.insync.replicas=1
	Topic: orders.placed	Partition: 0	Leader: 1	Replicas: 1,2,3	Isr: 1,2,3	Elr: 	LastKnownElr: 
	Topic: orders.placed	Partition: 1	Leader: 2	Replicas: 2,3,1	Isr: 1,2,3	Elr: 	LastKnownElr: 
  11.396371  admin has the answer to ElectLeaders
  11.396536  b1 hears that b2 is at 46 of orders.placed-0 (knew -1)
  11.396736  b1 hears that b3 is at 46 of orders.placed-0 (knew -1)
