# H-27 with min ISR 1: the controller sees no reason to move leadership; each record exists once; green.
# Source: Partition.maybeShrinkIsr. Recording m. The twin is a_leader_cut_off_from_its_followers_refuses_with_min_isr_2.
cluster brokers=3 eligible.leader.replicas.version=0 replica.lag.time.max.ms=8000
topic t assignment=1,2,3 min.insync.replicas=1
request produce b1 t-0 key=m0 as=m0
settle
begin
cut b1-b2
cut b1-b3
request produce b1 t-0 key=m1 as=m1
run until t-0 isr=1 max=60s
request produce b1 t-0 key=m2 as=m2
run 20ms
expect t-0 leader=1 epoch=0 partition-epoch=1 isr=1
expect b1.t-0 role=leader epoch=0 hw=3 leo=3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b1.t-0@2 key=m2 epoch=0
expect b2.t-0 role=follower epoch=0 hw=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=follower epoch=0 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE  # Lab: requests wait 3 s there, less than the lag time
expect m2 error=NONE
