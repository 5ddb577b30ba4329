# H-21: two records lost and three unclean restarts: nobody compares logs, the last known leader leads; amber, the budget is exceeded.
# Source: PartitionChangeBuilder.canElectLastKnownLeader; KIP-966 part 1.
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=2 flush.messages=1
request produce b1 t-0 key=m0 as=m0
settle
config topic t flush.messages=
run 1s
request produce b1 t-0 key=m1 as=m1
settle
begin
power-loss b1
run 200ms
crash b2
run 200ms
power-loss b3
run until t-0 isr=3 max=20s
expect t-0 leader=3 epoch=2 partition-epoch=2 isr=3 elr=2 last-known-elr=
expect b1 state=down
expect b1.t-0 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b2 state=down
expect b2.t-0 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b3 state=down
expect b3.t-0 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
run until t-0 leader=none max=20s
expect t-0 leader=none epoch=3 partition-epoch=3 isr= elr=2,3 last-known-elr=3
expect b1 state=down
expect b1.t-0 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b2 state=down
expect b2.t-0 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b3 state=down
expect b3.t-0 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
start b1
run until b1 state=running max=20s
run 1s
expect t-0 leader=none epoch=3 partition-epoch=3 isr= elr=2,3 last-known-elr=3
expect b1.t-0 role=offline epoch=3 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b2 state=down
expect b2.t-0 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b3 state=down
expect b3.t-0 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
start b3
run until b3 state=running max=20s
run 1s
expect t-0 leader=none epoch=3 partition-epoch=4 isr= elr=2 last-known-elr=3
expect b1.t-0 role=offline epoch=3 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b2 state=down
expect b2.t-0 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b3.t-0 role=offline epoch=3 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
start b2
run until t-0 leader=3 max=20s
expect t-0 leader=3 epoch=4 partition-epoch=5 isr=3 elr= last-known-elr=
expect b2.t-0 leo=2
settle
expect t-0 leader=3 epoch=4 partition-epoch=7 isr=1,2,3 elr= last-known-elr=
expect b1.t-0 role=follower epoch=4 hw=1 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b2.t-0 role=follower epoch=4 hw=0 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=leader epoch=4 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
