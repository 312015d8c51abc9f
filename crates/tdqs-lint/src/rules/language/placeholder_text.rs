//! TDQS611: a text that was meant to be written later.

use tdqs_rubric::Dimension;
use tdqs_signals::whitespace::trim;

use crate::context::{Text, TextKind, ToolContext};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity, credit};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS611",
    name: "placeholder-text",
    summary: "A description is a placeholder.",
    why: "\"TODO\" and \"description\" pass every check that only asks whether there is a description. They count as \
          documented, and an agent has nothing.\n\nWrite what the value means, or leave the description out: then it \
          shows that it is missing.",
    sources: &[
        "TDQS specification, \"The six dimensions\": Parameter Semantics",
        "\"Model Context Protocol (MCP) Tool Descriptions Are Smelly!\"",
    ],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::PurposeClarity)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "No description provided."}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"properties": {"label": {"description": "Description."}, "shelf": {"description": "FIXME: say what it is"}}}}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"properties": {"label": {"description": "Lorem ipsum dolor sit amet."}}}}"#,
    ],
    good: &[
        r#"{"name": "list_todos", "description": "List TODO and FIXME comments of a file. To do so it is read."}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"properties": {"description": {"description": "A description of the crate"}, "todo": {"description": "Todo item"}}}}"#,
    ],
    check: Check::Tool(check),
};

/// What is all of a text, in small letters and without punctuation at its ends.
const WHOLE: [&str; 22] = [
    "todo",
    "tbd",
    "tba",
    "fixme",
    "xxx",
    "wip",
    "n/a",
    "na",
    "none",
    "null",
    "undefined",
    "placeholder",
    "description",
    "no description",
    "no description provided",
    "no description available",
    "description here",
    "your description here",
    "add description",
    "add a description",
    "tool description",
    "lorem ipsum",
];
/// The bytes of the longest of these.
const LONGEST: usize = {
    let (mut longest, mut at) = (0, 0);
    while at < WHOLE.len() {
        if WHOLE[at].len() > longest {
            longest = WHOLE[at].len();
        }
        at += 1;
    }
    longest
};
/// What begins a text that is a note to its author, in capitals.
const STARTS: [&str; 5] = ["TODO:", "FIXME:", "TBD:", "XXX:", "FIXME "];

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for text in tool.descriptions() {
        let is_one = match text.kind() {
            // What makes the tool next to unusable has a rule of its own, `description-placeholder`.
            TextKind::Description => is_placeholder(text) && !is_fatal(tool),
            TextKind::SchemaDescription => is_placeholder(text),
            _ => false,
        };
        if is_one {
            let message = format!(
                "{} is a placeholder; write what is meant, or leave it out so that it shows as missing",
                text.kind().with_article()
            );
            findings.report(&text.whole(), message);
        }
    }
}

fn is_fatal(tool: &ToolContext<'_>) -> bool {
    tool.credit_findings(credit::Rule::DescriptionPlaceholder).next().is_some()
}

fn is_placeholder(text: Text<'_>) -> bool {
    let content = trim(text.content());
    let starts_as = |start: &str| content.get(..start.len()).is_some_and(|is| is.eq_ignore_ascii_case(start));
    if STARTS.iter().any(|start| content.starts_with(start)) || starts_as("lorem ipsum") {
        return true;
    }
    let core = content.trim_matches(|character: char| !character.is_alphanumeric());
    let is_nothing = core.is_empty()
        && content.len() >= 2
        && content.chars().all(|it| matches!(it, '.' | '-' | '…' | '?'));
    is_nothing || (core.len() <= LONGEST && WHOLE.iter().any(|whole| core.eq_ignore_ascii_case(whole)))
}
