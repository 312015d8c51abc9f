//! Holding an example against a schema, as JSON Schema 2020-12.

use jsonschema::Validator;
use tdqs_signals::json::Value;

use crate::schema::validator::{compile, first_refusal};

/// Levels of a schema or of an instance that the validator is given. It recurses, and a thousand levels of its
/// frames fit on no thread's stack. What lies deeper refuses nothing.
const MAX_LEVELS: usize = 120;

/// A schema that instances can be held against.
#[derive(Debug)]
pub(crate) struct Held {
    validator: Validator,
}

impl Held {
    /// Compiles a schema. `None` when it is no valid schema, when a reference in it does not resolve, or when it is
    /// too deep: then it refuses nothing.
    pub(crate) fn of(schema: Value<'_>) -> Option<Self> {
        if schema.depth() > MAX_LEVELS {
            return None;
        }
        let schema = serde_json::to_value(schema).ok()?;
        compile(&schema).map(|validator| Self { validator })
    }

    /// Why the schema refuses an instance; `None` when it accepts it.
    pub(crate) fn refusal_of(&self, instance: Value<'_>) -> Option<String> {
        if instance.depth() > MAX_LEVELS {
            return None;
        }
        let instance = serde_json::to_value(instance).ok()?;
        // Not by the validator's words: they follow the order of a `serde_json` map as well.
        let error = first_refusal(&self.validator, &instance)?;
        let (place, keyword) = (error.instance_path().to_string(), error.schema_path().to_string());
        let place = if place.is_empty() { "all of it" } else { &place };
        Some(format!("`{keyword}` does not accept {place}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tdqs_signals::json::Document;

    fn refuses(schema: &str, instance: &str) -> bool {
        let (schema, instance) = (Document::parse(schema).unwrap(), Document::parse(instance).unwrap());
        Held::of(schema.root()).is_some_and(|held| held.refusal_of(instance.root()).is_some())
    }

    #[test]
    fn a_valid_schema_refuses_what_it_refuses() {
        assert!(refuses(r#"{"required":["a"]}"#, "{}"));
        assert!(refuses(
            r##"{"properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"string"}}}"##,
            r#"{"a":1}"#
        ));
        assert!(!refuses(r#"{"required":["a"]}"#, r#"{"a":1}"#));
        // Formats are notes in 2020-12.
        assert!(!refuses(r#"{"properties":{"a":{"format":"date"}}}"#, r#"{"a":"x"}"#));
    }

    #[test]
    fn a_refusal_names_the_keyword_and_the_place() {
        let schema =
            Document::parse(r#"{"properties":{"a":{"type":"string"},"b":{"type":"null"}}}"#).unwrap();
        let instance = Document::parse(r#"{"b":1,"a":1}"#).unwrap();
        let refusal = Held::of(schema.root()).and_then(|held| held.refusal_of(instance.root()));
        assert_eq!(refusal.as_deref(), Some("`/properties/a/type` does not accept /a"));
    }

    #[test]
    fn no_valid_schema_refuses_nothing() {
        for schema in [
            r#"{"type":"strang"}"#,
            r#"{"required":5}"#,
            r##"{"$ref":"#/nowhere"}"##,
            r#"{"$ref":"https://example.org/schema.json"}"#,
            r#"{"$ref":"file:///etc/hostname"}"#,
            r#"{"properties":{"a":null}}"#,
        ] {
            assert!(!refuses(schema, "{}"), "{schema}");
        }
    }

    #[test]
    fn circles_and_depth_end() {
        for schema in [
            r##"{"$ref":"#"}"##,
            r##"{"allOf":[{"$ref":"#"}]}"##,
            r##"{"$ref":"#/$defs/a","$defs":{"a":{"anyOf":[{"$ref":"#/$defs/b"}]},"b":{"not":{"$ref":"#/$defs/a"}}}}"##,
        ] {
            _ = refuses(schema, "{}");
        }
        let deep = |levels: usize| format!("{}true{}", r#"{"items":"#.repeat(levels), "}".repeat(levels));
        let list = |levels: usize| format!("{}1{}", "[".repeat(levels), "]".repeat(levels));
        for levels in [MAX_LEVELS, 900] {
            assert!(!refuses(&deep(levels), &list(levels)));
            assert!(!refuses(r##"{"items":{"$ref":"#"}}"##, &list(levels)));
        }
    }
}
