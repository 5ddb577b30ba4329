# H-15: no failure is tolerated for writes where min ISR is the replication factor; green for what is kept, red for writing.
# Source: Partition.appendRecordsToLeader (NOT_ENOUGH_REPLICAS). Recording w.
cluster brokers=3 eligible.leader.replicas.version=0
topic t assignment=1,2,3 min.insync.replicas=3
request produce b1 t-0 key=m0 as=m0
settle
begin
stop b3
run until b3 state=down max=20s
request produce b1 t-0 key=m1 as=refused
run 20ms
expect t-0 leader=1 epoch=0 partition-epoch=1 isr=1,2
expect b1.t-0 role=leader epoch=0 hw=1 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b2.t-0 role=follower epoch=0 hw=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3 state=down
expect b3.t-0 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect refused error=NOT_ENOUGH_REPLICAS
start b3
settle
request produce b1 t-0 key=m1 as=m1
run 1s
expect t-0 leader=1 epoch=0 partition-epoch=2 isr=1,2,3
expect b1.t-0 role=leader epoch=0 hw=2 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=follower epoch=0 hw=2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b3.t-0 role=follower epoch=0 hw=2 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect m0 error=NONE
expect refused error=NOT_ENOUGH_REPLICAS
expect m1 error=NONE
