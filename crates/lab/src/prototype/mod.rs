//! Recordings of the prototype, in the format before this one; they go when the last of them is recorded anew.

pub mod compare;
pub mod recording;
pub mod replay;
