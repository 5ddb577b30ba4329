# Controlled shutdown of the leader, and preferred elections while the preferred replica is away and when it is back.
# Source: oracle 4.23.
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=2

request produce b1 t-0 value=a0 acks=all as=p1
settle
stop b1
run until t-0 leader=2
elect preferred t-0
elect unclean t-0
request produce b2 t-0 value=b1 acks=all as=p2
settle
start b1
run until t-0 isr=1,2,3
settle
elect preferred t-0
run until t-0 leader=1
settle
describe t
