# H-34: broker 3 is removed and added within one piece of news; what the leader remembers of it is of no use; green. That an
# engine might judge it without a fetch (M-11) cannot be tried: as in Kafka only a fetch makes the leader look.
# Source: Partition.updateAssignmentAndIsr, maybeExpandIsr; KIP-455.
cluster brokers=3 eligible.leader.replicas.version=0
topic t assignment=1,2,3 min.insync.replicas=2
request produce b1 t-0 key=m0 as=m0
request produce b1 t-0 key=m1 as=m1
settle
begin
hold c1>b1:metadata
hold b1>b3:fetch
reassign t-0 replicas=1,2
run 1s
reassign t-0 replicas=3,1,2
run 1s
expect t-0 leader=1 epoch=1 partition-epoch=2 isr=1,2 replicas=3,1,2 adding=3 removing=
expect b1.t-0 role=leader epoch=0 hw=2 leo=2 isr=1,2,3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=follower epoch=1 hw=2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b3.t-0 role=follower epoch=1 hw=0 leo=0
expect m0 error=NONE
expect m1 error=NONE
hold b3>b1:fetch
run 3s
release c1>b1:metadata
run until b1.t-0 epoch=1
run 20ms
expect t-0 leader=1 epoch=1 partition-epoch=2 isr=1,2 replicas=3,1,2 adding=3 removing=
expect b1.t-0 role=leader epoch=1 hw=2 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=follower epoch=1 hw=2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b3.t-0 role=follower epoch=1 hw=0 leo=0
expect m0 error=NONE
expect m1 error=NONE
release b1>b3:fetch
run 2s
step b3>b1:fetch
run 1s
expect t-0 leader=1 epoch=1 partition-epoch=2 isr=1,2 replicas=3,1,2 adding=3 removing=
expect b1.t-0 role=leader epoch=1 hw=2 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=follower epoch=1 hw=2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b3.t-0 role=follower epoch=1 hw=2 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect m0 error=NONE
expect m1 error=NONE
release all
run 2s
expect t-0 leader=1 epoch=1 partition-epoch=3 isr=3,1,2 replicas=3,1,2 adding= removing=
expect b1.t-0 role=leader epoch=1 hw=2 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=follower epoch=1 hw=2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b3.t-0 role=follower epoch=1 hw=2 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect m0 error=NONE
expect m1 error=NONE
crash b1
run until b2.t-0 epoch=2 max=20s
run 1s
expect t-0 leader=3 epoch=2 partition-epoch=4 isr=3,2
expect b1 state=down
expect b1.t-0 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=follower epoch=2 hw=2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b3.t-0 role=leader epoch=2 hw=2 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect m0 error=NONE
expect m1 error=NONE
