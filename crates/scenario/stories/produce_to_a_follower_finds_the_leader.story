# Only the leader takes records. A follower refuses and names the leader; the Java producer goes there.
# Source: Partition.appendRecordsToLeader; KafkaApis.handleProduceRequest; Metadata.updatePartitionLeadership; KIP-951. Related: CL-46, BR-13; oracle 4.2.
cluster brokers=3
# Broker 1 is away while the topic is created, so broker 2 leads what broker 1 is the preferred leader of.
crash b1
settle
topic orders.placed assignment=1,2,3
start b1
settle
producer order-service acks=1
produce orders.placed warm-up from=order-service
settle
expect orders.placed-0 leader=2 epoch=0 isr=1,2,3 leo=1 hw=1
run 700ms
begin
say start "Broker 2 leads. The producer knows that." "Broker 1 is first in the assignment, the preferred leader; it follows for now."
focus orders.placed-0 order-service
request produce b3 orders.placed-0 value=wrong-door acks=1
run until answer error=NOT_LEADER_OR_FOLLOWER
say refused "A follower takes no records." "This request went to broker 3. It answered NOT_LEADER_OR_FOLLOWER and named the leader it knows, broker 2. Nothing was written."
expect answer base-offset=-1 leader=2
expect orders.placed-0 leo=1
expect b3.orders.placed-0 leo=1
run 20ms
elect preferred orders.placed-0
run until b1.orders.placed-0 role=leader
say moved "Broker 1 leads now, in epoch 1. Nobody told the producer." "A preferred election moved leadership. Clients learn of it when they ask, or when they are refused."
expect orders.placed-0 leader=1 epoch=1
run until b2.orders.placed-0 role=follower
label sent
produce orders.placed k1 from=order-service
run until order-service acknowledged=2
say found "Refused by broker 2, accepted by broker 1." "The refusal carried the new leader and its epoch, so the producer sent the same batch again at once, to broker 1."
# linger 5 ms; to broker 2 and back 0.45 to 0.9 ms, to broker 1 and back 0.45 to 0.9 ms: no back-off of 100 ms.
expect time since=sent at=5.9ms..6.8ms
expect b1.orders.placed-0 leo=2
expect orders.placed-0@1 key=k1 epoch=1
settle
expect b2.orders.placed-0 leo=2 hw=2 epochs=0@0,1@1
run 20ms
---
   0.000000    -- Broker 2 leads. The producer knows that.
   0.000000  > request produce b3 orders.placed-0 value=wrong-door acks=1
   0.000000  admin sends 1 record of orders.placed-0 to b3
   0.000443  b3 answers the produce of admin to orders.placed-0: NOT_LEADER_OR_FOLLOWER
   0.000797  admin has the answer to Produce
   0.000797    -- A follower takes no records.
   0.020797  > elect preferred orders.placed-0
   0.021258  c1 orders.placed-0: leader b2 → b1 in epoch 1, partition epoch 2
   0.021591  b3 is follower of orders.placed-0 in epoch 1: leo 1, hw 1
   0.021620  b1 is leader of orders.placed-0 in epoch 1: leo 1, hw 1
   0.021620    -- Broker 1 leads now, in epoch 1. Nobody told the producer.
   0.021627  admin has the answer to ElectLeaders
   0.021638  b2 is follower of orders.placed-0 in epoch 1: leo 1, hw 1
   0.021638  > produce orders.placed k1 from=order-service
   0.021844  b1 hears that b3 is at 1 of orders.placed-0 (knew -1)
   0.022056  b1 hears that b2 is at 1 of orders.placed-0 (knew -1)
   0.026638  order-service sends 1 record of orders.placed-0 to b2
   0.026909  b2 answers the produce of order-service to orders.placed-0: NOT_LEADER_OR_FOLLOWER
   0.027126  order-service sends 1 record of orders.placed-0 to b1
   0.027575  b1 appends 1 of orders.placed-0: leo 2, hw 1, epoch 1
   0.027575  b1 answers the produce of order-service to orders.placed-0: NONE
   0.027778  b3 copies 1 of orders.placed-0: leo 2, hw 1, epoch 1
   0.027874  order-service is told: 1 record acknowledged, from 1 of orders.placed-0
   0.027874    -- Refused by broker 2, accepted by broker 1.
   0.027909  b2 copies 1 of orders.placed-0: leo 2, hw 1, epoch 1
   0.028031  b1 hears that b3 is at 2 of orders.placed-0 (knew 1)
   0.028327  b1 hears that b2 is at 2 of orders.placed-0 (knew 1)
   0.028327  b1 (leader) orders.placed-0: hw 1 → 2
   0.528234  b3 (follower) orders.placed-0: hw 1 → 2
   0.528661  b2 (follower) orders.placed-0: hw 1 → 2
