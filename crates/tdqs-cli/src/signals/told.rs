//! Which servers were read: of a few each is told, of a registry how many they are.

use crate::counted::counted;
use crate::outcome::say;

/// Servers that are told one by one.
const TOLD: usize = 20;

/// What was told so far, and what is left to be summed up.
#[derive(Debug, Default)]
pub(super) struct Told {
    servers: usize,
    tools_of_others: usize,
}

impl Told {
    /// Tells of a server, or keeps it for the sum.
    pub(super) fn server(&mut self, tools: usize, head: impl FnOnce() -> String) {
        self.servers += 1;
        if self.servers <= TOLD {
            say(&head());
        } else {
            self.tools_of_others += tools;
        }
    }

    /// Tells how many more servers there were.
    pub(super) fn others(&self) {
        let others = self.servers.saturating_sub(TOLD);
        if others > 0 {
            let tools = counted(self.tools_of_others, "tool");
            say(&format!("Read {tools} of {}", counted(others, "more server")));
        }
    }
}
