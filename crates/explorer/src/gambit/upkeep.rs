//! Plans of operators: a partition moves to other brokers while some of them are slow or gone, and records are deleted from its
//! start.

use replication::base::id::BrokerId;

use super::{end, everyday, hand_over, leader_and_follower, short};
use crate::walk::{Picture, Walk};

/// A partition is moved. Meanwhile the newcomer or the leader may be slow or end, and somebody may think better of it.
pub(crate) fn move_of_replicas(walk: &mut Walk) {
    let picture = walk.picture();
    let Some((leader, _)) = leader_and_follower(walk, &picture) else {
        return everyday(walk);
    };
    let target = target(walk, &picture);
    let newcomers: Vec<BrokerId> = (target.iter().copied())
        .filter(|broker| !picture.record.replicas.contains(broker))
        .collect();
    let newcomer = walk.dice.maybe(&newcomers);
    if let Some(newcomer) = newcomer.filter(|_| walk.dice.percent(50)) {
        walk.must(format!("hold {newcomer}>{leader}:fetch"));
    }
    if walk.dice.percent(20) {
        walk.must(format!("hold {leader}>c1:alter-partition"));
    }
    if walk.dice.percent(20) {
        walk.must(format!("hold c1>{leader}:metadata"));
    }
    reassign(walk, &picture, &target);
    short(walk);
    walk.produce(picture.partition);
    short(walk);
    match walk.dice.between(0, 5) {
        0 => walk.must(format!("reassign cancel {}", picture.name())),
        1 => {
            // Another order before the first is carried out.
            let next = self::target(walk, &picture);
            reassign(walk, &picture, &next);
        }
        2 => {
            if let Some(newcomer) = newcomer {
                end(walk, newcomer);
            }
        }
        3 => hand_over(walk, &picture, leader),
        _ => {}
    }
    walk.pause();
    if walk.dice.percent(60) {
        walk.must("release all".into());
        walk.produce(picture.partition);
    }
    walk.pause();
}

/// Other replicas, two to four, or the same in another order.
fn target(walk: &mut Walk, picture: &Picture) -> Vec<BrokerId> {
    let mut from = match walk.dice.percent(20) {
        true => picture.record.replicas.clone(),
        false => walk.brokers(),
    };
    let replicas = picture.record.replicas.len().clamp(2, 4).min(from.len());
    let mut target = Vec::new();
    while target.len() < replicas {
        let one = walk.dice.pick(&from);
        from.retain(|other| *other != one);
        target.push(one);
    }
    target
}

fn reassign(walk: &mut Walk, picture: &Picture, target: &[BrokerId]) {
    let target: Vec<String> = target.iter().map(|broker| broker.0.to_string()).collect();
    walk.must(format!("reassign {} replicas={}", picture.name(), target.join(",")));
}

/// Records are deleted from the start, by request or by the age of one replica's segments.
pub(crate) fn deletion(walk: &mut Walk) {
    let picture = walk.picture();
    let Some((leader, follower)) = leader_and_follower(walk, &picture) else {
        return everyday(walk);
    };
    walk.produce(picture.partition);
    short(walk);
    if walk.dice.percent(30) {
        walk.must(format!("hold {follower}>{leader}:fetch"));
    }
    let name = picture.name();
    if walk.dice.percent(50) {
        walk.must(format!("request delete-records {leader} {name} timeout=2s"));
    } else {
        let broker = walk.dice.pick(&[leader, follower]);
        let ends = walk.batch_ends(broker, picture.partition);
        if let Some(below) = walk.dice.maybe(&ends).filter(|_| walk.is_up(broker)) {
            walk.must(format!("retention {broker} {name} below={below}"));
        }
    }
    short(walk);
    if walk.dice.percent(40) {
        hand_over(walk, &picture, leader);
    }
    walk.pause();
    if walk.dice.percent(50) {
        walk.must("release all".into());
    }
}
