# min.insync.replicas equal to the replication factor: with one broker away nothing can be written with acks=all.
# Source: Partition.appendRecordsToLeader (NOT_ENOUGH_REPLICAS); PartitionRegistration effective min ISR. H-15; CL-48; oracle 4.17.
cluster brokers=3
topic orders.placed assignment=1,2,3 min.insync.replicas=3
producer order-service
produce orders.placed m0 from=order-service
settle
run 700ms
expect orders.placed-0 leader=1 epoch=0 isr=1,2,3 leo=1 hw=1
begin
say start "Three replicas, and three are asked for." "Whoever set this wanted to be safe. Broker 3 is restarted now, in good order."
focus orders.placed-0 order-service
run 20ms
stop b3
run until b3 state=down max=20s
say stopped "Two of three are in sync." "One fewer than min.insync.replicas. Broker 3 is in the ELR: nothing it has can be outrun."
expect orders.placed-0 leader=1 epoch=0 partition-epoch=1 isr=1,2 elr=3
request produce b1 orders.placed-0 value=refused acks=all as=all
run until all error=NOT_ENOUGH_REPLICAS
say refused "acks=all is refused, before anything is written." "NOT_ENOUGH_REPLICAS: the ISR has 2 members, 3 are asked for."
expect all base-offset=-1
expect orders.placed-0 leo=1
request produce b1 orders.placed-0 value=x1 acks=1 as=one
run until one error=NONE
say acks-1 "acks=1 is taken, and stays invisible." "min.insync.replicas holds the high watermark too. Two brokers have x1, and no consumer gets it."
expect one base-offset=1
run 1s
expect b2.orders.placed-0 leo=2
expect orders.placed-0 leo=2 hw=1
label sent
produce orders.placed m2 from=order-service
run 3s
say retrying "A Java producer tries again and again." "The error is one it may retry: after 0.1 s, then up to 1 s apart, for two minutes. The application just waits."
expect order-service sent=2 acknowledged=1 failed=0
start b3
run until orders.placed-0 isr=1,2,3 max=20s
say back "Broker 3 is back in the ISR." "x1 is committed at once."
run until order-service acknowledged=2
expect time since=sent at=3s..14s
expect orders.placed-0@2 key=m2
say end "Safest it is not: it stops at the first failure." "Three replicas with min.insync.replicas=2 survive one broker with writes going on, and lose nothing acknowledged with acks=all."
settle
expect orders.placed-0 leader=1 epoch=0 partition-epoch=2 elr= leo=3 hw=3
run 20ms
---
   0.000000    -- Three replicas, and three are asked for.
   0.020000  > stop b3
   0.020416  c1 orders.placed-0: isr 1,2,3 → 1,2
   0.020416  c1 orders.placed-0: elr none → 3
   0.020416  c1 fences b3
   0.020749  b3 stops
   0.020749    -- Two of three are in sync.
   0.020749  > request produce b1 orders.placed-0 value=refused acks=all as=all
   0.020749  admin sends 1 record of orders.placed-0 to b1
   0.021068  b1 answers the produce of admin to orders.placed-0: NOT_ENOUGH_REPLICAS
   0.021323  admin has the answer to Produce
   0.021323    -- acks=all is refused, before anything is written.
   0.021323  > request produce b1 orders.placed-0 value=x1 acks=1 as=one
   0.021323  admin sends 1 record of orders.placed-0 to b1
   0.021642  b1 appends 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.021642  b1 answers the produce of admin to orders.placed-0: NONE
   0.021897  admin has the answer to Produce
   0.021897    -- acks=1 is taken, and stays invisible.
   0.021976  b2 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.022394  b1 hears that b2 is at 2 of orders.placed-0 (knew 1)
   1.021897  > produce orders.placed m2 from=order-service
   1.026897  order-service sends 1 record of orders.placed-0 to b1
   1.027271  b1 answers the produce of order-service to orders.placed-0: NOT_ENOUGH_REPLICAS
   1.112294  order-service sends 1 record of orders.placed-0 to b1
   1.112668  b1 answers the produce of order-service to orders.placed-0: NOT_ENOUGH_REPLICAS
   1.319785  order-service sends 1 record of orders.placed-0 to b1
   1.320159  b1 answers the produce of order-service to orders.placed-0: NOT_ENOUGH_REPLICAS
   1.726390  order-service sends 1 record of orders.placed-0 to b1
   1.726764  b1 answers the produce of order-service to orders.placed-0: NOT_ENOUGH_REPLICAS
   2.553711  order-service sends 1 record of orders.placed-0 to b1
   2.554085  b1 answers the produce of order-service to orders.placed-0: NOT_ENOUGH_REPLICAS
   3.424026  order-service sends 1 record of orders.placed-0 to b1
   3.424400  b1 answers the produce of order-service to orders.placed-0: NOT_ENOUGH_REPLICAS
   4.021897    -- A Java producer tries again and again.
   4.021897  > start b3
   4.021897  b3 starts
   4.377428  order-service sends 1 record of orders.placed-0 to b1
   4.377802  b1 answers the produce of order-service to orders.placed-0: NOT_ENOUGH_REPLICAS
   5.267413  order-service sends 1 record of orders.placed-0 to b1
   5.267787  b1 answers the produce of order-service to orders.placed-0: NOT_ENOUGH_REPLICAS
   6.127070  order-service sends 1 record of orders.placed-0 to b1
   6.127444  b1 answers the produce of order-service to orders.placed-0: NOT_ENOUGH_REPLICAS
   6.977880  order-service sends 1 record of orders.placed-0 to b1
   6.978254  b1 answers the produce of order-service to orders.placed-0: NOT_ENOUGH_REPLICAS
   7.810674  order-service sends 1 record of orders.placed-0 to b1
   7.811048  b1 answers the produce of order-service to orders.placed-0: NOT_ENOUGH_REPLICAS
   8.632936  order-service sends 1 record of orders.placed-0 to b1
   8.633310  b1 answers the produce of order-service to orders.placed-0: NOT_ENOUGH_REPLICAS
   9.616860  order-service sends 1 record of orders.placed-0 to b1
   9.617234  b1 answers the produce of order-service to orders.placed-0: NOT_ENOUGH_REPLICAS
   9.931693  c1 fences b3
  10.024560  c1 registers b3, broker epoch 17
  10.036391  b3 is follower of orders.placed-0 in epoch 0: leo 1, hw 1
  10.036391  b3 (follower) orders.placed-0: hw 0 → 1
  10.036644  b1 hears that b3 is at 1 of orders.placed-0 (knew 1)
  10.036807  c1 unfences b3
  10.036847  b3 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
  10.037100  b1 hears that b3 is at 2 of orders.placed-0 (knew 1)
  10.537556  b1 hears that b3 is at 2 of orders.placed-0 (knew 2)
  10.537556  b1 asks for isr 1,2 → 1,2,3 of orders.placed-0
  10.538009  c1 orders.placed-0: isr 1,2 → 1,2,3
  10.538009  c1 orders.placed-0: elr 3 → none
  10.538009    -- Broker 3 is back in the ISR.
  10.538371  b1 has isr 1,2,3 of orders.placed-0
  10.538371  b1 (leader) orders.placed-0: hw 1 → 2
  10.570477  order-service sends 1 record of orders.placed-0 to b1
  10.570851  b1 appends 2 of orders.placed-0: leo 3, hw 2, epoch 0
  10.571054  b3 copies 2 of orders.placed-0: leo 3, hw 2, epoch 0
  10.571054  b3 (follower) orders.placed-0: hw 1 → 2
  10.571185  b2 copies 2 of orders.placed-0: leo 3, hw 2, epoch 0
  10.571185  b2 (follower) orders.placed-0: hw 1 → 2
  10.571307  b1 hears that b3 is at 3 of orders.placed-0 (knew 2)
  10.571603  b1 hears that b2 is at 3 of orders.placed-0 (knew 2)
  10.571603  b1 (leader) orders.placed-0: hw 2 → 3
  10.571603  b1 answers the produce of order-service to orders.placed-0: NONE
  10.571902  order-service is told: 1 record acknowledged, from 2 of orders.placed-0
  10.571902    -- Safest it is not: it stops at the first failure.
  11.071510  b3 (follower) orders.placed-0: hw 2 → 3
  11.071937  b2 (follower) orders.placed-0: hw 2 → 3
