# Members stop cleanly down to none; the last known leader and the ELR are kept, and who may lead again comes from them.
# Source: oracle 4.13.
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=2

request produce b1 t-0 value=a0 acks=all as=p1
settle
stop b3
settle
request produce b1 t-0 value=b0 acks=all as=p2
settle
stop b2
settle
describe t
request produce b1 t-0 value=c0 acks=all as=p3
request produce b1 t-0 value=c1 acks=1 as=p4
settle
stop b1
settle
start b3
settle
describe t
start b2
run until t-0 isr=2,3
settle
describe t
request produce b2 t-0 value=d0 acks=all as=p5
settle
start b1
run until t-0 isr=1,2,3
settle
describe t
