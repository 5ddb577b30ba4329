# A follower's high watermark is the one in the last answer it got, and that is the one from before its own fetch did anything.
# Source: Partition.fetchRecords, updateFollowerFetchState; DelayedFetch.onComplete; AbstractFetcherThread. The steps of oracle 4.4 (g, i); BR-09, BR-11, BR-12.
cluster brokers=3
topic orders.placed assignment=1,2,3
producer order-service acks=1 linger.ms=0
settle
hold b2>b1:fetch
hold b3>b1:fetch
# The fetches parked before the hold end after 500 ms; the next ones wait at the leader's door.
run 600ms
begin
say start "Each follower's next fetch is held at the leader's door." "They are let in one by one, to see what each fetch and each answer carries."
focus orders.placed-0
produce orders.placed a0 from=order-service
produce orders.placed a1 from=order-service
run until order-service acknowledged=2
expect b1.orders.placed-0 leo=2 hw=0
step b2>b1:fetch
run 5ms
say first "Broker 2 has both records. High watermark 0 everywhere." "Its fetch asked for offset 0: that told the leader nothing new."
expect b2.orders.placed-0 leo=2 hw=0 leader-knows=0
step b2>b1:fetch
run 5ms
say second "Now the leader knows: broker 2 is at 2." "This fetch found nothing to read, so it is parked. Broker 3 still holds the high watermark at 0."
expect b2.orders.placed-0 leader-knows=2 hw=0
expect b1.orders.placed-0 hw=0
step b3>b1:fetch
run 5ms
expect b3.orders.placed-0 leo=2 hw=0 leader-knows=0
step b3>b1:fetch
run 5ms
say third "High watermark 2 at the leader, 0 at both followers." "Broker 3 asked for 2. That fetch moved the high watermark and is parked; its answer is still to come."
expect b1.orders.placed-0 hw=2
expect b2.orders.placed-0 hw=0
expect b3.orders.placed-0 hw=0
run 500ms
say parked "Both heard of it when their parked fetches ended." "Nothing came to read within half a second. The empty answer carries the high watermark of the moment it leaves."
expect b2.orders.placed-0 leo=2 hw=2    # Lab: there a step ends with the follower's next Fetch, before the next step begins
expect b3.orders.placed-0 leo=2 hw=2
run 100ms
# Now a fetch that moves the high watermark and is answered with records at once.
produce orders.placed b2 from=order-service
run 5ms
step b2>b1:fetch
run 5ms
step b2>b1:fetch
run 5ms
expect b2.orders.placed-0 leo=3 leader-knows=3 hw=2
produce orders.placed b3 from=order-service
run 5ms
step b3>b1:fetch
run 5ms
expect b3.orders.placed-0 leo=4 leader-knows=2 hw=2
produce orders.placed b4 from=order-service
run 5ms
expect b1.orders.placed-0 leo=5 hw=2
step b3>b1:fetch
run 5ms
say before-itself "Broker 1 is at 3. Broker 3, which caused it, heard 2." "The fetch found a record, so it was answered at once: with the records and the high watermark as they were before it counted."
expect b1.orders.placed-0 leo=5 hw=3
expect b3.orders.placed-0 leo=5 hw=2 leader-knows=4
release b2>b1:fetch
release b3>b1:fetch
run until b1.orders.placed-0 hw=5
settle
expect b2.orders.placed-0 leo=5 hw=5
expect b3.orders.placed-0 leo=5 hw=5
say end "One more answer each, and all agree." "A follower is at least one fetch behind in this. If it becomes leader, that is the high watermark it begins with."
run 20ms
---
   0.000000    -- Each follower's next fetch is held at the leader's door.
   0.000000  > produce orders.placed a0 from=order-service
   0.000000  > produce orders.placed a1 from=order-service
   0.000673  order-service sends 2 records of orders.placed-0 to b1
   0.001047  b1 appends 0..1 of orders.placed-0: leo 2, hw 0, epoch 0
   0.001047  b1 answers the produce of order-service to orders.placed-0: NONE
   0.001346  order-service is told: 2 records acknowledged, from 0 of orders.placed-0
   0.001346  > step b2>b1:fetch
   0.001346  b1 hears that b2 is at 0 of orders.placed-0 (knew -1)
   0.001680  b2 copies 0..1 of orders.placed-0: leo 2, hw 0, epoch 0
   0.006346    -- Broker 2 has both records. High watermark 0 everywhere.
   0.006346  > step b2>b1:fetch
   0.006346  b1 hears that b2 is at 2 of orders.placed-0 (knew 0)
   0.011346    -- Now the leader knows: broker 2 is at 2.
   0.011346  > step b3>b1:fetch
   0.011346  b1 hears that b3 is at 0 of orders.placed-0 (knew -1)
   0.011549  b3 copies 0..1 of orders.placed-0: leo 2, hw 0, epoch 0
   0.016346  > step b3>b1:fetch
   0.016346  b1 hears that b3 is at 2 of orders.placed-0 (knew 0)
   0.016346  b1 (leader) orders.placed-0: hw 0 → 2
   0.021346    -- High watermark 2 at the leader, 0 at both followers.
   0.506680  b2 (follower) orders.placed-0: hw 0 → 2
   0.516549  b3 (follower) orders.placed-0: hw 0 → 2
   0.521346    -- Both heard of it when their parked fetches ended.
   0.621346  > produce orders.placed b2 from=order-service
   0.621346  order-service sends 1 record of orders.placed-0 to b1
   0.621720  b1 appends 2 of orders.placed-0: leo 3, hw 2, epoch 0
   0.621720  b1 answers the produce of order-service to orders.placed-0: NONE
   0.622019  order-service is told: 1 record acknowledged, from 2 of orders.placed-0
   0.626346  > step b2>b1:fetch
   0.626346  b1 hears that b2 is at 2 of orders.placed-0 (knew 2)
   0.626680  b2 copies 2 of orders.placed-0: leo 3, hw 2, epoch 0
   0.631346  > step b2>b1:fetch
   0.631346  b1 hears that b2 is at 3 of orders.placed-0 (knew 2)
   0.636346  > produce orders.placed b3 from=order-service
   0.636346  order-service sends 1 record of orders.placed-0 to b1
   0.636720  b1 appends 3 of orders.placed-0: leo 4, hw 2, epoch 0
   0.636720  b1 answers the produce of order-service to orders.placed-0: NONE
   0.637019  order-service is told: 1 record acknowledged, from 3 of orders.placed-0
   0.637054  b2 copies 3 of orders.placed-0: leo 4, hw 2, epoch 0
   0.641346  > step b3>b1:fetch
   0.641346  b1 hears that b3 is at 2 of orders.placed-0 (knew 2)
   0.641549  b3 copies 2..3 of orders.placed-0: leo 4, hw 2, epoch 0
   0.646346  > produce orders.placed b4 from=order-service
   0.646346  order-service sends 1 record of orders.placed-0 to b1
   0.646720  b1 appends 4 of orders.placed-0: leo 5, hw 2, epoch 0
   0.646720  b1 answers the produce of order-service to orders.placed-0: NONE
   0.647019  order-service is told: 1 record acknowledged, from 4 of orders.placed-0
   0.651346  > step b3>b1:fetch
   0.651346  b1 hears that b3 is at 4 of orders.placed-0 (knew 2)
   0.651346  b1 (leader) orders.placed-0: hw 2 → 3
   0.651549  b3 copies 4 of orders.placed-0: leo 5, hw 2, epoch 0
   0.656346    -- Broker 1 is at 3. Broker 3, which caused it, heard 2.
   0.656346  > release b2>b1:fetch
   0.656346  b2>b1:fetch is whole
   0.656346  > release b3>b1:fetch
   0.656346  b3>b1:fetch is whole
   0.656346  b1 hears that b2 is at 4 of orders.placed-0 (knew 3)
   0.656346  b1 (leader) orders.placed-0: hw 3 → 4
   0.656346  b1 hears that b3 is at 5 of orders.placed-0 (knew 4)
   0.656680  b2 copies 4 of orders.placed-0: leo 5, hw 3, epoch 0
   0.656680  b2 (follower) orders.placed-0: hw 2 → 3
   0.657098  b1 hears that b2 is at 5 of orders.placed-0 (knew 4)
   0.657098  b1 (leader) orders.placed-0: hw 4 → 5
   1.156549  b3 (follower) orders.placed-0: hw 2 → 5
   1.157432  b2 (follower) orders.placed-0: hw 3 → 5
   1.157432    -- One more answer each, and all agree.
