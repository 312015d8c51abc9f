//! Where in a model's text an answer may stand.
//!
//! Models put answers into fences, into prose, into an array of one, and behind their reasoning, which
//! may hold drafts. The rule is one pass from the left: what parses as a JSON object at a `{` is a
//! candidate, and the pass goes on behind it, so that only outermost objects are seen and a tag or a
//! fence inside a string is never mistaken for one. Reasoning between tags is passed over, and a closing
//! tag without an opening one discards what came before it.

use std::sync::Arc;

use tdqs_signals::json::Json;

use super::AnswerError;

/// Tags between which models reason in the open.
const REASONING_TAGS: [&str; 7] =
    ["think", "thinking", "thought", "thoughts", "reasoning", "reflection", "scratchpad"];

/// The outermost JSON objects of a text that are no part of the model's reasoning.
///
/// # Errors
///
/// When there is none: the text holds no object, or ends before its object or its reasoning does.
pub fn objects(text: &str) -> Result<Vec<Json>, AnswerError> {
    let shared: Arc<str> = Arc::from(text);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].find(['{', '<']) {
        at += next;
        if text[at..].starts_with('<') {
            match reasoning_tag(&text[at..]) {
                Some(Tag { closes: true, length, .. }) => {
                    found.clear();
                    at += length;
                }
                Some(tag) => match end_of_reasoning(&text[at + tag.length..], tag.name) {
                    Some(length) => at += tag.length + length,
                    None => return Err(AnswerError::CutShort("the reasoning is not closed")),
                },
                None => at += 1,
            }
            continue;
        }
        match Json::parse_prefix(&shared, at) {
            Ok((json, end)) => {
                found.push(json);
                at = end;
            }
            Err(offset) if ends_in_object(text, offset) => {
                return Err(AnswerError::CutShort("the JSON object is not closed"));
            }
            // Whatever was complete before the fault lay inside something that is no object.
            Err(offset) => at = offset.max(at + 1),
        }
    }
    if found.is_empty() { Err(AnswerError::NoObject) } else { Ok(found) }
}

/// Whether an object is broken because the text ends: at the end, or in a string that is never closed.
fn ends_in_object(text: &str, offset: usize) -> bool {
    offset >= text.len() || text[offset..].starts_with('"')
}

struct Tag {
    name: &'static str,
    closes: bool,
    /// Bytes of the tag, brackets included.
    length: usize,
}

fn reasoning_tag(text: &str) -> Option<Tag> {
    let inside = text.strip_prefix('<')?;
    let closes = inside.starts_with('/');
    let name_at = 1 + usize::from(closes);
    let end = name_at + text[name_at..].find('>')?;
    // A tag is short; a stray `<` in prose is not looked at any further than this.
    let inside = text.get(name_at..end).filter(|inside| inside.len() <= 64)?;
    let word = inside.split_ascii_whitespace().next()?;
    let name = REASONING_TAGS.into_iter().find(|name| name.eq_ignore_ascii_case(word))?;
    Some(Tag { name, closes, length: end + 1 })
}

/// Where the reasoning that was opened by a tag ends, behind its closing tag.
fn end_of_reasoning(text: &str, name: &str) -> Option<usize> {
    let mut at = 0;
    while let Some(next) = text[at..].find("</") {
        at += next;
        match reasoning_tag(&text[at..]) {
            Some(tag) if tag.name == name => return Some(at + tag.length),
            _ => at += 2,
        }
    }
    None
}
