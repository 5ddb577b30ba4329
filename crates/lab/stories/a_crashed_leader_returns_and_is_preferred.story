# A leader is killed, another leads in the next epoch, the old one returns and takes over again when asked to.
# Source: oracle 4.7.
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=2

request produce b1 t-0 value=a{n} count=2 acks=all as=p1
settle
crash b1
run until t-0 leader=2
request produce b2 t-0 value=b0 acks=all as=p2
request produce b2 t-0 value=b1 acks=1 as=p3
settle
start b1
run until t-0 isr=1,2,3
elect preferred t-0
settle
request produce b1 t-0 value=c0 acks=all as=p4
settle
elect preferred t-0
elect unclean t-0
settle
describe t
