# Three partitions led by three brokers; one broker dies, and each partition is decided for itself.
# Source: ReplicationControlManager.handleBrokerFenced, handleBrokerUnfenced.
cluster brokers=3
topic t assignment=1,2,3/2,3,1/3,1,2 min.insync.replicas=2
request produce b1 t-0 value=a{n} count=2 acks=all as=p1
request produce b2 t-1 value=b0 acks=all as=p2
request produce b3 t-2 value=c{n} count=3 acks=all as=p3
settle
crash b1
settle
request produce b2 t-0 value=a2 acks=all as=p4
request produce b2 t-1 value=b1 acks=all as=p5
settle
describe t
start b1
run until t-0 isr=1,2,3
run until t-1 isr=1,2,3
run until t-2 isr=1,2,3
settle
elect preferred
settle
describe t
