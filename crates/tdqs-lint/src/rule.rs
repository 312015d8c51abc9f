//! What a rule is: one value that the check, the documentation and every output read from.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::context::{PhraseMatch, ServersContext, SetContext, ToolContext};
use crate::findings::Findings;
use crate::rates::COUNTS;
use crate::servers::ServersFindings;
use crate::{Aspect, Severity};

/// A rule: what it finds, why that matters, and how it is found.
///
/// Each is one file with one `RULE`. The reference page, `tdqs rule CODE` and `tdqs rules` are made of these values,
/// and a test holds every rule's check against its own examples.
#[derive(Debug)]
#[expect(
    clippy::exhaustive_structs,
    reason = "a rule is written as a literal, so that none of it can be forgotten"
)]
pub struct Rule {
    /// What the rule is called by for ever, such as `TDQS101`. The first digit is the group.
    pub code: &'static str,
    /// The same for people, in kebab case, named after the defect: `no-description`.
    pub name: &'static str,
    /// What is wrong where the rule finds something, in one line.
    pub summary: &'static str,
    /// Why it matters, and what is done about it. Markdown.
    pub why: &'static str,
    /// Where that is known from: sections of the specification, studies, the protocol.
    pub sources: &'static [&'static str],
    /// How grave its findings are, unless the settings say otherwise.
    pub severity: Severity,
    /// Whether it is looked for without being selected.
    pub is_on_by_default: bool,
    /// The dimension that its findings cost; `None` where no score is at stake.
    pub aspect: Option<Aspect>,
    /// Whether a finding comes with a fix.
    pub mending: Mending,
    /// JSON of a tool, of a list of tools, or of a list of servers, in which the rule finds something; at least two.
    pub bad: &'static [&'static str],
    /// The same in which it finds nothing; at least two.
    pub good: &'static [&'static str],
    /// How it is found.
    pub check: Check,
}

impl Rule {
    /// In how many of the tools that were [measured](crate::MEASURED) the rule found something; `None` when it has not
    /// been measured yet.
    #[must_use]
    pub fn measured(&self) -> Option<u32> {
        COUNTS.iter().find(|(code, _)| *code == self.code).map(|(_, count)| *count)
    }
}

/// What rules were measured over: captures of public servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Measured {
    /// How many servers.
    pub servers: u32,
    /// How many tools they list.
    pub tools: u32,
}

/// Whether and how findings of a rule can be mended by the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Mending {
    /// Only the author knows what is right.
    Manual,
    /// The fix changes nothing that an agent or a caller relies on.
    Safe,
    /// The fix may change what the definition says or accepts.
    Unsafe,
}

/// How a rule looks at definitions.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Check {
    /// At one tool at a time.
    Tool(fn(&ToolContext<'_>, &mut Findings<'_>)),
    /// At every place in the texts of a tool where one of the phrases stands as whole words, whatever the case of
    /// ASCII letters. All such rules share one search.
    Phrases {
        /// What is looked for.
        phrases: &'static [&'static str],
        /// Called at each place, in the order of the texts.
        found: fn(&PhraseMatch<'_>, &mut Findings<'_>),
    },
    /// At the tools of a server together.
    Set(fn(&SetContext<'_>, &mut Findings<'_>)),
    /// At the tools of a server together, with one finding about all of them, which stands at the first that it concerns.
    WholeSet(fn(&SetContext<'_>, &mut Findings<'_>)),
    /// At the tools of several servers together, by their names. [`lint_servers`](crate::lint_servers) looks.
    Servers(fn(ServersContext<'_>, &mut ServersFindings<'_>)),
    /// Not at definitions: the findings are about suppressions, and the linter itself makes them.
    Suppressions,
}

impl fmt::Debug for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tool(_) => "Tool",
            Self::Phrases { .. } => "Phrases",
            Self::Set(_) => "Set",
            Self::WholeSet(_) => "WholeSet",
            Self::Servers(_) => "Servers",
            Self::Suppressions => "Suppressions",
        })
    }
}
