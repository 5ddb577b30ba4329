# H-50: acknowledgements wait for the follower, come at once when it leaves, and it joins by the offset it asks for; green.
# Three batches: an answer holds two of them (replica.fetch.max.bytes). Recording l.
# Source: Partition.maybeShrinkIsr, maybeExpandIsr.
cluster brokers=3 eligible.leader.replicas.version=0 replica.fetch.max.bytes=200
topic t assignment=1,2,3 min.insync.replicas=2
producer p1 request.timeout.ms=90000 delivery.timeout.ms=120000
producer p2 request.timeout.ms=90000 delivery.timeout.ms=120000
producer p3 request.timeout.ms=90000 delivery.timeout.ms=120000
request produce b1 t-0 key=m0 as=m0
settle
begin
cut b1-b3
produce t m1 from=p1
run 100ms
produce t m2 from=p2
run 100ms
produce t m3 from=p3
run 15s
expect t-0 leader=1 epoch=0 partition-epoch=0 isr=1,2,3
expect b1.t-0 role=leader epoch=0 hw=1 leo=4
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b1.t-0@2 key=m2 epoch=0
expect b1.t-0@3 key=m3 epoch=0
expect b2.t-0 role=follower epoch=0 hw=1 leo=4
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b2.t-0@2 key=m2 epoch=0
expect b2.t-0@3 key=m3 epoch=0
expect b3.t-0 role=follower epoch=0 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect p1 acknowledged=0
expect p2 acknowledged=0
expect p3 acknowledged=0
run until t-0 isr=1,2 max=60s
run 20ms
expect time at=30s..46s
expect t-0 leader=1 epoch=0 partition-epoch=1 isr=1,2
expect b1.t-0 role=leader epoch=0 hw=4 leo=4
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b1.t-0@2 key=m2 epoch=0
expect b1.t-0@3 key=m3 epoch=0
expect b2.t-0 role=follower epoch=0 hw=1..4 leo=4
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b2.t-0@2 key=m2 epoch=0
expect b2.t-0@3 key=m3 epoch=0
expect b3.t-0 role=follower epoch=0 hw=1 leo=1
expect b3.t-0@0 key=m0 epoch=0
expect m0 error=NONE
expect p1 acknowledged=1 failed=0
expect p2 acknowledged=1 failed=0
expect p3 acknowledged=1 failed=0
run 1s
heal all
run until b3.t-0 leo=3 max=40s
expect t-0 leader=1 epoch=0 partition-epoch=1 isr=1,2
expect b1.t-0 role=leader epoch=0 hw=4 leo=4
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b1.t-0@2 key=m2 epoch=0
expect b1.t-0@3 key=m3 epoch=0
expect b2.t-0 role=follower epoch=0 hw=4 leo=4
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b2.t-0@2 key=m2 epoch=0
expect b2.t-0@3 key=m3 epoch=0
expect b3.t-0 role=follower epoch=0 hw=3 leo=3
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect b3.t-0@2 key=m2 epoch=0
expect m0 error=NONE
release all
run until t-0 isr=1,2,3
expect t-0 leader=1 epoch=0 partition-epoch=2 isr=1,2,3
expect b1.t-0 role=leader epoch=0 hw=4 leo=4
expect b1.t-0@0 key=m0 epoch=0
expect b1.t-0@1 key=m1 epoch=0
expect b1.t-0@2 key=m2 epoch=0
expect b1.t-0@3 key=m3 epoch=0
expect b2.t-0 role=follower epoch=0 hw=4 leo=4
expect b2.t-0@0 key=m0 epoch=0
expect b2.t-0@1 key=m1 epoch=0
expect b2.t-0@2 key=m2 epoch=0
expect b2.t-0@3 key=m3 epoch=0
expect b3.t-0 role=follower epoch=0 hw=4 leo=4
expect b3.t-0@0 key=m0 epoch=0
expect b3.t-0@1 key=m1 epoch=0
expect b3.t-0@2 key=m2 epoch=0
expect b3.t-0@3 key=m3 epoch=0
expect m0 error=NONE
