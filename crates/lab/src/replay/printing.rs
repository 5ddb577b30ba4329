//! Tools of Kafka's, as the engine's console prints them.

use replication::base::id::BrokerId;
use scenario::printed::{Printout, admin, look, reassignment};
use serde_json::{Value, json};

use super::{Outcome, PATIENCE, Replay, Unsupported};
use crate::act::Act;
use crate::tool::{Tool, request};
use crate::tool_text::exit;

impl Replay {
    /// Runs a tool, or what stands for it here, to its end.
    pub(super) fn tool(&mut self, tool: &Tool) -> Outcome<Value> {
        let printout = match tool {
            Tool::Ask { act } => self.asking_tool(act)?,
            looking => looking
                .printed()
                .and_then(|printed| look(self.cluster(), &printed))
                .ok_or_else(|| Unsupported(format!("{looking:?}")))?,
        };
        let printed: Vec<&str> = printout.output.lines().collect();
        Ok(json!({"command": printout.command, "printed": printed, "exit": exit(&printed)}))
    }

    fn asking_tool(&mut self, act: &Act) -> Outcome<Printout> {
        let unsupported = || Unsupported(act.name());
        let request = request(act).ok_or_else(unsupported)?;
        let before = self.cluster().clone();
        if let Act::ReassignPlan { plan, additional, .. } = act {
            let targets = plan.values().flatten().flatten().copied().map(BrokerId);
            if let Some(output) = reassignment::refused(&before, targets, *additional) {
                let under_way = *additional && reassignment::any_under_way(&before);
                let command = admin::command(&request, &[], under_way).ok_or_else(unsupported)?;
                return Ok(Printout {
                    command,
                    output,
                    done: true,
                });
            }
        }
        let client = self.client();
        let tag = self.send(client, self.controller, request.clone());
        self.run_until_answered(tag, PATIENCE);
        let answer = self.answers.remove(&tag);
        self.learn_partitions(act);
        admin::answered(&request, &before, answer.as_ref()).ok_or_else(unsupported)
    }
}
