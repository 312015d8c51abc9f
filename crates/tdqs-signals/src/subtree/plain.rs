//! The walk as the specification tells it: recursion and nothing else. The tests and the fuzz targets hold
//! the real one against it. Never call it on a schema that could be deep.

use std::cell::Cell;

use crate::SpecVersion;

type Schema = serde_json::Value;

/// `[required fields, depth, union choices]`; `None` when that takes more than `limit` visits.
pub(super) fn walk(root: &Schema, edition: SpecVersion, limit: u32) -> Option<[u32; 3]> {
    let walk = Walk { root, edition, left: Cell::new(limit) };
    let top = if edition == SpecVersion::V1_1Draft {
        walk.resolve_chain(root, &mut Vec::new())
    } else {
        Some(root)
    };
    let found = if top.is_some_and(has_properties) { walk.visit(root, 0, &[]) } else { [0; 3] };
    (walk.left.get() > 0).then_some(found)
}

/// The name of a definition as a reference spells it.
fn decoded(name: &str, edition: SpecVersion) -> String {
    let mut bytes = Vec::new();
    let mut rest = name.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        match after {
            [high, low, after @ ..]
                if *first == b'%' && high.is_ascii_hexdigit() && low.is_ascii_hexdigit() =>
            {
                let digits = [*high, *low].map(char::from).into_iter().collect::<String>();
                bytes.push(u8::from_str_radix(&digits, 16).unwrap());
                rest = after;
            }
            _ => bytes.push(*first),
        }
    }
    let name = String::from_utf8_lossy(&bytes);
    if edition == SpecVersion::V1_1Draft { name.replace("~1", "/").replace("~0", "~") } else { name.into() }
}

struct Walk<'s> {
    root: &'s Schema,
    edition: SpecVersion,
    /// Visits that are left.
    left: Cell<u32>,
}

impl<'s> Walk<'s> {
    fn resolve(&self, reference: &str) -> Option<&'s Schema> {
        let (container, name) = reference.strip_prefix("#/")?.split_once('/')?;
        if !["$defs", "definitions"].contains(&container) || name.is_empty() || name.contains('/') {
            return None;
        }
        self.root.get(container)?.get(decoded(name, self.edition)).filter(|schema| schema.is_object())
    }

    fn resolve_chain(&self, schema: &'s Schema, path: &mut Vec<String>) -> Option<&'s Schema> {
        let Some(reference) = schema["$ref"].as_str() else { return Some(schema) };
        if path.iter().any(|seen| seen == reference) {
            return None;
        }
        path.push(reference.to_owned());
        self.resolve_chain(self.resolve(reference)?, path)
    }

    fn visit(&self, schema: &'s Schema, depth: u32, path: &[String]) -> [u32; 3] {
        let nothing = [0, depth, 0];
        self.left.set(self.left.get().saturating_sub(1));
        if !schema.is_object() || self.left.get() == 0 {
            return nothing;
        }
        let mut path = path.to_vec();
        let schema = if self.edition == SpecVersion::V1_1Draft {
            match self.resolve_chain(schema, &mut path) {
                Some(schema) => schema,
                None => return nothing,
            }
        } else if let Some(reference) = schema["$ref"].as_str() {
            if path.iter().any(|seen| seen == reference) {
                return nothing;
            }
            path.push(reference.to_owned());
            match self.resolve(reference) {
                Some(schema) => schema,
                None => return nothing,
            }
        } else {
            schema
        };
        let sums_all_branches = self.edition == SpecVersion::V1_1Draft;
        let visit = |schema, depth| self.visit(schema, depth, &path);
        let [mut fields, mut deepest, mut unions] = nothing;
        let mut add = |visited: [u32; 3]| {
            fields += visited[0];
            deepest = deepest.max(visited[1]);
            unions += visited[2];
        };
        if has_properties(schema) && depth < 10 {
            add([0, depth + 1, 0]);
            for name in schema["required"].as_array().into_iter().flatten().filter_map(Schema::as_str) {
                add([1, 0, 0]);
                if let Some(property) = schema["properties"].get(name) {
                    add(visit(property, depth + 1));
                }
            }
        }
        add(visit(&schema["items"], depth));
        for part in schema["allOf"].as_array().into_iter().flatten() {
            add(visit(part, depth));
        }
        add([0, visit(&schema["not"], depth)[1], 0]);
        for keyword in ["oneOf", "anyOf"] {
            let branches: Vec<&Schema> =
                schema[keyword].as_array().into_iter().flatten().filter(|b| !is_null(b)).collect();
            let visits: Vec<[u32; 3]> = branches.iter().map(|branch| visit(branch, depth)).collect();
            let mut widest: Option<[u32; 3]> = None;
            for visited in &visits {
                if widest.is_none_or(|widest| visited[0] > widest[0]) {
                    widest = Some(*visited);
                }
                add([0, visited[1], if sums_all_branches { visited[2] } else { 0 }]);
            }
            if let Some(widest) = widest {
                add([widest[0], 0, if sums_all_branches { 0 } else { widest[2] }]);
            }
            add([0, 0, u32::try_from(branches.len()).unwrap().saturating_sub(1)]);
        }
        [fields, deepest, unions]
    }
}

fn is_null(schema: &Schema) -> bool {
    schema["type"] == "null" || schema["type"] == serde_json::json!(["null"])
}

fn has_properties(schema: &Schema) -> bool {
    schema["properties"].as_object().is_some_and(|properties| !properties.is_empty())
}
