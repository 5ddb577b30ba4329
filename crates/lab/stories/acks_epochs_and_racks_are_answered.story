# What each acks gets, who may be asked, how epochs fence a reader, and where a rack sends it.
# Source: oracle 4.2, 4.3.
cluster brokers=3 racks=r1,r2,r3
topic t assignment=1,2,3 min.insync.replicas=2

request produce b1 t-0 value=a{n} count=2 acks=all as=p1
settle
request produce b1 t-0 value=b0 acks=1 as=p2
settle
request produce b1 t-0 value=c0 acks=0 as=p3
settle
request produce b2 t-0 value=x acks=all as=p4
request produce b2 t-0 value=x acks=1 as=p5
request produce b2 t-0 value=x acks=0 as=p6
request produce b1 t-0 value=x acks=2 as=p7
settle
# Act: {"do":"fetch","partition":"t-0","to":1,"offset":0,"rack":"r3"}
# Act: {"do":"fetch","partition":"t-0","to":1,"offset":0,"rack":"r1"}
# Act: {"do":"fetch","partition":"t-0","to":1,"offset":0,"rack":"r9"}
# Act: {"do":"fetch","partition":"t-0","to":3,"offset":0,"rack":"r3"}
request fetch b1 t-0 offset=4 as=f1
request fetch b2 t-0 offset=4 as=f2
request fetch b1 t-0 offset=5 as=f3
request fetch b2 t-0 offset=5 as=f4
request fetch b1 t-0 offset=99 as=f5
request fetch b2 t-0 offset=99 as=f6
request fetch b1 t-0 offset=0 epoch=0 as=f7
request fetch b1 t-0 offset=0 epoch=1 as=f8
request fetch b2 t-0 offset=0 epoch=0 as=f9
request fetch b2 t-0 offset=0 epoch=1 as=f10
request list-offsets b1 t-0 at=latest as=l1
request list-offsets b1 t-0 at=earliest as=l2
request list-offsets b2 t-0 at=latest as=l3
request list-offsets b1 t-0 at=latest epoch=1 as=l4
# Act: {"do":"epoch_end_offset","partition":"t-0","to":1,"epoch":0,"current_epoch":0}
# Act: {"do":"epoch_end_offset","partition":"t-0","to":1,"epoch":5,"current_epoch":0}
# Act: {"do":"epoch_end_offset","partition":"t-0","to":1,"epoch":0,"current_epoch":3}
# Act: {"do":"epoch_end_offset","partition":"t-0","to":2,"epoch":0,"current_epoch":0}
describe t
