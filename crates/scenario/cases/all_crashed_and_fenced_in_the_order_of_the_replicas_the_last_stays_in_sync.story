# H-24, order 1, 2, 3: who is fenced last stays in the ISR, though all died together; green, epoch 3.
# Source: BrokerHeartbeatManager; ReplicationControlManager.handleBrokerFenced; KAFKA-19452.
cluster brokers=3 eligible.leader.replicas.version=0
topic t assignment=1,2,3 min.insync.replicas=2
request produce b1 t-0 key=m0 as=m0
request produce b1 t-0 key=m1 as=m1
settle
begin
crash b1
run 200ms
crash b2
run 200ms
crash b3
run until t-0 leader=none max=20s
expect t-0 leader=none epoch=3 partition-epoch=3 isr=3
expect b1 state=down
expect b1.t-0 leo=2
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b2 state=down
expect b2.t-0 leo=2
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b3 state=down
expect b3.t-0 leo=2
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect m0 error=NONE
expect m1 error=NONE
