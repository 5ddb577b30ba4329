# H-30: the controller elects a member whose removal was only proposed, and nothing acknowledged is lost; green.
# Source: PendingShrinkIsr.maximalIsr; KIP-497. Without the rule: without_the_leaving_member_a_shrink_commits_too_early (M-07).
cluster brokers=3 eligible.leader.replicas.version=0 replica.lag.time.max.ms=8000
topic t assignment=1,3,2 min.insync.replicas=2
request produce b1 t-0 key=m0 as=m0
settle
begin
hold b1>c1:alter-partition
cut b1-b3
request produce b1 t-0 key=m1 as=m1
run 13s
expect t-0 leader=1 epoch=0 partition-epoch=0 isr=1,3,2
expect b1.t-0 role=leader epoch=0 hw=1 leo=2 isr=1,2,3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=follower epoch=0 hw=1 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b3.t-0 role=follower epoch=0 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=waiting
hold b2>b3:fetch
cut b1-c1
run until b3.t-0 role=leader max=20s
run 20ms
expect t-0 leader=3 epoch=1 partition-epoch=1 isr=3,2
expect b1.t-0 role=leader epoch=0 hw=1 leo=2 isr=1,2,3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=follower epoch=1 hw=1 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b3.t-0 role=leader epoch=1 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=waiting
release all
heal all
run 5s
expect t-0 leader=3 epoch=1 partition-epoch=2 isr=1,3,2
expect b1.t-0 role=follower epoch=1 hw=1 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b2.t-0 role=follower epoch=1 hw=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=leader epoch=1 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NOT_LEADER_OR_FOLLOWER
