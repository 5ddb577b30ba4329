//! The vocabulary every other room uses: ids, offsets, epochs, time, configuration, error codes, rules and reasons.
//!
//! Nothing here acts. A type lives here when more than one room must agree on it.

pub mod config;
pub mod epoch;
pub mod error_code;
pub mod id;
pub mod map;
pub mod metric;
pub mod offset;
pub mod rule;
pub mod set;
pub mod time;
pub mod timer;
pub mod why;
