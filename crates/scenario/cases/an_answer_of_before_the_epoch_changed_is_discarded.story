# H-33: the follower has cut its log since it asked, and takes nothing of the old answer; green.
# Source: AbstractFetcherThread.processFetchRequest; KAFKA-18723. Without the rules: without_comparing_offsets_a_late_answer_leaves_a_hole
# (M-13), without_comparing_epochs_a_late_answer_cuts_committed_records (M-14).
cluster brokers=3 eligible.leader.replicas.version=0
topic t assignment=1,3,2 min.insync.replicas=2
request produce b1 t-0 key=m0 as=m0
settle
begin
hold b1>b3:fetch
request produce b1 t-0 key=m1 acks=1 as=m1
run until b2.t-0 leo=2
run 1ms
hold b1>b2:fetch
expect t-0 leader=1 epoch=0 partition-epoch=0 isr=1,3,2
expect b1.t-0 role=leader epoch=0 hw=1 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2.t-0 role=follower epoch=0 hw=1 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b3.t-0 role=follower epoch=0 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
request produce b1 t-0 key=m2 acks=1 as=m2
run 20ms
cut b1-c1
run until b2.t-0 epoch=1 max=20s
run 1s
expect t-0 leader=3 epoch=1 partition-epoch=1 isr=3,2
expect b1.t-0 role=leader epoch=0 hw=1 leo=3 isr=1,2,3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b1.t-0@2 key=m2 epoch=0
expect b2.t-0 role=follower epoch=1 hw=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=leader epoch=1 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
release b1>b2:fetch
run 1s
expect t-0 leader=3 epoch=1 partition-epoch=1 isr=3,2
expect b1.t-0 role=leader epoch=0 hw=1 leo=3 isr=1,2,3
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b1.t-0@2 key=m2 epoch=0
expect b2.t-0 role=follower epoch=1 hw=1 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect b3.t-0 role=leader epoch=1 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect m1 error=NONE
expect m2 error=NONE
