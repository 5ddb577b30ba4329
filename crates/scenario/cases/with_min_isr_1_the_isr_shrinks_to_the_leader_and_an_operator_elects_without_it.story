# H-11: "all" means all that are in sync now, and that can be one; amber, an operator's unclean election.
# Source: Partition.maybeShrinkIsr; PartitionChangeBuilder.electLeader (UNCLEAN).
# The lag limit is shorter than 30 s, so that the request is still open when the ISR shrinks.
cluster brokers=3 eligible.leader.replicas.version=0 replica.lag.time.max.ms=8000
topic t assignment=1,2,3 min.insync.replicas=1
request produce b1 t-0 key=m0 as=m0
settle
begin
cut b1-b2
cut b1-b3
request produce b1 t-0 key=m1 as=m1
run 4s
expect t-0 leader=1 epoch=0 partition-epoch=0 isr=1,2,3
expect b1.t-0 role=leader epoch=0 hw=1 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=follower epoch=0 hw=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=follower epoch=0 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=waiting
run until t-0 isr=1 max=60s
run 20ms
expect t-0 leader=1 epoch=0 partition-epoch=1 isr=1
expect b1.t-0 role=leader epoch=0 hw=2 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=follower epoch=0 hw=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=follower epoch=0 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
crash b1
run until t-0 leader=none max=20s
run 1s
expect t-0 leader=none epoch=1 partition-epoch=2 isr=1
expect b1 state=down
expect b1.t-0 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=offline epoch=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=offline epoch=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
heal all
elect unclean t-0
run until t-0 isr=2,3
request produce b2 t-0 key=m2 as=m2
run 1s
expect t-0 leader=2 epoch=2 partition-epoch=4 isr=2,3
expect b1 state=down
expect b1.t-0 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=leader epoch=2 hw=2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m2 epoch=2
expect b3.t-0 role=follower epoch=2 hw=2 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m2 epoch=2
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
start b1
settle
expect t-0 leader=2 epoch=2 partition-epoch=5 isr=1,2,3
expect b1.t-0 role=follower epoch=2 hw=2 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m2 epoch=2
expect b2.t-0 role=leader epoch=2 hw=2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m2 epoch=2
expect b3.t-0 role=follower epoch=2 hw=2 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m2 epoch=2
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
