# Two producers write to one partition: the leader's log decides the order, not the clocks of the senders.
# Source: UnifiedLog.append; clients 3.8. Related: BR-18.
cluster brokers=3
topic orders.placed assignment=1,2,3/2,3,1
producer web linger.ms=0
producer app linger.ms=0
produce orders.placed warm-up partition=0 from=web
produce orders.placed warm-up partition=0 from=app
produce orders.placed warm-up partition=1 from=web
produce orders.placed warm-up partition=1 from=app
settle
slow web>b1 by=20ms
run 700ms
expect orders.placed-0 leo=2 hw=2
expect orders.placed-1 leo=2 hw=2
begin
say start "Two producers write to the same two partitions." "The way from web to broker 1 is 20 ms longer. Its way to broker 2 is not."
focus orders.placed
run 20ms
produce orders.placed web-first partition=0 from=web
produce orders.placed web-first partition=1 from=web
run 5ms
produce orders.placed app-second partition=0 from=app
produce orders.placed app-second partition=1 from=app
run until app acknowledged=4
say app-in "app's record is in both logs. web's is in one." "web sent first. To broker 1 it is still on its way."
expect orders.placed-0@2 key=app-second
expect orders.placed-1@2 key=web-first
expect orders.placed-1@3 key=app-second
run until web acknowledged=4
say order "Partition 0: app, web. Partition 1: web, app." "Within a partition the leader's log is the order, for every reader. Between partitions there is none; timestamps do not make one."
expect orders.placed-0@3 key=web-first
settle
expect b2.orders.placed-0@2 key=app-second
expect b3.orders.placed-0@2 key=app-second
expect b3.orders.placed-0@3 key=web-first
expect b1.orders.placed-1@2 key=web-first
run 20ms
---
   0.000000    -- Two producers write to the same two partitions.
   0.020000  > produce orders.placed web-first partition=0 from=web
   0.020000  web sends 1 record of orders.placed-0 to b1
   0.020000  > produce orders.placed web-first partition=1 from=web
   0.020000  web sends 1 record of orders.placed-1 to b2
   0.020271  b2 appends 2 of orders.placed-1: leo 3, hw 2, epoch 0
   0.020560  b3 copies 2 of orders.placed-1: leo 3, hw 2, epoch 0
   0.020605  b1 copies 2 of orders.placed-1: leo 3, hw 2, epoch 0
   0.020921  b2 hears that b3 is at 3 of orders.placed-1 (knew 2)
   0.020994  b2 hears that b1 is at 3 of orders.placed-1 (knew 2)
   0.020994  b2 (leader) orders.placed-1: hw 2 → 3
   0.020994  b2 answers the produce of web to orders.placed-1: NONE
   0.021211  web is told: 1 record acknowledged, from 2 of orders.placed-1
   0.025000  > produce orders.placed app-second partition=0 from=app
   0.025000  app sends 1 record of orders.placed-0 to b1
   0.025000  > produce orders.placed app-second partition=1 from=app
   0.025000  app sends 1 record of orders.placed-1 to b2
   0.025343  b1 appends 2 of orders.placed-0: leo 3, hw 2, epoch 0
   0.025350  b2 appends 3 of orders.placed-1: leo 4, hw 3, epoch 0
   0.025546  b3 copies 2 of orders.placed-0: leo 3, hw 2, epoch 0
   0.025639  b3 copies 3 of orders.placed-1: leo 4, hw 3, epoch 0
   0.025639  b3 (follower) orders.placed-1: hw 2 → 3
   0.025677  b2 copies 2 of orders.placed-0: leo 3, hw 2, epoch 0
   0.025684  b1 copies 3 of orders.placed-1: leo 4, hw 3, epoch 0
   0.025684  b1 (follower) orders.placed-1: hw 2 → 3
   0.025799  b1 hears that b3 is at 3 of orders.placed-0 (knew 2)
   0.026000  b2 hears that b3 is at 4 of orders.placed-1 (knew 3)
   0.026073  b2 hears that b1 is at 4 of orders.placed-1 (knew 3)
   0.026073  b2 (leader) orders.placed-1: hw 3 → 4
   0.026073  b2 answers the produce of app to orders.placed-1: NONE
   0.026095  b1 hears that b2 is at 3 of orders.placed-0 (knew 2)
   0.026095  b1 (leader) orders.placed-0: hw 2 → 3
   0.026095  b1 answers the produce of app to orders.placed-0: NONE
   0.026353  app is told: 1 record acknowledged, from 3 of orders.placed-1
   0.026369  app is told: 1 record acknowledged, from 2 of orders.placed-0
   0.026369    -- app's record is in both logs. web's is in one.
   0.040374  b1 appends 3 of orders.placed-0: leo 4, hw 3, epoch 0
   0.040577  b3 copies 3 of orders.placed-0: leo 4, hw 3, epoch 0
   0.040577  b3 (follower) orders.placed-0: hw 2 → 3
   0.040708  b2 copies 3 of orders.placed-0: leo 4, hw 3, epoch 0
   0.040708  b2 (follower) orders.placed-0: hw 2 → 3
   0.040830  b1 hears that b3 is at 4 of orders.placed-0 (knew 3)
   0.041126  b1 hears that b2 is at 4 of orders.placed-0 (knew 3)
   0.041126  b1 (leader) orders.placed-0: hw 3 → 4
   0.041126  b1 answers the produce of web to orders.placed-0: NONE
   0.041425  web is told: 1 record acknowledged, from 3 of orders.placed-0
   0.041425    -- Partition 0: app, web. Partition 1: web, app.
   0.526289  b3 (follower) orders.placed-1: hw 3 → 4
   0.526407  b1 (follower) orders.placed-1: hw 3 → 4
   0.541033  b3 (follower) orders.placed-0: hw 3 → 4
   0.541460  b2 (follower) orders.placed-0: hw 3 → 4
