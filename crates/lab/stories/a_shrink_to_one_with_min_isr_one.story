# Followers lag out of the ISR, acks=all is acknowledged by the leader alone, and the leader dies.
# Source: hard cases H-11.
# Lab: replica.lag.time.max.ms=5000
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=1
request produce b1 t-0 value=a0 acks=all as=p1
settle
cut b2-b1
cut b3-b1
request produce b1 t-0 value=b1 acks=1 as=p2
run until t-0 isr=1
settle
request produce b1 t-0 value=c2 acks=all as=p3
settle
crash b1
heal all
run until t-0 leader=none
settle
describe t
start b1
run until t-0 leader=1
run until t-0 isr=1,2,3
settle
