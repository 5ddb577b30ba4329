# A leader loses its controllers and keeps its clients: it accepts acks=1 in the old epoch until it hears of the new one.
# Source: oracle 4.18.
# Lab: replica.lag.time.max.ms=3600000
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=2

request produce b1 t-0 value=a{n} count=2 acks=all as=p1
settle
cut b1-c1
run until t-0 leader=2
settle
request produce b1 t-0 value=z2 acks=1 as=p2
request produce b1 t-0 value=z3 acks=all timeout=700ms as=p3
request produce b2 t-0 value=b{n} first=2 count=3 acks=all as=p4
run until p3 error=REQUEST_TIMED_OUT
settle
request fetch b1 t-0 offset=0 epoch=0 as=f1
request fetch b2 t-0 offset=0 epoch=0 as=f2
request fetch b3 t-0 offset=0 epoch=0 as=f3
heal b1-c1
run until t-0 isr=1,2,3
settle
request produce b1 t-0 value=q acks=all as=p5
settle
