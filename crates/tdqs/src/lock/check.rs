//! Holding the file against the definitions of the day. Asks nobody.
//!
//! Everything that can be computed again is: hashes, TDQS, rollups, shadow candidates, the hash of what coherence was
//! given on. Every finding counts; there are no warnings among them. A score whose tool is gone is one as well: it is
//! part of the mean that the coherence verdict goes with, and a file that says more than there is misleads its
//! reviewers.

use std::collections::{BTreeMap, HashSet, VecDeque};

use schemars::JsonSchema;
use serde::Serialize;
use tdqs_coherence::Rollup;
use tdqs_llm::JudgeIdentity;
use tdqs_rubric::{Rubric, RubricIdentity, Tenths, Tier};
use tdqs_signals::{InputHash, SpecVersion, ToolSet};

use super::tool_set_hash::tool_set_hash;
use super::{Lock, LockedRollup, LockedServer, LockedTool, are_same_prompts};
use crate::PreparedServer;

/// What the scores in a file have to be, beyond being of the definitions of the day.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Requirements {
    /// The edition; `None` takes that of the file.
    pub edition: Option<SpecVersion>,
    /// The judges that will do. By default the offline judge of this version, where it is built in, and any language
    /// model that works by the prompts that are shipped.
    pub judges: Vec<AcceptedJudge>,
    /// The lowest overall score that a server may have.
    pub server_bar: Option<Tenths>,
    /// The lowest TDQS that a tool may have.
    pub tool_bar: Option<Tenths>,
}

/// A judge whose scores will do.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "callers say what they expect with a literal")]
pub struct AcceptedJudge {
    /// Its name; `None` takes any.
    pub name: Option<String>,
    /// The prompts it works by; `None` for a judge that reads none.
    pub rubric: Option<RubricIdentity>,
}

/// What came of a check. Says the same of the same file and definitions, every time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CheckReport {
    /// The edition of the scores in the file.
    pub spec_version: SpecVersion,
    /// Who gave them.
    pub judge: JudgeIdentity,
    /// The servers that were checked, in the order in which they were given.
    pub servers: Vec<CheckedServer>,
    /// What does not hold. Empty when all does.
    pub findings: Vec<Finding>,
    /// Servers in the file that were not among those to check.
    pub not_checked: Vec<String>,
}

/// A server's scores, computed from those in the file that are of its present definitions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CheckedServer {
    /// Its name.
    pub name: String,
    /// How many tools it lists, broken ones included.
    pub tool_count: usize,
    /// How many of them have a score.
    pub scored_tool_count: usize,
    /// The scores.
    #[serde(flatten)]
    pub rollup: LockedRollup,
    /// The letter of the overall score.
    pub overall_tier: Option<Tier>,
}

/// Something that does not hold.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Finding {
    /// What kind of thing.
    pub kind: FindingKind,
    /// The server it is about; absent when it is about the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    /// The tool it is about; absent when it is about the server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// What was found and what was expected.
    pub message: String,
}

/// The kinds of [`Finding`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum FindingKind {
    /// The scores are of another edition.
    OtherEdition,
    /// The scores are of another judge, or of a version of it that is no more.
    OtherJudge,
    /// The scores were given by other prompts.
    OtherRubric,
    /// Two servers have one name, and scores are kept by name.
    RepeatedServer,
    /// A server has no scores.
    MissingServer,
    /// A tool has no score.
    MissingTool,
    /// A tool's score is of another definition.
    ChangedTool,
    /// The tool of a score is no more.
    RemovedTool,
    /// A tool set has no coherence verdict.
    MissingCoherence,
    /// A coherence verdict was given on another tool set.
    ChangedToolSet,
    /// A TDQS is not what its six scores give.
    WrongTdqs,
    /// A rollup is not what its scores give.
    WrongRollup,
    /// A tool's TDQS is below the bar.
    ToolBelowBar,
    /// A server's overall score is below the bar.
    ServerBelowBar,
    /// A server has no overall score to hold against the bar.
    NoOverallScore,
}

impl Default for Requirements {
    fn default() -> Self {
        #[cfg(feature = "offline")]
        let offline = Some(AcceptedJudge { name: Some(tdqs_offline::NAME.to_owned()), rubric: None });
        #[cfg(not(feature = "offline"))]
        let offline = None;
        let model = AcceptedJudge { name: None, rubric: Some(Rubric::default().identity()) };
        let judges = offline.into_iter().chain([model]).collect();
        Self { edition: None, judges, server_bar: None, tool_bar: None }
    }
}

impl CheckReport {
    /// Whether everything holds.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }
}

impl Lock {
    /// Holds the scores against definitions, by server name, and against requirements.
    #[must_use]
    pub fn check(&self, servers: &[(&str, &ToolSet)], requirements: &Requirements) -> CheckReport {
        let mut findings = Vec::new();
        self.check_identity(requirements, &mut findings);
        let mut names = HashSet::new();
        let mut checked = Vec::with_capacity(servers.len());
        for (name, set) in servers {
            let mut check = ServerCheck { server: name, findings: &mut findings };
            if !names.insert(*name) {
                let message = "another server has the same name, and scores are kept by the server's name";
                check.find(FindingKind::RepeatedServer, None, message.to_owned());
                continue;
            }
            checked.push(check.run(self.server(name), set, self.spec_version, requirements));
        }
        let unnamed = self.servers.iter().filter(|server| !names.contains(server.name.as_str()));
        CheckReport {
            spec_version: self.spec_version,
            judge: self.judge.clone(),
            servers: checked,
            not_checked: unnamed.map(|server| server.name.clone()).collect(),
            findings,
        }
    }

    fn check_identity(&self, requirements: &Requirements, findings: &mut Vec<Finding>) {
        let mut find = |kind, message| findings.push(Finding { kind, server: None, tool: None, message });
        if let Some(edition) = requirements.edition.filter(|edition| *edition != self.spec_version) {
            let message =
                format!("the scores are of edition {}, expected those of {edition}", self.spec_version);
            find(FindingKind::OtherEdition, message);
        }
        let judge = &self.judge;
        let by_name: Vec<&AcceptedJudge> =
            requirements.judges.iter().filter(|accepted| accepted.is_named_as(judge)).collect();
        if by_name.is_empty() {
            let expected: Vec<String> = requirements.judges.iter().map(AcceptedJudge::to_string).collect();
            let message =
                format!("the scores are of `{}`, expected those of {}", judge.name, expected.join(" or "));
            find(FindingKind::OtherJudge, message);
            return;
        }
        let mut differences: Vec<String> = Vec::new();
        for accepted in by_name {
            let (Some(expected), Some(found)) = (&accepted.rubric, &judge.rubric) else { return };
            if are_same_prompts(expected, found) {
                return;
            }
            differences.push(difference(found, expected));
        }
        let message = format!("the scores were given by other prompts: {}", differences.join("; or "));
        find(FindingKind::OtherRubric, message);
    }
}

/// Which of two rubrics' prompts differ.
fn difference(found: &RubricIdentity, expected: &RubricIdentity) -> String {
    let pairs = [
        ("tool", &found.tool_prompt_sha256, &expected.tool_prompt_sha256),
        ("coherence", &found.coherence_prompt_sha256, &expected.coherence_prompt_sha256),
    ];
    let differing = pairs.into_iter().filter(|(_, found, expected)| found != expected);
    let told = differing.map(|(which, found, expected)| {
        format!("the SHA-256 of the {which} prompt is {found}, expected {expected}")
    });
    told.collect::<Vec<_>>().join(", ")
}

impl AcceptedJudge {
    fn is_named_as(&self, judge: &JudgeIdentity) -> bool {
        self.rubric.is_some() == judge.rubric.is_some()
            && self.name.as_ref().is_none_or(|name| *name == judge.name)
    }
}

impl std::fmt::Display for AcceptedJudge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (&self.name, &self.rubric) {
            (Some(name), None) => write!(f, "`{name}`"),
            (Some(name), Some(_)) => write!(f, "the language model `{name}`"),
            (None, Some(_)) => f.write_str("a language model"),
            (None, None) => f.write_str("a judge without prompts"),
        }
    }
}

struct ServerCheck<'c> {
    server: &'c str,
    findings: &'c mut Vec<Finding>,
}

impl ServerCheck<'_> {
    fn find(&mut self, kind: FindingKind, tool: Option<&str>, message: String) {
        self.findings.push(Finding {
            kind,
            server: Some(self.server.to_owned()),
            tool: tool.map(str::to_owned),
            message,
        });
    }

    fn run(
        &mut self,
        locked: Option<&LockedServer>,
        set: &ToolSet,
        edition: SpecVersion,
        requirements: &Requirements,
    ) -> CheckedServer {
        let mut tdqs = Vec::new();
        match locked {
            None => self.find(FindingKind::MissingServer, None, "the server has no scores".to_owned()),
            Some(locked) => {
                for tool in self.tools(locked, set) {
                    let score = tool.recomputed_tdqs();
                    if let Some(bar) = requirements.tool_bar.filter(|bar| score < *bar) {
                        let message = format!("the TDQS is {score}, below the bar of {bar}");
                        self.find(FindingKind::ToolBelowBar, Some(&tool.name), message);
                    }
                    tdqs.push(score);
                }
                self.coherence(locked, set, edition);
                self.sums(locked);
            }
        }
        let rollup = Rollup::of(&tdqs, set.len(), locked.and_then(LockedServer::coherence_scores));
        if let Some(bar) = requirements.server_bar.filter(|_| locked.is_some()) {
            match rollup.overall_score {
                Some(score) if score >= bar => {}
                Some(score) => {
                    let message = format!("the overall score is {score}, below the bar of {bar}");
                    self.find(FindingKind::ServerBelowBar, None, message);
                }
                None => {
                    let reason = match rollup.description_quality_score {
                        None => rollup.coverage().to_string(),
                        Some(_) => "coherence was not judged".to_owned(),
                    };
                    let message =
                        format!("there is no overall score to hold against the bar of {bar}: {reason}");
                    self.find(FindingKind::NoOverallScore, None, message);
                }
            }
        }
        CheckedServer {
            name: self.server.to_owned(),
            tool_count: set.len(),
            scored_tool_count: tdqs.len(),
            rollup: LockedRollup::of(&rollup),
            overall_tier: rollup.overall_tier(),
        }
    }

    /// The scores of the present definitions, in the server's order.
    fn tools<'l>(&mut self, locked: &'l LockedServer, set: &ToolSet) -> Vec<&'l LockedTool> {
        let mut by_definition: BTreeMap<(&str, InputHash), VecDeque<&LockedTool>> = BTreeMap::new();
        for tool in &locked.tools {
            by_definition.entry((&tool.name, tool.input_hash)).or_default().push_back(tool);
        }
        let mut present = Vec::new();
        let mut unscored: Vec<(&str, InputHash)> = Vec::new();
        for tool in set.tools() {
            let definition = (tool.name.as_str(), InputHash::of(tool));
            match by_definition.get_mut(&definition).and_then(VecDeque::pop_front) {
                Some(score) => present.push(score),
                None => unscored.push(definition),
            }
        }
        let mut left: BTreeMap<&str, VecDeque<InputHash>> = BTreeMap::new();
        for ((name, hash), tools) in by_definition {
            left.entry(name).or_default().extend(tools.iter().map(|_| hash));
        }
        for (name, hash) in unscored {
            match left.get_mut(name).and_then(VecDeque::pop_front) {
                Some(scored) => {
                    let message = format!(
                        "the definition changed since it was scored: its inputHash is {hash}, the score is of {scored}"
                    );
                    self.find(FindingKind::ChangedTool, Some(name), message);
                }
                None => {
                    let message = format!("the definition with inputHash {hash} has no score");
                    self.find(FindingKind::MissingTool, Some(name), message);
                }
            }
        }
        // What was not read may be there all the same.
        if set.rejected.is_empty() && !set.is_incomplete() {
            for (name, hash) in
                left.into_iter().flat_map(|(name, left)| left.into_iter().map(move |hash| (name, hash)))
            {
                let message = format!(
                    "the server does not list the definition with inputHash {hash}, whose score is in the file"
                );
                self.find(FindingKind::RemovedTool, Some(name), message);
            }
        }
        present
    }

    fn coherence(&mut self, locked: &LockedServer, set: &ToolSet, edition: SpecVersion) {
        let Some(coherence) = &locked.coherence else {
            let message = "the tool set has no coherence verdict".to_owned();
            return self.find(FindingKind::MissingCoherence, None, message);
        };
        let prepared = PreparedServer::new(self.server, set, edition);
        if tool_set_hash(&prepared, locked.recomputed_rollup().mean_tdqs) != coherence.tool_set_sha256 {
            let message = "the coherence verdict was given on other names, descriptions, costs or shadow candidates, \
                           or beside another mean TDQS";
            self.find(FindingKind::ChangedToolSet, None, message.to_owned());
        }
    }

    /// Numbers that follow from others in the file.
    fn sums(&mut self, locked: &LockedServer) {
        for tool in &locked.tools {
            let given = tool.recomputed_tdqs();
            if given != tool.tdqs {
                let message =
                    format!("the file says a TDQS of {}, and the six scores give {given}", tool.tdqs);
                self.find(FindingKind::WrongTdqs, Some(&tool.name), message);
            }
        }
        let (said, given) = (&locked.rollup, locked.recomputed_rollup());
        for (field, said, given) in [
            ("overallScore", said.overall_score, given.overall_score),
            ("descriptionQualityScore", said.description_quality_score, given.description_quality_score),
            ("coherenceScore", said.coherence_score, given.coherence_score),
            ("meanTdqs", said.mean_tdqs, given.mean_tdqs),
            ("minTdqs", said.min_tdqs, given.min_tdqs),
        ] {
            if said != given {
                let shown = |score: Option<Tenths>| {
                    score.map_or_else(|| "null".to_owned(), |score| score.to_string())
                };
                let message =
                    format!("the file says `{field}` {}, and its scores give {}", shown(said), shown(given));
                self.find(FindingKind::WrongRollup, None, message);
            }
        }
    }
}
