# kafka-topics --create and --alter say what they did, or why they did not.
cluster brokers=3

topic orders assignment=1,2,3/2,3,1 as=made
print made
topic orders.placed assignment=1,2 as=dotted
print dotted
topic orders_placed assignment=1,2 as=collides
print collides
create-partitions orders 4 assignment=3,1,2/1,3,2 as=more
print more
create-partitions orders 4 as=same
print same
create-partitions orders 3 as=fewer
print fewer
create-partitions orders 6 assignment=1,2,3 as=short
print short
create-partitions orders 5 assignment=1,2 as=narrow
print narrow
# Act: {"do":"tool","tool":"ask","act":{"do":"create_topic","topic":"big","partitions":1,"replication_factor":5}}
# Act: {"do":"tool","tool":"ask","act":{"do":"create_topic","topic":"big","partitions":0,"replication_factor":1}}
# Act: {"do":"tool","tool":"ask","act":{"do":"create_topic","topic":"orders","assignment":[[1]]}}
# Act: {"do":"tool","tool":"ask","act":{"do":"create_topic","topic":"away","assignment":[[1,9]]}}
# Act: {"do":"tool","tool":"ask","act":{"do":"create_topic","topic":"twice","assignment":[[1,1]]}}
# Act: {"do":"tool","tool":"ask","act":{"do":"create_topic","topic":"odd","assignment":[[1]],"config":{"min.insync.replicas":"abc"}}}
# Act: {"do":"tool","tool":"ask","act":{"do":"create_topic","topic":"odd","assignment":[[1]],"config":{"min.insync.replicas":"0"}}}
# Act: {"do":"tool","tool":"ask","act":{"do":"create_topic","topic":"odd","assignment":[[1]],"config":{"nonsense":"1"}}}
produce orders key=k1 value=v1 partition=3
settle
describe
get-offsets
get-offsets orders-3 time=earliest
get-offsets orders time=max-timestamp
get-offsets orders time=latest-tiered
create-partitions orders 5 assignment=2,1,3
settle
describe orders
