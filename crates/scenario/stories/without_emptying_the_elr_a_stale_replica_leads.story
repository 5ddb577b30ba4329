# What if the ELR kept its members when the ISR has min.insync.replicas members again?
# Source: PartitionChangeBuilder.maybePopulateTargetElr; KIP-966. M-17, H-20 and later writes.
cluster brokers=3
topic orders.placed assignment=1,2,3 min.insync.replicas=2
rule full-isr-empties-elr off
producer app
produce orders.placed k0 from=app
settle
run 700ms
begin
say start "Brokers 3 and 2 stop, and broker 3 comes back." "Broker 2 is in the ELR as long as the ISR is too small to commit anything without it."
focus orders.placed-0
stop b3
run until b3 state=down max=20s
stop b2
run until b2 state=down max=20s
expect orders.placed-0 isr=1 elr=2
start b3
run until orders.placed-0 isr=1,3 max=20s
say full "Two in the ISR again, and broker 2 is in the ELR." "From now on records are committed without it."
expect orders.placed-0 elr=2
expect finding I-03
produce orders.placed k1 from=app
run 5s
expect app acknowledged=2
expect finding I-11 I-14
crash b3
run until orders.placed-0 isr=1 max=20s
crash b1
run until orders.placed-0 leader=none max=20s
start b2
run 5s
say lost "Broker 2 leads, without k1." "The controller took it for complete, as it had been once. Both others have the record."
expect orders.placed-0 leader=2
expect b2.orders.placed-0 leo=1
expect finding I-13 I-12 I-16 I-20
run 20ms
---
   0.000000    -- Brokers 3 and 2 stop, and broker 3 comes back.
   0.000000  > stop b3
   0.000416  c1 orders.placed-0: isr 1,2,3 → 1,2
   0.000416  c1 fences b3
   0.000749  b3 stops
   0.000749  > stop b2
   0.001224  c1 orders.placed-0: isr 1,2 → 1
   0.001224  c1 orders.placed-0: elr none → 2
   0.001224  c1 fences b2
   0.001604  b2 stops
   0.001604  > start b3
   0.001604  b3 starts
   9.931693  c1 fences b2
   9.941693  c1 fences b3
  10.005765  c1 registers b3, broker epoch 20
  10.017596  b3 is follower of orders.placed-0 in epoch 0: leo 1, hw 1
  10.017596  b3 (follower) orders.placed-0: hw 0 → 1
  10.018012  c1 unfences b3
  10.518305  b1 hears that b3 is at 1 of orders.placed-0 (knew 1)
  10.518305  b1 asks for isr 1 → 1,3 of orders.placed-0
  10.518758  c1 orders.placed-0: isr 1 → 1,3
  10.518758  ! I-03 does not hold for orders.placed-0 (b2): partition_epoch=3 min_isr=2
  10.518758    -- Two in the ISR again, and broker 2 is in the ELR.
  10.518758  > produce orders.placed k1 from=app
  10.519120  b1 has isr 1,3 of orders.placed-0
  10.519120  ! I-14 does not hold for orders.placed-0 (b1, b2): partition_epoch=3
  10.523758  app sends 1 record of orders.placed-0 to b1
  10.524132  b1 appends 1 of orders.placed-0: leo 2, hw 1, epoch 0
  10.524335  b3 copies 1 of orders.placed-0: leo 2, hw 1, epoch 0
  10.524588  b1 hears that b3 is at 2 of orders.placed-0 (knew 1)
  10.524588  b1 (leader) orders.placed-0: hw 1 → 2
  10.524588  b1 answers the produce of app to orders.placed-0: NONE
  10.524588  ! I-11 does not hold for orders.placed-0 (b1, b2): log_end_offset=1 high_watermark=2
  10.524887  app is told: 1 record acknowledged, from 1 of orders.placed-0
  11.024791  b3 (follower) orders.placed-0: hw 1 → 2
  15.518758  > crash b3
  15.518758  b3 crashes
  23.451693  c1 orders.placed-0: isr 1,3 → 1
  23.451693  c1 orders.placed-0: elr 2 → 2,3
  23.451693  c1 fences b3
  23.451693  > crash b1
  23.451693  b1 crashes
  32.461693  c1 orders.placed-0: isr 1 → none
  32.461693  c1 orders.placed-0: elr 2,3 → 1,2,3
  32.461693  c1 orders.placed-0: leader b1 → none in epoch 1, partition epoch 5
  32.461693  c1 fences b1
  32.461693  > start b2
  32.461693  b2 starts
  32.462168  c1 registers b2, broker epoch 27
  32.462168  ! I-13 does not hold for orders.placed-0 (b2): log_end_offset=1 committed=2
  32.474258  b2 is offline of orders.placed-0 in epoch 1: leo 1, hw 1
  32.474258  b2 (follower) orders.placed-0: hw 0 → 1
  32.474733  c1 unfences b2
  32.474733  c1 orders.placed-0: isr none → 2
  32.474733  c1 orders.placed-0: elr 1,2,3 → 1,3
  32.474733  c1 orders.placed-0: leader none → b2 in epoch 2, partition epoch 6
  32.475113  b2 is leader of orders.placed-0 in epoch 2: leo 1, hw 1
  32.475113  ! I-12 does not hold for orders.placed-0 (b2): log_end_offset=1 committed=2
  32.475113  ! I-16 does not hold for orders.placed-0 (b2): high_watermark=1 reached_before=2
  32.475113  ! I-20 does not hold for orders.placed-0 (b2): offset=1 record=1
  37.461693    -- Broker 2 leads, without k1.
