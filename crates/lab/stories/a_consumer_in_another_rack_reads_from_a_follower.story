# A consumer with a rack is sent to the replica there, reads up to what that one knows, and comes back when it dies.
# Source: KIP-392; RackAwareReplicaSelector.
cluster brokers=3 racks=r1,r2,r3
topic t assignment=1,2,3 min.insync.replicas=2

consumer near client.rack=r3
consumer far
consume t-0 from=0 by=near
consume t-0 from=0 by=far
request produce b1 t-0 value=a{n} count=3 acks=all as=p1
settle
request produce b1 t-0 value=b{n} first=3 count=2 acks=all as=p2
settle
crash b3
settle
request produce b1 t-0 value=c5 acks=all as=p3
settle
