# Three records in one batch: appended, pulled by two followers, committed, acknowledged, read.
# Source: Partition.appendRecordsToLeader, maybeIncrementLeaderHW; DelayedProduce.tryComplete; DelayedFetch.tryComplete.
cluster brokers=3 racks=a,b,c
topic orders.placed assignment=1,2,3/2,3,1
producer order-service enable.idempotence=false
consumer reporting
produce orders.placed key=ord-{n} value="OrderPlaced evt-{n}" first=1000 count=42 partition=0 from=order-service
settle
consume orders.placed-0 from=42 by=reporting
commit orders.placed-0 offset=30 by=reporting
run 800ms
expect orders.placed-0 leader=1 epoch=0 leo=42 hw=42 isr=1,2,3
begin
