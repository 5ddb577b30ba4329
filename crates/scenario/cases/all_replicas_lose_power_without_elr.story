# H-22 with ELR off: replication without a flush protects against independent failures only; amber.
# Source: LogManager (flush left to the system); PartitionChangeBuilder. Twins: all_replicas_lose_power_with_elr and with_a_flush_for_every_message_a_power_loss_of_all_loses_nothing.
cluster brokers=3 eligible.leader.replicas.version=0
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
expect t-0 leader=none epoch=3 partition-epoch=3 isr=3
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
expect t-0 leader=3 epoch=4 partition-epoch=6 isr=1,2,3
expect b1.t-0 role=follower epoch=4 hw=1 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b2.t-0 role=follower epoch=4 hw=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=leader epoch=4 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
