# What if a restarted leader were taken for the process it was, and went on in its epoch?
# Source: ClusterControlManager.registerBroker, ReplicationControlManager.handleBrokerShutdown; KIP-631, KIP-966. M-22, H-69 with a power loss.
cluster brokers=3
topic orders.placed assignment=1,2,3 min.insync.replicas=2
rule old-session-ends-first off
rule new-incarnation-leaves-isr off
producer app
produce orders.placed k0 from=app
settle
run 700ms
begin
say start "Broker 1 leads in epoch 0. It will lose its power." "And it will be back before its session ends."
focus orders.placed-0 b1
power-loss b1
run 1s
hold b2>b1:fetch
hold b3>b1:fetch
start b1
run 500ms
say goes-on "It goes on as leader, in epoch 0, with an empty log." "The controller let it register at once and left it where it was."
expect orders.placed-0 leader=1 epoch=0 isr=1,2,3
expect b1.orders.placed-0 leo=0
produce orders.placed k1 acks=1
run 5s
say two "Offset 0 of epoch 0 is k1, and k0." "Epochs tell one history from another, as long as one epoch has one. Kafka refuses the new process for 9 s and then begins a new epoch."
expect b1.orders.placed-0@0 key=k1 epoch=0
expect b2.orders.placed-0@0 key=k0 epoch=0
expect finding I-07 I-05 I-12 I-13 I-16 I-20
run 20ms
---
   0.000000    -- Broker 1 leads in epoch 0. It will lose its power.
   0.000000  > power-loss b1
   0.000000  b1 truncates orders.placed-0: leo 1 → 0
   0.000000  b1 loses power
   1.000000  > hold b2>b1:fetch
   1.000000  b2>b1:fetch is held
   1.000000  > hold b3>b1:fetch
   1.000000  b3>b1:fetch is held
   1.000000  > start b1
   1.000000  b1 starts
   1.000453  c1 registers b1, broker epoch 14
   1.000453  ! I-05 does not hold for orders.placed-0 (b1): partition_epoch=0
   1.000453  ! I-13 does not hold for orders.placed-0 (b1): log_end_offset=0 committed=1
   1.012445  b1 is leader of orders.placed-0 in epoch 0: leo 0, hw 0
   1.012445  ! I-12 does not hold for orders.placed-0 (b1): log_end_offset=0 committed=1
   1.012445  ! I-16 does not hold for orders.placed-0 (b1): high_watermark=0 reached_before=1
   1.012445  ! I-20 does not hold for orders.placed-0 (b1): offset=0 record=0
   1.012898  c1 unfences b1
   1.500000    -- It goes on as leader, in epoch 0, with an empty log.
   1.500000  > produce orders.placed k1 acks=1
   1.500000  producer starts
   1.506234  producer sends 1 record of orders.placed-0 to b1
   1.506577  b1 appends 0 of orders.placed-0: leo 1, hw 0, epoch 0
   1.506577  b1 answers the produce of producer to orders.placed-0: NONE
   1.506577  ! I-07 does not hold for orders.placed-0 (b1, b2): offset=0
   1.506851  producer is told: 1 record acknowledged, from 0 of orders.placed-0
   6.500000    -- Offset 0 of epoch 0 is k1, and k0.
