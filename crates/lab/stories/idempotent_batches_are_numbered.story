# Sequences on raw batches: in order, again, a gap, a part again, a new epoch, an old one.
# Source: ProducerStateManager, ProducerAppendInfo.checkSequence; KIP-98.
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=2

request produce b1 t-0 value=s{n} count=2 acks=all producer-id=7 sequence=0 as=first
settle
request produce b1 t-0 value=s{n} count=2 acks=all producer-id=7 sequence=0 as=again
request produce b1 t-0 value=s3 acks=all producer-id=7 sequence=3 as=gap
request produce b1 t-0 value=s{n} first=2 count=3 acks=all producer-id=7 sequence=2 as=three
request produce b1 t-0 value=s{n} first=3 count=2 acks=all producer-id=7 sequence=3 as=part
request produce b1 t-0 value=t5 acks=all producer-id=7 producer-epoch=1 sequence=0 as=epoch
request produce b1 t-0 value=s5 acks=all producer-id=7 sequence=5 as=old
request produce b1 t-0 value=t9 acks=all producer-id=7 producer-epoch=2 sequence=9 as=jump
settle
