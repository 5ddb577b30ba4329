# H-07: after a crash the new leader does not know how far was committed until the ISR has fetched from it; green.
# Source: Partition.fetchOffsetForTimestamp; KIP-207. Recording u.
cluster brokers=3 eligible.leader.replicas.version=0
topic t assignment=1,2,3 min.insync.replicas=2
consumer c
consumer d
request produce b1 t-0 key=m0 as=m0
request produce b1 t-0 key=m1 as=m1
settle
begin
consume t-0 by=c
run 1s
request produce b1 t-0 key=m2 as=m2
run until b2.t-0 leo=3
run until b3.t-0 leo=3
hold b1>b2:fetch
hold b1>b3:fetch
run 100ms
expect c.t-0 position=3
expect t-0 leader=1 epoch=0 partition-epoch=0 isr=1,2,3
expect b1.t-0 role=leader epoch=0 hw=3 leo=3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b1.t-0@2 key=m2 epoch=0
expect b2.t-0 role=follower epoch=0 hw=2 leo=3
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b2.t-0@2 key=m2 epoch=0
expect b3.t-0 role=follower epoch=0 hw=2 leo=3
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect b3.t-0@2 key=m2 epoch=0
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
hold b3>b2:fetch
crash b1
run until b3.t-0 epoch=1 max=20s
run 100ms
consume t-0 by=d
request list-offsets b2 t-0 at=latest as=latest
request list-offsets b2 t-0 at=earliest as=first
run 1s
expect t-0 leader=2 epoch=1 partition-epoch=1 isr=2,3
expect b1 state=down
expect b1.t-0 leo=3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b1.t-0@2 key=m2 epoch=0
expect b2.t-0 role=leader epoch=1 hw=2 leo=3
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b2.t-0@2 key=m2 epoch=0
expect b3.t-0 role=follower epoch=1 hw=2 leo=3
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect b3.t-0@2 key=m2 epoch=0
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
expect c.t-0 position=3
expect d.t-0 position=2
expect latest error=OFFSET_NOT_AVAILABLE
expect first error=NONE offset=0
release b3>b2:fetch
run 1s
request list-offsets b2 t-0 at=latest as=now
run 100ms
expect t-0 leader=2 epoch=1 partition-epoch=1 isr=2,3
expect b1 state=down
expect b1.t-0 leo=3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b1.t-0@2 key=m2 epoch=0
expect b2.t-0 role=leader epoch=1 hw=3 leo=3
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b2.t-0@2 key=m2 epoch=0
expect b3.t-0 role=follower epoch=1 hw=3 leo=3
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect b3.t-0@2 key=m2 epoch=0
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
expect d.t-0 position=3
expect now error=NONE offset=3
