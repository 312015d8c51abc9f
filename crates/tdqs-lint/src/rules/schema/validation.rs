//! Holding a value against a schema as JSON Schema 2020-12, where looking at it is not enough.

use std::collections::HashSet;
use std::fmt::Write;

use serde_json::json;
use tdqs_signals::json::{Array, Kind, Object, Value};

use super::verdict::{Verdict, verdict};
use crate::context::{Node, Role, Target, ToolContext};
use crate::schema::refusal::in_words;
use crate::schema::validator::{compile, first_refusal};

/// Levels that the validator is given: it recurses along schemas, references and values.
const MAX_LEVELS: usize = 100;
/// Steps that a validation may take: a diamond of references has exponentially many paths.
const MAX_STEPS: usize = 2_000;
/// Bytes of schemas that are compiled for one tool. What lies beyond refuses nothing.
const MAX_BYTES: usize = 2_000_000;
/// Bytes of a value that is looked at. Nobody writes a default or an example that is longer.
const LONGEST_VALUE: usize = 10_000;
/// What a compilation costs at least, counted like bytes of a schema.
const COMPILATION: usize = 10_000;

/// Holds values of one tool against its schemas.
#[derive(Debug)]
pub(super) struct Validation<'t> {
    tool: &'t ToolContext<'t>,
    left: usize,
}

impl<'t> Validation<'t> {
    pub(super) fn of(tool: &'t ToolContext<'t>) -> Self {
        Self { tool, left: MAX_BYTES }
    }

    /// Why a schema refuses a value: a clause that follows the value. `None` when it takes it, and when it cannot be
    /// told: the schema is no valid schema, leads elsewhere or is larger than a schema is.
    pub(super) fn refusal(&mut self, schema: Node<'t>, value: Value<'t>) -> Option<String> {
        if value.literal().len() > LONGEST_VALUE {
            return None;
        }
        match verdict(self.tool, schema, value) {
            Verdict::Accepted => None,
            Verdict::Refused(why) => Some(why.to_string()),
            Verdict::Open => self.compiled(schema, value),
        }
    }

    fn compiled(&mut self, schema: Node<'t>, value: Value<'t>) -> Option<String> {
        let reach = Reach::of(self.tool, schema, &mut self.left)?;
        let document = if reach.has_references { root_of(schema) } else { schema };
        let costs = COMPILATION + document.value().literal().len();
        if costs > self.left
            || document.value().depth() > MAX_LEVELS
            || value.depth() > MAX_LEVELS
            || !is_within_budget(self.tool, schema, value)
        {
            return None;
        }
        self.left -= costs;
        let mut text = serde_json::to_value(document.value()).ok()?;
        if reach.has_references {
            let pointer = schema.pointer();
            let pointer = pointer.strip_prefix(&document.pointer())?;
            text.as_object_mut()?.insert("$id".to_owned(), json!(DOCUMENT));
            text = json!({
                "$ref": format!("{DOCUMENT}#{}", percent_encoded(pointer)),
                "$defs": { "document": text }
            });
        }
        let validator = compile(&text)?;
        let instance = serde_json::to_value(value).ok()?;
        let error = first_refusal(&validator, &instance)?;
        let place = error.instance_path().to_string();
        let why = in_words(&error);
        Some(if place.is_empty() { why } else { format!("{why} (at {place})") })
    }
}

/// What the document of a schema is called while a reference leads into it.
const DOCUMENT: &str = "urn:tdqs:document";

/// A JSON pointer as the fragment of a URI.
fn percent_encoded(pointer: &str) -> String {
    let mut encoded = String::with_capacity(pointer.len());
    for byte in pointer.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/$".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            // Writing to a string does not fail.
            _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

/// The document that a schema is a part of.
pub(super) fn root_of(schema: Node<'_>) -> Node<'_> {
    let mut node = schema;
    while let Some(parent) = node.parent().filter(|parent| parent.role() != Role::Tool) {
        node = parent;
    }
    node
}

/// What a compilation would come to.
struct Reach {
    has_references: bool,
}

impl Reach {
    /// `None` when a reference leads nowhere or elsewhere, when the way through all references is too deep, or when
    /// there is more of it than is left to look at.
    fn of<'t>(tool: &'t ToolContext<'t>, schema: Node<'t>, left: &mut usize) -> Option<Self> {
        let (mut seen, mut levels) = (HashSet::new(), 0);
        let mut waiting = vec![schema];
        while let Some(start) = waiting.pop() {
            if !seen.insert(start.value().index()) {
                continue;
            }
            *left = left.checked_sub(start.value().literal().len())?;
            levels += start.value().depth();
            if levels > MAX_LEVELS {
                return None;
            }
            let mut inner = vec![start];
            while let Some(node) = inner.pop() {
                if node.role() == Role::Schema {
                    match tool.reference_of(node) {
                        Some(Target::Here(target)) => waiting.push(target),
                        Some(_) => return None,
                        None => {}
                    }
                }
                inner.extend(node.children().filter(|child| {
                    matches!(child.role(), Role::Schema | Role::SchemaMap | Role::SchemaList)
                }));
            }
        }
        Some(Self { has_references: seen.len() > 1 || tool.reference_of(schema).is_some() })
    }
}

/// Whether holding a value against a schema comes to an end soon, whatever branch decides.
fn is_within_budget<'t>(tool: &'t ToolContext<'t>, schema: Node<'t>, value: Value<'t>) -> bool {
    let mut waiting = vec![(schema, value)];
    let mut steps = 0;
    while let Some((schema, value)) = waiting.pop() {
        steps += 1;
        if steps + waiting.len() > MAX_STEPS {
            return false;
        }
        if let Some(Target::Here(target)) = tool.reference_of(schema) {
            waiting.push((target, value));
        }
        for keyword in schema.children() {
            match (&*keyword.key().unwrap_or_default(), value.kind()) {
                ("allOf" | "anyOf" | "oneOf", _) => {
                    waiting.extend(keyword.children().map(|branch| (branch, value)));
                }
                ("not" | "if" | "then" | "else", _) => waiting.push((keyword, value)),
                ("dependentSchemas", Kind::Object) => {
                    waiting.extend(keyword.children().map(|branch| (branch, value)));
                }
                ("properties", Kind::Object) => waiting.extend(
                    keyword.children().filter_map(|property| Some((property, value.get(&property.key()?)?))),
                ),
                ("patternProperties", Kind::Object) => {
                    for pattern in keyword.children() {
                        waiting.extend(
                            value
                                .as_object()
                                .into_iter()
                                .flat_map(Object::iter)
                                .map(|(_, one)| (pattern, one)),
                        );
                    }
                }
                ("additionalProperties" | "unevaluatedProperties", Kind::Object) => waiting.extend(
                    value.as_object().into_iter().flat_map(Object::iter).map(|(_, one)| (keyword, one)),
                ),
                ("prefixItems", Kind::Array) => {
                    waiting
                        .extend(keyword.children().zip(value.as_array().into_iter().flat_map(Array::iter)));
                }
                ("items" | "contains" | "unevaluatedItems", Kind::Array) => waiting
                    .extend(value.as_array().into_iter().flat_map(Array::iter).map(|one| (keyword, one))),
                _ => {}
            }
        }
    }
    true
}
