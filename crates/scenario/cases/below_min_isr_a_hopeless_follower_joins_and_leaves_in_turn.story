# H-51: the high watermark is frozen, so that reaching it is easily done; green, the ISR is restless.
# Source: Partition.isFollowerInSync, isUnderMinIsr; KAFKA-19996.
cluster brokers=2 eligible.leader.replicas.version=0 replica.lag.time.max.ms=3000 replica.fetch.max.bytes=1
topic t assignment=1,2 min.insync.replicas=2
request produce b1 t-0 key=m0 as=m0
settle
begin
cut b1-b2
request produce b1 t-0 key=m1 acks=1 as=m1
request produce b1 t-0 key=m2 acks=1 as=m2
request produce b1 t-0 key=m3 acks=1 as=m3
request produce b1 t-0 key=m4 acks=1 as=m4
run until t-0 isr=1 max=20s
request produce b1 t-0 key=m5 acks=1 as=m5
request produce b1 t-0 key=m6 acks=1 as=m6
request produce b1 t-0 key=m7 acks=1 as=m7
run 20ms
expect t-0 leader=1 epoch=0 partition-epoch=1 isr=1
expect b1.t-0 role=leader epoch=0 hw=1 leo=8
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b1.t-0@2 key=m2 epoch=0
expect b1.t-0@3 key=m3 epoch=0
expect b1.t-0@4 key=m4 epoch=0
expect b1.t-0@5 key=m5 epoch=0
expect b1.t-0@6 key=m6 epoch=0
expect b1.t-0@7 key=m7 epoch=0
expect b2.t-0 role=follower epoch=0 hw=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
expect m3 error=NONE
expect m4 error=NONE
expect m5 error=NONE
expect m6 error=NONE
expect m7 error=NONE
heal all
run until b2.t-0 leo=2 max=40s
hold b1>b2:fetch
run until t-0 isr=1,2
expect t-0 leader=1 epoch=0 partition-epoch=2 isr=1,2
expect b1.t-0 role=leader epoch=0 hw=1 leo=8
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b1.t-0@2 key=m2 epoch=0
expect b1.t-0@3 key=m3 epoch=0
expect b1.t-0@4 key=m4 epoch=0
expect b1.t-0@5 key=m5 epoch=0
expect b1.t-0@6 key=m6 epoch=0
expect b1.t-0@7 key=m7 epoch=0
expect b2.t-0 role=follower epoch=0 hw=1 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
expect m3 error=NONE
expect m4 error=NONE
expect m5 error=NONE
expect m6 error=NONE
expect m7 error=NONE
request produce b1 t-0 key=m8 acks=1 as=m8
run until t-0 isr=1 max=20s
expect t-0 leader=1 epoch=0 partition-epoch=3
expect b1.t-0 leo=9
expect m8 error=NONE
