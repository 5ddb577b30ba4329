# kafka-leader-election: needless, the preferred leader not available, done, nobody to be elected, all partitions at once; and
# the filters of kafka-topics --describe while partitions are in trouble.
cluster brokers=3
topic t assignment=1,2,3/2,1,3/1,3,2 min.insync.replicas=2
topic u assignment=3 min.insync.replicas=1

request produce b1 t-0 value=a{n} count=2 acks=all as=p1
settle
elect preferred t-0 as=needless
print needless
elect preferred as=nothing
print nothing
# Act: {"do":"tool","tool":"ask","act":{"do":"elect","unclean":false,"partition":"nope-0"}}
# Act: {"do":"tool","tool":"ask","act":{"do":"elect","unclean":false,"partition":"t-7"}}
crash b1
settle
elect preferred t-0 as=down
print down
elect unclean t-0 as=alive
print alive
describe only=under-replicated-partitions
describe only=at-min-isr-partitions
describe only=under-min-isr-partitions
describe only=unavailable-partitions
describe t only=topics-with-overrides
reassign t-2 replicas=1,2,3 as=to-a-dead-one
print to-a-dead-one
reassign t-2 replicas=3,2 as=away
print away
settle
crash b3
settle
describe only=unavailable-partitions
describe only=under-min-isr-partitions
get-offsets u
elect unclean u-0 as=nobody
print nobody
start b1
run until t-0 isr=1,2
settle
start b3
run until t-0 isr=1,2,3
settle
elect preferred as=all
print all
settle
describe exclude-internal=true
