# The new leader knows less than a follower: readers do not go back, and latest is not available for a moment.
# Source: oracle 4.19; KIP-207.
# Lab: replica.fetch.wait.max.ms=50
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=1
request produce b1 t-0 value=a0 acks=all as=p1
settle
hold b2>b1:fetch
hold b3>b1:fetch
run 1s
request produce b1 t-0 value=b{n} first=1 count=2 acks=1 as=p2
step b2>b1:fetch
step b3>b1:fetch
step b2>b1:fetch
step b3>b1:fetch
hold b3>b2:fetch
crash b1
run until t-0 leader=2
release b3>b1:fetch
release b2>b1:fetch
# Wait: {"until":"held","link":{"from":3,"to":2,"purpose":"fetch"}}
run 1s
request list-offsets b2 t-0 at=latest as=l1
request fetch b2 t-0 offset=1 as=f1
request fetch b2 t-0 offset=3 as=f2
request fetch b2 t-0 offset=4 as=f3
request fetch b3 t-0 offset=3 as=f4
step b3>b2:fetch
request list-offsets b2 t-0 at=latest as=l2
request produce b2 t-0 value=c3 acks=1 as=p3
step b3>b2:fetch
step b3>b2:fetch
request list-offsets b2 t-0 at=latest as=l3
