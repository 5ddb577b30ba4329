# The same with min ISR 2: refused, and committed when the followers are back.
# Source: hard cases H-12.
# Lab: replica.lag.time.max.ms=5000
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=2

request produce b1 t-0 value=a0 acks=all as=p1
settle
cut b2-b1
cut b3-b1
request produce b1 t-0 value=b1 acks=1 as=p2
run until t-0 isr=1
settle
request produce b1 t-0 value=c2 acks=all as=p3
settle
heal b2-b1
run until t-0 isr=1,2
settle
request produce b1 t-0 value=c2 acks=all as=p4
settle
heal b3-b1
run until t-0 isr=1,2,3
settle
