# A leader that hears of its deposition and of its next election at once keeps what it knew of its followers: it takes for
# committed what one of them has cut off meanwhile, and a record acknowledged with acks=all is lost though no disk lost anything.
# Source: Partition.makeLeader, Replica.resetReplicaState (isNewLeader is false); broker.md 4.1. Found by random walk 665; the
# checkers take the partition out of the contract of acks=all from there on.
cluster brokers=3
topic t assignment=2,1,3 min.insync.replicas=2
producer app
produce t k0 from=app
settle
stop b2
run until t-0 leader=1 max=20s
run until b2 state=down max=20s
start b2
settle
begin
expect t-0 leader=1 epoch=1 isr=1,2,3
hold c1>b1:metadata
hold c1>b3:metadata
elect preferred t-0
run until b2.t-0 role=leader epoch=2
produce t k1 from=app
run 20ms
# The leader of the past and a follower that has not heard either have it; the ISR of both is 1, 2, 3.
expect b1.t-0 role=leader epoch=1 leo=2 hw=1
expect b3.t-0 epoch=1 leo=2
release c1>b3:metadata
run 20ms
expect b3.t-0 epoch=2 leo=1
crash b2
run until t-0 leader=1 epoch=3 isr=1,3 max=20s
hold b3>b1:fetch
# It gives up on the held answer and asks again: the next one brings both elections.
run 3s
release c1>b1:metadata
run until b1.t-0 epoch=3
expect b1.t-0 role=leader epoch=3 leo=2 hw=2
expect b3.t-0 leo=1
run 5ms
expect app acknowledged=2 failed=0
crash b1
release all
run until t-0 leader=3 max=20s
run 1s
expect b3.t-0 leo=1 hw=1
expect b3.t-0@0 key=k0
start b1
start b2
settle
expect b1.t-0 leo=1
expect t-0 isr=1,2,3
