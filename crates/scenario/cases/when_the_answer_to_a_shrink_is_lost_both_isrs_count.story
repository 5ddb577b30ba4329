# H-66: the same request again is INVALID_UPDATE_VERSION, which says nothing; metadata tells in the end; green.
# Source: Partition.handleAlterPartitionError; KIP-497. Without the rule: without_a_pending_proposal_a_leader_believes_in_an_isr_that_never_was (M-23).
cluster brokers=3 eligible.leader.replicas.version=0 replica.lag.time.max.ms=3000
topic t assignment=1,2,3 min.insync.replicas=2
request produce b1 t-0 key=m0 as=m0
settle
begin
hold c1>b1:metadata
lose c1>b1:alter-partition
cut b1-b3
request produce b1 t-0 key=m1 as=m1
run until t-0 isr=1,2 max=20s
expect t-0 leader=1 epoch=0 partition-epoch=1 isr=1,2
expect b1.t-0 role=leader epoch=0 hw=1 leo=2 isr=1,2,3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=follower epoch=0 hw=1 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b3.t-0 role=follower epoch=0 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=waiting  # Lab: requests wait 3 s there, less than the lag time
run until b1 FailedIsrUpdatesPerSec=1 max=20s
run 1s
expect t-0 leader=1 epoch=0 partition-epoch=1 isr=1,2
expect b1.t-0 role=leader epoch=0 hw=1 leo=2 isr=1,2,3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=follower epoch=0 hw=1 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b3.t-0 role=follower epoch=0 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=waiting  # Lab: requests wait 3 s there, less than the lag time
release all
run 3s
expect t-0 leader=1 epoch=0 partition-epoch=1 isr=1,2
expect b1.t-0 role=leader epoch=0 hw=2 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=follower epoch=0 hw=1..2 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b3.t-0 role=follower epoch=0 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE  # Lab: requests wait 3 s there, less than the lag time
