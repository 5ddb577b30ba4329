// The load that memory and scrubbing are measured with: 100 records a second of 100 bytes in batches of 10, acks=all, for ten
// minutes.

export const steady = `cluster brokers=3
topic orders partitions=3 replication-factor=3
producer steady linger.ms=100 acks=all enable.idempotence=false
begin
${`produce orders key=k-{n} value=${'x'.repeat(100)} count=10000 rate=100 from=steady\nrun 100s\n`.repeat(6)}`;
