//! One edit after the other, each in the text that the one before left.

use std::ops::Range;
use std::sync::Arc;

use tdqs_signals::json::{Json, Kind, Value};

use super::entries::{Entry, entries};
use super::layout::{Inner, Style, is_broken};
use super::pointer::{self, Inside};
use super::splice::splice;
use super::write::{self, Form};
use super::{EditError, EditErrorKind, strings};
use crate::Edit;

/// The text of a tool after edits, for the place of the tool in its file.
///
/// Pointers are those of the tool's JSON as it stands in the file, and each is one of the tool as the edits before it
/// left it. A value that moves is taken away before its new place is looked for.
///
/// # Errors
///
/// When an edit cannot be made. Then none is.
pub fn apply(tool: &Json, edits: &[Edit]) -> Result<String, EditError> {
    let span = tool.value().span();
    let own = entries(tool.source_text(), &span);
    let style = Style::of(tool.source_text(), &span, &own);
    let mut text: Arc<str> = tool.value().literal().into();
    for (number, edit) in edits.iter().enumerate() {
        let pointer = match edit {
            Edit::Set { pointer, .. }
            | Edit::Insert { pointer, .. }
            | Edit::Remove { pointer }
            | Edit::Rename { pointer, .. } => pointer,
            Edit::Move { from, .. } => from,
        };
        let error = |kind, pointer: &str| EditError { edit: number, pointer: pointer.to_owned(), kind };
        let edited = match edit {
            Edit::Set { pointer, value } => {
                Tool::read(&text, &style).and_then(|tool| tool.set(pointer, value))
            }
            Edit::Insert { pointer, value } => {
                Tool::read(&text, &style).and_then(|tool| tool.insert(pointer, &New::Value(value)))
            }
            Edit::Remove { pointer } => Tool::read(&text, &style).and_then(|tool| tool.remove(pointer)),
            Edit::Rename { pointer, key } => {
                Tool::read(&text, &style).and_then(|tool| tool.rename(pointer, key))
            }
            Edit::Move { from, to } => {
                let taken = Tool::read(&text, &style).and_then(|tool| tool.take(from));
                let (rest, value, indent) = taken.map_err(|kind| error(kind, from))?;
                let moved = New::Moved { text: &value, indent: &indent };
                let added = Tool::read(&rest.into(), &style).and_then(|tool| tool.insert(to, &moved));
                Ok(added.map_err(|kind| error(kind, to))?)
            }
        };
        text = edited.map_err(|kind| error(kind, pointer))?.into();
    }
    Json::parse_prefix(&text, 0)
        .ok()
        .filter(|(_, end)| *end == text.len())
        .map(|_| text.to_string())
        .ok_or_else(|| EditError {
            edit: edits.len().saturating_sub(1),
            pointer: String::new(),
            kind: EditErrorKind::Unreadable,
        })
}

/// Whether a value says the same already, however it is written.
fn is_same(old: Value<'_>, new: &serde_json::Value) -> bool {
    let kind = match new {
        serde_json::Value::Null => Kind::Null,
        serde_json::Value::Bool(_) => Kind::Bool,
        serde_json::Value::Number(_) => Kind::Number,
        serde_json::Value::String(_) => Kind::String,
        serde_json::Value::Array(_) => Kind::Array,
        serde_json::Value::Object(_) => Kind::Object,
    };
    let literal: Arc<str> = old.literal().into();
    old.kind() == kind
        && Json::parse_prefix(&literal, 0)
            .is_ok_and(|(old, _)| Json::try_from(new).is_ok_and(|new| new == old))
}

/// What is added.
enum New<'n> {
    Value(&'n serde_json::Value),
    /// A value as it stood elsewhere, in a line with this indentation.
    Moved {
        text: &'n str,
        indent: &'n str,
    },
}

impl New<'_> {
    fn opening(&self) -> Option<char> {
        match self {
            Self::Value(serde_json::Value::Object(members)) if !members.is_empty() => Some('{'),
            Self::Value(serde_json::Value::Array(elements)) if !elements.is_empty() => Some('['),
            Self::Value(_) | Self::Moved { .. } => None,
        }
    }
}

/// A tool's text at one moment.
struct Tool<'t> {
    json: Json,
    text: &'t str,
    style: &'t Style,
}

/// A container, and what stands in it.
struct Container {
    span: Range<usize>,
    is_object: bool,
    entries: Vec<Entry>,
}

impl<'t> Tool<'t> {
    fn read(text: &'t Arc<str>, style: &'t Style) -> Result<Self, EditErrorKind> {
        let read = Json::parse_prefix(text, 0).ok().filter(|(_, end)| *end == text.len());
        let (json, _) = read.ok_or(EditErrorKind::Unreadable)?;
        Ok(Self { json, text, style })
    }

    fn find(&self, pointer: &str) -> Result<Value<'_>, EditErrorKind> {
        pointer::check(pointer)?;
        self.json.value().pointer(pointer).ok_or(EditErrorKind::NotFound)
    }

    fn container(&self, pointer: &str) -> Result<Container, EditErrorKind> {
        let value = self.find(pointer)?;
        if !matches!(value.kind(), Kind::Array | Kind::Object) {
            return Err(EditErrorKind::NotAContainer);
        }
        let span = value.span();
        let entries = entries(self.text, &span);
        Ok(Container { span, is_object: value.kind() == Kind::Object, entries })
    }

    /// The entries that a pointer names: several where a key is repeated, of which the last one counts.
    fn entries_at(&self, container: &Container, inside: &Inside<'_>) -> Result<Vec<usize>, EditErrorKind> {
        let numbers: Vec<usize> = if container.is_object {
            let named = container.entries.iter().enumerate();
            named.filter(|(_, it)| it.has_key(self.text, &inside.segment)).map(|(number, _)| number).collect()
        } else {
            inside.index().filter(|index| *index < container.entries.len()).into_iter().collect()
        };
        if numbers.is_empty() { Err(EditErrorKind::NotFound) } else { Ok(numbers) }
    }

    fn set(&self, pointer: &str, value: &serde_json::Value) -> Result<String, EditErrorKind> {
        let old = self.find(pointer)?;
        let place = old.span();
        if is_same(old, value) {
            return Ok(self.text.to_owned());
        }
        let new = match value {
            serde_json::Value::String(text) if old.kind() == Kind::String => {
                strings::changed(old.literal(), text, self.style.escaping)
            }
            value => {
                let form = self.form_of_set(pointer, old, &New::Value(value));
                write::value(value, &form, self.style)
            }
        };
        Ok(splice(self.text, [(place, new)]))
    }

    /// As the old value is laid out, or else as what stands beside it.
    fn form_of_set(&self, pointer: &str, old: Value<'_>, new: &New<'_>) -> Form {
        let own = entries(self.text, &old.span());
        if own.is_empty() {
            let container = Inside::of(pointer).and_then(|inside| self.container(inside.container));
            let inner = container.ok().and_then(|container| Some((self.inner(&container)?, container)));
            return inner.map_or_else(
                || Form::Line { pad: String::new() },
                |(inner, container)| self.form(&container, &inner, new, Some(old.span().start)),
            );
        }
        let opening = own.first().and_then(|first| self.text.get(old.span().start + 1..first.start()));
        if is_broken(opening) {
            Form::Lines { indent: self.style.indent_at(self.text, old.span().start) }
        } else {
            Form::Line { pad: opening.unwrap_or_default().to_owned() }
        }
    }

    fn inner(&self, container: &Container) -> Option<Inner> {
        Inner::of(self.text, &container.span, &container.entries, self.style)
    }

    /// How a new value is written in a container: as the nearest value of its kind there is.
    fn form(&self, container: &Container, inner: &Inner, new: &New<'_>, but: Option<usize>) -> Form {
        let Some(indent) = &inner.indent else {
            let pad = Some(&inner.opening).filter(|pad| pad.chars().all(|it| it == ' '));
            return Form::Line { pad: pad.cloned().unwrap_or_default() };
        };
        let others = container.entries.iter().rev().filter(|it| Some(it.value.start) != but);
        let mut alike = others.filter_map(|it| {
            let text = self.text.get(it.value.clone())?;
            let own = entries(self.text, &it.value);
            let first = own.first().filter(|_| text.chars().next() == new.opening())?;
            self.text.get(it.value.start + 1..first.start())
        });
        match alike.next() {
            Some(opening) if !is_broken(Some(opening)) => Form::Line { pad: opening.to_owned() },
            _ => Form::Lines { indent: indent.clone() },
        }
    }

    fn insert(&self, pointer: &str, new: &New<'_>) -> Result<String, EditErrorKind> {
        let inside = Inside::of(pointer)?;
        let container = self.container(inside.container)?;
        let before = if container.is_object {
            if self.entries_at(&container, &inside).is_ok() {
                return Err(EditErrorKind::KeyTaken);
            }
            container.entries.len()
        } else if inside.segment == "-" {
            container.entries.len()
        } else {
            let index = inside.index().filter(|index| *index <= container.entries.len());
            index.ok_or(EditErrorKind::NoSuchIndex)?
        };
        let inner = self.inner(&container).unwrap_or_else(|| {
            let around =
                Inside::of(inside.container).and_then(|inside| self.container(inside.container)).ok();
            let around = around.and_then(|around| self.inner(&around));
            Inner::of_empty(self.text, container.span.start, around.as_ref(), self.style)
        });
        let value = self.written(&container, &inner, new);
        let entry = if container.is_object {
            strings::token(&inside.segment, self.style.escaping) + &inner.colon + &value
        } else {
            value
        };
        let (place, piece) = match (container.entries.get(before), container.entries.last()) {
            (Some(next), _) => (next.start()..next.start(), entry + &inner.separator),
            (None, Some(last)) => (last.value.end..last.value.end, inner.separator + &entry),
            (None, None) => {
                let brackets = container.span.start + 1..container.span.end - 1;
                (brackets, inner.opening + &entry + &inner.closing)
            }
        };
        Ok(splice(self.text, [(place, piece)]))
    }

    fn written(&self, container: &Container, inner: &Inner, new: &New<'_>) -> String {
        match new {
            New::Value(value) => write::value(value, &self.form(container, inner, new, None), self.style),
            New::Moved { text, indent } => {
                let here = || self.style.indent_at(self.text, container.span.start);
                write::moved(text, indent, &inner.indent.clone().unwrap_or_else(here))
            }
        }
    }

    fn remove(&self, pointer: &str) -> Result<String, EditErrorKind> {
        let inside = Inside::of(pointer)?;
        let container = self.container(inside.container)?;
        let numbers = self.entries_at(&container, &inside)?;
        Ok(self.without(&container, &numbers))
    }

    /// The text without some entries of a container, and without the commas that stood between.
    fn without(&self, container: &Container, numbers: &[usize]) -> String {
        let entries = &container.entries;
        let kept = |number: &usize| !numbers.contains(number);
        let Some(last_kept) = (0..entries.len()).rev().find(kept) else {
            return splice(self.text, [(container.span.start + 1..container.span.end - 1, String::new())]);
        };
        let places = numbers.iter().filter_map(|number| {
            let own = entries.get(*number)?;
            if *number > last_kept {
                // Behind the last one that stays there is no comma: it goes with the one before.
                let before = entries.get(number.checked_sub(1)?)?;
                Some((before.value.end..own.value.end, String::new()))
            } else {
                let next = entries.get(number + 1)?;
                Some((own.start()..next.start(), String::new()))
            }
        });
        splice(self.text, places)
    }

    /// Takes a value away: what is left, the value, and the indentation of its line.
    fn take(&self, pointer: &str) -> Result<(String, String, String), EditErrorKind> {
        let inside = Inside::of(pointer)?;
        let place = self.find(pointer)?.span();
        let container = self.container(inside.container)?;
        let numbers = self.entries_at(&container, &inside)?;
        let value = self.text.get(place.clone()).unwrap_or_default().to_owned();
        Ok((self.without(&container, &numbers), value, self.style.indent_at(self.text, place.start)))
    }

    fn rename(&self, pointer: &str, key: &str) -> Result<String, EditErrorKind> {
        let inside = Inside::of(pointer).map_err(|kind| match kind {
            EditErrorKind::WholeTool => EditErrorKind::NotAMember,
            other => other,
        })?;
        let container = self.container(inside.container)?;
        let numbers = self.entries_at(&container, &inside)?;
        if !container.is_object {
            return Err(EditErrorKind::NotAMember);
        }
        if key != inside.segment && container.entries.iter().any(|it| it.has_key(self.text, key)) {
            return Err(EditErrorKind::KeyTaken);
        }
        let [number] = numbers.as_slice() else { return Err(EditErrorKind::RepeatedKey) };
        let token = container.entries.get(*number).and_then(|it| it.key.clone());
        let token = token.ok_or(EditErrorKind::NotAMember)?;
        let new = strings::changed(&self.text[token.clone()], key, self.style.escaping);
        Ok(splice(self.text, [(token, new)]))
    }
}
