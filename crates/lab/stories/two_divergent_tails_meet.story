# Two dead leaders, each with a tail of its own epoch, come back to a third.
# Source: oracle 4.10; KIP-101, KIP-279.
# Lab: replica.fetch.wait.max.ms=50
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=1
request produce b1 t-0 value=a{n} count=2 acks=all as=p1
settle
hold b2>b1:fetch
hold b3>b1:fetch
run 1s
request produce b1 t-0 value=x{n} first=2 count=2 acks=1 as=p2
run 1s
hold b3>b2:fetch
crash b1
release b2>b1:fetch
release b3>b1:fetch
run until t-0 leader=2
# Wait: {"until":"held","link":{"from":3,"to":2,"purpose":"fetch"}}
run 1s
request produce b2 t-0 value=y{n} first=2 count=3 acks=1 as=p3
run 1s
crash b2
run until t-0 leader=3
request produce b3 t-0 value=c2 acks=all as=p4
settle
release b3>b2:fetch
hold b1>b3:fetch
hold b2>b3:fetch
start b1
run 1s
step b1>b3:fetch
step b1>b3:fetch
step b1>b3:fetch
start b2
run 1s
step b2>b3:fetch
step b2>b3:fetch
step b2>b3:fetch
run until t-0 isr=1,2,3
settle
