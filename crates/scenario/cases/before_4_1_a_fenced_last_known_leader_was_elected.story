# H-25 with the bug: both restarted uncleanly and are fenced, and one of them leads all the same; red.
# Source: PartitionChangeBuilder.canElectLastKnownLeader; KAFKA-19522. The twin is a_fenced_last_known_leader_is_not_elected.
cluster brokers=2
topic t assignment=1,2 min.insync.replicas=2
rule last-known-leader-is-active off
request produce b1 t-0 key=m0 as=m0
settle
# The high watermark is on disk every five seconds.
run 6s
begin
crash b2
run 2s
crash b1
run until t-0 leader=none max=20s
expect t-0 leader=none epoch=1 partition-epoch=2 isr= elr=1,2 last-known-elr=1
expect b1 state=down
expect b1.t-0 leo=1
expect b1.t-0@0 key=m0 epoch=0
expect b2 state=down
expect b2.t-0 leo=1
expect b2.t-0@0 key=m0 epoch=0
expect m0 error=NONE
hold c1>b1:metadata
hold c1>b2:metadata
start b1 b2
run 2s
expect t-0 leader=1 epoch=2 partition-epoch=4 isr=1 elr= last-known-elr=
expect c1 FencedBrokerCount=2
release all
run until b1.t-0 role=leader max=20s
expect t-0 leader=1 epoch=2 partition-epoch=4 isr=1 elr= last-known-elr=
expect finding I-05 I-17
