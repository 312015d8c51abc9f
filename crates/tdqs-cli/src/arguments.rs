//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use tdqs::SpecVersion;
use tdqs::coherence::WhatIf;
use tdqs_lint::polish::Polisher;

use crate::fix::arguments::Fix;
use crate::lint::arguments::{Lint, RuleName, Rules, Selection};
use crate::threshold::Threshold;

/// Score how well MCP tool definitions communicate to an AI agent.
///
/// An agent picks a tool from nothing but what tools/list returns. tdqs says how well a definition does
/// that job, what is wrong with it, and what each point would bring.
#[derive(Debug, Parser)]
#[command(name = "tdqs", version, propagate_version = true, arg_required_else_help = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Score tools and servers: six dimensions a tool, coherence, rollup, and what moves the score.
    Score(Box<Score>),
    /// Hold the scores that are kept in a file against the definitions of the day. Calls nothing.
    Check(Check),
    /// Give each tool its Tool Credit Score, 0 to 100, by rules alone: what it lost points for, and what to do.
    Credit(Credit),
    /// Say what is wrong with definitions, where, and how to mend it. No judge is asked.
    Lint(Box<Lint>),
    /// List the rules of `tdqs lint`.
    Rules(Rules),
    /// Say what a rule finds, why that matters, and show examples.
    Rule(RuleName),
    /// Mend what can be mended without asking, in the files themselves, and leave the rest of them as it is.
    Fix(Box<Fix>),
    /// Have a language model write better texts, hold them against the definitions, and show what would change.
    Polish(Box<Polish>),
    /// Print what deterministic code knows of each tool: counts, costs, hashes, gates, shadow candidates.
    Signals(Signals),
    /// Take servers' definitions into a store: files, folders of files, JSON Lines.
    Ingest(Ingest),
    /// Score everything in a store that is new or changed, and nothing else.
    Sweep(Box<Sweep>),
    /// Say how much of a store is scored, what is stale, and what failed and why.
    Status(Status),
    /// Say how a server's score moved, definition by definition.
    History(ServerHistory),
    /// Print the figures of all tools and servers in a store: tiers, dimensions, smells, gates, gaps, shadowing.
    Stats(Stats),
    /// Print every server and tool of a store as it stands now, as JSON Lines.
    Export(Export),
    /// Take servers off a store that are there no more. Their history and what was judged stay.
    Forget(Forget),
    /// Compute the signals of every definition in a store anew. No judge is asked.
    Recompute(Recompute),
    /// Print the exact messages that a judge would be sent, for tools or for the server.
    Prompt(Prompt),
    /// Print a JSON Schema: of a report, or of the answer a model has to give.
    Schema(Schema),
    /// Print completions for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

/// Where definitions come from.
#[derive(Debug, Args)]
pub(crate) struct Input {
    /// Files to read, or `-` for standard input.
    ///
    /// Read are: the result of tools/list, an array of tools, a single tool, a JSON-RPC response, several
    /// pages, OpenAI function tools, Anthropic tools, and JSON Lines of any of these. A file that says
    /// that more pages follow is continued by the next one.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// The server's name, where the input gives none or another.
    #[arg(long, value_name = "NAME")]
    pub(crate) server_name: Option<String>,

    /// The edition of the specification.
    #[arg(long, value_name = "EDITION", default_value_t = SpecVersion::default(), value_parser = edition())]
    pub(crate) spec: SpecVersion,

    /// Only tools whose name matches the glob, such as `issue_*`; the others stay their siblings.
    #[arg(long, value_name = "GLOB")]
    pub(crate) tool: Option<String>,
}

fn edition() -> impl clap::builder::TypedValueParser<Value = SpecVersion> {
    use clap::builder::TypedValueParser;
    clap::builder::PossibleValuesParser::new(SpecVersion::ALL.map(SpecVersion::as_str))
        .try_map(|name| name.parse::<SpecVersion>())
}

/// Where the result goes.
#[derive(Debug, Args)]
pub(crate) struct Output {
    /// Write to a file instead of standard output. Its folder must exist.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes:
  0  done
  1  done, and the threshold of --fail-under was not met
  2  usage, unreadable input, or a judge that failed; what could be scored is reported all the same

Examples:
  tdqs score tools.json
  tdqs score tools.json --what-if create_issue.usage_guidelines=5
  tdqs score tools.json --write tdqs.lock.json
  tdqs score tools.json --judge openai --model gpt-5-mini --fail-under B --format markdown")]
pub(crate) struct Score {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) output: Output,
    /// How the report is written.
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub(crate) format: ReportFormat,

    /// Judge every tool so many times and take the lower median of each dimension; all runs are kept.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) runs: u16,

    /// How many tools are judged at a time, and beside them as many tool sets, at most 30. 40 unless given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) concurrency: Option<u16>,

    /// Exit with 1 when a server's overall score is below a tier (A to D) or a score (3.2). With --tool it
    /// is held against the tools.
    #[arg(long, value_name = "TIER|SCORE")]
    pub(crate) fail_under: Option<Threshold>,

    /// Say what the server would score if: TOOL.DIMENSION=SCORE, or DIMENSION=SCORE for its coherence. May
    /// be given several times, and then holds together.
    #[arg(long, value_name = "ASSUMPTION")]
    pub(crate) what_if: Vec<WhatIf>,

    /// Keep the scores in a file as well, for `tdqs check`, such as `tdqs.lock.json`.
    ///
    /// What the file holds already stays where this run has nothing better: other servers, tools that --tool
    /// leaves out or that the judge failed on. Scores of another judge, rubric or edition are replaced all
    /// at once or not at all.
    #[arg(long, value_name = "FILE")]
    pub(crate) write: Option<PathBuf>,

    /// Say how many calls and about how many prompt tokens the run would cost, and stop.
    #[arg(long)]
    pub(crate) dry_run: bool,

    #[command(flatten)]
    pub(crate) judge: JudgeChoice,

    #[command(flatten)]
    pub(crate) store: ScoreStore,
}

/// Whether verdicts are kept, and where.
#[derive(Debug, Args)]
#[command(next_help_heading = "Store")]
pub(crate) struct ScoreStore {
    /// Take unchanged verdicts over from a store, and keep new ones in it. Made when it is not there.
    ///
    /// Where a language model judges, a store in the user's cache directory is used unless this or
    /// `TDQS_STORE` names another.
    #[arg(long, value_name = "FILE", conflicts_with = "no_store")]
    pub(crate) store: Option<PathBuf>,

    /// Ask about everything, and keep nothing.
    #[arg(long)]
    pub(crate) no_store: bool,
}

/// How often something begins anew; at once again would be without end.
fn interval(text: &str) -> Result<humantime::Duration, String> {
    let interval: humantime::Duration =
        text.parse().map_err(|error: humantime::DurationError| error.to_string())?;
    if interval.is_zero() {
        return Err("sweeps would follow each other without rest; name a time, such as `5m`".to_owned());
    }
    Ok(interval)
}

/// Who judges, and by what.
#[derive(Debug, Args)]
#[command(next_help_heading = "Judge")]
pub(crate) struct JudgeChoice {
    /// Who judges: built-in rules, or a language model behind an OpenAI-compatible endpoint.
    ///
    /// The scores of one judge compare only with its own.
    #[arg(long, value_enum, default_value_t = JudgeKind::Offline)]
    pub(crate) judge: JudgeKind,

    /// Base URL of the endpoint, such as `https://api.openai.com/v1`. Or set `TDQS_BASE_URL`.
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: Option<String>,

    /// The environment variable that holds the API key. `TDQS_API_KEY` unless another is named.
    #[arg(long, value_name = "VARIABLE")]
    pub(crate) api_key_env: Option<String>,

    /// The model. Or set `TDQS_MODEL`.
    #[arg(long, value_name = "NAME")]
    pub(crate) model: Option<String>,

    /// A JSON object that is merged into every request, for what a provider wants beside the standard. Or
    /// set `TDQS_REQUEST_OVERRIDES`.
    #[arg(long, value_name = "JSON")]
    pub(crate) request_overrides: Option<String>,

    /// A header for every request, as `Name: value`. May be given several times.
    #[arg(long, value_name = "HEADER")]
    pub(crate) header: Vec<String>,

    /// Seconds that one request may take. 120 unless given.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) timeout: Option<u64>,

    /// Attempts for one question, the first included. 4 unless given; 1 in a sweep.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) max_attempts: Option<u32>,

    #[command(flatten)]
    pub(crate) rubric: RubricChoice,
}

/// Where the system prompts come from.
#[derive(Debug, Args)]
pub(crate) struct RubricChoice {
    /// A published specification's Markdown as the source of the system prompts.
    #[arg(long, value_name = "FILE")]
    pub(crate) rubric: Option<PathBuf>,

    /// The SHA-256 that the file of --rubric must have.
    #[arg(long, value_name = "HEX", requires = "rubric")]
    pub(crate) rubric_sha256: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum JudgeKind {
    /// Documented rules, no model, no network.
    Offline,
    /// A language model behind an OpenAI-compatible endpoint.
    Openai,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// For a terminal.
    Text,
    /// One report, or an array of them for several servers.
    Json,
    /// For a pull request or a page.
    Markdown,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes:
  0  every definition has its score, and every requirement is met
  1  something does not hold; each finding says what
  2  usage, or a file that could not be read

A finding is a definition that changed or came without a score, a score
whose tool is gone, coherence that was judged on another tool set, numbers
that do not add up, a score below a bar, and another judge, rubric or
edition than expected. Unless told otherwise, scores of the offline judge of
this version will do, and those of any model that worked by the prompts this
version ships; scores by another rubric are checked with the same --rubric.
No environment is read, and nobody is called.

Examples:
  tdqs score tools.json --write tdqs.lock.json
  tdqs check tools.json --fail-under B --min-tool 2.5
  tdqs check tools.json --judge openai --model gpt-5-mini")]
pub(crate) struct Check {
    /// Files with the definitions of the day, or `-` for standard input; the same as for `tdqs score`.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// The server's name, where the input gives none or another.
    #[arg(long, value_name = "NAME")]
    pub(crate) server_name: Option<String>,

    /// The file with the scores, which `tdqs score --write` writes.
    #[arg(long, value_name = "FILE", default_value = "tdqs.lock.json")]
    pub(crate) lock: PathBuf,

    /// The lowest overall score that a server may have: a tier (A to D) or a score (3.2).
    #[arg(long, value_name = "TIER|SCORE")]
    pub(crate) fail_under: Option<Threshold>,

    /// The lowest TDQS that a tool may have: a tier (A to D) or a score (2.5).
    #[arg(long, value_name = "TIER|SCORE")]
    pub(crate) min_tool: Option<Threshold>,

    #[command(flatten)]
    pub(crate) output: Output,

    /// How the result is written.
    #[arg(long, value_enum, default_value_t = CheckFormat::Text)]
    pub(crate) format: CheckFormat,

    #[command(flatten)]
    pub(crate) expected: ExpectedScores,
}

/// Which scores will do.
#[derive(Debug, Args)]
#[command(next_help_heading = "What the scores have to be of")]
pub(crate) struct ExpectedScores {
    /// The judge: the offline judge of this version, or a language model.
    #[arg(long, value_enum)]
    pub(crate) judge: Option<JudgeKind>,

    /// The language model.
    #[arg(long, value_name = "NAME")]
    pub(crate) model: Option<String>,

    /// The edition of the specification. Unless given, that of the file will do.
    #[arg(long, value_name = "EDITION", value_parser = edition())]
    pub(crate) spec: Option<SpecVersion>,

    #[command(flatten)]
    pub(crate) rubric: RubricChoice,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// For a terminal or a log.
    Text,
    /// One object.
    Json,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes:
  0  every tool has its score, and meets the bar of --fail-under
  1  a tool scores below the bar
  2  usage, a file that could not be read, an element that is no tool, or one that was not scored; the others
     are reported all the same

A score compares only with scores of the same profile. No model is asked, no environment is read, and nobody
is called.

Examples:
  tdqs credit tools.json
  tdqs credit tools.json --fail-under 80 --namespace acme
  tdqs credit tools.json --profile studio --format json")]
pub(crate) struct Credit {
    /// Files to read, or `-` for standard input: a listing with `tools`, an array or a map of tools, the answer of
    /// a server, functions of a chat API, or a single tool.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// By which reading of the rules.
    #[arg(long, value_enum, default_value_t = CreditProfile::Contract)]
    pub(crate) profile: CreditProfile,

    /// Exit with 1 when a tool scores below this, 0 to 100.
    #[arg(long, value_name = "SCORE", value_parser = clap::value_parser!(u8).range(..=100))]
    pub(crate) fail_under: Option<u8>,

    /// A word that names open with before the verb, such as the server's name. May be given several times. Profile
    /// `studio` knows none.
    #[arg(long, value_name = "WORD")]
    pub(crate) namespace: Vec<String>,

    #[command(flatten)]
    pub(crate) output: Output,

    /// How the scores are written.
    #[arg(long, value_enum, default_value_t = CreditFormat::Text)]
    pub(crate) format: CreditFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CreditProfile {
    /// The corrected reading: errors cap the score, and nothing is worth nothing.
    Contract,
    /// The numbers of the linter that the score is modelled on, bit for bit.
    Studio,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CreditFormat {
    /// For a terminal or a log.
    Text,
    /// One object, or an array of them for several files.
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct Signals {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) output: Output,

    /// How the signals are written.
    #[arg(long, value_enum, default_value_t = SignalsFormat::Text)]
    pub(crate) format: SignalsFormat,

    /// How many threads read a large input with --format jsonl. As many as there are cores unless given; the
    /// output is the same.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SignalsFormat {
    /// A table for a terminal.
    Text,
    /// One object, or an array of them for several servers.
    Json,
    /// A line for each tool. An input of more than 8 MiB, as JSON Lines or one large list, is not held in memory:
    /// names used twice are not noticed then, and what comes after a server's tools cannot name it any more.
    Jsonl,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Without --tool the messages are those about the server's tool set.

Examples:
  tdqs prompt tools.json
  tdqs prompt tools.json --tool create_issue --part user")]
pub(crate) struct Prompt {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) output: Output,

    /// Which message: with one of them, exactly its bytes are printed.
    #[arg(long, value_enum, default_value_t = Part::Both)]
    pub(crate) part: Part,

    #[command(flatten)]
    pub(crate) rubric: RubricChoice,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// Both, each under a heading.
    Both,
    /// The system prompt.
    System,
    /// The user message.
    User,
}

/// Which store.
#[derive(Debug, Args)]
pub(crate) struct StoreChoice {
    /// The store, an SQLite file. `TDQS_STORE` names another default than the one in the user's cache
    /// directory.
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
}

/// By whose verdicts a store is read. Needed only where several judges have scored.
#[derive(Debug, Args)]
pub(crate) struct YardstickChoice {
    /// The edition of the specification.
    #[arg(long, value_name = "EDITION", default_value_t = SpecVersion::default(), value_parser = edition())]
    pub(crate) spec: SpecVersion,

    /// The judge: a model's name, or `offline-1`.
    #[arg(long, value_name = "JUDGE")]
    pub(crate) scored_by: Option<String>,

    /// The beginning of the SHA-256 of the system prompt for tools.
    #[arg(long, value_name = "HEX")]
    pub(crate) tool_prompt: Option<String>,

    /// The beginning of the SHA-256 of the system prompt for tool sets.
    #[arg(long, value_name = "HEX")]
    pub(crate) coherence_prompt: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum StoreFormat {
    /// For a terminal.
    Text,
    /// One object.
    Json,
}

#[derive(Debug, Args)]
#[command(after_help = "\
A server is known by its name: the serverName of the input, or the name of the file. What is read replaces
what was known of it; unchanged tools keep their scores.

Examples:
  tdqs ingest servers/
  tdqs ingest registry.jsonl --store registry.sqlite")]
pub(crate) struct Ingest {
    /// Files in any form that `tdqs score` reads, and folders: of these every .json, .jsonl and .ndjson file.
    #[arg(required = true, value_name = "FILE|DIR")]
    pub(crate) paths: Vec<PathBuf>,

    /// The server's name, for one file that gives none or another.
    #[arg(long, value_name = "NAME")]
    pub(crate) server_name: Option<String>,

    /// The edition whose signals are computed at once; those of others are when they are needed.
    #[arg(long, value_name = "EDITION", default_value_t = SpecVersion::default(), value_parser = edition())]
    pub(crate) spec: SpecVersion,

    #[command(flatten)]
    pub(crate) store: StoreChoice,
}

#[derive(Debug, Args)]
#[command(after_help = "\
A definition is stale when its inputHash has no score by this judge and these prompts; a server is, when its
mean TDQS, its names and descriptions or its shadow candidates are others than its coherence was judged on.
Nothing is asked twice in one sweep: what fails comes back in the next, and after a second failure rests.
Several sweeps may run on one store; they share the work.

Exit codes:
  0  done
  2  something failed in this sweep; what was finished is in the store

Examples:
  tdqs sweep --store registry.sqlite --judge openai --model gpt-5-mini
  tdqs sweep --every 5m")]
pub(crate) struct Sweep {
    #[command(flatten)]
    pub(crate) store: StoreChoice,

    /// The edition of the specification.
    #[arg(long, value_name = "EDITION", default_value_t = SpecVersion::default(), value_parser = edition())]
    pub(crate) spec: SpecVersion,

    /// Go on: begin a sweep every so often, such as `5m`, until Ctrl-C.
    #[arg(long, value_name = "DURATION", value_parser = interval)]
    pub(crate) every: Option<humantime::Duration>,

    /// How long a row rests after its second failure; twice that after the third, and so on up to a day.
    #[arg(long, value_name = "DURATION", default_value = "1m")]
    pub(crate) backoff: humantime::Duration,

    /// Judge every tool so many times and take the lower median of each dimension.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) runs: u16,

    /// How many tools are judged at a time, and after them as many tool sets, at most 30. 40 unless given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) concurrency: Option<u16>,

    #[command(flatten)]
    pub(crate) judge: JudgeChoice,
}

#[derive(Debug, Args)]
pub(crate) struct Status {
    #[command(flatten)]
    pub(crate) store: StoreChoice,
    #[command(flatten)]
    pub(crate) by: YardstickChoice,

    /// Count a tool as scored when its score is the median of so many answers, as `sweep --runs` does.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) runs: u16,

    /// How the answer is written.
    #[arg(long, value_enum, default_value_t = StoreFormat::Text)]
    pub(crate) format: StoreFormat,
}

#[derive(Debug, Args)]
pub(crate) struct ServerHistory {
    /// The server's name.
    pub(crate) server: String,
    #[command(flatten)]
    pub(crate) store: StoreChoice,
    #[command(flatten)]
    pub(crate) by: YardstickChoice,
    /// How the answer is written.
    #[arg(long, value_enum, default_value_t = StoreFormat::Text)]
    pub(crate) format: StoreFormat,
}

#[derive(Debug, Args)]
pub(crate) struct Stats {
    #[command(flatten)]
    pub(crate) store: StoreChoice,
    #[command(flatten)]
    pub(crate) by: YardstickChoice,
    #[command(flatten)]
    pub(crate) output: Output,

    /// Count scored definitions that no server lists any more as well.
    #[arg(long)]
    pub(crate) superseded: bool,

    /// How the figures are written.
    #[arg(long, value_enum, default_value_t = StoreFormat::Text)]
    pub(crate) format: StoreFormat,
}

#[derive(Debug, Args)]
pub(crate) struct Export {
    #[command(flatten)]
    pub(crate) store: StoreChoice,
    #[command(flatten)]
    pub(crate) by: YardstickChoice,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Args)]
pub(crate) struct Forget {
    /// The servers' names.
    #[arg(required = true, value_name = "SERVER")]
    pub(crate) servers: Vec<String>,
    #[command(flatten)]
    pub(crate) store: StoreChoice,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Signals belong to a row and not to a hash: new ones leave every score standing. Servers whose set a judge
would see otherwise, because of new names, descriptions or candidate pairs, are judged again by the next sweep.")]
pub(crate) struct Recompute {
    #[command(flatten)]
    pub(crate) store: StoreChoice,

    /// The edition of the specification.
    #[arg(long, value_name = "EDITION", default_value_t = SpecVersion::default(), value_parser = edition())]
    pub(crate) spec: SpecVersion,
}

#[derive(Debug, Args)]
pub(crate) struct Schema {
    /// What the schema describes.
    #[arg(value_enum, default_value_t = SchemaOf::ScoreReport)]
    pub(crate) of: SchemaOf,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes:
  0  done
  2  usage, unreadable input, or a tool whose texts stay because the model failed or its answer was refused

A model sees a tool's name, its texts, and the types of its parameters; no
defaults, no _meta, and of other tools the names alone. Its answer may change
descriptions and add examples, and is refused as a whole when it would change
anything else, names what is not there, claims what the definition does not
say, lowers the Tool Credit Score, or gives lint more to report. Then the model
is told why and asked once more. Read what is left all the same: that a text is
true, no program can tell.

Example:
  tdqs polish tools.json --judge openai --model gpt-5-mini --tool 'crate_*'")]
pub(crate) struct Polish {
    /// The file to polish, or `-` for standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Only tools whose name matches the glob.
    #[arg(long, value_name = "GLOB")]
    pub(crate) tool: Option<String>,

    /// Write the new texts into the file. Without it they are only shown.
    #[arg(long)]
    pub(crate) write: bool,

    /// Refused answers that are sent back for each tool, with the reason. Every one makes a new question.
    #[arg(long, value_name = "N", default_value_t = Polisher::DEFAULT_CORRECTIONS, value_parser = clap::value_parser!(u32).range(..=20))]
    pub(crate) max_corrections: u32,

    /// How the changes are shown.
    #[arg(long, value_enum, default_value_t = PolishFormat::Diff)]
    pub(crate) format: PolishFormat,

    #[command(flatten)]
    pub(crate) output: Output,

    #[command(flatten)]
    pub(crate) judge: JudgeChoice,

    #[command(flatten)]
    pub(crate) selection: Selection,
}

/// How new texts are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PolishFormat {
    /// A unified diff.
    Diff,
    /// One report, with the diff and what became of each tool.
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaOf {
    /// The output of `tdqs score --format json` for one server.
    ScoreReport,
    /// The file of `tdqs score --write`.
    Lock,
    /// The output of `tdqs check --format json`.
    CheckReport,
    /// The output of `tdqs credit --format json` for one file.
    CreditReport,
    /// The output of `tdqs lint --format json`.
    LintReport,
    /// The output of `tdqs fix --format json`.
    FixReport,
    /// The output of `tdqs polish --format json`.
    PolishReport,
    /// The output of `tdqs signals --format json` for one server.
    SignalsReport,
    /// A line of `tdqs export`.
    ExportRecord,
    /// The output of `tdqs stats --format json`.
    StatisticsReport,
    /// A model's answer about a tool.
    ToolAnswer,
    /// A model's answer about a server.
    CoherenceAnswer,
}
