# What if the last known leader were elected while it is still fenced, as before 4.1?
# Source: PartitionChangeBuilder.canElectLastKnownLeader; KAFKA-19522. M-19, H-25.
cluster brokers=2
topic orders.placed assignment=1,2 min.insync.replicas=2
rule last-known-leader-is-active off
produce orders.placed k0 acks=1
settle
run 700ms
begin
say start "Both brokers crash, broker 2 first." "Broker 1 will be remembered as the one that led last."
focus orders.placed-0
crash b2
run until orders.placed-0 isr=1 max=20s
crash b1
run until orders.placed-0 leader=none max=20s
expect orders.placed-0 elr=1,2 last-known-elr=1
start b2
run 100ms
start b1
run until orders.placed-0 elr= max=20s
say fenced "Broker 1 leads, and is fenced." "It has just registered and has not said yet that it is ready. Clients are sent to a leader that does not answer."
expect orders.placed-0 leader=1
expect finding I-05 I-17
run 1s
say end "Then it is unfenced, and all is well." "Until 4.0 the test was there and had no effect."
run 20ms
---
   0.000000    -- Both brokers crash, broker 2 first.
   0.000000  > crash b2
   0.000000  b2 crashes
   8.902206  c1 orders.placed-0: isr 1,2 → 1
   8.902206  c1 orders.placed-0: elr none → 2
   8.902206  c1 fences b2
   8.902206  > crash b1
   8.902206  b1 crashes
  17.912206  c1 orders.placed-0: isr 1 → none
  17.912206  c1 orders.placed-0: elr 2 → 1,2
  17.912206  c1 orders.placed-0: leader b1 → none in epoch 1, partition epoch 2
  17.912206  c1 fences b1
  17.912206  > start b2
  17.912206  b2 starts
  17.912681  c1 orders.placed-0: elr 1,2 → 1
  17.912681  c1 registers b2, broker epoch 15
  17.924771  b2 is offline of orders.placed-0 in epoch 1: leo 1, hw 0
  17.925246  c1 unfences b2
  18.012206  > start b1
  18.012206  b1 starts
  18.012659  c1 orders.placed-0: isr none → 1
  18.012659  c1 orders.placed-0: elr 1 → none
  18.012659  c1 orders.placed-0: leader none → b1 in epoch 2, partition epoch 4
  18.012659  c1 registers b1, broker epoch 18
  18.012659  ! I-05 does not hold for orders.placed-0 (b1): partition_epoch=4
  18.012659  ! I-17 does not hold for orders.placed-0 (b1): partition_epoch=4
  18.012659    -- Broker 1 leads, and is fenced.
  18.013039  b2 is follower of orders.placed-0 in epoch 2: leo 1, hw 0
  18.024651  b1 is leader of orders.placed-0 in epoch 2: leo 1, hw 1
  18.024651  b1 (leader) orders.placed-0: hw 0 → 1
  18.025104  c1 unfences b1
  19.012659    -- Then it is unfenced, and all is well.
  19.014209  b1 hears that b2 is at 1 of orders.placed-0 (knew -1)
  19.014209  b1 asks for isr 1 → 1,2 of orders.placed-0
  19.014662  c1 orders.placed-0: isr 1 → 1,2
