# One replica: killed, stopped and started again. Nobody else may lead.
# Source: hard cases H-17.
cluster brokers=3
topic t assignment=2 min.insync.replicas=1
request produce b2 t-0 value=a{n} count=2 acks=all as=p1
settle
crash b2
settle
describe t
elect unclean t-0
settle
start b2
run until t-0 leader=2
settle
request produce b2 t-0 value=b2 acks=all as=p2
settle
stop b2
settle
start b2
run until t-0 leader=2
settle
request produce b2 t-0 value=c3 acks=1 as=p3
settle
describe t
