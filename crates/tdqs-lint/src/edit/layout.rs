//! How an author lays out JSON, as far as something new has to look alike.

use std::ops::Range;

use super::entries::Entry;
use super::strings;

/// What holds for a tool and its file as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Style {
    /// White space before the line in which the tool begins.
    pub(super) base: String,
    /// What a level is indented by.
    pub(super) step: String,
    /// `\n` or `\r\n`.
    pub(super) line_end: &'static str,
    /// What stands between a key and its value, on one line.
    pub(super) colon: String,
    /// Whether what is not ASCII is written as escapes.
    pub(super) escaping: bool,
}

impl Style {
    /// The style of the tool at `span` of a file, whose own entries are these.
    pub(super) fn of(file: &str, span: &Range<usize>, own: &[Entry]) -> Self {
        let line = file.get(..span.start).unwrap_or_default();
        let line = line.rsplit('\n').next().unwrap_or_default().trim_start_matches('\u{feff}');
        let first = own.first();
        let colon = first.and_then(|first| one_line(file.get(first.key.clone()?.end..first.value.start)?));
        let inner = first.map_or(String::new(), |first| line_indent(file, first.start(), ""));
        let outer = line_indent(file, span.end.saturating_sub(1), "");
        let has_lines = first.is_some_and(|first| is_broken(file.get(span.start..first.start())));
        let step = inner.strip_prefix(outer.as_str()).filter(|step| has_lines && !step.is_empty());
        Self {
            base: leading_blanks(line).to_owned(),
            step: step.unwrap_or("  ").to_owned(),
            line_end: if file.contains("\r\n") { "\r\n" } else { "\n" },
            colon: colon.unwrap_or(": ").to_owned(),
            escaping: strings::is_escaping(file),
        }
    }

    /// A comma on one line.
    pub(super) fn comma(&self) -> &'static str {
        if self.colon.ends_with(' ') { ", " } else { "," }
    }

    /// The indentation of the line that a place of the tool's text is in.
    pub(super) fn indent_at(&self, text: &str, at: usize) -> String {
        line_indent(text, at, &self.base)
    }

    /// A line end, and the indentation of the new line.
    pub(super) fn new_line(&self, indent: &str) -> String {
        format!("{}{indent}", self.line_end)
    }
}

/// Whether a stretch of white space goes over a line end.
pub(super) fn is_broken(between: Option<&str>) -> bool {
    between.is_some_and(|between| between.contains('\n'))
}

fn one_line(between: &str) -> Option<&str> {
    (!is_broken(Some(between))).then_some(between)
}

fn leading_blanks(line: &str) -> &str {
    let end = line.find(|character| !matches!(character, ' ' | '\t')).unwrap_or(line.len());
    &line[..end]
}

/// The white space at the beginning of the line that `at` is in; `first` in the first line.
fn line_indent(text: &str, at: usize, first: &str) -> String {
    let before = text.get(..at).unwrap_or_default();
    let line = before.rfind('\n').and_then(|end| text.get(end + 1..));
    line.map_or(first, leading_blanks).to_owned()
}

/// How a container lays out what stands in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Inner {
    /// Between the bracket and the first entry, and mirrored between the last one and the bracket.
    pub(super) opening: String,
    pub(super) closing: String,
    /// Between two entries, the comma included.
    pub(super) separator: String,
    /// Between a key and its value.
    pub(super) colon: String,
    /// The indentation of entries that have lines of their own.
    pub(super) indent: Option<String>,
}

impl Inner {
    /// The layout of a container that has entries.
    pub(super) fn of(text: &str, span: &Range<usize>, entries: &[Entry], style: &Style) -> Option<Self> {
        let (first, last) = (entries.first()?, entries.last()?);
        let opening = text.get(span.start + 1..first.start())?;
        let closing = text.get(last.value.end..span.end.checked_sub(1)?)?;
        let colon = last.key.as_ref().and_then(|key| one_line(text.get(key.end..last.value.start)?));
        let colon = colon.unwrap_or(&style.colon);
        let separator = match entries {
            [.., before, last] => text.get(before.value.end..last.start())?.to_owned(),
            _ if is_broken(Some(opening)) => format!(",{opening}"),
            _ if colon.ends_with(' ') => ", ".to_owned(),
            _ => ",".to_owned(),
        };
        let has_lines = is_broken(Some(&separator));
        Some(Self {
            opening: opening.to_owned(),
            closing: closing.to_owned(),
            colon: colon.to_owned(),
            indent: has_lines.then(|| style.indent_at(text, last.start())),
            separator,
        })
    }

    /// The layout of a container without entries that stands at `at` among others.
    pub(super) fn of_empty(text: &str, at: usize, around: Option<&Self>, style: &Style) -> Self {
        let (colon, comma) = (style.colon.clone(), style.comma().to_owned());
        match around {
            Some(around) if around.indent.is_some() => {
                let outer = style.indent_at(text, at);
                let indent = format!("{outer}{}", style.step);
                Self {
                    opening: style.new_line(&indent),
                    closing: style.new_line(&outer),
                    separator: format!(",{}", style.new_line(&indent)),
                    colon,
                    indent: Some(indent),
                }
            }
            around => {
                let pad = around.map(|around| &around.opening).filter(|pad| pad.chars().all(|it| it == ' '));
                let pad = pad.cloned().unwrap_or_default();
                Self { opening: pad.clone(), closing: pad, separator: comma, colon, indent: None }
            }
        }
    }
}
