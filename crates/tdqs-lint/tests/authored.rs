//! Definitions made of sound specs score no error in the contract profile of the Tool Credit Score.

use proptest::prelude::*;
use tdqs_authoring::{JsonType, Parameter, Returns, ToolBuilder, ToolSpec};
use tdqs_lint::credit::contract::{Options, Tool, score};
use tdqs_signals::json::Json;

fn words() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "crate",
        "shelf",
        "finds",
        "the",
        "heavy",
        "label,",
        "or",
        "it.",
        "e.g. C-17",
    ]);
    prop::collection::vec(word, 1..12).prop_map(|words| words.join(" "))
}

prop_compose! {
    fn parameter()(
        name in "[a-z]{1,8}", json_type in prop::sample::select(JsonType::ALL.to_vec()), description in words(),
        shape in 0..5u8,
    ) -> Parameter {
        let parameter = Parameter::new(name, json_type, description);
        match (shape, json_type) {
            (0, _) => parameter.required(),
            (1, JsonType::String) => parameter.with_enum(["x", "y"]).with_default("y"),
            (2, JsonType::Integer) => parameter.with_default(2),
            (3, JsonType::String) => parameter.required().with_pattern("C-[0-9]+").with_example("C-17"),
            _ => parameter,
        }
    }
}

prop_compose! {
    fn spec()(
        name in "[a-z]{3,8}(_[a-z]{1,8}){0,3}", summary in words(), description in words(),
        triggers in prop::collection::vec(words(), 0..3), parameters in prop::collection::vec(parameter(), 0..5),
        returns in prop::option::of(words()), error in prop::option::of((words(), words())),
        arguments in any::<bool>(),
    ) -> Option<ToolSpec> {
        let mut builder = ToolBuilder::new(name).describe(summary, description);
        for trigger in triggers {
            builder = builder.trigger(trigger);
        }
        for parameter in parameters {
            builder = builder.parameter(parameter);
        }
        if let Some(returns) = returns {
            let returns = Returns::new(JsonType::Object, returns);
            builder = builder.returns(returns.with_property("kg", serde_json::json!({"type": "number", "description": "Weight"})));
        }
        if let Some((what, way)) = error {
            builder = builder.error("NOT_FOUND", what, way);
        }
        if arguments {
            builder = builder.example_arguments("", serde_json::json!({}));
        }
        builder.build().ok()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn a_sound_spec_gives_a_definition_without_errors(spec in spec()) {
        // Names may repeat by chance; those specs are not sound.
        prop_assume!(spec.is_some());
        let definition = spec.unwrap().to_definition().unwrap();
        let json = Json::parse(serde_json::to_string(&definition).unwrap()).unwrap();
        let scored = score(&Tool::of(json.value()), &Options::default());
        prop_assert!(!scored.has_errors(), "{:?}\n{:?}", scored, json);
    }
}
