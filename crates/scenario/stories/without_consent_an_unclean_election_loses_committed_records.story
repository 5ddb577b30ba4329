# What if the controller elected whoever is alive, and asked nobody?
# Source: ReplicationControlManager.uncleanLeaderElectionEnabledForTopic; KIP-106. M-20, H-11.
cluster brokers=3
topic orders.placed assignment=1,2,3
rule unclean-election-needs-consent off
producer app
produce orders.placed k0 from=app
settle
run 700ms
begin
say start "The followers lag, and leave the ISR." "min.insync.replicas is 1: acks=all is acks by whoever is in sync."
focus orders.placed-0
hold b2>b1:fetch
hold b3>b1:fetch
run 25s
produce orders.placed k1 from=app
run until app acknowledged=2 max=30s
say alone "k1 is acknowledged by broker 1 alone." "The ISR is 1. While broker 1 is down, nobody else may lead."
expect orders.placed-0 isr=1 leo=2 hw=2
crash b1
release all
run 12s
say lost "Broker 2 leads all the same, without k1." "unclean.leader.election.enable is false, and nobody asked for it. Kafka would have waited for broker 1."
expect orders.placed-0 leader=2
expect b2.orders.placed-0 leo=1
expect finding I-12 I-13 I-16 I-20
run 20ms
---
   0.000000    -- The followers lag, and leave the ISR.
   0.000000  > hold b2>b1:fetch
   0.000000  b2>b1:fetch is held
   0.000000  > hold b3>b1:fetch
   0.000000  b3>b1:fetch is held
  25.000000  > produce orders.placed k1 from=app
  25.005000  app sends 1 record of orders.placed-0 to b1
  25.005374  b1 appends 1 of orders.placed-0: leo 2, hw 1, epoch 0
  43.694138  b1 asks for isr 1,2,3 → 1 of orders.placed-0
  43.694591  c1 orders.placed-0: isr 1,2,3 → 1
  43.694953  b1 has isr 1 of orders.placed-0
  43.694953  b1 (leader) orders.placed-0: hw 1 → 2
  43.694953  b1 answers the produce of app to orders.placed-0: NONE
  43.695252  app is told: 1 record acknowledged, from 1 of orders.placed-0
  43.695252    -- k1 is acknowledged by broker 1 alone.
  43.695252  > crash b1
  43.695252  b1 crashes
  43.695252  > release all
  43.695252  b2>b1:fetch is whole
  43.695252  b3>b1:fetch is whole
  52.681693  c1 orders.placed-0: isr 1 → 2
  52.681693  c1 orders.placed-0: leader b1 → b2 in epoch 1, partition epoch 2, unclean
  52.681693  c1 fences b1
  52.681693  ! I-13 does not hold for orders.placed-0 (b2): log_end_offset=1 committed=2
  52.682026  b3 is follower of orders.placed-0 in epoch 1: leo 1, hw 1
  52.682073  b2 is leader of orders.placed-0 in epoch 1: leo 1, hw 1
  52.682073  ! I-12 does not hold for orders.placed-0 (b2): log_end_offset=1 committed=2
  52.682073  ! I-16 does not hold for orders.placed-0 (b2): high_watermark=1 reached_before=2
  52.682073  ! I-20 does not hold for orders.placed-0 (b2): offset=1 record=1
  52.682387  b2 hears that b3 is at 1 of orders.placed-0 (knew -1)
  52.682387  b2 asks for isr 2 → 2,3 of orders.placed-0
  52.682862  c1 orders.placed-0: isr 2 → 2,3
  55.695252    -- Broker 2 leads all the same, without k1.
