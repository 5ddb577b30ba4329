# A consumer far behind the high watermark and a follower far behind the leader are two lags; each moves without the other.
# Source: SubscriptionState.partitionLag; Partition.maybeIncrementLeaderHW; clients 6.6. Related: BR-19.
cluster brokers=3
topic orders.placed assignment=1,2,3
producer order-service acks=1 linger.ms=0
consumer reporting max.partition.fetch.bytes=1
settle
slow reporting-b1 by=100ms
run 600ms
begin
say start "A slow reader of a healthy topic." "reporting takes one batch per fetch, over a connection that is 100 ms long each way. The three replicas are quick."
focus orders.placed-0 reporting
consume orders.placed-0 from=earliest by=reporting
produce orders.placed o1 from=order-service
run 1ms
produce orders.placed o2 from=order-service
run 1ms
produce orders.placed o3 from=order-service
run 1ms
produce orders.placed o4 from=order-service
run 1ms
produce orders.placed o5 from=order-service
run until orders.placed-0 hw=5
run until reporting.orders.placed-0 position=2
say consumer-lag "Consumer lag 3, replication lag 0." "All replicas are at 5, and so is the high watermark. The consumer is at 2: it will get there, batch by batch."
expect reporting.orders.placed-0 lag=3
expect b2.orders.placed-0 leo=5 leader-knows=5
expect b3.orders.placed-0 leo=5 leader-knows=5
run until reporting.orders.placed-0 position=5
run 300ms
say none "No lag of either kind." "The consumer has read up to the high watermark, 5."
expect reporting.orders.placed-0 lag=0
cut b3-b1
run 20ms
produce orders.placed o6 from=order-service
run 1s
say replication-lag "Replication lag 1, consumer lag 0." "Broker 3 cannot fetch. It is in the ISR, so the high watermark stays at 5, and beyond that there is nothing to read."
expect b1.orders.placed-0 leo=6 hw=5
expect b3.orders.placed-0 leo=5
expect reporting.orders.placed-0 position=5 lag=0
heal b3-b1
run until reporting.orders.placed-0 position=6 max=60s
say healed "Broker 3 caught up, the record was committed, the consumer read it." "A dashboard that watches consumer lag alone would have been green all the time."
settle
expect orders.placed-0 leo=6 hw=6 isr=1,2,3
run 20ms
---
   0.000000    -- A slow reader of a healthy topic.
   0.000000  > consume orders.placed-0 from=earliest by=reporting
   0.000000  > produce orders.placed o1 from=order-service
   0.000673  order-service sends 1 record of orders.placed-0 to b1
   0.001000  > produce orders.placed o2 from=order-service
   0.001000  order-service sends 1 record of orders.placed-0 to b1
   0.001047  b1 appends 0 of orders.placed-0: leo 1, hw 0, epoch 0
   0.001047  b1 answers the produce of order-service to orders.placed-0: NONE
   0.001250  b3 copies 0 of orders.placed-0: leo 1, hw 0, epoch 0
   0.001346  order-service is told: 1 record acknowledged, from 0 of orders.placed-0
   0.001374  b1 appends 1 of orders.placed-0: leo 2, hw 0, epoch 0
   0.001374  b1 answers the produce of order-service to orders.placed-0: NONE
   0.001381  b2 copies 0 of orders.placed-0: leo 1, hw 0, epoch 0
   0.001503  b1 hears that b3 is at 1 of orders.placed-0 (knew 0)
   0.001673  order-service is told: 1 record acknowledged, from 1 of orders.placed-0
   0.001706  b3 copies 1 of orders.placed-0: leo 2, hw 0, epoch 0
   0.001799  b1 hears that b2 is at 1 of orders.placed-0 (knew 0)
   0.001799  b1 (leader) orders.placed-0: hw 0 → 1
   0.001959  b1 hears that b3 is at 2 of orders.placed-0 (knew 1)
   0.002000  > produce orders.placed o3 from=order-service
   0.002000  order-service sends 1 record of orders.placed-0 to b1
   0.002133  b2 copies 1 of orders.placed-0: leo 2, hw 0, epoch 0
   0.002374  b1 appends 2 of orders.placed-0: leo 3, hw 1, epoch 0
   0.002374  b1 answers the produce of order-service to orders.placed-0: NONE
   0.002551  b1 hears that b2 is at 2 of orders.placed-0 (knew 1)
   0.002551  b1 (leader) orders.placed-0: hw 1 → 2
   0.002577  b3 copies 2 of orders.placed-0: leo 3, hw 1, epoch 0
   0.002577  b3 (follower) orders.placed-0: hw 0 → 1
   0.002673  order-service is told: 1 record acknowledged, from 2 of orders.placed-0
   0.002830  b1 hears that b3 is at 3 of orders.placed-0 (knew 2)
   0.002885  b2 copies 2 of orders.placed-0: leo 3, hw 1, epoch 0
   0.002885  b2 (follower) orders.placed-0: hw 0 → 1
   0.003000  > produce orders.placed o4 from=order-service
   0.003000  order-service sends 1 record of orders.placed-0 to b1
   0.003303  b1 hears that b2 is at 3 of orders.placed-0 (knew 2)
   0.003303  b1 (leader) orders.placed-0: hw 2 → 3
   0.003374  b1 appends 3 of orders.placed-0: leo 4, hw 3, epoch 0
   0.003374  b1 answers the produce of order-service to orders.placed-0: NONE
   0.003577  b3 copies 3 of orders.placed-0: leo 4, hw 3, epoch 0
   0.003577  b3 (follower) orders.placed-0: hw 1 → 3
   0.003673  order-service is told: 1 record acknowledged, from 3 of orders.placed-0
   0.003708  b2 copies 3 of orders.placed-0: leo 4, hw 3, epoch 0
   0.003708  b2 (follower) orders.placed-0: hw 1 → 3
   0.003830  b1 hears that b3 is at 4 of orders.placed-0 (knew 3)
   0.004000  > produce orders.placed o5 from=order-service
   0.004000  order-service sends 1 record of orders.placed-0 to b1
   0.004126  b1 hears that b2 is at 4 of orders.placed-0 (knew 3)
   0.004126  b1 (leader) orders.placed-0: hw 3 → 4
   0.004374  b1 appends 4 of orders.placed-0: leo 5, hw 4, epoch 0
   0.004374  b1 answers the produce of order-service to orders.placed-0: NONE
   0.004577  b3 copies 4 of orders.placed-0: leo 5, hw 4, epoch 0
   0.004577  b3 (follower) orders.placed-0: hw 3 → 4
   0.004673  order-service is told: 1 record acknowledged, from 4 of orders.placed-0
   0.004708  b2 copies 4 of orders.placed-0: leo 5, hw 4, epoch 0
   0.004708  b2 (follower) orders.placed-0: hw 3 → 4
   0.004830  b1 hears that b3 is at 5 of orders.placed-0 (knew 4)
   0.005126  b1 hears that b2 is at 5 of orders.placed-0 (knew 4)
   0.005126  b1 (leader) orders.placed-0: hw 4 → 5
   0.505033  b3 (follower) orders.placed-0: hw 4 → 5
   0.505460  b2 (follower) orders.placed-0: hw 4 → 5
   0.802468  reporting reads orders.placed-0 from 0, position 1
   1.003085  reporting reads orders.placed-0 from 1, position 2
   1.003085    -- Consumer lag 3, replication lag 0.
   1.203702  reporting reads orders.placed-0 from 2, position 3
   1.404319  reporting reads orders.placed-0 from 3, position 4
   1.604936  reporting reads orders.placed-0 from 4, position 5
   1.904936    -- No lag of either kind.
   1.904936  > cut b3-b1
   1.904936  b1>b3 is cut
   1.904936  b3>b1 is cut
   1.924936  > produce orders.placed o6 from=order-service
   1.924936  order-service sends 1 record of orders.placed-0 to b1
   1.925310  b1 appends 5 of orders.placed-0: leo 6, hw 5, epoch 0
   1.925310  b1 answers the produce of order-service to orders.placed-0: NONE
   1.925609  order-service is told: 1 record acknowledged, from 5 of orders.placed-0
   1.925644  b2 copies 5 of orders.placed-0: leo 6, hw 5, epoch 0
   1.926062  b1 hears that b2 is at 6 of orders.placed-0 (knew 5)
   2.924936    -- Replication lag 1, consumer lag 0.
   2.924936  > heal b3-b1
   2.924936  b1>b3 is whole
   2.924936  b3>b1 is whole
   2.925139  b3 copies 5 of orders.placed-0: leo 6, hw 5, epoch 0
   2.925392  b1 hears that b3 is at 6 of orders.placed-0 (knew 5)
   2.925392  b1 (leader) orders.placed-0: hw 5 → 6
   2.927148  b2 (follower) orders.placed-0: hw 5 → 6
   3.206787  reporting reads orders.placed-0 from 5, position 6
   3.206787    -- Broker 3 caught up, the record was committed, the consumer read it.
   3.425595  b3 (follower) orders.placed-0: hw 5 → 6
