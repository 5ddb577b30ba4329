# H-31: the leader waits for a follower whom it has proposed and of whose admission it has not heard; green.
# Source: PendingExpandIsr.maximalIsr; KIP-497. Without the rule: without_the_joining_member_an_expansion_commits_too_early (M-08).
cluster brokers=3 eligible.leader.replicas.version=0 replica.lag.time.max.ms=3000
topic t assignment=1,3,2 min.insync.replicas=2
request produce b1 t-0 key=m0 as=m0
settle
cut b1-b3
request produce b1 t-0 key=m1 as=m1
run until t-0 isr=1,2 max=20s
begin
hold b1>c1:alter-partition
heal all
run 3s
expect t-0 leader=1 epoch=0 partition-epoch=1 isr=1,2
expect b1.t-0 role=leader epoch=0 hw=2 leo=2 isr=1,2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=follower epoch=0 hw=2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b3.t-0 role=follower epoch=0 hw=2 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect m0 error=NONE
expect m1 error=NONE
hold c1>b1:alter-partition
hold c1>b1:metadata
hold b1>b3:fetch
release b1>c1:alter-partition
run 20ms
request produce b1 t-0 key=m2 as=m2
run 1s
expect t-0 leader=1 epoch=0 partition-epoch=2 isr=1,3,2
expect b1.t-0 role=leader epoch=0 hw=2 leo=3 isr=1,2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b1.t-0@2 key=m2 epoch=0
expect b2.t-0 role=follower epoch=0 hw=2 leo=3
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b2.t-0@2 key=m2 epoch=0
expect b3.t-0 role=follower epoch=0 hw=2 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=waiting
run 6s
expect t-0 leader=1 epoch=0 partition-epoch=2 isr=1,3,2
expect b1.t-0 role=leader epoch=0 hw=2 leo=3 isr=1,2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b1.t-0@2 key=m2 epoch=0
expect b2.t-0 role=follower epoch=0 hw=2 leo=3
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b2.t-0@2 key=m2 epoch=0
expect b3.t-0 role=follower epoch=0 hw=2 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=waiting
hold b2>b3:fetch
crash b1
run until b2.t-0 epoch=1 max=20s
run 20ms
expect t-0 leader=3 epoch=1 partition-epoch=3 isr=3,2
expect b1 state=down
expect b1.t-0 leo=3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b1.t-0@2 key=m2 epoch=0
expect b2.t-0 role=follower epoch=1 hw=2 leo=3
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b2.t-0@2 key=m2 epoch=0
expect b3.t-0 role=leader epoch=1 hw=2 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=disconnected
