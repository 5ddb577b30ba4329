# Leadership is per partition: the same broker leads one and follows others, and offsets of different partitions have nothing to do with each other.
# Source: ReplicaManager.applyDelta; Partition. Related: controller 5.2.
cluster brokers=3
topic orders.placed assignment=1,2,3/2,3,1/3,1,2
producer order-service
settle
run 700ms
begin
say start "Three partitions, three leaders." "Each broker leads one partition and follows two. No broker is the leader; the controller leads none of them."
focus orders.placed
expect b1.orders.placed-0 role=leader
expect b1.orders.placed-1 role=follower
expect b1.orders.placed-2 role=follower
expect b2.orders.placed-1 role=leader
expect b3.orders.placed-2 role=leader
run 20ms
produce orders.placed key=a{n} count=3 partition=0 from=order-service
produce orders.placed key=b{n} count=5 partition=1 from=order-service
produce orders.placed key=c0 partition=2 from=order-service
run until order-service acknowledged=9
say produced "Nine records, three requests, three logs." "The producer sent each batch to the leader of its partition. Offsets count per partition: 3, 5 and 1 are the log ends."
expect orders.placed-0 leader=1 leo=3 hw=3
expect orders.placed-1 leader=2 leo=5 hw=5
expect orders.placed-2 leader=3 leo=1 hw=1
settle
say both "Broker 1 was asked and was asking, at the same time." "It answered the fetches for partition 0 and fetched partitions 1 and 2 from brokers 2 and 3."
expect b1.orders.placed-0 role=leader leo=3 hw=3
expect b1.orders.placed-1 role=follower leo=5 hw=5
expect b1.orders.placed-2 role=follower leo=1 hw=1
expect orders.placed-1@4 key=b4 batch=0
expect orders.placed-2@0 key=c0
run 20ms
---
   0.000000    -- Three partitions, three leaders.
   0.020000  > produce orders.placed key=a{n} count=3 partition=0 from=order-service
   0.020000  > produce orders.placed key=b{n} count=5 partition=1 from=order-service
   0.020000  > produce orders.placed key=c0 partition=2 from=order-service
   0.025673  order-service sends 3 records of orders.placed-0 to b1
   0.026047  b1 appends 0..2 of orders.placed-0: leo 3, hw 0, epoch 0
   0.026161  order-service sends 5 records of orders.placed-1 to b2
   0.026250  b3 copies 0..2 of orders.placed-0: leo 3, hw 0, epoch 0
   0.026381  b2 copies 0..2 of orders.placed-0: leo 3, hw 0, epoch 0
   0.026432  b2 appends 0..4 of orders.placed-1: leo 5, hw 0, epoch 0
   0.026503  b1 hears that b3 is at 3 of orders.placed-0 (knew 0)
   0.026535  order-service sends 1 record of orders.placed-2 to b3
   0.026721  b3 copies 0..4 of orders.placed-1: leo 5, hw 0, epoch 0
   0.026766  b1 copies 0..4 of orders.placed-1: leo 5, hw 0, epoch 0
   0.026799  b1 hears that b2 is at 3 of orders.placed-0 (knew 0)
   0.026799  b1 (leader) orders.placed-0: hw 0 → 3
   0.026799  b1 answers the produce of order-service to orders.placed-0: NONE
   0.027014  b3 appends 0 of orders.placed-2: leo 1, hw 0, epoch 0
   0.027082  b2 hears that b3 is at 5 of orders.placed-1 (knew 0)
   0.027098  order-service is told: 3 records acknowledged, from 0 of orders.placed-0
   0.027155  b2 hears that b1 is at 5 of orders.placed-1 (knew 0)
   0.027155  b2 (leader) orders.placed-1: hw 0 → 5
   0.027155  b2 answers the produce of order-service to orders.placed-1: NONE
   0.027217  b1 copies 0 of orders.placed-2: leo 1, hw 0, epoch 0
   0.027303  b2 copies 0 of orders.placed-2: leo 1, hw 0, epoch 0
   0.027372  order-service is told: 5 records acknowledged, from 0 of orders.placed-1
   0.027518  b3 hears that b1 is at 1 of orders.placed-2 (knew 0)
   0.027687  b3 hears that b2 is at 1 of orders.placed-2 (knew 0)
   0.027687  b3 (leader) orders.placed-2: hw 0 → 1
   0.027687  b3 answers the produce of order-service to orders.placed-2: NONE
   0.028070  order-service is told: 1 record acknowledged, from 0 of orders.placed-2
   0.028070    -- Nine records, three requests, three logs.
   0.526706  b3 (follower) orders.placed-0: hw 0 → 3
   0.527133  b2 (follower) orders.placed-0: hw 0 → 3
   0.527371  b3 (follower) orders.placed-1: hw 0 → 5
   0.527489  b1 (follower) orders.placed-1: hw 0 → 5
   0.527721  b1 (follower) orders.placed-2: hw 0 → 1
   0.527976  b2 (follower) orders.placed-2: hw 0 → 1
   0.527976    -- Broker 1 was asked and was asking, at the same time.
