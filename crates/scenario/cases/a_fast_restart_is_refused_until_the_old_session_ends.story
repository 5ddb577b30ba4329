# H-69: a new incarnation may not register while the old one's session lives; green, nine seconds without a leader.
# Source: ClusterControlManager.registerBroker (DUPLICATE_BROKER_REGISTRATION); KIP-631.
cluster brokers=3 eligible.leader.replicas.version=0
topic t assignment=1,2,3 min.insync.replicas=2
request produce b1 t-0 key=m0 as=m0
settle
begin
crash b1
run 2s
expect t-0 leader=1 epoch=0 partition-epoch=0 isr=1,2,3
start b1
run 4s
expect b1 state=starting
expect t-0 leader=1 epoch=0 partition-epoch=0 isr=1,2,3
run until t-0 leader=2 max=20s
expect time at=7s..12s
expect b1 state=starting
expect b1.t-0 leo=1
run 20ms
expect t-0 leader=2 epoch=1 partition-epoch=1 isr=2,3
run until t-0 isr=1,2,3 max=20s
run 1s
expect t-0 leader=2 epoch=1 partition-epoch=2 isr=1,2,3
expect b1.t-0 role=follower epoch=1 hw=1 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b2.t-0 role=leader epoch=1 hw=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=follower epoch=1 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
