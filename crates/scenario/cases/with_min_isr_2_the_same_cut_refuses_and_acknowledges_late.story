# H-12: below min ISR nothing is committed, a new produce is refused before the append, an old one waits; green.
# Source: Partition.isUnderMinIsr, appendRecordsToLeader; KAFKA-15583. Recording m.
# The lag limit is shorter than 30 s, so that the request is still open when the ISR shrinks.
cluster brokers=3 eligible.leader.replicas.version=0 replica.lag.time.max.ms=8000
topic t assignment=1,2,3 min.insync.replicas=2
request produce b1 t-0 key=m0 as=m0
settle
begin
cut b1-b2
cut b1-b3
request produce b1 t-0 key=m1 as=m1
run until t-0 isr=1 max=60s
run 20ms
expect t-0 leader=1 epoch=0 partition-epoch=1 isr=1
expect b1.t-0 role=leader epoch=0 hw=1 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=follower epoch=0 hw=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=follower epoch=0 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
request produce b1 t-0 key=m2 as=m2
run 20ms
expect t-0 leader=1 epoch=0 partition-epoch=1 isr=1
expect b1.t-0 role=leader epoch=0 hw=1 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=follower epoch=0 hw=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=follower epoch=0 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m2 error=NOT_ENOUGH_REPLICAS
expect m1 error=waiting
heal all
run until t-0 isr=1,2,3 max=20s
run 1s
expect t-0 leader=1 epoch=0 partition-epoch=3 isr=1,2,3
expect b1.t-0 role=leader epoch=0 hw=2 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=follower epoch=0 hw=2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b3.t-0 role=follower epoch=0 hw=2 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect m0 error=NONE
expect m2 error=NOT_ENOUGH_REPLICAS
expect m1 error=NONE
