# The leader is no longer among the target replicas: the new one catches up, then all changes in one record.
# Source: oracle 4.22.
cluster brokers=4
topic t assignment=1,2,3 min.insync.replicas=2

request produce b1 t-0 value=a{n} count=2 acks=all as=p1
settle
reassign t-0 replicas=4,2,3
run until t-0 isr=2,3,4
settle
request produce b4 t-0 value=b2 acks=all as=p2
request produce b2 t-0 value=b2 acks=all as=p3
elect preferred t-0
settle
describe t
