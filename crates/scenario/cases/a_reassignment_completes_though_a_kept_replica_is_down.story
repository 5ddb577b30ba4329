# H-55 by the rule of 4.3: only the added replicas have to be in sync; green, three copies become two. The rule of 3.7 to 4.2
# is not one that can be switched off here.
# Source: PartitionReassignmentReplicas.maybeCompleteReassignment; KAFKA-15665, KAFKA-19975.
cluster brokers=4 eligible.leader.replicas.version=0
topic t assignment=1,2,3 min.insync.replicas=2
request produce b1 t-0 key=m0 as=m0
request produce b1 t-0 key=m1 as=m1
settle
begin
hold b4>b1:fetch
reassign t-0 replicas=1,2,4
run 1s
expect t-0 leader=1 epoch=0 partition-epoch=1 isr=1,2,3 replicas=1,2,4,3 adding=4 removing=3
expect b1.t-0 role=leader epoch=0 hw=2 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=follower epoch=0 hw=2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b3.t-0 role=follower epoch=0 hw=2 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect b4.t-0 role=follower epoch=0 hw=0 leo=0
expect m0 error=NONE
expect m1 error=NONE
crash b2
run until t-0 isr=1,3 max=20s
run 20ms
hold c1>b1:metadata
release b4>b1:fetch
run until t-0 isr=1,4 max=20s
run 20ms
expect t-0 leader=1 epoch=1 partition-epoch=3 isr=1,4 replicas=1,2,4 adding= removing=
expect b1.t-0 role=leader epoch=0 hw=2 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2 state=down
expect b2.t-0 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b4.t-0 role=follower epoch=1 hw=2 leo=2
expect b4.t-0@0 key=m0 epoch=0
expect b4.t-0@1 key=m1 epoch=0
expect m0 error=NONE
expect m1 error=NONE
release all
start b2
settle
expect t-0 leader=1 epoch=1 partition-epoch=4 isr=1,2,4
expect b1.t-0 role=leader epoch=1 hw=2 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=follower epoch=1 hw=2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b4.t-0 role=follower epoch=1 hw=2 leo=2
expect b4.t-0@0 key=m0 epoch=0
expect b4.t-0@1 key=m1 epoch=0
expect m0 error=NONE
expect m1 error=NONE
