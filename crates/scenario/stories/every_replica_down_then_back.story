# With every replica stopped a partition is offline. Whoever was in the ISR or the ELR may lead it again, nobody else.
# Source: PartitionChangeBuilder.electLeader, populateTargetElr; KIP-966. The table of oracle 4.13, recording d-min-isr-elr-all-down; H-23.
cluster brokers=3
topic orders.placed assignment=1,2,3 min.insync.replicas=2
produce orders.placed a{n} count=2 acks=1
settle
run 6s
expect orders.placed-0 leader=1 epoch=0 partition-epoch=0 isr=1,2,3 leo=2 hw=2
begin
say start "Three in sync. They will be stopped one after the other." "Each is stopped in order, so each leaves a mark on its disk that says: nothing of mine is missing."
focus orders.placed-0
run 20ms
stop b3
run until b3 state=down
say two "Broker 3 is out of the ISR." "Two members are left, as many as min.insync.replicas asks for."
expect orders.placed-0 leader=1 epoch=0 partition-epoch=1 isr=1,2 elr=
run 20ms
stop b2
run until b2 state=down
say one "Broker 2 is out of the ISR, and in the ELR." "It is eligible: below min.insync.replicas the high watermark stands still, so what it has stays complete."
expect orders.placed-0 leader=1 epoch=0 partition-epoch=2 isr=1 elr=2
request produce b1 orders.placed-0 value=refused acks=all as=all
run until all error=NOT_ENOUGH_REPLICAS
expect all base-offset=-1
request produce b1 orders.placed-0 value=c2 acks=1 as=one
run until one error=NONE
expect one base-offset=2
expect orders.placed-0 leo=3 hw=2
say frozen "acks=all is refused. acks=1 is taken, and not committed." "Log end offset 3, high watermark 2, with an ISR of one that has everything."
describe orders.placed
run 6s
stop b1
run until b1 state=down
say offline "Nobody leads." "The ISR is empty. The ELR is 1, 2, and the controller remembers who led last."
expect orders.placed-0 leader=none epoch=1 partition-epoch=3 isr= elr=1,2 last-known-elr=1
describe orders.placed
run 10s                                 # the old sessions end, so that the brokers can register at once
start b3
run until b3 state=running
run 1s
say three "Broker 3 is up, and may not lead." "It left while the others went on. For all the controller knows it misses committed records."
expect orders.placed-0 leader=none epoch=1 partition-epoch=3
start b2
run until orders.placed-0 leader=2
say leads "Broker 2 leads: it was eligible." "It came back from an orderly stop with everything that is committed. Epoch 2."
expect orders.placed-0 epoch=2 elr=1 last-known-elr=
run until orders.placed-0 isr=2,3
expect orders.placed-0 leader=2 epoch=2 partition-epoch=5 elr=
run until b2.orders.placed-0 role=leader
expect b2.orders.placed-0 leo=2 epochs=0@0,2@2
describe orders.placed
run 20ms
start b1
run until b1.orders.placed-0 leo=2
say cut "Broker 1 returns, and drops its acks=1 record." "c2 was in its log only. Had broker 1 been started before broker 2, it would lead, and c2 be kept."
run until orders.placed-0 isr=1,2,3
settle
expect orders.placed-0 leader=2 epoch=2 partition-epoch=6 elr= leo=2 hw=2
expect b1.orders.placed-0 leo=2 hw=2
run 20ms
---
   0.000000    -- Three in sync. They will be stopped one after the other.
   0.020000  > stop b3
   0.020416  c1 orders.placed-0: isr 1,2,3 → 1,2
   0.020416  c1 fences b3
   0.020749  b3 stops
   0.020749    -- Broker 3 is out of the ISR.
   0.040749  > stop b2
   0.041224  c1 orders.placed-0: isr 1,2 → 1
   0.041224  c1 orders.placed-0: elr none → 2
   0.041224  c1 fences b2
   0.041604  b2 stops
   0.041604    -- Broker 2 is out of the ISR, and in the ELR.
   0.041604  > request produce b1 orders.placed-0 value=refused acks=all as=all
   0.041604  admin sends 1 record of orders.placed-0 to b1
   0.041923  b1 answers the produce of admin to orders.placed-0: NOT_ENOUGH_REPLICAS
   0.042178  admin has the answer to Produce
   0.042178  > request produce b1 orders.placed-0 value=c2 acks=1 as=one
   0.042178  admin sends 1 record of orders.placed-0 to b1
   0.042497  b1 appends 2 of orders.placed-0: leo 3, hw 2, epoch 0
   0.042497  b1 answers the produce of admin to orders.placed-0: NONE
   0.042752  admin has the answer to Produce
   0.042752    -- acks=all is refused. acks=1 is taken, and not committed.
   0.042752  > describe orders.placed
Topic: orders.placed	TopicId: Px1g16dlj5HuLKWifvQd8Q	PartitionCount: 1	ReplicationFactor: 3	Configs: min.insync.replicas=2
	Topic: orders.placed	Partition: 0	Leader: 1	Replicas: 1,2,3	Isr: 1	Elr: 2	LastKnownElr: 
   6.042752  > stop b1
   6.043205  c1 lets b1 shut down
   6.043205  c1 orders.placed-0: isr 1 → none
   6.043205  c1 orders.placed-0: elr 2 → 1,2
   6.043205  c1 orders.placed-0: leader b1 → none in epoch 1, partition epoch 3
   6.043567  b1 is offline of orders.placed-0 in epoch 1: leo 3, hw 2
   6.094020  c1 fences b1
   6.094382  b1 stops
   6.094382    -- Nobody leads.
   6.094382  > describe orders.placed
Topic: orders.placed	TopicId: Px1g16dlj5HuLKWifvQd8Q	PartitionCount: 1	ReplicationFactor: 3	Configs: min.insync.replicas=2
	Topic: orders.placed	Partition: 0	Leader: none	Replicas: 1,2,3	Isr: 	Elr: 1,2	LastKnownElr: 1
   9.227441  c1 fences b2
   9.237441  c1 fences b3
  15.997441  c1 fences b1
  16.094382  > start b3
  16.094382  b3 starts
  16.094798  c1 registers b3, broker epoch 23
  16.106629  b3 is offline of orders.placed-0 in epoch 1: leo 2, hw 2
  16.106629  b3 (follower) orders.placed-0: hw 0 → 2
  16.107045  c1 unfences b3
  17.107045    -- Broker 3 is up, and may not lead.
  17.107045  > start b2
  17.107045  b2 starts
  17.107520  c1 registers b2, broker epoch 25
  17.119610  b2 is offline of orders.placed-0 in epoch 1: leo 2, hw 2
  17.119610  b2 (follower) orders.placed-0: hw 0 → 2
  17.120085  c1 unfences b2
  17.120085  c1 orders.placed-0: isr none → 2
  17.120085  c1 orders.placed-0: elr 1,2 → 1
  17.120085  c1 orders.placed-0: leader none → b2 in epoch 2, partition epoch 4
  17.120085    -- Broker 2 leads: it was eligible.
  17.120418  b3 is follower of orders.placed-0 in epoch 2: leo 2, hw 2
  17.120465  b2 is leader of orders.placed-0 in epoch 2: leo 2, hw 2
  17.120779  b2 hears that b3 is at 2 of orders.placed-0 (knew -1)
  17.120779  b2 asks for isr 2 → 2,3 of orders.placed-0
  17.121254  c1 orders.placed-0: isr 2 → 2,3
  17.121254  c1 orders.placed-0: elr 1 → none
  17.121254  > describe orders.placed
Topic: orders.placed	TopicId: Px1g16dlj5HuLKWifvQd8Q	PartitionCount: 1	ReplicationFactor: 3	Configs: min.insync.replicas=2
	Topic: orders.placed	Partition: 0	Leader: 2	Replicas: 1,2,3	Isr: 2,3	Elr: 	LastKnownElr: 
  17.141254  > start b1
  17.141254  b1 starts
  17.141707  c1 registers b1, broker epoch 29
  17.153699  b1 is follower of orders.placed-0 in epoch 2: leo 3, hw 2
  17.153699  b1 (follower) orders.placed-0: hw 0 → 2
  17.154152  c1 unfences b1
  17.154422  b1 truncates orders.placed-0: leo 3 → 2
  17.154422    -- Broker 1 returns, and drops its acks=1 record.
  17.154811  b2 hears that b1 is at 2 of orders.placed-0 (knew -1)
  17.154811  b2 asks for isr 2,3 → 1,2,3 of orders.placed-0
  17.155286  c1 orders.placed-0: isr 2,3 → 1,2,3
