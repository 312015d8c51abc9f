//! `tdqs fix`

pub(crate) mod arguments;

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use tdqs::ToolSet;
use tdqs::signals::tool_set::utf8;
use tdqs_lint::fixing::{FixOptions, FixedText, fix_text};
use tdqs_lint::tokens::Tokenizer;

use crate::lint::Linters;
use crate::outcome::{Outcome, doubt, say, warn};
use crate::output::Destination;
use crate::source::{Sources, read_file, shown, stem};
use crate::{report, visible};
use arguments::{Fix, FixFormat};

/// A file, before and after.
#[derive(Debug)]
pub(crate) struct FixedFile {
    /// The file, as it was named.
    pub(crate) name: String,
    path: PathBuf,
    before: String,
    pub(crate) fixed: FixedText,
}

impl FixedFile {
    /// Whether the text is another one afterwards.
    pub(crate) fn has_changed(&self) -> bool {
        self.before != self.fixed.text
    }

    /// What changes, as a unified diff.
    pub(crate) fn diff(&self) -> String {
        report::diff::unified(&self.name, &self.before, &self.fixed.text)
    }
}

pub(crate) fn run(arguments: &Fix) -> Result<Outcome> {
    let is_standard = |path: &Path| path.as_os_str() == "-";
    let named = Destination::check(&arguments.output)?;
    let has_output = arguments.output.output.is_some();
    if let ([_, _, ..], true) = (arguments.files.as_slice(), has_output) {
        bail!("--output is for one file, and there are {}", arguments.files.len());
    }
    let mut outcome = Outcome::default();
    let mut linters = Linters::new(&arguments.selection)?;
    let mut files = Vec::new();
    let mut failures = Vec::new();
    for path in &arguments.files {
        match fix(path, arguments, &mut linters) {
            Ok((file, sources)) => {
                // Another page may have the new name.
                if arguments.rename && sources.servers.iter().any(|server| server.set.is_incomplete()) {
                    bail!(
                        "--rename has to know all names, and the listing of {} goes on elsewhere; put its pages \
                         into one file",
                        file.name
                    );
                }
                outcome.add_reading(&sources);
                warn(&sources);
                files.push(file);
            }
            Err(error) => {
                let message = format!("{}: {error:#}", shown(path));
                outcome.fail(&message);
                failures.push(message);
            }
        }
    }
    let writes = !arguments.diff && !arguments.check;
    let gives_text = writes && files.iter().any(|file| is_standard(&file.path)) && !has_output;
    if writes {
        for file in &files {
            let destination = match (has_output, is_standard(&file.path)) {
                (true, _) => &named,
                (false, true) => &Destination::Standard,
                (false, false) if !file.has_changed() => continue,
                (false, false) => &Destination::check_path(&file.path)?,
            };
            destination.write(&file.fixed.text)?;
        }
    }
    for file in files.iter().filter(|file| !file.fixed.is_settled) {
        say(&format!("warning: {}: fixes call for each other; run it again to see", file.name));
    }
    let told = match arguments.format {
        _ if arguments.diff => files.iter().map(FixedFile::diff).collect(),
        FixFormat::Text => report::fix::text(&files, writes),
        FixFormat::Json => report::fix::json(&files, failures)?,
    };
    // Where the fixed text itself goes to standard output, nothing else does.
    if gives_text || (has_output && named.is_standard()) {
        told.lines().for_each(say);
    } else {
        // A pipe gets a diff to the byte, so that it can be applied. A terminal would act on some of them.
        let told = if Destination::Standard.is_terminal() { visible::block(&told) } else { told };
        Destination::Standard.write(&told)?;
    }
    let changed = files.iter().filter(|file| file.has_changed()).count();
    if arguments.check && changed > 0 {
        let would = if changed == 1 {
            "1 file would change".to_owned()
        } else {
            format!("{changed} files would change")
        };
        outcome.miss(&would);
    }
    Ok(outcome)
}

fn fix(path: &Path, arguments: &Fix, linters: &mut Linters<'_>) -> Result<(FixedFile, Sources)> {
    let bytes = read_file(path)?;
    let before = utf8(&bytes)?.to_owned();
    let options = FixOptions::default()
        .with_tighten(arguments.tighten)
        .with_rename(arguments.rename)
        .with_tokenizer(Tokenizer::most_exact());
    let sources = Sources::of(&[path.to_owned()], None, [Ok(bytes)])?;
    if let Some(doubt) = sources.servers.iter().find_map(doubt) {
        bail!("{doubt}; if it is one, write it as an array");
    }
    let fixed = fix_text(&before, &stem(path), linters.of(path)?, options)?;
    expect_as_many(&before, &fixed.text)?;
    Ok((FixedFile { name: shown(path), path: path.to_owned(), before, fixed }, sources))
}

/// A last look before anything is written.
fn expect_as_many(before: &str, after: &str) -> Result<()> {
    let count = |text: &str| -> Result<Vec<(usize, usize)>> {
        let sets = ToolSet::parse_servers(text)?;
        Ok(sets.iter().map(|set| (set.tools().len(), set.rejected.len())).collect())
    };
    if count(before)? != count(after)? {
        bail!("the fixed text would be read otherwise, so the file was left as it was; please report this");
    }
    Ok(())
}
