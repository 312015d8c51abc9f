//! Does the validation of answers accept what their JSON Schema accepts, and nothing else?
//!
//! The published schema is strict, for endpoints that make a model keep to it. Of an answer that no endpoint
//! made keep to it less is asked (decisions: "Model answers"): it may have fields that nobody knows, and may
//! leave `shadowing_risks` out. So an object is held against two schemas:
//!
//! - what the strict one accepts is accepted;
//! - what is accepted is exactly what the schema accepts with these two liberties taken;
//! - what was read, written again, is accepted by the strict one and read as the same.
//!
//! And of what stands around an object: prose, a fence, reasoning and an array of one change nothing, an
//! object twice is the same as once, two that differ are refused, and so is one that is cut short.

use std::fmt::Debug;
use std::sync::OnceLock;

use jsonschema::Validator;
use serde::Serialize;
use serde_json::Value;
use tdqs_rubric::{AnswerError, CoherenceAnswer, CoherenceDimension, Dimension, ToolAnswer};

use crate::author::Author;
use crate::serde_reader;

/// Checks one input.
///
/// # Panics
///
/// When a relation does not hold.
pub fn check(data: &[u8]) {
    match Author::of(data) {
        Some(mut author) => {
            if author.below(2) == 0 {
                check_written::<ToolAnswer>(&mut author);
            } else {
                check_written::<CoherenceAnswer>(&mut author);
            }
        }
        None => {
            if let Ok(text) = std::str::from_utf8(data) {
                _ = check_text::<ToolAnswer>(text);
                _ = check_text::<CoherenceAnswer>(text);
            }
        }
    }
}

trait Answer: Sized + PartialEq + Debug + Serialize {
    fn read(text: &str) -> Result<Self, AnswerError>;
    fn schemas() -> &'static Schemas;
    fn written(author: &mut Author<'_>) -> String;
}

/// The published schema, and the same with the liberties that validation takes.
struct Schemas {
    strict: Validator,
    open: Validator,
}

impl Schemas {
    fn of(schema: &Value) -> Self {
        let mut open = schema.clone();
        take_liberties(&mut open);
        let validator = |schema| jsonschema::validator_for(schema).expect("the schema is a schema");
        Self { strict: validator(schema), open: validator(&open) }
    }
}

fn take_liberties(schema: &mut Value) {
    let Some(schema) = schema.as_object_mut() else { return };
    schema.remove("additionalProperties");
    if let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut) {
        required.retain(|name| name != "shadowing_risks");
    }
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        properties.values_mut().for_each(take_liberties);
    }
    schema.get_mut("items").into_iter().for_each(take_liberties);
}

impl Answer for ToolAnswer {
    fn read(text: &str) -> Result<Self, AnswerError> {
        Self::parse(text)
    }

    fn schemas() -> &'static Schemas {
        static SCHEMAS: OnceLock<Schemas> = OnceLock::new();
        SCHEMAS.get_or_init(|| Schemas::of(Self::json_schema().as_value()))
    }

    fn written(author: &mut Author<'_>) -> String {
        let scores = author.scores(Dimension::ALL.map(Dimension::as_str).as_slice());
        let contradiction = author.pick(&["false", "true"]).to_owned();
        let summary = author.string();
        author.object(vec![
            ("scores", scores),
            ("annotation_contradiction", contradiction),
            ("summary", summary),
        ])
    }
}

impl Answer for CoherenceAnswer {
    fn read(text: &str) -> Result<Self, AnswerError> {
        Self::parse(text)
    }

    fn schemas() -> &'static Schemas {
        static SCHEMAS: OnceLock<Schemas> = OnceLock::new();
        SCHEMAS.get_or_init(|| Schemas::of(Self::json_schema().as_value()))
    }

    fn written(author: &mut Author<'_>) -> String {
        let scores = author.scores(CoherenceDimension::ALL.map(CoherenceDimension::as_str).as_slice());
        let count = author.below(3);
        let risks: Vec<String> = (0..count)
            .map(|_| {
                let members = ["tool", "cheaper_sibling", "justification"];
                let members = members.map(|key| (key, author.string()));
                author.object(members.into())
            })
            .collect();
        let mut members = vec![("scores", scores)];
        if author.below(4) < 3 {
            members.push(("shadowing_risks", author.array(&risks)));
        }
        members.push(("summary", author.string()));
        author.object(members)
    }
}

/// Holds a text against the schemas and gives what was read.
fn check_text<A: Answer>(text: &str) -> Result<A, AnswerError> {
    let read = A::read(text);
    assert_eq!(read, A::read(text), "two readings of {text:?} differ");
    let schemas = A::schemas();
    match &read {
        Ok(answer) => {
            let value = serde_json::to_value(answer).expect("an answer can be serialised");
            assert!(
                schemas.strict.is_valid(&value),
                "the schema refuses {value}, which was read from {text:?}"
            );
            assert_eq!(A::read(&value.to_string()).as_ref(), Ok(answer), "written again: {value}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Some(object) = only_object(text) {
        let accepted = schemas.open.is_valid(&object);
        assert_eq!(accepted, read.is_ok(), "the schema says {accepted}, validation {read:?}, of {text:?}");
        assert!(!schemas.strict.is_valid(&object) || accepted, "{text:?} fits the strict schema alone");
    }
    read
}

/// The object, when the text is one, or an array of one. A number no double holds is in no schema.
fn only_object(text: &str) -> Option<Value> {
    match serde_reader::read(text).ok()? {
        Value::Array(mut elements) if elements.len() == 1 => elements.pop(),
        value => Some(value),
    }
    .filter(Value::is_object)
}

fn check_written<A: Answer>(author: &mut Author<'_>) {
    let text = A::written(author);
    let handed_over = author.handed_over(text.clone());
    if handed_over != text {
        _ = check_text::<A>(&handed_over);
    }
    let read = check_text::<A>(&text);
    let other = A::written(author);
    let (before, after) = author.pick(&AROUND);
    // In reasoning every tag counts, those in the strings of a draft as well.
    let draft = other.replace("<think>", "");
    let around = format!("{before}{text}{after}");
    let read_around = A::read(&around.replace("DRAFT", &draft));
    match &read {
        Ok(_) => assert_eq!(read_around, read, "of {around:?}"),
        Err(_) => assert!(read_around.is_err(), "read from {around:?}, though the object does not fit"),
    }
    assert_eq!(A::read(&format!("{text}\n{text}")).is_ok(), read.is_ok(), "twice: {text:?}");
    if let (Ok(answer), Ok(other_answer)) = (&read, check_text::<A>(&other)) {
        let both = A::read(&format!("{text} {other}"));
        if *answer == other_answer {
            assert_eq!(both, read, "{text:?}, said in two ways");
        } else {
            assert_eq!(both, Err(AnswerError::Ambiguous(2)), "{text:?} and {other:?}");
        }
    }
    if read.is_ok() {
        let cut = text.floor_char_boundary(author.below(text.len()));
        assert!(A::read(&text[..cut]).is_err(), "cut short after {cut} bytes: {text:?}");
    }
}

/// What models write before and after an answer. `DRAFT` is an object of its own.
const AROUND: [(&str, &str); 10] = [
    ("", "\n"),
    ("\u{feff}\n", "\0"),
    ("Here it is: ", " Let me know about {braces}, <tags> and [brackets]."),
    ("```json\n", "\n```"),
    ("~~~ JSON\r\n", "\r\n~~~\r\n"),
    ("[", "]"),
    ("<think>Perhaps DRAFT? No.</think>\n", ""),
    ("[THINK]\nDRAFT\n[/THINK]", ""),
    ("Perhaps DRAFT?\n</think>\n", "\n</think>"),
    ("<a:reasoning depth=\"3\">{ not closed </a:reasoning>", "<"),
];
