# A retry that comes after the broker has forgotten its producer is appended a second time: H-41 with a retry in place of a pause.
# Source: ProducerStateManager.removeExpiredProducers, ProducerAppendInfo.checkSequence; broker.md 7.2. Found by random walk 5: the
# checkers of numbers and order (I-23, I-24) leave out what a leader could not know.
cluster brokers=3 producer.id.expiration.ms=8000 producer.id.expiration.check.interval.ms=2000
topic t assignment=1,2,3 min.insync.replicas=2
producer app request.timeout.ms=10000 delivery.timeout.ms=30000
produce t warm from=app
settle
begin
hold b1>app
produce t k{n} count=2 from=app
run 5s
expect b1.t-0 leo=3 hw=3
expect app acknowledged=1
run 6s
release b1>app
settle
# Numbers 1 and 2 of one epoch of its, twice.
expect b1.t-0 leo=5 hw=5
expect b1.t-0@1 key=k0
expect b1.t-0@3 key=k0
expect b1.t-0@4 key=k1
expect app acknowledged=3 failed=0
