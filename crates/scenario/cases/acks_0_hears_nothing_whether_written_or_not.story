# H-18: to the leader it is written, to another broker it is nowhere, and neither is told; amber.
# Source: KafkaApis.sendNoOpResponse and closeConnection for acks=0. Recording a.
cluster brokers=3 eligible.leader.replicas.version=0
topic t assignment=1,2,3 min.insync.replicas=2
request produce b1 t-0 key=m0 as=m0
settle
crash b1
run until t-0 leader=2 max=20s
start b1
settle
begin
hold b2>b1:fetch
hold b2>b3:fetch
request produce b2 t-0 key=m1 acks=0 as=m1
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
expect m1 error=not-expected
release all
request produce b1 t-0 key=m2 acks=0 as=m2
run 2s
expect b1.t-0 leo=2
expect b2.t-0 leo=2
expect b3.t-0 leo=2
