# Five replicas with min ISR 3. Two follow no more and are out, then the leader dies: the ISR falls below its minimum, and the ELR keeps
# who was in sync. The new leader takes acks=1 and commits nothing. A member of the ELR comes back in good order, the others stale.
# Source: hard cases H-12; oracle 4.13; KIP-966.
cluster brokers=5
topic t assignment=1,2,3,4,5 min.insync.replicas=3
request produce b1 t-0 value=a{n} count=2 acks=all as=p1
settle
stop b5
crash b4
settle
request produce b1 t-0 value=b2 acks=all as=p2
settle
crash b1
run until t-0 leader=2 max=20s
settle
request produce b2 t-0 value=c3 acks=all as=p3
request produce b2 t-0 value=c3 acks=1 as=p4
settle
stop b3
settle
describe t
start b1
run until t-0 isr=1,2
settle
start b5
run until t-0 isr=1,2,5
settle
request produce b2 t-0 value=d4 acks=all as=p5
settle
start b3
run until t-0 isr=1,2,3,5
start b4
run until t-0 isr=1,2,3,4,5
elect preferred t-0
settle
describe t
