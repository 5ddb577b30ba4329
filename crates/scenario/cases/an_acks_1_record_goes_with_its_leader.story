# H-09: acks=1 waits for nothing but the leader's append, and offset 1 becomes another record; amber, as acks=1 allows.
# Source: ReplicaManager.appendRecords (acks=1); KIP-101.
cluster brokers=3 eligible.leader.replicas.version=0
topic t assignment=1,2,3 min.insync.replicas=2
consumer c
request produce b1 t-0 key=m0 as=m0
settle
begin
consume t-0 by=c
hold b1>b2:fetch
hold b1>b3:fetch
request produce b1 t-0 key=m1 acks=1 as=m1
run 20ms
expect t-0 leader=1 epoch=0 partition-epoch=0 isr=1,2,3
expect b1.t-0 role=leader epoch=0 hw=1 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=follower epoch=0 hw=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=follower epoch=0 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
expect c.t-0 position=1
crash b1
release all
run until b3.t-0 epoch=1 max=20s
request produce b2 t-0 key=m2 as=m2
run 1s
expect t-0 leader=2 epoch=1 partition-epoch=1 isr=2,3
expect b1 state=down
expect b1.t-0 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=leader epoch=1 hw=2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m2 epoch=1
expect b3.t-0 role=follower epoch=1 hw=2 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m2 epoch=1
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
start b1
settle
expect t-0 leader=2 epoch=1 partition-epoch=2 isr=1,2,3
expect b1.t-0 role=follower epoch=1 hw=2 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m2 epoch=1
expect b2.t-0 role=leader epoch=1 hw=2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m2 epoch=1
expect b3.t-0 role=follower epoch=1 hw=2 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m2 epoch=1
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
expect c.t-0 position=2
