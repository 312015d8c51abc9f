//! TDQS422: many operations behind one parameter.

use std::collections::BTreeSet;

use tdqs_rubric::Dimension;
use tdqs_signals::json::Value;

use super::listing::names;
use crate::context::{Node, Target, ToolContext};
use crate::schema::elements;
use crate::text::{verb_in_base_form, words_of_name};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS422",
    name: "over-merged-tool",
    summary: "A required parameter chooses between more than eight operations.",
    why: "Merging tools has an optimum: each merge takes away a pair that an agent has to tell apart, and adds a \
          distinction inside the tool that is left. There the choice is made by an argument, all operations share one \
          description and one list of parameters, of which most calls need a few, and one set of hints: a tool that \
          lists as well as deletes has to be called destructive. Wrong choices do not go away, they become wrong \
          arguments.\n\nMake a few tools of it: what reads, what writes, what deletes, or one for each object. Looked \
          at are required parameters called `action`, `operation` or `command`; and `mode` and `type` where the values \
          are mostly verbs, as the kinds of one thing are no operations.",
    sources: &["Evaluation of a tool surface, section 5: overmerged"],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::PurposeClarity)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "manage_crates", "description": "Manage crates.", "inputSchema": {"type": "object", "properties": {"action": {"type": "string", "enum": ["list", "get", "create", "move", "seal", "open", "label", "weigh", "delete"]}}, "required": ["action"]}}"#,
        r##"{"name": "crates", "description": "Work on crates.", "inputSchema": {"type": "object", "properties": {"type": {"$ref": "#/$defs/Type"}}, "required": ["type"], "$defs": {"Type": {"enum": ["list_crates", "get_crate", "create_crate", "move_crate", "seal_crate", "open_crate", "update_crate", "count_crates", "delete_crate"]}}}}"##,
        r#"{"name": "crates", "description": "Work on crates.", "inputSchema": {"type": "object", "properties": {"Command": {"oneOf": [{"const": "list"}, {"const": "get"}, {"const": "create"}, {"const": "move"}, {"const": "seal"}, {"const": "open"}, {"const": "label"}, {"const": "weigh"}, {"const": "delete"}]}}, "required": ["Command"]}}"#,
    ],
    good: &[
        r#"{"name": "manage_crates", "description": "Manage crates.", "inputSchema": {"type": "object", "properties": {"action": {"type": "string", "enum": ["list", "get", "create", "move", "seal", "open", "label", "delete", "delete"]}}, "required": ["action"]}}"#,
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"type": "object", "properties": {"action": {"enum": ["a", "b", "c", "d", "e", "f", "g", "h", "i"]}}}}"#,
        // Kinds of one thing.
        r#"{"name": "create_crate", "description": "Create a crate.", "inputSchema": {"type": "object", "properties": {"type": {"enum": ["wood", "steel", "paper", "glass", "cork", "wool", "open", "clay", "tin"]}}, "required": ["type"]}}"#,
    ],
    check: Check::Tool(check),
};

/// Evaluation of a tool surface, section 5.
const LIMIT: usize = 8;

/// The parameters that choose an operation, and whether their values have to show it: these are as often called so
/// that tell the kind of one thing.
const CHOOSING: [(&str, bool); 5] =
    [("action", false), ("operation", false), ("command", false), ("mode", true), ("type", true)];

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for parameter in tool.parameters() {
        let Some(name) = parameter.key() else { continue };
        let choosing = CHOOSING.iter().find(|(choosing, _)| name.eq_ignore_ascii_case(choosing));
        let Some((_, has_to_show)) = choosing.filter(|_| is_required(tool, &name)) else { continue };
        let values = values(tool, parameter);
        if values.len() <= LIMIT || (*has_to_show && !are_mostly_verbs(&values)) {
            continue;
        }
        let texts: Vec<_> = values.iter().filter_map(|value| value.as_str()).collect();
        let message = format!(
            "`{name}` makes one tool of {} operations ({}), and more than {LIMIT} are hard to tell apart inside a tool; \
             make a few tools of them, by what they do or by what they work on",
            values.len(),
            names(texts.iter()),
        );
        findings.report(&parameter.key_place(), message);
    }
}

fn is_required(tool: &ToolContext<'_>, name: &str) -> bool {
    let required = tool.input_schema().and_then(|schema| schema.value().get("required"));
    elements(required).any(|required| required.is_str(name))
}

/// The distinct values that a parameter takes, where they are listed: by `enum`, by a union of `const`, or by what its
/// `$ref` leads to.
fn values<'t>(tool: &'t ToolContext<'_>, parameter: Node<'t>) -> Vec<Value<'t>> {
    let schema = match tool.reference_of(parameter) {
        Some(Target::Here(target)) => target.value(),
        _ => parameter.value(),
    };
    let branches = ["oneOf", "anyOf"].into_iter().flat_map(|union| elements(schema.get(union)));
    let constants = branches.filter_map(|branch| branch.get("const"));
    let mut seen = BTreeSet::new();
    elements(schema.get("enum")).chain(constants).filter(|value| seen.insert(value.literal())).collect()
}

/// Whether at least half of the values open with a verb.
fn are_mostly_verbs(values: &[Value<'_>]) -> bool {
    let opens_with_verb = |value: &&Value<'_>| {
        value.as_str().is_some_and(|text| {
            let words = words_of_name(&text);
            words.first().is_some_and(|word| verb_in_base_form(&word.to_lowercase()).is_some())
        })
    };
    values.iter().filter(opens_with_verb).count() * 2 >= values.len()
}
