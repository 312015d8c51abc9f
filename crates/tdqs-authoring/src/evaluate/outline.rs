//! Which line of a description is what.

use std::ops::Range;

use crate::markdown::{Fences, heading_level, inline, lines};
use crate::render::{
    ERRORS, EXAMPLES_LABEL, NO_ERRORS, NO_RETURNS, NO_USAGE, PARAMETERS, RETURNS, WHEN_TO_USE,
};

/// A part of a description, by the heading above it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    /// Above the first heading, or below one that is none of ours.
    Other,
    /// Below the title: summary and description.
    Title,
    WhenToUse,
    Parameters,
    Returns,
    Errors,
}

impl Section {
    pub(super) const ALL: [Self; 5] =
        [Self::Title, Self::WhenToUse, Self::Parameters, Self::Returns, Self::Errors];
}

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineKind {
    /// A heading of any level.
    Heading,
    /// Fenced code or one of its fences.
    Code,
    /// Nothing but white space.
    Blank,
    /// The line that says that nothing is documented.
    NothingKnown,
    /// The label above the examples, or a line of them.
    Example,
    /// Everything else.
    Text,
}

#[derive(Debug, Clone)]
pub(super) struct Line {
    pub(super) span: Range<usize>,
    pub(super) section: Section,
    pub(super) kind: LineKind,
}

/// The lines of a description.
#[derive(Debug)]
pub(super) struct Outline<'t> {
    pub(super) text: &'t str,
    pub(super) lines: Vec<Line>,
    /// Sections whose heading was met.
    opened: Vec<Section>,
}

impl<'t> Outline<'t> {
    /// Reads a description of the tool `name`. A heading opens a section when it is a line of its own, of the exact
    /// level and text (row 10 of section 5); a level below ours opens none (row 22).
    pub(super) fn of(text: &'t str, name: &str) -> Self {
        let title = inline(name);
        let mut outline = Self { text, lines: Vec::new(), opened: Vec::new() };
        let mut section = Section::Other;
        let mut fences = Fences::default();
        let mut is_in_examples = false;
        for span in lines(text) {
            let line = &text[span.clone()];
            let kind = if fences.covers(line) {
                LineKind::Code
            } else if let Some(level) = heading_level(line) {
                if level <= 3 {
                    section = opened_by(line, &title);
                    outline.opened.push(section);
                    is_in_examples = false;
                }
                LineKind::Heading
            } else if line.trim().is_empty() {
                LineKind::Blank
            } else if [NO_USAGE, NO_RETURNS, NO_ERRORS].contains(&line.trim()) {
                LineKind::NothingKnown
            } else {
                is_in_examples |= section == Section::WhenToUse && line.trim() == EXAMPLES_LABEL;
                if is_in_examples { LineKind::Example } else { LineKind::Text }
            };
            outline.lines.push(Line { span, section, kind });
        }
        outline
    }

    /// Whether the section's heading is there.
    pub(super) fn has(&self, section: Section) -> bool {
        self.opened.contains(&section)
    }

    /// Whether something is said in the section: a letter or a digit on a line that is no heading, no label and not
    /// the one that says that nothing is documented.
    pub(super) fn has_content(&self, section: Section) -> bool {
        self.lines.iter().filter(|line| line.section == section).any(|line| {
            let text = &self.text[line.span.clone()];
            let can_say = matches!(line.kind, LineKind::Text | LineKind::Code | LineKind::Example);
            can_say && text.trim() != EXAMPLES_LABEL && text.chars().any(char::is_alphanumeric)
        })
    }
}

fn opened_by(line: &str, title: &str) -> Section {
    match line.trim_end().split_once(' ') {
        Some(("##", text)) if text == title => Section::Title,
        Some(("###", WHEN_TO_USE)) => Section::WhenToUse,
        Some(("###", PARAMETERS)) => Section::Parameters,
        Some(("###", RETURNS)) => Section::Returns,
        Some(("###", ERRORS)) => Section::Errors,
        _ => Section::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(Section, LineKind)> {
        Outline::of(text, "t").lines.into_iter().map(|line| (line.section, line.kind)).collect()
    }

    #[test]
    fn only_a_heading_of_exact_level_and_text_opens_a_section() {
        for (line, section) in [
            ("## t", Section::Title),
            ("## t ", Section::Title),
            ("### Returns", Section::Returns),
            ("### When to Use", Section::WhenToUse),
            (" ## t", Section::Other),
            ("## t2", Section::Other),
            ("### t", Section::Other),
            ("# t", Section::Other),
            ("#### Returns", Section::Other),
            ("### returns", Section::Other),
            ("###  Returns", Section::Other),
            ("### Returns values", Section::Other),
        ] {
            assert_eq!(kinds(line), [(section, LineKind::Heading)], "{line}");
        }
        assert!(!Outline::of("## ", "").has(Section::Title));
    }

    #[test]
    fn lower_headings_and_code_leave_the_section_open() {
        assert_eq!(
            kinds("### Returns\n#### Errors\n```\n### Errors\n```\na\n\n### Other\nb"),
            [
                (Section::Returns, LineKind::Heading),
                (Section::Returns, LineKind::Heading),
                (Section::Returns, LineKind::Code),
                (Section::Returns, LineKind::Code),
                (Section::Returns, LineKind::Code),
                (Section::Returns, LineKind::Text),
                (Section::Returns, LineKind::Blank),
                (Section::Other, LineKind::Heading),
                (Section::Other, LineKind::Text),
            ]
        );
    }

    #[test]
    fn examples_last_to_the_next_section() {
        assert_eq!(
            kinds("### When to Use\n- a\n**Examples**:\n- Input: b\n### Errors\n**Examples**:"),
            [
                (Section::WhenToUse, LineKind::Heading),
                (Section::WhenToUse, LineKind::Text),
                (Section::WhenToUse, LineKind::Example),
                (Section::WhenToUse, LineKind::Example),
                (Section::Errors, LineKind::Heading),
                (Section::Errors, LineKind::Text),
            ]
        );
    }

    #[test]
    fn content_is_text_that_says_something() {
        for (text, expected) in [
            ("### Returns\nrows", true),
            ("### Returns\nNo return value documented.", false),
            ("### Returns\n- --\n\n", false),
            ("### Returns\n#### Rows", false),
            ("### Errors\nrows\n### Returns", false),
            ("### Returns\n\n### Errors\n\n### Returns\nrows", true),
        ] {
            assert_eq!(Outline::of(text, "t").has_content(Section::Returns), expected, "{text}");
        }
        assert!(!Outline::of("### When to Use\n**Examples**:\n", "t").has_content(Section::WhenToUse));
    }
}
