//! What can happen to a running process.

use crate::base::id::TopicPartition;
use crate::base::offset::Offset;
use crate::base::timer::Timer;
use crate::message::application::Command;
use crate::message::{Connection, Envelope};

#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    Message(&'a Envelope),
    Timer(Timer),
    /// A client's application wants something.
    Command(&'a Command),
    /// The retention task of a broker deletes what a replica has below an offset, as far as segments end there.
    Retention(TopicPartition, Offset),
    /// SIGTERM: end in an orderly way.
    Stop,
    /// The other side closed the connection, or died; what was in flight is gone.
    Disconnected(Connection),
}
