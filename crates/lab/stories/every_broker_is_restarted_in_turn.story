# A rolling restart with three partitions: leadership moves ahead of each stop and does not come back by itself.
# Source: hard cases H-53, H-54; KafkaServer.controlledShutdown.
cluster brokers=3
topic t assignment=1,2,3/2,3,1/3,1,2 min.insync.replicas=2
request produce b1 t-0 value=a0 acks=all as=p1
request produce b2 t-1 value=b0 acks=all as=p2
request produce b3 t-2 value=c0 acks=all as=p3
settle
roll b1
roll b2
roll b3
describe t
elect preferred
settle
describe t
