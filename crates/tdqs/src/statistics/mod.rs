//! The figures that the specification publishes of its registry, over any number of tools and servers.
//!
//! One pass, in any order, and in parts that are merged afterwards: scores are whole tenths and whole numbers from 1 to
//! 5, so counting them loses nothing, and what is kept does not grow with the tools (but for one sum for each number of
//! tools that a server has). Everything is computed in whole numbers and rounded half up once, at the end.
//!
//! ```
//! use tdqs::statistics::{ServerFigures, Statistics, ToolFigures};
//! use tdqs::rubric::{PerDimension, Score, Tenths};
//!
//! let mut statistics = Statistics::default();
//! for score in [2, 3, 5] {
//!     let scores = PerDimension::from_fn(|_| Score::clamped(score));
//!     statistics.add_tool(ToolFigures { scores, flags: &[] });
//! }
//! statistics.add_server(&ServerFigures::of(&[20, 30, 50].map(Tenths::new), 4, None));
//! let report = statistics.report();
//! assert_eq!(report.tools.mean_tdqs.unwrap().to_string(), "3.33");
//! assert_eq!(report.tools.passing.percent.unwrap().to_string(), "66.67");
//! assert_eq!(report.servers.mean_gap.value.unwrap().to_string(), "1.33");
//! ```
//!
//! # What each figure is of
//!
//! Tools: every tool that was added, superseded versions included where they were added. TDQS is computed from the six
//! scores. A percentile is by nearest rank: the lowest TDQS such that at least so many per cent of the tools have it or
//! a lower one; the median is the 50th. A tool with several smells, or with a flag twice, counts once.
//!
//! Servers: coverage is the scored among all listed tools of the servers that were added. The gap from the mean to the
//! lowest TDQS, and the share of servers with a tool a full point below their mean, are of the servers with a scored
//! tool, by their exact means. Each score is of the servers that have it: description quality needs 80% of the tools
//! scored, the overall score coherence as well. Shadow candidates are of all servers, because the prefilter needs no
//! score; confirmed risks are of those whose coherence was judged.
//!
//! Specification: "TDQS across the registry".

mod figures;
mod report;
mod servers;
mod tools;

#[cfg(test)]
mod tests;

use self::servers::Servers;
use self::tools::Tools;
use crate::ScoreReport;

pub use self::figures::{Hundredths, Mean, Share};
pub use self::report::{
    CoherenceDimensionStatistics, DimensionStatistics, FlagStatistics, ServerStatistics, StatisticsReport,
    TierStatistics, ToolStatistics,
};
pub use self::servers::ServerFigures;
pub use self::tools::ToolFigures;

/// What was counted so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Statistics {
    tools: Tools,
    servers: Servers,
}

impl Statistics {
    /// Counts a tool.
    pub fn add_tool<'t>(&mut self, tool: impl Into<ToolFigures<'t>>) {
        self.tools.add(&tool.into());
    }

    /// Counts a server. Its tools are not counted with it: they may have been scored more often than they are
    /// listed now.
    pub fn add_server(&mut self, server: &ServerFigures) {
        self.servers.add(server);
    }

    /// Counts a server of a report and its tools. A report does not say whether the prefilter found a pair that it
    /// did not confirm, so the caller does.
    pub fn add_report(&mut self, report: &ScoreReport, has_shadow_candidate: bool) {
        self.extend(report.tools.iter().map(ToolFigures::from));
        self.add_server(&ServerFigures::of_report(report).with_shadow_candidate(has_shadow_candidate));
    }

    /// Adds what another part of the pass counted.
    pub fn merge(&mut self, other: &Self) {
        self.tools.merge(&other.tools);
        self.servers.merge(&other.servers);
    }

    /// The figures.
    #[must_use]
    pub fn report(&self) -> StatisticsReport {
        StatisticsReport { tools: self.tools.report(), servers: self.servers.report() }
    }
}

impl<'t> Extend<ToolFigures<'t>> for Statistics {
    fn extend<I: IntoIterator<Item = ToolFigures<'t>>>(&mut self, tools: I) {
        tools.into_iter().for_each(|tool| self.add_tool(tool));
    }
}

impl Extend<ServerFigures> for Statistics {
    fn extend<I: IntoIterator<Item = ServerFigures>>(&mut self, servers: I) {
        servers.into_iter().for_each(|server| self.add_server(&server));
    }
}
