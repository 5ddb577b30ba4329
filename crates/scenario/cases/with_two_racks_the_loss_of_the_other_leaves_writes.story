# H-60, two racks, the one with one copy is lost; green. The twin is with_two_racks_the_loss_of_the_one_with_two_copies_stops_writes.
# Source: StripedReplicaPlacer; KIP-36.
cluster brokers=6 racks=x,x,y,y,x,y eligible.leader.replicas.version=0
topic t assignment=1,3,2 min.insync.replicas=2
request produce b1 t-0 key=m0 as=m0
settle
begin
crash b3 b4 b6
run until t-0 isr=1,2 max=20s
run 100ms
request produce b1 t-0 key=m1 as=m1
run 1s
expect t-0 leader=1 epoch=0 partition-epoch=1 isr=1,2
expect b1.t-0 role=leader epoch=0 hw=2 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=follower epoch=0 hw=1..2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b3 state=down
expect b3.t-0 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
