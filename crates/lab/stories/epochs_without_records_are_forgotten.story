# Elections with nothing written in their epochs: who keeps an entry, and when it goes.
# Source: oracle 4.10.
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=1
request produce b1 t-0 value=a{n} count=2 acks=all as=p1
settle
stop b1
run until t-0 leader=2
stop b2
run until t-0 leader=3
start b1
run until t-0 isr=1,3
start b2
run until t-0 isr=1,2,3
elect preferred t-0
settle
crash b1
run until t-0 leader=2
request produce b2 t-0 value=b2 acks=all as=p2
settle
start b1
run until t-0 isr=1,2,3
settle
