# DeleteRecords moves the log start on the leader and, fetch by fetch, on followers.
# Source: Partition.deleteRecordsOnLeader; DelayedDeleteRecords; KIP-107.
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=2

request produce b1 t-0 value=a{n} count=5 acks=all as=p1
settle
request delete-records b1 t-0 before=3 as=d1
settle
request fetch b1 t-0 offset=0 as=f1
request fetch b2 t-0 offset=0 as=f2
request fetch b1 t-0 offset=3 as=f3
request list-offsets b1 t-0 at=earliest as=l1
request delete-records b1 t-0 before=99 as=d2
request delete-records b2 t-0 before=4 as=d3
request delete-records b1 t-0 as=d4
settle
request list-offsets b1 t-0 at=earliest as=l2
request produce b1 t-0 value=b5 acks=all as=p2
settle
