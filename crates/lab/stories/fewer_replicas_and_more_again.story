# The replication factor goes from three to one and back to three.
# Source: PartitionReassignmentReplicas; KIP-455.
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=1
request produce b1 t-0 value=a{n} count=2 acks=all as=p1
settle
reassign t-0 replicas=2
run until t-0 leader=2
settle
request produce b2 t-0 value=b2 acks=all as=p2
settle
describe t
reassign t-0 replicas=3,2,1
run until t-0 isr=1,2,3
settle
elect preferred t-0
settle
describe t
