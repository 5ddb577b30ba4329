# An acks=0 producer gets no answer, so it learns of nothing: not of success, not of a refused record.
# Source: KafkaApis.sendNoOpResponse and closeConnection for acks=0; Sender.handleProduceResponse (acks=0). H-18; clients U6, S24; oracle 4.2.
cluster brokers=3
# Broker 1 is away while the topic is created, so broker 2 leads what broker 1 is the preferred leader of.
crash b1
settle
topic metrics assignment=1,2,3
start b1
settle
producer sensor acks=0
produce metrics r0 from=sensor
settle
expect metrics-0 leader=2 epoch=0 isr=1,2,3 leo=1 hw=1
run 700ms
begin
say start "acks=0: the producer asks for no answer." "Broker 2 leads. The producer sends and counts the record as done when its socket has it."
focus metrics-0 sensor
run 20ms
label sent
produce metrics r1 from=sensor
run until sensor acknowledged=2
# linger 5 ms, and the socket takes it
expect time since=sent at=5ms..5.1ms
say fast "Done after 5 ms, before any broker has it." "The 5 ms are linger.ms. The record is on its way; no offset will ever be known for it."
expect metrics-0 leo=1
run until metrics-0 leo=2
say arrived "This one arrived." "Broker 2 appended it at offset 1, and says so to nobody."
expect metrics-0@1 key=r1
run 600ms
elect preferred metrics-0
run until b2.metrics-0 role=follower
run until b1.metrics-0 role=leader
say moved "Broker 1 leads now. The producer does not know." "A preferred election moved leadership. The producer believes in broker 2 until somebody tells it otherwise."
expect metrics-0 leader=1 epoch=1
run 20ms
produce metrics r2 from=sensor
run until sensor acknowledged=3
say sent-wrong "Again done at once." "It went to broker 2, a follower. A follower writes nothing, and acks=0 leaves no answer to carry the error."
run 20ms
say closed "Broker 2 closed the connection. That is all it can do." "No log has r2. The application was told success: it holds three successes, and two records exist."
expect metrics-0 leo=2
expect b2.metrics-0 leo=2
expect sensor sent=3 acknowledged=3 failed=0
run 300ms
produce metrics r3 from=sensor
run until metrics-0 leo=3
say next "The next record finds broker 1." "A lost connection makes the client ask for metadata. r3 follows r1 in the log, and nothing marks the gap."
expect metrics-0@2 key=r3 epoch=1
settle
expect metrics-0 leo=3 hw=3
expect sensor sent=4 acknowledged=4 failed=0
run 20ms
---
   0.000000    -- acks=0: the producer asks for no answer.
   0.020000  > produce metrics r1 from=sensor
   0.025000  sensor sends 1 record of metrics-0 to b2
   0.025000  sensor calls 1 record sent to metrics-0 done
   0.025000    -- Done after 5 ms, before any broker has it.
   0.025271  b2 appends 1 of metrics-0: leo 2, hw 1, epoch 0
   0.025271    -- This one arrived.
   0.025560  b3 copies 1 of metrics-0: leo 2, hw 1, epoch 0
   0.025605  b1 copies 1 of metrics-0: leo 2, hw 1, epoch 0
   0.025921  b2 hears that b3 is at 2 of metrics-0 (knew 1)
   0.025994  b2 hears that b1 is at 2 of metrics-0 (knew 1)
   0.025994  b2 (leader) metrics-0: hw 1 → 2
   0.526210  b3 (follower) metrics-0: hw 1 → 2
   0.526328  b1 (follower) metrics-0: hw 1 → 2
   0.625271  > elect preferred metrics-0
   0.625732  c1 metrics-0: leader b2 → b1 in epoch 1, partition epoch 2
   0.626065  b3 is follower of metrics-0 in epoch 1: leo 2, hw 2
   0.626094  b1 is leader of metrics-0 in epoch 1: leo 2, hw 2
   0.626101  admin has the answer to ElectLeaders
   0.626112  b2 is follower of metrics-0 in epoch 1: leo 2, hw 2
   0.626112    -- Broker 1 leads now. The producer does not know.
   0.626318  b1 hears that b3 is at 2 of metrics-0 (knew -1)
   0.626530  b1 hears that b2 is at 2 of metrics-0 (knew -1)
   0.646112  > produce metrics r2 from=sensor
   0.651112  sensor sends 1 record of metrics-0 to b2
   0.651112  sensor calls 1 record sent to metrics-0 done
   0.651112    -- Again done at once.
   0.671112    -- Broker 2 closed the connection. That is all it can do.
   0.971112  > produce metrics r3 from=sensor
   0.976112  sensor sends 1 record of metrics-0 to b1
   0.976112  sensor calls 1 record sent to metrics-0 done
   0.976486  b1 appends 2 of metrics-0: leo 3, hw 2, epoch 1
   0.976486    -- The next record finds broker 1.
   0.976689  b3 copies 2 of metrics-0: leo 3, hw 2, epoch 1
   0.976820  b2 copies 2 of metrics-0: leo 3, hw 2, epoch 1
   0.976942  b1 hears that b3 is at 3 of metrics-0 (knew 2)
   0.977238  b1 hears that b2 is at 3 of metrics-0 (knew 2)
   0.977238  b1 (leader) metrics-0: hw 2 → 3
   1.477145  b3 (follower) metrics-0: hw 2 → 3
   1.477572  b2 (follower) metrics-0: hw 2 → 3
