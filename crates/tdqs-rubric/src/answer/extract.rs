//! Where in a model's text its answer stands.
//!
//! Models put answers into fences, into prose, into an array of one, and behind their reasoning, which
//! may hold drafts. The rule is one pass from the left: what parses as a JSON object at a `{` is a
//! candidate, and the pass goes on behind it, so that only outermost objects are seen and a tag or a
//! fence inside a string is never mistaken for one. Reasoning between tags is passed over; what stood
//! before a closing tag without an opening one counts only when nothing behind it fits.
//!
//! The text is hostile: the pass takes time in proportion to it and keeps no object that does not fit.

use std::sync::Arc;

use tdqs_signals::json::{Json, Value};

use super::AnswerError;

/// Tags between which models reason in the open.
const REASONING_TAGS: [&str; 7] =
    ["think", "thinking", "thought", "thoughts", "reasoning", "reflection", "scratchpad"];

/// No reasoning tag is longer; a stray `<` in prose is looked at no further than this.
const TAG_BYTES: usize = 64;

/// The one object of a text that fits.
///
/// # Errors
///
/// When none fits, or several that differ do.
pub(super) fn answer<A: PartialEq>(
    text: &str,
    read: impl Fn(Value<'_>) -> Result<A, AnswerError>,
) -> Result<A, AnswerError> {
    let shared: Arc<str> = Arc::from(text);
    let mut found = Found::new();
    let mut before_tag = Found::new();
    let mut flaw = None;
    let mut at = 0;
    while let Some(next) = text[at..].find(['{', '<']) {
        at += next;
        if text[at..].starts_with('<') {
            match reasoning_tag(&text[at..]) {
                Some(tag) if tag.closes => {
                    if !found.is_empty() {
                        before_tag = std::mem::replace(&mut found, Found::new());
                    }
                    at += tag.length;
                }
                Some(tag) => match end_of_reasoning(&text[at + tag.length..], tag.name) {
                    Some(length) => at += tag.length + length,
                    None => {
                        flaw = Some(AnswerError::CutShort("the reasoning is not closed"));
                        break;
                    }
                },
                None => at += 1,
            }
            continue;
        }
        match Json::parse_prefix(&shared, at) {
            Ok((json, end)) => {
                found.take(read(json.value()));
                at = end;
            }
            Err(fault) if fault.is_cut_short => {
                flaw = Some(AnswerError::CutShort("the JSON object is not closed"));
                break;
            }
            // Whatever was complete before the fault lay inside something that is no object.
            Err(fault) => {
                let end = fault.offset.max(at + 1);
                // Braces in prose are no flaw; an object that was meant as the answer is.
                if text[at..end].contains("\"scores\"") {
                    flaw.get_or_insert(AnswerError::NotJson(fault.message));
                }
                at = end;
            }
        }
    }
    let found = if found.answers.is_empty() && !before_tag.is_empty() { before_tag } else { found };
    found.only(flaw)
}

/// What the objects of a text amount to.
struct Found<A> {
    /// Those that fit, each once.
    answers: Vec<A>,
    /// Why the first one does not.
    mismatch: Option<AnswerError>,
}

impl<A: PartialEq> Found<A> {
    fn new() -> Self {
        Self { answers: Vec::new(), mismatch: None }
    }

    fn is_empty(&self) -> bool {
        self.answers.is_empty() && self.mismatch.is_none()
    }

    fn take(&mut self, read: Result<A, AnswerError>) {
        match read {
            Ok(answer) if self.answers.contains(&answer) => {}
            Ok(answer) => self.answers.push(answer),
            Err(error) => self.mismatch = self.mismatch.take().or(Some(error)),
        }
    }

    fn only(mut self, flaw: Option<AnswerError>) -> Result<A, AnswerError> {
        match (self.answers.len(), self.answers.pop()) {
            (1, Some(answer)) => Ok(answer),
            (0, _) => Err(flaw.or(self.mismatch).unwrap_or(AnswerError::NoObject)),
            (several, _) => Err(AnswerError::Ambiguous(several)),
        }
    }
}

struct Tag {
    name: &'static str,
    closes: bool,
    /// Bytes of the tag, brackets included.
    length: usize,
}

fn reasoning_tag(text: &str) -> Option<Tag> {
    let length = text.bytes().take(TAG_BYTES).position(|byte| byte == b'>')? + 1;
    let inside = text[..length - 1].strip_prefix('<')?;
    let (closes, inside) = match inside.strip_prefix('/') {
        Some(inside) => (true, inside),
        None => (false, inside),
    };
    let word = inside.split_ascii_whitespace().next()?;
    let name = REASONING_TAGS.into_iter().find(|name| name.eq_ignore_ascii_case(word))?;
    Some(Tag { name, closes, length })
}

/// Where the reasoning that was opened by a tag ends, behind its closing tag.
fn end_of_reasoning(text: &str, name: &str) -> Option<usize> {
    text.match_indices("</").find_map(|(at, _)| {
        let tag = reasoning_tag(&text[at..]).filter(|tag| tag.name == name)?;
        Some(at + tag.length)
    })
}
