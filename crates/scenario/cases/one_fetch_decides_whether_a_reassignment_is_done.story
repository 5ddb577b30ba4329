# H-70: the new replica has everything and has not said so; cancelled, the partition waits for its old one; green.
# Source: ReplicationControlManager.cancelPartitionReassignment; KIP-455.
cluster brokers=2 eligible.leader.replicas.version=0
topic t assignment=1
request produce b1 t-0 key=m0 as=m0
request produce b1 t-0 key=m1 as=m1
settle
begin
hold b2>b1:fetch
reassign t-0 replicas=2
run 1s
expect t-0 leader=1 epoch=0 partition-epoch=1 isr=1 replicas=2,1 adding=2 removing=1
expect b1.t-0 role=leader epoch=0 hw=2 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=follower epoch=0 hw=0 leo=0
expect m0 error=NONE
expect m1 error=NONE
step b2>b1:fetch
run 20ms
crash b1
run until t-0 leader=none max=20s
expect t-0 leader=none epoch=1 partition-epoch=2 isr=1 replicas=1,2 adding=2 removing=1
expect b2.t-0 leo=2
reassign cancel t-0
run 1s
expect t-0 leader=none epoch=2 partition-epoch=3 isr=1 replicas=1 adding= removing=
start b1
run until b1.t-0 role=leader max=20s
run 1s
expect t-0 leader=1 epoch=3 partition-epoch=4 isr=1
expect b1.t-0 role=leader epoch=3 hw=2 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect m0 error=NONE
expect m1 error=NONE
