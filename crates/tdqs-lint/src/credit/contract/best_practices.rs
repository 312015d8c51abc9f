//! Rules about annotations, closed objects, and what comes back.

use tdqs_signals::json::{Kind, Object, Value};

use super::facts::Facts;
use crate::credit::quoted::{counted, quoted};
use crate::credit::{Finding, Rule, Severity};
use crate::text::Effect;

const POINTER: &str = "/annotations";
const HINTS: [&str; 4] = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];

pub(super) fn check(facts: &Facts<'_>, findings: &mut Vec<Finding>) {
    check_annotations(facts, findings);
    if facts.wants(Rule::AdditionalPropertiesOpen)
        && let Some(schema) = facts.schema.as_ref().filter(|_| facts.has_parameters())
        && is_open(schema.root)
    {
        findings.push(Finding::new(
            Rule::AdditionalPropertiesOpen,
            Severity::Info,
            10,
            schema.pointer("/additionalProperties"),
            "the schema accepts arguments that it does not declare",
        ));
    }
    if !facts.wants_any([Rule::ReturnsUndocumented, Rule::ErrorsUndocumented]) || !facts.is_english() {
        return;
    }
    let declares_output = facts.tool.get("outputSchema").is_some_and(|schema| schema.kind() == Kind::Object);
    if !declares_output && !facts.clauses().says_what_returns {
        let message = "neither the description nor an `outputSchema` says what comes back";
        findings.push(Finding::new(Rule::ReturnsUndocumented, Severity::Info, 8, "/description", message));
    }
    if !facts.clauses().says_what_fails {
        let message = "the description does not say what can fail";
        findings.push(Finding::new(Rule::ErrorsUndocumented, Severity::Info, 7, "/description", message));
    }
}

fn check_annotations(facts: &Facts<'_>, findings: &mut Vec<Finding>) {
    let of_annotations = [
        Rule::AnnotationsMissing,
        Rule::AnnotationNotBoolean,
        Rule::AnnotationsNoHints,
        Rule::AnnotationsContradict,
        Rule::AnnotationsIncomplete,
    ];
    if !facts.wants_any(of_annotations) {
        return;
    }
    let annotations = facts.tool.get("annotations");
    let Some(annotations) =
        annotations.filter(|found| found.as_object().is_some_and(|members| !Object::is_empty(members)))
    else {
        let message = "the tool has no annotations";
        findings.push(Finding::new(Rule::AnnotationsMissing, Severity::Warning, 20, POINTER, message));
        return;
    };
    let hints = HINTS.map(|hint| annotations.get(hint));
    let is_wrong = |hint: Option<Value<'_>>| hint.is_some_and(|value| value.kind() != Kind::Bool);
    let wrong: Vec<&str> =
        HINTS.into_iter().zip(hints).filter(|(_, hint)| is_wrong(*hint)).map(|(key, _)| key).collect();
    if !wrong.is_empty() {
        findings.push(Finding::summed(
            Rule::AnnotationNotBoolean,
            Severity::Warning,
            (5, 10),
            wrong.len(),
            wrong.iter().map(|hint| format!("{POINTER}/{hint}")).collect(),
            format!("{} no boolean", counted(wrong.len(), "hint is", "hints are")),
        ));
    }
    let [read_only, destructive, idempotent, open_world] = hints.map(|hint| hint.and_then(Value::as_bool));
    if [read_only, destructive, idempotent, open_world].iter().all(Option::is_none) {
        let message = "the annotations have no hint";
        findings.push(Finding::new(Rule::AnnotationsNoHints, Severity::Info, 10, POINTER, message));
        return;
    }
    let name = || quoted(facts.name.as_deref().unwrap_or_default());
    let contradiction = match (read_only, destructive, facts.effect()) {
        (Some(true), Some(true), _) => Some("a tool cannot be both read-only and destructive".to_owned()),
        (Some(true), _, Some(Effect::Writes | Effect::Destroys)) => {
            Some(format!("`readOnlyHint` is true, and {} changes something", name()))
        }
        (_, Some(false), Some(Effect::Destroys)) => {
            Some(format!("`destructiveHint` is false, and {} destroys something", name()))
        }
        _ => None,
    };
    let is_incomplete = match read_only {
        None => true,
        Some(true) => false,
        Some(false) => destructive.is_none() || idempotent.is_none(),
    };
    if let Some(message) = contradiction {
        findings.push(Finding::new(Rule::AnnotationsContradict, Severity::Error, 20, POINTER, message));
    } else if is_incomplete {
        let message = "the hints leave open whether a call changes, destroys or repeats something";
        findings.push(Finding::new(Rule::AnnotationsIncomplete, Severity::Info, 5, POINTER, message));
    }
}

/// Whether a schema accepts members that it does not declare.
pub(super) fn is_open(schema: Value<'_>) -> bool {
    let is_false = |key: &str| schema.get(key).and_then(Value::as_bool) == Some(false);
    let restricts =
        schema.get("additionalProperties").and_then(Value::as_object).is_some_and(|it| !it.is_empty());
    !is_false("additionalProperties") && !is_false("unevaluatedProperties") && !restricts
}
