# Stop the leader, then the next: the third leads alone below min ISR, and the ELR says who else has everything.
# Source: KIP-966; oracle 4.13.
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=2

request produce b1 t-0 value=a0 acks=all as=p1
settle
stop b1
settle
stop b2
settle
describe t
request produce b3 t-0 value=b1 acks=all as=p2
settle
crash b3
settle
start b2
run until t-0 leader=2
settle
describe t
request produce b2 t-0 value=c1 acks=all as=p3
start b3
run until t-0 isr=2,3
start b1
run until t-0 isr=1,2,3
settle
describe t
