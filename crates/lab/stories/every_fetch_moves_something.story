# Each Fetch let through by hand: what it brings, what it tells, when the high watermark moves, and a lost answer.
# Source: oracle 4.4, 4.5, 4.6.
# Lab: replica.fetch.wait.max.ms=50
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=2

hold b2>b1:fetch
hold b3>b1:fetch
run 1s
request produce b1 t-0 value=a{n} count=2 acks=1 as=p1
run 1s
step b2>b1:fetch
step b2>b1:fetch
step b3>b1:fetch
step b3>b1:fetch
step b2>b1:fetch
request produce b1 t-0 value=b2 acks=all timeout=700ms as=p2
run 1s
run until p2 error=REQUEST_TIMED_OUT
lose b1>b2:fetch
step b2>b1:fetch
step b2>b1:fetch
step b3>b1:fetch
step b2>b1:fetch
step b3>b1:fetch
step b2>b1:fetch
