# Five replicas with min ISR 3: two die and writing goes on; a third dies and it stops.
# Source: hard cases H-12; oracle 4.13.
cluster brokers=5
topic t assignment=1,2,3,4,5 min.insync.replicas=3
request produce b1 t-0 value=a0 acks=all as=p1
settle
crash b5
settle
crash b4
settle
request produce b1 t-0 value=b1 acks=all as=p2
settle
stop b3
settle
request produce b1 t-0 value=c2 acks=all as=p3
request produce b1 t-0 value=c2 acks=1 as=p4
settle
describe t
start b4
run until t-0 isr=1,2,4
settle
request produce b1 t-0 value=d3 acks=all as=p5
settle
start b3
run until t-0 isr=1,2,3,4
start b5
run until t-0 isr=1,2,3,4,5
settle
describe t
