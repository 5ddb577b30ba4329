# H-60, three racks: one replica of each partition goes; green.
# Source: StripedReplicaPlacer; KIP-36.
cluster brokers=6 racks=x,x,y,y,z,z eligible.leader.replicas.version=0
topic t assignment=1,3,5 min.insync.replicas=2
request produce b1 t-0 key=m0 as=m0
settle
begin
crash b1 b2
run until t-0 leader=3 max=20s
run 100ms
request produce b3 t-0 key=m1 as=m1
run 1s
expect t-0 leader=3 epoch=1 partition-epoch=1 isr=3,5
expect b1 state=down
expect b1.t-0 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b3.t-0 role=leader epoch=1 hw=2 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=1
expect b5.t-0 role=follower epoch=1 hw=1..2 leo=2
expect b5.t-0@0 key=m0 epoch=0
expect b5.t-0@1 key=m1 epoch=1
expect m0 error=NONE
expect m1 error=NONE
