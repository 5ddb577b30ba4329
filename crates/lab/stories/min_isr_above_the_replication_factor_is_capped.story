# min.insync.replicas=5 with three replicas acts as 3; lowering it clears the ELR and does not by itself move the high watermark.
# Source: oracle 4.17.
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=5
request produce b1 t-0 value=a0 acks=all as=p1
settle
stop b3
run until t-0 isr=1,2
settle
describe t
request produce b1 t-0 value=b1 acks=all as=p2
request produce b1 t-0 value=c1 acks=1 as=p3
settle
config topic t min.insync.replicas=2
settle
describe t
request produce b1 t-0 value=d2 acks=all as=p4
settle
start b3
run until t-0 isr=1,2,3
settle
