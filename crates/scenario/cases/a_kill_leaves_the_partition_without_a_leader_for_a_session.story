# H-53 (b): until its session ends, nine seconds, metadata says that it leads; green. The twin is a_controlled_stop_moves_leadership_at_once.
# Source: BrokerHeartbeatManager (broker.session.timeout.ms).
cluster brokers=3 eligible.leader.replicas.version=0
topic t assignment=1,2,3 min.insync.replicas=2
request produce b1 t-0 key=m0 as=m0
settle
begin
crash b1
run 7s
expect t-0 leader=1 epoch=0 partition-epoch=0 isr=1,2,3
expect b1 state=down
expect b1.t-0 leo=1
expect b2.t-0 role=follower epoch=0 leo=1
expect b3.t-0 role=follower epoch=0 leo=1
run until t-0 leader=2 max=20s
expect time at=7s..12s
run 1s
expect t-0 leader=2 epoch=1 partition-epoch=1 isr=2,3
expect b1 state=down
expect b1.t-0 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b2.t-0 role=leader epoch=1 hw=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=follower epoch=1 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
