# What a producer has sent is remembered by every replica: the new leader recognises a copy.
# Source: hard cases H-36; KIP-98.
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=2

request produce b1 t-0 value=s{n} count=2 acks=all producer-id=7 sequence=0 as=first
settle
crash b1
run until t-0 leader=2
request produce b2 t-0 value=s{n} count=2 acks=all producer-id=7 sequence=0 as=again
request produce b2 t-0 value=s2 acks=all producer-id=7 sequence=2 as=next
request produce b2 t-0 value=s4 acks=all producer-id=7 sequence=4 as=gap
settle
start b1
run until t-0 isr=1,2,3
settle
elect preferred t-0
settle
request produce b1 t-0 value=s2 acks=all producer-id=7 sequence=2 as=copy
request produce b1 t-0 value=s3 acks=all producer-id=7 sequence=3 as=last
settle
