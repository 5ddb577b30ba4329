# A leader cut off from the cluster still takes records, but it cannot commit one: it is a zombie until it learns the new epoch.
# Source: Partition.maybeIncrementLeaderHW; BrokerHeartbeatManager; Partition.checkCurrentLeaderEpoch; KIP-101, KIP-320. H-28; the numbers of recording z-zombie-leader, oracle 4.18.
cluster brokers=3
topic orders.placed assignment=1,2,3 min.insync.replicas=2
produce orders.placed a{n} count=2 acks=1
settle
run 700ms
expect orders.placed-0 leader=1 epoch=0 isr=1,2,3 leo=2 hw=2
begin
say start "Broker 1 leads. Its cables to the cluster are about to go." "Clients will still reach it, brokers and controller will not."
focus orders.placed-0 b1
run 20ms
label cut
isolate b1
run until orders.placed-0 leader=2 max=20s
expect time since=cut at=7s..10.2s
say elected "Two brokers believe that they lead." "No heartbeat came for 9 s, so the controller fenced broker 1 and elected broker 2, in epoch 1. Broker 1 still leads its own epoch 0."
expect orders.placed-0 leader=2 epoch=1 partition-epoch=1 isr=2,3
expect b1.orders.placed-0 role=leader epoch=0 isr=1,2,3
run until b2.orders.placed-0 role=leader
run until b3.orders.placed-0 epoch=1
run 500ms
request produce b1 orders.placed-0 value=z2 acks=1 as=z2
run until z2 error=NONE
say zombie-1 "With acks=1 the zombie says success." "z2 is at offset 2 of its log, and in no other."
expect z2 base-offset=2
expect b1.orders.placed-0 leo=3 hw=2
request produce b1 orders.placed-0 value=z3 acks=all timeout=5s as=z3
request produce b2 orders.placed-0 value=b2 acks=all as=real
run until real error=NONE
say real "acks=all is kept where it can be: at broker 2." "b2 is committed at offset 2. Broker 1 has z2 there, which no consumer can read: its high watermark stands at 2."
expect real base-offset=2
expect b2.orders.placed-0 leo=3 hw=3
expect z3 error=waiting
request fetch b1 orders.placed-0 offset=0 epoch=0 as=old-at-1
request fetch b2 orders.placed-0 offset=0 epoch=0 as=old-at-2
request fetch b3 orders.placed-0 offset=0 epoch=0 as=old-at-3
run until old-at-2 error=FENCED_LEADER_EPOCH
run until old-at-3 error=FENCED_LEADER_EPOCH
run until old-at-1 error=NONE
say fenced "Whoever believes in epoch 0 is served by broker 1 only." "Brokers 2 and 3 answer FENCED_LEADER_EPOCH. Broker 1 serves the two committed records, not its own."
expect old-at-1 hw=2 records=2
run until z3 error=REQUEST_TIMED_OUT max=10s
say timed-out "For acks=all the zombie has no success to give." "Its ISR is 1, 2, 3 and two of them do not fetch. It may not shrink it alone: the controller has to agree."
expect z3 base-offset=3
expect b1.orders.placed-0 role=leader epoch=0 leo=4 hw=2
heal b1
label healed
run until b1.orders.placed-0 role=follower
say learns "The cables are back. Broker 1 learns of epoch 1 and follows." "Nobody told it to resign: it reads that in the metadata, like everybody else."
expect b1.orders.placed-0 epoch=1
run until b1.orders.placed-0 leo=2
say truncated "z2 and z3 go." "They were of epoch 0, and broker 2's epoch 0 ends at 2."
run until orders.placed-0 isr=1,2,3
settle
expect b1.orders.placed-0 leo=3 hw=3 epochs=0@0,1@2
expect b1.orders.placed-0@2 value=b2 epoch=1
expect orders.placed-0 leader=2 epoch=1 partition-epoch=2 leo=3 hw=3
say end "One history again." "Of z2, told success with acks=1, nothing is left. Of acks=all nothing was promised that is not there."
run 20ms
---
   0.000000    -- Broker 1 leads. Its cables to the cluster are about to go.
   0.020000  > isolate b1
   0.020000  c1>b1 is cut
   0.020000  b1>c1 is cut
   0.020000  b1>b2 is cut
   0.020000  b2>b1 is cut
   0.020000  b1>b3 is cut
   0.020000  b3>b1 is cut
   8.902441  c1 orders.placed-0: isr 1,2,3 → 2,3
   8.902441  c1 orders.placed-0: leader b1 → b2 in epoch 1, partition epoch 1
   8.902441  c1 fences b1
   8.902441    -- Two brokers believe that they lead.
   8.902774  b3 is follower of orders.placed-0 in epoch 1: leo 2, hw 2
   8.902821  b2 is leader of orders.placed-0 in epoch 1: leo 2, hw 2
   8.903135  b2 hears that b3 is at 2 of orders.placed-0 (knew -1)
   9.402821  > request produce b1 orders.placed-0 value=z2 acks=1 as=z2
   9.402821  admin sends 1 record of orders.placed-0 to b1
   9.403140  b1 appends 2 of orders.placed-0: leo 3, hw 2, epoch 0
   9.403140  b1 answers the produce of admin to orders.placed-0: NONE
   9.403395  admin has the answer to Produce
   9.403395    -- With acks=1 the zombie says success.
   9.403395  > request produce b1 orders.placed-0 value=z3 acks=all timeout=5s as=z3
   9.403395  admin sends 1 record of orders.placed-0 to b1
   9.403395  > request produce b2 orders.placed-0 value=b2 acks=all as=real
   9.403395  admin sends 1 record of orders.placed-0 to b2
   9.403648  b2 appends 2 of orders.placed-0: leo 3, hw 2, epoch 1
   9.403714  b1 appends 3 of orders.placed-0: leo 4, hw 2, epoch 0
   9.403785  b2 hears that b3 is at 2 of orders.placed-0 (knew 2)
   9.404074  b3 copies 2 of orders.placed-0: leo 3, hw 2, epoch 1
   9.404435  b2 hears that b3 is at 3 of orders.placed-0 (knew 2)
   9.404435  b2 (leader) orders.placed-0: hw 2 → 3
   9.404435  b2 answers the produce of admin to orders.placed-0: NONE
   9.404638  admin has the answer to Produce
   9.404638    -- acks=all is kept where it can be: at broker 2.
   9.404638  > request fetch b1 orders.placed-0 offset=0 epoch=0 as=old-at-1
   9.404638  > request fetch b2 orders.placed-0 offset=0 epoch=0 as=old-at-2
   9.404638  > request fetch b3 orders.placed-0 offset=0 epoch=0 as=old-at-3
   9.405094  admin has the answer to Fetch
   9.405212  admin has the answer to Fetch
   9.405435  admin has the answer to Fetch
   9.405435    -- Whoever believes in epoch 0 is served by broker 1 only.
   9.904724  b3 (follower) orders.placed-0: hw 2 → 3
  14.403714  b1 answers the produce of admin to orders.placed-0: REQUEST_TIMED_OUT
  14.403969  admin has the answer to Produce
  14.403969    -- For acks=all the zombie has no success to give.
  14.403969  > heal b1
  14.403969  c1>b1 is whole
  14.403969  b1>c1 is whole
  14.403969  b1>b2 is whole
  14.403969  b2>b1 is whole
  14.403969  b1>b3 is whole
  14.403969  b3>b1 is whole
  14.404331  c1 unfences b1
  14.404693  b1 is follower of orders.placed-0 in epoch 1: leo 4, hw 2
  14.404693    -- The cables are back. Broker 1 learns of epoch 1 and follows.
  14.405416  b1 truncates orders.placed-0: leo 4 → 2
  14.405416    -- z2 and z3 go.
  14.405805  b2 hears that b1 is at 2 of orders.placed-0 (knew -1)
  14.406139  b1 copies 2 of orders.placed-0: leo 3, hw 3, epoch 1
  14.406139  b1 (follower) orders.placed-0: hw 2 → 3
  14.406528  b2 hears that b1 is at 3 of orders.placed-0 (knew 2)
  14.406528  b2 asks for isr 2,3 → 1,2,3 of orders.placed-0
  14.407003  c1 orders.placed-0: isr 2,3 → 1,2,3
  14.407383    -- One history again.
