# A leader that hears of its deposition and of its next election at once keeps what it knew of its followers: it takes for
# committed what one of them has cut off meanwhile. A record acknowledged with acks=all is lost, and no disk lost anything.
# Source: Partition.makeLeader, Replica.resetReplicaState (isNewLeader is false).
cluster brokers=3
topic t assignment=2,1,3 min.insync.replicas=2
request produce b2 t-0 value=k0 acks=all as=k0
run until k0 error=NONE
stop b2
run until t-0 leader=1 max=20s
start b2
run until t-0 isr=1,2,3
settle
# Brokers 1 and 3 do not hear that broker 2 leads again, in epoch 2.
hold c1>b1:metadata
hold c1>b3:metadata
elect preferred t-0
run until b2.t-0 role=leader epoch=2
request produce b1 t-0 value=k1 acks=all timeout=38s as=k1
run 100ms
# Broker 3 hears it, and cuts off what it has of epoch 1.
release c1>b3:metadata
run 1s
crash b2
run until t-0 leader=1 epoch=3 isr=1,3 max=20s
hold b3>b1:fetch
# Broker 1 gives up on the held answer and asks again: the next one brings both elections.
run 3s
release c1>b1:metadata
run until k1 error=NONE max=20s
settle
crash b1
release all
run until t-0 leader=3 max=20s
settle
request fetch b3 t-0 offset=0 as=read
start b1
run until t-0 isr=1,3 max=20s
start b2
run until t-0 isr=1,2,3 max=20s
settle
