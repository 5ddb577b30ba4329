# A consumer asks for what is appended and not committed, with a wait of 1.5 s: is it answered at once, or parked?
# Source: observed on 4.3.1. KafkaApis.handleFetchRequest, ReplicaManager.fetchMessages, DelayedFetch.tryComplete.
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=1
request produce b1 t-0 value=a0 acks=all as=p1
settle
hold b2>b1:fetch
hold b3>b1:fetch
run 1s
request produce b1 t-0 value=b{n} first=1 count=2 acks=1 as=p2
request produce b1 t-0 value=c3 acks=1 as=p3
run 1s
# at the high watermark, 1: parked
# Act: {"do":"fetch","partition":"t-0","to":1,"offset":1,"max_wait_ms":1500,"min_bytes":1}
# within the batch that begins there: parked
# Act: {"do":"fetch","partition":"t-0","to":1,"offset":2,"max_wait_ms":1500,"min_bytes":1}
# in a later batch: at once
# Act: {"do":"fetch","partition":"t-0","to":1,"offset":3,"max_wait_ms":1500,"min_bytes":1}
# at the log end: at once
# Act: {"do":"fetch","partition":"t-0","to":1,"offset":4,"max_wait_ms":1500,"min_bytes":1}
# beyond it: an error
# Act: {"do":"fetch","partition":"t-0","to":1,"offset":5,"max_wait_ms":1500,"min_bytes":1}
# a committed one
# Act: {"do":"fetch","partition":"t-0","to":1,"offset":0,"max_wait_ms":1500,"min_bytes":1}
# with no bytes asked for
# Act: {"do":"fetch","partition":"t-0","to":1,"offset":1,"max_wait_ms":1500,"min_bytes":0}
release all
settle
# everything is committed: at the end
# Act: {"do":"fetch","partition":"t-0","to":1,"offset":4,"max_wait_ms":1500,"min_bytes":1}
# Act: {"do":"fetch","partition":"t-0","to":2,"offset":4,"max_wait_ms":1500,"min_bytes":1}
