//! TDQS703: a parameter name that model APIs do not take.

use crate::context::ToolContext;
use crate::{Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS703",
    name: "property-name-refused",
    summary: "The name of a parameter has characters or a length that model APIs refuse.",
    why: "Anthropic's API, also behind Bedrock, refuses a request when a parameter of one of its tools is not \
          named `^[a-zA-Z0-9_.-]{1,64}$`: the whole request, with all tools in it. Gemini asks for a letter or \
          an underscore first and for no dots or hyphens. Names such as `filter[id]` come from query \
          strings.\n\nName the parameter in letters, digits and underscores, and translate it in the server.",
    sources: &[
        "github.com/beautyfree/appstore-connect-mcp issue 2: property keys should match ^[a-zA-Z0-9_.-]{1,64}$",
        "Google, FunctionDeclaration: parameter names",
    ],
    severity: Severity::Warning,
    is_on_by_default: false,
    aspect: None,
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"filter[id]": {"type": "string"}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"$top": {"type": "integer"}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"a/b~c": {"type": "string"}}}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"filter_id": {"type": "string"}, "filter.id": {"type": "string"}, "If-Match": {"type": "string"}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"filter": {"type": "object", "properties": {"an id": {"type": "string"}}}}}}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "properties": {"an id": {"type": "string"}}}}"#,
    ],
    check: Check::Tool(check),
};

/// What Anthropic's and Google's APIs take.
const LONGEST: usize = 64;

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    // The APIs look at the parameters themselves, and at nothing below them.
    for parameter in tool.parameters() {
        let name = parameter.key().unwrap_or_default();
        let is_taken =
            |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '-');
        let length = name.chars().count();
        let message = if let Some(odd) = name.chars().find(|character| !is_taken(*character)) {
            format!(
                "Anthropic's API refuses requests with a parameter named `{name}`, for its {odd:?}; use letters, digits \
                 and underscores"
            )
        } else if length == 0 {
            "Anthropic's API refuses requests with a parameter that has an empty name; name it".to_owned()
        } else if length > LONGEST {
            format!(
                "Anthropic's API refuses requests with a parameter name of {length} characters, more than {LONGEST}"
            )
        } else {
            continue;
        };
        findings.report(&parameter.key_place(), message);
    }
}
