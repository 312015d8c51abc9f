//! The scorer (sections 2 and 3).

use std::borrow::Cow;

use tdqs_signals::json::{Array, Kind, Value, escape_pointer_segment};
use tdqs_signals::whitespace::{is_ecmascript_whitespace, trim};

use super::Found;
use super::javascript::{entries, is_object_or_array, is_truthy, truthy};
use crate::credit::finding::PLACES_LISTED;
use crate::credit::quoted::{counted, quoted};
use crate::credit::tool_score::UNNAMED;
use crate::credit::{Finding, ListingScore, Profile, Rule, Severity, ToolScore, Unscored};
use crate::schema::elements;
use crate::text::{first_word, is_blank, is_snake_case};

/// The studio stops with a type error at this tool, and loses the whole request. Here it is one tool's failure.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("studio-crash at {pointer}: {message}")]
#[non_exhaustive]
pub struct Crash {
    /// JSON pointer of the place, within the tool.
    pub pointer: String,
    /// What it stumbles over.
    pub message: String,
}

impl Crash {
    pub(super) fn at(pointer: impl Into<String>, message: impl Into<String>) -> Self {
        Self { pointer: pointer.into(), message: message.into() }
    }
}

/// Verbs that a name may open with, compared as prefixes.
const VERBS_OF_NAMES: [&str; 63] = [
    "add",
    "approve",
    "archive",
    "build",
    "calculate",
    "cancel",
    "check",
    "close",
    "compute",
    "connect",
    "convert",
    "create",
    "debug",
    "delete",
    "deploy",
    "deregister",
    "disable",
    "disconnect",
    "download",
    "enable",
    "execute",
    "export",
    "fetch",
    "find",
    "format",
    "generate",
    "get",
    "import",
    "list",
    "load",
    "log",
    "merge",
    "monitor",
    "notify",
    "open",
    "parse",
    "publish",
    "query",
    "read",
    "register",
    "reject",
    "remove",
    "reset",
    "restore",
    "retry",
    "run",
    "save",
    "search",
    "send",
    "set",
    "split",
    "start",
    "stop",
    "subscribe",
    "sync",
    "test",
    "trigger",
    "unsubscribe",
    "update",
    "upload",
    "validate",
    "verify",
    "write",
];

/// Third persons less their last letter, compared as prefixes.
const STEMS_OF_DESCRIPTIONS: [&str; 20] = [
    "check", "compute", "convert", "create", "delete", "execute", "fetche", "format", "generate", "get",
    "list", "parse", "retrieve", "return", "run", "searche", "send", "set", "update", "validate",
];

const HINTS: [&str; 5] = ["title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];

/// Scores any object, also one without a name.
///
/// # Errors
///
/// Where the studio crashes: at a name or a description that is truthy and no string, and at a parameter that is
/// `null`.
pub fn score(tool: &Found<'_>) -> Result<ToolScore, Crash> {
    let name = text_of(tool.value, "name")?;
    let description = text_of(tool.value, "description")?;
    let mut findings = Vec::new();
    naming(name.as_deref(), &mut findings);
    describing(description.as_deref(), &mut findings);
    let input = truthy(tool.value.get("inputSchema")).map(|schema| ("/inputSchema", schema));
    let schema = input.or_else(|| Some(("/parameters", truthy(tool.value.get("parameters"))?)));
    parameters(schema, &mut findings)?;
    examples(tool.value.get("examples"), &mut findings);
    best_practices(tool.value, schema, description.as_deref(), &mut findings);
    Ok(ToolScore::of(Profile::Studio, name.as_deref(), &tool.pointer, findings, |score| score))
}

/// Scores every tool of a listing; crashes are among the unscored.
#[must_use]
pub fn score_listing(tools: &[Found<'_>]) -> ListingScore {
    let (mut scored, mut unscored) = (Vec::new(), Vec::new());
    for tool in tools {
        match score(tool) {
            Ok(score) => scored.push(score),
            Err(crash) => unscored.push(Unscored {
                tool_name: truthy(tool.value.get("name"))
                    .and_then(Value::as_str)
                    .map_or_else(|| UNNAMED.to_owned(), Cow::into_owned),
                pointer: tool.pointer.clone(),
                error: crash.to_string(),
            }),
        }
    }
    let mut listing = ListingScore::of(Profile::Studio, "studio", scored);
    listing.unscored = unscored;
    listing
}

/// A member that the studio takes for a text when it is truthy.
pub(super) fn text_of<'a>(tool: Value<'a>, key: &str) -> Result<Option<Cow<'a, str>>, Crash> {
    let Some(value) = truthy(tool.get(key)) else { return Ok(None) };
    match value.as_str() {
        Some(text) => Ok(Some(text)),
        None => Err(Crash::at(format!("/{key}"), format!("the {key} is {}", value.kind().with_article()))),
    }
}

fn naming(name: Option<&str>, findings: &mut Vec<Finding>) {
    let mut add = |rule, severity, deduction, message: String| {
        findings.push(Finding::new(rule, severity, deduction, "/name", message));
    };
    let Some(name) = name.filter(|name| !is_blank(name)) else {
        return add(Rule::NameMissing, Severity::Error, 50, "the tool has no name".to_owned());
    };
    if !is_snake_case(name) {
        let message =
            format!("the name {} is not snake_case; {} would be", quoted(name), quoted(&snake_cased(name)));
        add(Rule::NameNotSnakeCase, Severity::Warning, 20, message);
    }
    let start = name.split('_').next().filter(|start| !start.is_empty()).unwrap_or(name).to_lowercase();
    if !VERBS_OF_NAMES.iter().any(|verb| start.starts_with(verb)) {
        let message = format!("the name {} does not begin with a verb", quoted(name));
        add(Rule::NameNoVerb, Severity::Warning, 15, message);
    }
    let length = name.encode_utf16().count();
    if length > 64 {
        let message = format!("the name has {length} UTF-16 units, more than 64");
        add(Rule::NameTooLong, Severity::Warning, 10, message);
    }
    if length < 3 {
        let message = format!("the name has {length} UTF-16 units, fewer than 3");
        add(Rule::NameTooShort, Severity::Info, 5, message);
    }
}

/// The name that the check proposes, which is another than the fixer makes: `_` before every capital, each run of
/// hyphens and white space one `_`, small letters, and one leading `_` dropped.
fn snake_cased(name: &str) -> String {
    let mut proposed = String::with_capacity(name.len() + 8);
    let mut in_run = false;
    for character in name.chars() {
        let separates = character == '-' || is_ecmascript_whitespace(character);
        if separates {
            if !in_run {
                proposed.push('_');
            }
        } else {
            if character.is_ascii_uppercase() {
                proposed.push('_');
            }
            proposed.push(character);
        }
        in_run = separates;
    }
    let proposed = proposed.to_lowercase();
    proposed.strip_prefix('_').map_or_else(|| proposed.clone(), str::to_owned)
}

fn describing(description: Option<&str>, findings: &mut Vec<Finding>) {
    let mut add = |rule, severity, deduction, message: String| {
        findings.push(Finding::new(rule, severity, deduction, "/description", message));
    };
    let Some(text) = description.map(trim).filter(|text| !text.is_empty()) else {
        let message = "the tool has no description".to_owned();
        return add(Rule::DescriptionMissing, Severity::Error, 60, message);
    };
    let words = text.split(is_ecmascript_whitespace).filter(|word| !word.is_empty()).count();
    if words < 10 {
        let message = format!("the description has {}, fewer than 10", counted(words, "word", "words"));
        add(Rule::DescriptionTooShort, Severity::Warning, 20, message);
    }
    if !text.starts_with(|first: char| first.is_ascii_uppercase()) {
        let message = "the description does not open with a capital letter".to_owned();
        add(Rule::DescriptionNotCapitalised, Severity::Info, 5, message);
    }
    let first = first_word(text).to_lowercase();
    if !STEMS_OF_DESCRIPTIONS.iter().any(|stem| first.starts_with(stem)) {
        let message = format!("the description does not open with a verb, but with {}", quoted(&first));
        add(Rule::DescriptionNoActionVerb, Severity::Info, 10, message);
    }
    if words > 200 {
        let message = format!("the description has {words} words, more than 200");
        add(Rule::DescriptionTooLong, Severity::Info, 5, message);
    }
}

fn parameters(schema: Option<(&str, Value<'_>)>, findings: &mut Vec<Finding>) -> Result<(), Crash> {
    let Some((pointer, schema)) = schema else {
        let message = "the tool has no input schema";
        findings.push(Finding::new(Rule::SchemaMissing, Severity::Error, 50, "", message));
        return Ok(());
    };
    let mut add = |rule, severity, deduction, key: &str, message: &str| {
        findings.push(Finding::new(rule, severity, deduction, format!("{pointer}{key}"), message));
    };
    if !schema.get("type").is_some_and(|kind| kind.is_str("object")) {
        let message = "the `type` of the schema is not `object`";
        add(Rule::SchemaNotObject, Severity::Warning, 15, "/type", message);
    }
    let parameters = entries(truthy(schema.get("properties")));
    if parameters.is_empty() {
        add(Rule::NoParameters, Severity::Info, 5, "/properties", "the schema declares no parameter");
    }
    let at = |key: &str| format!("{pointer}/properties/{}", escape_pointer_segment(key));
    if let Some((key, _)) =
        parameters.iter().find(|(_, parameter)| parameter.is_some_and(|it| it.kind() == Kind::Null))
    {
        return Err(Crash::at(at(key), "the parameter is null"));
    }
    let lacking = |member: &str| -> Vec<&str> {
        let lacks = |parameter: Option<Value<'_>>| !is_truthy(parameter.and_then(|it| it.get(member)));
        parameters.iter().filter(|(_, it)| lacks(*it)).map(|(key, _)| key.as_ref()).collect()
    };
    for (rule, severity, cost, member) in [
        (Rule::ParameterTypeMissing, Severity::Error, (10, 30), "type"),
        (Rule::ParameterDescriptionMissing, Severity::Warning, (5, 20), "description"),
    ] {
        let keys = lacking(member);
        if !keys.is_empty() {
            let message = format!("{} no {member}", counted(keys.len(), "parameter has", "parameters have"));
            let places = keys.iter().take(PLACES_LISTED).map(|key| at(key)).collect();
            findings.push(Finding::summed(rule, severity, cost, keys.len(), places, message));
        }
    }
    let required = schema.get("required").and_then(Value::as_array);
    let pointer = format!("{pointer}/required");
    if required.is_none() {
        let message = "`required` is no array";
        findings.push(Finding::new(Rule::RequiredMissing, Severity::Warning, 10, pointer, message));
    } else if required.is_some_and(Array::is_empty) && !parameters.is_empty() {
        let message = "`required` is empty";
        findings.push(Finding::new(Rule::RequiredEmpty, Severity::Info, 5, pointer, message));
    }
    Ok(())
}

fn examples(examples: Option<Value<'_>>, findings: &mut Vec<Finding>) {
    if elements(examples).next().is_none() {
        let message = "there is no example of a call";
        findings.push(Finding::new(Rule::ExamplesMissing, Severity::Warning, 40, "/examples", message));
    }
    for (index, example) in elements(examples).enumerate().filter(|(_, it)| !is_object_or_array(*it)) {
        let message = format!("the example is {}", example.kind().with_article());
        let pointer = format!("/examples/{index}");
        let finding = Finding::new(Rule::ExampleNotObject, Severity::Warning, 15, pointer, message);
        findings.push(finding.of_example(index));
    }
}

fn best_practices(
    tool: Value<'_>,
    schema: Option<(&str, Value<'_>)>,
    description: Option<&str>,
    findings: &mut Vec<Finding>,
) {
    let annotations = tool.get("annotations").filter(|found| is_object_or_array(*found));
    let keys = entries(annotations);
    let mut add = |rule, deduction, pointer: String, message: &str| {
        findings.push(Finding::new(rule, Severity::Info, deduction, pointer, message));
    };
    let pointer = "/annotations".to_owned();
    if keys.is_empty() {
        add(Rule::AnnotationsMissing, 20, pointer, "the tool has no annotations");
    } else if !keys.iter().any(|(key, _)| HINTS.contains(&key.as_ref())) {
        add(Rule::AnnotationsNonstandard, 10, pointer, "the annotations have no standard member");
    }
    if let Some((pointer, schema)) = schema
        && is_truthy(schema.get("properties"))
        && schema.get("additionalProperties").is_none()
    {
        let pointer = format!("{pointer}/additionalProperties");
        add(Rule::AdditionalPropertiesUnset, 10, pointer, "`additionalProperties` is not set");
    }
    let text = description.unwrap_or_default().to_lowercase();
    if !["return", "error", "response"].iter().any(|word| text.contains(word)) {
        let message = "the description mentions neither results nor errors";
        add(Rule::DescriptionNoOutcome, 15, "/description".to_owned(), message);
    }
}
