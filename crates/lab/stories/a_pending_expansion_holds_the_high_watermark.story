# A leader has asked for a member and has no answer yet: the high watermark waits for the new member already.
# Source: oracle 4.20; KIP-497.
# Lab: replica.fetch.wait.max.ms=50
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=1
request produce b1 t-0 value=a0 acks=all as=p1
settle
stop b3
run until t-0 isr=1,2
request produce b1 t-0 value=b1 acks=all as=p2
settle
hold b3>b1:fetch
hold b1>c1:alter-partition
start b3
run 1s
step b3>b1:fetch
step b3>b1:fetch
# Wait: {"until":"proposed","broker":1}
request produce b1 t-0 value=c2 acks=all timeout=700ms as=p3
run until p3 error=REQUEST_TIMED_OUT
run 1s
step b3>b1:fetch
step b3>b1:fetch
release b1>c1:alter-partition
run until t-0 isr=1,2,3
run 1s
