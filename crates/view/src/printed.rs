//! What Kafka's command line prints at a position: the commands of a console with their output.

use scenario::printed::{Console, Printout, Tool, admin};
use scenario::session::Session;
use serde::Serialize;

use crate::showing::told;
use crate::story::StoryError;

/// Lines of one output that are shown; of a longer one the last.
const LINES: usize = 400;

/// A command, and what it has printed.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Printed {
    /// As one would type it, without where the cluster is.
    pub command: String,
    /// Each line ends with a line feed.
    pub output: String,
    /// Earlier lines that are left out.
    pub left_out: u32,
    /// It has ended; one that has not waits, or runs on.
    pub done: bool,
}

/// The console client that is looked at, and what it has printed.
#[derive(Clone, Debug, Default)]
pub struct Watched(Option<Console>);

impl Watched {
    /// Another run, or another past of it.
    pub fn forget(&mut self) {
        self.0 = None;
    }

    /// What a story line that prints would print at the position looked at last; without one, what administrators have had
    /// printed so far.
    pub fn print(&mut self, session: &mut Session, line: &str) -> Result<Vec<Printed>, StoryError> {
        if line.is_empty() {
            let position = session.history().position();
            let all = admin::transcript(session.history_mut(), position);
            return Ok(all.into_iter().map(shown).collect());
        }
        let tool = session.printing(line).map_err(|mistake| told(&mistake))?;
        let printed = match tool {
            Tool::ConsoleProducer(_) | Tool::ConsoleConsumer { .. } => {
                if self.0.as_ref().is_none_or(|console| console.tool != tool) {
                    self.0 = Some(Console::new(tool));
                }
                self.0.as_mut().map(|console| console.print(session.history_mut()))
            }
            _ => Some(session.print(&tool)),
        };
        Ok(printed.into_iter().map(shown).collect())
    }
}

fn shown(printout: Printout) -> Printed {
    let Printout { command, output, done } = printout;
    let left_out = output.lines().count().saturating_sub(LINES);
    let from = output.split_inclusive('\n').take(left_out).map(str::len).sum();
    Printed {
        command,
        output: match left_out {
            0 => output,
            _ => output[from..].into(),
        },
        left_out: left_out as u32,
        done,
    }
}
