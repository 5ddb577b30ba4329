# H-56: what is below the high watermark moves along, x was above; amber, as acks=1 allows. Recording r.
# Source: PartitionReassignmentReplicas; Partition.handleAlterPartitionError (NEW_LEADER_ELECTED); KAFKA-20554.
cluster brokers=4 eligible.leader.replicas.version=0
topic t assignment=1,2 min.insync.replicas=2
request produce b1 t-0 key=m0 as=m0
request produce b1 t-0 key=m1 as=m1
settle
begin
hold b4>b1:fetch
reassign t-0 replicas=3,4
run until t-0 isr=1,2,3 max=20s
run 1s
step b4>b1:fetch
run 20ms
hold b1>b2:fetch
hold b1>b3:fetch
request produce b1 t-0 key=x acks=1 as=x
run 20ms
expect t-0 leader=1 epoch=0 partition-epoch=2 isr=3,1,2 replicas=3,4,1,2 adding=3,4 removing=1,2
expect b1.t-0 role=leader epoch=0 hw=2 leo=3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b1.t-0@2 key=x epoch=0
expect b2.t-0 role=follower epoch=0 hw=2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b3.t-0 role=follower epoch=0 hw=2 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect b4.t-0 role=follower epoch=0 hw=2 leo=2
expect b4.t-0@0 key=m0 epoch=0
expect b4.t-0@1 key=m1 epoch=0
expect m0 error=NONE
expect m1 error=NONE
expect x error=NONE
hold c1>b1:metadata
hold c1>b2:metadata
hold c1>b3:metadata
hold c1>b4:metadata
step b4>b1:fetch
run 20ms
expect t-0 leader=3 epoch=1 partition-epoch=3 isr=3,4 replicas=3,4 adding= removing=
expect b1.t-0 role=leader epoch=0 hw=2 leo=3 isr=1,2,3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b1.t-0@2 key=x epoch=0
expect b2.t-0 role=follower epoch=0 hw=2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b3.t-0 role=follower epoch=0 hw=2 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect b4.t-0 role=follower epoch=0 hw=2 leo=3
expect b4.t-0@0 key=m0 epoch=0
expect b4.t-0@1 key=m1 epoch=0
expect b4.t-0@2 key=x epoch=0
expect m0 error=NONE
expect m1 error=NONE
expect x error=NONE
release all
settle
expect t-0 leader=3 epoch=1 partition-epoch=3 isr=3,4
expect b3.t-0 role=leader epoch=1 hw=2 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect b4.t-0 role=follower epoch=1 hw=2 leo=2
expect b4.t-0@0 key=m0 epoch=0
expect b4.t-0@1 key=m1 epoch=0
expect m0 error=NONE
expect m1 error=NONE
expect x error=NONE
