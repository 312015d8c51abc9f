//! By whose verdicts a store is read.

use anyhow::{Result, bail};
use tdqs::SpecVersion;
use tdqs::llm::JudgeIdentity;
use tdqs_store::{Failing, Registry, SqliteStore, Yardstick, Yardsticks};

use crate::arguments::YardstickChoice;
use crate::visible;

/// By which nothing has been judged.
pub(super) fn of_nobody(edition: SpecVersion) -> Yardsticks {
    Yardsticks::of(&JudgeIdentity::new(""), edition)
}

/// The first line of a report: by what everything below it was judged.
pub(super) fn head(by: &Yardsticks, is_judged: bool) -> String {
    let edition = by.tools.edition;
    if is_judged {
        format!("Edition {edition}, judged by {}\n", visible::line(&by.tools.judge))
    } else {
        format!("Edition {edition}, not judged yet\n")
    }
}

/// The yardsticks that the options mean; `None` when nothing has been scored in the edition and no judge is named.
pub(super) async fn choose(store: &SqliteStore, choice: &YardstickChoice) -> Result<Option<Yardsticks>> {
    let (tools, sets) = store.yardsticks().await?;
    chosen(tools, sets, &[], choice)
}

/// The same for a command that tells of failures as well: where no verdict is meant, a judge whose questions failed is.
/// `None` also when several judges have failed and none is named.
pub(super) async fn choose_or_failing(
    store: &SqliteStore,
    choice: &YardstickChoice,
    failing: &[Failing],
) -> Result<Option<Yardsticks>> {
    let (tools, sets) = store.yardsticks().await?;
    chosen(tools, sets, failing, choice)
}

fn chosen(
    mut tools: Vec<Yardstick>,
    sets: Vec<Yardstick>,
    failing: &[Failing],
    choice: &YardstickChoice,
) -> Result<Option<Yardsticks>> {
    let tool_prompt = choice.tool_prompt.as_deref();
    if !tools.iter().any(|tool| fits(tool, choice, tool_prompt)) {
        let failed: Vec<&Yardstick> =
            failing.iter().filter(|failing| failing.tools > 0).map(|failing| &failing.yardstick).collect();
        let mut judges = failed.iter().filter(|tool| fits(tool, choice, tool_prompt)).map(|tool| &tool.judge);
        if judges.next().is_some_and(|first| judges.any(|judge| judge != first)) {
            return Ok(None);
        }
        tools.extend(failed.into_iter().cloned());
    }
    let Some(tools) = only(&tools, choice, tool_prompt, "--tool-prompt")? else { return Ok(None) };
    let is_of_the_same_judge = |set: &Yardstick| set.judge == tools.judge && set.edition == tools.edition;
    let mut of_the_same_judge: Vec<Yardstick> = sets.into_iter().filter(is_of_the_same_judge).collect();
    if !of_the_same_judge.iter().any(|set| fits(set, choice, choice.coherence_prompt.as_deref())) {
        let failed = failing.iter().filter(|failing| failing.sets > 0).map(|failing| &failing.yardstick);
        of_the_same_judge.extend(failed.filter(|set| is_of_the_same_judge(set)).cloned());
    }
    let coherence_prompt = choice.coherence_prompt.as_deref();
    let sets = if of_the_same_judge.is_empty() && coherence_prompt.is_none() {
        // Its tools are through before any set is asked about.
        None
    } else {
        only(&of_the_same_judge, choice, coherence_prompt, "--coherence-prompt")?
    };
    let sets = sets.unwrap_or_else(|| tools.clone());
    Ok(Some(Yardsticks::new(tools, sets)))
}

/// Whether the options mean this yardstick, or might.
fn fits(yardstick: &Yardstick, choice: &YardstickChoice, prompt: Option<&str>) -> bool {
    let has_prompt =
        |start: &str| yardstick.prompt.as_ref().is_some_and(|prompt| prompt.as_str().starts_with(start));
    yardstick.edition == choice.spec
        && choice.scored_by.as_ref().is_none_or(|judge| *judge == yardstick.judge)
        && prompt.is_none_or(has_prompt)
}

/// The one yardstick that fits.
fn only(
    yardsticks: &[Yardstick],
    choice: &YardstickChoice,
    prompt: Option<&str>,
    prompt_option: &str,
) -> Result<Option<Yardstick>> {
    let edition: SpecVersion = choice.spec;
    let mut fitting: Vec<Yardstick> =
        yardsticks.iter().filter(|yardstick| fits(yardstick, choice, prompt)).cloned().collect();
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
