# H-05 (b): its fetches are refused, it is never counted, and the partition goes offline instead of losing r0; green.
# The order of replicas is reassigned between the elections: partition epochs are two higher than printed there.
# Source: Partition.checkCurrentLeaderEpoch; KIP-320. The twin is a_follower_of_an_old_epoch_is_counted_when_fetches_are_not_fenced.
cluster brokers=3 eligible.leader.replicas.version=0 replica.lag.time.max.ms=600 replica.fetch.backoff.ms=100
topic t assignment=1,2,3
begin
reassign t-0 replicas=2,1,3
run 20ms
hold c1>b3:metadata
elect preferred t-0
run until b2.t-0 role=leader epoch=1
hold c1>b2:metadata
reassign t-0 replicas=1,2,3
elect preferred t-0
run until b1.t-0 role=leader epoch=2
expect t-0 leader=1 epoch=2 partition-epoch=4 isr=1,2,3
expect b1.t-0 role=leader epoch=2 hw=0 leo=0
expect b2.t-0 role=leader epoch=1 hw=0 leo=0
expect b3.t-0 role=follower epoch=0 hw=0 leo=0
request fetch b1 t-0 offset=0 epoch=0 as=poll
run 950ms
expect poll error=FENCED_LEADER_EPOCH
request produce b1 t-0 key=r0 as=r0
run 50ms
expect t-0 leader=1 epoch=2 partition-epoch=5 isr=1
expect b1.t-0 role=leader epoch=2 hw=1 leo=1
expect b1.t-0@0 key=r0 epoch=2
expect b2.t-0 role=leader epoch=1 hw=0 leo=0 isr=1,2,3
expect b3.t-0 role=follower epoch=0 hw=0 leo=0
expect r0 error=NONE
step c1>b3:metadata
run 50ms
expect t-0 leader=1 epoch=2 partition-epoch=5 isr=1
expect b1.t-0 role=leader epoch=2 hw=1 leo=1
expect b1.t-0@0 key=r0 epoch=2
expect b2.t-0 role=leader epoch=1 hw=0 leo=0 isr=1,2,3
expect b3.t-0 role=follower epoch=1 hw=0 leo=0
expect r0 error=NONE
crash b1
run until t-0 leader=none max=20s
release all
run 3s
expect t-0 leader=none epoch=3 partition-epoch=6 isr=1
expect b1 state=down
expect b1.t-0 leo=1
expect b1.t-0@0 key=r0 epoch=2
expect b2.t-0 role=offline epoch=3 leo=0
expect b3.t-0 role=offline epoch=3 leo=0
expect r0 error=NONE
