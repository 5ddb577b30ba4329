# acks=0 waits for nothing, acks=1 for the leader's append, acks=all for every in-sync replica. None waits for a disk.
# Source: ReplicaManager.appendRecords; DelayedProduce.tryComplete; Sender.sendProduceRequest. Related: CL-06, CL-47; clients 3.7.
cluster brokers=3
topic orders.placed assignment=1,2,3
producer fire-and-forget acks=0
producer leader-only acks=1
producer every-replica acks=all
# Each has metadata and a connection before it counts.
produce orders.placed warm-up from=fire-and-forget
produce orders.placed warm-up from=leader-only
produce orders.placed warm-up from=every-replica
settle
run 700ms
expect orders.placed-0 leo=3 hw=3
begin
say start "Three producers, three meanings of done." "Each sends one record to the same leader. What differs is only what it waits for before it calls the record acknowledged."
focus orders.placed-0
run 20ms
label none
say acks-0 "acks=0: done when it is sent." "The broker will not answer. The producer knows no offset and cannot know whether the record was written."
produce orders.placed k0 from=fire-and-forget
run until fire-and-forget acknowledged=2
# linger.ms 5, and nothing else
expect time since=none at=5ms
expect orders.placed-0 leo=3 hw=3
run 600ms
label one
say acks-1 "acks=1: done when the leader has it." "The leader answers right after its append. Followers may have nothing yet; if the leader died now, the record would be gone."
produce orders.placed k1 from=leader-only
run until leader-only acknowledged=2
# linger 5 ms, there 0.25 to 0.5 ms, back 0.2 to 0.4 ms
expect time since=one at=5.45ms..5.9ms
expect b1.orders.placed-0 leo=5 hw=4
run 600ms
label all
say acks-all "acks=all: done when every in-sync replica has it." "Two followers pull the record and come back for the next one. Only then the high watermark passes it and the answer leaves."
produce orders.placed k2 from=every-replica
run until every-replica acknowledged=2
# as acks=1, and for the slower follower: answer 0.2 to 0.4 ms, next fetch 0.25 to 0.5 ms
expect time since=all at=5.9ms..6.8ms
expect b1.orders.placed-0 leo=6 hw=6
say end "One more round trip is the whole price here." "A follower that is slow or far away makes it longer. No disk was forced: acknowledged does not mean flushed."
expect b1.orders.placed-0 flushed=0
expect b2.orders.placed-0 flushed=0 leo=6
expect b3.orders.placed-0 flushed=0 leo=6
run 600ms
---
   0.000000    -- Three producers, three meanings of done.
   0.020000    -- acks=0: done when it is sent.
   0.020000  > produce orders.placed k0 from=fire-and-forget
   0.025000  fire-and-forget sends 1 record of orders.placed-0 to b1
   0.025000  fire-and-forget calls 1 record sent to orders.placed-0 done
   0.025374  b1 appends 3 of orders.placed-0: leo 4, hw 3, epoch 0
   0.025577  b3 copies 3 of orders.placed-0: leo 4, hw 3, epoch 0
   0.025708  b2 copies 3 of orders.placed-0: leo 4, hw 3, epoch 0
   0.025830  b1 hears that b3 is at 4 of orders.placed-0 (knew 3)
   0.026126  b1 hears that b2 is at 4 of orders.placed-0 (knew 3)
   0.026126  b1 (leader) orders.placed-0: hw 3 → 4
   0.526033  b3 (follower) orders.placed-0: hw 3 → 4
   0.526460  b2 (follower) orders.placed-0: hw 3 → 4
   0.625000    -- acks=1: done when the leader has it.
   0.625000  > produce orders.placed k1 from=leader-only
   0.630000  leader-only sends 1 record of orders.placed-0 to b1
   0.630343  b1 appends 4 of orders.placed-0: leo 5, hw 4, epoch 0
   0.630343  b1 answers the produce of leader-only to orders.placed-0: NONE
   0.630546  b3 copies 4 of orders.placed-0: leo 5, hw 4, epoch 0
   0.630617  leader-only is told: 1 record acknowledged, from 4 of orders.placed-0
   0.630677  b2 copies 4 of orders.placed-0: leo 5, hw 4, epoch 0
   0.630799  b1 hears that b3 is at 5 of orders.placed-0 (knew 4)
   0.631095  b1 hears that b2 is at 5 of orders.placed-0 (knew 4)
   0.631095  b1 (leader) orders.placed-0: hw 4 → 5
   1.131002  b3 (follower) orders.placed-0: hw 4 → 5
   1.131429  b2 (follower) orders.placed-0: hw 4 → 5
   1.230617    -- acks=all: done when every in-sync replica has it.
   1.230617  > produce orders.placed k2 from=every-replica
   1.235617  every-replica sends 1 record of orders.placed-0 to b1
   1.235958  b1 appends 5 of orders.placed-0: leo 6, hw 5, epoch 0
   1.236161  b3 copies 5 of orders.placed-0: leo 6, hw 5, epoch 0
   1.236292  b2 copies 5 of orders.placed-0: leo 6, hw 5, epoch 0
   1.236414  b1 hears that b3 is at 6 of orders.placed-0 (knew 5)
   1.236710  b1 hears that b2 is at 6 of orders.placed-0 (knew 5)
   1.236710  b1 (leader) orders.placed-0: hw 5 → 6
   1.236710  b1 answers the produce of every-replica to orders.placed-0: NONE
   1.236983  every-replica is told: 1 record acknowledged, from 5 of orders.placed-0
   1.236983    -- One more round trip is the whole price here.
   1.736617  b3 (follower) orders.placed-0: hw 5 → 6
   1.737044  b2 (follower) orders.placed-0: hw 5 → 6
