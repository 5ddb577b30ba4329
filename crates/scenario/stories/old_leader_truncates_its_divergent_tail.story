# A leader that comes back finds by leader epochs where its log parts from the new leader's, and cuts it there before it fetches.
# Source: ReplicaManager.readFromLog (diverging epoch); AbstractFetcherThread.truncateOnFetchResponse; KIP-101, KIP-595. The numbers of recording h-divergent-tail-gated, oracle 4.9.
cluster brokers=3
topic orders.placed assignment=1,2,3
produce orders.placed a{n} count=2 acks=1
settle
run 6s                                  # the high watermark 2 is written down
hold b1>b2:fetch                        # what broker 1 appends now stays with it
hold b1>b3:fetch
run 600ms
produce orders.placed x{n} first=2 count=3 acks=1
run 1s
expect b1.orders.placed-0 leo=5 hw=2
expect b2.orders.placed-0 leo=2
expect b3.orders.placed-0 leo=2
crash b1
release all
run until b2.orders.placed-0 role=leader max=20s
run 1s
produce orders.placed b{n} first=2 count=4 acks=all
settle
expect orders.placed-0 leader=2 epoch=1 partition-epoch=1 isr=2,3 leo=6 hw=6
begin
say start "Two histories from offset 2 on." "Broker 1 is down; its log holds x2, x3 and x4, of epoch 0. Broker 2 leads in epoch 1 and has b2 to b5 there, all committed."
focus orders.placed-0 b1 b2
expect b1.orders.placed-0 leo=5 epochs=0@0
expect b2.orders.placed-0 leo=6 hw=6 epochs=0@0,1@2
run 20ms
hold b1>b2:fetch                        # each of its fetches waits until we let it through
start b1
run until b1.orders.placed-0 role=follower epoch=1
say return "Broker 1 starts as a follower." "Its log is as it was, 5 records. Its high watermark is 2, read from its checkpoint file."
expect b1.orders.placed-0 leo=5 hw=2 epoch=1
run 20ms
say asking "Its fetch says: offset 5, last epoch 0." "The epoch of its last record goes along. That is all the leader needs to compare."
focus b1 b2
step b1>b2
run until b1.orders.placed-0 leo=2
say compared "Epoch 0 ended at 2, says the leader. Broker 1 cuts there." "No records came with that answer, only the place where the histories part. x2, x3 and x4 are gone."
focus orders.placed-0
expect b1.orders.placed-0 leo=2 hw=2 epochs=0@0
run 20ms
step b1>b2
run until b1.orders.placed-0 leo=6
say copied "Offset 2 again, and now it gets records." "The second fetch names offset 2 and epoch 0, as the leader has it. Four records come, and with them epoch 1."
expect b1.orders.placed-0 leo=6 hw=6 epochs=0@0,1@2
expect b1.orders.placed-0@2 key=b2 epoch=1
expect orders.placed-0 isr=2,3
run 20ms
step b1>b2
run until orders.placed-0 isr=1,2,3
say joined "It asked for 6: it has everything, and is in the ISR." "The leader proposed that, the controller wrote it down. The leader epoch stays 1."
expect orders.placed-0 leader=2 epoch=1 partition-epoch=2
release all
settle
expect b1.orders.placed-0 leo=6 hw=6
run 20ms
---
   0.000000    -- Two histories from offset 2 on.
   0.020000  > hold b1>b2:fetch
   0.020000  b1>b2:fetch is held
   0.020000  > start b1
   0.020000  b1 starts
   0.020453  c1 registers b1, broker epoch 14
   0.032445  b1 is follower of orders.placed-0 in epoch 1: leo 5, hw 2
   0.032445  b1 (follower) orders.placed-0: hw 0 → 2
   0.032445    -- Broker 1 starts as a follower.
   0.032898  c1 unfences b1
   0.052445    -- Its fetch says: offset 5, last epoch 0.
   0.052445  > step b1>b2
   0.052779  b1 truncates orders.placed-0: leo 5 → 2
   0.052779    -- Epoch 0 ended at 2, says the leader. Broker 1 cuts there.
   0.072779  > step b1>b2
   0.072779  b2 hears that b1 is at 2 of orders.placed-0 (knew -1)
   0.073113  b1 copies 2..5 of orders.placed-0: leo 6, hw 6, epoch 1
   0.073113  b1 (follower) orders.placed-0: hw 2 → 6
   0.073113    -- Offset 2 again, and now it gets records.
   0.093113  > step b1>b2
   0.093113  b2 hears that b1 is at 6 of orders.placed-0 (knew 2)
   0.093113  b2 asks for isr 2,3 → 1,2,3 of orders.placed-0
   0.093588  c1 orders.placed-0: isr 2,3 → 1,2,3
   0.093588    -- It asked for 6: it has everything, and is in the ISR.
   0.093588  > release all
   0.093588  b1>b2:fetch is whole
