# H-28: fail-over after the session, and what the old leader appended turns out not to be written; green.
# Source: BrokerHeartbeatManager; Partition.maybeIncrementLeaderHW; KIP-101, KIP-320.
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=2
request produce b1 t-0 key=m0 as=m0
settle
begin
isolate b1
request produce b1 t-0 key=m1 as=m1
run 20ms
expect t-0 leader=1 epoch=0 partition-epoch=0 isr=1,2,3 elr= last-known-elr=
expect b1.t-0 role=leader epoch=0 hw=1 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=follower epoch=0 hw=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=follower epoch=0 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
run until b3.t-0 epoch=1 max=20s
request produce b2 t-0 key=m2 as=m2
run 1s
expect t-0 leader=2 epoch=1 partition-epoch=1 isr=2,3 elr= last-known-elr=
expect b1.t-0 role=leader epoch=0 hw=1 leo=2 isr=1,2,3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=leader epoch=1 hw=2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m2 epoch=1
expect b3.t-0 role=follower epoch=1 hw=2 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m2 epoch=1
expect m0 error=NONE
expect m2 error=NONE
request produce b1 t-0 key=m3 as=m3
run 20ms
expect t-0 leader=2 epoch=1 partition-epoch=1 isr=2,3 elr= last-known-elr=
expect b1.t-0 role=leader epoch=0 hw=1 leo=3 isr=1,2,3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b1.t-0@2 key=m3 epoch=0
expect b2.t-0 role=leader epoch=1 hw=2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m2 epoch=1
expect b3.t-0 role=follower epoch=1 hw=2 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m2 epoch=1
expect m0 error=NONE
expect m2 error=NONE
heal all
run 5s
expect t-0 leader=2 epoch=1 partition-epoch=2 isr=1,2,3 elr= last-known-elr=
expect b1.t-0 role=follower epoch=1 hw=2 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m2 epoch=1
expect b2.t-0 role=leader epoch=1 hw=2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m2 epoch=1
expect b3.t-0 role=follower epoch=1 hw=2 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m2 epoch=1
expect m0 error=NONE
expect m2 error=NONE
expect m1 error=NOT_LEADER_OR_FOLLOWER
expect m3 error=NOT_LEADER_OR_FOLLOWER
