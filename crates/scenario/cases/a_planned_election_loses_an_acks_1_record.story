# H-10: leadership moves without waiting for what is above the high watermark, though nothing failed; amber, as acks=1 allows.
# Source: PartitionChangeBuilder.electLeader (PREFERRED); KAFKA-20554.
cluster brokers=3 eligible.leader.replicas.version=0
topic t assignment=1,2,3 min.insync.replicas=2
request produce b1 t-0 key=m0 as=m0
settle
stop b1
run until t-0 leader=2 max=20s
run until b1 state=down max=20s
start b1
settle
begin
hold b2>b1:fetch
hold b2>b3:fetch
request produce b2 t-0 key=m1 acks=1 as=m1
run 20ms
expect t-0 leader=2 epoch=1 partition-epoch=2 isr=1,2,3
expect b1.t-0 role=follower epoch=1 hw=1 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b2.t-0 role=leader epoch=1 hw=1 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=1
expect b3.t-0 role=follower epoch=1 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
hold b2>b1:fetch
hold b1>b2:fetch
elect preferred t-0
run until b2.t-0 epoch=2
run 5ms
expect t-0 leader=1 epoch=2 partition-epoch=3 isr=1,2,3
expect b1.t-0 role=leader epoch=2 hw=1 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b2.t-0 role=follower epoch=2 hw=1 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=1
expect b3.t-0 role=follower epoch=2 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
release all
run 1s
expect t-0 leader=1 epoch=2 partition-epoch=3 isr=1,2,3
expect b1.t-0 role=leader epoch=2 hw=1 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b2.t-0 role=follower epoch=2 hw=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=follower epoch=2 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
