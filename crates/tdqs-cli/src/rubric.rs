//! Where the system prompts come from.

use std::path::Path;

use anyhow::{Context, Result, bail};
use tdqs::rubric::{PromptHash, Rubric};

/// The rubric of a file, or the one that is shipped.
pub(crate) fn read(path: Option<&Path>, sha256: Option<&str>) -> Result<Rubric> {
    let Some(path) = path else { return Ok(Rubric::default()) };
    let named = || format!("the rubric {}", path.display());
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", named()))?;
    let found = PromptHash::of(&text);
    if let Some(expected) = sha256.filter(|expected| !expected.eq_ignore_ascii_case(found.as_str())) {
        bail!("{} has the SHA-256 {found}, expected {expected}", named());
    }
    Rubric::from_markdown(&text).with_context(|| format!("{} gives no prompts", named()))
}
