# Appended, then the ISR shrinks below its minimum: the producer is told that the request timed out.
# Source: oracle 4.16.
# Lab: replica.lag.time.max.ms=5000
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=2

request produce b1 t-0 value=a0 acks=all as=p1
settle
hold b2>b1:fetch
hold b3>b1:fetch
# Act: {"do":"produce","partition":"t-0","to":1,"acks":-1,"records":[[null,"b1"]],"timeout_ms":20000,"patience_ms":300}
run until t-0 isr=1
request produce b1 t-0 value=c2 acks=all as=p2
request produce b1 t-0 value=c3 acks=1 as=p3
run 1s
# Act: {"do":"answer","of":5}
release b2>b1:fetch
run until t-0 isr=1,2
settle
release b3>b1:fetch
run until t-0 isr=1,2,3
settle
