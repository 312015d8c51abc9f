//! Where the system prompts come from.

use anyhow::{Context, Result, bail};
use tdqs::SpecVersion;
use tdqs::rubric::{PromptHash, Rubric};

use crate::arguments::RubricChoice;

/// The rubric of a file, or the one that is shipped, for an edition.
pub(crate) fn read(choice: &RubricChoice, edition: SpecVersion) -> Result<Rubric> {
    let Some(path) = &choice.rubric else { return Ok(Rubric::default()) };
    let named = || format!("the rubric {}", path.display());
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", named()))?;
    let found = PromptHash::of(&text);
    let expected = choice.rubric_sha256.as_deref();
    if let Some(expected) = expected.filter(|expected| !expected.eq_ignore_ascii_case(found.as_str())) {
        bail!("{} has the SHA-256 {found}, expected {expected}", named());
    }
    let rubric = Rubric::from_markdown(&text).with_context(|| format!("{} gives no prompts", named()))?;
    rubric.expect_edition(edition)?;
    Ok(rubric)
}
