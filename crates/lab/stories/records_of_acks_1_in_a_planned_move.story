# A controlled shutdown while followers lag: what only the leader had is gone, without a crash.
# Source: hard cases H-10.
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=1
request produce b1 t-0 value=a0 acks=all as=p1
settle
hold b2>b1:fetch
hold b3>b1:fetch
run 1s
request produce b1 t-0 value=x{n} first=1 count=2 acks=1 as=p2
run 1s
stop b1
release all
run until t-0 leader=2
request produce b2 t-0 value=b1 acks=all as=p3
settle
start b1
run until t-0 isr=1,2,3
settle
