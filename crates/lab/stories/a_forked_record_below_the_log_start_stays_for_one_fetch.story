# Records are deleted beyond the point where two logs part: the leader then no longer knows where the epochs met, the old
# leader keeps one record too many, and loses it with the fetch after.
# Source: LeaderEpochFileCache.endOffsetFor, truncateFromStartAsyncFlush.
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=1

request produce b1 t-0 value=a{n} count=2 acks=all as=p1
settle
hold b2>b1:fetch
hold b3>b1:fetch
run 1s
request produce b1 t-0 value=x{n} count=2 acks=1 as=p2
run 1s
crash b1
release all
run until t-0 leader=2
settle
request produce b2 t-0 value=y{n} count=1 acks=all as=p3
settle
request delete-records b2 t-0 before=3 as=d1
settle
hold b1>b2:fetch
start b1
run 1s
step b1>b2:fetch
step b1>b2:fetch
release all
settle
request produce b2 t-0 value=z{n} count=1 acks=all as=p4
settle
