# Two fail-overs, the first leader's epoch stays empty: nobody diverges by it.
# Source: hard cases H-08.
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=2

request produce b1 t-0 value=a{n} count=3 acks=all as=p1
settle
crash b1
run until t-0 leader=2
settle
start b1
run until t-0 isr=1,2,3
settle
crash b2
run until t-0 leader=1
request produce b1 t-0 value=b3 acks=all as=p2
settle
start b2
run until t-0 isr=1,2,3
settle
