//! Ctrl-C and its kin: what is being done is dropped, and with it every process and folder of its lab.

use tokio::signal::unix::{SignalKind, signal};

use crate::error::{Doing, LabError, Outcome};

/// Does something until it is done or somebody ends it: SIGINT, SIGTERM, SIGHUP.
pub async fn unless_interrupted<T>(doing: impl Future<Output = Outcome<T>>) -> Outcome<T> {
    let listen = |kind| signal(kind).doing("signals");
    let mut interrupt = listen(SignalKind::interrupt())?;
    let mut terminate = listen(SignalKind::terminate())?;
    let mut hang_up = listen(SignalKind::hangup())?;
    tokio::select! {
        done = doing => done,
        _ = interrupt.recv() => interrupted("SIGINT"),
        _ = terminate.recv() => interrupted("SIGTERM"),
        _ = hang_up.recv() => interrupted("SIGHUP"),
    }
}

fn interrupted<T>(by: &str) -> Outcome<T> {
    Err(LabError(format!(
        "interrupted by {by}; nothing of the cluster is left running"
    )))
}
