# A Fetch that moves the high watermark and also brings records is answered with the one from before.
# Source: oracle 4.4.
# Lab: replica.fetch.wait.max.ms=50
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=2

request produce b1 t-0 value=a0 acks=all as=p1
settle
hold b2>b1:fetch
hold b3>b1:fetch
run 1s
request produce b1 t-0 value=b1 acks=1 as=p2
step b2>b1:fetch
step b3>b1:fetch
request produce b1 t-0 value=c2 acks=1 as=p3
run 1s
step b2>b1:fetch
step b3>b1:fetch
step b2>b1:fetch
step b3>b1:fetch
step b2>b1:fetch
