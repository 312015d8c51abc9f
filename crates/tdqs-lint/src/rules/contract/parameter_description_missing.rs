//! TDQS216: parameters that the threshold does not count.

use std::borrow::Cow;

use tdqs_rubric::Dimension;
use tdqs_signals::json::unescape_pointer_segment;

use crate::context::{Node, ToolContext};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity, credit};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS216",
    name: "parameter-description-missing",
    summary: "A parameter has no description, further in than coverage is counted or beside many that are described.",
    why: "The coverage of the specification is counted over the parameters themselves, not over what objects and \
          arrays hold, and above 80% nothing is asked of the rest. A call has to fill in those as well, and an agent \
          fills in a value without a description by its name.\n\nDescribe each of them: what it is, its form, where a \
          caller gets it from.",
    sources: &[
        "Tool Credit Score, section 7: parameter-description-missing",
        "TDQS specification, \"The six dimensions\": Parameter Semantics",
    ],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move a crate.", "inputSchema": {"type": "object", "properties": {"to": {"type": "object", "description": "Where to.", "properties": {"aisle": {"type": "string"}}}}}}"#,
        r#"{"name": "pack", "description": "Pack a crate.", "inputSchema": {"properties": {"a": {"description": "A."}, "b": {"description": "B."}, "c": {"description": "C."}, "d": {"description": "D."}, "e": {"description": "E."}, "f": {}}}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move a crate.", "inputSchema": {"type": "object", "properties": {"to": {"type": "object", "description": "Where to.", "properties": {"aisle": {"type": "string", "description": "Number of the aisle."}}}}}}"#,
        r#"{"name": "move_crate", "description": "Move a crate.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}}}"#,
        r##"{"name": "move_crate", "description": "Move a crate.", "inputSchema": {"type": "object", "properties": {"to": {"$ref": "#/$defs/To"}}, "$defs": {"To": {"type": "string", "description": "Where to."}}}}"##,
    ],
    check: Check::Tool(check),
};

/// Up to this coverage `few-described-parameters` and `undescribed-parameters` report the parameters themselves.
const COVERAGE_REPORTED: u8 = 80;
/// Places that a finding names.
const NAMED: usize = 5;

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    let signals = tool.unhashed_signals();
    let is_covered = signals.param_count == 0 || signals.schema_description_coverage > COVERAGE_REPORTED;
    for finding in tool.credit_findings(credit::Rule::ParameterDescriptionMissing) {
        let holder = |node: Node<'_>| node.parent().map(Node::number);
        let of_own = tool.parameters().next().filter(|_| !is_covered).and_then(holder);
        let is_own = |pointer: &str| of_own.is_some() && holder(tool.place_at(pointer).node()) == of_own;
        let is_left = |pointer: &&String| !is_own(pointer);
        let left: Vec<&String> = finding.places.iter().filter(is_left).collect();
        let Some(first) = left.first() else { continue };
        let names: Vec<String> =
            left.iter().take(NAMED).map(|pointer| format!("`{}`", name(pointer))).collect();
        let more = if left.len() > NAMED { ", …" } else { "" };
        let message = format!(
            "nothing describes {}{more}; say what each is, its form, where a caller gets it from",
            names.join(", ")
        );
        let mut reported = findings.report(&tool.place_at(first), message);
        for pointer in left.iter().skip(1).take(NAMED) {
            reported.relate(&tool.place_at(pointer), "this one is not described either");
        }
    }
}

/// The last part of a pointer.
fn name(pointer: &str) -> Cow<'_, str> {
    unescape_pointer_segment(pointer.rsplit('/').next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use tdqs_signals::ToolSet;

    use crate::{Linter, Settings};

    #[test]
    fn what_the_threshold_counts_is_left_out_in_every_dialect() {
        let schema =
            r#"{"type": "object", "properties": {"a": {"type": "string"}, "b": {"properties": {"c": {}}}}}"#;
        let mcp = format!(r#"{{"name": "pack", "description": "Pack.", "inputSchema": {schema}}}"#);
        let open_ai = format!(
            r#"{{"type": "function", "function": {{"name": "pack", "description": "Pack.", "parameters": {schema}}}}}"#
        );
        let settings = Settings { select: Some(vec!["TDQS216".parse().unwrap()]), ..Settings::default() };
        let linter = Linter::new([&settings]).unwrap();
        for tool in [mcp, open_ai] {
            let report = linter.lint("dock", &ToolSet::parse(&format!("[{tool}]")).unwrap());
            let messages: Vec<&str> =
                report.findings.iter().map(|finding| finding.message.as_str()).collect();
            assert!(matches!(messages[..], [only] if only.contains("describes `c`;")), "{messages:?}");
        }
    }
}
