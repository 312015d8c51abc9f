//! Answers that stand, and answers that do not.

use tdqs_signals::json::Json;

use super::{Polisher, Refusal, answer_schema};
use crate::Linter;

const TOOLS: &str = r#"{"tools": [
  {"name": "get_crate", "description": "gets crate", "_meta": {"secret": 1}, "inputSchema": {"type": "object", "properties": {
    "label": {"type": "string", "default": "x9", "description": "label"},
    "open": {"type": "object", "properties": {"depth": {"type": "integer"}}}
  }, "required": ["label"]}},
  {"name": "find_crates", "description": "Find crates by their words.", "inputSchema": {"type": "object"}}
]}"#;

fn consider(answer: &str) -> Result<String, Refusal> {
    let linter = Linter::default();
    let mut polisher = Polisher::new(TOOLS, "dock", &linter).unwrap();
    let tool = polisher.tools()[0].clone();
    let proposal = polisher.consider(&tool, answer)?;
    polisher.take(&proposal).unwrap();
    Ok(polisher.text().to_owned())
}

#[test]
fn texts_are_changed_and_nothing_else() {
    let answer = r#"{"description": "Get one crate by its `label`. To search by words, use `find_crates` instead.",
        "parameters": {"/inputSchema/properties/label": "Label of the crate.",
                       "/inputSchema/properties/open/properties/depth": "How deep to look."},
        "explanation": null}"#;
    let expected = TOOLS
        .replace("gets crate", "Get one crate by its `label`. To search by words, use `find_crates` instead.")
        .replace("\"description\": \"label\"", "\"description\": \"Label of the crate.\"")
        .replace(
            "{\"type\": \"integer\"}",
            "{\"type\": \"integer\", \"description\": \"How deep to look.\"}",
        );
    assert_eq!(consider(answer), Ok(expected.clone()));
    assert_eq!(consider(&format!("<think>hm</think>\n```json\n{answer}\n```")), Ok(expected));
    let example = consider(r#"{"examples": [{"label": "A"}]}"#).unwrap();
    assert_eq!(
        example,
        TOOLS.replace(
            "\"required\": [\"label\"]",
            "\"required\": [\"label\"], \"examples\": [{\"label\": \"A\"}]"
        )
    );
}

#[test]
fn a_question_holds_no_more_than_it_needs() {
    let linter = Linter::default();
    let polisher = Polisher::new(TOOLS, "dock", &linter).unwrap();
    let question = polisher.question(&polisher.tools()[0]);
    let expected = r#"{"description":"gets crate","name":"get_crate","otherTools":["find_crates"],"parameters":[{"description":"label","path":"/inputSchema/properties/label","required":true,"type":"string"},{"path":"/inputSchema/properties/open","required":false,"type":"object"},{"path":"/inputSchema/properties/open/properties/depth","required":false,"type":"integer"}]}"#;
    assert_eq!(Json::parse(question).unwrap(), Json::parse(expected).unwrap());
}

#[test]
fn an_answer_that_is_anything_else_is_refused_with_its_reason() {
    let long = "word ".repeat(201);
    for (answer, reason) in [
        ("", "the answer is no patch: it is empty"),
        ("[]", "the answer is no patch: it is an array"),
        (r#"{"description": 5}"#, "the answer is no patch: `description` is a number"),
        (r#"{"examples": [5]}"#, "the answer is no patch: an example is a number"),
        (r#"{"name": "get"}"#, "the patch has a member `name`; "),
        ("{}", "the patch changes nothing"),
        (r#"{"description": "gets crate"}"#, "the patch changes nothing"),
        (
            r#"{"parameters": {"/inputSchema/properties/x": "A."}}"#,
            "`/inputSchema/properties/x` is no parameter",
        ),
        (r#"{"parameters": {"/inputSchema": "A."}}"#, "`/inputSchema` is no parameter"),
        (r#"{"description": " \n"}"#, "the text for `/description` is blank"),
        (&format!(r#"{{"description": "{long}"}}"#), "the text for `/description` has 201 words"),
        (
            r#"{"description": "Get it.\u0007"}"#,
            "the text for `/description` has the control character U+0007",
        ),
        (
            r#"{"description": "Get one crate. TODO: more."}"#,
            "the text for `/description` only fills the place",
        ),
        (r#"{"description": "Get crate"}"#, "the text for `/description` only fills the place"),
        (r#"{"description": "Get one crate with get_box."}"#, "the text for `/description` names `get_box`"),
        (r#"{"description": "Get one crate by `code`."}"#, "the text for `/description` names `code`"),
        (
            r#"{"description": "Get one crate. Needs an API key."}"#,
            "the text for `/description` speaks of `api key`",
        ),
        (r#"{"examples": [{"label": 5}]}"#, "example 1 is no call that the schema accepts"),
    ] {
        let refusal = consider(answer).unwrap_err().to_string();
        assert!(refusal.starts_with(reason), "{answer}: {refusal}");
    }
}

#[test]
fn what_makes_a_definition_worse_is_refused() {
    let text = r#"[{"name": "get_crate", "description": "Get one crate by its label when the label is known; to search, use another tool. Returns the crate.", "inputSchema": {"type": "object"}}]"#;
    let linter = Linter::default();
    let polisher = Polisher::new(text, "dock", &linter).unwrap();
    let tool = polisher.tools()[0].clone();
    let refusal = |answer: &str| polisher.consider(&tool, answer).unwrap_err();
    assert!(matches!(
        refusal(r#"{"description": "Crate stuff."}"#),
        Refusal::LowerScore { .. } | Refusal::NewError(_)
    ));
    let hidden = r#"{"description": "Get one crate by its label when the label is known; to search, use another tool. Returns\u200b the crate."}"#;
    assert_eq!(refusal(hidden), Refusal::NewError("hidden-characters".to_owned()));
}

#[test]
fn answers_fit_their_schema() {
    let validator = jsonschema::validator_for(&answer_schema()).unwrap();
    for (answer, expected) in [
        (r#"{"description": "x", "parameters": {"/a": "b"}, "examples": [{}], "explanation": "y"}"#, true),
        (r#"{"name": "x"}"#, false),
        (r#"{"parameters": {"/a": 5}}"#, false),
    ] {
        let answer: serde_json::Value = serde_json::from_str(answer).unwrap();
        assert_eq!(validator.is_valid(&answer), expected, "{answer}");
    }
}
