//! TDQS319: a default that its own schema refuses.

use tdqs_rubric::Dimension;
use tdqs_signals::json::Kind;

use super::subject::subject;
use super::validation::Validation;
use super::values::quoted;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS319",
    name: "invalid-default",
    summary: "A `default` is not valid by the schema that it stands in.",
    why: "An agent that wants the default writes it, and a client may fill it in: when the schema refuses it, \
          that call fails. Most often it is a `null` where the type is a string, which says \"optional\" in some \
          languages, or a text where a number is meant.\n\nMend the default or the schema; take a `null` out, \
          since leaving a parameter out of `required` says as much.",
    sources: &["JSON Schema 2020-12, Validation, 9.2: default should be valid"],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"shelf": {"type": "string", "default": null}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"count": {"type": "integer", "default": "10"}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"count": {"type": "integer", "maximum": 50, "default": 100}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string", "pattern": "^[A-Z]-[0-9]+$", "default": "none"}}}}"#,
        r##"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"at": {"$ref": "#/$defs/Place", "default": {"aisle": "seven"}}}, "$defs": {"Place": {"type": "object", "properties": {"aisle": {"type": "integer", "multipleOf": 1}}}}}}"##,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"shelf": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": null}, "count": {"type": "integer", "default": 10, "minimum": 1}}}}"#,
        r##"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"at": {"$ref": "#/$defs/Place", "default": {"aisle": 7}}, "default": {"type": "string"}}, "$defs": {"Place": {"type": "object", "properties": {"aisle": {"type": "integer", "multipleOf": 1}}}}}}"##,
        r##"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"when": {"type": "string", "format": "date", "default": ""}, "lost": {"$ref": "#/$defs/None", "default": 1}}}}"##,
    ],
    check: Check::Tool(check),
};

/// Parameters that a finding about several names.
const NAMED: usize = 3;

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    let mut validation = Validation::of(tool);
    let mut nulls = Vec::new();
    for keyword in tool.keywords("default") {
        let Some(schema) = keyword.parent() else { continue };
        let Some(why) = validation.refusal(schema, keyword.value()) else { continue };
        if keyword.kind() == Kind::Null {
            nulls.push((keyword, schema, why));
            continue;
        }
        let message = format!(
            "the default {} of {} is refused by its own schema: {why}; mend the default or the schema",
            quoted(keyword.value()),
            subject(schema)
        );
        findings.report(&keyword.place(), message);
    }
    // One habit of a generator, found at every parameter.
    let Some((first, _, why)) = nulls.first() else { return };
    let mut names: Vec<String> = nulls.iter().take(NAMED).map(|(_, schema, _)| subject(*schema)).collect();
    if let Some(more) = nulls.len().checked_sub(NAMED).filter(|more| *more > 0) {
        names.push(format!("{more} more"));
    }
    let is_alike = nulls.iter().all(|(.., other)| other == why);
    let why = if is_alike { format!(" ({why})") } else { String::new() };
    let refused =
        if nulls.len() == 1 { "is refused by its own schema" } else { "is refused by their own schemas" };
    let message = format!(
        "the default null of {} {refused}{why}; take it out, since what is not required may be left out, or let the type \
         be null as well",
        names.join(", ")
    );
    let mut reported = findings.report(&first.place(), message);
    for (other, ..) in nulls.iter().skip(1) {
        reported.relate(&other.place(), "null as well");
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::rules::tests::findings_of;

    #[test]
    fn one_type_is_named_where_all_have_it() {
        let found = |first: &str, second: &str| -> String {
            let set = format!(
                r#"{{"name": "pack", "inputSchema": {{"type": "object", "properties": {{
                    "a": {{"type": "{first}", "default": null}}, "b": {{"type": "{second}", "default": null}}}}}}}}"#
            );
            findings_of(&RULE, &set).into_iter().map(|finding| finding.message).collect()
        };
        assert!(found("string", "string").starts_with(
            "the default null of `a`, `b` is refused by their own schemas (the type is string); take it out"
        ));
        assert!(
            found("string", "integer")
                .starts_with("the default null of `a`, `b` is refused by their own schemas; take it out")
        );
    }
}
