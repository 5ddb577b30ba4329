# H-08 (b): it truncates to where its log ends, and drops the entry that begins there; green.
# Source: UnifiedLog.truncateTo, LeaderEpochFileCache.truncateFromEndAsyncFlush; KAFKA-7747; oracle 4.10, recording o.
cluster brokers=3 eligible.leader.replicas.version=0
topic t assignment=1,2,3 min.insync.replicas=2
request produce b1 t-0 key=m0 as=m0
settle
begin
crash b1
run until b3.t-0 epoch=1 max=20s
run 1s
expect b2.t-0 epochs=0@0,1@1
start b1
settle
expect t-0 partition-epoch=2
elect preferred t-0
run until b1.t-0 role=leader epoch=2
run 1s
expect b2.t-0 epochs=0@0
request produce b1 t-0 key=m1 as=m1
settle
expect t-0 leader=1 epoch=2 partition-epoch=3 isr=1,2,3
expect b1.t-0 role=leader epoch=2 hw=2 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=2
expect b2.t-0 role=follower epoch=2 hw=2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=2
expect b3.t-0 role=follower epoch=2 hw=2 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=2
expect m0 error=NONE
expect m1 error=NONE
