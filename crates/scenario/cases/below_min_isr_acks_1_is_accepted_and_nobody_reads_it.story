# H-14: the high watermark waits for min ISR whatever the producer's acks; green, reads stall.
# Source: Partition.maybeIncrementLeaderHW; KAFKA-15583. Recording m.
cluster brokers=3 eligible.leader.replicas.version=0
topic t assignment=1,2,3 min.insync.replicas=2
consumer c
request produce b1 t-0 key=m0 as=m0
settle
begin
consume t-0 by=c
cut b1-b2
cut b1-b3
request produce b1 t-0 key=m1 acks=1 as=m1
run until t-0 isr=1 max=60s
request produce b1 t-0 key=m2 acks=1 as=m2
run 1s
expect t-0 leader=1 epoch=0 partition-epoch=1 isr=1
expect b1.t-0 role=leader epoch=0 hw=1 leo=3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b1.t-0@2 key=m2 epoch=0
expect b2.t-0 role=follower epoch=0 hw=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=follower epoch=0 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
expect c.t-0 position=1
heal all
run until t-0 isr=1,2,3 max=20s
run 1s
expect t-0 leader=1 epoch=0 partition-epoch=3 isr=1,2,3
expect b1.t-0 role=leader epoch=0 hw=3 leo=3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b1.t-0@2 key=m2 epoch=0
expect b2.t-0 role=follower epoch=0 hw=3 leo=3
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b2.t-0@2 key=m2 epoch=0
expect b3.t-0 role=follower epoch=0 hw=3 leo=3
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect b3.t-0@2 key=m2 epoch=0
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
expect c.t-0 position=3
