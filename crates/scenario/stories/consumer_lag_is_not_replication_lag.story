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
