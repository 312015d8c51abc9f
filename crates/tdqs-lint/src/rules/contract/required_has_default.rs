//! TDQS220: a default that is never used.

use tdqs_rubric::Dimension;

use super::assessed;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity, credit};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS220",
    name: "required-has-default",
    summary: "A required parameter has a `default`.",
    why: "A `default` says what is taken when nothing is given, and `required` says that something must be given: one \
          of the two is not meant. Agents read it either way, and clients that build forms leave such a field \
          out.\n\nTake the name out of `required`, or the `default` away.",
    sources: &[
        "Tool Credit Score, section 7: required-has-default",
        "JSON Schema 2020-12, Validation, 9.2: default",
    ],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer", "default": 10}}, "required": ["limit"]}}"#,
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"type": "object", "properties": {"aisle": {"type": "string"}, "shelf": {"type": "string", "default": "A"}}, "required": ["aisle", "shelf"]}}"#,
    ],
    good: &[
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer", "default": 10}}}}"#,
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"type": "object", "properties": {"default": {"type": "integer"}}, "required": ["default"]}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    assessed::report(tool, findings, credit::Rule::RequiredHasDefault);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};
    use tdqs_signals::SpecVersion;
    use tdqs_signals::json::Json;

    use super::*;
    use crate::credit::contract;

    fn schemas() -> impl Strategy<Value = Value> {
        let names = || prop_oneof![Just("a"), Just("b"), Just("default")];
        let own = prop_oneof![Just(json!({})), Just(json!(true)), Just(json!({"default": 1}))];
        let object = (prop::collection::btree_map(names(), own, 0..3), prop::collection::vec(names(), 0..3))
            .prop_map(|(properties, required)| json!({"properties": properties, "required": required}));
        (object.clone(), object.clone(), object, 0..4).prop_map(|(mut root, branch, of_ours, form)| {
            root["allOf"] = json!([branch]);
            root["x-own"] = of_ours;
            match form {
                0 => root["$ref"] = json!("#/x-own"),
                1 => root["allOf"][0]["$ref"] = json!("#/x-own"),
                2 => root["not"] = branch,
                _ => {}
            }
            root
        })
    }

    proptest! {
        #[test]
        fn lint_finds_it_where_the_score_does(schema in schemas(), key in prop_oneof![Just("inputSchema"), Just("parameters")]) {
            let json = Json::parse(&*json!({"name": "list", key: schema}).to_string()).unwrap();
            let tool = ToolContext::new(0, &json, SpecVersion::default()).unwrap();
            let score = contract::score(&contract::Tool::of(json.value()), &contract::Options::default());
            let of_score = score.findings.iter().filter(|found| found.rule == credit::Rule::RequiredHasDefault);
            let of_lint = tool.credit_findings(credit::Rule::RequiredHasDefault);
            prop_assert!(of_lint.eq(of_score));
        }
    }
}
