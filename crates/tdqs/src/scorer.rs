//! The pipeline.
//!
//! Signals and gates of every tool first; then the judge is asked about tools and tool sets, so many at a
//! time, and whatever it answers is kept the moment it arrives. A failure is one entry in the report. The
//! rest of the run goes on, unless every other question would meet the same end.
//!
//! Specification: "Scoring pipeline", "Running TDQS at scale". Decisions: "Model answers".

use std::collections::HashSet;
use std::fmt;
use std::future::Future;
use std::pin::pin;

use futures_util::future::{Either, pending, select};
use futures_util::stream::{self, Stream, StreamExt, select as select_streams};
use tdqs_coherence::{CostedTool, Impact, Rollup, confirm, shadow_candidates};
use tdqs_llm::{Judge, JudgeError, ServerQuestion, ToolQuestion, Usage, Verdict};
use tdqs_rubric::{
    CoherenceAnswer, HardGates, ListedTool, ServerFlag, ShadowCandidate, Tenths, ToolAnswer, ToolScore,
};
use tdqs_signals::{ContextSignals, SpecVersion, ToolDefinition, ToolSet};

use crate::report::{Failure, ScoreReport, ServerScore, ServerSummary, Stage};

/// How many tools are judged at a time unless told otherwise: what the specification's registry runs with.
pub const TOOL_CONCURRENCY: usize = 40;

/// How many tool sets are judged at a time unless told otherwise.
pub const SERVER_CONCURRENCY: usize = 30;

/// Scores tools and servers with a judge.
pub struct Scorer<J> {
    judge: J,
    edition: SpecVersion,
    tool_concurrency: usize,
    server_concurrency: usize,
    runs: usize,
    selects: Box<dyn Fn(&str) -> bool + Send + Sync>,
    on_event: Box<dyn Fn(&Event<'_>) + Send + Sync>,
}

/// What happens during a run, for whoever shows its progress.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Event<'e> {
    /// A tool has its score.
    ToolScored {
        /// The server's name.
        server: &'e str,
        /// The score.
        score: &'e ToolScore,
    },
    /// A tool has none.
    ToolFailed {
        /// The server's name.
        server: &'e str,
        /// The tool's name.
        tool: &'e str,
        /// Why.
        error: &'e JudgeError,
    },
    /// A tool set was judged.
    ServerJudged {
        /// The server's name.
        server: &'e str,
    },
    /// A tool set could not be judged.
    ServerFailed {
        /// The server's name.
        server: &'e str,
        /// Why.
        error: &'e JudgeError,
    },
}

/// What a run would ask.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Estimate {
    /// Questions about tools, every run of a tool counted.
    pub tool_calls: usize,
    /// Questions about tool sets.
    pub server_calls: usize,
    /// Bytes of all user messages together.
    pub message_bytes: usize,
}

/// A tool has no score.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{tool}` was not scored: {error}")]
#[non_exhaustive]
pub struct ToolFailed {
    /// The tool's name.
    pub tool: String,
    /// Why.
    #[source]
    pub error: JudgeError,
}

impl<J> fmt::Debug for Scorer<J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scorer")
            .field("edition", &self.edition)
            .field("tool_concurrency", &self.tool_concurrency)
            .field("server_concurrency", &self.server_concurrency)
            .field("runs", &self.runs)
            .finish_non_exhaustive()
    }
}

impl<J: Judge> Scorer<J> {
    /// A scorer in the default edition, at the specification's concurrency.
    #[must_use]
    pub fn new(judge: J) -> Self {
        Self {
            judge,
            edition: SpecVersion::default(),
            tool_concurrency: TOOL_CONCURRENCY,
            server_concurrency: SERVER_CONCURRENCY,
            runs: 1,
            selects: Box::new(|_| true),
            on_event: Box::new(|_| {}),
        }
    }

    /// Follows an edition of the specification.
    #[must_use]
    pub fn with_edition(mut self, edition: SpecVersion) -> Self {
        self.edition = edition;
        self
    }

    /// Judges at most so many tools at a time; at least one.
    #[must_use]
    pub fn with_tool_concurrency(mut self, tools: usize) -> Self {
        self.tool_concurrency = tools.max(1);
        self
    }

    /// Judges at most so many tool sets at a time; at least one.
    #[must_use]
    pub fn with_server_concurrency(mut self, servers: usize) -> Self {
        self.server_concurrency = servers.max(1);
        self
    }

    /// Judges every tool so many times and takes the lower median of each dimension; at least once.
    #[must_use]
    pub fn with_runs(mut self, runs: usize) -> Self {
        self.runs = runs.max(1);
        self
    }

    /// Scores only the tools whose name the function selects. The others stay siblings. A server of which
    /// not every tool is selected is not judged as a whole.
    #[must_use]
    pub fn with_selection(mut self, selects: impl Fn(&str) -> bool + Send + Sync + 'static) -> Self {
        self.selects = Box::new(selects);
        self
    }

    /// Tells of what happens, as it happens. The function is called between answers and should be quick.
    #[must_use]
    pub fn on_event(mut self, on_event: impl Fn(&Event<'_>) + Send + Sync + 'static) -> Self {
        self.on_event = Box::new(on_event);
        self
    }

    /// The judge.
    #[must_use]
    pub fn judge(&self) -> &J {
        &self.judge
    }

    /// What scoring these servers would ask.
    #[must_use]
    pub fn estimate(&self, servers: &[(&str, &ToolSet)]) -> Estimate {
        let prepared = self.prepare(servers);
        let mut estimate = Estimate::default();
        for server in &prepared {
            let asked =
                server.tools.iter().filter(|tool| tool.is_selected && !tool.gates.settles_the_score());
            for tool in asked {
                estimate.tool_calls += self.runs;
                estimate.message_bytes +=
                    self.runs * tool.question(&tool.siblings(), self.edition).message().len();
            }
            if server.is_judged() {
                estimate.server_calls += 1;
                estimate.message_bytes += server.question(&server.listed(), self.edition).message().len();
            }
        }
        estimate
    }

    /// Scores one tool. `siblings` are the names of its server's other tools, in the server's order.
    ///
    /// # Errors
    ///
    /// When the judge gives no verdict.
    pub async fn score_tool(
        &self,
        tool: &ToolDefinition,
        siblings: &[&str],
    ) -> Result<ToolScore, ToolFailed> {
        let gates = HardGates::of(tool);
        let signals = ContextSignals::of(tool, self.edition);
        let question = ToolQuestion { tool, signals: &signals, siblings, edition: self.edition };
        let verdict = self.ask_about_tool(question, gates).await;
        let runs = verdict.map_err(|error| ToolFailed { tool: tool.name.clone(), error })?;
        Ok(scored(tool, gates, signals, runs.answer))
    }

    /// Scores a server: every tool, then the set, then the rollup.
    pub async fn score_server(&self, name: &str, set: &ToolSet) -> ScoreReport {
        let mut reports = self.score_servers(&[(name, set)]).await;
        reports.swap_remove(0)
    }

    /// Scores many servers at once; the reports come in the servers' order.
    pub async fn score_servers(&self, servers: &[(&str, &ToolSet)]) -> Vec<ScoreReport> {
        self.score_servers_until(servers, pending()).await
    }

    /// Scores many servers until they are done or `stop` is: then requests in flight are dropped, what is
    /// finished is reported, and the rest is in the reports' failures.
    pub async fn score_servers_until(
        &self,
        servers: &[(&str, &ToolSet)],
        stop: impl Future<Output = ()>,
    ) -> Vec<ScoreReport> {
        let prepared = self.prepare(servers);
        let mut answers = Answers::new(&prepared);
        let mut arriving = pin!(select_streams(self.tool_answers(&prepared), self.set_answers(&prepared)));
        let mut stop = pin!(stop);
        let unasked = loop {
            match select(arriving.next(), stop.as_mut()).await {
                Either::Left((Some(arrived), _)) => {
                    self.tell(&prepared, &arrived);
                    if let Some(reason) = answers.keep(arrived) {
                        break format!("no verdict: another question ended the run: {reason}");
                    }
                }
                Either::Left((None, _)) => break "no verdict".to_owned(),
                Either::Right(_) => break "no verdict: the run was interrupted".to_owned(),
            }
        };
        let Answers { tools, sets } = answers;
        prepared
            .iter()
            .zip(tools.into_iter().zip(sets))
            .map(|(server, (tools, set))| self.report(server, tools, set, &unasked))
            .collect()
    }

    fn prepare<'s>(&self, servers: &[(&'s str, &'s ToolSet)]) -> Vec<Server<'s>> {
        servers.iter().map(|(name, set)| Server::new(name, set, self.edition, &self.selects)).collect()
    }

    fn tool_answers<'a>(&'a self, servers: &'a [Server<'a>]) -> impl Stream<Item = Arrived> + 'a {
        let questions = servers.iter().enumerate().flat_map(|(server_at, server)| {
            let selected = server.tools.iter().enumerate().filter(|(_, tool)| tool.is_selected);
            selected.map(move |(tool_at, tool)| (server_at, tool_at, tool))
        });
        stream::iter(questions)
            .map(move |(server_at, tool_at, tool)| async move {
                let siblings = tool.siblings();
                let question = tool.question(&siblings, self.edition);
                Arrived::Tool(server_at, tool_at, self.ask_about_tool(question, tool.gates).await)
            })
            .buffer_unordered(self.tool_concurrency)
    }

    fn set_answers<'a>(&'a self, servers: &'a [Server<'a>]) -> impl Stream<Item = Arrived> + 'a {
        let asked = servers.iter().enumerate().filter(|(_, server)| server.is_judged());
        stream::iter(asked)
            .map(move |(server_at, server)| async move {
                let listed = server.listed();
                Arrived::Set(
                    server_at,
                    self.judge.judge_server(&server.question(&listed, self.edition)).await,
                )
            })
            .buffer_unordered(self.server_concurrency)
    }

    /// Asks once for each run, or not at all when the gates settle the score.
    async fn ask_about_tool(
        &self,
        question: ToolQuestion<'_>,
        gates: HardGates,
    ) -> Result<Verdict<Vec<ToolAnswer>>, JudgeError> {
        let mut answers = Vec::new();
        let mut usage = Usage::default();
        if !gates.settles_the_score() {
            for _ in 0..self.runs {
                match self.judge.judge_tool(&question).await {
                    Ok(verdict) => {
                        answers.push(verdict.answer);
                        usage += verdict.usage;
                    }
                    Err(error) => {
                        usage += error.usage;
                        return Err(error.with_usage(usage));
                    }
                }
            }
        }
        Ok(Verdict { answer: answers, usage })
    }

    fn tell(&self, servers: &[Server<'_>], arrived: &Arrived) {
        match arrived {
            Arrived::Tool(server_at, tool_at, verdict) => {
                let server = &servers[*server_at];
                let tool = &server.tools[*tool_at];
                let name = &tool.definition.name;
                match verdict {
                    Ok(verdict) => {
                        let score = tool.scored(verdict.answer.clone());
                        (self.on_event)(&Event::ToolScored { server: server.name, score: &score });
                    }
                    Err(error) => {
                        (self.on_event)(&Event::ToolFailed { server: server.name, tool: name, error });
                    }
                }
            }
            Arrived::Set(server_at, Ok(_)) => {
                (self.on_event)(&Event::ServerJudged { server: servers[*server_at].name });
            }
            Arrived::Set(server_at, Err(error)) => {
                (self.on_event)(&Event::ServerFailed { server: servers[*server_at].name, error });
            }
        }
    }

    /// Puts a server's answers together.
    fn report(
        &self,
        server: &Server<'_>,
        answers: Vec<Option<ToolVerdict>>,
        coherence: Option<SetVerdict>,
        unasked: &str,
    ) -> ScoreReport {
        let set = server.set;
        let mut usage = Usage::default();
        let mut failures: Vec<Failure> = set.rejected.iter().map(rejected).collect();
        let mut tools = Vec::with_capacity(answers.len());
        for (tool, answer) in server.tools.iter().zip(answers).filter(|(tool, _)| tool.is_selected) {
            match answer.unwrap_or_else(|| Err(JudgeError::new(unasked))) {
                Ok(verdict) => {
                    usage += verdict.usage;
                    tools.push(tool.reported(verdict.answer));
                }
                Err(error) => {
                    usage += error.usage;
                    failures.push(Failure {
                        stage: Stage::Tool,
                        index: Some(set.index_in_input(tool.at)),
                        tool: Some(tool.definition.name.clone()),
                        message: error.message,
                    });
                }
            }
        }
        failures.sort_by_key(|failure| failure.index);
        let asked = coherence.or_else(|| server.is_judged().then(|| Err(JudgeError::new(unasked))));
        let coherence = match asked.transpose() {
            Ok(verdict) => verdict.map(|verdict| {
                usage += verdict.usage;
                verdict.answer
            }),
            Err(error) => {
                usage += error.usage;
                failures.push(Failure {
                    stage: Stage::Coherence,
                    index: None,
                    tool: None,
                    message: error.message,
                });
                None
            }
        };
        let risks = coherence.as_ref().map(|answer| answer.shadowing_risks.as_slice()).unwrap_or_default();
        let confirmed = confirm(risks, set.tools().iter().map(|tool| tool.name.as_str()), &server.candidates);
        let shadowed: HashSet<&str> = confirmed.risks.iter().map(|risk| risk.tool.as_str()).collect();
        for tool in &mut tools {
            if shadowed.contains(tool.name.as_str()) {
                tool.server_flags.push(ServerFlag::ShadowingRisk);
            }
        }
        let tdqs: Vec<Tenths> = tools.iter().map(|tool| tool.tdqs).collect();
        let scores = coherence.as_ref().map(|answer| answer.scores.map(|justified| justified.score));
        let rollup = Rollup::of(&tdqs, set.len(), scores.as_ref());
        let judge = self.judge.identity();
        let mut report = ScoreReport {
            spec_version: self.edition,
            generated_at: None,
            model: judge.name.clone(),
            rubric: judge.rubric.clone(),
            warnings: set.warnings.iter().map(ToString::to_string).collect(),
            judge,
            server: ServerSummary { name: server.name.to_owned(), tool_count: set.len() },
            server_score: ServerScore::new(&rollup, coherence, confirmed.risks),
            tools,
            failures,
            impact: None,
            what_if: None,
            dropped_shadowing_risks: confirmed.dropped,
            usage,
        };
        report.warnings.extend(other_rubric(&report));
        report.impact =
            (!report.tools.is_empty()).then(|| Impact::of(&report.scored_tools(), scores.as_ref()));
        report
    }
}

/// The edition's own prompts are published with it and are not ours to ship; a report says when a server
/// was judged by others.
fn other_rubric(report: &ScoreReport) -> Option<String> {
    let rubric = report.rubric.as_ref()?;
    let judged_by = rubric.edition?;
    (judged_by != report.spec_version).then(|| {
        format!(
            "edition {} was judged with the system prompts of edition {judged_by}; bring its own with --rubric",
            report.spec_version
        )
    })
}

fn rejected(tool: &tdqs_signals::RejectedTool) -> Failure {
    Failure {
        stage: Stage::Reading,
        index: Some(tool.index),
        tool: tool.name.clone(),
        message: tool.to_string(),
    }
}

/// A server with everything that is known before the judge is asked.
struct Server<'s> {
    name: &'s str,
    set: &'s ToolSet,
    tools: Vec<Tool<'s>>,
    candidates: Vec<ShadowCandidate>,
}

struct Tool<'s> {
    definition: &'s ToolDefinition,
    set: &'s ToolSet,
    at: usize,
    gates: HardGates,
    signals: ContextSignals,
    is_selected: bool,
}

impl<'s> Tool<'s> {
    fn siblings(&self) -> Vec<&'s str> {
        self.set.sibling_names(self.at)
    }

    fn question<'q>(&'q self, siblings: &'q [&'q str], edition: SpecVersion) -> ToolQuestion<'q> {
        ToolQuestion { tool: self.definition, signals: &self.signals, siblings, edition }
    }

    fn scored(&self, runs: Vec<ToolAnswer>) -> ToolScore {
        scored(self.definition, self.gates, self.signals.clone(), runs)
    }

    /// The score as reports carry it. Readers of the reference's reports ask for two signals that edition
    /// 1.1-draft does not know, so a report has them in every edition; nothing is computed from them.
    fn reported(&self, runs: Vec<ToolAnswer>) -> ToolScore {
        let mut score = self.scored(runs);
        if score.context_signals.definition_bytes.is_none() {
            let later = ContextSignals::of(self.definition, SpecVersion::V1_2);
            score.context_signals.definition_bytes = later.definition_bytes;
            score.context_signals.required_field_count = later.required_field_count;
        }
        score
    }
}

fn scored(
    tool: &ToolDefinition,
    gates: HardGates,
    signals: ContextSignals,
    runs: Vec<ToolAnswer>,
) -> ToolScore {
    ToolScore::from_runs(&tool.name, gates, signals, runs)
}

impl<'s> Server<'s> {
    /// Whether the tool set is a question: it has tools, and all of them are looked at.
    fn is_judged(&self) -> bool {
        !self.tools.is_empty() && self.tools.iter().all(|tool| tool.is_selected)
    }

    fn new(name: &'s str, set: &'s ToolSet, edition: SpecVersion, selects: &dyn Fn(&str) -> bool) -> Self {
        let tools: Vec<Tool<'s>> = set
            .tools()
            .iter()
            .enumerate()
            .map(|(at, definition)| Tool {
                definition,
                set,
                at,
                gates: HardGates::of(definition),
                signals: ContextSignals::of(definition, edition),
                is_selected: selects(&definition.name),
            })
            .collect();
        let costed: Vec<_> = tools
            .iter()
            .map(|tool| CostedTool {
                name: &tool.definition.name,
                invocation_cost: tool.signals.invocation_cost,
            })
            .collect();
        let candidates = shadow_candidates(&costed, edition);
        Self { name, set, tools, candidates }
    }

    fn listed(&self) -> Vec<ListedTool<'_>> {
        self.tools
            .iter()
            .map(|tool| ListedTool {
                name: &tool.definition.name,
                description: tool.definition.description.as_deref(),
                signals: &tool.signals,
            })
            .collect()
    }

    fn question<'q>(&'q self, listed: &'q [ListedTool<'q>], edition: SpecVersion) -> ServerQuestion<'q> {
        ServerQuestion { server_name: self.name, tools: listed, candidates: &self.candidates, edition }
    }
}

type ToolVerdict = Result<Verdict<Vec<ToolAnswer>>, JudgeError>;
type SetVerdict = Result<Verdict<CoherenceAnswer>, JudgeError>;

/// One answer, with the places of its server and its tool.
enum Arrived {
    Tool(usize, usize, ToolVerdict),
    Set(usize, SetVerdict),
}

/// Answers by server, and by tool within it.
struct Answers {
    tools: Vec<Vec<Option<ToolVerdict>>>,
    sets: Vec<Option<SetVerdict>>,
}

impl Answers {
    fn new(servers: &[Server<'_>]) -> Self {
        Self {
            tools: servers.iter().map(|server| server.tools.iter().map(|_| None).collect()).collect(),
            sets: servers.iter().map(|_| None).collect(),
        }
    }

    /// Keeps an answer; says why, when it ends the run.
    fn keep(&mut self, arrived: Arrived) -> Option<String> {
        let end = |error: &JudgeError| error.ends_run.then(|| error.message.clone());
        match arrived {
            Arrived::Tool(server, tool, verdict) => {
                let reason = verdict.as_ref().err().and_then(end);
                self.tools[server][tool] = Some(verdict);
                reason
            }
            Arrived::Set(server, verdict) => {
                let reason = verdict.as_ref().err().and_then(end);
                self.sets[server] = Some(verdict);
                reason
            }
        }
    }
}
