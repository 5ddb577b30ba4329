# With one replica every write is committed at once, and gone from reach with its broker.
# Source: Partition.maybeIncrementLeaderHW; PartitionChangeBuilder; KIP-966. Related: H-17, BR-21; oracle 4.15.
cluster brokers=3
topic notes assignment=1
topic orders.placed assignment=1,2,3
producer order-service enable.idempotence=false
produce notes warm-up from=order-service
produce orders.placed warm-up from=order-service
settle
run 700ms
begin
say start "notes has one copy, orders.placed has three." "Both are led by broker 1. The producer asks for acks=all in both cases."
focus notes-0 orders.placed-0
run 20ms
label sent
produce notes n1 from=order-service
run until order-service acknowledged=3
# linger 5 ms, there 0.25 to 0.5 ms, back 0.2 to 0.4 ms: as with acks=1
expect time since=sent at=5.45ms..5.9ms
say at-once "acks=all of one replica: the leader's append is all there is." "The ISR is broker 1. In the step of the append the high watermark is at the log end."
expect notes-0 leo=2 hw=2 isr=1
run 500ms
label sent-three
produce orders.placed k1 from=order-service
run until order-service acknowledged=4
expect time since=sent-three at=5.9ms..6.8ms
run 20ms
label crashed
crash b1
run until notes-0 leader=none max=20s
# broker.session.timeout.ms 9 s after the last heartbeat; heartbeats come every 2 s, the check every 1.125 s
expect time since=crashed at=7s..10.2s
say gone "notes is offline. orders.placed goes on under broker 2." "Nobody else has a copy of notes. Kafka makes none by itself: the controller waits for broker 1."
expect notes-0 isr= elr=1
expect orders.placed-0 leader=2 epoch=1 isr=2,3
run 1s
start b1
run until notes-0 leader=1 max=20s
settle
say back "Broker 1 is back, and so is notes." "A crash leaves the files and the page cache. Had its disk been lost, notes would be empty."
expect notes-0 leo=2 hw=2 isr=1 leader=1
expect orders.placed-0 leader=2 isr=1,2,3
run 20ms
