# kafka-configs --alter, of a topic and of the cluster: done, deleted, and refused.
cluster brokers=2
topic t assignment=1,2 min.insync.replicas=1

config topic t min.insync.replicas=2 as=set
print set
config topic t max.message.bytes=2000000 unclean.leader.election.enable=true as=two
print two
describe t
describe only=topics-with-overrides
config topic t max.message.bytes= as=deleted
print deleted
config cluster min.insync.replicas=2 as=everywhere
print everywhere
describe t
config topic t min.insync.replicas= as=back
print back
settle
describe t
# Act: {"do":"tool","tool":"ask","act":{"do":"config","topic":"t","set":{"min.insync.replicas":"abc"}}}
# Act: {"do":"tool","tool":"ask","act":{"do":"config","topic":"t","set":{"min.insync.replicas":"0"}}}
# Act: {"do":"tool","tool":"ask","act":{"do":"config","topic":"t","set":{"nonsense":"0"}}}
# Act: {"do":"tool","tool":"ask","act":{"do":"config","topic":"t","set":{"unclean.leader.election.enable":"maybe"}}}
# Act: {"do":"tool","tool":"ask","act":{"do":"config","topic":"nope","set":{"min.insync.replicas":"2"}}}
# Act: {"do":"tool","tool":"ask","act":{"do":"config","set":{"min.insync.replicas":"x"}}}
# Act: {"do":"tool","tool":"ask","act":{"do":"config","set":{"min.insync.replicas":"0"}}}
# Act: {"do":"tool","tool":"ask","act":{"do":"config","set":{"unclean.leader.election.enable":"maybe"}}}
# Act: {"do":"tool","tool":"ask","act":{"do":"config","set":{"min.insync.replicas":null}}}
config topic t flush.messages=7 max.message.bytes=3000000 as=all-four
print all-four
settle
describe t
