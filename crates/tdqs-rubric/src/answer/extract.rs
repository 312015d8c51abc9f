//! Where in a model's text its answer stands.
//!
//! Models put answers into fences, into prose, into an array of one, and behind their reasoning, which
//! may hold drafts. The rule is one pass from the left: what parses as a JSON object at a `{` is a
//! candidate, and the pass goes on behind it, so that only outermost objects are seen and a tag or a
//! fence inside a string is never mistaken for one. Reasoning between tags is passed over; what stood
//! before a closing tag without an opening one counts only when nothing at all follows it.
//!
//! A draft must never be taken for the answer. So an object that was meant as an answer and is broken or
//! cut short is a flaw that no other object makes up for, and nothing inside a broken object is looked at.
//!
//! The text is hostile: the pass takes time in proportion to it and keeps no object that does not fit.

use std::sync::Arc;

use tdqs_signals::json::{Json, Value};

use super::AnswerError;

/// Tags between which models reason in the open, in angle or square brackets, with or without a namespace.
const REASONING_TAGS: [&str; 8] =
    ["think", "thinking", "thought", "thoughts", "reasoning", "reflection", "analysis", "scratchpad"];

/// No reasoning tag is longer; a stray bracket in prose is looked at no further than this.
const TAG_BYTES: usize = 64;

/// What an object that is meant as an answer has. Braces in prose do not.
const MARK: &str = "\"scores\"";

/// The one object of a text that fits.
///
/// # Errors
///
/// When none fits, several that differ do, or one that was meant is broken.
pub(super) fn answer<A: PartialEq>(
    text: &str,
    read: impl Fn(Value<'_>) -> Result<A, AnswerError>,
) -> Result<A, AnswerError> {
    let shared: Arc<str> = Arc::from(text);
    let braces = Braces::of(text);
    let mut found = Found::new();
    let mut at = 0;
    while let Some(next) = text[at..].find(['{', '<', '[']) {
        at += next;
        if !text[at..].starts_with('{') {
            match reasoning_tag(&text[at..]) {
                None => at += 1,
                Some(tag) if tag.closes => {
                    at += tag.length;
                    // What came before was reasoning, unless the tag is the last there is.
                    if !text[at..].trim().is_empty() {
                        found = Found::new();
                    }
                }
                Some(tag) => match end_of_reasoning(&text[at + tag.length..], tag.name) {
                    Some(length) => at += tag.length + length,
                    None => {
                        found.flaw(AnswerError::CutShort("the reasoning is not closed"), &text[at..]);
                        break;
                    }
                },
            }
            continue;
        }
        match Json::parse_prefix(&shared, at) {
            Ok((json, end)) => {
                found.take(read(json.value()));
                at = end;
            }
            Err(fault) if fault.is_cut_short => {
                found.flaw(AnswerError::CutShort("the JSON object is not closed"), &text[at..]);
                break;
            }
            Err(fault) => {
                let end = braces.close_of(at).unwrap_or(fault.offset).max(at + 1);
                found.flaw(AnswerError::NotJson(fault.message), &text[at..end]);
                at = end;
            }
        }
    }
    found.only()
}

/// Which brace closes which, counted without regard to strings: a rough guess at where a broken object ends.
struct Braces {
    /// Opening and closing offsets, in the order of the opening ones.
    pairs: Vec<(u32, u32)>,
}

impl Braces {
    fn of(text: &str) -> Self {
        let mut open = Vec::new();
        let mut pairs = Vec::new();
        for (at, byte) in (0_u32..).zip(text.bytes()) {
            match byte {
                b'{' => open.push(at),
                b'}' => pairs.extend(open.pop().map(|opened| (opened, at))),
                _ => {}
            }
        }
        pairs.sort_unstable();
        Self { pairs }
    }

    /// The offset behind the brace that closes the one at `at`.
    fn close_of(&self, at: usize) -> Option<usize> {
        let at = u32::try_from(at).ok()?;
        let place = self.pairs.binary_search_by_key(&at, |(opened, _)| *opened).ok()?;
        Some(self.pairs[place].1 as usize + 1)
    }
}

/// What the objects of a text amount to.
struct Found<A> {
    /// Those that fit, each once.
    answers: Vec<A>,
    /// Why the first one does not.
    mismatch: Option<AnswerError>,
    /// What is wrong with an object that was meant as an answer.
    flaw: Option<AnswerError>,
    /// What is wrong with something that was not; told only when there is nothing else to tell.
    oddity: Option<AnswerError>,
}

impl<A: PartialEq> Found<A> {
    fn new() -> Self {
        Self { answers: Vec::new(), mismatch: None, flaw: None, oddity: None }
    }

    fn take(&mut self, read: Result<A, AnswerError>) {
        match read {
            Ok(answer) if self.answers.contains(&answer) => {}
            Ok(answer) => self.answers.push(answer),
            Err(error) => self.mismatch = self.mismatch.take().or(Some(error)),
        }
    }

    fn flaw(&mut self, error: AnswerError, broken: &str) {
        let place = if broken.contains(MARK) {
            &mut self.flaw
        } else if matches!(error, AnswerError::CutShort(_)) {
            &mut self.oddity
        } else {
            return;
        };
        place.get_or_insert(error);
    }

    fn only(mut self) -> Result<A, AnswerError> {
        if let Some(flaw) = self.flaw {
            return Err(flaw);
        }
        match (self.answers.len(), self.answers.pop()) {
            (1, Some(answer)) => Ok(answer),
            (0, _) => Err(self.mismatch.or(self.oddity).unwrap_or(AnswerError::NoObject)),
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
    let close = if text.starts_with('[') { b']' } else { b'>' };
    let length = text.bytes().take(TAG_BYTES).position(|byte| byte == close)? + 1;
    let inside = &text[1..length - 1];
    let (closes, inside) = match inside.strip_prefix('/') {
        Some(inside) => (true, inside),
        None => (false, inside),
    };
    let word = inside.split_ascii_whitespace().next()?;
    let word = word.rsplit(':').next().unwrap_or(word);
    let name = REASONING_TAGS.into_iter().find(|name| name.eq_ignore_ascii_case(word))?;
    Some(Tag { name, closes, length })
}

/// Where the reasoning that was opened by a tag ends, behind the tag that closes it. A tag of the same name
/// opens another level; models close with another name now and then.
fn end_of_reasoning(text: &str, name: &str) -> Option<usize> {
    let mut depth = 1;
    for (at, _) in text.match_indices(['<', '[']) {
        let Some(tag) = reasoning_tag(&text[at..]) else { continue };
        if tag.closes {
            depth -= 1;
        } else if tag.name == name {
            depth += 1;
        }
        if depth == 0 {
            return Some(at + tag.length);
        }
    }
    None
}
