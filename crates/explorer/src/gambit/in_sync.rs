//! Plans about who is in sync: followers fall behind, restart and return while messages about them are on their way.

use super::{end, everyday, hand_over, leader_and_follower, short, slow_to_tell};
use crate::walk::Walk;

/// A follower falls behind, leaves the ISR and comes back while messages about it are on their way.
pub(crate) fn lagging_follower(walk: &mut Walk) {
    let picture = walk.picture();
    let Some((leader, follower)) = leader_and_follower(walk, &picture) else {
        return everyday(walk);
    };
    walk.must(format!("hold {follower}>{leader}:fetch"));
    if walk.dice.percent(30) {
        walk.must(format!("hold {leader}>c1:alter-partition"));
    }
    if walk.dice.percent(70) {
        let early = walk.dice.between(100_000, walk.lag + 100_000);
        walk.run(early);
    }
    walk.produce(picture.partition);
    let late = walk.lag + walk.dice.between(0, walk.lag);
    walk.run(late);
    if walk.dice.percent(50) {
        walk.produce(picture.partition);
        walk.pause();
    }
    for link in [
        format!("c1>{leader}:alter-partition"),
        format!("c1>{leader}:metadata"),
        format!("{leader}>{follower}:fetch"),
        format!("{leader}>c1:alter-partition"),
    ] {
        if walk.dice.percent(35) {
            walk.must(format!("hold {link}"));
        }
    }
    walk.must(format!("release {follower}>{leader}:fetch"));
    short(walk);
    if walk.dice.percent(40) {
        walk.must(format!("hold {leader}>{follower}:fetch"));
    }
    if walk.dice.percent(70) {
        walk.produce(picture.partition);
    }
    walk.pause();
    if walk.dice.percent(75) {
        hand_over(walk, &picture, leader);
        if walk.dice.percent(50) {
            slow_to_tell(walk, &picture, leader);
        }
        let wait = walk.session + 500_000;
        walk.run(wait);
        if walk.dice.percent(40) {
            let next = walk.picture();
            if let Some(leader) = next.leader().filter(|leader| walk.is_up(*leader)) {
                hand_over(walk, &next, leader);
                walk.run(wait);
            }
        }
    }
}

/// A broker restarts, perhaps without its last records, while a proposal about it is on its way.
pub(crate) fn restart_in_the_middle(walk: &mut Walk) {
    let picture = walk.picture();
    let Some((leader, follower)) = leader_and_follower(walk, &picture) else {
        return everyday(walk);
    };
    if walk.dice.percent(60) {
        // Out of the ISR first, so that there is a proposal to take it in again.
        walk.must(format!("hold {follower}>{leader}:fetch"));
        let wait = walk.lag + walk.dice.between(0, walk.lag);
        walk.produce(picture.partition);
        walk.run(wait);
    }
    if walk.dice.percent(70) {
        walk.must(format!("hold {leader}>c1:alter-partition"));
    }
    walk.must(format!("release {follower}>{leader}:fetch"));
    let wait = walk.dice.between(10_000, 1_500_000);
    walk.run(wait);
    if walk.is_up(follower) {
        end(walk, follower);
    }
    if walk.dice.percent(60) {
        let wait = walk.session + 500_000;
        walk.run(wait);
    } else {
        short(walk);
    }
    if walk.dice.percent(60) {
        walk.must(format!("hold {follower}>{leader}:fetch"));
    }
    if walk.is_down(follower) {
        walk.must(format!("start {follower}"));
    }
    let wait = walk.session + 1_000_000;
    walk.run(wait);
    walk.must(format!("release {leader}>c1:alter-partition"));
    short(walk);
    if walk.dice.percent(50) {
        walk.produce(picture.partition);
        short(walk);
    }
    if walk.is_up(leader) && walk.dice.percent(70) {
        hand_over(walk, &picture, leader);
    }
    walk.pause();
}
