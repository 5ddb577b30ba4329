# A reassignment is changed while it is under way: what it adds stays on the list where the new target adds nobody, so that broker 1
# is to be added and to be removed. It is in sync, and the reassignment never completes; it can be cancelled.
# Source: ReplicationControlManager.changePartitionReassignment, PartitionReassignmentReplicas.maybeCompleteReassignment. Found by
# random walks that reassign (L-6).
cluster brokers=5
topic t assignment=3,2,5
request produce b3 t-0 key=m0 as=m0
settle
begin
hold b1>b3:fetch
hold b4>b3:fetch
reassign t-0 replicas=1,4,5
run 1s
expect t-0 replicas=1,2,3,4,5 adding=1,4 removing=2,3
reassign t-0 replicas=2,1,3
run 1s
expect t-0 adding=1,4 removing=4,5
reassign t-0 replicas=2,5,3,4
run 1s
expect t-0 adding=1,4 removing=1
release all
settle
run 10s
expect t-0 leader=3 isr=1,2,3,4,5 adding=1,4 removing=1
reassign cancel t-0
settle
expect t-0 leader=3 replicas=2,3,5 isr=2,3,5 adding= removing=
