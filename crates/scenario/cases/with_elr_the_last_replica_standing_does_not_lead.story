# H-20: the ELR remembers who is complete, and an unclean restart leaves it; green, unavailable for a while.
# Source: PartitionChangeBuilder.maybePopulateTargetElr; ReplicationControlManager.handleUncleanBrokerShutdown; KIP-966. Recording k.
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=2 flush.messages=1
request produce b1 t-0 key=m0 as=m0
request produce b1 t-0 key=m1 as=m1
settle
config topic t flush.messages=
run 1s
request produce b1 t-0 key=m2 as=m2
settle
begin
expect t-0 leader=1 epoch=0 partition-epoch=0 isr=1,2,3 elr= last-known-elr=
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
run until t-0 isr=1,3 max=20s
expect t-0 leader=1 epoch=0 partition-epoch=1 isr=1,3 elr= last-known-elr=
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
run until t-0 isr=1 max=20s
expect t-0 leader=1 epoch=0 partition-epoch=2 isr=1 elr=3 last-known-elr=
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
expect t-0 leader=none epoch=1 partition-epoch=3 isr= elr=1,3 last-known-elr=1
expect b1.t-0 leo=2
start b1
run until b1 state=running max=20s
expect t-0 leader=none epoch=1 partition-epoch=4 isr= elr=3 last-known-elr=1
heal b2-c1
heal b2-b1
heal b2-b3
run until b2 state=running max=20s
run 1s
expect t-0 leader=none epoch=1 partition-epoch=4 isr= elr=3 last-known-elr=1
expect b1.t-0 leo=2
expect b2.t-0 leo=3
hold b1>b3:fetch
hold b2>b3:fetch
heal all
run until b3.t-0 role=leader max=20s
run 1s
expect t-0 leader=3 epoch=2 partition-epoch=5 isr=3 elr= last-known-elr=
expect b1.t-0 role=follower epoch=2 hw=2 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=follower epoch=2 hw=3 leo=3
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b2.t-0@2 key=m2 epoch=0
expect b3.t-0 role=leader epoch=2 hw=3 leo=3
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect b3.t-0@2 key=m2 epoch=0
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
release all
settle
expect t-0 leader=3 epoch=2 partition-epoch=7 isr=1,2,3 elr= last-known-elr=
expect b1.t-0 role=follower epoch=2 hw=3 leo=3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b1.t-0@2 key=m2 epoch=0
expect b2.t-0 role=follower epoch=2 hw=3 leo=3
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b2.t-0@2 key=m2 epoch=0
expect b3.t-0 role=leader epoch=2 hw=3 leo=3
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect b3.t-0@2 key=m2 epoch=0
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
