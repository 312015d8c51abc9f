//! Vectors for the authoring pieces: a line is a case of one of five kinds.
//!
//! They hold the answers of the Python module, and for error messages the right ones beside them.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use tdqs_authoring::legacy::{self, LegacyError, SchemaBuilder};
use tdqs_authoring::{ErrorMessage, ReadSpecError, ToolSpec};
use tdqs_signals::json::{Array, Json, Object, Value};

/// The name of a file with such vectors.
pub(super) const FILE: &str = "cases.jsonl";

/// How close two doubles have to be.
const CLOSE: f64 = 1e-9;

type Outcome = Result<(), String>;

/// Runs the lines of a file: how many ran, and what differs.
///
/// # Errors
///
/// When a line is not JSON.
pub(super) fn check(text: &str) -> Result<(usize, Vec<String>)> {
    let mut ran = BTreeMap::new();
    let mut differences = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let json = Json::parse(line).context("a line of the vector file is not JSON")?;
        let case = json.value();
        let kind = text_of(case, "kind");
        let outcome = match kind.as_str() {
            "render" => rendered(case, legacy::render).and_then(|()| read(case)),
            "usage" => rendered(case, legacy::usage),
            "evaluate" => evaluated(case),
            "error" => error(case),
            "builder" => builder(case),
            other => Err(format!("`{other}` is not a kind of case that this program knows")),
        };
        *ran.entry(kind).or_insert(0) += 1;
        if let Err(difference) = outcome {
            differences.push(format!("{}: {difference}", text_of(case, "id")));
        }
    }
    let kinds: Vec<String> = ran.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
    println!("Cases of the authoring pieces: {}", kinds.join(", "));
    Ok((ran.values().sum(), differences))
}

fn rendered(case: Value<'_>, render: fn(Value<'_>) -> Result<String, LegacyError>) -> Outcome {
    let found = render(member(case, "spec")?);
    let expected = case.pointer("/legacy/value").and_then(Value::as_str);
    match (expected, found) {
        (Some(expected), Ok(found)) if found == expected => Ok(()),
        (None, Err(LegacyError::KeyError { .. })) if raises_key_error(case) => Ok(()),
        (_, found) => Err(format!("expected {:?}, found {found:?}", member(case, "legacy")?)),
    }
}

/// What stops the module is a fault of the spec that its reader names.
fn read(case: Value<'_>) -> Outcome {
    let found = ToolSpec::from_json(member(case, "spec")?.literal());
    if raises_key_error(case) && !matches!(found, Err(ReadSpecError::Spec(_))) {
        return Err("a member lacks, and the reader did not say so".to_owned());
    }
    Ok(())
}

fn evaluated(case: Value<'_>) -> Outcome {
    let found = legacy::evaluate(&text_of(case, "description"), member(case, "spec")?)
        .map_err(|error| error.to_string())?;
    let scores = [
        ("clarity", found.clarity),
        ("completeness", found.completeness),
        ("accuracy", found.accuracy),
        ("actionability", found.actionability),
        ("consistency", found.consistency),
    ];
    for (criterion, found) in scores {
        let expected = case.pointer(&format!("/legacy/value/{criterion}")).and_then(Value::as_f64);
        if !expected.is_some_and(|expected| (expected - found).abs() < CLOSE) {
            return Err(format!("{criterion}: expected {expected:?}, found {found}"));
        }
    }
    Ok(())
}

fn error(case: Value<'_>) -> Outcome {
    let error_type = text_of(case, "type");
    let context: BTreeMap<String, String> = member(case, "context")?
        .as_object()
        .into_iter()
        .flat_map(Object::iter)
        .map(|(key, value)| (key.text().into_owned(), value.as_str().unwrap_or_default().into_owned()))
        .collect();
    if raises_key_error(case) != raises_when_formatted(&error_type, &context) {
        return Err("the module's template can be formatted".to_owned());
    }
    let contract = member(case, "contract")?;
    match ErrorMessage::generate(&error_type, &context) {
        Ok(message) => {
            let found = Json::parse(message.to_json()).map_err(|error| error.to_string())?;
            let expected = contract.get("value").ok_or("expected an error")?;
            // Members in their order: equality does not look at it.
            if found.value() == expected && keys(found.value()) == keys(expected) {
                Ok(())
            } else {
                Err(format!("expected {expected:?}, found {found:?}"))
            }
        }
        Err(error) => {
            let fields = contract.get("fields").and_then(Value::as_array);
            let expected: Vec<_> = fields
                .into_iter()
                .flat_map(Array::iter)
                .filter_map(|field| Some(field.as_str()?.into_owned()))
                .collect();
            if contract.get("error").is_some_and(|code| code.is_str(error.code()))
                && error.fields() == expected
            {
                Ok(())
            } else {
                Err(format!("expected {contract:?}, found {}: {error}", error.code()))
            }
        }
    }
}

/// Whether Python's brace formatter stops at the template of an error message. The template is JSON, so its first
/// brace is that of the object, and what follows up to the colon is taken for the name of a field.
fn raises_when_formatted(error_type: &str, context: &BTreeMap<String, String>) -> bool {
    let template = match error_type {
        "NOT_FOUND" => "{\n  \"error\": \"{error_code}\",\n  \"message\": \"{specific_message}\"",
        "RATE_LIMITED" => "{\n  \"error\": \"{error_code}\",\n  \"message\": \"Rate limit exceeded\"",
        _ => "{\n  \"error\": \"{error_code}\",\n  \"message\": \"Invalid {field}: {received_value}\"",
    };
    let field = template.split_once('{').and_then(|(_, rest)| rest.split(['}', '!', ':']).next());
    field.is_some_and(|field| !context.contains_key(field))
}

fn builder(case: Value<'_>) -> Outcome {
    let mut builder = SchemaBuilder::new("");
    for call in member(case, "calls")?.as_array().into_iter().flat_map(Array::iter) {
        let argument = |index: usize| call.pointer(&format!("/args/{index}"));
        let text = |index| argument(index).and_then(Value::as_str).unwrap_or_default();
        let named = |index, name: &str| argument(index).or_else(|| call.pointer(&format!("/kwargs/{name}")));
        let json = |value: Option<Value<'_>>| value.and_then(|value| Json::parse(value.literal()).ok());
        match text_of(call, "call").as_str() {
            "new" => builder = SchemaBuilder::new(text(0)),
            "set_description" => drop(builder.set_description(&text(0), &text(1))),
            "add_parameter" => {
                let required = named(3, "required").and_then(Value::as_bool).unwrap_or_default();
                let (default, enum_values) = (json(named(4, "default")), json(named(5, "enum")));
                builder.add_parameter(
                    &text(0),
                    &text(1),
                    &text(2),
                    required,
                    default.as_ref(),
                    enum_values.as_ref(),
                );
            }
            "set_returns" => {
                let properties = json(argument(2)).ok_or("the call has no properties")?;
                builder.set_returns(&text(0), &text(1), &properties);
            }
            "add_error" => drop(builder.add_error(&text(0), &text(1), &text(2))),
            "add_trigger" => drop(builder.add_trigger(&text(0))),
            "add_example" => drop(builder.add_example(&text(0), &text(1))),
            "build" => drop(builder.build()),
            other => return Err(format!("`{other}` is no method of the builder")),
        }
    }
    let found = builder.built().ok_or("nothing was built")?.map_err(|error| error.to_string())?;
    let expected = case.pointer("/legacy/value").ok_or("no spec is expected")?;
    if found.value() == expected { Ok(()) } else { Err(format!("expected {expected:?}, found {found:?}")) }
}

fn member<'a>(case: Value<'a>, key: &str) -> Result<Value<'a>, String> {
    case.get(key).ok_or_else(|| format!("the case has no `{key}`"))
}

fn text_of(case: Value<'_>, key: &str) -> String {
    case.get(key).and_then(Value::as_str).unwrap_or_default().into_owned()
}

fn raises_key_error(case: Value<'_>) -> bool {
    case.pointer("/legacy/raises").is_some_and(|name| name.is_str("KeyError"))
}

fn keys(object: Value<'_>) -> Vec<String> {
    object.as_object().into_iter().flat_map(Object::iter).map(|(key, _)| key.text().into_owned()).collect()
}
