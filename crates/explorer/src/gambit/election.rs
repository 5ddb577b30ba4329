//! Plans about who leads: elections close together, news of them late, leaders that are gone or do not know that they lead no
//! more.

use super::{elect, end, everyday, hand_over, leader_and_follower, short, slow_to_tell};
use crate::rest::start_those_down;
use crate::walk::{Picture, Walk};

/// News of an election reaches one or two brokers late, and there is another election meanwhile.
pub(crate) fn late_news(walk: &mut Walk) {
    let picture = walk.picture();
    let replicas = picture.record.replicas.clone();
    let behind = walk.dice.pick(&replicas);
    walk.must(format!("hold c1>{behind}:metadata"));
    if walk.dice.percent(40) {
        walk.produce(picture.partition);
    }
    short(walk);
    for round in 0..walk.dice.between(1, 3) {
        let now = walk.picture();
        let Some(leader) = now.leader().filter(|leader| walk.is_up(*leader)) else {
            break;
        };
        match walk.dice.between(0, 3) {
            // The controller loses sight of it, and it lives on.
            0 => {
                walk.must(format!("cut {leader}-c1"));
                let wait = walk.session + 300_000;
                walk.run(wait);
                walk.must(format!("heal {leader}-c1"));
                if walk.dice.percent(60) {
                    let wait = 500_000 + walk.dice.between(0, walk.lag);
                    walk.run(wait);
                }
            }
            1 => hand_over(walk, &now, leader),
            _ => elect(walk, &now),
        }
        if round == 0 && walk.dice.percent(40) {
            let other = walk.dice.pick(&replicas);
            walk.must(format!("hold c1>{other}:metadata"));
        }
        short(walk);
        if walk.dice.percent(70) {
            walk.produce(picture.partition);
            short(walk);
        }
    }
    if walk.dice.percent(50) {
        walk.pause();
    }
    if walk.dice.percent(60) {
        // One piece of news, or all of it; nothing may be waiting for a step.
        let deed = walk.dice.pick(&["step", "release"]);
        if deed == "release" || walk.is_held_up(behind) {
            walk.must(format!("{deed} c1>{behind}:metadata"));
        }
    }
    short(walk);
    let now = walk.picture();
    if let Some(leader) = now.leader().filter(|leader| walk.is_up(*leader))
        && walk.dice.percent(60)
    {
        hand_over(walk, &now, leader);
        let wait = walk.session + 500_000;
        walk.run(wait);
        if walk.dice.percent(70) {
            walk.must("release all".into());
        }
    }
    walk.pause();
}

/// Two elections in two seconds, of which one broker hears nothing and another only of the first: each knows another epoch. Then
/// the hindmost hears of the first, and follows a leader of the past.
pub(crate) fn old_epochs(walk: &mut Walk) {
    let picture = walk.picture();
    let partition = picture.partition;
    let [preferred, _, others @ ..] = &picture.record.replicas[..] else {
        return everyday(walk);
    };
    let (preferred, behind) = (*preferred, walk.dice.maybe(others));
    let Some(behind) = behind.filter(|behind| walk.is_up(*behind) && walk.is_up(preferred)) else {
        return everyday(walk);
    };
    walk.must(format!("elect preferred {}", picture.name()));
    short(walk);
    walk.must(format!("cut {preferred}-c1"));
    let at_most = walk.session + 2_000_000;
    walk.run_to(at_most, |walk, world| {
        walk.leader_in(world, partition) != Some(preferred)
    });
    walk.must(format!("hold c1>{behind}:metadata"));
    walk.must(format!("heal {preferred}-c1"));
    walk.run_to(1_500_000, |walk, world| {
        walk.isr_in(world, partition).contains(&preferred)
    });
    if let Some(between) = walk.picture_of(partition).leader() {
        walk.must(format!("hold c1>{between}:metadata"));
        walk.must(format!("elect preferred {}", picture.name()));
        // Whoever does not follow the new leader leaves its ISR, where that is a matter of a second.
        walk.run_to(1_200_000, |walk, world| {
            !walk.isr_in(world, partition).contains(&between)
        });
    }
    for _ in 0..walk.dice.between(1, 2) {
        walk.produce(partition);
        let wait = walk.dice.pick(&[8_000, 20_000, 100_000]);
        walk.run(wait);
    }
    if walk.is_held_up(behind) && walk.dice.percent(85) {
        walk.must(format!("step c1>{behind}:metadata"));
        short(walk);
    }
    if walk.is_up(preferred) && walk.dice.percent(70) {
        hand_over(walk, &picture, preferred);
        let wait = walk.session + 500_000;
        walk.run(wait);
        walk.must("release all".into());
    }
    walk.pause();
}

/// The leader goes, and its successor does not hear of the others before it goes too.
pub(crate) fn new_leader_in_trouble(walk: &mut Walk) {
    let picture = walk.picture();
    let Some((leader, _)) = leader_and_follower(walk, &picture) else {
        return everyday(walk);
    };
    if walk.dice.percent(60) {
        walk.produce(picture.partition);
        short(walk);
    }
    if walk.dice.percent(25) {
        walk.must(format!("isolate {leader}"));
    } else {
        hand_over(walk, &picture, leader);
    }
    slow_to_tell(walk, &picture, leader);
    let wait = walk.session + walk.dice.between(0, 700_000);
    walk.run(wait);
    walk.produce(picture.partition);
    walk.pause();
    let next = walk.picture();
    if let Some(next_leader) = next.leader().filter(|next| walk.is_up(*next)) {
        hand_over(walk, &next, next_leader);
        let wait = walk.session + 500_000;
        walk.run(wait);
        walk.produce(picture.partition);
    }
    walk.pause();
}

/// Every replica of a partition ends, one after the other, and they come back in another order.
pub(crate) fn everybody_down(walk: &mut Walk) {
    let picture = walk.picture();
    let mut replicas = picture.record.replicas.clone();
    while let Some(broker) = walk.dice.maybe(&replicas) {
        replicas.retain(|other| *other != broker);
        if walk.is_up(broker) {
            end(walk, broker);
            walk.pause();
            if walk.dice.percent(50) {
                walk.produce(picture.partition);
                short(walk);
            }
        }
    }
    let mut replicas = picture.record.replicas.clone();
    while let Some(broker) = walk.dice.maybe(&replicas) {
        replicas.retain(|other| *other != broker);
        if walk.is_down(broker) && walk.dice.percent(85) {
            walk.must(format!("start {broker}"));
            walk.pause();
            if walk.dice.percent(50) {
                walk.produce(picture.partition);
            }
        }
    }
    if walk.dice.percent(30) {
        walk.must(format!("elect unclean {}", picture.name()));
    }
    walk.pause();
}

/// Two replicas lead in turn, each without the other: two histories from one offset on.
pub(crate) fn fork(walk: &mut Walk) {
    let picture = walk.picture();
    let Some((leader, follower)) = leader_and_follower(walk, &picture) else {
        return everyday(walk);
    };
    walk.must(format!("hold {leader}>{follower}:fetch"));
    short(walk);
    let partition = picture.partition;
    let one = |walk: &mut Walk| walk.produce(partition);
    one(walk);
    short(walk);
    for broker in picture.record.replicas.iter().filter(|broker| **broker != follower) {
        if walk.is_up(*broker) {
            end(walk, *broker);
        }
    }
    walk.must("release all".into());
    let wait = walk.session + 500_000;
    walk.run(wait);
    let unclean = |walk: &mut Walk, picture: &Picture| {
        if walk.dice.percent(70) {
            walk.must(format!("elect unclean {}", picture.name()));
            short(walk);
        }
    };
    unclean(walk, &picture);
    one(walk);
    short(walk);
    if walk.is_up(follower) {
        end(walk, follower);
    }
    walk.run(wait);
    if walk.is_down(leader) {
        walk.must(format!("start {leader}"));
    }
    walk.run(wait);
    unclean(walk, &picture);
    one(walk);
    short(walk);
    start_those_down(walk);
    walk.run(wait);
}

/// A leader is cut off and goes on leading for those who still reach it.
pub(crate) fn isolated_leader(walk: &mut Walk) {
    let picture = walk.picture();
    let Some((leader, follower)) = leader_and_follower(walk, &picture) else {
        return everyday(walk);
    };
    match walk.dice.between(0, 3) {
        0 => walk.must(format!("isolate {leader}")),
        1 => walk.must(format!("cut {leader}-c1")),
        2 => walk.must(format!("pause {leader}")),
        _ => {
            walk.must(format!("cut {leader}>c1"));
            walk.must(format!("cut {follower}-{leader}"));
        }
    }
    for _ in 0..walk.dice.between(1, 3) {
        walk.produce(picture.partition);
        walk.pause();
    }
    let wait = walk.session + 500_000;
    walk.run(wait);
    walk.produce(picture.partition);
    if walk.is_paused(leader) {
        walk.must(format!("resume {leader}"));
    }
    if walk.dice.percent(70) {
        walk.heal_all();
    }
    walk.pause();
}
