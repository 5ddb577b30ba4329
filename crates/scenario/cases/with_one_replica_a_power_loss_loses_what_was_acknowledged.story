# H-17 with ELR off: nobody takes over, a crash keeps what the page cache had, a power loss does not; amber.
# Source: PartitionChangeBuilder.electLeader; LogManager. The twin is with_one_replica_and_elr_the_isr_is_empty_while_it_is_down.
cluster brokers=1 eligible.leader.replicas.version=0
topic t assignment=1 flush.messages=1
begin
request produce b1 t-0 key=m0 as=m0
request produce b1 t-0 key=m1 as=m1
run 1s
crash b1
run until t-0 leader=none max=20s
expect t-0 leader=none epoch=1 partition-epoch=1 isr=1
expect b1 state=down
expect b1.t-0 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect m0 error=NONE
expect m1 error=NONE
start b1
run until b1.t-0 role=leader max=20s
run 1s
expect t-0 leader=1 epoch=2 partition-epoch=2 isr=1
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
expect t-0 leader=1 epoch=4 partition-epoch=4 isr=1
expect b1.t-0 role=leader epoch=4 hw=2 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
