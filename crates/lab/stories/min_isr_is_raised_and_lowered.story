# min.insync.replicas of a topic and of the cluster, changed while a member is away.
# Source: oracle 4.17; ConfigurationControlManager.
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=1
request produce b1 t-0 value=a0 acks=all as=p1
settle
stop b3
run until t-0 isr=1,2
config topic t min.insync.replicas=3
settle
request produce b1 t-0 value=b1 acks=all as=p2
request produce b1 t-0 value=b1 acks=1 as=p3
settle
stop b2
settle
describe t
config topic t min.insync.replicas=1
settle
describe t
request produce b1 t-0 value=c2 acks=all as=p4
settle
start b2
run until t-0 isr=1,2
start b3
run until t-0 isr=1,2,3
settle
describe t
