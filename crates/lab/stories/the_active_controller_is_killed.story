# Three controllers; the one that leads them is killed: no partition changes. Then a leader is killed, and another leads.
# Source: oracle 4.23.
# Lab: controllers=3
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=2

request produce b1 t-0 value=a0 acks=all as=p1
settle
crash c1
request produce b1 t-0 value=b1 acks=all as=p2
settle
crash b1
run until t-0 leader=2
settle
request produce b2 t-0 value=c2 acks=all as=p3
settle
start b1
run until t-0 isr=1,2,3
settle
elect preferred t-0
settle
