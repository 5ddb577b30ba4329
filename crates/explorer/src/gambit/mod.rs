//! Short plans that lead near where replication could go wrong. Each varies in whom it hits, how long it waits, and whether
//! it cleans up behind itself.

mod election;
mod in_sync;
mod unsure;
mod upkeep;

use replication::base::id::BrokerId;

use crate::rest::start_those_down;
use crate::walk::{Picture, Walk};
use election::{everybody_down, fork, isolated_leader, late_news, new_leader_in_trouble, old_epochs};
use in_sync::{lagging_follower, restart_in_the_middle};
use unsure::{long_silence, lost_answer};
use upkeep::{deletion, move_of_replicas};

/// One plan.
pub(crate) type Gambit = fn(&mut Walk);

pub(crate) static GAMBITS: [Gambit; 14] = [
    everyday,
    one_thing,
    lagging_follower,
    late_news,
    new_leader_in_trouble,
    restart_in_the_middle,
    everybody_down,
    fork,
    isolated_leader,
    old_epochs,
    lost_answer,
    long_silence,
    move_of_replicas,
    deletion,
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

/// The leader gives up its role, one way or another, if an earlier stop has not ended it by now.
fn hand_over(walk: &mut Walk, picture: &Picture, leader: BrokerId) {
    if !walk.is_up(leader) {
        return;
    }
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

/// Ends a process, if it is up.
fn end(walk: &mut Walk, broker: BrokerId) {
    if !walk.is_up(broker) {
        return;
    }
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
