# A broker that is down is forgotten, and later started again; one that lives is forgotten as well, and is heard no more until
# it is started again.
cluster brokers=4
topic t assignment=1,2,4/4,3,1 min.insync.replicas=2

request produce b1 t-0 value=a{n} count=2 acks=all as=p1
settle
crash b4
settle
describe t
unregister b4 as=gone
print gone
settle
unregister b4 as=again
print again
settle
describe t
reassign t-0 replicas=1,2,4 as=refused
print refused
reassign verify t-0=1,2,4
reassign generate t brokers=1,2,3,4
start b4
settle
describe t
request produce b1 t-0 value=b{n} count=2 acks=all as=p2
settle
unregister b2
settle
describe t
request produce b1 t-0 value=c{n} acks=all as=p3
settle
crash b2
start b2
settle
describe t
