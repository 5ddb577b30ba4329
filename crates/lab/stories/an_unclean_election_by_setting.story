# A topic's unclean.leader.election.enable is set while it is offline; the controller's next pass elects.
# Source: oracle 4.15.
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=1
request produce b1 t-0 value=a0 acks=all as=p1
settle
stop b3
stop b2
request produce b1 t-0 value=b{n} first=1 count=2 acks=all as=p2
settle
crash b1
run until t-0 leader=none
start b3
settle
config topic t unclean.leader.election.enable=true
run until t-0 leader=3
request produce b3 t-0 value=c1 acks=all as=p3
start b1
run until t-0 isr=1,3
settle
