# H-27 with min ISR 2 and ELR: writes are refused as long as the cut lasts, though brokers 2 and 3 are well; green.
# Source: Partition.maybeShrinkIsr, appendRecordsToLeader; KIP-966. Recording m. The twin is a_leader_cut_off_from_its_followers_goes_on_alone_with_min_isr_1.
cluster brokers=3 replica.lag.time.max.ms=8000
topic t assignment=1,2,3 min.insync.replicas=2
request produce b1 t-0 key=m0 as=m0
settle
begin
cut b1-b2
cut b1-b3
request produce b1 t-0 key=m1 as=m1
run until t-0 isr=1 max=60s
run 20ms
request produce b1 t-0 key=m2 as=m2
run 20ms
expect t-0 leader=1 epoch=0 partition-epoch=1 isr=1 elr=2,3 last-known-elr=
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
run 60s
expect t-0 leader=1 epoch=0
