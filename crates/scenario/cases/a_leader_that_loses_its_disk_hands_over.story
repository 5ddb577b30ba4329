# The leader's disk fails while a producer goes on: leadership moves, and producing continues.
# Source: LogDirFailureTest.testProduceAfterLogDirFailureOnLeader; BR-106. Here a broker has one directory, so its process ends.
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=2
producer app acks=1
begin
produce t k0 from=app acks=1
settle
lose-disk b1
run 100ms
produce t k1 from=app acks=1
run until t-0 leader=2 max=20s
settle max=2min
expect app acknowledged=2 failed=0
expect b2.t-0 leo=2
expect b3.t-0 leo=2
start b1
settle max=2min
expect t-0 leader=2 isr=1,2,3
expect b1.t-0 leo=2
