# A follower that cannot fetch holds the high watermark back until it is out of the ISR.
# Source: Partition.maybeShrinkIsr, maybeIncrementLeaderHW. The rule of BR-01, the numbers of recording l-lag-shrink.
cluster brokers=3
topic orders.placed assignment=1,2,3 min.insync.replicas=2
produce orders.placed warm-up acks=1
settle                                  # warm-up is on all three: LEO 1, high watermark 1
expect orders.placed-0 leo=1 hw=1 isr=1,2,3 partition-epoch=0
begin                                   # what came before is hidden; time zero is here
say start "Broker 3 can no longer reach the leader." "Its heartbeats still reach the controller, so to the cluster it is alive. Only its fetches do not come."
focus orders.placed-0 b3
label cut
cut b3-b1
run 20ms
produce orders.placed k1 acks=1         # acks=all would wait for broker 3: time-out at 30 s, retry, acked after the shrink
run 1s
say held "One silent member holds the high watermark." "Broker 3 is in the ISR and, as far as the leader knows, at 1. Consumers stop there, although brokers 1 and 2 have the record."
expect b1.orders.placed-0 leo=2 hw=1
expect b2.orders.placed-0 leo=2 leader-knows=2
expect b3.orders.placed-0 leo=1 leader-knows=1
expect orders.placed-0 hw=1 isr=1,2,3
run 28s
say not-yet "Not caught up for 29 seconds: still in the ISR." "replica.lag.time.max.ms is 30 s, and the leader looks every 15 s: it takes between 30 and 45 s. How many records are missing does not count."
expect b1.orders.placed-0 hw=1 isr=1,2,3
expect b3 state=running
run until b1.orders.placed-0 isr=1,2 max=60s    # 30 to 45 s: lag limit 30 s, checked every 15 s
# It was last caught up when its parked fetch came in, up to 0.5 s before the cut.
expect time since=cut at=29.5s..45s
say out "Broker 3 is out of the ISR. The high watermark moves." "The leader proposed it, the controller wrote it down. The leader epoch did not change: nobody else leads."
expect orders.placed-0 hw=2 isr=1,2 leader=1 epoch=0 partition-epoch=1 elr=
expect b3.orders.placed-0 leo=1 role=follower
expect b3 state=running
run 1s
expect b2.orders.placed-0 hw=2
---
   0.000000    -- Broker 3 can no longer reach the leader.
   0.000000  > cut b3-b1
   0.000000  b1>b3 is cut
   0.000000  b3>b1 is cut
   0.020000  > produce orders.placed k1 acks=1
   0.025000  producer sends 1 record of orders.placed-0 to b1
   0.025374  b1 appends 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.025374  b1 answers the produce of producer to orders.placed-0: NONE
   0.025673  producer is told: 1 record acknowledged, from 1 of orders.placed-0
   0.025708  b2 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.026126  b1 hears that b2 is at 2 of orders.placed-0 (knew 1)
   1.020000    -- One silent member holds the high watermark.
  29.020000    -- Not caught up for 29 seconds: still in the ISR.
  44.489886  b1 asks for isr 1,2,3 → 1,2 of orders.placed-0
  44.490339  c1 orders.placed-0: isr 1,2,3 → 1,2
  44.490701  b1 has isr 1,2 of orders.placed-0
  44.490701  b1 (leader) orders.placed-0: hw 1 → 2
  44.490701    -- Broker 3 is out of the ISR. The high watermark moves.
  44.592636  b2 (follower) orders.placed-0: hw 1 → 2
