//! The contracts, read from a JSON value with a pointer to whatever does not fit.

use serde_json::Value as SchemaValue;
use tdqs_signals::json::{Array, Kind, Value};
use tdqs_signals::whitespace::trim;

use super::{AnswerError, CoherenceAnswer, Justified, ShadowingAnswer, ToolAnswer, extract};
use crate::{PerCoherenceDimension, PerDimension, Score};

pub(super) trait Contract: Sized + PartialEq {
    fn read(object: Value<'_>) -> Result<Self, AnswerError>;
}

pub(super) fn parse<A: Contract>(text: &str) -> Result<A, AnswerError> {
    extract::answer(text, A::read)
}

impl Contract for ToolAnswer {
    fn read(object: Value<'_>) -> Result<Self, AnswerError> {
        let place = Place { value: object, pointer: String::new() };
        let scores = place.object("scores")?;
        Ok(Self {
            scores: PerDimension::try_from_fn(|dimension| scores.object(dimension.as_str())?.justified())?,
            annotation_contradiction: place.boolean("annotation_contradiction")?,
            summary: place.text("summary")?,
        })
    }
}

impl Contract for CoherenceAnswer {
    fn read(object: Value<'_>) -> Result<Self, AnswerError> {
        let place = Place { value: object, pointer: String::new() };
        let scores = place.object("scores")?;
        Ok(Self {
            scores: PerCoherenceDimension::try_from_fn(|dimension| {
                scores.object(dimension.as_str())?.justified()
            })?,
            shadowing_risks: place.risks()?,
            summary: place.text("summary")?,
        })
    }
}

/// A value of the answer and the way to it.
struct Place<'a> {
    value: Value<'a>,
    pointer: String,
}

impl<'a> Place<'a> {
    fn member(&self, key: &str) -> Result<Place<'a>, AnswerError> {
        let pointer = format!("{}/{key}", self.pointer);
        match self.value.get(key) {
            Some(value) => Ok(Place { value, pointer }),
            None => Err(AnswerError::mismatch(pointer, "is missing")),
        }
    }

    fn expected<T>(&self, expected: &str) -> Result<T, AnswerError> {
        let found = match self.value.kind() {
            Kind::Number | Kind::Bool => format!("`{}`", shortened(self.value.literal())),
            kind => kind.with_article().to_owned(),
        };
        Err(AnswerError::mismatch(&self.pointer, format_args!("expected {expected}, found {found}")))
    }

    fn object(&self, key: &str) -> Result<Place<'a>, AnswerError> {
        let member = self.member(key)?;
        if member.value.kind() == Kind::Object { Ok(member) } else { member.expected("an object") }
    }

    fn text(&self, key: &str) -> Result<String, AnswerError> {
        let member = self.member(key)?;
        match member.value.as_str() {
            Some(text) => Ok(text.into_owned()),
            None => member.expected("a string"),
        }
    }

    fn boolean(&self, key: &str) -> Result<bool, AnswerError> {
        let member = self.member(key)?;
        match member.value.as_bool() {
            Some(boolean) => Ok(boolean),
            None => member.expected("true or false"),
        }
    }

    fn justified(&self) -> Result<Justified, AnswerError> {
        let score = self.member("score")?;
        let justification = self.text("justification")?;
        // Whole numbers are exact in a double, so that `4` and `4.0` are the same and `4.5` is none.
        #[expect(clippy::float_cmp, reason = "equality is what is asked for")]
        let number = match (score.value.kind(), score.value.as_f64()) {
            (Kind::Number, Some(number)) => {
                [1_u8, 2, 3, 4, 5].into_iter().find(|whole| f64::from(*whole) == number)
            }
            _ => None,
        };
        let Some(score) = number.and_then(|number| Score::try_from(number).ok()) else {
            return score.expected("a whole number from 1 to 5");
        };
        if trim(&justification).is_empty() {
            let pointer = format!("{}/justification", self.pointer);
            return Err(AnswerError::mismatch(pointer, "is blank; cite the evidence for the score"));
        }
        Ok(Justified { score, justification })
    }

    fn risks(&self) -> Result<Vec<ShadowingAnswer>, AnswerError> {
        let Ok(risks) = self.member("shadowing_risks") else { return Ok(Vec::new()) };
        let Some(entries) = risks.value.as_array() else { return risks.expected("an array") };
        Array::iter(entries)
            .enumerate()
            .map(|(index, value)| {
                let entry = Place { value, pointer: format!("{}/{index}", risks.pointer) };
                if value.kind() != Kind::Object {
                    return entry.expected("an object");
                }
                Ok(ShadowingAnswer {
                    tool: entry.text("tool")?,
                    cheaper_sibling: entry.text("cheaper_sibling")?,
                    justification: entry.text("justification")?,
                })
            })
            .collect()
    }
}

fn shortened(literal: &str) -> String {
    if literal.len() <= 24 { literal.to_owned() } else { format!("{}…", &literal[..24]) }
}

/// Makes every object of a schema require all its properties and refuse others, as strict modes ask.
pub(super) fn close_objects(schema: &mut serde_json::Map<String, SchemaValue>) {
    schema.remove("title");
    schema.remove("default");
    if let Some(properties) = schema.get("properties").and_then(SchemaValue::as_object) {
        let names: Vec<SchemaValue> = properties.keys().map(|name| name.as_str().into()).collect();
        schema.insert("required".to_owned(), names.into());
        schema.insert("additionalProperties".to_owned(), false.into());
    }
    let below = ["properties", "items"];
    for (key, value) in schema.iter_mut().filter(|(key, _)| below.contains(&key.as_str())) {
        let Some(object) = value.as_object_mut() else { continue };
        if key == "items" {
            close_objects(object);
        } else {
            object.values_mut().filter_map(SchemaValue::as_object_mut).for_each(close_objects);
        }
    }
}
