# A numbered batch stays with the old leader; its copy is new to the next one.
# Source: hard cases H-37.
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=1
request produce b1 t-0 value=s0 acks=all producer-id=7 sequence=0 as=first
settle
hold b2>b1:fetch
hold b3>b1:fetch
run 1s
request produce b1 t-0 value=s1 acks=1 producer-id=7 sequence=1 as=lost
run 1s
crash b1
release all
run until t-0 leader=2
request produce b2 t-0 value=s1 acks=all producer-id=7 sequence=1 as=again
settle
start b1
run until t-0 isr=1,2,3
settle
