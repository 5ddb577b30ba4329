# A follower whose appends are slow asks late, is behind, and makes acks=all slow; it stays in the ISR as long as it keeps catching up.
# Source: Partition.maybeShrinkIsr, Replica.updateFetchStateOrThrow. Related: H-50; broker 2.4, 3.2.
cluster brokers=3
topic orders.placed assignment=1,2,3
producer order-service enable.idempotence=false linger.ms=0
produce orders.placed warm-up from=order-service
settle
run 700ms
expect orders.placed-0 leo=1 hw=1
begin
say start "The disk of broker 3 takes half a second per append." "It fetches as before. What it gets has to be written before it asks again."
focus orders.placed-0 b3
slow-disk b3 by=500ms
run 20ms
label sent
produce orders.placed o1 from=order-service
run until b2.orders.placed-0 leader-knows=2
say quick "Broker 2 is done after a millisecond." "The high watermark waits for the other one."
expect b3.orders.placed-0 leo=1 leader-knows=1
expect orders.placed-0 hw=1
run until order-service acknowledged=2
# there 0.25 to 0.5 ms, to broker 3 200 to 400 us and 500 ms, its next fetch 0.25 to 0.5 ms, back 0.2 to 0.4 ms
expect time since=sent at=500.9ms..501.8ms
say slow "Half a second for one acknowledgement." "Not the network, and not the leader's disk: the slowest append among the in-sync replicas."
run 600ms
produce orders.placed o2 from=order-service
run 100ms
produce orders.placed o3 from=order-service
run 100ms
produce orders.placed o4 from=order-service
run 100ms
say behind "Replication lag 3, and still in the ISR." "While it writes one batch, others arrive. replica.lag.time.max.ms counts the time since it was caught up, not the records."
expect b1.orders.placed-0 leo=5 hw=2 isr=1,2,3
expect b3.orders.placed-0 leo=2
run until orders.placed-0 hw=5
say caught-up "One fetch brought the rest." "It was answered with all batches that had come meanwhile, in one append."
expect b3.orders.placed-0 leo=5
slow-disk b3 by=0ms
settle
run 20ms
