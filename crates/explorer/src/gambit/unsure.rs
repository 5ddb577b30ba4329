//! Plans about a producer that cannot know what became of a batch: answers are lost or late, it tries again elsewhere, or it is
//! silent for so long that it is forgotten.

use super::{end, everyday, hand_over, leader_and_follower, short};
use crate::walk::Walk;

/// Batches are written and their answers do not arrive, in time or at all; then somebody else may lead.
pub(crate) fn lost_answer(walk: &mut Walk) {
    let picture = walk.picture();
    let Some((leader, follower)) = leader_and_follower(walk, &picture) else {
        return everyday(walk);
    };
    if walk.dice.percent(40) {
        walk.must(format!("hold {follower}>{leader}:fetch"));
    }
    let deed = walk.dice.pick(&["lose", "lose", "hold", "cut"]);
    let answers_only = walk.dice.percent(70);
    let between = if answers_only { ">" } else { "-" };
    if walk.dice.percent(50) {
        walk.produce(picture.partition);
        walk.run(3_000);
    }
    walk.must(format!("{deed} {leader}{between}careful"));
    for _ in 0..walk.dice.between(1, 4) {
        walk.produce(picture.partition);
        let wait = walk.dice.pick(&[500, 6_000, 60_000]);
        walk.run(wait);
    }
    match walk.dice.between(0, 3) {
        0 => walk.pause(),
        1 => walk.must(format!("reset {leader}-careful")),
        2 => {
            let wait = walk.patience + walk.dice.between(0, 2_000_000);
            walk.run(wait);
        }
        _ => short(walk),
    }
    if walk.is_up(leader) && walk.dice.percent(60) {
        hand_over(walk, &picture, leader);
        let wait = walk.session + 500_000;
        walk.run(wait);
    }
    if walk.dice.percent(80) {
        walk.must("release all".into());
        walk.heal_all();
    }
    walk.produce(picture.partition);
    walk.pause();
    // Somebody who only knows the producer from the log.
    let next = walk.picture_of(picture.partition);
    if let Some(next_leader) = next.leader().filter(|next| walk.is_up(*next))
        && walk.dice.percent(40)
    {
        end(walk, next_leader);
        walk.produce(picture.partition);
        let wait = walk.session + 500_000;
        walk.run(wait);
    }
}

/// The producer is silent for longer than it is remembered, and then goes on where it was.
pub(crate) fn long_silence(walk: &mut Walk) {
    let picture = walk.picture();
    walk.produce(picture.partition);
    short(walk);
    if let Some((leader, _)) = leader_and_follower(walk, &picture)
        && walk.dice.percent(40)
    {
        hand_over(walk, &picture, leader);
    }
    let Some(remembered) = walk.remembered else {
        return walk.pause();
    };
    let silence = remembered + walk.dice.between(0, remembered);
    walk.run(silence);
    for _ in 0..walk.dice.between(1, 2) {
        walk.produce(picture.partition);
        walk.pause();
    }
}
