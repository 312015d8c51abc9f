//! Rules about the input schema.

use std::borrow::Cow;
use std::collections::HashSet;

use tdqs_signals::json::{Array, Kind, Value};

use super::facts::{Facts, Schema};
use crate::credit::finding::PLACES_LISTED;
use crate::credit::quoted::{counted, listed};
use crate::credit::{Finding, Rule, Severity};
use crate::schema::{Parameter, Place, Walk, elements};

pub(super) fn check(facts: &Facts<'_>, findings: &mut Vec<Finding>) {
    let Some(schema) = &facts.schema else {
        let message = "the tool has no input schema";
        findings.push(Finding::new(Rule::SchemaMissing, Severity::Error, 100, "", message));
        return;
    };
    if !schema.root.get("type").is_some_and(|kind| kind.is_str("object")) {
        let message = "the `type` of the schema is not `object`";
        findings.push(Finding::new(
            Rule::SchemaNotObject,
            Severity::Error,
            15,
            schema.pointer("/type"),
            message,
        ));
    }
    check_each(schema, findings);
    check_required(schema, findings);
}

/// Rules about every parameter at any depth.
fn check_each(schema: &Schema<'_>, findings: &mut Vec<Finding>) {
    let walk = Walk::of(schema.root, &schema.parameters);
    let is_well_formed = |place: &Place<'_>| matches!(place.schema.kind(), Kind::Object | Kind::Bool);
    let (mut malformed, mut untyped, mut undescribed) = (Vec::new(), Vec::new(), Vec::new());
    let mut well_formed = 0;
    for place in walk.places() {
        if !is_well_formed(&place) {
            malformed.push(place);
            continue;
        }
        well_formed += 1;
        if !schema.meaning.is_typed(place.schema) {
            untyped.push(place);
        }
        if schema.meaning.description_of(place.schema).is_none() {
            undescribed.push(place);
        }
    }
    let pointers = |places: &[Place<'_>], first: Option<String>| {
        let mut pointers: Vec<String> = first.into_iter().collect();
        for place in places.iter().take(PLACES_LISTED) {
            let pointer = schema.pointer(&walk.pointer(*place));
            if !pointers.contains(&pointer) && pointers.len() < PLACES_LISTED {
                pointers.push(pointer);
            }
        }
        pointers
    };
    let no_object = schema.root.get("properties").filter(|properties| properties.kind() != Kind::Object);
    let count = malformed.len() + usize::from(no_object.is_some());
    if count > 0 {
        let first = no_object.map(|_| schema.pointer("/properties"));
        findings.push(Finding::summed(
            Rule::ParameterMalformed,
            Severity::Error,
            (10, 20),
            count,
            pointers(&malformed, first),
            format!(
                "{} no schema",
                counted(count, "place where a schema belongs has", "places where schemas belong have")
            ),
        ));
    }
    if !untyped.is_empty() {
        findings.push(Finding::summed(
            Rule::ParameterTypeMissing,
            Severity::Error,
            (10, 30),
            untyped.len(),
            pointers(&untyped, None),
            format!("{} no type", counted(untyped.len(), "parameter has", "parameters have")),
        ));
    }
    if !undescribed.is_empty() {
        let is_error = well_formed >= 2 && undescribed.len() == well_formed;
        findings.push(Finding::summed(
            Rule::ParameterDescriptionMissing,
            if is_error { Severity::Error } else { Severity::Warning },
            (5, 20),
            undescribed.len(),
            pointers(&undescribed, None),
            format!("{} no description", counted(undescribed.len(), "parameter has", "parameters have")),
        ));
    }
}

/// Rules about what must be given.
fn check_required(schema: &Schema<'_>, findings: &mut Vec<Finding>) {
    let parameters = &schema.parameters;
    if let Some((_, pointer)) = parameters.required.iter().find(|(list, _)| !is_list_of_names(*list)) {
        let message = "`required` is no array of distinct strings";
        findings.push(Finding::new(
            Rule::RequiredInvalid,
            Severity::Error,
            10,
            schema.pointer(pointer),
            message,
        ));
    }
    let names = parameters.required_names();
    let place = || {
        let own = parameters.required.first().map_or("/required", |(_, pointer)| pointer);
        schema.pointer(own)
    };
    let unknown: Vec<&str> =
        names.iter().map(Cow::as_ref).filter(|name| parameters.get(name).is_none()).collect();
    if !unknown.is_empty() {
        findings.push(Finding::summed(
            Rule::RequiredUnknown,
            Severity::Error,
            (10, 20),
            unknown.len(),
            vec![place()],
            format!("`required` names what is no parameter: {}", listed(unknown)),
        ));
    }
    let names: HashSet<&str> = names.iter().map(Cow::as_ref).collect();
    let is_optional = |parameter: &&Parameter<'_>| !names.contains(parameter.name.as_ref());
    let unexplained: Vec<&Parameter<'_>> = parameters
        .all
        .iter()
        .filter(is_optional)
        .filter(|parameter| !schema.meaning.is_explained(parameter.schema))
        .collect();
    let is_empty = |(list, _): &(Value<'_>, String)| list.as_array().is_some_and(Array::is_empty);
    if !unexplained.is_empty() {
        let shown = listed(unexplained.iter().map(|parameter| parameter.name.as_ref()));
        if parameters.required.is_empty() {
            let message = format!("nothing says whether these must be given: {shown}");
            findings.push(Finding::new(Rule::RequiredMissing, Severity::Warning, 10, place(), message));
        } else if !names.is_empty() {
            findings.push(Finding::summed(
                Rule::OptionalUnexplained,
                Severity::Info,
                (4, 12),
                unexplained.len(),
                unexplained
                    .iter()
                    .take(PLACES_LISTED)
                    .map(|parameter| schema.pointer(&parameter.pointer))
                    .collect(),
                format!("nothing says what leaving these out means: {shown}"),
            ));
        } else if parameters.required.iter().all(is_empty) {
            let message =
                format!("nothing must be given, and nothing says what leaving these out means: {shown}");
            findings.push(Finding::new(Rule::RequiredEmpty, Severity::Info, 5, place(), message));
        }
    }
    let with_default = parameters.all.iter().find(|parameter| {
        names.contains(parameter.name.as_ref()) && parameter.schema.get("default").is_some()
    });
    if let Some(parameter) = with_default {
        let message = format!("{} is required and has a default", listed([parameter.name.as_ref()]));
        findings.push(Finding::new(
            Rule::RequiredHasDefault,
            Severity::Info,
            5,
            schema.pointer(&parameter.pointer),
            message,
        ));
    }
}

fn is_list_of_names(list: Value<'_>) -> bool {
    let mut seen = HashSet::new();
    list.as_array().is_some()
        && elements(Some(list)).all(|name| name.as_str().is_some_and(|name| seen.insert(name)))
}
