//! The stories that come with the page, in the order in which it offers them.

use crate::language::error::{Code, StoryError};
use crate::language::value::quoted;
use crate::story::{summary, title};

/// A story by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listed {
    /// File name without its ending.
    pub name: &'static str,
    /// Without recorded output.
    pub text: &'static str,
}

impl Listed {
    /// The name as a sentence.
    pub fn title(&self) -> String {
        title(self.name)
    }

    /// The first comment line.
    pub fn summary(&self) -> String {
        summary(self.text)
    }
}

macro_rules! stories {
    ($($name:literal),* $(,)?) => {
        /// Every story.
        pub static STORIES: &[Listed] = &[
            $(Listed { name: $name, text: include_str!(concat!(env!("OUT_DIR"), "/", $name, ".story")) }),*
        ];
    };
}

stories! {
    "the_life_of_a_batch",
    "acks_0_1_and_all_wait_for_different_things",
    "high_watermark_waits_for_the_slowest_in_sync_replica",
    "followers_learn_the_high_watermark_one_fetch_later",
    "a_follower_that_cannot_fetch_leaves_the_isr_after_its_lag_time",
    "a_follower_that_caught_up_joins_the_isr_again",
    "min_isr_refuses_before_the_append",
    "appended_then_stuck_below_min_isr",
    "produce_to_a_follower_finds_the_leader",
    "one_broker_leads_and_follows",
    "two_producers_one_order",
    "replication_factor_one",
    "consumer_lag_is_not_replication_lag",
    "a_slow_disk_makes_a_follower_lag",
    "acks_1_record_is_lost_when_its_leader_dies",
    "old_leader_truncates_its_divergent_tail",
    "longest_log_does_not_win",
    "preferred_leader_takes_over_again",
    "controlled_shutdown_moves_leaders_first",
    "leadership_drifts_and_is_rebalanced",
    "a_paused_follower_is_fenced_first",
    "slow_follower_cannot_become_leader",
    "isolated_leader_is_a_zombie_until_it_learns",
    "acks_0_producer_never_knows",
    "response_lost_record_kept",
    "min_isr_equal_to_replication_factor_stops_writes_at_one_failure",
    "rolling_restart_with_no_headroom",
    "every_replica_down_then_back",
    "all_crashed_then_the_last_known_leader_leads",
    "power_loss_of_the_last_replica",
    "unclean_election_loses_committed_records",
}

/// A story by its name.
pub fn find(name: &str) -> Result<&'static Listed, StoryError> {
    STORIES.iter().find(|story| story.name == name).ok_or_else(|| {
        let names: Vec<&str> = STORIES.iter().map(|story| story.name).collect();
        StoryError::new(
            Code::UnknownStory,
            (1, 1),
            quoted(name),
            format!("stories are {}", names.join(", ")),
        )
    })
}
