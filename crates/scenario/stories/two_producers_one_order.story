# Two producers write to one partition: the leader's log decides the order, not the clocks of the senders.
# Source: UnifiedLog.append; clients 3.8. Related: BR-18.
cluster brokers=3
topic orders.placed assignment=1,2,3/2,3,1
producer web enable.idempotence=false linger.ms=0
producer app enable.idempotence=false linger.ms=0
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
say start "Two producers, one partition each, and one in common." "The way from web to broker 1 is 20 ms longer. Its way to broker 2 is not."
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
