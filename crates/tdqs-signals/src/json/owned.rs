//! A value that can be kept.

use std::fmt;
use std::sync::Arc;

use serde::ser::{Serialize, Serializer};

use super::document::Document;
use super::value::Value;
use super::{Fault, MAX_DEPTH, ParseError, Position, Spare};

/// A value that shares ownership of its document: cheap to clone, free to keep.
#[derive(Clone)]
pub struct Json {
    document: Arc<Document>,
    at: u32,
}

impl Json {
    /// Reads one JSON value that may be hashed: every number within double range and no more than
    /// [`MAX_DEPTH`](super::MAX_DEPTH) levels. Repeated keys and lone surrogates are repaired.
    ///
    /// # Errors
    ///
    /// When the text is not JSON, a number overflows a double, or the nesting is too deep.
    pub fn parse(text: impl Into<Arc<str>>) -> Result<Self, ParseError> {
        let document = Document::parse(text)?;
        if let Some(problem) = document.problems.iter().find(|problem| problem.is_fatal()) {
            return Err(ParseError::Problem {
                position: Position::of(document.text(), problem.offset),
                problem: problem.clone(),
            });
        }
        if document.max_depth > MAX_DEPTH {
            return Err(ParseError::TooDeep { limit: MAX_DEPTH });
        }
        Ok(Self { document: Arc::new(document), at: 0 })
    }

    /// Reads the one value that begins at byte `start` of a text and says where it ends; what follows is
    /// the caller's. Numbers and nesting are not checked.
    ///
    /// # Errors
    ///
    /// When no JSON value begins there.
    pub fn parse_prefix(text: &Arc<str>, start: usize) -> Result<(Self, usize), Fault> {
        let document = Document::parse_prefix(Arc::clone(text), start..text.len())?;
        let end = document.end;
        Ok((Self::root_of(Arc::new(document)), end))
    }

    /// The value, borrowed.
    #[must_use]
    pub fn value(&self) -> Value<'_> {
        Value { document: &self.document, at: self.at }
    }

    /// The whole text this value was read from: a file, for a value of a [`ToolSet`](crate::ToolSet).
    #[must_use]
    pub fn source_text(&self) -> &str {
        &self.document.text
    }

    pub(crate) fn root_of(document: Arc<Document>) -> Self {
        Self { document, at: 0 }
    }

    /// The same document at another of its values.
    pub(crate) fn at(&self, value: Value<'_>) -> Self {
        debug_assert!(std::ptr::eq(value.document, &raw const *self.document));
        Self { document: Arc::clone(&self.document), at: value.at }
    }

    /// The memory of the document, when nobody else looks at it.
    pub(crate) fn into_spare(self) -> Spare {
        Arc::into_inner(self.document).map(Document::into_spare).unwrap_or_default()
    }

    pub(crate) fn document(&self) -> &Document {
        &self.document
    }
}

impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}

/// Takes over what `serde_json` holds. Key order is whatever that map has.
///
/// # Errors
///
/// When the value is nested more than [`MAX_DEPTH`](super::MAX_DEPTH) levels deep.
impl TryFrom<&serde_json::Value> for Json {
    type Error = ParseError;

    fn try_from(value: &serde_json::Value) -> Result<Self, Self::Error> {
        // Writing recurses, so that a tree nobody could write is refused before.
        if depth(value) > MAX_DEPTH {
            return Err(ParseError::TooDeep { limit: MAX_DEPTH });
        }
        Self::parse(value.to_string())
    }
}

/// Levels of arrays and objects.
fn depth(value: &serde_json::Value) -> usize {
    let mut deepest = 0;
    let mut waiting = vec![(value, 0)];
    while let Some((value, above)) = waiting.pop() {
        match value {
            serde_json::Value::Array(elements) => {
                waiting.extend(elements.iter().map(|value| (value, above + 1)));
            }
            serde_json::Value::Object(object) => {
                waiting.extend(object.values().map(|value| (value, above + 1)));
            }
            _ => continue,
        }
        deepest = deepest.max(above + 1);
    }
    deepest
}

#[cfg(feature = "rmcp")]
impl Json {
    /// Takes over an object that a running program already holds. What lies below the reader's depth limit
    /// becomes `null`.
    pub(crate) fn of_map(map: &serde_json::Map<String, serde_json::Value>) -> Option<Self> {
        let text = serde_json::to_string(map).ok()?;
        Document::parse(text).ok().map(|document| Self::root_of(Arc::new(document)))
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value().serialize(serializer)
    }
}
