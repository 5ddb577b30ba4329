//! I-06: a broker that acts as leader is the leader in the metadata it has applied and pulls from nobody; a follower pulls
//! from one broker at most; a running broker is registered.

use replication::base::id::{NodeId, TopicPartition};

use super::{Check, Invariant, Report};
use crate::lens::{Role, fetches_from, image_of, is_running};
use crate::world::World;

pub const INVARIANT: Invariant = Invariant {
    code: "I-06",
    statement: "a broker acts as leader only where the metadata it has applied says so, and a follower pulls from one broker",
    source: "ReplicaManager.applyDelta, ReplicaFetcherManager",
    check: Check::State(check),
    sometimes: "one broker leads a partition and follows in another",
    seen: |world, _| {
        let roles = |broker| {
            let mut roles: Vec<Role> = Vec::new();
            for partition in world.cluster.partitions() {
                roles.extend(world.cluster.replica(broker, partition).map(|replica| replica.role));
            }
            roles
        };
        world.cluster.brokers().any(|(broker, _)| {
            let roles = roles(broker);
            roles.contains(&Role::Leader) && roles.contains(&Role::Follower)
        })
    },
};

fn check(world: &World, partition: TopicPartition, report: &mut Report) {
    for (broker, replica) in world.cluster.replicas(partition) {
        let Some(node) = world.cluster.node(NodeId::Broker(broker)) else {
            continue;
        };
        let applied = image_of(node).and_then(|image| image.partitions.get(&partition));
        let sources = fetches_from(node, partition).len();
        let epoch = ("leader_epoch", i64::from(replica.leader_epoch.0));
        let facts = [epoch, ("fetches_from", sources as i64)];
        match replica.role {
            Role::Leader => {
                let says_so =
                    applied.is_some_and(|r| r.leader == Some(broker) && r.leader_epoch == replica.leader_epoch);
                report.expect(says_so && sources == 0, &[broker], &facts);
            }
            Role::Follower => report.expect(sources <= 1, &[broker], &facts),
            Role::Offline => {}
        }
        let registered = image_of(node).is_some_and(|image| image.brokers.contains_key(&broker));
        report.expect(!is_running(node) || registered, &[broker], &[]);
    }
}
