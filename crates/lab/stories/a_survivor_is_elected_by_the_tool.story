# kafka-leader-election: nobody may lead, then a replica from outside the ISR does, by consent; and a plan away from a broker
# that is down, whose directory nobody can name.
cluster brokers=3
topic t assignment=1,2 min.insync.replicas=1

request produce b1 t-0 value=a{n} count=2 acks=all as=p1
settle
crash b2
run until t-0 isr=1
settle
request produce b1 t-0 value=b{n} acks=all as=p2
crash b1
run until t-0 leader=none
settle
elect unclean t-0 as=nobody
print nobody
start b2
settle
elect preferred t-0 as=preferred
print preferred
elect unclean t-0 as=survivor
print survivor
settle
describe t
describe t from=b3
reassign t-0 replicas=2,3 as=away
print away
settle
reassign verify t-0=2,3
describe only=at-min-isr-partitions
