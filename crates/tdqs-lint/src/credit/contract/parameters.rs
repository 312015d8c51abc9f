//! Rules about the input schema.

use tdqs_signals::json::{Array, Kind, Value};

use super::facts::{Facts, Schema};
use crate::credit::finding::PLACES_LISTED;
use crate::credit::quoted::{counted, listed};
use crate::credit::{Finding, Rule, Severity};
use crate::schema::{Names, Parameter, Place, Required, Walk, elements, may_be_schema};

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
    check_each(facts, schema, findings);
    check_required(facts, schema, findings);
}

/// Rules about parameters that may be left out without a word on what that means.
const OF_OPTIONAL: [Rule; 3] = [Rule::RequiredMissing, Rule::RequiredEmpty, Rule::OptionalUnexplained];

/// Rules about every parameter at any depth.
fn check_each(facts: &Facts<'_>, schema: &Schema<'_>, findings: &mut Vec<Finding>) {
    // What is looked at for the types is lacking from the budget for what is optional, whoever asks for it.
    let looks_for_types = facts.wants(Rule::ParameterTypeMissing) || facts.wants_any(OF_OPTIONAL);
    if !looks_for_types && !facts.wants_any([Rule::ParameterMalformed, Rule::ParameterDescriptionMissing]) {
        return;
    }
    let walk = Walk::of(schema.root, schema.parameters());
    let is_well_formed = |place: &Place<'_>| may_be_schema(place.schema.kind());
    let (mut malformed, mut untyped, mut undescribed) = (Vec::new(), Vec::new(), Vec::new());
    let mut well_formed = 0;
    for place in walk.places() {
        if !is_well_formed(&place) {
            malformed.push(place);
            continue;
        }
        well_formed += 1;
        if looks_for_types && !schema.meaning.is_typed(place.schema) {
            untyped.push(place);
        }
        if !schema.meaning.is_described(place.schema) {
            undescribed.push(place);
        }
    }
    let pointers = |places: &[Place<'_>], first: Option<String>| {
        let root = schema.pointer("");
        let mut pointers: Vec<String> = first.into_iter().collect();
        for place in places.iter().take(PLACES_LISTED) {
            let pointer = walk.pointer_behind(&root, *place);
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
fn check_required(facts: &Facts<'_>, schema: &Schema<'_>, findings: &mut Vec<Finding>) {
    let of_required = [Rule::RequiredInvalid, Rule::RequiredUnknown, Rule::RequiredHasDefault];
    if !facts.wants_any(of_required) && !facts.wants_any(OF_OPTIONAL) {
        return;
    }
    let parameters = schema.parameters();
    let pointer_of = |required: Required<'_>| schema.pointer(&parameters.pointer_of_required(required));
    if facts.wants(Rule::RequiredInvalid)
        && let Some(invalid) = parameters.required.iter().find(|required| !is_list_of_names(required.list))
    {
        let message = "`required` is no array of distinct strings";
        findings.push(Finding::new(
            Rule::RequiredInvalid,
            Severity::Error,
            10,
            pointer_of(*invalid),
            message,
        ));
    }
    let names = parameters.names_required();
    let place = || {
        let own = parameters.required.first();
        own.map_or_else(|| schema.pointer("/required"), |required| pointer_of(*required))
    };
    let is_unknown = |name: &&str| facts.wants(Rule::RequiredUnknown) && parameters.get(name).is_none();
    let unknown: Vec<&str> = names.iter().filter(is_unknown).collect();
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
    if facts.wants_any(OF_OPTIONAL) {
        check_optional(schema, &names, place, findings);
    }
    let with_default = parameters.all.iter().find(|parameter| {
        parameter.schema.get("default").is_some() && names.contains(parameter.name.as_ref())
    });
    if let Some(parameter) = with_default {
        let message = format!("{} is required and has a default", listed([parameter.name.as_ref()]));
        findings.push(Finding::new(
            Rule::RequiredHasDefault,
            Severity::Info,
            5,
            schema.pointer(&parameters.pointer(parameter)),
            message,
        ));
    }
}

/// Rules about what may be left out.
fn check_optional(
    schema: &Schema<'_>,
    required: &Names<'_>,
    place: impl FnOnce() -> String,
    findings: &mut Vec<Finding>,
) {
    let parameters = schema.parameters();
    let is_optional = |parameter: &&Parameter<'_>| !required.contains(parameter.name.as_ref());
    let unexplained: Vec<&Parameter<'_>> = parameters
        .all
        .iter()
        .filter(is_optional)
        .filter(|parameter| !schema.meaning.is_explained(parameter.schema))
        .collect();
    if unexplained.is_empty() {
        return;
    }
    let is_empty = |required: &Required<'_>| required.list.as_array().is_some_and(Array::is_empty);
    let shown = listed(unexplained.iter().map(|parameter| parameter.name.as_ref()));
    if parameters.required.is_empty() {
        let message = format!("nothing says whether these must be given: {shown}");
        findings.push(Finding::new(Rule::RequiredMissing, Severity::Warning, 10, place(), message));
    } else if !required.is_empty() {
        findings.push(Finding::summed(
            Rule::OptionalUnexplained,
            Severity::Info,
            (4, 12),
            unexplained.len(),
            unexplained
                .iter()
                .take(PLACES_LISTED)
                .map(|parameter| schema.pointer(&parameters.pointer(parameter)))
                .collect(),
            format!("nothing says what leaving these out means: {shown}"),
        ));
    } else if parameters.required.iter().all(is_empty) {
        let message =
            format!("nothing must be given, and nothing says what leaving these out means: {shown}");
        findings.push(Finding::new(Rule::RequiredEmpty, Severity::Info, 5, place(), message));
    }
}

fn is_list_of_names(list: Value<'_>) -> bool {
    let mut seen = Names::default();
    list.as_array().is_some()
        && elements(Some(list)).all(|name| name.as_str().is_some_and(|name| seen.insert(name)))
}
