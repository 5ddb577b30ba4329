//! What the checkers remember of min ISR is the least that it ever was, whatever moved it.

use std::collections::BTreeMap;

use scenario::session::Session;

const STORY: &str = "\
cluster brokers=4
topic t assignment=1,2,3 min.insync.replicas=3
config cluster min.insync.replicas=3
topic u assignment=2,3,4
topic v assignment=3,4,1 min.insync.replicas=2
settle
begin
config cluster min.insync.replicas=2
config topic t min.insync.replicas=2
run 1s
config topic t min.insync.replicas=3
reassign u-0 replicas=2 allow-replication-factor-change=true
run 5s
topic w assignment=4,3
run 1s
config topic v min.insync.replicas=1
crash b4
run 12s
";

/// Looks at all partitions at every step, which the run itself does not.
#[test]
fn the_least_min_isr_is_that_of_a_look_at_every_partition_at_every_step() {
    let mut session = Session::open(STORY).unwrap_or_else(|error| panic!("{error}"));
    let end = session.end().position;
    let mut least = BTreeMap::new();
    let mut moves = 0;
    for position in 0..=end {
        let history = session.history_mut();
        history.seek(position);
        let world = history.world();
        let Some(image) = world.cluster.metadata() else {
            continue;
        };
        for partition in image.partitions.keys() {
            let now = image.effective_min_insync_replicas(*partition);
            let before = least.insert(*partition, now.min(least.get(partition).copied().unwrap_or(i32::MAX)));
            moves += u32::from(before.is_some_and(|before| now < before));
            let remembered = world.ghosts.partitions[partition].least_min_isr;
            assert_eq!(remembered, least[partition], "{partition:?} at {position}");
        }
    }
    let least: Vec<i32> = least.into_values().collect();
    // t and v by their own settings, u by that of the cluster and then by its replicas; w came after.
    assert_eq!(least, [2, 1, 1, 2]);
    assert_eq!(moves, 4);
}
