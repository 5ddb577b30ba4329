# The leader loses power, comes back without its records, and is stopped before it could register: the controller hears of none of
# it, takes the broker into the ELR when its session ends, and out when it registers without the epoch of a clean shutdown.
# Source: ReplicationControlManager.handleUncleanBrokerShutdown; CleanShutdownFileHandler; KIP-966. Found by random walk 4941: the
# checkers took the stop for the last word on what the disk holds (I-11, I-13).
cluster brokers=3
topic t assignment=1,2 min.insync.replicas=2
request produce b1 t-0 key=m0 as=m0
settle
run 6s
begin
power-loss b1
run 1s
start b1
run 1s
stop b1
run 1s
expect b1 state=down
expect b1.t-0 leo=0
run until t-0 leader=2 max=20s
run 1s
expect t-0 isr=2 elr=1
expect b2.t-0 role=leader hw=1 leo=1
start b1
run until b1 state=running max=20s
expect t-0 leader=2 elr=
settle
expect t-0 isr=1,2
expect b1.t-0 leo=1
