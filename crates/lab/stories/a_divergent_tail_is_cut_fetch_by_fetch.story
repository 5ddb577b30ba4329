# The old leader has a tail that nobody fetched; one Fetch tells it where histories part.
# Source: oracle 4.9.
# Lab: replica.fetch.wait.max.ms=50
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=1
request produce b1 t-0 value=a{n} count=2 acks=all as=p1
settle
hold b2>b1:fetch
hold b3>b1:fetch
run 1s
request produce b1 t-0 value=x{n} first=2 count=2 acks=1 as=p2
request produce b1 t-0 value=x4 acks=1 as=p3
run 1s
crash b1
release all
run until t-0 leader=2
request produce b2 t-0 value=b2 acks=all as=p4
request produce b2 t-0 value=b{n} first=3 count=3 acks=all as=p5
settle
hold b1>b2:fetch
start b1
run 1s
step b1>b2:fetch
step b1>b2:fetch
step b1>b2:fetch
step b1>b2:fetch
