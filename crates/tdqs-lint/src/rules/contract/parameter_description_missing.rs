//! TDQS216: parameters that the threshold does not count.

use tdqs_rubric::Dimension;
use tdqs_signals::json::Value;

use crate::context::{Node, Part, Role, Target, ToolContext};
use crate::schema::{Meaning, Parameters, Walk, has_text, may_be_schema};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

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
        r#"{"name": "move_crate", "description": "Move a crate.", "inputSchema": {"type": "object", "properties": {"to": {"description": "Where to.", "properties": {"kind": {"enum": ["aisle", "shelf"]}}}}}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move a crate.", "inputSchema": {"type": "object", "properties": {"to": {"description": "Where to.", "anyOf": [{"properties": {"kind": {"const": "aisle"}}}, {"properties": {"kind": {"enum": ["shelf"]}}}]}}}}"#,
        r#"{"name": "move_crate", "description": "Move a crate.", "inputSchema": {"type": "object", "properties": {"to": {"type": "object", "description": "Where to.", "properties": {"aisle": {"type": "string", "description": "Number of the aisle."}}}}}}"#,
        r#"{"name": "move_crate", "description": "Move a crate.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}}}"#,
        r##"{"name": "move_crate", "description": "Move a crate.", "inputSchema": {"type": "object", "properties": {"to": {"$ref": "#/$defs/To"}}, "$defs": {"To": {"type": "string", "description": "Where to."}}}}"##,
    ],
    check: Check::Tool(check),
};

/// Up to this coverage `few-described-parameters` and `undescribed-parameters` report the parameters themselves.
const COVERAGE_REPORTED: u8 = 80;
/// Parameters without a description that are looked at.
const LOOKED_AT: usize = 20;
/// Places that a finding names.
const NAMED: usize = 5;

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    let left = Undescribed::of(tool).places();
    let Some(first) = left.first() else { return };
    let mut names = names(&left);
    let more = if names.len() > NAMED { ", …" } else { "" };
    names.truncate(NAMED);
    let message = format!(
        "nothing describes {}{more}; say what each is, its form, where a caller gets it from",
        names.join(", ")
    );
    let mut reported = findings.report(&first.place(), message);
    for parameter in left.iter().skip(1).take(NAMED) {
        reported.relate(&parameter.place(), "this one is not described either");
    }
}

/// The parameters without a description that no other rule reports.
struct Undescribed<'t> {
    tool: &'t ToolContext<'t>,
    /// The map of the parameters themselves, where others report those.
    left_out: Option<usize>,
}

impl<'t> Undescribed<'t> {
    fn of(tool: &'t ToolContext<'t>) -> Self {
        let signals = tool.unhashed_signals();
        let is_covered = signals.param_count == 0 || signals.schema_description_coverage > COVERAGE_REPORTED;
        let own = tool.parameters().next().filter(|_| !is_covered).and_then(Node::parent);
        Self { tool, left_out: own.map(Node::number) }
    }

    fn places(&self) -> Vec<Node<'t>> {
        if self.are_none_at_first_sight() { Vec::new() } else { self.walked() }
    }

    /// Whether each property in the schema of the arguments has a description or is left out: then a walk meets no
    /// other. Most tools are like that.
    fn are_none_at_first_sight(&self) -> bool {
        let Self { tool, left_out } = *self;
        let leads_astray = |(_, target): (Node<'_>, Target<'_>)| match target {
            Target::Here(target) => target.role() != Role::Schema,
            _ => false,
        };
        // Below an `$id`, a reference may lead elsewhere than the walk goes.
        let mut ids = tool.keywords("$id").chain(tool.keywords("id"));
        let maps = tool.keywords("properties").filter(|map| map.part() == Part::Input);
        let mut properties = maps.filter(|map| left_out != Some(map.number())).flat_map(Node::children);
        ids.next().is_none()
            && !tool.references().any(leads_astray)
            && properties.all(|property| property.get("description").is_some_and(|it| has_text(it.value())))
    }

    fn walked(&self) -> Vec<Node<'t>> {
        let Some(root) = self.tool.input_schema().map(Node::value) else { return Vec::new() };
        let meaning = Meaning::within(root);
        let mut undescribed = Vec::new();
        Walk::until(root, &Parameters::of(root), |places| {
            let schemas = places.iter().map(|place| place.schema);
            undescribed.extend(schemas.filter(|schema| {
                may_be_schema(schema.kind()) && !meaning.is_described(*schema) && !has_one_value(*schema)
            }));
            undescribed.len() >= LOOKED_AT
        });
        let mut found: Vec<Node<'t>> = Vec::new();
        let looked_at = undescribed.into_iter().take(LOOKED_AT);
        for node in looked_at.filter_map(|schema| self.tool.node_of(schema)) {
            let is_left_out = node.parent().map(Node::number) == self.left_out && self.left_out.is_some();
            if !is_left_out && !found.iter().any(|known| known.number() == node.number()) {
                found.push(node);
            }
        }
        found
    }
}

/// Whether a parameter takes one value only, as that does which tells the branches of a union apart: nobody has to find
/// out what to write.
fn has_one_value(schema: Value<'_>) -> bool {
    let is_one = |values: Value<'_>| values.as_array().is_some_and(|values| values.iter().nth(1).is_none());
    schema.get("const").is_some() || schema.get("enum").is_some_and(is_one)
}

/// What to call some parameters, of which there are few: by their names, and those that share one by the way to them,
/// `to.aisle`. That is the same in the branches of a union, and said once.
fn names(parameters: &[Node<'_>]) -> Vec<String> {
    let keys: Vec<_> = parameters.iter().map(|parameter| parameter.key().unwrap_or_default()).collect();
    let is_shared = |key: &str| keys.iter().filter(|other| *other == key).nth(1).is_some();
    let name = |(parameter, key): (&Node<'_>, &std::borrow::Cow<'_, str>)| {
        if is_shared(key) { format!("`{}`", path(*parameter)) } else { format!("`{key}`") }
    };
    let mut names: Vec<String> = Vec::with_capacity(parameters.len());
    for name in parameters.iter().zip(&keys).map(name) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The properties that lead to a parameter, from the outermost one or a definition on, joined by full stops.
fn path(parameter: Node<'_>) -> String {
    let is_named = |node: &Node<'_>| node.parent().is_some_and(|map| map.role() == Role::SchemaMap);
    let around = std::iter::successors(Some(parameter), |node| node.parent());
    let mut keys: Vec<_> = around.filter(is_named).filter_map(Node::key).collect();
    keys.reverse();
    keys.join(".")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;
    use tdqs_signals::SpecVersion;
    use tdqs_signals::json::Json;

    use super::*;
    use crate::rules::tests::findings_of;

    #[test]
    fn what_the_threshold_counts_is_left_out_in_every_dialect() {
        let schema =
            r#"{"type": "object", "properties": {"a": {"type": "string"}, "b": {"properties": {"c": {}}}}}"#;
        let mcp = format!(r#"{{"name": "pack", "description": "Pack.", "inputSchema": {schema}}}"#);
        let open_ai = format!(
            r#"{{"type": "function", "function": {{"name": "pack", "description": "Pack.", "parameters": {schema}}}}}"#
        );
        for tool in [mcp, open_ai] {
            let found = findings_of(&RULE, &format!("[{tool}]"));
            let messages: Vec<&str> = found.iter().map(|finding| finding.message.as_str()).collect();
            assert!(matches!(messages[..], [only] if only.contains("describes `c`;")), "{messages:?}");
        }
    }

    #[test]
    fn parameters_of_one_name_are_told_apart_by_the_way_to_them() {
        let set = r#"{"name": "move_crate", "inputSchema": {"properties": {
            "from": {"description": "F.", "properties": {"aisle": {}}},
            "to": {"description": "T.", "items": {"anyOf": [
                {"properties": {"aisle": {}, "shelf": {}}}, {"properties": {"aisle": {}}}]}}}}}"#;
        let found = findings_of(&RULE, set);
        let [finding] = &found[..] else { panic!("{found:?}") };
        assert!(
            finding.message.starts_with("nothing describes `from.aisle`, `to.aisle`, `shelf`;"),
            "{}",
            finding.message
        );
    }

    fn schemas() -> impl Strategy<Value = serde_json::Value> {
        let leaf = prop_oneof![
            6 => Just(json!({"description": "D."})),
            2 => prop_oneof![Just(json!({})), Just(json!(true)), Just(json!({"description": " "}))],
            3 => prop::sample::select(vec!["#", "#/$defs/a", "#/x-own/b", "#/properties/a/items", "#/$defs/%62", "#n"])
                .prop_map(|to| json!({"$ref": to, "description": "D."})),
        ];
        leaf.prop_recursive(5, 40, 3, |inner| {
            let key = prop::sample::select(vec!["items", "$defs", "anyOf", "x-own", "not"]);
            let map = prop::collection::btree_map(prop_oneof![Just("a"), Just("b")], inner.clone(), 0..3);
            let id = prop::option::weighted(0.1, Just("other"));
            (map.clone(), key, inner, map, id).prop_map(|(properties, key, one, some, id)| {
                let held = match key {
                    "$defs" | "x-own" => json!(some),
                    "anyOf" => json!([one]),
                    _ => one,
                };
                let mut schema = json!({"description": "D.", "properties": properties, key: held});
                if let Some(id) = id {
                    schema["$id"] = json!(id);
                }
                schema
            })
        })
    }

    proptest! {
        #[test]
        fn at_first_sight_nothing_is_overlooked([one, of_ours, defined] in [schemas(), schemas(), schemas()]) {
            let schema = json!({"properties": {"a": one}, "x-own": {"b": of_ours}, "$defs": {"a": defined}});
            let tool = json!({"name": "pack", "description": "Pack.", "inputSchema": schema});
            let json = Json::parse(&*tool.to_string()).unwrap();
            let tool = ToolContext::new(0, &json, SpecVersion::default()).unwrap();
            let undescribed = Undescribed::of(&tool);
            let numbers = |found: Vec<Node<'_>>| found.into_iter().map(Node::number).collect::<Vec<_>>();
            prop_assert_eq!(numbers(undescribed.places()), numbers(undescribed.walked()));
        }
    }
}
