//! The validator of JSON Schema 2020-12, kept from the network and from files.

use jsonschema::{Draft, Retrieve, Uri, ValidationError, Validator};

use super::refusal::in_words;

/// No schema but the one at hand is read: neither the network nor a file has a say in a score or a finding.
struct Nowhere;

impl Retrieve for Nowhere {
    fn retrieve(
        &self,
        uri: &Uri<String>,
    ) -> Result<serde_json::Value, Box<dyn std::error::Error + Send + Sync>> {
        Err(format!("{uri} is not read").into())
    }
}

/// Compiles a schema. `None` when it is no valid schema, or when a reference in it does not resolve.
pub(crate) fn compile(schema: &serde_json::Value) -> Option<Validator> {
    jsonschema::options().with_draft(Draft::Draft202012).with_retriever(Nowhere).build(schema).ok()
}

/// Why an instance is refused: the first reason by the places of the instance and of the schema, then by its words. What
/// the validator finds first follows the order of a `serde_json` map, and that is decided by whoever else is in a build.
pub(crate) fn first_refusal<'i>(
    validator: &'i Validator,
    instance: &'i serde_json::Value,
) -> Option<ValidationError<'i>> {
    let key = |error: &ValidationError<'_>| {
        (error.instance_path().to_string(), error.schema_path().to_string(), in_words(error))
    };
    validator.iter_errors(instance).min_by_key(key)
}
