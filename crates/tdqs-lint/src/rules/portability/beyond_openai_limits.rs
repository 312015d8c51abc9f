//! TDQS708: a schema that is too large for an API.

use crate::context::{Node, Part, ToolContext};
use crate::rules::schema::levels::levels_of_objects;
use crate::{Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS708",
    name: "beyond-openai-limits",
    summary: "The schema of the arguments is larger than OpenAI's strict mode takes.",
    why: "OpenAI bounds the schemas of strict mode: 5,000 properties in all, objects ten levels deep, 1,000 \
          values in all `enum`s, 120,000 characters of names and values together. Beyond that the request is \
          refused. The bounds were 100 properties and five levels before, and hosts with models of that time \
          still have them.\n\nSplit the tool, or pass a reference to what is stored elsewhere.",
    sources: &[
        "OpenAI, Structured Outputs: Supported schemas",
        "community.openai.com topic 918388: 100 properties, five levels",
    ],
    severity: Severity::Warning,
    is_on_by_default: false,
    aspect: None,
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"properties": {"a": {"properties": {"a": {"properties": {"a": {"properties": {"a": {"properties": {"a": {"properties": {"a": {"properties": {"a": {"properties": {"a": {"properties": {"a": {"properties": {"a": {"properties": {"a": {}}}}}}}}}}}}}}}}}}}}}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"crates": {"items": {"properties": {"b": {"properties": {"b": {"properties": {"b": {"properties": {"b": {"properties": {"b": {"properties": {"b": {"properties": {"b": {"properties": {"b": {"properties": {"b": {"properties": {"b": {}}}}}}}}}}}}}}}}}}}}}}}}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"side": {"type": "string", "enum": ["left", "right"]}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "string"}}}}}}}}}}}}}}}}}}}}"#,
    ],
    check: Check::Tool(check),
};

const PROPERTIES: usize = 5_000;
const LEVELS: usize = 10;
const VALUES: usize = 1_000;
const CHARACTERS: usize = 120_000;

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    let Some(root) = tool.input_schema() else { return };
    let is_of_input = |keyword: &Node<'_>| keyword.part() == Part::Input;
    let (mut properties, mut values, mut characters, mut deepest) = (0, 0, 0, 0);
    let length = |node: Node<'_>| node.as_str().map_or(0, |text| text.chars().count());
    let names =
        |map: Node<'_>| map.children().filter_map(Node::key).map(|key| key.chars().count()).sum::<usize>();
    for (map, level) in levels_of_objects(tool, Part::Input) {
        properties += map.children().len();
        characters += names(map);
        deepest = deepest.max(level);
    }
    for list in tool.keywords("enum").filter(is_of_input) {
        values += list.children().len();
        characters += list.children().map(length).sum::<usize>();
    }
    characters += tool.keywords("const").filter(is_of_input).map(length).sum::<usize>();
    for name in ["$defs", "definitions"] {
        characters += tool.keywords(name).filter(is_of_input).map(names).sum::<usize>();
    }
    let mut reasons = Vec::new();
    for (found, limit, what) in [
        (properties, PROPERTIES, "properties"),
        (deepest, LEVELS, "levels of objects"),
        (values, VALUES, "enum values"),
        (characters, CHARACTERS, "characters of names and values"),
    ] {
        if found > limit {
            reasons.push(format!("{found} {what} where {limit} are taken"));
        }
    }
    if !reasons.is_empty() {
        let message =
            format!("OpenAI's strict mode refuses the arguments: {}; split the tool", reasons.join(", "));
        findings.report(&root.place(), message);
    }
}
