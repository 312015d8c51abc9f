//! The plain second implementations, which the tests of `tdqs-signals` hold the real ones against as well.

#[path = "../../crates/tdqs-signals/src/subtree/plain.rs"]
mod subtree;
#[path = "../../crates/tdqs-signals/tests/plain/mod.rs"]
mod text;

use serde_json::Value;

use crate::SpecVersion;

pub(crate) use text::{canonical, pretty};

/// Required fields, depth and union choices of a schema; `None` when that takes more than `limit` visits.
pub(crate) fn walk(root: &Value, edition: SpecVersion, limit: u32) -> Option<[u32; 3]> {
    subtree::walk(root, edition, limit)
}

/// The value without U+0000 in its strings, as prompts have it. Keys keep theirs.
pub(crate) fn without_nul(value: &Value) -> Value {
    match value {
        Value::String(text) => text.replace('\0', "").into(),
        Value::Array(elements) => elements.iter().map(without_nul).collect(),
        Value::Object(object) => {
            object.iter().map(|(key, value)| (key.clone(), without_nul(value))).collect()
        }
        other => other.clone(),
    }
}
