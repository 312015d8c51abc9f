//! TDQS208: too few words to choose the tool by.

use tdqs_rubric::{Dimension, HardGates};

use super::assessed::clause;
use crate::context::ToolContext;
use crate::text::{restates, speaks_of_an_api, word_count, words_beyond};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity, credit};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS208",
    name: "description-too-short",
    summary: "The description has fewer than ten words, and hardly one that the name does not have.",
    why: "In fewer than ten words there is room for what a tool does, and seldom for when to use it, what comes back \
          and what can go wrong. Half of the weight of a score lies on what such a text leaves out. A short text may \
          be enough all the same; this rule speaks up where it adds no more than one word to the name, or none where \
          there are no parameters, not counting verbs at its beginning and words such as \"new\", \"specific\" and \
          \"information\". The Tool Credit Score takes points for any \
          text of fewer than ten words.\n\nAdd what is missing: a sentence on when to use the tool, and one on what it \
          returns.",
    sources: &[
        "Tool Credit Score, section 7: description-too-short",
        "TDQS specification, \"The six dimensions\"",
    ],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::UsageGuidelines)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "Return one specific crate by ID."}"#,
        r#"{"name": "pack", "description": "Packs all existing crates.", "inputSchema": {"type": "object", "properties": {"shelf": {"type": "string"}}}}"#,
        r#"{"name": "get_crate", "description": "Return a shelf's crate.", "inputSchema": {"type": "object", "properties": {"shelf": {"type": "string"}}}}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate by its label; use list_crates when no label is known."}"#,
        r#"{"name": "delete_crate", "description": "Remove a crate; its content stays on the shelf."}"#,
        r#"{"name": "list_crates", "description": "List all crates in the hall."}"#,
        r#"{"name": "list_versions", "description": "Lists the API versions."}"#,
        r#"{"name": "get_crate", "description": "ラベルで箱を一つ返します。ラベルが分からないときは一覧を使ってください。"}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    let Some(found) = tool.credit_findings(credit::Rule::DescriptionTooShort).next() else { return };
    let description = tool.description().unwrap_or_default();
    // The gate says the same, and more, and so does the rule about a text that is all name.
    let is_of_api = speaks_of_an_api(description, tool.name());
    if tool.gates() == HardGates::Tautological || (restates(description, tool.name()) && !is_of_api) {
        return;
    }
    let mut beyond = words_beyond(description, tool.name());
    // What is left of "the dock's" is no word.
    beyond.retain(|word| word != "s" && !FILLING.contains(&word.as_str()));
    beyond.extend(is_of_api.then(|| "API".to_owned()));
    let adds = match beyond.as_slice() {
        [] => "none of them adds to the name".to_owned(),
        // What is written without spaces may be many words.
        [word] if word_count(word) == 1 && tool.parameters().next().is_some() => {
            format!("only `{word}` adds to the name")
        }
        _ => return,
    };
    let message = format!("{}, and {adds}; {}", found.message, clause(found.advice));
    findings.report(&tool.place_at(&found.pointer), message);
}

/// Words that tell nothing of a tool that its name does not.
const FILLING: [&str; 35] = [
    "about",
    "all",
    "any",
    "as",
    "at",
    "available",
    "certain",
    "current",
    "currently",
    "detail",
    "detailed",
    "details",
    "each",
    "every",
    "existing",
    "given",
    "id",
    "ids",
    "info",
    "information",
    "into",
    "its",
    "multiple",
    "new",
    "one",
    "provided",
    "several",
    "single",
    "specific",
    "specified",
    "their",
    "two",
    "various",
    "via",
    "your",
];
