//! Rules about examples of calls.

use std::borrow::Cow;

use tdqs_signals::json::{Key, Kind, Value};

use super::facts::{Facts, Schema};
use super::validation::Held;
use crate::credit::quoted::{listed, quoted};
use crate::credit::{Finding, Rule, Severity};
use crate::schema::{elements, has_value_of_its_own, members, target_of};

/// What a category without one clean example loses at least.
const NO_CLEAN_EXAMPLE: u32 = 40;

pub(super) fn check(facts: &Facts<'_>, findings: &mut Vec<Finding>) {
    let schema = facts.schema.as_ref();
    let examples = all(facts.tool, schema);
    if examples.is_empty() {
        if facts.wants(Rule::ExamplesMissing) {
            findings.extend(missing(schema));
        }
        return;
    }
    if !facts.wants_any([Rule::ExampleNotObject, Rule::ExampleInvalid, Rule::ExamplePlaceholder]) {
        return;
    }
    let held =
        schema.filter(|_| examples.iter().any(Example::is_object)).and_then(|schema| Held::of(schema.root));
    let mut found: Vec<Finding> = examples
        .iter()
        .enumerate()
        .filter_map(|(index, example)| Some(fault(example, schema, held.as_ref())?.of_example(index)))
        .collect();
    if found.len() == examples.len() {
        let lost: u32 = found.iter().map(|finding| finding.deduction).sum();
        if let Some(last) = found.last_mut() {
            last.deduction += NO_CLEAN_EXAMPLE.saturating_sub(lost);
        }
    }
    findings.append(&mut found);
}

/// An element of one of the places where examples stand.
#[derive(Debug)]
pub(super) struct Example<'a> {
    pub(super) value: Value<'a>,
    /// The key of the schema that it stands in; none where it stands in the tool itself.
    schema: Option<&'static str>,
    /// The key of the list that it stands in, and its place there.
    list: &'static str,
    index: usize,
}

impl<'a> Example<'a> {
    fn pointer(&self) -> String {
        let Self { schema, list, index, .. } = self;
        match schema {
            Some(schema) => format!("/{schema}/{list}/{index}"),
            None => format!("/{list}/{index}"),
        }
    }

    fn is_object(&self) -> bool {
        self.value.kind() == Kind::Object
    }

    /// The call in it: what `input`, `arguments` or `parameters` holds, when nothing but remarks stand beside it.
    pub(super) fn call(&self, schema: Option<&Schema<'_>>) -> Value<'a> {
        const REMARKS: [&str; 7] =
            ["name", "title", "description", "summary", "output", "result", "expected"];
        const WRAPPERS: [&str; 3] = ["input", "arguments", "parameters"];
        let is_parameter = |key: &str| schema.is_some_and(|schema| schema.parameters().get(key).is_some());
        let inner = WRAPPERS.into_iter().find_map(|wrapper| {
            let inner = self.value.get(wrapper)?;
            let is_alone = |key: Key<'_>| key.is(wrapper) || REMARKS.iter().any(|remark| key.is(remark));
            (inner.kind() == Kind::Object
                && !is_parameter(wrapper)
                && members(Some(self.value)).all(|(key, _)| is_alone(key)))
            .then_some(inner)
        });
        inner.unwrap_or(self.value)
    }
}

/// Every example of a tool: those in `examples`, in `input_examples`, and in `examples` of the schema's root.
pub(super) fn all<'a>(tool: Value<'a>, schema: Option<&Schema<'a>>) -> Vec<Example<'a>> {
    let of = |holder: Value<'a>, schema: Option<&'static str>, list: &'static str| {
        elements(holder.get(list)).enumerate().map(move |(index, value)| Example {
            value,
            schema,
            list,
            index,
        })
    };
    let of_schema = schema.map(|schema| of(schema.root, Some(schema.key), "examples"));
    of(tool, None, "examples")
        .chain(of(tool, None, "input_examples"))
        .chain(of_schema.into_iter().flatten())
        .collect()
}

/// `examples-missing`. A tool whose parameters nobody can know, for want of a schema, needs an example as well; one
/// that takes nothing does not.
fn missing(schema: Option<&Schema<'_>>) -> Option<Finding> {
    let message = match schema {
        None => "there is no schema and no example of a call".to_owned(),
        Some(schema) => {
            let all = &schema.parameters().all;
            let first = all.first()?.name.as_ref();
            let required = schema.parameters().names_required();
            let lacks = |name: &&str| {
                !schema.parameters().get(name).is_some_and(|parameter| has_value_of_its_own(parameter.schema))
            };
            let name = match required.iter().find(lacks) {
                Some(name) => name,
                None if required.is_empty()
                    && !all.iter().any(|parameter| has_value_of_its_own(parameter.schema)) =>
                {
                    first
                }
                None => return None,
            };
            format!("there is no example of a call, and none of a value of {}", listed([name]))
        }
    };
    Some(Finding::new(Rule::ExamplesMissing, Severity::Warning, 40, "/examples", message))
}

/// What is wrong with one example.
fn fault(example: &Example<'_>, schema: Option<&Schema<'_>>, held: Option<&Held>) -> Option<Finding> {
    let at = || example.pointer();
    if !example.is_object() {
        let message = format!("the example is {}, expected an object", example.value.kind().with_article());
        return Some(Finding::new(Rule::ExampleNotObject, Severity::Warning, 15, at(), message));
    }
    let call = example.call(schema);
    if let Some(reason) = held.and_then(|held| held.refusal_of(call)) {
        let message = format!("the schema refuses the example: {reason}");
        return Some(Finding::new(Rule::ExampleInvalid, Severity::Warning, 15, at(), message));
    }
    let filler = filler_in(call, schema)?;
    let message = format!("the example has the filler {}", quoted(&filler));
    Some(Finding::new(Rule::ExamplePlaceholder, Severity::Info, 10, at(), message))
}

/// The first string of a call that stands for a value instead of being one.
fn filler_in<'a, 's>(call: Value<'a>, schema: Option<&Schema<'s>>) -> Option<Cow<'a, str>> {
    let root = schema.map(|schema| schema.root);
    // A value, the key that it stands under, and the schema it is for.
    let mut waiting: Vec<(Value<'a>, Option<Cow<'a, str>>, Option<Value<'s>>)> = vec![(call, None, root)];
    while let Some((value, key, of)) = waiting.pop() {
        let of = of.map(|of| root.and_then(|root| target_of(root, of)).unwrap_or(of));
        if let Some(text) = value.as_str() {
            let is_allowed = elements(of.and_then(|of| of.get("enum"))).any(|allowed| allowed.is_str(&text));
            if is_filler(&text, key.as_deref()) && !is_allowed {
                return Some(text);
            }
        }
        let begin = waiting.len();
        for (key, member) in members(Some(value)) {
            let key = key.text();
            let of = match schema.filter(|_| value.index() == call.index()) {
                Some(schema) => schema.parameters().get(&key).map(|parameter| parameter.schema),
                None => of.and_then(|of| of.get("properties")?.get(&key)),
            };
            waiting.push((member, Some(key), of));
        }
        let of_items = of.and_then(|of| of.get("items"));
        waiting.extend(elements(Some(value)).map(|element| (element, key.clone(), of_items)));
        // The author's order, the first on top.
        if let Some(added) = waiting.get_mut(begin..) {
            added.reverse();
        }
    }
    None
}

fn is_filler(text: &str, key: Option<&str>) -> bool {
    const FILLERS: [&str; 6] = ["string", "foo", "bar", "example", "todo", "xxx"];
    FILLERS.iter().any(|filler| text.eq_ignore_ascii_case(filler))
        || (text.len() >= 2 && text.starts_with('<') && text.ends_with('>'))
        || key.is_some_and(|key| text.strip_prefix("example_") == Some(key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::credit::Rules;
    use crate::credit::contract::{Options, Tool};
    use tdqs_signals::json::Document;

    /// The rules that fire, with what each costs.
    fn found(tool: &str) -> Vec<(&'static str, u32)> {
        let document = Document::parse(tool).unwrap();
        let options = Options::default();
        let facts = Facts::of(&Tool::of(document.root()), &options, Rules::ALL);
        let mut findings = Vec::new();
        check(&facts, &mut findings);
        findings.iter().map(|finding| (finding.rule.as_str(), finding.deduction)).collect()
    }

    fn with(examples: &str) -> Vec<(&'static str, u32)> {
        let schema = r##"{"type":"object","required":["label"],"additionalProperties":false,"properties":{
            "label":{"type":"string"},"kind":{"enum":["foo","bar"]},"input":{"type":"array","items":{"$ref":"#/$defs/K"}}},
            "$defs":{"K":{"properties":{"k":{"enum":["<x>"]}}}}}"##;
        found(&format!(r#"{{"inputSchema":{schema},"examples":{examples}}}"#))
    }

    #[test]
    fn each_example_has_its_fault() {
        assert_eq!(with(r#"[{"label":"C-1","kind":"foo"}]"#), []);
        assert_eq!(
            with(r#"[{"label":"C-1"}, 5, {}]"#),
            [("example-not-object", 15), ("example-invalid", 15)]
        );
        assert_eq!(with(r#"[{"label":"example_label"}, {"label":"C"}]"#), [("example-placeholder", 10)]);
        assert_eq!(with(r#"[{"label":"<label>"}]"#), [("example-placeholder", 40)]);
        assert_eq!(with(r#"[{"label":"C","input":[{"k":"<x>"}]}]"#), []);
        assert_eq!(with(r#"[{"label":"C","input":[{"m":"Foo"}]}]"#), [("example-placeholder", 40)]);
        assert_eq!(
            with("[null, 1, {}]"),
            [("example-not-object", 15), ("example-not-object", 15), ("example-invalid", 15)]
        );
    }

    #[test]
    fn a_wrapper_that_is_no_parameter_is_taken_off() {
        assert_eq!(with(r#"[{"arguments":{"label":"C-1"},"description":"One."}]"#), []);
        assert_eq!(with(r#"[{"arguments":{"label":"C-1"},"more":1}]"#), [("example-invalid", 40)]);
        assert_eq!(with(r#"[{"input":{"label":"C-1"}}]"#), [("example-invalid", 40)]);
    }

    #[test]
    fn examples_are_missed_where_a_value_is_unknown() {
        let missing = [("examples-missing", 40)];
        for (schema, expected) in [
            (r#"{"properties":{"a":{}}}"#, &missing[..]),
            (r#"{"properties":{"a":{},"b":{"default":1}}}"#, &[]),
            (r#"{"properties":{"a":{},"b":{"default":1}},"required":["a"]}"#, &missing),
            (r#"{"properties":{"a":{"enum":[1]},"b":{}},"required":["a"]}"#, &[]),
            (r#"{"properties":{}}"#, &[]),
            (r#"{"required":["a"]}"#, &[]),
        ] {
            assert_eq!(
                found(&format!(r#"{{"inputSchema":{schema},"examples":{{}}}}"#)),
                expected,
                "{schema}"
            );
        }
        assert_eq!(found("{}"), missing);
        assert_eq!(found(r#"{"inputSchema":{"properties":{"a":{}},"examples":[{"a":1}]}}"#), []);
        assert_eq!(found(r#"{"input_examples":[{"a":1}]}"#), []);
    }
}
