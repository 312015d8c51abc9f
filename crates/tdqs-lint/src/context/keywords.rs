//! Which schemas a tool has, and where each keyword stands in them: found once, because most rules about schemas look
//! for one keyword and nothing else.

use super::nodes::Nodes;
use super::role::Role;

/// How many keywords rules look for.
const COUNT: usize = 50;

/// The number of a keyword that rules look for. By length first: every member of every schema is asked.
fn number(key: &str) -> Option<usize> {
    Some(match key.len() {
        2 => match key {
            "id" => 0,
            "if" => 1,
            _ => return None,
        },
        3 => match key {
            "$id" => 2,
            "not" => 3,
            _ => return None,
        },
        4 => match key {
            "$ref" => 4,
            "else" => 5,
            "enum" => 6,
            "then" => 7,
            "type" => 8,
            _ => return None,
        },
        5 => match key {
            "$defs" => 9,
            "allOf" => 10,
            "anyOf" => 11,
            "const" => 12,
            "items" => 13,
            "oneOf" => 14,
            "title" => 15,
            _ => return None,
        },
        6 => match key {
            "format" => 16,
            _ => return None,
        },
        7 => match key {
            "$anchor" => 17,
            "$schema" => 18,
            "default" => 19,
            "example" => 20,
            "maximum" => 21,
            "minimum" => 22,
            "pattern" => 23,
            _ => return None,
        },
        8 => match key {
            "contains" => 24,
            "examples" => 25,
            "maxItems" => 26,
            "minItems" => 27,
            "nullable" => 28,
            "required" => 29,
            _ => return None,
        },
        9 => match key {
            "maxLength" => 30,
            "minLength" => 31,
            _ => return None,
        },
        10 => match key {
            "multipleOf" => 32,
            "properties" => 33,
            _ => return None,
        },
        11 => match key {
            "$dynamicRef" => 34,
            "definitions" => 35,
            "description" => 36,
            "prefixItems" => 37,
            "uniqueItems" => 38,
            _ => return None,
        },
        13 => match key {
            "$recursiveRef" => 39,
            "maxProperties" => 40,
            "minProperties" => 41,
            "propertyNames" => 42,
            _ => return None,
        },
        14 => match key {
            "$dynamicAnchor" => 43,
            _ => return None,
        },
        16 => match key {
            "dependentSchemas" => 44,
            "exclusiveMaximum" => 45,
            "exclusiveMinimum" => 46,
            _ => return None,
        },
        17 => match key {
            "dependentRequired" => 47,
            "patternProperties" => 48,
            _ => return None,
        },
        20 => match key {
            "additionalProperties" => 49,
            _ => return None,
        },
        _ => return None,
    })
}

/// The schemas of a tool and the keywords in them, by their places in the list of nodes.
#[derive(Debug)]
pub(super) struct Keywords {
    pub(super) schemas: Vec<usize>,
    /// By keyword, then in the order of the nodes.
    places: Vec<usize>,
    /// Where the places of each keyword begin, and where those of the last one end.
    starts: [usize; COUNT + 1],
}

impl Keywords {
    pub(super) fn of(nodes: &Nodes<'_>) -> Self {
        let (mut schemas, mut found) = (Vec::new(), Vec::new());
        let mut starts = [0; COUNT + 1];
        for (at, schema) in nodes.list.iter().enumerate().filter(|(_, record)| record.role == Role::Schema) {
            schemas.push(at);
            for member in schema.children() {
                let key = nodes.list.get(member).and_then(|record| record.key);
                if let Some(number) = key.and_then(|key| number(&key.text())) {
                    found.push((number, member));
                    starts[number + 1] += 1;
                }
            }
        }
        for number in 0..COUNT {
            starts[number + 1] += starts[number];
        }
        let mut next = starts;
        let mut places = vec![0; found.len()];
        for (number, at) in found {
            places[next[number]] = at;
            next[number] += 1;
        }
        Self { schemas, places, starts }
    }

    /// Where a keyword stands. Nothing for one that is not in the table.
    pub(super) fn places(&self, keyword: &str) -> impl Iterator<Item = usize> {
        let range = number(keyword).map_or(0..0, |number| self.starts[number]..self.starts[number + 1]);
        self.places.get(range).unwrap_or_default().iter().copied()
    }
}
