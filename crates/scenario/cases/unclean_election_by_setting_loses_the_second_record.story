# With unclean.leader.election.enable=true a broker that lacks a record leads as soon as it is back.
# Source: UncleanLeaderElectionTest.verifyUncleanLeaderElectionEnabled; BR-98.
cluster brokers=2
topic t assignment=1,2 unclean.leader.election.enable=true
producer app acks=1
begin
produce t first from=app acks=1
settle
stop b2
settle
produce t second from=app acks=1
settle
expect b1.t-0 leo=2
stop b1
run until t-0 leader=none max=20s
start b2
run until t-0 leader=2 max=20s
run until b2.t-0 role=leader
expect b2.t-0 leo=1 hw=1
produce t third from=app acks=1
settle
expect b2.t-0 leo=2
expect b2.t-0@0 key=first
expect b2.t-0@1 key=third
start b1
settle
expect b1.t-0 leo=2
expect b1.t-0@1 key=third
expect t-0 leader=2 isr=1,2
