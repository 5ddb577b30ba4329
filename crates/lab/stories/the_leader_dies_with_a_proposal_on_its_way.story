# The leader has asked for a member, the request is held, and it dies: the proposal dies with it.
# Source: hard cases H-31; Partition.submitAlterPartition.
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=2

request produce b1 t-0 value=a0 acks=all as=p1
settle
stop b3
run until t-0 isr=1,2
hold b1>c1:alter-partition
start b3
# Wait: {"until":"proposed","broker":1}
run 1s
crash b1
release all
run until t-0 leader=2
run until t-0 isr=2,3
settle
start b1
run until t-0 isr=1,2,3
settle
