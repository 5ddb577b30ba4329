# H-04 (b): the answer names the largest epoch that the leader knows; green for the logs, m2 is an amber loss (acks=1, unclean).
# Source: LeaderEpochFileCache.endOffsetFor; KIP-279. The twin is a_fast_double_failover_forks_the_log_without_the_epoch_in_the_answer.
cluster brokers=2 eligible.leader.replicas.version=0
topic t assignment=1,2 unclean.leader.election.enable=true
request produce b1 t-0 key=m0 as=m0
settle
begin
hold b1>b2:fetch
request produce b1 t-0 key=m1 acks=1 as=m1
run 20ms
expect t-0 leader=1 epoch=0 partition-epoch=0 isr=1,2
expect b1.t-0 role=leader epoch=0 hw=1 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=follower epoch=0 hw=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
crash b1
release all
run until b2.t-0 role=leader max=20s
request produce b2 t-0 key=m2 acks=1 as=m2
run 20ms
expect t-0 leader=2 epoch=1 partition-epoch=1 isr=2
expect b1 state=down
expect b1.t-0 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=leader epoch=1 hw=2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m2 epoch=1
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
crash b2
run until t-0 leader=none max=20s
start b1
run until b1.t-0 role=leader max=20s
request produce b1 t-0 key=m3 acks=1 as=m3
run 20ms
expect t-0 leader=1 epoch=3 partition-epoch=3 isr=1
expect b1.t-0 role=leader epoch=3 hw=3 leo=3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b1.t-0@2 key=m3 epoch=3
expect b2 state=down
expect b2.t-0 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m2 epoch=1
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
expect m3 error=NONE
start b2
settle
expect t-0 leader=1 epoch=3 partition-epoch=4 isr=1,2
expect b1.t-0 role=leader epoch=3 hw=3 leo=3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b1.t-0@2 key=m3 epoch=3
expect b2.t-0 role=follower epoch=3 hw=3 leo=3
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b2.t-0@2 key=m3 epoch=3
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
expect m3 error=NONE
