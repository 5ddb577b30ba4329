# H-68 with ELR off: the controller cannot see that it is dead; one power loss is enough; red against "one lossy machine is safe".
# Source: PartitionChangeBuilder.electLeader; KIP-966 motivation. The twin is with_elr_two_unclean_ends_use_up_what_one_loss_left.
cluster brokers=3 eligible.leader.replicas.version=0 replica.lag.time.max.ms=3000
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
expect t-0 leader=1 epoch=0 partition-epoch=1 isr=1,2
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
expect t-0 leader=2 epoch=1 partition-epoch=2 isr=2
expect b2 state=down
expect b2.t-0 leo=1
run until t-0 leader=none max=20s
run 20ms
expect t-0 leader=none epoch=2 partition-epoch=3 isr=2
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
run until b2.t-0 role=leader max=20s
run 20ms
expect t-0 leader=2 epoch=3 partition-epoch=4 isr=2
expect b1 state=down
expect b1.t-0 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=leader epoch=3 hw=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=follower epoch=3 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
heal all
start b1
settle
expect t-0 leader=2 epoch=3 partition-epoch=6 isr=1,2,3
expect b1.t-0 role=follower epoch=3 hw=0 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b2.t-0 role=leader epoch=3 hw=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=follower epoch=3 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
