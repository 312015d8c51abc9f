//! The arguments of `tdqs lint`, `tdqs rules` and `tdqs rule`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use tdqs_lint::{FailOn, Selector, Severity};

use crate::arguments::{Input, Output};

#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes:
  0  done, and no finding is as grave as --fail-on says
  1  there is such a finding
  2  usage, settings or input that could not be read; what could be looked at is reported all the same

Findings stand in the order in which mending pays: the gravest first, of
those what weighs most in a server's score, of those the first in the file.

Settings are those of the nearest folder above a file that has some: in
tdqs.toml, as [package.metadata.tdqs] in Cargo.toml, as [tool.tdqs] in
pyproject.toml or as \"tdqs\" in package.json. Options have the last word.
Beside a tool, \"_meta\": {\"tdqs/ignore\": [\"TDQS103\"]} keeps a finding quiet.

Examples:
  tdqs lint tools.json
  tdqs lint tools.json --select TDQS1,TDQS5 --severity TDQS103=error
  tdqs lint tools.json --write-baseline tdqs.baseline.json
  tdqs lint tools.json --baseline tdqs.baseline.json --format sarif --output lint.sarif
  tdqs lint dock.json quay.json --extend-select TDQS8   (the servers of one client: do names collide?)")]
pub(crate) struct Lint {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) output: Output,

    /// How findings are written.
    #[arg(long, value_enum, default_value_t = LintFormat::Text)]
    pub(crate) format: LintFormat,

    /// Exit with 1 when a finding is as grave. `error` unless given here or in the settings.
    #[arg(long, value_name = "SEVERITY", value_parser = fail_on())]
    pub(crate) fail_on: Option<FailOn>,

    #[command(flatten)]
    pub(crate) selection: Selection,

    /// Only findings that do not stand in this file count.
    #[arg(long, value_name = "FILE", conflicts_with = "write_baseline")]
    pub(crate) baseline: Option<PathBuf>,

    /// Write every finding there is to a file, so that they count as known with --baseline.
    #[arg(long, value_name = "FILE", conflicts_with = "tool")]
    pub(crate) write_baseline: Option<PathBuf>,

    /// Look again whenever a file changes, until Ctrl-C.
    #[arg(long, conflicts_with = "write_baseline")]
    pub(crate) watch: bool,
}

/// Which rules, and how grave.
#[derive(Debug, Args)]
#[command(next_help_heading = "Rules")]
pub(crate) struct Selection {
    /// Rules to look for, instead of those that are on: codes, names, beginnings of codes such as TDQS4, or ALL.
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub(crate) select: Option<Vec<Selector>>,

    /// Rules to look for besides those that are on.
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub(crate) extend_select: Vec<Selector>,

    /// Rules not to look for.
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub(crate) ignore: Vec<Selector>,

    /// How grave the findings of rules are: RULE=error, RULE=warning or RULE=note.
    #[arg(long, value_name = "RULE=SEVERITY", value_delimiter = ',', value_parser = severity)]
    pub(crate) severity: Vec<(Selector, Severity)>,

    /// A file with settings, instead of those that are found beside and above the files.
    #[arg(long, value_name = "FILE", conflicts_with = "isolated")]
    pub(crate) config: Option<PathBuf>,

    /// Look for no settings.
    #[arg(long)]
    pub(crate) isolated: bool,
}

fn fail_on() -> impl TypedValueParser<Value = FailOn> {
    PossibleValuesParser::new(FailOn::ALL.map(FailOn::as_str)).try_map(|name| name.parse::<FailOn>())
}

fn severity(text: &str) -> Result<(Selector, Severity), String> {
    let (rule, severity) = text.split_once('=').ok_or("expected RULE=SEVERITY, such as TDQS103=error")?;
    let rule = rule.parse::<Selector>().map_err(|error| error.to_string())?;
    Ok((rule, severity.parse::<Severity>().map_err(|error| error.to_string())?))
}

/// How findings are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LintFormat {
    /// For a terminal: each with the line it is about.
    Text,
    /// A line each.
    Concise,
    /// One report.
    Json,
    /// A JSON object a line.
    Jsonl,
    /// For a comment on a pull request.
    Markdown,
    /// SARIF 2.1.0, for code hosts and editors.
    Sarif,
    /// JUnit XML, for build servers.
    Junit,
    /// Annotations of GitHub Actions.
    Github,
    /// GitLab's code quality report.
    Gitlab,
}

#[derive(Debug, Args)]
pub(crate) struct Rules {
    #[command(flatten)]
    pub(crate) output: Output,

    /// How the list is written.
    #[arg(long, value_enum, default_value_t = RulesFormat::Text)]
    pub(crate) format: RulesFormat,
}

#[derive(Debug, Args)]
pub(crate) struct RuleName {
    /// Its code or its name, such as TDQS101 or no-description.
    #[arg(value_name = "RULE")]
    pub(crate) rule: String,
}

/// How rules are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RulesFormat {
    /// A table.
    Text,
    /// All there is to know of each.
    Json,
}
