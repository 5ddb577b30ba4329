//! Short plans that lead near where replication could go wrong. Each varies in whom it hits, how long it waits, and whether
//! it cleans up behind itself.

use replication::base::id::BrokerId;

use crate::rest::start_those_down;
use crate::walk::{Picture, Walk};

/// One plan.
pub(crate) type Gambit = fn(&mut Walk);

pub(crate) static GAMBITS: [Gambit; 9] = [
    everyday,
    one_thing,
    lagging_follower,
    late_news,
    new_leader_in_trouble,
    restart_in_the_middle,
    everybody_down,
    fork,
    isolated_leader,
];

/// Plays the next one.
pub(crate) fn gambit(walk: &mut Walk) {
    // One in eight is anything at all, whatever the seed's taste.
    let chosen = if walk.dice.percent(12) || walk.tastes.iter().sum::<u64>() == 0 {
        walk.dice.between(0, GAMBITS.len() as u64 - 1) as usize
    } else {
        let tastes = walk.tastes.clone();
        walk.dice.weighed(&tastes)
    };
    GAMBITS[chosen](walk);
    if walk.dice.percent(55) {
        calm(walk);
    }
}

/// Ends what harm there is and lets some time pass.
fn calm(walk: &mut Walk) {
    walk.must("release all".into());
    walk.heal_all();
    for broker in walk.brokers_that(Walk::is_paused) {
        walk.must(format!("resume {broker}"));
    }
    start_those_down(walk);
    let wait = walk.dice.pick(&[300_000, 1_000_000, 5_000_000]);
    walk.run(wait);
    if walk.dice.percent(50) {
        let wait = walk.session + walk.lag.min(5_000_000);
        walk.run(wait);
    }
}

/// Records, and time.
fn everyday(walk: &mut Walk) {
    for _ in 0..walk.dice.between(1, 3) {
        let picture = walk.picture();
        walk.produce(picture.partition);
        walk.pause();
    }
}

/// Any one thing of those a person can do.
fn one_thing(walk: &mut Walk) {
    let picture = walk.picture();
    match walk.dice.between(0, 9) {
        0 => {
            let up = walk.brokers_that(Walk::is_up);
            if let Some(broker) = walk.dice.maybe(&up) {
                end(walk, broker);
            }
        }
        1 => start_those_down(walk),
        2 => {
            let up = walk.brokers_that(Walk::is_up);
            if let Some(broker) = walk.dice.maybe(&up) {
                walk.must(format!("pause {broker}"));
            }
        }
        3 => {
            let paused = walk.brokers_that(Walk::is_paused);
            if let Some(broker) = walk.dice.maybe(&paused) {
                walk.must(format!("resume {broker}"));
            }
        }
        4 => elect(walk, &picture),
        5 => {
            let least = walk.dice.pick(&[1, 1, 2, 2, 3]);
            walk.must(format!("config topic t min.insync.replicas={least}"));
        }
        6 => {
            let broker = BrokerId(walk.dice.between(1, walk.brokers().len() as u64) as i32);
            let by = walk.dice.pick(&[0, 5, 200, 2_000]);
            walk.must(format!("slow-disk {broker} by={by}ms"));
        }
        _ => {
            let deed = walk
                .dice
                .pick(&["cut", "heal", "hold", "release", "reset", "lose", "slow"]);
            let link = any_link(walk, &picture);
            let by = if deed == "slow" { " by=40ms" } else { "" };
            walk.must(format!("{deed} {link}{by}"));
        }
    }
    walk.pause();
}

/// A follower falls behind, leaves the ISR and comes back while messages about it are on their way.
fn lagging_follower(walk: &mut Walk) {
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

/// News of an election reaches one or two brokers late, and there is another election meanwhile.
fn late_news(walk: &mut Walk) {
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

/// The leader goes, and its successor does not hear of the others before it goes too.
fn new_leader_in_trouble(walk: &mut Walk) {
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

/// A broker restarts, perhaps without its last records, while a proposal about it is on its way.
fn restart_in_the_middle(walk: &mut Walk) {
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

/// Every replica of a partition ends, one after the other, and they come back in another order.
fn everybody_down(walk: &mut Walk) {
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
fn fork(walk: &mut Walk) {
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
fn isolated_leader(walk: &mut Walk) {
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

/// Of a partition: its leader, and one of the others, both up.
fn leader_and_follower(walk: &mut Walk, picture: &Picture) -> Option<(BrokerId, BrokerId)> {
    let leader = picture.leader().filter(|leader| walk.is_up(*leader))?;
    let others: Vec<BrokerId> = picture
        .record
        .replicas
        .iter()
        .copied()
        .filter(|broker| *broker != leader && walk.is_up(*broker))
        .collect();
    Some((leader, walk.dice.maybe(&others)?))
}

/// Those who will follow the next leader do not get through to each other.
fn slow_to_tell(walk: &mut Walk, picture: &Picture, gone: BrokerId) {
    let left: Vec<BrokerId> = picture
        .record
        .replicas
        .iter()
        .copied()
        .filter(|broker| *broker != gone)
        .collect();
    for _ in 0..walk.dice.between(1, 2) {
        let (Some(from), Some(to)) = (walk.dice.maybe(&left), walk.dice.maybe(&left)) else {
            return;
        };
        if from != to {
            walk.must(format!("hold {from}>{to}:fetch"));
        }
    }
}

/// The leader gives up its role, one way or another.
fn hand_over(walk: &mut Walk, picture: &Picture, leader: BrokerId) {
    match walk.dice.between(0, 4) {
        0 => walk.must(format!("stop {leader}")),
        1 => elect(walk, picture),
        2 => end(walk, leader),
        _ => walk.must(format!("crash {leader}")),
    }
}

fn elect(walk: &mut Walk, picture: &Picture) {
    let election = walk.dice.pick(&["preferred", "preferred", "preferred", "unclean"]);
    walk.must(format!("elect {election} {}", picture.name()));
}

/// Ends a process that is up.
fn end(walk: &mut Walk, broker: BrokerId) {
    let ways: &[&str] = match walk.lossy {
        true => &["crash", "stop", "power-loss", "power-loss", "lose-disk"],
        false => &["crash", "crash", "stop"],
    };
    let way = walk.dice.pick(ways);
    walk.must(format!("{way} {broker}"));
}

fn any_link(walk: &mut Walk, picture: &Picture) -> String {
    let mut ends: Vec<String> = picture.record.replicas.iter().map(ToString::to_string).collect();
    ends.extend(["c1", "careful", "hasty"].map(String::from));
    let from = walk.dice.between(0, ends.len() as u64 - 1) as usize;
    let mut to = walk.dice.between(0, ends.len() as u64 - 2) as usize;
    to += usize::from(to >= from);
    let between = walk.dice.pick(&["-", ">"]);
    let (from, to) = (&ends[from], &ends[to]);
    match walk.dice.between(0, 2) {
        0 => format!("{from}{between}{to}"),
        _ => {
            let purpose = walk.dice.pick(&["fetch", "heartbeat", "alter-partition", "metadata"]);
            format!("{from}{between}{to}:{purpose}")
        }
    }
}

fn short(walk: &mut Walk) {
    let micros = walk.dice.pick(&[2_000, 12_000, 60_000, 300_000, 800_000]);
    let micros = micros + walk.dice.between(0, micros);
    walk.run(micros);
}
