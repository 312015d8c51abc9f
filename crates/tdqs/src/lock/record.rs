//! Writing the scores of a run into the file, so that nothing good is lost or misrepresented.
//!
//! - A tool that has a new score gets it. The scores of its earlier definitions go.
//! - A tool that was not looked at, or that the judge failed on, keeps what it has. If its definition changed, the
//!   score still says by its hash which definition it is of, and a check says that the new one has none.
//! - The score of a tool that the server lists no more goes when the whole server was looked at and its list was read
//!   whole. Otherwise it stays: the tool may stand on a page that is missing or be the entry that could not be read.
//! - Coherence that was not judged anew stays, and so does the hash of what it was given on.
//! - Servers that were not looked at stay as they were.
//! - Scores of another judge, rubric or edition compare with none of the new ones and cannot stand beside them. They
//!   are replaced by a run that makes all of them anew, and by no other.

use std::collections::{BTreeMap, HashMap, HashSet};

use tdqs_llm::JudgeIdentity;
use tdqs_rubric::ToolScore;
use tdqs_signals::{InputHash, SpecVersion, ToolSet};

use super::tool_set_hash::tool_set_hash;
use super::{Lock, LockedCoherence, LockedRisk, LockedRollup, LockedServer, LockedTool};
use crate::{PreparedServer, ScoreReport, Stage};

/// Why the scores of a run cannot be written into a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// Two servers of the run have one name, and scores are kept by name.
    #[error(
        "two servers are called `{name}`, and scores are kept by the server's name; give one of them another"
    )]
    RepeatedServer {
        /// The name.
        name: String,
    },
    /// The file holds scores that do not compare with the new ones, and the run does not replace all of them.
    #[error(
        "the file holds scores of `{judge}` in edition {edition}, which do not compare with the new ones, and {reason}; \
         score all of it at once, or write to another file"
    )]
    WouldLose {
        /// The judge of the scores in the file.
        judge: String,
        /// Their edition.
        edition: SpecVersion,
        /// What the run does not replace.
        reason: String,
    },
}

impl Lock {
    /// Writes the scores of a run into the file: the tool sets as they were read, and what was said of them. An empty
    /// run changes nothing.
    ///
    /// # Errors
    ///
    /// When two servers have one name, or scores of another judge would be lost. Then nothing was changed.
    pub fn record(&mut self, run: &[(&ToolSet, &ScoreReport)]) -> Result<(), RecordError> {
        let Some((_, first)) = run.first() else { return Ok(()) };
        let names: Vec<&str> = run.iter().map(|(_, report)| report.server.name.as_str()).collect();
        self.expect_room_for(first.spec_version, &first.judge, &names, true)?;
        if !self.compares_with(first.spec_version, &first.judge) {
            let unfinished = run.iter().find(|(set, report)| !is_finished(set, report));
            if let Some((_, report)) = unfinished.filter(|_| !self.servers.is_empty()) {
                return Err(self.would_lose(format!("not everything of `{}` was scored", report.server.name)));
            }
            *self = Self::new(first.spec_version, first.judge.clone());
        }
        let earlier = std::mem::take(&mut self.servers);
        let mut servers: BTreeMap<String, LockedServer> =
            earlier.into_iter().map(|server| (server.name.clone(), server)).collect();
        for (set, report) in run {
            let earlier = servers.remove(&report.server.name);
            if let Some(server) = recorded(earlier, set, report) {
                servers.insert(server.name.clone(), server);
            }
        }
        self.servers = servers.into_values().collect();
        self.sort();
        Ok(())
    }

    /// Checks before a run that its scores can be written: what a run would not replace is known before anything is paid
    /// for. `is_whole` says that every tool of the servers is looked at.
    ///
    /// # Errors
    ///
    /// As [`record`](Self::record).
    pub fn expect_room_for(
        &self,
        edition: SpecVersion,
        judge: &JudgeIdentity,
        servers: &[&str],
        is_whole: bool,
    ) -> Result<(), RecordError> {
        let mut names = HashSet::new();
        if let Some(name) = servers.iter().find(|name| !names.insert(**name)) {
            return Err(RecordError::RepeatedServer { name: (*name).to_owned() });
        }
        if self.servers.is_empty() || self.compares_with(edition, judge) {
            return Ok(());
        }
        if let Some(server) = self.servers.iter().find(|server| !names.contains(server.name.as_str())) {
            return Err(self.would_lose(format!("`{}` is not scored now", server.name)));
        }
        if is_whole { Ok(()) } else { Err(self.would_lose("not every tool is scored now".to_owned())) }
    }

    fn would_lose(&self, reason: String) -> RecordError {
        RecordError::WouldLose { judge: self.judge.name.clone(), edition: self.spec_version, reason }
    }
}

/// What the file says of a server after a run; `None` when there is no score of it, old or new.
fn recorded(earlier: Option<LockedServer>, set: &ToolSet, report: &ScoreReport) -> Option<LockedServer> {
    let mut tools: Vec<LockedTool> = report.tools.iter().map(locked_tool).collect();
    let (earlier_tools, earlier_coherence) =
        earlier.map(|server| (server.tools, server.coherence)).unwrap_or_default();
    tools.extend(kept(earlier_tools, set, report));
    let mut server = LockedServer {
        name: report.server.name.clone(),
        tool_count: set.len(),
        rollup: LockedRollup::default(),
        coherence: earlier_coherence,
        tools,
    };
    if let Some(scores) = report.server_score.coherence() {
        let prepared = PreparedServer::new(&server.name, set, report.spec_version);
        let risks = report.server_score.shadowing_risks.iter();
        server.coherence = Some(LockedCoherence {
            tool_set_sha256: tool_set_hash(&prepared, server.recomputed_rollup().mean_tdqs),
            scores,
            shadowing_risks: risks
                .map(|risk| LockedRisk {
                    tool: risk.tool.clone(),
                    cheaper_sibling: risk.cheaper_sibling.clone(),
                })
                .collect(),
        });
    }
    server.rollup = server.recomputed_rollup();
    (!server.tools.is_empty() || server.coherence.is_some()).then_some(server)
}

fn locked_tool(tool: &ToolScore) -> LockedTool {
    LockedTool {
        name: tool.name.clone(),
        input_hash: tool.context_signals.input_hash,
        tdqs: tool.tdqs,
        scores: tool.scores,
        flags: tool.flags.clone(),
    }
}

/// Whether every entry of the list was read, every tool scored and the set judged.
fn is_finished(set: &ToolSet, report: &ScoreReport) -> bool {
    report.is_complete() && !set.is_incomplete() && report.tools.len() == set.tools().len()
}

/// The earlier scores that stay beside the new ones.
fn kept(earlier: Vec<LockedTool>, set: &ToolSet, report: &ScoreReport) -> impl Iterator<Item = LockedTool> {
    let new: HashSet<(String, InputHash)> =
        report.tools.iter().map(|tool| (tool.name.clone(), tool.context_signals.input_hash)).collect();
    // By name, how many definitions the server lists and how many of them have no new score.
    let mut unscored: HashMap<String, usize> = HashMap::new();
    for tool in set.tools() {
        *unscored.entry(tool.name.clone()).or_default() += 1;
    }
    for tool in &report.tools {
        if let Some(count) = unscored.get_mut(&tool.name) {
            *count = count.saturating_sub(1);
        }
    }
    let failed = report.failures.iter().filter(|failure| failure.stage == Stage::Tool).count();
    let was_looked_at_whole = report.tools.len() + failed == set.tools().len();
    let was_read_whole = set.rejected.is_empty() && !set.is_incomplete();
    let forgets_unlisted = was_looked_at_whole && was_read_whole;
    earlier.into_iter().filter(move |tool| match unscored.get(&tool.name) {
        Some(0) => false,
        Some(_) => !new.contains(&(tool.name.clone(), tool.input_hash)),
        None => !forgets_unlisted,
    })
}
