//! How much of a schema an agent must construct for a minimally valid call.
//!
//! The numbers are those of a plain recursive walk over the subgraph that is reached from the top of
//! `inputSchema` through required properties. That walk can visit 2^n nodes, so it is not what runs
//! here: the schema is first laid out as a [graph](graph::Graph), in time linear in its size, and then
//! [evaluated](walk) once per node and depth. Only inside a reference cycle, where the answer depends
//! on the path, are nodes visited again, up to [`NODE_BUDGET`].
//!
//! Specification: "Invocation cost". Decisions: "Traversal of the required subtree".

mod graph;
mod reference;
mod walk;

#[cfg(test)]
mod plain;
#[cfg(test)]
mod properties;

use crate::SpecVersion;
use crate::json::{Kind, Value};

/// Object levels at which the descent stops.
pub const MAX_SCHEMA_DEPTH: u32 = 10;

/// Visits of nodes inside reference cycles after which the walk ends and says that it is truncated.
pub const NODE_BUDGET: u32 = 100_000;

/// What the required subtree of a schema amounts to. Counts saturate at `u32::MAX`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RequiredSubtree {
    /// Every required property met, containers included; inside a union only the branch with most.
    pub required_field_count: u32,
    /// Object levels: 1 for a flat object of scalars, 0 without properties.
    pub schema_depth: u32,
    /// Branch choices, `branches - 1` a union.
    pub union_choice_count: u32,
    /// The budget ran out inside a reference cycle; the numbers hold what was reached.
    pub truncated: bool,
}

impl RequiredSubtree {
    /// Whether the schema asks for nothing at all.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.schema_depth == 0
    }
}

/// Measures the required subtree of an input schema in an edition of the specification.
///
/// ```
/// use tdqs_signals::{SpecVersion, json::Json, required_subtree};
///
/// let schema = Json::parse(r##"{
///     "properties": {"where": {"$ref": "#/$defs/Place"}}, "required": ["where"],
///     "$defs": {"Place": {"properties": {"shelf": {}, "row": {}}, "required": ["shelf", "row"]}}
/// }"##)?;
/// let subtree = required_subtree(Some(schema.value()), SpecVersion::V1_2);
/// assert_eq!((subtree.required_field_count, subtree.schema_depth), (3, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn required_subtree(input_schema: Option<Value<'_>>, edition: SpecVersion) -> RequiredSubtree {
    let Some(root) = input_schema.filter(|schema| schema.kind() == Kind::Object) else {
        return RequiredSubtree::default();
    };
    if let Some(required_field_count) = graph::flat(root) {
        return RequiredSubtree { required_field_count, schema_depth: 1, ..RequiredSubtree::default() };
    }
    let graph = graph::Graph::of(root, edition);
    if !graph.root_has_properties() {
        return RequiredSubtree::default();
    }
    walk::evaluate(&graph, edition)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::json::Json;

    fn subtree(schema: &Value, edition: SpecVersion) -> RequiredSubtree {
        required_subtree(Some(Json::try_from(schema).unwrap().value()), edition)
    }

    fn reference(number: usize) -> Value {
        json!({"$ref": format!("#/$defs/D{number}")})
    }

    fn rooted(definitions: impl Iterator<Item = Value>) -> Value {
        let definitions: serde_json::Map<String, Value> =
            definitions.enumerate().map(|(number, schema)| (format!("D{number}"), schema)).collect();
        json!({"properties": {"a": reference(0)}, "required": ["a"], "$defs": definitions})
    }

    #[test]
    fn a_diamond_is_exact_and_saturates() {
        let diamond = |keyword: &str| {
            let levels = (0..60).map(|n| json!({keyword: [reference(n + 1), reference(n + 1)]}));
            rooted(levels.chain([json!({"properties": {"x": {}}, "required": ["x"]})]))
        };
        let all_of = subtree(&diamond("allOf"), SpecVersion::V1_2);
        assert_eq!((all_of.required_field_count, all_of.truncated), (u32::MAX, false));
        let any_of = subtree(&diamond("anyOf"), SpecVersion::V1_2);
        assert_eq!((any_of.required_field_count, any_of.union_choice_count), (2, 60));
        let summed = subtree(&diamond("anyOf"), SpecVersion::V1_1Draft);
        assert_eq!((summed.union_choice_count, summed.truncated), (u32::MAX, false));
    }

    #[test]
    fn a_complete_graph_ends_at_the_budget_and_says_so() {
        // The branches that are no schema weigh nothing, and must not cost anything either.
        let padding = || std::iter::repeat_n(json!(true), 2_000);
        let others = |own| (0..40).filter(move |other| *other != own).map(reference);
        let schema =
            rooted((0..40).map(|own| json!({"anyOf": others(own).chain(padding()).collect::<Vec<_>>()})));
        let first = subtree(&schema, SpecVersion::V1_2);
        assert!(first.truncated);
        assert_eq!(subtree(&schema, SpecVersion::V1_2), first);
    }

    #[test]
    fn a_small_cycle_is_followed_to_its_end() {
        let tree = json!({"properties": {"left": reference(0), "right": reference(0)}, "required": ["left", "right"]});
        let found = subtree(&rooted([tree].into_iter()), SpecVersion::V1_2);
        assert_eq!((found.required_field_count, found.schema_depth, found.truncated), (3, 2, false));
    }
}
