//! TDQS322: a name is required twice.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use tdqs_rubric::Dimension;

use crate::context::{Node, ToolContext};
use crate::{Aspect, Check, Edit, Findings, Fix, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS322",
    name: "repeated-required-name",
    summary: "A name stands twice in one `required`.",
    why: "The names in `required` have to be distinct. Strict validators refuse the whole schema when one is \
          repeated, and counts of required parameters come out wrong.\n\nTake the second one out.",
    sources: &["JSON Schema 2020-12, Validation, 6.5.3: elements must be unique"],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Safe,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}, "required": ["label", "label"]}}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "required": ["a", "b", "\u0061"]}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}, "shelf": {"type": "string"}}, "required": ["label", "shelf"]}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string", "enum": ["a", "a"]}}, "required": ["label"]}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for list in tool.keywords("required") {
        if has_few_names_and_each_once(list) {
            continue;
        }
        let mut seen: HashMap<Cow<'_, str>, Node<'_>> = HashMap::new();
        for entry in list.children() {
            let Some(name) = entry.as_str() else { continue };
            match seen.entry(name) {
                Entry::Vacant(free) => _ = free.insert(entry),
                Entry::Occupied(first) => {
                    let message = format!("`{}` is required already; take the repetition out", first.key());
                    let edit = Edit::Remove { pointer: entry.pointer() };
                    findings
                        .report(&entry.place(), message)
                        .relate(&first.get().place(), "the first one")
                        .mend(Fix::safe("take the repeated name out", vec![edit]));
                }
            }
        }
    }
}

/// Whether each of a few names stands there once: nearly always so, and seen without a table.
fn has_few_names_and_each_once(list: Node<'_>) -> bool {
    const FEW: usize = 16;
    let is_new = |(place, name): (usize, Node<'_>)| {
        let Some(name) = name.as_str() else { return true };
        !list.children().take(place).any(|before| before.value().is_str(&name))
    };
    list.children().len() <= FEW && list.children().enumerate().all(is_new)
}
