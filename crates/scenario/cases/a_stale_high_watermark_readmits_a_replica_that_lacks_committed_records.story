# H-06 (a): a follower joins as soon as it reaches the high watermark, though a new leader's is stale; red.
# Source: Partition.isFollowerInSync; KAFKA-7128. The twin is a_new_leader_waits_for_the_start_of_its_epoch_to_expand_the_isr.
cluster brokers=4 eligible.leader.replicas.version=0 replica.lag.time.max.ms=3000
topic t assignment=1,2,4,3 min.insync.replicas=2
rule joins-from-epoch-start off
request produce b1 t-0 key=m0 as=m0
settle
begin
cut b4-b1
request produce b1 t-0 key=m1 as=m1
request produce b1 t-0 key=m2 as=m2
run until b2.t-0 leo=3
run until b3.t-0 leo=3
hold b1>b2:fetch
hold b1>b3:fetch
run until t-0 isr=1,2,3 max=10s
run 20ms
expect t-0 leader=1 epoch=0 partition-epoch=1 isr=1,2,3
expect b1.t-0 role=leader epoch=0 hw=3 leo=3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b1.t-0@2 key=m2 epoch=0
expect b2.t-0 role=follower epoch=0 hw=1 leo=3
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b2.t-0@2 key=m2 epoch=0
expect b3.t-0 role=follower epoch=0 hw=1 leo=3
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect b3.t-0@2 key=m2 epoch=0
expect b4.t-0 role=follower epoch=0 hw=1 leo=1
expect b4.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
hold b3>b2:fetch
hold b4>b2:fetch
hold b2>b4:fetch
crash b1
run until b4.t-0 epoch=1 max=20s
run 20ms
expect t-0 leader=2 epoch=1 partition-epoch=2 isr=2,3
expect b1 state=down
expect b1.t-0 leo=3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b1.t-0@2 key=m2 epoch=0
expect b2.t-0 role=leader epoch=1 hw=1 leo=3
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b2.t-0@2 key=m2 epoch=0
expect b3.t-0 role=follower epoch=1 hw=1 leo=3
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect b3.t-0@2 key=m2 epoch=0
expect b4.t-0 role=follower epoch=1 hw=1 leo=1
expect b4.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
step b4>b2:fetch
run 20ms
expect t-0 leader=2 epoch=1 partition-epoch=3 isr=2,4,3
expect b1 state=down
expect b1.t-0 leo=3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b1.t-0@2 key=m2 epoch=0
expect b2.t-0 role=leader epoch=1 hw=1 leo=3
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b2.t-0@2 key=m2 epoch=0
expect b3.t-0 role=follower epoch=1 hw=1 leo=3
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect b3.t-0@2 key=m2 epoch=0
expect b4.t-0 role=follower epoch=1 hw=1 leo=1
expect b4.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
hold b3>b4:fetch
crash b2
run until b4.t-0 role=leader max=20s
run 20ms
expect t-0 leader=4 epoch=2 partition-epoch=4 isr=4,3
expect b1 state=down
expect b1.t-0 leo=3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b1.t-0@2 key=m2 epoch=0
expect b2 state=down
expect b2.t-0 leo=3
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b2.t-0@2 key=m2 epoch=0
expect b3.t-0 role=follower epoch=2 hw=1 leo=3
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect b3.t-0@2 key=m2 epoch=0
expect b4.t-0 role=leader epoch=2 hw=1 leo=1
expect b4.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
expect finding I-12 I-13 I-16 I-17 I-20
