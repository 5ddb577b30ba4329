# What if leader and controller did not ask which life of a broker had fetched, as before 3.5?
# Source: ReplicationControlManager.ineligibleReplicasForIsr, Partition.isReplicaIsrEligible, Replica.updateFetchStateOrThrow; KIP-903. M-09, H-32.
cluster brokers=3
topic orders.placed assignment=1,3,2 min.insync.replicas=2
rule isr-members-are-current off
rule proposes-current-incarnation off
rule fetch-from-current-incarnation off
producer app
produce orders.placed k0 from=app
settle
run 700ms
begin
say start "Broker 3 lags and leaves the ISR, then it catches up." "The leader's proposal to take it in again will be on its way for a while."
focus orders.placed-0 b3
hold b3>b1:fetch
run 25s
produce orders.placed k1 from=app
run until app acknowledged=2 max=30s
expect orders.placed-0 isr=1,2
hold b1>c1:alter-partition
release b3>b1:fetch
run until b3.orders.placed-0 leo=2 max=20s
run 1s
power-loss b3
say power-loss "Broker 3 had everything; now its disk has lost it." "The proposal says what it was before. It was not in the ISR, so its end changes nothing there."
run 10s
hold b3>b1:fetch                        # it does not fetch yet
start b3
run until b3 state=running max=30s
expect b3.orders.placed-0 leo=0
say back "Broker 3 is registered again, with a new broker epoch." "Now the proposal arrives, with the old one."
release b1>c1:alter-partition
run 100ms
say joined "The controller takes it: broker 3 is in the ISR, and empty." "The partition epoch fits, and nobody compared the broker epoch."
expect orders.placed-0 isr=1,2,3
expect finding I-17 I-13 I-09 I-10 I-11
stop b1
run 5s
say lost "Broker 1 hands over to broker 3, and two records are lost." "The next in the assignment, in the ISR, and without one record."
expect orders.placed-0 leader=3
expect finding I-12 I-16 I-20
release all
run 20ms
---
   0.000000    -- Broker 3 lags and leaves the ISR, then it catches up.
   0.000000  > hold b3>b1:fetch
   0.000000  b3>b1:fetch is held
  25.000000  > produce orders.placed k1 from=app
  25.005000  app sends 1 record of orders.placed-0 to b1
  25.005374  b1 appends 1 of orders.placed-0: leo 2, hw 1, epoch 0
  25.005708  b2 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
  25.006126  b1 hears that b2 is at 2 of orders.placed-0 (knew 1)
  43.694138  b1 asks for isr 1,2,3 → 1,2 of orders.placed-0
  43.694591  c1 orders.placed-0: isr 1,3,2 → 1,2
  43.694953  b1 has isr 1,2 of orders.placed-0
  43.694953  b1 (leader) orders.placed-0: hw 1 → 2
  43.694953  b1 answers the produce of app to orders.placed-0: NONE
  43.695252  app is told: 1 record acknowledged, from 1 of orders.placed-0
  43.695252  > hold b1>c1:alter-partition
  43.695252  b1>c1:alter-partition is held
  43.695252  > release b3>b1:fetch
  43.695252  b3>b1:fetch is whole
  43.695252  b1 hears that b3 is at 1 of orders.placed-0 (knew 1)
  43.695455  b3 copies 1 of orders.placed-0: leo 2, hw 2, epoch 0
  43.695455  b3 (follower) orders.placed-0: hw 1 → 2
  43.695708  b1 hears that b3 is at 2 of orders.placed-0 (knew 1)
  43.695708  b1 asks for isr 1,2 → 1,2,3 of orders.placed-0
  44.034284  b2 (follower) orders.placed-0: hw 1 → 2
  44.695455  > power-loss b3
  44.695455  b3 truncates orders.placed-0: leo 2 → 0
  44.695455  b3 loses power
  44.695455    -- Broker 3 had everything; now its disk has lost it.
  52.681693  c1 fences b3
  54.695455  > hold b3>b1:fetch
  54.695455  b3>b1:fetch is held
  54.695455  > start b3
  54.695455  b3 starts
  54.695871  c1 registers b3, broker epoch 16
  54.707702  b3 is follower of orders.placed-0 in epoch 0: leo 0, hw 0
  54.708118  c1 unfences b3
  54.708118    -- Broker 3 is registered again, with a new broker epoch.
  54.708118  > release b1>c1:alter-partition
  54.708118  b1>c1:alter-partition is whole
  54.708118  c1 orders.placed-0: isr 1,2 → 1,2,3
  54.708118  ! I-10 does not hold for orders.placed-0 (b1, b3): offset=0 high_watermark=2
  54.708118  ! I-11 does not hold for orders.placed-0 (b1, b3): log_end_offset=0 high_watermark=2
  54.708118  ! I-13 does not hold for orders.placed-0 (b3): log_end_offset=0 committed=2
  54.708118  ! I-17 does not hold for orders.placed-0 (b3): registered_broker_epoch=16 fetched_broker_epoch=3
  54.708480  b1 has isr 1,2,3 of orders.placed-0
  54.708480  ! I-09 does not hold for orders.placed-0 (b1, b3): offset=0 high_watermark=2
  54.808118    -- The controller takes it: broker 3 is in the ISR, and empty.
  54.808118  > stop b1
  54.808571  c1 lets b1 shut down
  54.808571  c1 orders.placed-0: isr 1,2,3 → 2,3
  54.808571  c1 orders.placed-0: leader b1 → b3 in epoch 1, partition epoch 3
  54.808904  b3 is leader of orders.placed-0 in epoch 1: leo 0, hw 0
  54.808904  ! I-12 does not hold for orders.placed-0 (b3): log_end_offset=0 committed=2
  54.808904  ! I-16 does not hold for orders.placed-0 (b3): high_watermark=0 reached_before=2
  54.808904  ! I-20 does not hold for orders.placed-0 (b3): offset=0 record=0
  54.808933  b1 is follower of orders.placed-0 in epoch 1: leo 2, hw 2
  54.808951  b2 is follower of orders.placed-0 in epoch 1: leo 2, hw 2
  54.809624  b2 truncates orders.placed-0: leo 2 → 0
  54.809624  b2 (follower) orders.placed-0: hw 2 → 0
  54.810008  b3 hears that b2 is at 0 of orders.placed-0 (knew -1)
  56.860201  c1 fences b1
  56.860563  b1 stops
  59.808118    -- Broker 1 hands over to broker 3, and two records are lost.
  59.808118  > release all
  59.808118  b3>b1:fetch is whole
