# Connections between followers and their leader are reset in mid-life: they fetch anew from where they are.
# Source: ReplicaFetcherThread; FetchSessionHandler.
cluster brokers=3
topic t assignment=1,2,3 min.insync.replicas=2

request produce b1 t-0 value=a{n} count=2 acks=all as=p1
settle
reset b2-b1
reset b3-b1
request produce b1 t-0 value=b2 acks=all as=p2
settle
reset b1-c1
settle
request produce b1 t-0 value=c3 acks=all as=p3
settle
