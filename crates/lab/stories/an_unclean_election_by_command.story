# With min ISR 1 the last member dies; somebody asks for an unclean election, and committed records go.
# Source: oracle 4.15.
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=1
request produce b1 t-0 value=a0 acks=all as=p1
settle
stop b3
stop b2
settle
request produce b1 t-0 value=b{n} first=1 count=2 acks=all as=p2
settle
crash b1
run until t-0 leader=none
start b2
settle
describe t
elect unclean t-0
settle
request produce b2 t-0 value=c1 acks=all as=p3
settle
start b1
run until t-0 isr=1,2
start b3
run until t-0 isr=1,2,3
settle
describe t
