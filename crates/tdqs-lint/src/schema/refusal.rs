//! Why a validator refuses a value, in words of our own.
//!
//! Its own words print schemas and lists of names in the order of a `serde_json` map, which is decided by whoever else
//! is in a build.

use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};

/// A clause that follows the value.
pub(crate) fn in_words(error: &ValidationError<'_>) -> String {
    match error.kind() {
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            let first = unexpected.iter().min();
            first.map_or_else(
                || "it has a member too many".to_owned(),
                |name| format!("it has `{name}`, which is no property"),
            )
        }
        Kind::AdditionalItems { .. } | Kind::UnevaluatedItems { .. } => {
            "it has an element too many".to_owned()
        }
        Kind::AnyOf { .. } => "no branch of `anyOf` takes it".to_owned(),
        Kind::OneOfNotValid { .. } => "no branch of `oneOf` takes it".to_owned(),
        Kind::OneOfMultipleValid { .. } => "more than one branch of `oneOf` takes it".to_owned(),
        Kind::Not { .. } => "`not` takes it".to_owned(),
        Kind::FalseSchema => "the schema is `false`, which takes nothing".to_owned(),
        Kind::Constant { .. } => "it is not the value of `const`".to_owned(),
        Kind::Enum { .. } => "it is none of the values in `enum`".to_owned(),
        Kind::Pattern { pattern } => format!("it does not match the pattern `{pattern}`"),
        Kind::Required { property } => match property.as_str() {
            Some(name) => format!("`{name}` is required"),
            None => "a member is missing".to_owned(),
        },
        Kind::Type { kind: TypeKind::Single(name) } => format!("the type is {name}"),
        Kind::Type { kind: TypeKind::Multiple(names) } => {
            let mut names: Vec<String> = names.iter().map(|name| name.to_string()).collect();
            names.sort_unstable();
            format!("the type is {}", names.join(" or "))
        }
        Kind::Minimum { limit } => format!("`minimum` is {limit}"),
        Kind::Maximum { limit } => format!("`maximum` is {limit}"),
        Kind::ExclusiveMinimum { limit } => format!("`exclusiveMinimum` is {limit}"),
        Kind::ExclusiveMaximum { limit } => format!("`exclusiveMaximum` is {limit}"),
        Kind::MinLength { limit } => format!("`minLength` is {limit}"),
        Kind::MaxLength { limit } => format!("`maxLength` is {limit}"),
        Kind::MinItems { limit } => format!("`minItems` is {limit}"),
        Kind::MaxItems { limit } => format!("`maxItems` is {limit}"),
        Kind::MinProperties { limit } => format!("`minProperties` is {limit}"),
        Kind::MaxProperties { limit } => format!("`maxProperties` is {limit}"),
        Kind::UniqueItems => "two of its elements are the same".to_owned(),
        Kind::PropertyNames { .. } => "one of its names is none that `propertyNames` takes".to_owned(),
        // Among them `multipleOf`, whose number is of another type where a feature of the validator is on.
        kind => format!("`{}` does not take it", kind.keyword()),
    }
}
