//! A store of whole servers, and the work that is to be done on them.
//!
//! The traits are what another engine has to offer. Everything is keyed so that writing the same again changes nothing:
//! a score belongs to a definition and a yardstick, so a rebuilt server has the scores of its unchanged tools the moment
//! it is captured.
//!
//! Specification: "Running TDQS at scale".

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tdqs::rubric::{MeanTdqs, ServerFlag, ShadowCandidate, ToolScore, ToolSetHash};
use tdqs::signals::{ContextSignals, InputHash};
use tdqs::{PreparedServer, SpecVersion};

use crate::{
    Backoff, Captured, CapturedServer, CapturedTool, CoherenceKey, Counts, Failing, History, Moment,
    ServerRecord, StoreError, ToolRecord, ToolStanding, VerdictStore, Yardstick, Yardsticks,
};

/// What deterministic code knows of a server in one edition. Kept beside the definitions; never part of a hash of
/// them, so that new signals score nothing anew (specification: "Shadow detection is cheap in steady state").
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ServerFacts {
    /// The edition.
    pub edition: SpecVersion,
    /// The signals of the tools, by the hash of their definition.
    pub signals: BTreeMap<InputHash, ContextSignals>,
    /// The pairs to confirm or reject.
    pub candidates: Vec<ShadowCandidate>,
    /// What a judge of coherence is shown.
    pub tool_set_hash: ToolSetHash,
}

impl ServerFacts {
    /// The facts about a server that is ready to be asked about.
    #[must_use]
    pub fn of(server: &PreparedServer<'_>) -> Self {
        let signals = server.tools().iter().map(|tool| (tool.signals.input_hash, tool.signals.clone()));
        Self {
            edition: server.edition(),
            signals: signals.collect(),
            candidates: server.candidates().to_vec(),
            tool_set_hash: server.tool_set_hash(),
        }
    }
}

/// Keeps servers with their definitions, scores and flags.
///
/// Pages are read by passing the last name of the page before; a page that is not full is the last one.
#[async_trait::async_trait]
pub trait Registry: VerdictStore {
    /// Makes a server's definitions the present ones, all at once. What stays as it was keeps its scores.
    ///
    /// # Errors
    ///
    /// When the store cannot be written; then the definitions before are still the present ones.
    async fn capture(&self, server: CapturedServer, facts: ServerFacts) -> Result<Captured, StoreError>;

    /// Takes a server off those that are there, until it is captured again. Its captures, and what was judged, stay.
    /// `false` when it is not there.
    ///
    /// # Errors
    ///
    /// When the store cannot be written.
    async fn forget(&self, server: &str) -> Result<bool, StoreError>;

    /// Keeps the scores of definitions, and takes them off the list of work.
    ///
    /// # Errors
    ///
    /// When the store cannot be written.
    async fn keep_tool_scores(
        &self,
        yardstick: &Yardstick,
        scores: Vec<ToolScore>,
        at: Moment,
    ) -> Result<(), StoreError>;

    /// Keeps the flags that a verdict of the coherence stage writes onto a server's tools, and takes the server off the
    /// list of work. The server is done as long as that verdict is the one on its present set and mean.
    ///
    /// # Errors
    ///
    /// When the store cannot be written.
    async fn keep_server_flags(
        &self,
        verdict: &CoherenceKey,
        flags: Vec<(String, Vec<ServerFlag>)>,
    ) -> Result<(), StoreError>;

    /// Present definitions of servers by name, after a name; of those alone that have no facts in the edition, when
    /// `lacking_facts`.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    async fn definitions(
        &self,
        edition: SpecVersion,
        lacking_facts: bool,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Vec<CapturedTool>)>, StoreError>;

    /// Replaces the facts about a server and says how many tools' signals, and whether the set as a judge sees it, are
    /// other than before.
    ///
    /// # Errors
    ///
    /// When the store cannot be written.
    async fn keep_facts(&self, server: &str, facts: ServerFacts) -> Result<(usize, bool), StoreError>;

    /// The yardsticks by which tools, and by which tool sets, have been judged.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    async fn yardsticks(&self) -> Result<(Vec<Yardstick>, Vec<Yardstick>), StoreError>;

    /// The yardsticks by which something failed that has no verdict yet; some of them may have judged nothing at all.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    async fn failing(&self) -> Result<Vec<Failing>, StoreError>;

    /// Servers as they stand now, by name.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    async fn server_records(
        &self,
        by: &Yardsticks,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<ServerRecord>, StoreError>;

    /// The tools of a server as they stand now, in the server's order.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    async fn tool_records(&self, by: &Yardsticks, server: &str) -> Result<Vec<ToolRecord>, StoreError>;

    /// Scores of definitions by hash, after a hash; with `superseded`, those too that no server lists any more, else
    /// each present tool once for every server that lists it.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    async fn standings(
        &self,
        by: &Yardstick,
        superseded: bool,
        after: Option<InputHash>,
        limit: usize,
    ) -> Result<Vec<(InputHash, u64, ToolStanding)>, StoreError>;

    /// How a server's score moved; `None` for a server that is not known.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    async fn history(&self, by: &Yardsticks, server: &str) -> Result<Option<History>, StoreError>;

    /// How much there is and how much of it is done, where a score has to be the median of so many answers.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    async fn counts(&self, by: &Yardsticks, runs: u32, now: Moment) -> Result<Counts, StoreError>;
}

/// A request for work.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Claim {
    /// By what to judge.
    pub by: Yardsticks,
    /// How many answers a tool's score is to be the median of.
    pub runs: u32,
    /// Who asks: one name for each sweep.
    pub owner: String,
    /// The moment.
    pub now: Moment,
    /// Until when nobody else may have what is claimed, unless it is [renewed](WorkQueue::renew).
    pub until: Moment,
    /// How much at most.
    pub limit: usize,
}

impl Claim {
    /// A request for so much work.
    #[must_use]
    pub fn new(
        by: Yardsticks,
        runs: u32,
        owner: impl Into<String>,
        now: Moment,
        until: Moment,
        limit: usize,
    ) -> Self {
        Self { by, runs, owner: owner.into(), now, until, limit }
    }
}

/// A place in the order in which an engine hands out work. What its numbers mean is known to the engine alone; the
/// default lies before everything.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "an engine makes them")]
pub struct WorkPlace(pub i64, pub i64);

/// A definition without a score.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "an engine makes them")]
pub struct StaleTool {
    /// The place to go on from.
    pub place: WorkPlace,
    /// The definition.
    pub tool: CapturedTool,
    /// The server that lists it; of several, the one that was captured first.
    pub server: Arc<str>,
    /// The names of that server's tools, in its order.
    pub names: Arc<[String]>,
}

/// A server whose set has no verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "an engine makes them")]
pub struct StaleServer {
    /// The place to go on from.
    pub place: WorkPlace,
    /// The server's name.
    pub name: String,
    /// Its definitions, in its order.
    pub tools: Vec<CapturedTool>,
    /// The mean TDQS of the scored tools.
    pub mean_tdqs: MeanTdqs,
}

/// What a piece of work is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "tools and tool sets are what is judged")]
pub enum Subject {
    /// A definition.
    Tool(InputHash),
    /// The tool set of a server, by its name.
    Server(String),
}

/// What failed, and when it is due again.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "a failure is all of its parts")]
pub struct Failure {
    /// What was asked about.
    pub subject: Subject,
    /// Why it failed, for people. Holds no secret.
    pub reason: String,
    /// When.
    pub at: Moment,
    /// How long it rests, by how often it has failed.
    pub backoff: Backoff,
    /// How long it rests at least.
    pub wait: Option<Duration>,
}

/// Hands out what is stale, to each sweep something else.
///
/// A lease is a promise to finish or to renew. When a sweep ends without a word, its leases run out and others take
/// the work over.
#[async_trait::async_trait]
pub trait WorkQueue: Registry {
    /// Takes definitions that have no score, are nobody's, and are due, from behind a place.
    ///
    /// # Errors
    ///
    /// When the store cannot be written.
    async fn claim_tools(&self, claim: &Claim, after: WorkPlace) -> Result<Vec<StaleTool>, StoreError>;

    /// Takes servers whose set has no verdict, whose tools are scored as far as they can be, and that are nobody's and
    /// due, from behind a place.
    ///
    /// # Errors
    ///
    /// When the store cannot be written.
    async fn claim_servers(&self, claim: &Claim, after: WorkPlace) -> Result<Vec<StaleServer>, StoreError>;

    /// Until when others hold stale work at the latest to the nearest of their leases; `None` when they hold none.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    async fn held_by_others(&self, claim: &Claim) -> Result<Option<Moment>, StoreError>;

    /// Keeps what an owner holds until a later moment.
    ///
    /// # Errors
    ///
    /// When the store cannot be written.
    async fn renew(&self, owner: &str, until: Moment) -> Result<(), StoreError>;

    /// Gives back all that an owner holds.
    ///
    /// # Errors
    ///
    /// When the store cannot be written.
    async fn release(&self, owner: &str) -> Result<(), StoreError>;

    /// Gives back a piece of work of which nothing is known: to others, and no more to this owner.
    ///
    /// # Errors
    ///
    /// When the store cannot be written.
    async fn give_back(&self, claim: &Claim, subject: Subject) -> Result<(), StoreError>;

    /// Notes that a piece of work failed and gives it back, unless it has gone to another owner since.
    ///
    /// # Errors
    ///
    /// When the store cannot be written.
    async fn fail(&self, claim: &Claim, failure: Failure) -> Result<(), StoreError>;
}

const _: fn(&dyn WorkQueue) = |_| {}; // callers choose the engine at run time
