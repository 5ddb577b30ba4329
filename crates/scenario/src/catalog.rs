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
    /// The heading under which it is offered; none for how Kafka is.
    pub group: Option<&'static str>,
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
    ($($group:expr => { $($name:literal),* $(,)? })*) => {
        /// Every story.
        pub static STORIES: &[Listed] = &[
            $($(Listed {
                name: $name,
                text: include_str!(concat!(env!("OUT_DIR"), "/", $name, ".story")),
                group: $group,
            }),*),*
        ];
    };
}

stories! {
    None => {
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
        "a_partition_moves_by_adding_before_it_removes",
        "a_paused_follower_is_fenced_first",
        "slow_follower_cannot_become_leader",
        "isolated_leader_is_a_zombie_until_it_learns",
        "acks_0_producer_never_knows",
        "response_lost_record_kept",
        "a_retry_after_a_lost_answer_is_recognised",
        "five_in_flight_stay_in_order_after_the_first_failed",
        "a_gap_in_the_sequence_is_refused",
        "a_batch_given_up_ends_the_epoch_of_its_producer",
        "read_committed_stops_at_the_last_stable_offset",
        "min_isr_equal_to_replication_factor_stops_writes_at_one_failure",
        "rolling_restart_with_no_headroom",
        "every_replica_down_then_back",
        "all_crashed_then_the_last_known_leader_leads",
        "power_loss_of_the_last_replica",
        "unclean_election_loses_committed_records",
    }
    // Each switches one of its rules off.
    Some("What if Kafka did not …?") => {
        "without_truncation_by_epoch_a_follower_throws_away_committed_records",
        "without_the_epoch_in_the_answer_a_fork_stays_in_the_logs",
        "without_fencing_by_leader_epoch_a_follower_is_counted_and_then_truncates",
        "without_the_epoch_start_test_a_lagging_replica_joins_the_isr",
        "without_the_high_watermark_test_a_lagging_replica_joins_the_isr",
        "without_waiting_for_unknown_followers_a_new_leader_commits_alone",
        "without_the_leaving_member_a_shrink_commits_too_early",
        "without_the_joining_member_an_expansion_commits_too_early",
        "without_broker_epochs_a_restarted_broker_joins_on_old_merits",
        "without_a_fresh_start_in_each_epoch_a_follower_is_refused_for_ever",
        "without_comparing_offsets_a_late_answer_leaves_a_hole",
        "without_comparing_epochs_a_late_answer_cuts_committed_records",
        "without_the_frozen_high_watermark_a_record_is_committed_on_one_replica",
        "without_unclean_shutdowns_noticed_a_replica_that_lost_records_leads",
        "without_emptying_the_elr_a_stale_replica_leads",
        "without_forgetting_empty_epochs_a_follower_diverges_for_ever",
        "without_the_test_of_the_last_known_leader_a_fenced_broker_leads",
        "without_consent_an_unclean_election_loses_committed_records",
        "without_the_end_of_the_old_session_one_epoch_has_two_histories",
        "without_a_pending_proposal_a_leader_believes_in_an_isr_that_never_was",
        "without_the_high_watermark_for_readers_a_consumer_reads_what_goes_again",
        "without_recognising_copies_a_lost_answer_makes_two_records",
        "without_refusing_gaps_a_retry_comes_after_what_was_sent_after_it",
    }
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
