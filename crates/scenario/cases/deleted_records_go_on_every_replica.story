# kafka-delete-records raises the log start of the leader at once, and of its followers with their next fetches.
# Source: ReplicaManager.deleteRecords, Partition.lowWatermarkIfLeader; broker.md 4.8.
cluster brokers=3
topic t assignment=1,2,3
producer app acks=1
consumer reporting auto.offset.reset=earliest
begin
produce t k{n} count=5 from=app acks=1
settle
request delete-records b1 t-0 before=6 as=beyond
run 100ms
expect beyond error=OFFSET_OUT_OF_RANGE
request delete-records b2 t-0 before=3 as=elsewhere
run 100ms
expect elsewhere error=NOT_LEADER_OR_FOLLOWER
request delete-records b1 t-0 before=3
run 10ms
expect b1.t-0 log-start=3
expect b2.t-0 log-start=0
expect answer error=waiting
run 1500ms
expect answer error=NONE low-watermark=3
expect b2.t-0 log-start=3 leo=5 epochs=0@3
expect b3.t-0 log-start=3
consume t-0 from=0 by=reporting
run 2s
expect reporting.t-0 position=5
retention b2 t-0 below=9
run 1s
expect b2.t-0 log-start=5
expect b1.t-0 log-start=3
