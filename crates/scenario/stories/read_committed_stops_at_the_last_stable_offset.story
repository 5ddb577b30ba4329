# A read-committed consumer reads up to the last stable offset: where the first transaction began that is open, or whose end is not committed yet.
# Source: UnifiedLog.lastStableOffset; ProducerStateManager.firstUnstableOffset; CompletedFetch.nextFetchedRecord; KIP-98. H-47; related BR-109, BR-115. Batches and markers are written by hand: there is no transaction coordinator here.
cluster brokers=3
topic orders.placed assignment=1,2,3 min.insync.replicas=2
producer order-service
consumer careful isolation.level=read_committed
consumer eager
produce orders.placed m0 from=order-service
settle
consume orders.placed-0 by=careful
consume orders.placed-0 by=eager
run 700ms
expect careful.orders.placed-0 position=1
expect eager.orders.placed-0 position=1
begin
say start "Two consumers, at the end of the log." "One has isolation.level=read_committed, the other read_uncommitted, the default. So far they see the same."
focus orders.placed-0 careful eager
run 20ms
request produce b1 orders.placed-0 value=t{n} first=1 count=2 acks=all producer-id=900 transactional=true as=opened
run until opened error=NONE
produce orders.placed m3 from=order-service
run until order-service acknowledged=2
run until eager.orders.placed-0 position=4
say open "All of it is committed. The careful one reads none of it." "t1 and t2 belong to a transaction that is open. The last stable offset is where it began, 1; m3, which has nothing to do with it, waits behind it."
expect orders.placed-0 leo=4 hw=4 last-stable-offset=1
expect careful.orders.placed-0 position=1
run 600ms
hold b2>b1:fetch
hold b3>b1:fetch
run 600ms
request write-txn-markers b1 orders.placed-0 producer-id=900 producer-epoch=1 result=commit as=ended
run until b1.orders.placed-0 leo=5
run 100ms
say marker "The end of the transaction is a record, too." "A marker at offset 4 says: committed. As long as only the leader has it, the transaction counts as open."
expect orders.placed-0@4 control=commit producer-id=900
expect orders.placed-0 hw=4 last-stable-offset=1
expect ended error=waiting
release b2>b1:fetch
release b3>b1:fetch
run until careful.orders.placed-0 position=5 max=5s
say visible "The marker is committed, and everything before it can be read." "The last stable offset moved from 1 to 5 at once. No consumer is given the marker itself: they go past it."
expect orders.placed-0 hw=5 last-stable-offset=5
expect ended error=NONE
run 600ms
request produce b1 orders.placed-0 value=u5 acks=all producer-id=900 producer-epoch=1 transactional=true as=second
run until second error=NONE
run until eager.orders.placed-0 position=6
request write-txn-markers b1 orders.placed-0 producer-id=900 producer-epoch=2 result=abort as=aborted
run until careful.orders.placed-0 position=7 max=5s
say aborted "A second one is aborted. Its record stays in the log." "The broker sends u5 all the same, and names the transaction; the careful consumer leaves it out. The other one had read it before."
expect orders.placed-0@5 value=u5 producer-id=900 producer-epoch=1 sequence=0
expect orders.placed-0@6 control=abort
request fetch b1 orders.placed-0 offset=5 isolation=read_committed as=looked
run until looked error=NONE
expect looked records=2 aborted=1 last-stable-offset=7
settle
expect orders.placed-0 leo=7 hw=7 last-stable-offset=7
say end "Holes at 4, 5 and 6 are not losses." "Offsets 4 and 6 are markers, 5 was aborted. Who counts records by offsets counts them too."
run 20ms
---
   0.000000    -- Two consumers, at the end of the log.
   0.020000  > request produce b1 orders.placed-0 value=t{n} first=1 count=2 acks=all producer-id=900 transactional=true as=opened
   0.020000  admin sends 2 records of orders.placed-0 to b1
   0.020319  b1 appends 1..2 of orders.placed-0: leo 3, hw 1, epoch 0
   0.020522  b3 copies 1..2 of orders.placed-0: leo 3, hw 1, epoch 0
   0.020653  b2 copies 1..2 of orders.placed-0: leo 3, hw 1, epoch 0
   0.020775  b1 hears that b3 is at 3 of orders.placed-0 (knew 1)
   0.021071  b1 hears that b2 is at 3 of orders.placed-0 (knew 1)
   0.021071  b1 (leader) orders.placed-0: hw 1 → 3
   0.021071  b1 answers the produce of admin to orders.placed-0: NONE
   0.021326  admin has the answer to Produce
   0.021326  > produce orders.placed m3 from=order-service
   0.021344  eager reads orders.placed-0 from 1, position 3
   0.026326  order-service sends 1 record of orders.placed-0 to b1
   0.026700  b1 appends 3 of orders.placed-0: leo 4, hw 3, epoch 0
   0.026903  b3 copies 3 of orders.placed-0: leo 4, hw 3, epoch 0
   0.026903  b3 (follower) orders.placed-0: hw 1 → 3
   0.027034  b2 copies 3 of orders.placed-0: leo 4, hw 3, epoch 0
   0.027034  b2 (follower) orders.placed-0: hw 1 → 3
   0.027156  b1 hears that b3 is at 4 of orders.placed-0 (knew 3)
   0.027452  b1 hears that b2 is at 4 of orders.placed-0 (knew 3)
   0.027452  b1 (leader) orders.placed-0: hw 3 → 4
   0.027452  b1 answers the produce of order-service to orders.placed-0: NONE
   0.027725  eager reads orders.placed-0 from 3, position 4
   0.027751  order-service is told: 1 record acknowledged, from 3 of orders.placed-0
   0.027751    -- All of it is committed. The careful one reads none of it.
   0.527359  b3 (follower) orders.placed-0: hw 3 → 4
   0.527786  b2 (follower) orders.placed-0: hw 3 → 4
   0.627751  > hold b2>b1:fetch
   0.627751  b2>b1:fetch is held
   0.627751  > hold b3>b1:fetch
   0.627751  b3>b1:fetch is held
   1.227751  > request write-txn-markers b1 orders.placed-0 producer-id=900 producer-epoch=1 result=commit as=ended
   1.228070  b1 appends 4 of orders.placed-0: leo 5, hw 4, epoch 0
   1.328070    -- The end of the transaction is a record, too.
   1.328070  > release b2>b1:fetch
   1.328070  b2>b1:fetch is whole
   1.328070  > release b3>b1:fetch
   1.328070  b3>b1:fetch is whole
   1.328070  b1 hears that b2 is at 4 of orders.placed-0 (knew 4)
   1.328070  b1 hears that b3 is at 4 of orders.placed-0 (knew 4)
   1.328273  b3 copies 4 of orders.placed-0: leo 5, hw 4, epoch 0
   1.328404  b2 copies 4 of orders.placed-0: leo 5, hw 4, epoch 0
   1.328526  b1 hears that b3 is at 5 of orders.placed-0 (knew 4)
   1.328822  b1 hears that b2 is at 5 of orders.placed-0 (knew 4)
   1.328822  b1 (leader) orders.placed-0: hw 4 → 5
   1.329077  admin has the answer to WriteTxnMarkers
   1.329095  eager reads orders.placed-0 from 4, position 5
   1.329096  careful reads orders.placed-0 from 1, position 5
   1.329096    -- The marker is committed, and everything before it can be read.
   1.828729  b3 (follower) orders.placed-0: hw 4 → 5
   1.829156  b2 (follower) orders.placed-0: hw 4 → 5
   1.929096  > request produce b1 orders.placed-0 value=u5 acks=all producer-id=900 producer-epoch=1 transactional=true as=second
   1.929096  admin sends 1 record of orders.placed-0 to b1
   1.929415  b1 appends 5 of orders.placed-0: leo 6, hw 5, epoch 0
   1.929618  b3 copies 5 of orders.placed-0: leo 6, hw 5, epoch 0
   1.929749  b2 copies 5 of orders.placed-0: leo 6, hw 5, epoch 0
   1.929871  b1 hears that b3 is at 6 of orders.placed-0 (knew 5)
   1.930167  b1 hears that b2 is at 6 of orders.placed-0 (knew 5)
   1.930167  b1 (leader) orders.placed-0: hw 5 → 6
   1.930167  b1 answers the produce of admin to orders.placed-0: NONE
   1.930422  admin has the answer to Produce
   1.930440  eager reads orders.placed-0 from 5, position 6
   1.930440  > request write-txn-markers b1 orders.placed-0 producer-id=900 producer-epoch=2 result=abort as=aborted
   1.930759  b1 appends 6 of orders.placed-0: leo 7, hw 6, epoch 0
   1.930962  b3 copies 6 of orders.placed-0: leo 7, hw 6, epoch 0
   1.930962  b3 (follower) orders.placed-0: hw 5 → 6
   1.931093  b2 copies 6 of orders.placed-0: leo 7, hw 6, epoch 0
   1.931093  b2 (follower) orders.placed-0: hw 5 → 6
   1.931215  b1 hears that b3 is at 7 of orders.placed-0 (knew 6)
   1.931511  b1 hears that b2 is at 7 of orders.placed-0 (knew 6)
   1.931511  b1 (leader) orders.placed-0: hw 6 → 7
   1.931766  admin has the answer to WriteTxnMarkers
   1.931784  eager reads orders.placed-0 from 6, position 7
   1.931785  careful reads orders.placed-0 from 5, position 7
   1.931785    -- A second one is aborted. Its record stays in the log.
   1.931785  > request fetch b1 orders.placed-0 offset=5 isolation=read_committed as=looked
   1.932359  admin has the answer to Fetch
   2.431418  b3 (follower) orders.placed-0: hw 6 → 7
   2.431845  b2 (follower) orders.placed-0: hw 6 → 7
   2.431845    -- Holes at 4, 5 and 6 are not losses.
