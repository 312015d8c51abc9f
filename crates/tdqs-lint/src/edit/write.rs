//! New values as JSON, in the layout of their neighbours. Nothing here recurses.

use serde_json::Value;

use super::layout::Style;
use super::strings;

/// Whether containers are spread over lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Form {
    /// Everything on one line, with such blanks inside of brackets.
    Line { pad: String },
    /// Each entry on its own line; the brackets stand at this indentation.
    Lines { indent: String },
}

enum Step<'v> {
    Value(&'v Value, usize),
    Text(String),
}

/// A value as JSON. Members stand in the order of their keys, whatever map `serde_json` was built with.
pub(super) fn value(value: &Value, form: &Form, style: &Style) -> String {
    let mut out = String::new();
    let mut waiting = vec![Step::Value(value, 0)];
    while let Some(step) = waiting.pop() {
        let (value, depth) = match step {
            Step::Text(text) => {
                out.push_str(&text);
                continue;
            }
            Step::Value(value, depth) => (value, depth),
        };
        match value {
            Value::String(text) => out.push_str(&strings::token(text, style.escaping)),
            Value::Array(elements) if elements.is_empty() => out.push_str("[]"),
            Value::Object(members) if members.is_empty() => out.push_str("{}"),
            Value::Array(elements) => {
                let entries = elements.iter().map(|element| (String::new(), element)).collect();
                spread(entries, depth, ["[", "]"], form, style, &mut waiting);
            }
            Value::Object(members) => {
                let mut sorted: Vec<(&String, &Value)> = members.iter().collect();
                sorted.sort_by_key(|(key, _)| *key);
                let colon = |key: &str| strings::token(key, style.escaping) + &style.colon;
                let entries = sorted.into_iter().map(|(key, member)| (colon(key), member)).collect();
                spread(entries, depth, ["{", "}"], form, style, &mut waiting);
            }
            scalar => out.push_str(&scalar.to_string()),
        }
    }
    out
}

/// Puts the entries of a container on the stack, the last one first.
fn spread<'v>(
    entries: Vec<(String, &'v Value)>,
    depth: usize,
    [open, close]: [&str; 2],
    form: &Form,
    style: &Style,
    waiting: &mut Vec<Step<'v>>,
) {
    let (opening, separator, closing) = match form {
        Form::Line { pad } => (pad.clone(), style.comma().to_owned(), pad.clone()),
        Form::Lines { indent } => {
            let outer = format!("{indent}{}", style.step.repeat(depth));
            let inner = style.new_line(&format!("{outer}{}", style.step));
            (inner.clone(), format!(",{inner}"), style.new_line(&outer))
        }
    };
    waiting.push(Step::Text(closing + close));
    for (at, (key, value)) in entries.into_iter().enumerate().rev() {
        waiting.push(Step::Value(value, depth + 1));
        let before = if at == 0 { format!("{open}{opening}{key}") } else { format!("{separator}{key}") };
        waiting.push(Step::Text(before));
    }
}

/// The text of a value that moves to a place with another indentation. Line ends stand only between its tokens.
pub(super) fn moved(text: &str, from: &str, to: &str) -> String {
    let mut lines = text.split('\n');
    let mut out = lines.next().unwrap_or_default().to_owned();
    for line in lines {
        out.push('\n');
        match line.strip_prefix(from) {
            Some(rest) => {
                out.push_str(to);
                out.push_str(rest);
            }
            None => out.push_str(line),
        }
    }
    out
}
