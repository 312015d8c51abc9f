//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use tdqs::SpecVersion;
use tdqs::coherence::WhatIf;

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
    /// Print what deterministic code knows of each tool: counts, costs, hashes, gates, shadow candidates.
    Signals(Signals),
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
    #[arg(long, value_name = "ASSUMPTION", value_parser = assumption)]
    pub(crate) what_if: Vec<(String, WhatIf)>,

    /// Say how many calls and about how many prompt tokens the run would cost, and stop.
    #[arg(long)]
    pub(crate) dry_run: bool,

    #[command(flatten)]
    pub(crate) judge: JudgeChoice,
}

fn assumption(text: &str) -> Result<(String, WhatIf), tdqs::coherence::impact::InvalidWhatIf> {
    Ok((text.to_owned(), text.parse()?))
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

    /// Attempts for one question, the first included. 4 unless given.
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

#[derive(Debug, Args)]
pub(crate) struct Schema {
    /// What the schema describes.
    #[arg(value_enum, default_value_t = SchemaOf::ScoreReport)]
    pub(crate) of: SchemaOf,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaOf {
    /// The output of `tdqs score --format json` for one server.
    ScoreReport,
    /// The output of `tdqs signals --format json` for one server.
    SignalsReport,
    /// A model's answer about a tool.
    ToolAnswer,
    /// A model's answer about a server.
    CoherenceAnswer,
}
