//! `tdqs lint`

pub(crate) mod arguments;
mod cores;
mod linted;
mod rules;
mod settings;
mod watch;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use tdqs_lint::{Baseline, Date, FailOn, LintReport, Linter, ServerNames, Settings, lint_servers};

use crate::outcome::{Outcome, say, warn};
use crate::output::Destination;
use crate::source::{Server, Sources, matcher, no_match, shown};
use crate::{report, time, visible};
use arguments::{Lint, LintFormat, Selection};
use cores::on_all_cores;
pub(crate) use linted::{Linted, Shown};
pub(crate) use rules::{list, show};
use settings::{Finder, Found};

pub(crate) fn run(arguments: &Lint) -> Result<Outcome> {
    let used = arguments.input.files.iter().chain(&arguments.selection.config).chain(&arguments.baseline);
    let destination = Destination::check_beside(&arguments.output, used)?;
    if arguments.watch {
        return watch::run(arguments, || once(arguments, &destination));
    }
    once(arguments, &destination)
}

fn once(arguments: &Lint, destination: &Destination) -> Result<Outcome> {
    let sources = Sources::read(&arguments.input)?;
    let mut outcome = Outcome::of_reading(&sources);
    warn(&sources);
    outcome.add_doubts(&sources);
    let found = settings_of(arguments, &sources)?;
    destination.expect_other_than(
        found.iter().flat_map(|found| found.path.clone().into_iter().chain(found.baseline())),
    )?;
    let reports = lint(arguments, &sources, &found)?;
    if let Some(path) = &arguments.write_baseline {
        if sources.errors.is_empty() {
            write_baseline(path, &arguments.input.files, &reports)?;
        } else {
            // What stands in them would be forgotten, and new in the next run.
            outcome.fail(&format!("{} was left as it was: not every file could be read", path.display()));
        }
    }
    let mut linted = Linted::new(&sources, reports, arguments.fail_on.unwrap_or_else(|| fail_on(&found)));
    if arguments.write_baseline.is_none()
        && let Some((path, baseline)) = baseline(arguments, &found)?
    {
        linted.compare(&path, &baseline, arguments.input.tool.is_some());
    }
    match arguments.format {
        LintFormat::Text => destination.write_styled(&report::lint::text(&linted))?,
        LintFormat::Concise => destination.write_lines(report::lint::concise(&linted).map(Ok))?,
        LintFormat::Json => destination.write(&report::lint::json(&linted)?)?,
        LintFormat::Jsonl => destination.write_lines(report::lint::jsonl(&linted))?,
        LintFormat::Markdown => destination.write(&report::lint::markdown(&linted))?,
        LintFormat::Sarif => destination.write(&report::lint::sarif(&linted)?)?,
        LintFormat::Junit => destination.write(&report::lint::junit(&linted)?)?,
        LintFormat::Github => destination.write(&report::lint::github(&linted))?,
        LintFormat::Gitlab => destination.write(&report::lint::gitlab(&linted)?)?,
    }
    let failing = linted.failing();
    // Whoever writes down what there is accepts it.
    if failing > 0 && arguments.write_baseline.is_none() {
        let findings =
            if failing == 1 { "1 finding fails".to_owned() } else { format!("{failing} findings fail") };
        outcome.miss(&format!("{findings} the run (--fail-on {})", linted.fail_on));
    }
    Ok(outcome)
}

/// The settings of each server, by the first of its files; those of the options are not among them.
fn settings_of(arguments: &Lint, sources: &Sources) -> Result<Vec<Found>> {
    let mut finder = Finder::default();
    let servers = sources.servers.iter();
    servers.map(|server| settings_of_file(&arguments.selection, server.file_of(0), &mut finder)).collect()
}

fn lint(arguments: &Lint, sources: &Sources, found: &[Found]) -> Result<Vec<LintReport>> {
    let chosen = chosen(&arguments.selection);
    let today = today()?;
    let selection = arguments.input.tool.as_deref().map(matcher).transpose()?;
    let mut linters: Vec<(&Found, Linter)> = Vec::new();
    let mut looks: Vec<(&Server, usize)> = Vec::with_capacity(sources.servers.len());
    for (server, found) in sources.servers.iter().zip(found) {
        if linters.last().is_none_or(|(of, _)| *of != found) {
            let linter = Linter::new([&found.settings, &chosen])
                .with_context(|| {
                    found.path.as_ref().map_or_else(String::new, |path| path.display().to_string())
                })?
                .with_today(today)
                .with_edition(arguments.input.spec);
            linters.push((found, linter));
        }
        looks.push((server, linters.len() - 1));
    }
    let found = on_all_cores(&looks, |(server, linter)| {
        let (_, linter) = &linters[*linter];
        (linter.lint(&server.name, &server.set), linter.names(&server.name, &server.set))
    });
    let (mut reports, names): (Vec<LintReport>, Vec<ServerNames>) = found.into_iter().unzip();
    for ((report, over_servers), server) in reports.iter_mut().zip(lint_servers(&names)).zip(&sources.servers)
    {
        report.extend(over_servers);
        name_files(report, server, sources);
        if let Some(glob) = &selection {
            report.findings.retain(|finding| glob.is_match(&finding.location.tool));
            report.suppressed.retain(|suppressed| glob.is_match(&suppressed.finding.location.tool));
        }
    }
    if let (Some(glob), Some(text)) = (&selection, &arguments.input.tool) {
        let names =
            || sources.servers.iter().flat_map(|server| server.set.tools()).map(|tool| tool.name.as_str());
        if !sources.servers.is_empty() && !names().any(|name| glob.is_match(name)) {
            return Err(no_match(text, names()));
        }
    }
    Ok(reports)
}

/// Says of the places that stand in another file than the finding which one that is.
fn name_files(report: &mut LintReport, server: &Server, sources: &Sources) {
    let suppressed = report.suppressed.iter_mut().map(|suppressed| &mut suppressed.finding);
    for finding in report.findings.iter_mut().chain(suppressed) {
        let own = server.file_of(finding.location.tool_index);
        for related in &mut finding.related {
            let server = match &related.other {
                Some(other) => sources.servers.get(other.server_index),
                None => Some(server),
            };
            let file = server.map(|server| server.file_of(related.location.tool_index));
            // At another server the file is always told: its name is the first thing that is asked for.
            related.file = file.filter(|file| related.other.is_some() || *file != own).map(shown);
        }
    }
}

/// The linters of files for a command that looks at one after the other: each by the settings that are found for it.
pub(crate) struct Linters<'s> {
    selection: &'s Selection,
    chosen: Settings,
    today: Date,
    finder: Finder,
    last: Option<(Found, Linter)>,
}

impl<'s> Linters<'s> {
    /// Linters by the options of a command.
    ///
    /// # Errors
    ///
    /// When it cannot be told what day it is.
    pub(crate) fn new(selection: &'s Selection) -> Result<Self> {
        let chosen = chosen(selection);
        Ok(Self { selection, chosen, today: today()?, finder: Finder::default(), last: None })
    }

    /// The linter for a file.
    ///
    /// # Errors
    ///
    /// When settings cannot be read or are not understood.
    pub(crate) fn of(&mut self, file: &Path) -> Result<&Linter> {
        let found = settings_of_file(self.selection, file, &mut self.finder)?;
        let made = match self.last.take() {
            Some((of, made)) if of == found => made,
            _ => Linter::new([&found.settings, &self.chosen])
                .with_context(|| {
                    found.path.as_ref().map_or_else(String::new, |path| path.display().to_string())
                })?
                .with_today(self.today),
        };
        Ok(&self.last.insert((found, made)).1)
    }
}

fn settings_of_file(selection: &Selection, file: &Path, finder: &mut Finder) -> Result<Found> {
    match &selection.config {
        _ if selection.isolated => Ok(Found::default()),
        Some(config) => settings::read(config),
        None => finder.find(file)?.map_or_else(|| Ok(Found::default()), |path| settings::read(&path)),
    }
}

/// What the options choose.
fn chosen(selection: &Selection) -> Settings {
    let mut settings = Settings::default();
    settings.select.clone_from(&selection.select);
    settings.extend_select.clone_from(&selection.extend_select);
    settings.ignore.clone_from(&selection.ignore);
    settings.severity = selection.severity.iter().copied().collect();
    settings
}

/// The strictest of the servers' settings: a run has one exit code.
fn fail_on(found: &[Found]) -> FailOn {
    let strictness = |choice: &FailOn| match choice {
        FailOn::Never => 0,
        FailOn::Error => 1,
        FailOn::Warning => 2,
        FailOn::Note => 3,
    };
    let chosen = found.iter().map(|found| found.settings.fail_on.unwrap_or_default());
    chosen.max_by_key(strictness).unwrap_or_default()
}

fn today() -> Result<Date> {
    let now = time::generated_at()?;
    let day = now.split('T').next().unwrap_or_default();
    day.parse().with_context(|| format!("the day of {now} cannot be told"))
}

/// The baseline that an option or the settings name.
fn baseline(arguments: &Lint, found: &[Found]) -> Result<Option<(PathBuf, Baseline)>> {
    let mut named: Vec<PathBuf> = found.iter().filter_map(Found::baseline).collect();
    named.dedup();
    let path = match (&arguments.baseline, named.as_slice()) {
        (Some(path), _) | (None, [path]) => path,
        (None, []) => return Ok(None),
        (None, [first, second, ..]) => bail!(
            "the settings of these files name several baselines, {} and {}; name one with --baseline",
            first.display(),
            second.display()
        ),
    };
    let text = fs::read_to_string(path).with_context(|| {
        let path = path.display();
        format!("cannot read the baseline {path}; write it with --write-baseline {path}")
    })?;
    let baseline = Baseline::parse(&text).with_context(|| path.display().to_string())?;
    Ok(Some((path.clone(), baseline)))
}

fn write_baseline(path: &PathBuf, read: &[PathBuf], reports: &[LintReport]) -> Result<()> {
    let baseline = Baseline::of(reports);
    let destination = Destination::check_path(path)?;
    destination.expect_other_than(read)?;
    destination.write(&visible::json(&baseline.to_json()?))?;
    let count = baseline.len();
    let findings = if count == 1 { "finding" } else { "findings" };
    say(&format!("{} holds {count} {findings}", path.display()));
    Ok(())
}

/// What has to be looked at again when it changes: the files, and the settings that are known by now.
fn watched(arguments: &Lint) -> Vec<PathBuf> {
    let mut finder = Finder::default();
    let files = arguments.input.files.iter();
    let mut settings: Vec<PathBuf> =
        files.clone().filter_map(|file| finder.find(file).ok().flatten()).collect();
    let baselines: Vec<PathBuf> =
        settings.iter().filter_map(|path| settings::read(path).ok()?.baseline()).collect();
    settings.extend(baselines);
    let named = arguments.selection.config.iter().chain(&arguments.baseline);
    let paths =
        files.chain(&settings).chain(named).map(PathBuf::as_path).filter(|path| *path != Path::new("-"));
    // What is not there yet may come, and mend what was wrong.
    paths.filter_map(|path| fs::canonicalize(path).or_else(|_| std::path::absolute(path)).ok()).collect()
}
