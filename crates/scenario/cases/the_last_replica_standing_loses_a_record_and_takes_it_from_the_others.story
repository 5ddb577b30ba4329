# H-19: without ELR the last member of the ISR leads whatever it lost; red against "min ISR - 1 power losses are safe".
# Source: PartitionChangeBuilder.electLeader; KIP-966 motivation. The twin is with_elr_the_last_replica_standing_does_not_lead.
cluster brokers=3 eligible.leader.replicas.version=0
topic t assignment=1,2,3 min.insync.replicas=2 flush.messages=1
request produce b1 t-0 key=m0 as=m0
request produce b1 t-0 key=m1 as=m1
settle
config topic t flush.messages=
run 1s
request produce b1 t-0 key=m2 as=m2
settle
begin
expect t-0 leader=1 epoch=0 partition-epoch=0 isr=1,2,3
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
isolate b2
run 1s
isolate b3
run until t-0 isr=1 max=20s
expect t-0 leader=1 epoch=0 partition-epoch=2 isr=1
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
power-loss b1
run until t-0 leader=none max=20s
expect t-0 leader=none epoch=1 partition-epoch=3 isr=1
expect b1.t-0 leo=2
expect b2.t-0 leo=3
expect b3.t-0 leo=3
hold b2>b1:fetch
hold b3>b1:fetch
start b1
run until b1.t-0 role=leader max=20s
heal all
run 2s
expect t-0 leader=1 epoch=2 partition-epoch=4 isr=1
expect b1.t-0 role=leader epoch=2 hw=2 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=follower epoch=2 hw=3 leo=3
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b2.t-0@2 key=m2 epoch=0
expect b3.t-0 role=follower epoch=2 hw=3 leo=3
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect b3.t-0@2 key=m2 epoch=0
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
release all
settle
expect t-0 leader=1 epoch=2 partition-epoch=6 isr=1,2,3
expect b1.t-0 role=leader epoch=2 hw=2 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=follower epoch=2 hw=2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b3.t-0 role=follower epoch=2 hw=2 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
