//! Which schemas a tool has, and where each keyword stands in them: found once, because most rules about schemas look
//! for one keyword and nothing else.

use super::nodes::Nodes;
use super::role::Role;

/// The keywords that rules look for, sorted.
const KEYWORDS: [&str; 50] = [
    "$anchor",
    "$defs",
    "$dynamicAnchor",
    "$dynamicRef",
    "$id",
    "$recursiveRef",
    "$ref",
    "$schema",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "contains",
    "default",
    "definitions",
    "dependentRequired",
    "dependentSchemas",
    "description",
    "else",
    "enum",
    "example",
    "examples",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "id",
    "if",
    "items",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "nullable",
    "oneOf",
    "pattern",
    "patternProperties",
    "prefixItems",
    "properties",
    "propertyNames",
    "required",
    "then",
    "title",
    "type",
    "uniqueItems",
];

/// The schemas of a tool and the keywords in them, by their places in the list of nodes.
#[derive(Debug)]
pub(super) struct Keywords {
    pub(super) schemas: Vec<usize>,
    /// By keyword, then in the order of the nodes.
    places: Vec<(usize, usize)>,
}

impl Keywords {
    pub(super) fn of(nodes: &Nodes<'_>) -> Self {
        let (mut schemas, mut places) = (Vec::new(), Vec::new());
        for (at, record) in nodes.list.iter().enumerate() {
            if record.role == Role::Schema {
                schemas.push(at);
            }
            let is_in_schema =
                nodes.list.get(record.parent).is_some_and(|parent| parent.role == Role::Schema);
            if is_in_schema
                && let Some(key) = record.key
                && let Ok(number) = KEYWORDS.binary_search(&&*key.text())
            {
                places.push((number, at));
            }
        }
        places.sort_unstable();
        Self { schemas, places }
    }

    /// Where a keyword stands. Nothing for one that is not in the table.
    pub(super) fn places(&self, keyword: &str) -> impl Iterator<Item = usize> {
        let number = KEYWORDS.binary_search(&keyword).unwrap_or(KEYWORDS.len());
        let start = self.places.partition_point(|(other, _)| *other < number);
        let end = self.places.partition_point(|(other, _)| *other <= number);
        self.places.get(start..end).unwrap_or_default().iter().map(|(_, at)| *at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_sorted() {
        assert!(KEYWORDS.is_sorted_by(|left, right| left < right));
    }
}
