# One replica is replaced while another is down; and a move that cannot end is cancelled.
# Source: hard cases H-55.
cluster brokers=5
topic t assignment=1,2,3 min.insync.replicas=2

request produce b1 t-0 value=a{n} count=2 acks=all as=p1
settle
stop b3
run until t-0 isr=1,2
settle
reassign t-0 replicas=1,2,4
run until t-0 isr=1,2,4
settle
describe t
stop b5
settle
reassign t-0 replicas=1,2,5
settle
describe t
reassign cancel t-0
settle
describe t
reassign cancel t-0
settle
reassign t-0 replicas=2,1
settle
describe t
