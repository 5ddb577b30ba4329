# H-68 with ELR on: the crash that lost nothing counts as unclean too, the ELR is empty, the last known leader leads; amber.
# Source: PartitionChangeBuilder.canElectLastKnownLeader; KIP-966. The twin is a_dead_broker_that_lost_records_is_elected_within_its_session.
cluster brokers=3 replica.lag.time.max.ms=3000
topic t assignment=1,2,3 min.insync.replicas=2 flush.messages=1
request produce b1 t-0 key=m0 as=m0
settle
config topic t flush.messages=
cut b3-b1
cut b3-b2
request produce b1 t-0 key=m1 as=m1
run until t-0 isr=1,2 max=20s
run 100ms
begin
expect t-0 leader=1 epoch=0 partition-epoch=1 isr=1,2 elr= last-known-elr=
expect b1.t-0 role=leader epoch=0 hw=2 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=follower epoch=0 hw=2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b3.t-0 role=follower epoch=0 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
crash b1
run 3s
power-loss b2
run until t-0 isr=2 max=20s
expect t-0 leader=2 epoch=1 partition-epoch=2 isr=2 elr=1
run until t-0 leader=none max=20s
run 20ms
expect t-0 leader=none epoch=2 partition-epoch=3 isr= elr=1,2 last-known-elr=2
expect b1 state=down
expect b1.t-0 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2 state=down
expect b2.t-0 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=offline epoch=2 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
start b2
run until b2 state=running max=20s
run 1s
expect t-0 leader=none epoch=2 partition-epoch=4 isr= elr=1 last-known-elr=2
expect b1 state=down
expect b1.t-0 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=offline epoch=2 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=offline epoch=2 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
heal all
start b1
settle
expect t-0 leader=2 epoch=3 partition-epoch=7 isr=1,2,3 elr= last-known-elr=
expect b1.t-0 role=follower epoch=3 hw=0 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b2.t-0 role=leader epoch=3 hw=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=follower epoch=3 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
