# What if a broker stayed in the ELR although it comes back from an unclean shutdown?
# Source: ReplicationControlManager.handleBrokerUncleanShutdown; KIP-966. M-16, H-20.
cluster brokers=3
topic orders.placed assignment=1,2,3 min.insync.replicas=2
rule unclean-shutdown-leaves-elr off
producer app
produce orders.placed k{n} first=0 count=3 from=app
settle
run 700ms
begin
say start "Three records on three brokers, all acknowledged." "Brokers 2 and 3 will stop in an orderly way. Broker 1 will lose its power."
focus orders.placed-0
stop b2
run until b2 state=down max=20s
stop b3
run until b3 state=down max=20s
expect orders.placed-0 leader=1 isr=1 elr=3
power-loss b1
run until orders.placed-0 leader=none max=20s
say offline "Nobody is up. The ELR is 1 and 3." "Each had everything when it was last heard of. Of broker 1 that is no longer true."
expect orders.placed-0 elr=1,3
start b1
run 5s
say lost "Broker 1 is back and leads, with an empty log." "It brought no mark of an orderly stop, and nobody looked. Broker 3 had all three records."
expect orders.placed-0 leader=1
expect b1.orders.placed-0 leo=0
expect finding I-12 I-13 I-16 I-20
run 20ms
---
   0.000000    -- Three records on three brokers, all acknowledged.
   0.000000  > stop b2
   0.000475  c1 orders.placed-0: isr 1,2,3 → 1,3
   0.000475  c1 fences b2
   0.000855  b2 stops
   0.000855  > stop b3
   0.001271  c1 orders.placed-0: isr 1,3 → 1
   0.001271  c1 orders.placed-0: elr none → 3
   0.001271  c1 fences b3
   0.001604  b3 stops
   0.001604  > power-loss b1
   0.001604  b1 truncates orders.placed-0: leo 3 → 0
   0.001604  b1 loses power
   8.806693  c1 orders.placed-0: isr 1 → none
   8.806693  c1 orders.placed-0: elr 3 → 1,3
   8.806693  c1 orders.placed-0: leader b1 → none in epoch 1, partition epoch 3
   8.806693  c1 fences b1
   8.806693    -- Nobody is up. The ELR is 1 and 3.
   8.806693  > start b1
   8.806693  b1 starts
   8.807146  c1 registers b1, broker epoch 20
   8.807146  ! I-13 does not hold for orders.placed-0 (b1): log_end_offset=0 committed=3
   8.819138  b1 is offline of orders.placed-0 in epoch 1: leo 0, hw 0
   8.819591  c1 unfences b1
   8.819591  c1 orders.placed-0: isr none → 1
   8.819591  c1 orders.placed-0: elr 1,3 → 3
   8.819591  c1 orders.placed-0: leader none → b1 in epoch 2, partition epoch 4
   8.819953  b1 is leader of orders.placed-0 in epoch 2: leo 0, hw 0
   8.819953  ! I-12 does not hold for orders.placed-0 (b1): log_end_offset=0 committed=3
   8.819953  ! I-16 does not hold for orders.placed-0 (b1): high_watermark=0 reached_before=3
   8.819953  ! I-20 does not hold for orders.placed-0 (b1): offset=0 record=0
   9.941693  c1 fences b2
   9.951693  c1 fences b3
  13.806693    -- Broker 1 is back and leads, with an empty log.
