# H-67: the return of broker 3 alone would have brought everything back; now only an unclean election is left; red for the operator.
# Source: ReplicationControlManager.replay(ClearElrRecord); ConfigurationControlManager; KIP-966.
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=2
request produce b1 t-0 key=m0 as=m0
settle
begin
isolate b2
run until t-0 isr=1,3 max=20s
request produce b1 t-0 key=m1 as=m1
run until b3.t-0 leo=2
run 20ms
expect m1 error=NONE
hold b1>b3:fetch
cut b3-c1
run until t-0 isr=1 max=20s
expect t-0 elr=3
crash b1
run until t-0 leader=none max=20s
heal b2-c1
heal b2-b1
heal b2-b3
run until b2 state=running max=20s
run 3s
expect t-0 leader=none epoch=1 partition-epoch=3 isr= elr=1,3 last-known-elr=1
expect b1.t-0 leo=2
expect b2.t-0 leo=1
expect b3.t-0 leo=2
config topic t min.insync.replicas=1
run 1s
expect t-0 leader=none epoch=1 partition-epoch=4 isr= elr= last-known-elr=
heal all
run until b3 state=running max=20s
run 3s
expect t-0 leader=none epoch=1 partition-epoch=4 isr= elr= last-known-elr=
expect b1 state=down
expect b1.t-0 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=offline epoch=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=offline epoch=1 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect m0 error=NONE
expect m1 error=NONE
elect unclean t-0
run until t-0 isr=2,3 max=20s
run 1s
expect t-0 leader=2 epoch=2 partition-epoch=6 isr=2,3 elr= last-known-elr=
expect b1 state=down
expect b1.t-0 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=leader epoch=2 hw=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=follower epoch=2 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
