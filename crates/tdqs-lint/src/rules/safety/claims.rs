//! What does a tool say by its name and its first word that it does, and what by its annotations?

use crate::context::{Node, ToolContext};
use crate::text::{
    Effect, first_word, verb_in_any_form, verb_in_base_form, without_punctuation, words_of_name,
};

/// A hint that is given as a boolean.
pub(super) fn hint<'t>(tool: &'t ToolContext<'_>, name: &str) -> Option<(Node<'t>, bool)> {
    let node = tool.annotations()?.get(name)?;
    Some((node, node.value().as_bool()?))
}

/// The verb that a tool is called by, and what it does: the first word of the name or the last, as in `crate_delete`.
/// `None` where the description opens with a verb that does something else, since "book" and "schedule" are things too.
pub(super) fn verb<'t>(tool: &'t ToolContext<'_>) -> Option<(&'t str, Effect)> {
    let words = words_of_name(tool.name());
    let of_word = |word: Option<&&'t str>| {
        let word = *word?;
        let effect = verb_in_base_form(word)?.effect;
        (effect != Effect::Either).then_some((word, effect))
    };
    let (first, last) = (of_word(words.first()), of_word(words.last()));
    // `plan_get` and `start_search` only look, whatever their other word does.
    if [first, last].into_iter().flatten().any(|(_, effect)| effect == Effect::Reads) {
        return None;
    }
    let of_name = first.or(last)?;
    if of_name.0.eq_ignore_ascii_case("create") && words.iter().any(|word| is_made_to_be_returned(word)) {
        return None;
    }
    let opening = without_punctuation(first_word(tool.description().unwrap_or_default()));
    match verb_in_any_form(opening).map(|verb| verb.effect) {
        None | Some(Effect::Either) => Some(of_name),
        Some(effect) if effect == of_name.1 => Some(of_name),
        // Both change something; what is certain is the milder of the two.
        Some(Effect::Writes | Effect::Destroys) => Some((of_name.0, Effect::Writes)),
        Some(Effect::Reads) => None,
    }
}

/// Whether what is created is the result of the call, and nothing is kept.
fn is_made_to_be_returned(word: &str) -> bool {
    const RESULTS: [&str; 8] =
        ["completion", "embedding", "summary", "preview", "prompt", "diagram", "chart", "query"];
    let is = |form: &str| RESULTS.iter().any(|result| form.eq_ignore_ascii_case(result));
    is(word) || word.strip_suffix('s').is_some_and(is)
}

/// Whether the description opens with a verb that says the same, so that there is no doubt.
pub(super) fn description_agrees(tool: &ToolContext<'_>, effect: Effect) -> bool {
    let opening = without_punctuation(first_word(tool.description().unwrap_or_default()));
    verb_in_any_form(opening).is_some_and(|verb| verb.effect == effect)
}
