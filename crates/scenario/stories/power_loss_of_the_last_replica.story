# The last replica in the ISR loses power, and with it a record. Its place is not kept: the ELR names somebody who is complete.
# Source: PartitionChangeBuilder.populateTargetElr; ReplicationControlManager.handleBrokerShutdown; KIP-966. The numbers of H-20.
cluster brokers=3
topic orders.placed assignment=1,2,3 min.insync.replicas=2 flush.messages=2
producer order-service
produce orders.placed m{n} count=2 from=order-service
settle
produce orders.placed m2 from=order-service
settle
run 6s
expect orders.placed-0 leader=1 epoch=0 partition-epoch=0 isr=1,2,3 leo=3 hw=3
begin
say start "Three records on three brokers, all acknowledged." "flush.messages=2 forces every second record to disk. m2 is in memory on all three."
focus orders.placed-0
expect b1.orders.placed-0 leo=3 flushed=2
expect b2.orders.placed-0 leo=3 flushed=2
expect b3.orders.placed-0 leo=3 flushed=2
run 20ms
isolate b2
run until orders.placed-0 isr=1,3 max=20s
say two "Broker 2 is cut off and fenced. It gets no promise." "The ISR still has two members, and the high watermark may go on without broker 2."
expect orders.placed-0 leader=1 epoch=0 partition-epoch=1 elr=
isolate b3
run until orders.placed-0 isr=1 max=20s
say one "Broker 3 is fenced too, and eligible." "Below min.insync.replicas the high watermark stands still. What broker 3 has, it has for good."
expect orders.placed-0 leader=1 epoch=0 partition-epoch=2 elr=3
run 1s
power-loss b1
expect b1.orders.placed-0 leo=2
say dark "Broker 1 loses power. m2 was not on its disk." "acks=all promised copies, not a disk. Two copies are left, on brokers nobody reaches."
run until orders.placed-0 leader=none max=20s
expect orders.placed-0 epoch=1 partition-epoch=3 isr= elr=1,3 last-known-elr=1
run 1s
start b1
run until orders.placed-0 elr=3 max=20s
say not-you "Broker 1 is the first back, and may not lead." "It stopped without a mark of good order, so it leaves the ELR. Before KIP-966 it would have led, and m2 been deleted everywhere."
run until b1 state=running
run 1s
expect orders.placed-0 leader=none epoch=1 partition-epoch=4 isr= elr=3 last-known-elr=1
heal b2
run until b2 state=running max=20s
run 1s
say two-back "Broker 2 is back: not eligible." "It has m2, but the controller does not know. Waiting is the price."
expect orders.placed-0 leader=none epoch=1 partition-epoch=4
heal b3
run until orders.placed-0 leader=3 max=20s
say three-back "Broker 3 is back, and leads." "It is the one replica of which the controller knows that nothing is missing."
expect orders.placed-0 epoch=2 partition-epoch=5 isr=3 elr= last-known-elr=
settle
expect b1.orders.placed-0 leo=3 hw=3
expect b1.orders.placed-0@2 key=m2 epoch=0
expect orders.placed-0 leader=3 epoch=2 partition-epoch=7 isr=1,2,3 leo=3 hw=3
say end "m2 is on all three again." "One power loss is what min.insync.replicas=2 is to stand. Two of them, and it would not."
run 20ms
---
   0.000000    -- Three records on three brokers, all acknowledged.
   0.020000  > isolate b2
   0.020000  c1>b2 is cut
   0.020000  b2>c1 is cut
   0.020000  b1>b2 is cut
   0.020000  b2>b1 is cut
   0.020000  b2>b3 is cut
   0.020000  b3>b2 is cut
   8.625233  c1 orders.placed-0: isr 1,2,3 → 1,3
   8.625233  c1 fences b2
   8.625233    -- Broker 2 is cut off and fenced. It gets no promise.
   8.625233  > isolate b3
   8.625233  c1>b3 is cut
   8.625233  b3>c1 is cut
   8.625233  b1>b3 is cut
   8.625233  b3>b1 is cut
  16.510233  c1 orders.placed-0: isr 1,3 → 1
  16.510233  c1 orders.placed-0: elr none → 3
  16.510233  c1 fences b3
  16.510233    -- Broker 3 is fenced too, and eligible.
  17.510233  > power-loss b1
  17.510233  b1 truncates orders.placed-0: leo 3 → 2
  17.510233  b1 loses power
  17.510233    -- Broker 1 loses power. m2 was not on its disk.
  26.645233  c1 orders.placed-0: isr 1 → none
  26.645233  c1 orders.placed-0: elr 3 → 1,3
  26.645233  c1 orders.placed-0: leader b1 → none in epoch 1, partition epoch 3
  26.645233  c1 fences b1
  27.645233  > start b1
  27.645233  b1 starts
  27.645686  c1 orders.placed-0: elr 1,3 → 3
  27.645686  c1 registers b1, broker epoch 21
  27.645686    -- Broker 1 is the first back, and may not lead.
  27.657678  b1 is offline of orders.placed-0 in epoch 1: leo 2, hw 2
  27.657678  b1 (follower) orders.placed-0: hw 0 → 2
  27.658131  c1 unfences b1
  28.658131  > heal b2
  28.658131  c1>b2 is whole
  28.658131  b2>c1 is whole
  28.658131  b1>b2 is whole
  28.658131  b2>b1 is whole
  28.658131  b2>b3 is whole
  28.658131  b3>b2 is whole
  28.658511  c1 unfences b2
  28.658891  b2 is offline of orders.placed-0 in epoch 1: leo 3, hw 3
  29.658511    -- Broker 2 is back: not eligible.
  29.658511  > heal b3
  29.658511  c1>b3 is whole
  29.658511  b3>c1 is whole
  29.658511  b1>b3 is whole
  29.658511  b3>b1 is whole
  29.658844  c1 unfences b3
  29.658844  c1 orders.placed-0: isr none → 3
  29.658844  c1 orders.placed-0: elr 3 → none
  29.658844  c1 orders.placed-0: leader none → b3 in epoch 2, partition epoch 5
  29.658844    -- Broker 3 is back, and leads.
  29.659206  b1 is follower of orders.placed-0 in epoch 2: leo 2, hw 2
  29.659224  b2 is follower of orders.placed-0 in epoch 2: leo 3, hw 3
  29.665862  b3 is leader of orders.placed-0 in epoch 2: leo 3, hw 3
  30.660011  b3 hears that b1 is at 2 of orders.placed-0 (knew -1)
  30.660214  b1 copies 2 of orders.placed-0: leo 3, hw 3, epoch 0
  30.660214  b1 (follower) orders.placed-0: hw 2 → 3
  30.660281  b3 hears that b2 is at 3 of orders.placed-0 (knew -1)
  30.660281  b3 asks for isr 3 → 2,3 of orders.placed-0
  30.660515  b3 hears that b1 is at 3 of orders.placed-0 (knew 2)
  30.660697  c1 orders.placed-0: isr 3 → 2,3
  31.161019  b3 hears that b1 is at 3 of orders.placed-0 (knew 3)
  31.161019  b3 asks for isr 2,3 → 1,2,3 of orders.placed-0
  31.161435  c1 orders.placed-0: isr 2,3 → 1,2,3
  31.161815    -- m2 is on all three again.
