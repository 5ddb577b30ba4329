# Of three controllers the one that leads them is killed, and a partition's leader with it: the next controller ends its session.
# Then the leader of that time is killed while a controller is still down, and both brokers return.
# Source: oracle 4.7, 4.23; QuorumController.claim, BrokerHeartbeatManager.
# Lab: controllers=3
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=2

request produce b1 t-0 value=a{n} count=2 acks=all as=p1
settle
crash c1
crash b1
run until t-0 leader=2 max=30s
settle
request produce b2 t-0 value=b2 acks=all as=p2
settle
crash b2
run until t-0 leader=3 max=30s
settle
request produce b3 t-0 value=c3 acks=all as=p3
request produce b3 t-0 value=c3 acks=1 as=p4
settle
start b1
run until t-0 isr=1,3
settle
start b2
run until t-0 isr=1,2,3
settle
describe t
