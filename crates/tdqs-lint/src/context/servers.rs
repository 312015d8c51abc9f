//! What is known of the servers of one client together: what their tools are called.

use crate::finding::Location;
use crate::suppression::Suppression;
use crate::{Date, Rule, Severity};

/// What it takes to look at a server beside others: the names of its tools, where they stand, and what settings and
/// suppressions say there of the rules over several servers. Made by [`Linter::names`](crate::Linter::names).
///
/// It borrows nothing, so that the tools themselves can be let go before the next server is read.
#[derive(Debug, Clone)]
pub struct ServerNames {
    pub(crate) server_name: String,
    /// By the number of a profile: the severities of the rules over several servers that are on.
    pub(crate) severities: Vec<Vec<(&'static str, Severity)>>,
    pub(crate) tools: Vec<Named>,
}

/// One tool of a server.
#[derive(Debug, Clone)]
pub(crate) struct Named {
    /// The place of the name.
    pub(crate) location: Location,
    pub(crate) profile: usize,
    /// The suppressions that hold today and name a rule over several servers.
    pub(crate) suppressions: Vec<Suppression>,
}

impl ServerNames {
    /// The server's name.
    #[must_use]
    pub fn server_name(&self) -> &str {
        &self.server_name
    }

    /// Whether nothing is held, because the settings of the server have every rule over several servers off.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }
}

/// The servers of one client.
#[derive(Debug, Clone, Copy)]
pub struct ServersContext<'a> {
    servers: &'a [ServerNames],
}

impl<'a> ServersContext<'a> {
    pub(crate) fn new(servers: &'a [ServerNames]) -> Self {
        Self { servers }
    }

    /// The tools of all servers: server by server, each in its own order.
    pub fn tools(self) -> impl Iterator<Item = NamedTool<'a>> {
        let numbered = self.servers.iter().enumerate();
        numbered.flat_map(|(number, server)| {
            server.tools.iter().map(move |tool| NamedTool { number, server, tool })
        })
    }
}

/// A tool by its name and its server. It is a position, and `Copy`.
#[derive(Debug, Clone, Copy)]
pub struct NamedTool<'a> {
    number: usize,
    server: &'a ServerNames,
    tool: &'a Named,
}

impl<'a> NamedTool<'a> {
    /// The place of the server among those that are looked at together, from 0.
    #[must_use]
    pub fn server(self) -> usize {
        self.number
    }

    /// The server's name.
    #[must_use]
    pub fn server_name(self) -> &'a str {
        &self.server.server_name
    }

    /// The tool's name.
    #[must_use]
    pub fn name(self) -> &'a str {
        &self.tool.location.tool
    }

    /// Where the name stands.
    pub(crate) fn location(self) -> &'a Location {
        &self.tool.location
    }

    /// How grave what a rule finds at the tool is; `None` when the rule is off for it.
    pub(crate) fn severity_of(self, rule: &Rule) -> Option<Severity> {
        let severities = self.server.severities.get(self.tool.profile)?;
        severities.iter().find(|(code, _)| *code == rule.code).map(|(_, severity)| *severity)
    }

    /// The reason and the last day of the suppression that keeps a rule quiet at the tool, if there is one.
    pub(crate) fn suppression_of(self, rule: &Rule) -> Option<(Option<String>, Option<Date>)> {
        let names_it = |entry: &&Suppression| entry.selector.is_some_and(|selector| selector.matches(rule));
        let entry = self.tool.suppressions.iter().find(names_it)?;
        Some((entry.reason.clone(), entry.until))
    }
}
