//! Which user message templates this crate can fill.
//!
//! The messages are written by code, so a template that is brought has to be one of those the code writes.
//! Two are the same when they have the same literal text and the same placeholders in the same places; how a
//! placeholder describes itself inside its braces, editors reword.
//!
//! Decisions: "The rubric is data".

use super::RubricError;
use crate::message::{COHERENCE_TEMPLATE, TOOL_TEMPLATE};

/// Which of the two tool templates a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ToolTemplate {
    /// 1.1-draft and 1.2.
    WithOutputSchemaLine,
    /// 1.3.
    WithOutputSchemaBlock,
}

/// The template of edition 1.3: an output schema behind the input schema, and no line about one.
pub(super) fn tool_1_3() -> String {
    let block = "</input-schema>\n\n<output-schema>\n{outputSchema}\n</output-schema>\n";
    TOOL_TEMPLATE.replacen("</input-schema>\n", block, 1).replacen(
        "- Has output schema: {hasOutputSchema}\n",
        "",
        1,
    )
}

pub(super) fn tool(template: &str) -> Result<ToolTemplate, RubricError> {
    match expect("Appendix A", template, TOOL_TEMPLATE) {
        Ok(()) => Ok(ToolTemplate::WithOutputSchemaLine),
        Err(error) => match expect("Appendix A", template, &tool_1_3()) {
            Ok(()) => Ok(ToolTemplate::WithOutputSchemaBlock),
            Err(other) => Err(nearer(error, other)),
        },
    }
}

pub(super) fn coherence(template: &str) -> Result<(), RubricError> {
    expect("Appendix B", template, COHERENCE_TEMPLATE)
}

fn expect(appendix: &'static str, template: &str, known: &str) -> Result<(), RubricError> {
    let (found, known) = (shape(template), shape(known));
    let differing = (0..found.len().max(known.len())).find(|at| found.get(*at) != known.get(*at));
    match differing {
        None => Ok(()),
        Some(at) => {
            let line = |lines: &[String]| lines.get(at).cloned().unwrap_or_else(|| "the end".to_owned());
            Err(RubricError::UnknownTemplate {
                appendix,
                line: at + 1,
                found: line(&found),
                expected: line(&known),
            })
        }
    }
}

/// The lines of a template with each placeholder cut down to the first word inside its braces.
fn shape(template: &str) -> Vec<String> {
    template.trim_end().lines().map(line_shape).collect()
}

fn line_shape(line: &str) -> String {
    let mut shape = String::new();
    let mut rest = line;
    while let Some(open) = rest.find('{') {
        shape.push_str(&rest[..open]);
        let length = placeholder_length(&rest[open..]);
        let inside = &rest[open..open + length];
        let word: String = inside
            .chars()
            .skip_while(|character| !character.is_ascii_alphabetic())
            .take_while(char::is_ascii_alphanumeric)
            .collect();
        // The same number by its names in two editions; which one is meant, the edition says.
        let word = if word == "requiredFieldCount" { "requiredParamCount" } else { &word };
        shape.extend(["{", word, "}"]);
        rest = &rest[open + length..];
    }
    shape.push_str(rest);
    shape
}

/// Bytes from an opening brace to behind the one that closes it; to the end where none does.
fn placeholder_length(text: &str) -> usize {
    let mut depth = 0;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => continue,
        }
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}

/// The error that got further into its template.
fn nearer(left: RubricError, right: RubricError) -> RubricError {
    let line = |error: &RubricError| match error {
        RubricError::UnknownTemplate { line, .. } => *line,
        _ => 0,
    };
    if line(&left) >= line(&right) { left } else { right }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_known_by_their_first_word() {
        assert_eq!(line_shape("TITLE: {title | \"null\"}"), "TITLE: {title}");
        assert_eq!(line_shape("{inputSchema JSON | \"{}\"}"), "{inputSchema}");
        assert_eq!(line_shape("{\"{dearer} (cost {n}) may\" | \"None\"}"), "{dearer}");
        assert_eq!(
            line_shape("- {name} [cost {c}: {requiredFieldCount}]"),
            "- {name} [cost {c}: {requiredParamCount}]"
        );
        assert_eq!(line_shape("an {open brace"), "an {open}");
    }
}
