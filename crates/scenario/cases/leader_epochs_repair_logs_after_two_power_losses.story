# H-03 (b): the fork is found and cut; m1 is gone, which min ISR 1 permits with a power loss; amber.
# Source: KIP-101 scenario 2. The twin is logs_diverge_for_ever_after_two_power_losses_without_epochs.
cluster brokers=2 eligible.leader.replicas.version=0
topic t assignment=1,2 min.insync.replicas=1 flush.messages=1
request produce b1 t-0 key=m0 as=m0
settle
config topic t flush.messages=
run 1s
begin
request produce b1 t-0 key=m1 as=m1
run until b2.t-0 leo=2
hold b1>b2:fetch
run 20ms
expect t-0 leader=1 epoch=0 partition-epoch=0 isr=1,2
expect b1.t-0 role=leader epoch=0 hw=2 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=follower epoch=0 hw=1 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect m0 error=NONE
expect m1 error=NONE
run 5s
crash b1
run 1s
power-loss b2
run until t-0 leader=none max=20s
expect t-0 leader=none epoch=2 partition-epoch=2 isr=2
expect b1 state=down
expect b1.t-0 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2 state=down
expect b2.t-0 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
release all
start b2
run until b2.t-0 role=leader max=20s
request produce b2 t-0 key=m2 as=m2
run 20ms
expect t-0 leader=2 epoch=3 partition-epoch=3 isr=2
expect b1 state=down
expect b1.t-0 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=leader epoch=3 hw=2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m2 epoch=3
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
start b1
run until t-0 isr=1,2 max=20s
settle
expect t-0 leader=2 epoch=3 partition-epoch=4 isr=1,2
expect b1.t-0 role=follower epoch=3 hw=2 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m2 epoch=3
expect b2.t-0 role=leader epoch=3 hw=2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m2 epoch=3
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
