# H-54: the process is up and not in sync, the next is stopped, and one crash is enough; green for what is kept, red for writing.
# Source: PartitionChangeBuilder.electLeader; Partition.appendRecordsToLeader.
cluster brokers=3 eligible.leader.replicas.version=0
topic t assignment=1,2,3 min.insync.replicas=2
request produce b1 t-0 key=m0 as=m0
settle
begin
stop b1
run until b1 state=down max=20s
request produce b2 t-0 key=m1 as=m1
run 1s
hold b1>b2:fetch
hold b1>b3:fetch
start b1
run until b1 state=running max=20s
run 1s
expect t-0 leader=2 epoch=1 partition-epoch=1 isr=2,3
expect b1.t-0 role=follower epoch=1 hw=1 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b2.t-0 role=leader epoch=1 hw=2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=1
expect b3.t-0 role=follower epoch=1 hw=2 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=1
expect m0 error=NONE
expect m1 error=NONE
stop b2
run until b2 state=down max=20s
request produce b3 t-0 key=m2 as=m2
run 20ms
expect t-0 leader=3 epoch=2 partition-epoch=2 isr=3
expect b1.t-0 role=follower epoch=2 hw=1 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b2 state=down
expect b2.t-0 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=1
expect b3.t-0 role=leader epoch=2 hw=2 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=1
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NOT_ENOUGH_REPLICAS
crash b3
run until t-0 leader=none max=20s
run 1s
expect t-0 leader=none epoch=3 partition-epoch=3 isr=3
expect b1.t-0 role=offline epoch=3 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b2 state=down
expect b2.t-0 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=1
expect b3 state=down
expect b3.t-0 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=1
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NOT_ENOUGH_REPLICAS
