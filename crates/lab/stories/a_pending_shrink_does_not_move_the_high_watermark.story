# A leader has asked to leave a member out and has no answer yet: the high watermark waits for it still.
# Source: oracle 4.21; KIP-497.
# Lab: replica.lag.time.max.ms=5000
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=1
request produce b1 t-0 value=a0 acks=all as=p1
settle
hold b3>b1:fetch
hold b1>c1:alter-partition
request produce b1 t-0 value=b1 acks=1 as=p2
# Wait: {"until":"proposed","broker":1}
run 1s
request produce b1 t-0 value=c2 acks=all timeout=700ms as=p3
run until p3 error=REQUEST_TIMED_OUT
run 1s
release b1>c1:alter-partition
run until t-0 isr=1,2
settle
release b3>b1:fetch
run until t-0 isr=1,2,3
settle
