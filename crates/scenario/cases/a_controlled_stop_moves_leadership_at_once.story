# H-53 (a): leadership moves before the process ends; green. Recording j. The twin is a_kill_leaves_the_partition_without_a_leader_for_a_session.
# Source: BrokerLifecycleManager; ReplicationControlManager.handleBrokerInControlledShutdown.
cluster brokers=3 eligible.leader.replicas.version=0
topic t assignment=1,2,3 min.insync.replicas=2
request produce b1 t-0 key=m0 as=m0
settle
begin
stop b1
run until t-0 leader=2 max=1s
run 100ms
expect t-0 leader=2 epoch=1 partition-epoch=1 isr=2,3
expect b1.t-0 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b2.t-0 role=leader epoch=1 hw=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=follower epoch=1 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect b1 state=stopping
request produce b2 t-0 key=m1 as=m1
run 20ms
expect m1 error=NONE
