//! Which parameters does a schema have at any depth?

use std::collections::VecDeque;

use tdqs_signals::json::{Key, Kind, Value, escape_pointer_segment};

use super::reference::{Targets, pointer_of};
use super::{MAX_DEPTH, Parameters, elements, members};

/// Steps that one walk takes at most. A diamond of references has exponentially many paths, and where the walk ends
/// early hangs on nothing but the schema.
pub const WALK_BUDGET: usize = 100_000;

/// Every parameter of an input schema, the root's own and those up to five levels below.
///
/// Tool Credit Score, section 7, "At any depth": the members of `properties`, of the `items` object's, of the
/// branches' of `anyOf`, `oneOf` and `allOf`, and of what a local `$ref` leads to, each reference once per path. A
/// parameter that two paths lead to is met twice; one whose schema is `false` is none. Shallow ones come first.
///
/// ```
/// use tdqs_lint::schema::{Parameters, Walk};
/// use tdqs_signals::json::Document;
///
/// let schema = Document::parse(r#"{"properties": {"crates": {"items": {"properties": {"label": {}}}}}}"#)?;
/// let walk = Walk::of(schema.root(), &Parameters::of(schema.root()));
/// let pointers: Vec<String> = walk.places().map(|place| walk.pointer(place)).collect();
/// assert_eq!(pointers, ["/properties/crates", "/properties/crates/items/properties/label"]);
/// # Ok::<(), tdqs_signals::json::SyntaxError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Walk<'a> {
    steps: Vec<Step<'a>>,
    places: Vec<Place<'a>>,
    is_complete: bool,
}

/// A parameter that a [`Walk`] met.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Place<'a> {
    /// Its schema.
    pub schema: Value<'a>,
    /// 0 for the root's own, up to 5.
    pub level: usize,
    step: usize,
}

/// A step on a path from the root.
#[derive(Debug, Clone)]
struct Step<'a> {
    before: usize,
    by: By<'a>,
}

#[derive(Debug, Clone)]
enum By<'a> {
    Root,
    Member(Key<'a>),
    Items,
    Branch(&'static str, usize),
    /// The reference, and the index of what it leads to.
    Reference(Value<'a>, u32),
}

struct Visit<'a> {
    schema: Value<'a>,
    level: usize,
    step: usize,
    /// Whether what it declares are the root's own parameters.
    is_of_root: bool,
}

impl<'a> Walk<'a> {
    /// Walks an input schema whose own parameters are known.
    #[must_use]
    pub fn of(root: Value<'a>, parameters: &Parameters<'a>) -> Self {
        Self::until(root, parameters, |_| false)
    }

    /// The same for somebody who has enough of it after some of the places.
    pub(crate) fn until(
        root: Value<'a>,
        parameters: &Parameters<'a>,
        mut is_enough: impl FnMut(&[Place<'a>]) -> bool,
    ) -> Self {
        // Most schemas have the root's own parameters and no others.
        let expected = parameters.all.len();
        let mut walk = Self {
            steps: Vec::with_capacity(expected + 1),
            places: Vec::with_capacity(expected),
            is_complete: true,
        };
        walk.steps.push(Step { before: 0, by: By::Root });
        let mut left = WALK_BUDGET;
        let mut waiting = VecDeque::with_capacity(expected.max(1));
        waiting.push_back(Visit { schema: root, level: 0, step: 0, is_of_root: true });
        let targets = Targets::within(root);
        while let Some(visit) = waiting.pop_front() {
            if left < waiting.len() + 1 {
                walk.is_complete = false;
                break;
            }
            left -= 1;
            let known = walk.places.len();
            walk.visit(&visit, &targets, parameters, &mut waiting, &mut left);
            if walk.places.get(known..).is_some_and(&mut is_enough) {
                walk.is_complete = false;
                break;
            }
        }
        walk
    }

    fn visit(
        &mut self,
        visit: &Visit<'a>,
        targets: &Targets<'a>,
        parameters: &Parameters<'a>,
        waiting: &mut VecDeque<Visit<'a>>,
        left: &mut usize,
    ) {
        let Visit { schema, level, step, is_of_root } = *visit;
        let is_of_root = is_of_root && parameters.has_part(schema);
        for (key, value) in members(Some(schema)) {
            // By what a keyword leads into. Most members of a schema are strings, and of those one keyword matters.
            match value.kind() {
                Kind::Object if key.is("properties") => {
                    for (name, member) in members(Some(value)) {
                        if member.as_bool() == Some(false) || (is_of_root && !parameters.has_schema(member)) {
                            continue;
                        }
                        self.meet(name, member, (level, step), waiting);
                    }
                }
                Kind::Object if key.is("items") => {
                    let step = self.step(step, By::Items);
                    waiting.push_back(Visit { schema: value, level, step, is_of_root: false });
                }
                Kind::String if key.is("$ref") => {
                    let Some(target) = targets.follow(value) else { continue };
                    let index = target.index();
                    if target.kind() == Kind::Object && !self.leads_over(step, index, left) {
                        let step = self.step(step, By::Reference(value, index));
                        waiting.push_back(Visit { schema: target, level, step, is_of_root });
                    }
                }
                Kind::Array => {
                    let branches = ["anyOf", "oneOf", "allOf"].into_iter().find(|word| key.is(word));
                    let Some(branches) = branches else { continue };
                    for (index, branch) in elements(Some(value)).enumerate() {
                        if branch.kind() == Kind::Object {
                            let step = self.step(step, By::Branch(branches, index));
                            let is_of_root = is_of_root && branches == "allOf";
                            waiting.push_back(Visit { schema: branch, level, step, is_of_root });
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Notes a parameter, and what there may be below it.
    fn meet(
        &mut self,
        name: Key<'a>,
        schema: Value<'a>,
        (level, step): (usize, usize),
        waiting: &mut VecDeque<Visit<'a>>,
    ) {
        let step = self.step(step, By::Member(name));
        self.places.push(Place { schema, level, step });
        if level < MAX_DEPTH && schema.kind() == Kind::Object {
            waiting.push_back(Visit { schema, level: level + 1, step, is_of_root: false });
        }
    }

    fn step(&mut self, before: usize, by: By<'a>) -> usize {
        self.steps.push(Step { before, by });
        self.steps.len() - 1
    }

    /// Whether the path to a step already went over a reference to a schema. Looking back costs steps as well.
    fn leads_over(&self, mut step: usize, target: u32, left: &mut usize) -> bool {
        while let Some(Step { before, by }) = self.steps.get(step) {
            if matches!(by, By::Reference(_, index) if *index == target) {
                return true;
            }
            if step == 0 {
                return false;
            }
            step = *before;
            *left = left.saturating_sub(1);
        }
        false
    }

    /// The parameters that were met.
    pub fn places(&self) -> impl Iterator<Item = Place<'a>> {
        self.places.iter().copied()
    }

    /// Whether the walk came to its end before its [budget](WALK_BUDGET) did.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The JSON pointer of a place, from the root of the input schema: where the schema stands, behind a reference.
    #[must_use]
    pub fn pointer(&self, place: Place<'a>) -> String {
        self.pointer_behind("", place)
    }

    /// The same, behind the pointer of the input schema.
    pub(crate) fn pointer_behind(&self, before: &str, place: Place<'a>) -> String {
        let mut way = Vec::with_capacity(8);
        let mut step = place.step;
        while let Some(Step { before, by }) = self.steps.get(step) {
            way.push(by);
            if matches!(by, By::Root | By::Reference(..)) {
                break;
            }
            step = *before;
        }
        let mut pointer = before.to_owned();
        for by in way.into_iter().rev() {
            match by {
                By::Root => {}
                By::Member(key) => {
                    pointer.push_str("/properties/");
                    pointer.push_str(&escape_pointer_segment(&key.text()));
                }
                By::Items => pointer.push_str("/items"),
                By::Branch(word, index) => {
                    pointer.push('/');
                    pointer.push_str(word);
                    pointer.push('/');
                    pointer.push_str(&index.to_string());
                }
                By::Reference(reference, _) => {
                    let reference = reference.as_str().unwrap_or_default();
                    pointer.push_str(&pointer_of(&reference).unwrap_or_default());
                }
            }
        }
        pointer
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;
    use tdqs_signals::json::Document;

    fn pointers(text: &str) -> Vec<String> {
        let document = Document::parse(text).unwrap();
        let walk = Walk::of(document.root(), &Parameters::of(document.root()));
        assert!(walk.is_complete());
        walk.places().map(|place| walk.pointer(place)).collect()
    }

    #[test]
    fn every_way_down_is_taken() {
        let text = r##"{"properties":{"a":{"items":{"items":{"properties":{"b":{}}}}},"no":false,
            "c":{"anyOf":[{"properties":{"d~":true}},{"$ref":"#/$defs/D"}]}},
            "$defs":{"D":{"properties":{"e":{"$ref":"#/$defs/D"}}}}}"##;
        assert_eq!(
            pointers(text),
            [
                "/properties/a",
                "/properties/c",
                "/properties/c/anyOf/0/properties/d~0",
                "/properties/a/items/items/properties/b",
                "/$defs/D/properties/e",
            ]
        );
    }

    #[test]
    fn of_the_roots_own_the_first_of_a_name_is_met() {
        let text = r#"{"properties":{"a":{}},"allOf":[{"properties":{"a":{},"b":{}}}],"anyOf":[{"properties":{"a":{}}}]}"#;
        assert_eq!(pointers(text), ["/properties/a", "/allOf/0/properties/b", "/anyOf/0/properties/a"]);
    }

    #[test]
    fn five_levels_below_the_root_are_enough() {
        let nested = (0..9).fold("{}".to_owned(), |inner, _| format!(r#"{{"properties":{{"p":{inner}}}}}"#));
        assert_eq!(pointers(&nested).len(), 6);
    }

    #[test]
    fn a_diamond_of_references_ends() {
        let defs: Vec<String> = (0..60)
            .map(|at| {
                let next = at + 1;
                format!(r##""{at}":{{"allOf":[{{"$ref":"#/$defs/{next}"}},{{"$ref":"#/$defs/{next}"}}]}}"##)
            })
            .collect();
        let text = format!(
            r##"{{"properties":{{"a":{{"$ref":"#/$defs/0"}}}},"$defs":{{{},"60":{{}}}}}}"##,
            defs.join(",")
        );
        let document = Document::parse(text).unwrap();
        let walk = Walk::of(document.root(), &Parameters::of(document.root()));
        assert!(!walk.is_complete());
        assert_eq!(walk.places().count(), 1);
    }

    /// The definition as one would say it, by plain recursion over a tree.
    fn plain(schema: &serde_json::Value, at: &str, level: usize, found: &mut Vec<String>) {
        for (name, member) in schema["properties"].as_object().into_iter().flatten() {
            if member == false {
                continue;
            }
            let pointer = format!("{at}/properties/{name}");
            found.push(pointer.clone());
            if level < 5 {
                plain(member, &pointer, level + 1, found);
            }
        }
        if schema["items"].is_object() {
            plain(&schema["items"], &format!("{at}/items"), level, found);
        }
        for word in ["anyOf", "oneOf"] {
            for (index, branch) in schema[word].as_array().into_iter().flatten().enumerate() {
                plain(branch, &format!("{at}/{word}/{index}"), level, found);
            }
        }
    }

    fn schemas() -> impl Strategy<Value = serde_json::Value> {
        let leaf = prop_oneof![Just(json!({})), Just(json!(true)), Just(json!(false)), Just(json!(null))];
        leaf.prop_recursive(8, 60, 3, |inner| {
            let named = proptest::collection::btree_map("[a-c]", inner.clone(), 0..3);
            prop_oneof![
                named.prop_map(|properties| json!({ "properties": properties })),
                inner.clone().prop_map(|items| json!({ "items": items })),
                proptest::collection::vec(inner, 0..3).prop_map(|branches| json!({ "anyOf": branches })),
            ]
        })
    }

    proptest! {
        #[test]
        fn the_walk_finds_what_plain_recursion_finds(schema in schemas()) {
            let mut expected = Vec::new();
            plain(&schema, "", 0, &mut expected);
            let mut found = pointers(&schema.to_string());
            expected.sort();
            found.sort();
            prop_assert_eq!(found, expected);
        }
    }
}
