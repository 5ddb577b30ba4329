//! What can happen to a running process.

use crate::base::timer::Timer;
use crate::message::application::Command;
use crate::message::{Connection, Envelope};

#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    Message(&'a Envelope),
    Timer(Timer),
    /// A client's application wants something.
    Command(&'a Command),
    /// SIGTERM: end in an orderly way.
    Stop,
    /// The other side closed the connection, or died; what was in flight is gone.
    Disconnected(Connection),
}
