# Without unclean elections the partition waits for its old leader, and nothing is lost.
# Source: UncleanLeaderElectionTest.verifyUncleanLeaderElectionDisabled; BR-99, which is told with ELR off.
cluster brokers=2 eligible.leader.replicas.version=0
topic t assignment=1,2 unclean.leader.election.enable=false
producer app acks=1 delivery.timeout.ms=5000 request.timeout.ms=2000
begin
produce t first from=app acks=1
settle
stop b2
settle
produce t second from=app acks=1
settle
stop b1
run until t-0 leader=none max=20s
start b2
run until b2 state=running max=20s
run 1s
expect t-0 leader=none isr=1 elr=
produce t refused from=app acks=1
run 8s
expect app acknowledged=2 failed=1
stop b2
run until b2 state=down max=20s
start b1
run until t-0 leader=1 max=20s
produce t third from=app acks=1
settle
expect b1.t-0 leo=3 hw=3
expect b1.t-0@0 key=first
expect b1.t-0@1 key=second
expect b1.t-0@2 key=third
