//! Plain data the outside may see: the board at one position, what happened, the time line, and why.
//!
//! Everything here is derived from a run; deleting it changes no run. It carries facts and names, never
//! coordinates, and no sentences but those in which Kafka's rules state themselves. Times are µs since the story's `begin`. A partition is named `orders.placed-0`; a process `b1` (broker),
//! `c1` (controller), or by its client's name.

pub mod board;
pub mod command;
pub mod config;
pub mod event;
pub mod event_rule;
pub mod health;
pub mod lane;
pub mod ledger;
pub mod metadata;
pub mod metric;
pub mod name;
pub mod printed;
pub mod read_board;
pub mod read_event;
pub mod read_lane;
pub mod read_ledger;
pub mod read_message;
pub mod read_schedule;
pub mod read_timeline;
pub mod read_why;
pub mod rule;
pub mod seen;
pub mod showing;
pub mod story;
pub mod time;
pub mod timeline;
pub mod travelled;
pub mod why;

#[cfg(test)]
mod typescript;
