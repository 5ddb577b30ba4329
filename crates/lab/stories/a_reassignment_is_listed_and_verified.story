# What kafka-reassign-partitions says while a plan for two partitions waits for a held follower, when it is done, and when it
# is refused.
cluster brokers=4
topic t assignment=1,2/2,3 min.insync.replicas=1

request produce b1 t-0 value=a{n} count=2 acks=all as=p1
settle
reassign list
reassign verify t-0=1,2 t-1=3,2
reassign generate t brokers=2,3
reassign generate t brokers=3
hold b4-b1:fetch
hold b4-b2:fetch
reassign plan t-0=4,2 t-1=4,3 as=both
print both
reassign list
reassign verify t-0=4,2 t-1=4,3
describe t
reassign t-1 replicas=3,2 additional=false as=second
print second
reassign cancel t-1 as=back
print back
reassign cancel t-1 as=again
print again
reassign list
release all
settle
reassign verify t-0=4,2 t-1=2,3
reassign t-0 replicas=4 allow-replication-factor-change=false as=shrink
print shrink
reassign t-1 replicas=3,1 as=one
print one
settle
describe t
# Act: {"do":"tool","tool":"ask","act":{"do":"reassign_plan","plan":{"t-0":[4,9]},"allow_replication_factor_change":true,"additional":true}}
