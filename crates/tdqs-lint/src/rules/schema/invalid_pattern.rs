//! TDQS324: a pattern that no validator can read.

use tdqs_rubric::Dimension;

use crate::context::{Role, ToolContext};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS324",
    name: "invalid-pattern",
    summary: "A `pattern` is no regular expression of ECMAScript.",
    why: "JSON Schema takes its patterns from ECMAScript. One that does not parse makes a validator refuse the \
          whole schema, and with it the tool; one that was written for another language, with `(?i)` or \
          `(?P<name>…)` in it, works in that language alone. Between slashes a pattern matches nothing, since \
          the slashes count.\n\nWrite it as JavaScript would read it in `new RegExp(…)`.",
    sources: &["JSON Schema 2020-12, Core, 6.4: Regular Expressions", "ECMA-262, 22.2: RegExp"],
    severity: Severity::Error,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string", "pattern": "[A-Z"}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string", "pattern": "(?P<year>[0-9]{4})"}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string", "pattern": "/^[A-Z]+$/"}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"labels": {"type": "object", "patternProperties": {"(": {"type": "string"}}}}}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string", "pattern": "^(?!-)[\\p{L}\\d_-]{1,64}(?<!-)$"}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"path": {"type": "string", "pattern": "^/[a-z/]*$"}, "pattern": {"type": "string"}, "p": {"default": {"pattern": "["}}}}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for keyword in tool.keywords("pattern") {
        if let Some(message) = keyword.as_str().and_then(|pattern| fault(&pattern)) {
            findings.report(&keyword.place(), message);
        }
    }
    for map in tool.keywords("patternProperties").filter(|map| map.role() == Role::SchemaMap) {
        for member in map.children() {
            if let Some(message) = member.key().and_then(|pattern| fault(&pattern)) {
                findings.report(&member.key_place(), message);
            }
        }
    }
}

/// Longer patterns are not read: the time it takes is not bounded by anything else.
const LONGEST: usize = 5_000;

fn fault(pattern: &str) -> Option<String> {
    if pattern.starts_with("/^")
        && pattern.trim_end_matches(|flag: char| flag.is_ascii_lowercase()).ends_with("$/")
    {
        return Some(
            "the slashes around the pattern count as characters, so that nothing matches; take them off"
                .to_owned(),
        );
    }
    // Most are made of these and nothing else, and are right.
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-/:@# ,.^$".contains(&byte);
    if pattern.len() > LONGEST || pattern.bytes().all(is_plain) {
        return None;
    }
    // Validators differ in whether they read patterns as Unicode ones. What either way reads is a pattern.
    let error = regress::Regex::with_flags(pattern, "u").err()?;
    if regress::Regex::with_flags(pattern, "").is_ok() {
        return None;
    }
    let cure = if pattern.contains("(?P<") {
        "in ECMAScript a named group is `(?<name>…)`"
    } else if pattern.starts_with("(?")
        && pattern.get(2..).is_some_and(|rest| rest.starts_with(|flag: char| flag.is_ascii_lowercase()))
    {
        "ECMAScript has no flags inside a pattern"
    } else {
        "write it as JavaScript reads it"
    };
    Some(format!(
        "the pattern is no regular expression of ECMAScript ({}); {cure}",
        error.text.trim_end_matches('.')
    ))
}
