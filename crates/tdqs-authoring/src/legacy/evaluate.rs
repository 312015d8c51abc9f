//! The module's five numbers.

use serde::Serialize;
use tdqs_signals::json::{Kind, Value};

use super::LegacyError;
use super::render::{elements, text_or_empty};

/// The module's scores, from 0 to 1. Doubles, as the module adds them up.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Scores {
    /// Less 0.1 for each vague stem and 0.05 for each of it, this and that.
    pub clarity: f64,
    /// The share of four headings.
    pub completeness: f64,
    /// Less 0.3 for the tool's name and 0.15 for each parameter that is no part of the text.
    pub accuracy: f64,
    /// The share of five cues.
    pub actionability: f64,
    /// 1, or 0.5 when camel case and snake case both occur.
    pub consistency: f64,
}

/// The scores that the Python module gives a description.
///
/// A spec that lacks `name` or `parameters` gets full marks for what would have been asked about them.
///
/// Authoring pieces: section 2.
///
/// # Errors
///
/// When the value is no spec.
pub fn evaluate(text: &str, spec: Value<'_>) -> Result<Scores, LegacyError> {
    Ok(Scores {
        clarity: clarity(text),
        completeness: completeness(text, spec),
        accuracy: accuracy(text, spec)?,
        actionability: share(text, &["Use when", "Returns", "Errors", "Args", "Parameters"]),
        consistency: consistency(text),
    })
}

fn clarity(text: &str) -> f64 {
    let lower = text.to_lowercase();
    let vague = ["help", "assist", "thing", "stuff", "handle"].iter().filter(|stem| lower.contains(**stem));
    let ambiguous = [" it ", " this ", " that "].iter().filter(|word| text.contains(**word));
    let (vague, ambiguous) = (f64_of(vague.count()), f64_of(ambiguous.count()));
    (1.0 - vague * 0.1 - ambiguous * 0.05).max(0.0)
}

fn completeness(text: &str, spec: Value<'_>) -> f64 {
    let title = format!("## {}", text_or_empty(spec.get("name")));
    share(text, &[&title, "### Parameters", "### Returns", "### Errors"])
}

fn accuracy(text: &str, spec: Value<'_>) -> Result<f64, LegacyError> {
    let mut score: f64 = 1.0;
    if let Some(name) = spec.get("name") {
        let name = name.as_str().ok_or_else(|| LegacyError::not_a_spec("/name", Some(name), "a string"))?;
        if !text.contains(&*name) {
            score -= 0.3;
        }
    }
    for (index, parameter) in elements(spec, "parameters")?.enumerate() {
        let Some(name) = parameter.get("name").filter(|name| name.kind() != Kind::Null) else { continue };
        let pointer = format!("/parameters/{index}/name");
        let name = name.as_str().ok_or_else(|| LegacyError::not_a_spec(&pointer, Some(name), "a string"))?;
        if !name.is_empty() && !text.contains(&*name) {
            score -= 0.15;
        }
    }
    Ok(score.max(0.0))
}

fn consistency(text: &str) -> f64 {
    let bytes = text.as_bytes();
    let has_camel = bytes.windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
    let has_snake = bytes
        .windows(3)
        .any(|three| three[0].is_ascii_lowercase() && three[1] == b'_' && three[2].is_ascii_lowercase());
    if has_camel && has_snake { 0.5 } else { 1.0 }
}

/// The share of the parts that the text has.
fn share(text: &str, parts: &[&str]) -> f64 {
    f64_of(parts.iter().filter(|part| text.contains(**part)).count()) / f64_of(parts.len())
}

/// A handful as a double.
fn f64_of(count: usize) -> f64 {
    u8::try_from(count).map_or(f64::NAN, f64::from)
}

#[cfg(test)]
mod tests {
    use tdqs_signals::json::Json;

    use super::*;

    fn scores(text: &str, spec: &str) -> Scores {
        evaluate(text, Json::parse(spec).unwrap().value()).unwrap()
    }

    #[test]
    fn every_word_counts_once_and_the_floor_never_acts() {
        let all = "Nothing helpful: handles stuff, assists; take it this it that it this that away it or this that ok";
        assert!((scores(all, "{}").clarity - 0.35).abs() < 1e-9);
        assert!((scores("It is this. Use it.", "{}").clarity - 1.0).abs() < 1e-9);
    }

    #[test]
    fn what_lacks_is_not_asked_for() {
        let found = scores("## ", "{}");
        assert!((found.accuracy - 1.0).abs() < 1e-9);
        assert!((found.completeness - 0.25).abs() < 1e-9);
        let found = scores("", r#"{"name":"a","parameters":[{"name":"b"},{"name":""},{},{"name":"c"}]}"#);
        assert!((found.accuracy - 0.4).abs() < 1e-9);
    }
}
