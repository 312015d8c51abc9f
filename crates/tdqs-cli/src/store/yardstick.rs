//! By whose verdicts a store is read.

use anyhow::{Result, bail};
use tdqs::SpecVersion;
use tdqs_store::{Registry, SqliteStore, Yardstick, Yardsticks};

use crate::arguments::YardstickChoice;
use crate::visible;

/// The yardsticks that the options mean; `None` when nothing has been scored in the edition and no judge is named.
pub(super) async fn choose(store: &SqliteStore, choice: &YardstickChoice) -> Result<Option<Yardsticks>> {
    let (tools, sets) = store.yardsticks().await?;
    let tool_prompt = choice.tool_prompt.as_deref();
    let Some(tools) = only(&tools, choice, tool_prompt, "--tool-prompt")? else { return Ok(None) };
    let of_the_same_judge = sets
        .into_iter()
        .filter(|set| set.judge == tools.judge && set.edition == tools.edition)
        .collect::<Vec<_>>();
    let sets = only(&of_the_same_judge, choice, choice.coherence_prompt.as_deref(), "--coherence-prompt")?;
    let sets = sets.unwrap_or_else(|| tools.clone());
    Ok(Some(Yardsticks::new(tools, sets)))
}

/// The one yardstick that fits.
fn only(
    yardsticks: &[Yardstick],
    choice: &YardstickChoice,
    prompt: Option<&str>,
    prompt_option: &str,
) -> Result<Option<Yardstick>> {
    let edition: SpecVersion = choice.spec;
    let has_prompt = |yardstick: &Yardstick, start: &str| {
        yardstick.prompt.as_ref().is_some_and(|prompt| prompt.as_str().starts_with(start))
    };
    let fits = |yardstick: &Yardstick| {
        yardstick.edition == edition
            && choice.scored_by.as_ref().is_none_or(|judge| *judge == yardstick.judge)
            && prompt.is_none_or(|start| has_prompt(yardstick, start))
    };
    let mut fitting: Vec<Yardstick> =
        yardsticks.iter().filter(|yardstick| fits(yardstick)).cloned().collect();
    match fitting.len() {
        1 => Ok(fitting.pop()),
        0 if choice.scored_by.is_none() && prompt.is_none() => Ok(None),
        0 => bail!("nothing is scored like that in edition {edition}; there are{}", listed(yardsticks)),
        _ => {
            let same_judge = fitting.iter().all(|yardstick| yardstick.judge == fitting[0].judge);
            let option = if same_judge { prompt_option } else { "--scored-by" };
            bail!("several judges have scored; choose one with {option}:{}", listed(&fitting))
        }
    }
}

fn listed(yardsticks: &[Yardstick]) -> String {
    if yardsticks.is_empty() {
        return " none".to_owned();
    }
    let line = |yardstick: &Yardstick| {
        let prompt = yardstick
            .prompt
            .as_ref()
            .map_or_else(String::new, |prompt| format!(", prompt {}", prompt.as_str()));
        format!("\n  {} (edition {}{prompt})", visible::line(&yardstick.judge), yardstick.edition)
    };
    yardsticks.iter().map(line).collect()
}
