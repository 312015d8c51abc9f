//! Does the walk over the required subtree give the numbers of plain recursion, in every edition?

use tdqs_signals::json::Json;
use tdqs_signals::{SpecVersion, required_subtree};

use crate::author::Author;
use crate::{plain, serde_reader};

/// Visits after which the plain walk gives up. Far below the budget of the real one, which must not run out
/// where the plain one ends.
const LIMIT: u32 = 20_000;

/// Checks one input.
///
/// # Panics
///
/// When a relation does not hold.
pub fn check(data: &[u8]) {
    match Author::of(data) {
        Some(mut author) => check_schema(&author.root_schema()),
        None => {
            if let Ok(text) = std::str::from_utf8(data) {
                check_schema(text);
            }
        }
    }
}

fn check_schema(text: &str) {
    let (Ok(schema), Ok(plain_schema)) = (Json::parse(text), serde_reader::read(text)) else { return };
    for edition in SpecVersion::ALL {
        let found = required_subtree(Some(schema.value()), edition);
        let again = required_subtree(Some(schema.value()), edition);
        assert_eq!(found, again, "{edition} of {text} differs from run to run");
        let Some(expected) = plain::walk(&plain_schema, edition, LIMIT) else { continue };
        assert!(!found.truncated, "{edition} of {text} is truncated where plain recursion ends");
        let found = [found.required_field_count, found.schema_depth, found.union_choice_count];
        assert_eq!(found, expected, "{edition} of {text}");
    }
}
