# A live follower that does not fetch is put out of the ISR by its leader, and comes back when it has caught up.
# Source: oracle 4.21.
# Lab: replica.lag.time.max.ms=5000
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=2

request produce b1 t-0 value=a0 acks=all as=p1
settle
hold b3>b1:fetch
request produce b1 t-0 value=b1 acks=1 as=p2
run until t-0 isr=1,2
settle
request produce b1 t-0 value=c2 acks=all as=p3
settle
release b3>b1:fetch
run until t-0 isr=1,2,3
settle
