# H-17 with ELR on: its only member moves to the ELR, and is the last known leader; amber.
# Source: PartitionChangeBuilder.maybePopulateTargetElr; KIP-966. The twin is with_one_replica_a_power_loss_loses_what_was_acknowledged.
cluster brokers=1
topic t assignment=1 flush.messages=1
begin
request produce b1 t-0 key=m0 as=m0
request produce b1 t-0 key=m1 as=m1
run 1s
crash b1
run until t-0 leader=none max=20s
expect t-0 leader=none epoch=1 partition-epoch=1 isr= elr=1 last-known-elr=1
expect b1 state=down
expect b1.t-0 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect m0 error=NONE
expect m1 error=NONE
start b1
run until b1.t-0 role=leader max=20s
run 1s
expect t-0 leader=1 epoch=2 partition-epoch=3 isr=1 elr= last-known-elr=
expect b1.t-0 role=leader epoch=2 hw=2 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect m0 error=NONE
expect m1 error=NONE
config topic t flush.messages=
run 1s
request produce b1 t-0 key=m2 as=m2
run 1s
power-loss b1
run until t-0 leader=none max=20s
start b1
run until b1.t-0 role=leader max=20s
run 1s
expect t-0 leader=1 epoch=4 partition-epoch=6 isr=1 elr= last-known-elr=
expect b1.t-0 role=leader epoch=4 hw=2 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
