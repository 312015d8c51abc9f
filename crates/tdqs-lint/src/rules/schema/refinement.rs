//! Schemas that say more about a value that is described elsewhere: conditions, and branches of a union.

use crate::context::{Node, Role};

/// Whether a schema stands in a condition, or is a property in a branch whose object describes a property of the
/// same name itself.
pub(crate) fn is_refinement(schema: Node<'_>) -> bool {
    let name = if schema.is_property() { schema.key() } else { None };
    let object = if name.is_some() { schema.parent().and_then(Node::parent) } else { Some(schema) };
    let mut node = object;
    while let Some(branch) = node {
        if branch.has_key("if") || branch.has_key("not") {
            return true;
        }
        node = owner(branch);
        let declares = |owner: Node<'_>, name: &str| {
            owner.get("properties").is_some_and(|properties| properties.get(name).is_some())
        };
        if let (Some(owner), Some(name)) = (node, &name)
            && declares(owner, name)
        {
            return true;
        }
    }
    false
}

/// The schema that a schema is a branch or a condition of, so that both are about the same value.
pub(crate) fn owner(branch: Node<'_>) -> Option<Node<'_>> {
    let parent = branch.parent()?;
    match parent.role() {
        Role::Schema => ["if", "then", "else", "not"].iter().any(|key| branch.has_key(key)).then_some(parent),
        Role::SchemaList => {
            let is_union = ["anyOf", "oneOf", "allOf"].iter().any(|key| parent.has_key(key));
            parent.parent().filter(|_| is_union)
        }
        Role::SchemaMap => parent.parent().filter(|_| parent.has_key("dependentSchemas")),
        _ => None,
    }
}
