# H-26: it may append and answer acks=1, but neither move the high watermark nor answer acks=all; green, amber for z1.
# Source: Partition.maybeIncrementLeaderHW, maybeShrinkIsr; KIP-631. Recording z.
cluster brokers=3 eligible.leader.replicas.version=0 replica.lag.time.max.ms=8000
topic t assignment=1,2,3 min.insync.replicas=2
request produce b1 t-0 key=m0 as=m0
settle
begin
cut b1-c1
run until b3.t-0 epoch=1 max=20s
run 20ms
expect t-0 leader=2 epoch=1 partition-epoch=1 isr=2,3
expect b1.t-0 role=leader epoch=0 hw=1 leo=1 isr=1,2,3
expect b1.t-0@0 key=m0 epoch=0
expect b2.t-0 role=leader epoch=1 hw=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=follower epoch=1 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
request produce b1 t-0 key=z1 acks=1 as=z1
request produce b1 t-0 key=z2 as=z2
run 20ms
expect t-0 leader=2 epoch=1 partition-epoch=1 isr=2,3
expect b1.t-0 role=leader epoch=0 hw=1 leo=3 isr=1,2,3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=z1 epoch=0
expect b1.t-0@2 key=z2 epoch=0
expect b2.t-0 role=leader epoch=1 hw=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=follower epoch=1 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect z1 error=NONE
expect z2 error=waiting
request produce b2 t-0 key=g1 as=g1
run 13s
expect t-0 leader=2 epoch=1 partition-epoch=1 isr=2,3
expect b1.t-0 role=leader epoch=0 hw=1 leo=3 isr=1,2,3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=z1 epoch=0
expect b1.t-0@2 key=z2 epoch=0
expect b2.t-0 role=leader epoch=1 hw=2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=g1 epoch=1
expect b3.t-0 role=follower epoch=1 hw=2 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=g1 epoch=1
expect m0 error=NONE
expect z1 error=NONE
expect g1 error=NONE
expect z2 error=waiting
heal all
run 5s
expect t-0 leader=2 epoch=1 partition-epoch=2 isr=1,2,3
expect b1.t-0 role=follower epoch=1 hw=2 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=g1 epoch=1
expect b2.t-0 role=leader epoch=1 hw=2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=g1 epoch=1
expect b3.t-0 role=follower epoch=1 hw=2 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=g1 epoch=1
expect m0 error=NONE
expect z1 error=NONE
expect g1 error=NONE
expect z2 error=NOT_LEADER_OR_FOLLOWER
