# H-16: min.insync.replicas=3 on two replicas counts as 2; green.
# Source: Partition.effectiveMinIsr; KAFKA-15583, KAFKA-21110. Recording w.
cluster brokers=2 eligible.leader.replicas.version=0
topic t assignment=1,2 min.insync.replicas=3
begin
request produce b1 t-0 key=m0 as=m0
run 1s
expect m0 error=NONE
crash b2
run until t-0 isr=1 max=20s
run 20ms
request produce b1 t-0 key=m1 as=m1
run 20ms
expect t-0 leader=1 epoch=0 partition-epoch=1 isr=1
expect b1.t-0 role=leader epoch=0 hw=1 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b2 state=down
expect b2.t-0 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NOT_ENOUGH_REPLICAS
