# With no transaction open the last stable offset is the high watermark: a consumer with isolation.level=read_committed is given as much as one
# without, below min ISR too, where acks=1 adds records that neither may read.
# Source: ReplicaManager.readFromLocalLog, UnifiedLog.fetchLastStableOffsetMetadata; KIP-98.
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=2

consumer careful isolation.level=read_committed
consumer plain
consume t-0 from=0 by=careful
consume t-0 from=0 by=plain
request produce b1 t-0 value=a{n} count=3 acks=all as=p1
settle
hold b2>b1:fetch
hold b3>b1:fetch
request produce b1 t-0 value=b3 acks=1 as=p2
run 20ms
request fetch b1 t-0 offset=3 isolation=read_committed as=beyond
step b2>b1:fetch
step b3>b1:fetch
step b2>b1:fetch
step b3>b1:fetch
request fetch b1 t-0 offset=3 isolation=read_committed as=within
release all
settle
stop b3
stop b2
request produce b1 t-0 value=c4 acks=1 as=p3
settle
request fetch b1 t-0 offset=0 isolation=read_committed as=all
request list-offsets b1 t-0 at=latest as=end
start b2
run until t-0 isr=1,2
settle
