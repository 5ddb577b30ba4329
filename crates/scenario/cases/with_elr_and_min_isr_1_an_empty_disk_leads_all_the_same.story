# H-58 with ELR and min ISR 1: as last known leader; amber. The twin is the_last_member_of_the_isr_returns_with_an_empty_disk.
# Source: PartitionChangeBuilder.canElectLastKnownLeader; KIP-966, KAFKA-14139.
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=1
request produce b1 t-0 key=m0 as=m0
request produce b1 t-0 key=m1 as=m1
settle
# The high watermark is on disk every five seconds.
run 6s
crash b2 b3
run until t-0 isr=1 max=20s
request produce b1 t-0 key=m2 as=m2
run 1s
lose-disk b1
run until t-0 leader=none max=20s
begin
hold b2>b1:fetch
hold b3>b1:fetch
start b1 b2 b3
run until b1.t-0 role=leader max=20s
run until b2 state=running max=20s
run until b3 state=running max=20s
run 1s
expect t-0 leader=1 epoch=2 partition-epoch=5 isr=1 elr= last-known-elr=
expect b1.t-0 role=leader epoch=2 hw=0 leo=0
expect b2.t-0 role=follower epoch=2 hw=2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b3.t-0 role=follower epoch=2 hw=2 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
release all
settle
expect t-0 leader=1 epoch=2 partition-epoch=7 isr=1,2,3 elr= last-known-elr=
expect b1.t-0 role=leader epoch=2 hw=0 leo=0
expect b2.t-0 role=follower epoch=2 hw=0 leo=0
expect b3.t-0 role=follower epoch=2 hw=0 leo=0
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
