# With min ISR 2, one stops and is in the ELR; it is started and killed: an unclean shutdown is no longer eligible.
# Source: KIP-966; ReplicationControlManager.handleUncleanBrokerShutdown.
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=2

request produce b1 t-0 value=a0 acks=all as=p1
settle
crash b3
settle
crash b2
settle
describe t
start b2
run until t-0 isr=1,2
settle
describe t
crash b1
run until t-0 leader=2
settle
describe t
start b3
run until t-0 isr=2,3
start b1
run until t-0 isr=1,2,3
settle
