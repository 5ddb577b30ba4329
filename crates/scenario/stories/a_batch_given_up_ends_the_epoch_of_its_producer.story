# A producer that gives up a batch which it has sent cannot know whether it is stored. An idempotent one begins a new epoch, and numbers from 0 again.
# Source: Sender.sendProducerData; TransactionManager.markSequenceUnresolved, maybeResolveSequences, bumpIdempotentProducerEpoch; KIP-360. Clients I16, I17, U11, U12; related CL-60, CL-65.
cluster brokers=3
topic orders.placed assignment=1,2,3 min.insync.replicas=2
producer order-service linger.ms=0 request.timeout.ms=2000 delivery.timeout.ms=5000
produce orders.placed w0 from=order-service
settle
run 700ms
expect order-service acknowledged=1 producer-id=0 producer-epoch=0
begin
say start "A producer with little patience." "delivery.timeout.ms is 5 s here, where the default is two minutes."
focus orders.placed-0 order-service
cut b1>order-service
run 20ms
label sent
produce orders.placed k1 from=order-service
run until orders.placed-0 hw=2
say stored "k1 is committed, and the answer does not get back." "It has number 1 of epoch 0. Requests reach broker 1; nothing that broker 1 says reaches the producer."
expect orders.placed-0@1 key=k1 producer-epoch=0 sequence=1
run until order-service failed=1 max=10s
expect time since=sent at=5s..5.001s
say given-up "After 5 s the producer gives up. k1 is there." "TimeoutException: it has not been stored, or it has, and nobody says so. The application cannot tell."
expect order-service error=TimeoutException
expect orders.placed-0 leo=2 hw=2
expect order-service producer-epoch=1
say new-epoch "It begins epoch 1." "Number 1 may be taken or free. Rather than guess, the producer leaves it, and counts from 0 in a new epoch."
heal b1>order-service
run 200ms
produce orders.placed k2 from=order-service
run until order-service acknowledged=2 max=20s
say goes-on "k2 is number 0 of epoch 1." "Broker 1 takes it as a beginning: a new epoch starts at 0. From now on it refuses whatever comes as epoch 0."
expect orders.placed-0@2 key=k2 producer-epoch=1 sequence=0
run 300ms
produce orders.placed k1 from=order-service
run until order-service acknowledged=3 max=20s
say resent "The application sends k1 again, and now it is there twice." "A second send() is a new number. Only the application could have known that it is the same order."
expect orders.placed-0@3 key=k1 producer-epoch=1 sequence=1
expect order-service sent=4 acknowledged=3 failed=1
settle
say end "A failed send() is no proof of absence." "Numbers spare an application the producer's own retries, not its own."
run 20ms
---
   0.000000    -- A producer with little patience.
   0.000000  > cut b1>order-service
   0.000000  b1>order-service is cut
   0.020000  > produce orders.placed k1 from=order-service
   0.020000  order-service sends 1 record of orders.placed-0 to b1
   0.020374  b1 appends 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.020577  b3 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.020708  b2 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.020830  b1 hears that b3 is at 2 of orders.placed-0 (knew 1)
   0.021126  b1 hears that b2 is at 2 of orders.placed-0 (knew 1)
   0.021126  b1 (leader) orders.placed-0: hw 1 → 2
   0.021126  b1 answers the produce of order-service to orders.placed-0: NONE
   0.021126    -- k1 is committed, and the answer does not get back.
   0.521033  b3 (follower) orders.placed-0: hw 1 → 2
   0.521460  b2 (follower) orders.placed-0: hw 1 → 2
   5.020000  order-service begins epoch 1 of producer 0
   5.020000  order-service is told: 1 record to orders.placed-0 failed, TimeoutException
   5.020000    -- After 5 s the producer gives up. k1 is there.
   5.020000    -- It begins epoch 1.
   5.020000  > heal b1>order-service
   5.020000  b1>order-service is whole
   5.220000  > produce orders.placed k2 from=order-service
   5.220000  order-service sends 1 record of orders.placed-0 to b1
   5.220374  b1 appends 2 of orders.placed-0: leo 3, hw 2, epoch 0
   5.220577  b3 copies 2 of orders.placed-0: leo 3, hw 2, epoch 0
   5.220708  b2 copies 2 of orders.placed-0: leo 3, hw 2, epoch 0
   5.220830  b1 hears that b3 is at 3 of orders.placed-0 (knew 2)
   5.221126  b1 hears that b2 is at 3 of orders.placed-0 (knew 2)
   5.221126  b1 (leader) orders.placed-0: hw 2 → 3
   5.221126  b1 answers the produce of order-service to orders.placed-0: NONE
   5.221425  order-service is told: 1 record acknowledged, from 2 of orders.placed-0
   5.221425    -- k2 is number 0 of epoch 1.
   5.521425  > produce orders.placed k1 from=order-service
   5.521425  order-service sends 1 record of orders.placed-0 to b1
   5.521799  b1 appends 3 of orders.placed-0: leo 4, hw 3, epoch 0
   5.522002  b3 copies 3 of orders.placed-0: leo 4, hw 3, epoch 0
   5.522002  b3 (follower) orders.placed-0: hw 2 → 3
   5.522133  b2 copies 3 of orders.placed-0: leo 4, hw 3, epoch 0
   5.522133  b2 (follower) orders.placed-0: hw 2 → 3
   5.522255  b1 hears that b3 is at 4 of orders.placed-0 (knew 3)
   5.522551  b1 hears that b2 is at 4 of orders.placed-0 (knew 3)
   5.522551  b1 (leader) orders.placed-0: hw 3 → 4
   5.522551  b1 answers the produce of order-service to orders.placed-0: NONE
   5.522850  order-service is told: 1 record acknowledged, from 3 of orders.placed-0
   5.522850    -- The application sends k1 again, and now it is there twice.
   6.022458  b3 (follower) orders.placed-0: hw 3 → 4
   6.022885  b2 (follower) orders.placed-0: hw 3 → 4
   6.022885    -- A failed send() is no proof of absence.
