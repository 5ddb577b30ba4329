# H-23 with ELR off: the partition waits for the last member of the ISR; green.
# Source: PartitionChangeBuilder.electLeader. Recording d. The twin is stopped_in_turn_with_elr_the_second_to_last_may_start_the_partition.
cluster brokers=3 eligible.leader.replicas.version=0
topic t assignment=1,2,3 min.insync.replicas=2
request produce b1 t-0 key=m0 as=m0
settle
begin
stop b1
run until b1 state=down max=20s
request produce b2 t-0 key=m1 as=m1
run 1s
stop b2
run until b2 state=down max=20s
request produce b3 t-0 key=m2 as=m2
request produce b3 t-0 key=m3 acks=1 as=m3
run 1s
stop b3
run until b3 state=down max=20s
expect t-0 leader=none epoch=3 partition-epoch=3 isr=3
expect b1 state=down
expect b1.t-0 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b2 state=down
expect b2.t-0 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=1
expect b3 state=down
expect b3.t-0 leo=3
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=1
expect b3.t-0@2 key=m3 epoch=2
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NOT_ENOUGH_REPLICAS
expect m3 error=NONE
start b1
run until b1 state=running max=20s
run 1s
expect t-0 leader=none epoch=3 partition-epoch=3 isr=3
expect b1.t-0 role=offline epoch=3 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b2 state=down
expect b2.t-0 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=1
expect b3 state=down
expect b3.t-0 leo=3
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=1
expect b3.t-0@2 key=m3 epoch=2
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NOT_ENOUGH_REPLICAS
expect m3 error=NONE
start b2
run until b2 state=running max=20s
run 1s
expect t-0 leader=none epoch=3 partition-epoch=3 isr=3
expect b1.t-0 role=offline epoch=3 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b2.t-0 role=offline epoch=3 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=1
expect b3 state=down
expect b3.t-0 leo=3
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=1
expect b3.t-0@2 key=m3 epoch=2
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NOT_ENOUGH_REPLICAS
expect m3 error=NONE
start b3
settle
expect t-0 leader=3 epoch=4 partition-epoch=6 isr=1,2,3
expect b1.t-0 role=follower epoch=4 hw=3 leo=3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=1
expect b1.t-0@2 key=m3 epoch=2
expect b2.t-0 role=follower epoch=4 hw=3 leo=3
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=1
expect b2.t-0@2 key=m3 epoch=2
expect b3.t-0 role=leader epoch=4 hw=3 leo=3
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=1
expect b3.t-0@2 key=m3 epoch=2
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NOT_ENOUGH_REPLICAS
expect m3 error=NONE
