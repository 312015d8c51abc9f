//! Which faults a spec has.

use tdqs_signals::json::{Json, Kind, MAX_DEPTH, escape_pointer_segment};
use tdqs_signals::whitespace::trim;

use crate::json_text::compact;
use crate::{Example, FaultKind, JsonType, Parameter, SpecFault, ToolSpec};

/// Characters of a tool's name that the protocol allows for.
const LONGEST_NAME: usize = 128;

/// Levels that a definition puts around a value: tool, schema, `properties`, parameter, `enum`.
const LEVELS_AROUND: usize = 5;

/// The faults in the order of name, parameters, result, errors, examples.
pub(crate) fn faults(spec: &ToolSpec) -> Vec<SpecFault> {
    let mut faults = Vec::new();
    tool_name(&spec.name, &mut faults);
    for (index, parameter) in spec.parameters.iter().enumerate() {
        let at = format!("/parameters/{index}");
        let earlier = spec.parameters.iter().take(index);
        let first = earlier.enumerate().find(|(_, other)| other.name == parameter.name);
        check_parameter(parameter, &at, first.map(|(index, _)| index), &mut faults);
    }
    if let Some(returns) = &spec.returns {
        let lost = returns.too_deep.iter();
        let deep = returns.properties.iter().filter(|(_, schema)| is_too_deep(schema)).map(|(name, _)| name);
        for name in deep.chain(lost) {
            faults.push(too_deep(&format!("/returns/properties/{}", escape_pointer_segment(name))));
        }
    }
    for (index, error) in spec.errors.iter().enumerate() {
        let at = format!("/errors/{index}/code");
        if trim(&error.code).is_empty() {
            faults.push(SpecFault::new(
                FaultKind::EmptyName,
                at,
                "the error has no code; give it one that callers can tell from others",
            ));
        } else if let Some(first) =
            spec.errors.iter().take(index).position(|earlier| earlier.code == error.code)
        {
            let message =
                format!("`{}` is the code of error {first} already; join the two or rename one", error.code);
            faults.push(SpecFault::new(FaultKind::DuplicateErrorCode, at, message));
        }
    }
    for (index, example) in spec.examples.iter().enumerate() {
        let at = format!("/examples/{index}");
        match example {
            Example::Arguments { arguments, .. } if arguments.value().kind() != Kind::Object => {
                let found = arguments.value().kind().with_article();
                faults.push(SpecFault::new(
                    FaultKind::ExampleNotObject,
                    at,
                    format!("the arguments are {found}; write an object with a member for each argument"),
                ));
            }
            Example::Arguments { arguments: value, .. } | Example::Other(value) if is_too_deep(value) => {
                faults.push(too_deep(&at));
            }
            Example::Arguments { .. } | Example::Call { .. } | Example::Other(_) => {}
        }
    }
    faults
}

fn tool_name(name: &str, faults: &mut Vec<SpecFault>) {
    let length = name.chars().count();
    if trim(name).is_empty() {
        faults.push(SpecFault::new(FaultKind::EmptyName, "/name", "the tool has no name; give it one"));
    } else if let Some(illegal) = name.chars().find(|c| !(c.is_ascii_alphanumeric() || "_.-".contains(*c))) {
        let message = format!("{illegal:?} cannot stand in a tool's name; use A-Z a-z 0-9 _ . -");
        faults.push(SpecFault::new(FaultKind::IllegalName, "/name", message));
    } else if length > LONGEST_NAME {
        let message = format!("the name has {length} characters; {LONGEST_NAME} are allowed");
        faults.push(SpecFault::new(FaultKind::IllegalName, "/name", message));
    }
}

fn check_parameter(parameter: &Parameter, at: &str, first: Option<usize>, faults: &mut Vec<SpecFault>) {
    let mut fault = |kind, member: &str, message: String| {
        faults.push(SpecFault::new(kind, format!("{at}/{member}"), message));
    };
    if trim(&parameter.name).is_empty() {
        fault(FaultKind::EmptyName, "name", "the parameter has no name; give it one".to_owned());
    } else if let Some(first) = first {
        let message =
            format!("`{}` is the name of parameter {first} already; rename one of the two", parameter.name);
        fault(FaultKind::DuplicateParameter, "name", message);
    }
    let json_type = JsonType::named(&parameter.type_name);
    if json_type.is_none() {
        let message =
            format!("`{}` is no type of JSON Schema; use one of {}", parameter.type_name, JsonType::list());
        fault(FaultKind::UnknownType, "type", message);
    }
    let is_other = |value: &Json| json_type.is_some_and(|expected| !expected.admits(value.value()));
    let shown = |value: &Json| compact(value.value());
    let type_name = &parameter.type_name;
    for (index, value) in parameter.enum_values.iter().flatten().enumerate() {
        if is_other(value) {
            let message = format!("{} is not of the type {type_name}; change one of the two", shown(value));
            fault(FaultKind::EnumTypeMismatch, &format!("enum/{index}"), message);
        }
    }
    let is_enum_lost = parameter.too_deep.contains(&"enum");
    if parameter.enum_values.as_ref().is_some_and(Vec::is_empty) && !is_enum_lost {
        let message = "no value is allowed; name the values, or leave the enum out".to_owned();
        fault(FaultKind::EmptyEnum, "enum", message);
    }
    if let Some(default) = &parameter.default {
        if is_other(default) {
            let message = format!("{} is not of the type {type_name}; change one of the two", shown(default));
            fault(FaultKind::DefaultTypeMismatch, "default", message);
        }
        let values = parameter.enum_values.as_deref().unwrap_or_default();
        if !values.is_empty() && !values.contains(default) {
            let message = format!("{} is no value of the enum; add it there or change it", shown(default));
            fault(FaultKind::DefaultNotInEnum, "default", message);
        }
        if parameter.required {
            let message =
                "a required parameter never falls back on its default; drop one of the two".to_owned();
            fault(FaultKind::RequiredWithDefault, "default", message);
        }
    }
    for member in deep_members(parameter) {
        faults.push(too_deep(&format!("{at}/{member}")));
    }
}

fn deep_members(parameter: &Parameter) -> impl Iterator<Item = &'static str> {
    ["default", "enum", "examples"].into_iter().filter(|member| {
        let mut values = match *member {
            "default" => parameter.default.as_slice(),
            "enum" => parameter.enum_values.as_deref().unwrap_or_default(),
            _ => &parameter.examples,
        }
        .iter();
        parameter.too_deep.contains(member) || values.any(is_too_deep)
    })
}

fn is_too_deep(value: &Json) -> bool {
    value.value().depth() > MAX_DEPTH - LEVELS_AROUND
}

/// The fault of a value that no schema can hold.
pub(crate) fn too_deep(pointer: &str) -> SpecFault {
    let message = format!("nested deeper than {} levels; make it flatter", MAX_DEPTH - LEVELS_AROUND);
    SpecFault::new(FaultKind::ValueTooDeep, pointer, message)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{ErrorCondition, Returns};

    fn check(spec: &ToolSpec, expected: &[(&str, &str)]) {
        let found = faults(spec);
        let found: Vec<_> = found.iter().map(|fault| (fault.kind.as_str(), fault.pointer.as_str())).collect();
        assert_eq!(found, expected, "{spec:?}");
    }

    fn with(parameter: Parameter) -> ToolSpec {
        let mut spec = ToolSpec::new("t");
        spec.parameters.push(parameter);
        spec
    }

    #[test]
    fn nothing_is_wrong_with_a_sound_spec() {
        let mut spec = with(Parameter::new("a", "string", "d").with_enum(["x", "y"]).with_default("x"));
        spec.parameters.push(Parameter::new("b", "integer", "d").required().with_enum([1, 2]));
        spec.parameters.push(Parameter::new("c", "number", "d").with_default(1).with_enum([json!(1.0)]));
        spec.parameters.push(Parameter::new("d", "null", "d").with_default(json!(null)));
        spec.returns = Some(Returns::new("rows", "").with_property("p", json!({})));
        spec.errors = vec![ErrorCondition::new("E1", "", ""), ErrorCondition::new("E2", "", "")];
        check(&spec, &[]);
    }

    #[test]
    fn names_are_there_and_can_be_called() {
        check(&ToolSpec::new(" \u{feff}"), &[("empty-name", "/name")]);
        check(&ToolSpec::new("get invoice"), &[("illegal-name", "/name")]);
        check(&ToolSpec::new("在庫"), &[("illegal-name", "/name")]);
        check(&ToolSpec::new("a".repeat(128)), &[]);
        check(&ToolSpec::new("a".repeat(129)), &[("illegal-name", "/name")]);
        check(&with(Parameter::new(" ", "string", "d")), &[("empty-name", "/parameters/0/name")]);
    }

    #[test]
    fn what_is_there_twice_is_told_at_the_second_place() {
        let mut spec = with(Parameter::new("a", "string", "d"));
        spec.parameters.push(Parameter::new("a", "integer", "d"));
        spec.errors = ["E", "E", ""].map(|code| ErrorCondition::new(code, "d", "r")).into();
        check(
            &spec,
            &[
                ("duplicate-parameter", "/parameters/1/name"),
                ("duplicate-error-code", "/errors/1/code"),
                ("empty-name", "/errors/2/code"),
            ],
        );
    }

    #[test]
    fn values_fit_their_type_and_their_enum() {
        check(
            &with(Parameter::new("a", "text", "d").with_default(1)),
            &[("unknown-type", "/parameters/0/type")],
        );
        check(
            &with(Parameter::new("a", "integer", "d").with_enum([json!(1), json!("x"), json!(1.5)])),
            &[("enum-type-mismatch", "/parameters/0/enum/1"), ("enum-type-mismatch", "/parameters/0/enum/2")],
        );
        check(
            &with(Parameter::new("a", "string", "d").with_default(json!(null))),
            &[("default-type-mismatch", "/parameters/0/default")],
        );
        check(
            &with(Parameter::new("a", "string", "d").with_enum(["x"]).with_default("y").required()),
            &[
                ("default-not-in-enum", "/parameters/0/default"),
                ("required-with-default", "/parameters/0/default"),
            ],
        );
        check(
            &with(Parameter::new("a", "string", "d").with_enum(Vec::<String>::new()).with_default("x")),
            &[("empty-enum", "/parameters/0/enum")],
        );
    }

    #[test]
    fn arguments_are_an_object() {
        let mut spec = ToolSpec::new("t");
        spec.examples = vec![
            Example::Other(Json::parse("[1]").unwrap()),
            Example::Arguments { input: String::new(), arguments: Json::parse("[1]").unwrap() },
        ];
        check(&spec, &[("example-not-object", "/examples/1")]);
    }

    #[test]
    fn a_fault_says_what_to_do() {
        let error = with(Parameter::new("a", "text", "d")).check().unwrap_err();
        assert_eq!(
            error.to_string(),
            "the spec of the tool `t` has 1 fault\n/parameters/0/type: `text` is no type of JSON Schema; use one \
             of string, number, integer, boolean, object, array, null (unknown-type)"
        );
    }
}
