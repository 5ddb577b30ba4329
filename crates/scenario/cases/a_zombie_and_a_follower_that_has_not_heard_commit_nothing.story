# H-29: two of three replicas hold z, and g survives: neither side can commit; green. Broker 3 is unfenced; its metadata waits.
# Source: Partition.maybeIncrementLeaderHW; KIP-101.
cluster brokers=3 eligible.leader.replicas.version=0
topic t assignment=1,2,3 min.insync.replicas=2
request produce b1 t-0 key=m0 as=m0
settle
begin
cut b1-c1
hold c1>b3:metadata
run until b2.t-0 role=leader max=20s
request produce b1 t-0 key=z as=z
run 1s
expect t-0 leader=2 epoch=1 partition-epoch=1 isr=2,3
expect b1.t-0 role=leader epoch=0 hw=1 leo=2 isr=1,2,3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=z epoch=0
expect b2.t-0 role=leader epoch=1 hw=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=follower epoch=0 hw=1 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=z epoch=0
expect m0 error=NONE
request produce b2 t-0 key=g as=g
run 1s
expect t-0 leader=2 epoch=1 partition-epoch=1 isr=2,3
expect b1.t-0 role=leader epoch=0 hw=1 leo=2 isr=1,2,3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=z epoch=0
expect b2.t-0 role=leader epoch=1 hw=1 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=g epoch=1
expect b3.t-0 role=follower epoch=0 hw=1 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=z epoch=0
expect m0 error=NONE
expect z error=waiting
expect g error=waiting
release all
heal all
run 5s
expect t-0 leader=2 epoch=1 partition-epoch=2 isr=1,2,3
expect b1.t-0 role=follower epoch=1 hw=2 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=g epoch=1
expect b2.t-0 role=leader epoch=1 hw=2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=g epoch=1
expect b3.t-0 role=follower epoch=1 hw=2 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=g epoch=1
expect m0 error=NONE
expect z error=NOT_LEADER_OR_FOLLOWER
expect g error=NONE
