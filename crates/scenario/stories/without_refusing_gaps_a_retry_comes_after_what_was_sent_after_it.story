# What if a leader took batches in any order of their numbers? One that is tried again would stand behind those that were sent after it.
# Source: ProducerAppendInfo.checkSequence; KIP-98. H-39 with the test taken away. The counterpart is five_in_flight_stay_in_order_after_the_first_failed.
cluster brokers=3 replica.lag.time.max.ms=3000
topic orders.placed assignment=1,2,3 min.insync.replicas=2
rule sequences-have-no-gaps off
producer app linger.ms=0
produce orders.placed w0 from=app
settle
run 700ms
cut b2-b1
cut b3-b1
request produce b1 orders.placed-0 value=x acks=1 as=alone
run until b1.orders.placed-0 isr=1 max=10s
begin
say start "Broker 1 is alone in the ISR, and refuses acks=all." "sequences-have-no-gaps is switched off: it would take any number next."
focus orders.placed-0 app
hold app>b1
run 20ms
produce orders.placed p1 from=app
produce orders.placed p2 from=app
run 20ms
step app>b1
run 20ms
say refused "p1 is refused. p2 is still on its way." "NOT_ENOUGH_REPLICAS: the producer will send p1 again."
heal b2-b1
heal b3-b1
run until orders.placed-0 isr=1,2,3 max=60s
release app>b1
run until app acknowledged=3 max=20s
say reordered "p2 is at offset 2, p1 behind it." "Broker 1 took number 2 although 1 had not come. Then it took 1."
expect orders.placed-0@2 key=p2 sequence=2
expect orders.placed-0@3 key=p1 sequence=1
settle
expect finding I-23 I-24
say end "No error, no loss, another order." "With the rule on, p2 is refused until p1 is there."
run 20ms
---
   0.000000    -- Broker 1 is alone in the ISR, and refuses acks=all.
   0.000000  > hold app>b1
   0.000000  app>b1 is held
   0.020000  > produce orders.placed p1 from=app
   0.020000  app sends 1 record of orders.placed-0 to b1
   0.020000  > produce orders.placed p2 from=app
   0.020000  app sends 1 record of orders.placed-0 to b1
   0.040000  > step app>b1
   0.040000  b1 answers the produce of app to orders.placed-0: NOT_ENOUGH_REPLICAS
   0.060000    -- p1 is refused. p2 is still on its way.
   0.060000  > heal b2-b1
   0.060000  b1>b2 is whole
   0.060000  b2>b1 is whole
   0.060000  > heal b3-b1
   0.060000  b1>b3 is whole
   0.060000  b3>b1 is whole
   0.060203  b3 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.060334  b2 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.060456  b1 hears that b3 is at 2 of orders.placed-0 (knew 1)
   0.060456  b1 asks for isr 1 → 1,3 of orders.placed-0
   0.060752  b1 hears that b2 is at 2 of orders.placed-0 (knew 1)
   0.060909  c1 orders.placed-0: isr 1 → 1,3
   0.060909  c1 orders.placed-0: elr 2,3 → none
   0.061271  b1 has isr 1,3 of orders.placed-0
   0.061271  b1 (leader) orders.placed-0: hw 1 → 2
   0.125023  app sends 1 record of orders.placed-0 to b1
   0.560659  b3 (follower) orders.placed-0: hw 1 → 2
   0.561086  b2 (follower) orders.placed-0: hw 1 → 2
   0.561504  b1 hears that b2 is at 2 of orders.placed-0 (knew 2)
   0.561504  b1 asks for isr 1,3 → 1,2,3 of orders.placed-0
   0.561957  c1 orders.placed-0: isr 1,3 → 1,2,3
   0.561957  > release app>b1
   0.561957  app>b1 is whole
   0.561957  b1 appends 2 of orders.placed-0: leo 3, hw 2, epoch 0
   0.561957  ! I-23 does not hold for orders.placed-0 (b1): offset=2 producer_id=0 sequence=2
   0.562160  b3 copies 2 of orders.placed-0: leo 3, hw 2, epoch 0
   0.562291  b2 copies 2 of orders.placed-0: leo 3, hw 2, epoch 0
   0.562413  b1 hears that b3 is at 3 of orders.placed-0 (knew 2)
   0.562709  b1 hears that b2 is at 3 of orders.placed-0 (knew 2)
   0.562709  b1 (leader) orders.placed-0: hw 2 → 3
   0.562709  b1 answers the produce of app to orders.placed-0: NONE
   0.562784  b1 appends 3 of orders.placed-0: leo 4, hw 3, epoch 0
   0.562784  ! I-24 does not hold for orders.placed-0 (b1): offset=3 record=1 after_record=2
   0.562987  b3 copies 3 of orders.placed-0: leo 4, hw 3, epoch 0
   0.562987  b3 (follower) orders.placed-0: hw 2 → 3
   0.563008  app is told: 1 record acknowledged, from 2 of orders.placed-0
   0.563118  b2 copies 3 of orders.placed-0: leo 4, hw 3, epoch 0
   0.563118  b2 (follower) orders.placed-0: hw 2 → 3
   0.563240  b1 hears that b3 is at 4 of orders.placed-0 (knew 3)
   0.563536  b1 hears that b2 is at 4 of orders.placed-0 (knew 3)
   0.563536  b1 (leader) orders.placed-0: hw 3 → 4
   0.563536  b1 answers the produce of app to orders.placed-0: NONE
   0.563835  app is told: 1 record acknowledged, from 3 of orders.placed-0
   0.563835    -- p2 is at offset 2, p1 behind it.
   1.063443  b3 (follower) orders.placed-0: hw 3 → 4
   1.063870  b2 (follower) orders.placed-0: hw 3 → 4
   1.063870    -- No error, no loss, another order.
