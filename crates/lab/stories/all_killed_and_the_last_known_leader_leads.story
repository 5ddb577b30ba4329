# Kill all three: an unclean shutdown takes each out of the ELR, and the last known leader leads again, recovering.
# Source: oracle 4.14.
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=2

request produce b1 t-0 value=a0 acks=all as=p1
settle
crash b3
run until t-0 isr=1,2
request produce b1 t-0 value=b1 acks=all as=p2
settle
crash b2
run until t-0 isr=1
request produce b1 t-0 value=c2 acks=all as=p3
request produce b1 t-0 value=c3 acks=1 as=p4
settle
crash b1
run until t-0 leader=none
settle
start b3
settle
start b2
settle
describe t
hold b3>b1:fetch
start b1
run until t-0 isr=1,2
settle
release b3>b1:fetch
run until t-0 isr=1,2,3
settle
elect preferred t-0
settle
describe t
