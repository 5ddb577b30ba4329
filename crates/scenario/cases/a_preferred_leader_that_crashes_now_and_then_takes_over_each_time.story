# H-52: each time costs two epochs and a window in which acks=1 loses records; green for acks=all.
# Source: ReplicationControlManager.maybeBalancePartitionLeaders (leader.imbalance.check.interval.seconds).
cluster brokers=3 eligible.leader.replicas.version=0
topic t assignment=1,2,3 min.insync.replicas=2
request produce b1 t-0 key=m0 as=m0
settle
begin
crash b1
run until t-0 leader=2 max=20s
start b1
settle
expect t-0 leader=2 epoch=1 partition-epoch=2 isr=1,2,3
expect b1.t-0 role=follower epoch=1 hw=1 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b2.t-0 role=leader epoch=1 hw=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=follower epoch=1 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
run until t-0 leader=1 max=6min
run 2s
expect t-0 leader=1 epoch=2 partition-epoch=3 isr=1,2,3
expect b1.t-0 role=leader epoch=2 hw=1 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b2.t-0 role=follower epoch=2 hw=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=follower epoch=2 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
crash b1
run until t-0 leader=2 max=20s
start b1
settle
expect t-0 leader=2 epoch=3 partition-epoch=5 isr=1,2,3
expect b1.t-0 role=follower epoch=3 hw=1 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b2.t-0 role=leader epoch=3 hw=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=follower epoch=3 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
run until t-0 leader=1 max=6min
run 2s
expect t-0 leader=1 epoch=4 partition-epoch=6 isr=1,2,3
expect b1.t-0 role=leader epoch=4 hw=1 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b2.t-0 role=follower epoch=4 hw=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=follower epoch=4 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
