# What if a leader that does not know the follower's last epoch named only an offset, as before 2.0?
# Source: LeaderEpochFileCache.endOffsetFor; KIP-279. M-02, H-04.
cluster brokers=2
topic orders.placed assignment=1,2 unclean.leader.election.enable=true
rule divergence-names-epoch off
produce orders.placed k0 acks=1
settle
run 6s
begin
say start "The leader answers where an epoch ended, and not which epoch." "That was KIP-101. Two failures in a row show what it missed."
focus orders.placed-0
run 20ms
hold b1>b2:fetch
run 600ms
produce orders.placed k1 acks=1
run until b1.orders.placed-0 leo=2
run 1s
crash b1
release all
run until b2.orders.placed-0 role=leader max=20s
produce orders.placed k2 acks=1
run until b2.orders.placed-0 leo=2 max=20s
run 1s
say fork "Two histories: k1 at broker 1, k2 at broker 2." "Both at offset 1, in epoch 0 and in epoch 1."
crash b2
run 10s
start b1
run until b1.orders.placed-0 role=leader max=20s
produce orders.placed k3 acks=1
run until b1.orders.placed-0 leo=3 max=20s
say unclean "Broker 1 leads again: this topic allows it." "k3 is at offset 2, in a third epoch. k2 is given up."
start b2
run 5s
say kept "Broker 2 has kept k2 and copied k3." "It asked about epoch 1, which broker 1 never had, and was told an offset at which it needed to cut nothing. The fork is there for ever."
expect b1.orders.placed-0@1 key=k1
expect b2.orders.placed-0@1 key=k2
expect b2.orders.placed-0@2 key=k3
expect finding I-07
run 20ms
---
   0.000000    -- The leader answers where an epoch ended, and not which epoch.
   0.020000  > hold b1>b2:fetch
   0.020000  b1>b2:fetch is held
   0.620000  > produce orders.placed k1 acks=1
   0.625000  producer sends 1 record of orders.placed-0 to b1
   0.625374  b1 appends 1 of orders.placed-0: leo 2, hw 1, epoch 0
   0.625374  b1 answers the produce of producer to orders.placed-0: NONE
   0.625673  producer is told: 1 record acknowledged, from 1 of orders.placed-0
   1.625374  > crash b1
   1.625374  b1 crashes
   1.625374  > release all
   1.625374  b1>b2:fetch is whole
  11.477206  c1 orders.placed-0: isr 1,2 → 2
  11.477206  c1 orders.placed-0: leader b1 → b2 in epoch 1, partition epoch 1
  11.477206  c1 fences b1
  11.477586  b2 is leader of orders.placed-0 in epoch 1: leo 1, hw 1
  11.477586  > produce orders.placed k2 acks=1
  11.483747  producer sends 1 record of orders.placed-0 to b2
  11.484018  b2 appends 1 of orders.placed-0: leo 2, hw 2, epoch 1
  11.484018  b2 (leader) orders.placed-0: hw 1 → 2
  11.484018  b2 answers the produce of producer to orders.placed-0: NONE
  11.484235  producer is told: 1 record acknowledged, from 1 of orders.placed-0
  12.484018    -- Two histories: k1 at broker 1, k2 at broker 2.
  12.484018  > crash b2
  12.484018  b2 crashes
  21.612206  c1 orders.placed-0: isr 2 → none
  21.612206  c1 orders.placed-0: elr none → 2
  21.612206  c1 orders.placed-0: leader b2 → none in epoch 2, partition epoch 2
  21.612206  c1 fences b2
  22.484018  > start b1
  22.484018  b1 starts
  22.484471  c1 registers b1, broker epoch 14
  22.496463  b1 is offline of orders.placed-0 in epoch 2: leo 2, hw 1
  22.496463  b1 (follower) orders.placed-0: hw 0 → 1
  22.496916  c1 unfences b1
  22.496916  c1 orders.placed-0: isr none → 1
  22.496916  c1 orders.placed-0: elr 2 → none
  22.496916  c1 orders.placed-0: leader none → b1 in epoch 3, partition epoch 3, unclean
  22.497278  b1 is leader of orders.placed-0 in epoch 3: leo 2, hw 2
  22.497278  b1 (leader) orders.placed-0: hw 1 → 2
  22.497278  > produce orders.placed k3 acks=1
  22.592395  producer sends 1 record of orders.placed-0 to b1
  22.592769  b1 appends 2 of orders.placed-0: leo 3, hw 3, epoch 3
  22.592769  b1 (leader) orders.placed-0: hw 2 → 3
  22.592769  b1 answers the produce of producer to orders.placed-0: NONE
  22.592769    -- Broker 1 leads again: this topic allows it.
  22.592769  > start b2
  22.592769  b2 starts
  22.593068  producer is told: 1 record acknowledged, from 2 of orders.placed-0
  22.593244  c1 registers b2, broker epoch 17
  22.605334  b2 is follower of orders.placed-0 in epoch 3: leo 2, hw 1
  22.605334  b2 (follower) orders.placed-0: hw 0 → 1
  22.605752  b1 hears that b2 is at 2 of orders.placed-0 (knew -1)
  22.605809  c1 unfences b2
  22.606086  b2 copies 2 of orders.placed-0: leo 3, hw 3, epoch 3
  22.606086  b2 (follower) orders.placed-0: hw 1 → 3
  22.606086  ! I-07 does not hold for orders.placed-0 (b1, b2): offset=1
  22.606504  b1 hears that b2 is at 3 of orders.placed-0 (knew 2)
  22.606504  b1 asks for isr 1 → 1,2 of orders.placed-0
  22.606957  c1 orders.placed-0: isr 1 → 1,2
  27.592769    -- Broker 2 has kept k2 and copied k3.
