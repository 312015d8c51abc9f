//! The pipeline.
//!
//! Signals and gates of every tool first; then the judge is asked about tools and tool sets, so many at a
//! time, and whatever it answers is kept the moment it arrives. A failure is one entry in the report. The
//! rest of the run goes on, unless every other question would meet the same end.
//!
//! Specification: "Scoring pipeline", "Running TDQS at scale". Decisions: "Model answers".

use std::collections::HashSet;
use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::Poll;

use futures_util::future::{Either, pending, select};
use futures_util::stream::{self, Stream, StreamExt, select as select_streams};
use tdqs_coherence::{Impact, Rollup, confirm};
use tdqs_llm::{Judge, JudgeError, ToolQuestion, Usage, Verdict};
use tdqs_rubric::{HardGates, MeanTdqs, ServerFlag, Tenths, ToolScore};
use tdqs_signals::{ContextSignals, RejectedTool, SpecVersion, ToolDefinition, ToolSet};

use crate::answers::{Answers, Arrived, Runs, Selected, SetVerdict, ToolVerdict, settled};
use crate::prepared::{PreparedServer, PreparedTool};
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
    on_event: Option<Box<OnEvent>>,
}

type OnEvent = dyn Fn(&Event<'_>) + Send + Sync;

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
    /// Tokens of all user messages together, roughly. System prompts are the judge's and not counted.
    pub message_tokens: usize,
}

/// About how many tokens a text takes: one for four ASCII characters, one for every other character. Between
/// the tokenizers in use the truth differs by more than this rule does.
#[must_use]
pub fn estimated_tokens(text: &str) -> usize {
    let ascii = text.bytes().filter(u8::is_ascii).count();
    ascii.div_ceil(4) + text.chars().filter(|character| !character.is_ascii()).count()
}

/// A tool has no score.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{tool}` was not scored: {error}")]
#[non_exhaustive]
pub struct ToolFailed {
    /// The tool's name.
    pub tool: String,
    /// Why.
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
            on_event: None,
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

    /// Judges every tool so many times and takes the lower median of each dimension; at least once. A run
    /// that fails does not lose the others: the score is that of the runs there are.
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
        self.on_event = Some(Box::new(on_event));
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
        let mut estimate = Estimate::default();
        for selected in self.select(servers) {
            for at in selected.unsettled() {
                let message = selected.server.tool_message(at).unwrap_or_default();
                estimate.tool_calls += self.runs;
                estimate.message_tokens += self.runs * estimated_tokens(&message);
            }
            if selected.is_judged() {
                estimate.server_calls += 1;
                estimate.message_tokens += estimated_tokens(&selected.server.message());
            }
        }
        estimate
    }

    /// How many [events](Event) scoring these servers would bring: tools and tool sets, those that nobody is
    /// asked about too. Looks at names alone.
    #[must_use]
    pub fn event_count(&self, servers: &[(&str, &ToolSet)]) -> usize {
        let events = |set: &ToolSet| {
            let selected = set.tools().iter().filter(|tool| (self.selects)(&tool.name)).count();
            selected + usize::from(selected > 0 && selected == set.tools().len())
        };
        servers.iter().map(|(_, set)| events(set)).sum()
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
        let signals = ContextSignals::of(tool, self.edition);
        let prepared = PreparedTool { definition: tool, gates: HardGates::of(tool), signals };
        let question =
            ToolQuestion { tool, signals: &prepared.signals, siblings, edition: self.edition, run: 0 };
        let runs = if prepared.gates.settles_the_score() {
            Runs::default()
        } else {
            let verdict = self.ask_about_tool(question).await;
            verdict.map_err(|error| ToolFailed { tool: tool.name.clone(), error })?.answer
        };
        Ok(scored(&prepared, prepared.signals.clone(), runs))
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
        let servers = self.select(servers);
        let mut answers = Answers::new(&servers);
        // Whatever becomes of the run, nobody has to be asked about these.
        for arrived in settled(&servers) {
            self.tell(&servers, &arrived);
            answers.keep(arrived);
        }
        let mut stop = pin!(stop);
        let tools = self.tool_answers(&servers);
        let ended = if self.judge.waits_for_mean() {
            match self.receive(&servers, tools, stop.as_mut(), &mut answers).await {
                None => {
                    let means = means(&servers, &answers);
                    let sets = self.set_answers(&servers, &means);
                    self.receive(&servers, sets, stop, &mut answers).await
                }
                ended => ended,
            }
        } else {
            let sets = self.set_answers(&servers, &[]);
            self.receive(&servers, select_streams(tools, sets), stop, &mut answers).await
        };
        let missing = ended.unwrap_or_else(|| "no verdict".to_owned());
        let Answers { tools, sets } = answers;
        servers
            .iter()
            .zip(tools.into_iter().zip(sets))
            .map(|(selected, (tools, set))| self.report(selected, tools, set, &missing))
            .collect()
    }

    /// Keeps the answers of a stream as they arrive. When that ends before the stream does, it says why.
    async fn receive(
        &self,
        servers: &[Selected<'_>],
        arriving: impl Stream<Item = Arrived>,
        mut stop: Pin<&mut impl Future<Output = ()>>,
        answers: &mut Answers,
    ) -> Option<String> {
        let mut arriving = pin!(arriving);
        loop {
            // The stop is asked first, and the executor gets its turn after every answer: a judge whose
            // answers are ready at once must not keep either from being heard.
            match select(stop.as_mut(), arriving.next()).await {
                Either::Left(_) => return Some("no verdict: the run was interrupted".to_owned()),
                Either::Right((None, _)) => return None,
                Either::Right((Some(arrived), _)) => {
                    self.tell(servers, &arrived);
                    if let Some(reason) = answers.keep(arrived) {
                        return Some(format!("no verdict: another question ended the run: {reason}"));
                    }
                }
            }
            give_way().await;
        }
    }

    fn select<'s>(&self, servers: &[(&'s str, &'s ToolSet)]) -> Vec<Selected<'s>> {
        servers
            .iter()
            .map(|(name, set)| Selected {
                server: PreparedServer::new(name, set, self.edition),
                is_selected: set.tools().iter().map(|tool| (self.selects)(&tool.name)).collect(),
            })
            .collect()
    }

    fn tool_answers<'a>(&'a self, servers: &'a [Selected<'a>]) -> impl Stream<Item = Arrived> + 'a {
        let questions = servers.iter().enumerate().flat_map(|(server_at, selected)| {
            selected.unsettled().map(move |tool_at| (server_at, tool_at, &selected.server))
        });
        stream::iter(questions)
            .map(move |(server_at, tool_at, server)| async move {
                let tool = &server.tools()[tool_at];
                let siblings = server.set().sibling_names(tool_at);
                let question = server.question(tool, &siblings);
                Arrived::Tool(server_at, tool_at, self.ask_about_tool(question).await)
            })
            .buffer_unordered(self.tool_concurrency)
    }

    /// Asks about the tool sets. `means` are the servers' mean TDQS in their order, where they were waited for.
    fn set_answers<'a>(
        &'a self,
        servers: &'a [Selected<'a>],
        means: &'a [Option<MeanTdqs>],
    ) -> impl Stream<Item = Arrived> + 'a {
        let asked = servers.iter().enumerate().filter(|(_, selected)| selected.is_judged());
        stream::iter(asked)
            .map(move |(server_at, selected)| async move {
                let listed = selected.server.listed();
                let mean = means.get(server_at).copied().flatten();
                let question = selected.server.set_question(&listed, mean);
                Arrived::Set(server_at, self.judge.judge_server(&question).await)
            })
            .buffer_unordered(self.server_concurrency)
    }

    /// Asks once for each run. What was answered is paid for and stands; without an answer the first failure
    /// is the reason.
    async fn ask_about_tool(&self, question: ToolQuestion<'_>) -> ToolVerdict {
        let mut runs = Runs::default();
        let mut usage = Usage::default();
        for run in 0..self.runs {
            let question = ToolQuestion { run: u32::try_from(run).unwrap_or(u32::MAX), ..question };
            match self.judge.judge_tool(&question).await {
                Ok(verdict) => {
                    runs.answers.push(verdict.answer);
                    usage += verdict.usage;
                }
                Err(error) => {
                    usage += error.usage;
                    let ends_run = error.ends_run;
                    runs.failures.push(error);
                    if ends_run {
                        break;
                    }
                }
            }
        }
        if runs.answers.is_empty() {
            return Err(runs.failures.swap_remove(0).with_usage(usage));
        }
        Ok(Verdict { answer: runs, usage })
    }

    fn tell(&self, servers: &[Selected<'_>], arrived: &Arrived) {
        let Some(on_event) = &self.on_event else { return };
        match arrived {
            Arrived::Tool(server_at, tool_at, verdict) => {
                let server = &servers[*server_at].server;
                let tool = &server.tools()[*tool_at];
                match verdict {
                    Ok(verdict) => {
                        let score = scored(tool, tool.signals.clone(), verdict.answer.clone());
                        on_event(&Event::ToolScored { server: server.name(), score: &score });
                    }
                    Err(error) => {
                        let tool = &tool.definition.name;
                        on_event(&Event::ToolFailed { server: server.name(), tool, error });
                    }
                }
            }
            Arrived::Set(server_at, Ok(_)) => {
                on_event(&Event::ServerJudged { server: servers[*server_at].server.name() });
            }
            Arrived::Set(server_at, Err(error)) => {
                on_event(&Event::ServerFailed { server: servers[*server_at].server.name(), error });
            }
        }
    }

    /// Puts a server's answers together. `missing` says of a question without a verdict why it has none.
    fn report(
        &self,
        selected: &Selected<'_>,
        answers: Vec<Option<ToolVerdict>>,
        coherence: Option<SetVerdict>,
        missing: &str,
    ) -> ScoreReport {
        let server = &selected.server;
        let set = server.set();
        let mut usage = Usage::default();
        let mut failures: Vec<Failure> = set.rejected.iter().map(rejected).collect();
        let mut tools = Vec::with_capacity(answers.len());
        for (at, answer) in answers.into_iter().enumerate().filter(|(at, _)| selected.is_selected[*at]) {
            let tool = &server.tools()[at];
            match answer.unwrap_or_else(|| Err(JudgeError::new(missing))) {
                Ok(verdict) => {
                    usage += verdict.usage;
                    tools.push(scored(tool, reported_signals(tool), verdict.answer));
                }
                Err(error) => {
                    usage += error.usage;
                    failures.push(Failure {
                        stage: Stage::Tool,
                        index: Some(set.index_in_input(at)),
                        tool: Some(tool.definition.name.clone()),
                        message: error.message,
                    });
                }
            }
        }
        failures.sort_by_key(|failure| failure.index);
        let asked = coherence.or_else(|| selected.is_judged().then(|| Err(JudgeError::new(missing))));
        let coherence = match asked.transpose() {
            Ok(verdict) => verdict.map(|verdict| {
                usage += verdict.usage;
                verdict.answer
            }),
            Err(error) => {
                usage += error.usage;
                let message = error.message;
                failures.push(Failure { stage: Stage::Coherence, index: None, tool: None, message });
                None
            }
        };
        let risks = coherence.as_ref().map(|answer| answer.shadowing_risks.as_slice()).unwrap_or_default();
        let names = set.tools().iter().map(|tool| tool.name.as_str());
        let confirmed = confirm(risks, names, server.candidates());
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
            server: ServerSummary { name: server.name().to_owned(), tool_count: set.len() },
            server_score: ServerScore::new(&rollup, coherence, confirmed.risks),
            tools,
            failures,
            impact: None,
            what_if: None,
            dropped_shadowing_risks: confirmed.dropped,
            usage,
        };
        report.warnings.extend(other_rubric(&report));
        report.impact = (!report.tools.is_empty())
            .then(|| Impact::of(&report.scored_tools(), set.len(), scores.as_ref()));
        report
    }
}

/// The mean TDQS of each server, over the tools that have an answer.
fn means(servers: &[Selected<'_>], answers: &Answers) -> Vec<Option<MeanTdqs>> {
    let mean = |(selected, verdicts): (&Selected<'_>, &Vec<Option<ToolVerdict>>)| {
        let tools = selected.server.tools().iter().zip(verdicts);
        MeanTdqs::of(tools.filter_map(|(tool, verdict)| {
            let verdict = verdict.as_ref()?.as_ref().ok()?;
            Some(scored(tool, tool.signals.clone(), verdict.answer.clone()).tdqs)
        }))
    };
    servers.iter().zip(&answers.tools).map(mean).collect()
}

/// Lets everything else on the executor have its turn.
async fn give_way() {
    let mut given = false;
    poll_fn(|context| {
        if std::mem::replace(&mut given, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

/// The edition's own prompts are published with it and are not ours to ship; a report says when a server
/// was judged by others.
fn other_rubric(report: &ScoreReport) -> Option<String> {
    let rubric = report.rubric.as_ref()?;
    let judged_by = rubric.edition?;
    (judged_by != report.spec_version).then(|| {
        format!(
            "edition {} was judged with the system prompts of edition {judged_by}; its own can be brought as a rubric",
            report.spec_version
        )
    })
}

fn rejected(tool: &RejectedTool) -> Failure {
    Failure {
        stage: Stage::Reading,
        index: Some(tool.index),
        tool: tool.name.clone(),
        message: tool.to_string(),
    }
}

/// The signals as reports carry them. Readers of the reference's reports ask for two that edition 1.1-draft
/// does not know, so a report has them in every edition; nothing is computed from them.
fn reported_signals(tool: &PreparedTool<'_>) -> ContextSignals {
    let mut signals = tool.signals.clone();
    if signals.definition_bytes.is_none() {
        let later = ContextSignals::of(tool.definition, SpecVersion::V1_2);
        signals.definition_bytes = later.definition_bytes;
        signals.required_field_count = later.required_field_count;
    }
    signals
}

fn scored(tool: &PreparedTool<'_>, signals: ContextSignals, runs: Runs) -> ToolScore {
    let Runs { answers, failures } = runs;
    let (answered, asked) = (answers.len(), answers.len() + failures.len());
    let mut score = ToolScore::from_runs(&tool.definition.name, tool.gates, signals, answers);
    if let Some(failure) = failures.first() {
        score.notes.push(format!("{answered} of {asked} runs gave a verdict; the first failure: {failure}"));
    }
    score
}
