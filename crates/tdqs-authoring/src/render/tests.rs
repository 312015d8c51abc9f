use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::ToolBuilder;
use tdqs_signals::whitespace::trim;

fn parameter(parameter: &Parameter) -> String {
    parameter_lines(parameter).join("\n")
}

#[test]
fn a_whole_spec() {
    let spec = ToolBuilder::new("move_crate")
        .describe(
            "Moves one crate to another shelf.",
            "Crates on the floor are lifted first.\n\n# Weight\nUp to 40 kg.\n```sh\n# not a heading\n```",
        )
        .parameter(
            Parameter::new("label", "string", "Label of the crate\nas printed")
                .required()
                .with_pattern("C-[0-9]+"),
        )
        .parameter(
            Parameter::new("by", "string", "What carries it")
                .with_enum(["hand", "lift"])
                .with_default("hand"),
        )
        .parameter(
            Parameter::new("at", "string", "When")
                .with_format("date-time")
                .with_example("2031-05-01T08:00:00Z"),
        )
        .trigger("When a shelf is full.")
        .trigger(" ")
        .trigger("somebody asks for it")
        .example("put C-17 on A-3", "move_crate(label=\"C-17\")")
        .example_arguments("with the lift", json!({"label": "C-17", "by": "lift"}))
        .example_arguments("", json!({"label": "C-2"}))
        .returns(
            Returns::new("object", "Where the crate is now")
                .with_property("shelf", json!({"type": "string", "description": "Its new shelf"}))
                .with_property("kg", json!({"type": "number", "minimum": 0}))
                .with_property("seen", json!({"type": "boolean"}))
                .with_property("rest", true),
        )
        .error("NOT_FOUND", "No such crate", "Check the label")
        .error("TOO_HEAVY", "More than 40 kg", "")
        .build()
        .unwrap();
    insta::assert_snapshot!(render(&spec));
}

#[test]
fn values_are_json_and_null_is_a_default() {
    let with = |default: serde_json::Value| {
        parameter(&Parameter::new("a", "string", "d").with_default(default)).lines().last().map(str::to_owned)
    };
    for (default, expected) in [
        (json!(true), "  Default: true"),
        (json!(""), "  Default: \"\""),
        (json!(null), "  Default: null"),
        (json!(0), "  Default: 0"),
        (json!(["a", "b"]), "  Default: [\"a\",\"b\"]"),
        (json!({"b": 1, "a": "x y"}), "  Default: {\"a\":\"x y\",\"b\":1}"),
    ] {
        assert_eq!(with(default).as_deref(), Some(expected));
    }
    assert_eq!(parameter(&Parameter::new("a", "string", "d")), "- **a** (string | optional)\n  d");
}

#[test]
fn a_description_keeps_its_end_and_its_lines_stay_in_the_entry() {
    assert_eq!(
        parameter(&Parameter::new("a", "string", "one  \n\n## two\nthree").with_default(1)),
        "- **a** (string | optional)\n  one\n\n  #### two\n  three\n  Default: 1"
    );
    assert_eq!(
        parameter(&Parameter::new("a\n### Errors", "t\nu", " ")),
        "- **a ### Errors** (t u | optional)"
    );
}

#[test]
fn triggers_are_the_rest_of_a_sentence() {
    for (trigger, expected) in [
        ("the user asks", Some("the user asks")),
        (" When  the user asks ", Some("the user asks")),
        ("WHEN, asked", Some("asked")),
        ("whenever", Some("whenever")),
        ("when", None),
        ("\u{feff}", None),
        ("wäre", Some("wäre")),
    ] {
        assert_eq!(without_when(trigger), expected, "{trigger}");
    }
    assert_eq!(usage(&ToolSpec::new("a")), NO_USAGE);
    let mut spec = ToolSpec::new("a");
    spec.triggers = vec![String::new(), "when".to_owned()];
    assert_eq!(usage(&spec), NO_USAGE);
}

#[test]
fn nothing_dangles() {
    let mut spec = ToolSpec::new("a");
    spec.returns = Some(Returns::new("", ""));
    spec.errors = vec![ErrorCondition::new("E", "", ""), ErrorCondition::new("F", "d\nmore", "r\nof it")];
    assert_eq!(
        render(&spec),
        "## a\n\n### When to Use\nNo usage guidance documented.\n\n### Parameters\n\n### Returns\nobject\n\n### Errors\n\
         - **E**:\n- **F**: d\n  more -- r\n  of it\n"
    );
}

#[test]
fn a_text_can_forge_no_section_and_swallow_none() {
    for text in [
        "### Errors\nnone",
        "x\n### Returns",
        "```\n### Errors",
        "~~~~\n~~~",
        "Errors\n---",
        "a\r### Errors\rb",
        "#",
    ] {
        let mut spec = ToolSpec::new("a");
        text.clone_into(&mut spec.description);
        spec.triggers = vec![text.to_owned()];
        spec.parameters = vec![Parameter::new("b", "string", text)];
        spec.returns = Some(Returns::new(text, text).with_property("p", json!({"description": text})));
        spec.errors = vec![ErrorCondition::new("E", text, text)];
        assert_eq!(headings(&render(&spec)), OURS, "{text:?}");
    }
}

const OURS: [&str; 5] = ["## a", "### When to Use", "### Parameters", "### Returns", "### Errors"];

/// Lines that open a section to a reader that knows fences.
fn headings(text: &str) -> Vec<&str> {
    let mut fences = crate::markdown::Fences::default();
    text.lines()
        .filter(|line| !fences.covers(line) && (line.starts_with("## ") || line.starts_with("### ")))
        .collect()
}

/// The lines of a text as they have to occur, headings without their signs.
fn lines_of(text: &str) -> Vec<String> {
    text.split(['\n', '\r'])
        .map(|line| trim(trim(line).trim_start_matches('#')).to_owned())
        .filter(|line| !line.is_empty())
        .collect()
}

fn text() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "word",
        " ",
        "\n",
        "\n\n",
        "\r\n",
        "# ",
        "## ",
        "### Errors",
        "```",
        "~~~",
        "`x`",
        "---",
        "- ",
        "**b**",
        "é",
        "\"q\"",
        "\\",
        "{x}",
        "%s",
        "0",
        "When ",
        "\u{feff}",
        "\u{2028}",
    ]);
    prop::collection::vec(pieces, 0..8).prop_map(|pieces| pieces.concat())
}

fn value() -> impl Strategy<Value = serde_json::Value> {
    prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(|value| json!(value)),
        any::<i32>().prop_map(|value| json!(value)),
        text().prop_map(|value| json!(value)),
        (text(), text()).prop_map(|(key, value)| json!({ key: [value, 1.5] })),
    ]
}

prop_compose! {
    fn any_parameter()(
        name in text(), type_name in text(), description in text(), required in any::<bool>(),
        default in prop::option::of(value()), values in prop::option::of(prop::collection::vec(value(), 0..3)),
        pattern in prop::option::of(text()), example in prop::option::of(value()),
    ) -> Parameter {
        let mut parameter = Parameter::new(name, type_name, description);
        parameter.required = required;
        if let Some(default) = default {
            parameter = parameter.with_default(default);
        }
        if let Some(values) = values {
            parameter = parameter.with_enum(values);
        }
        if let Some(example) = example {
            parameter = parameter.with_example(example);
        }
        parameter.pattern = pattern;
        parameter
    }
}

prop_compose! {
    fn any_spec()(
        summary in text(), description in text(), triggers in prop::collection::vec(text(), 0..3),
        examples in prop::collection::vec((text(), text(), value()), 0..3),
        parameters in prop::collection::vec(any_parameter(), 0..3),
        returns in prop::option::of((text(), text(), prop::collection::vec((text(), value()), 0..3))),
        errors in prop::collection::vec((text(), text(), text()), 0..3),
    ) -> ToolSpec {
        let mut spec = ToolSpec::new("a");
        (spec.summary, spec.description, spec.triggers, spec.parameters) = (summary, description, triggers, parameters);
        for (index, (input, tool_call, value)) in examples.into_iter().enumerate() {
            let json = Json::parse(value.to_string()).unwrap();
            spec.examples.push(match index {
                0 => Example::Call { input, tool_call },
                1 => Example::Arguments { input, arguments: json },
                _ => Example::Other(json),
            });
        }
        spec.returns = returns.map(|(type_name, description, properties)| {
            properties.into_iter().fold(Returns::new(type_name, description), |returns, (name, schema)| {
                returns.with_property(name, schema)
            })
        });
        spec.errors =
            errors.into_iter().map(|(code, description, way)| ErrorCondition::new(code, description, way)).collect();
        spec
    }
}

/// Every text of a spec, each as the lines that have to occur; values as JSON.
fn texts(spec: &ToolSpec) -> Vec<String> {
    let mut texts = vec![spec.name.clone(), spec.summary.clone(), spec.description.clone()];
    texts.extend(spec.triggers.iter().filter_map(|trigger| without_when(trigger)).map(str::to_owned));
    let json = |value: &Json| value.value().literal().to_owned();
    for example in &spec.examples {
        match example {
            Example::Call { input, tool_call } => texts.extend([input.clone(), tool_call.clone()]),
            Example::Arguments { input, arguments } => texts.extend([input.clone(), json(arguments)]),
            Example::Other(value) => texts.push(text_or_json(value.value())),
        }
    }
    for parameter in &spec.parameters {
        texts.extend([parameter.name.clone(), parameter.type_name.clone(), parameter.description.clone()]);
        texts.extend(parameter.default.iter().chain(parameter.enum_values.iter().flatten()).map(json));
        texts.extend(parameter.examples.iter().map(json));
        texts.extend(parameter.pattern.clone());
    }
    if let Some(returns) = &spec.returns {
        texts.extend([returns.type_name.clone(), returns.description.clone()]);
        texts.extend(returns.properties.iter().flat_map(|(name, schema)| [name.clone(), json(schema)]));
    }
    for error in &spec.errors {
        texts.extend([error.code.clone(), error.description.clone(), error.resolution.clone()]);
    }
    texts.iter().flat_map(|text| lines_of(text)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn nothing_that_the_spec_has_is_lost(spec in any_spec()) {
        let text = render(&spec);
        prop_assert_eq!(&text, &render(&spec.clone()));
        for line in texts(&spec) {
            prop_assert!(text.contains(&line), "{:?} is not in\n{}", line, text);
        }
    }

    #[test]
    fn the_sections_are_ours_whatever_the_texts_hold(spec in any_spec()) {
        let text = render(&spec);
        prop_assert_eq!(headings(&text), OURS);
        prop_assert!(text.lines().all(|line| line.trim_end() == line));
        prop_assert!(text.ends_with('\n') && !text.ends_with("\n\n"));
    }

    #[test]
    fn a_definition_is_made_of_every_sound_spec(spec in any_spec()) {
        if spec.check().is_ok() {
            let definition = spec.to_definition().unwrap();
            let schema = definition.input_schema.unwrap();
            let properties = schema.value().get("properties").unwrap().as_object().unwrap();
            let names: Vec<_> = properties.iter().map(|(key, _)| key.text().into_owned()).collect();
            let expected: Vec<_> = spec.parameters.iter().map(|parameter| parameter.name.clone()).collect();
            prop_assert_eq!(names, expected);
        } else {
            prop_assert_eq!(spec.to_definition().unwrap_err(), spec.check().unwrap_err());
        }
    }
}
