//! TDQS701: a name that model APIs do not take.

use crate::context::ToolContext;
use crate::{Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS701",
    name: "name-refused-by-model-apis",
    summary: "The name has characters or a length that model APIs refuse, or that clients change.",
    why: "MCP allows up to 128 letters, digits, underscores, hyphens and dots. The APIs of OpenAI and Anthropic \
          take `^[a-zA-Z0-9_-]{1,64}$`, Gemini's a letter or an underscore first. Clients therefore replace \
          other characters by underscores and cut at 64, so that an agent sees another name than the logs, and \
          two tools may become one.\n\nUse letters, digits and underscores, begin with a letter, and stay well \
          below 64.",
    sources: &[
        "OpenAI, Function calling: name",
        "Anthropic, Tool use: name must match ^[a-zA-Z0-9_-]{1,64}$",
        "Google, FunctionDeclaration: must start with a letter or an underscore, at most 64 characters",
        "Model Context Protocol, \"Tools\": Tool Names",
    ],
    severity: Severity::Warning,
    is_on_by_default: false,
    aspect: None,
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "crates.move", "description": "Move one crate.", "inputSchema": {"type": "object"}}"#,
        r#"{"name": "crates/move", "description": "Move one crate.", "inputSchema": {"type": "object"}}"#,
        r#"{"name": "move_one_crate_from_its_shelf_to_another_shelf_of_the_same_aisle_or_of_another", "description": "Move one crate.", "inputSchema": {"type": "object"}}"#,
        r#"{"name": "3d_view", "description": "Show a crate.", "inputSchema": {"type": "object"}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate.", "inputSchema": {"type": "object"}}"#,
        r#"{"name": "Move-Crate-2", "description": "Move one crate.", "inputSchema": {"type": "object"}}"#,
    ],
    check: Check::Tool(check),
};

/// What OpenAI's, Anthropic's and Google's APIs take.
const LONGEST: usize = 64;

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    let name = tool.name();
    let is_taken = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
    let length = name.chars().count();
    let message = if let Some(odd) = name.chars().find(|character| !is_taken(*character)) {
        let folded: String =
            name.chars().map(|character| if is_taken(character) { character } else { '_' }).collect();
        format!(
            "OpenAI's and Anthropic's APIs take letters, digits, `_` and `-` in a name, and no {odd:?}; clients make \
             `{folded}` of it"
        )
    } else if length > LONGEST {
        format!(
            "the name has {length} characters, and model APIs take {LONGEST}; clients cut it or drop the tool"
        )
    } else if name.starts_with(|first: char| !first.is_ascii_alphabetic() && first != '_') {
        "Gemini takes only names that begin with a letter or an underscore; put a verb first".to_owned()
    } else {
        return;
    };
    findings.report(&tool.name_node().place(), message);
}
