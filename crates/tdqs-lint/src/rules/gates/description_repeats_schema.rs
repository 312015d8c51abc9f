//! TDQS108: the description says what the schema says.

use memchr::{memchr_iter, memmem};
use tdqs_rubric::Dimension;
use tdqs_signals::whitespace::trim;

use crate::context::{Node, ToolContext};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS108",
    name: "description-repeats-schema",
    summary: "The description holds the descriptions of parameters word for word.",
    why: "No credit is given for what the schema or the annotations already state, and every sentence that repeats them \
          costs conciseness and an agent's context in every conversation. Texts kept in two places also come to differ.\
          \n\nLeave parameters to their own `description`, and keep the tool's for what no parameter can say: how they \
          depend on each other, and what the call does.",
    sources: &[
        "TDQS specification, \"Design principles\", 4",
        "TDQS specification, \"Improving your score\", 6",
    ],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ConcisenessStructure)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "Return one crate.\n\nArgs:\n  label: Exact label of the crate, printed on its lid.", "inputSchema": {"properties": {"label": {"type": "string", "description": "Exact label of the crate, printed on its lid."}}}}"#,
        r#"{"name": "get_crate", "description": "Return one crate; label is the exact label of the crate; depth is how many levels of content to return.", "inputSchema": {"properties": {"label": {"description": "the exact label of the crate"}, "depth": {"description": "how many levels of content to return"}}}}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate by its label.", "inputSchema": {"properties": {"label": {"type": "string", "description": "Exact label of the crate, printed on its lid."}}}}"#,
        r#"{"name": "get_crate", "description": "Return one crate by its exact label.", "inputSchema": {"properties": {"label": {"type": "string", "description": "exact label"}}}}"#,
    ],
    check: Check::Tool(check),
};

/// Shorter texts than this stand in a sentence by chance.
const WORDS: usize = 5;

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    let Some(text) = tool.description_text() else { return };
    let mut repeated: Vec<(Node<'_>, std::ops::Range<usize>)> = Vec::new();
    for parameter in tool.parameters() {
        let Some(own) = parameter.get("description") else { continue };
        let content = own.as_str().unwrap_or_default();
        let content = trim(&content).trim_end_matches('.');
        // Nearly always it is not there, and then its words need not be told apart: five with a blank between them have
        // nine bytes.
        if content.len() < 2 * WORDS - 1 {
            continue;
        }
        let Some(start) = find(text.content(), content) else { continue };
        if content.split_whitespace().nth(WORDS - 1).is_none() {
            continue;
        }
        repeated.push((own, start..start + content.len()));
    }
    let Some((_, first)) = repeated.first() else { return };
    let message = match repeated.len() {
        1 => "the description repeats the description of a parameter; leave it to the schema".to_owned(),
        more => {
            format!("the description repeats the descriptions of {more} parameters; leave them to the schema")
        }
    };
    let mut reported = findings.report(&text.place(first.clone()), message);
    for (own, _) in &repeated {
        reported.relate(&own.place(), "said here already");
    }
}

/// Where a text stands in another. Nearly always it does not, and then the preparations of a search would take longest:
/// so the rarest of its first bytes is looked for, and what stands around it compared.
fn find(text: &str, content: &str) -> Option<usize> {
    /// So many places are compared; nearly always there are fewer.
    const MANY: usize = 200;
    let (text, content) = (text.as_bytes(), content.as_bytes());
    let (before, rarest) =
        content.iter().take(16).enumerate().min_by_key(|(_, byte)| COMMONNESS[usize::from(**byte)])?;
    let last = text.len().checked_sub(content.len())?;
    let mut places = memchr_iter(*rarest, text.get(before..=last + before)?);
    let begins_at = |start: &usize| text.get(*start..).is_some_and(|text| text.starts_with(content));
    let found = places.by_ref().take(MANY).find(begins_at);
    // A text made for it has a byte everywhere, and what to compare behind each: then the search is prepared after all.
    if found.is_none() && places.next().is_some() {
        return memmem::find(text, content);
    }
    found
}

/// How common bytes are in English prose, from 0 for those that are not in the list.
#[expect(clippy::cast_possible_truncation, reason = "the list is short")]
const COMMONNESS: [u8; 256] = {
    let by_commonness = b"zqxj0123456789-,.kvbpgwyfmculdhrsnioate ";
    let mut commonness = [0; 256];
    let mut place = 0;
    while place < by_commonness.len() {
        commonness[by_commonness[place] as usize] = place as u8 + 1;
        place += 1;
    }
    commonness
};

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::find;

    proptest! {
        #[test]
        fn a_text_is_found_where_a_plain_search_finds_it(text in "[ab]{0,60}|a{0,500}b?", content in "[ab]{0,20}b{0,4}") {
            prop_assert_eq!(find(&text, &content), text.find(&content).filter(|_| !content.is_empty()));
        }
    }
}
