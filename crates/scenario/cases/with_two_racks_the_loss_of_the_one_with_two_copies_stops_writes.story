# H-60, two racks, the one with two of three copies is lost; red for writing. The twin is with_two_racks_the_loss_of_the_other_leaves_writes.
# Source: StripedReplicaPlacer; KIP-36; Partition.appendRecordsToLeader.
cluster brokers=6 racks=x,x,y,y,x,y eligible.leader.replicas.version=0
topic t assignment=1,3,2 min.insync.replicas=2
request produce b1 t-0 key=m0 as=m0
settle
begin
crash b1 b2 b5
run until t-0 leader=3 isr=3 max=20s
run 100ms
request produce b3 t-0 key=m1 as=m1
run 1s
expect t-0 leader=3 epoch=1 partition-epoch=2 isr=3
expect b1 state=down
expect b1.t-0 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b2 state=down
expect b2.t-0 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=leader epoch=1 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NOT_ENOUGH_REPLICAS
