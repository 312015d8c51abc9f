//! TDQS710: a format that model APIs do not take.

use crate::context::{Part, ToolContext};
use crate::{Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS710",
    name: "format-refused",
    summary: "A `format` is none of those that model APIs take.",
    why: "In JSON Schema an unknown `format` is a note that nobody has to understand. Gemini's API refuses any \
          on a string but `enum` and `date-time`, with a 400 for the whole request, and OpenAI's strict mode \
          takes date-time, time, date, duration, email, hostname, ipv4, ipv6 and uuid.\n\nSay the form in the \
          description or in a `pattern`; keep `format` where your clients take it.",
    sources: &[
        "github.com/google-gemini/gemini-cli issue 2237: only enum and date-time are supported for STRING type",
        "OpenAI, Structured Outputs: Supported schemas, string formats",
    ],
    severity: Severity::Note,
    is_on_by_default: false,
    aspect: None,
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"url": {"type": "string", "format": "uri"}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"day": {"type": "string", "format": "date"}}}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"at": {"type": "string", "format": "date-time"}, "count": {"type": "integer", "format": "int32"}, "share": {"type": "number", "format": "double"}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"format": {"type": "string"}}}}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "properties": {"url": {"type": "string", "format": "uri"}}}}"#,
    ],
    check: Check::Tool(check),
};

/// What Gemini takes: on strings, and on numbers.
const GEMINI: [&str; 6] = ["enum", "date-time", "int32", "int64", "float", "double"];
/// What OpenAI's strict mode takes on strings.
const OPENAI: [&str; 9] =
    ["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"];

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for keyword in tool.keywords("format").filter(|keyword| keyword.part() == Part::Input) {
        let Some(format) = keyword.as_str().filter(|format| !GEMINI.contains(&&**format)) else { continue };
        let who = if OPENAI.contains(&&*format) {
            "Gemini's API refuses"
        } else {
            "Gemini's API and OpenAI's strict mode refuse"
        };
        let message = format!("{who} the format `{format}`; say it in the description, or in a `pattern`");
        findings.report(&keyword.place(), message);
    }
}
