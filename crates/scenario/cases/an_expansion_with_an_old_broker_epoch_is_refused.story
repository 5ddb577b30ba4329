# H-32: the follower lost records and registered anew while its admission was on the way; INELIGIBLE_REPLICA; green.
# Source: ReplicationControlManager.ineligibleReplicasForIsr; KIP-903. Without the rule: without_broker_epochs_a_restarted_broker_joins_on_old_merits (M-09).
cluster brokers=3 eligible.leader.replicas.version=0 replica.lag.time.max.ms=3000
topic t assignment=1,2,3 min.insync.replicas=2 flush.messages=1
request produce b1 t-0 key=m0 as=m0
settle
config topic t flush.messages=
cut b1-b3
request produce b1 t-0 key=m1 as=m1
request produce b1 t-0 key=m2 as=m2
run until t-0 isr=1,2 max=20s
begin
hold b1>c1:alter-partition
heal all
run 3s
expect t-0 leader=1 epoch=0 partition-epoch=1 isr=1,2
expect b1.t-0 role=leader epoch=0 hw=3 leo=3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b1.t-0@2 key=m2 epoch=0
expect b2.t-0 role=follower epoch=0 hw=3 leo=3
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b2.t-0@2 key=m2 epoch=0
expect b3.t-0 role=follower epoch=0 hw=3 leo=3
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect b3.t-0@2 key=m2 epoch=0
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
power-loss b3
hold c1>b3:metadata
start b3
run until c1 FencedBrokerCount=1 max=20s
run 3s
expect t-0 leader=1 epoch=0 partition-epoch=1 isr=1,2
expect b3.t-0 leo=1
expect b3 state=fenced
expect b1 FailedIsrUpdatesPerSec=0
release b1>c1:alter-partition
run 50ms
expect t-0 leader=1 epoch=0 partition-epoch=1 isr=1,2
expect b1 FailedIsrUpdatesPerSec=1
expect b3.t-0 leo=1
release all
settle
expect t-0 leader=1 epoch=0 partition-epoch=2 isr=1,2,3
expect b1.t-0 role=leader epoch=0 hw=3 leo=3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b1.t-0@2 key=m2 epoch=0
expect b2.t-0 role=follower epoch=0 hw=3 leo=3
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b2.t-0@2 key=m2 epoch=0
expect b3.t-0 role=follower epoch=0 hw=3 leo=3
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect b3.t-0@2 key=m2 epoch=0
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
