# H-59: logs end at 10, 5 and 2; the third is elected, eight records go; amber. Recording e.
# Source: PartitionChangeBuilder.electLeader (UNCLEAN); KAFKA-10751.
cluster brokers=3 eligible.leader.replicas.version=0 replica.lag.time.max.ms=4000
topic t assignment=1,2,3 min.insync.replicas=1
begin
request produce b1 t-0 key=r{n} first=0 count=1 acks=1 as=r0
request produce b1 t-0 key=r{n} first=1 count=1 acks=1 as=r1
run 1s
cut b1-b3
request produce b1 t-0 key=r{n} first=2 count=3 acks=1 as=r2
run until t-0 isr=1,2 max=20s
cut b1-b2
request produce b1 t-0 key=r{n} first=5 count=5 acks=1 as=r5
run until t-0 isr=1 max=20s
expect b1.t-0 leo=10
expect b2.t-0 leo=5
expect b3.t-0 leo=2
crash b1 b2
run until t-0 leader=none max=20s
run until c1 FencedBrokerCount=2 max=20s
heal all
elect unclean t-0
run until b3.t-0 role=leader
run 1s
expect t-0 leader=3 epoch=2 partition-epoch=4 isr=3
expect b1 state=down
expect b1.t-0 leo=10
expect b1.t-0@0 key=r0 epoch=0
expect b1.t-0@1 key=r1 epoch=0
expect b1.t-0@2 key=r2 epoch=0
expect b1.t-0@3 key=r3 epoch=0
expect b1.t-0@4 key=r4 epoch=0
expect b1.t-0@5 key=r5 epoch=0
expect b1.t-0@6 key=r6 epoch=0
expect b1.t-0@7 key=r7 epoch=0
expect b1.t-0@8 key=r8 epoch=0
expect b1.t-0@9 key=r9 epoch=0
expect b2 state=down
expect b2.t-0 leo=5
expect b2.t-0@0 key=r0 epoch=0
expect b2.t-0@1 key=r1 epoch=0
expect b2.t-0@2 key=r2 epoch=0
expect b2.t-0@3 key=r3 epoch=0
expect b2.t-0@4 key=r4 epoch=0
expect b3.t-0 role=leader epoch=2 hw=2 leo=2
expect b3.t-0@0 key=r0 epoch=0
expect b3.t-0@1 key=r1 epoch=0
expect r0 error=NONE
expect r1 error=NONE
expect r2 error=NONE
expect r5 error=NONE
start b1 b2
settle
expect t-0 leader=3 epoch=2 partition-epoch=6 isr=1,2,3
expect b1.t-0 role=follower epoch=2 hw=2 leo=2
expect b1.t-0@0 key=r0 epoch=0
expect b1.t-0@1 key=r1 epoch=0
expect b2.t-0 role=follower epoch=2 hw=2 leo=2
expect b2.t-0@0 key=r0 epoch=0
expect b2.t-0@1 key=r1 epoch=0
expect b3.t-0 role=leader epoch=2 hw=2 leo=2
expect b3.t-0@0 key=r0 epoch=0
expect b3.t-0@1 key=r1 epoch=0
expect r0 error=NONE
expect r1 error=NONE
expect r2 error=NONE
expect r5 error=NONE
