# H-22 with ELR on: the same loss, the last known leader leads; amber.
# Source: PartitionChangeBuilder.canElectLastKnownLeader; KIP-966.
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
power-loss b2
run 200ms
power-loss b3
run until t-0 leader=none max=20s
expect t-0 leader=none epoch=3 partition-epoch=3 isr= elr=2,3 last-known-elr=3
expect b1 state=down
expect b1.t-0 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b2 state=down
expect b2.t-0 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3 state=down
expect b3.t-0 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
start b1 b2 b3
settle
expect t-0 leader=3 epoch=4 partition-epoch=8 isr=1,2,3 elr= last-known-elr=
expect b1.t-0 role=follower epoch=4 hw=1 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b2.t-0 role=follower epoch=4 hw=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=leader epoch=4 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
