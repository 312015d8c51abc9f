//! Degenerate definitions, found before any model is asked.
//!
//! Specification: "Stage 2: Hard gates". Decisions: "Counts and hash".

use tdqs_signals::whitespace::trim;
use tdqs_signals::{ToolDefinition, ToolView};

use crate::ToolFlag;

/// What the gates found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "the specification closes the list")]
pub enum HardGates {
    /// Nothing: the definition goes to the judge.
    Open,
    /// There is no description. Every dimension scores 1 and no judge is asked.
    NoDescription,
    /// The description is the name or the title. The judge is asked; Purpose Clarity is at most 2.
    Tautological,
}

impl HardGates {
    /// Holds a definition against the gates.
    ///
    /// ```
    /// use tdqs_rubric::HardGates;
    /// use tdqs_signals::ToolDefinition;
    ///
    /// assert_eq!(HardGates::of(&ToolDefinition::new("process")), HardGates::NoDescription);
    /// let tool = ToolDefinition::new("process").with_description(" Process\n");
    /// assert_eq!(HardGates::of(&tool), HardGates::Tautological);
    /// ```
    #[must_use]
    pub fn of(tool: &ToolDefinition) -> Self {
        Self::of_view(&tool.into())
    }

    /// Holds a tool that lies in a text against the gates.
    #[must_use]
    pub fn of_view(tool: &ToolView<'_>) -> Self {
        if Self::are_open_at_first_sight(tool) {
            return Self::Open;
        }
        let description = tool.description().unwrap_or_default();
        let description = trim(&description);
        if description.is_empty() {
            return Self::NoDescription;
        }
        let restates = |label: &str| {
            // Lowercasing shortens a text to a third at most (the Kelvin sign), so that a description of any
            // length to speak of is none of these without being lowercased; and it lengthens one to three times
            // itself at most.
            if description.len() > 9 * label.len() {
                return false;
            }
            let label = label.to_lowercase();
            let label = trim(&label);
            description.len() <= 3 * label.len() && description.to_lowercase() == label
        };
        if restates(&tool.name()) || tool.title().is_some_and(|title| restates(&title)) {
            Self::Tautological
        } else {
            Self::Open
        }
    }

    /// Whether the beginning of the description tells that it is neither blank nor the name or the title: most
    /// need not be decoded.
    fn are_open_at_first_sight(tool: &ToolView<'_>) -> bool {
        let start = tool.description_start();
        let is_other = |label: &str| differs_at_first_sight(start.as_bytes(), label.as_bytes());
        start.starts_with(|first: char| first.is_ascii_graphic())
            && is_other(&tool.name())
            && tool.title().is_none_or(|title| is_other(&title))
    }

    /// The flag that goes with what was found.
    #[must_use]
    pub const fn flag(self) -> Option<ToolFlag> {
        match self {
            Self::Open => None,
            Self::NoDescription => Some(ToolFlag::NoDescription),
            Self::Tautological => Some(ToolFlag::TautologicalDescription),
        }
    }

    /// Whether the score is settled without a judge.
    #[must_use]
    pub const fn settles_the_score(self) -> bool {
        matches!(self, Self::NoDescription)
    }
}

/// Whether a text that begins so cannot be the label, whatever the case of the letters and the white space at the
/// ends: they differ in a visible ASCII character with nothing but ASCII before it, or the text has one more.
fn differs_at_first_sight(start: &[u8], label: &[u8]) -> bool {
    for (left, right) in start.iter().zip(label) {
        if !left.is_ascii() || !right.is_ascii() {
            return false;
        }
        if !left.eq_ignore_ascii_case(right) {
            return left.is_ascii_graphic() && right.is_ascii_graphic();
        }
    }
    start.get(label.len()..).is_some_and(|more| more.iter().any(u8::is_ascii_graphic))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tdqs_signals::json::Document;

    use super::*;

    /// The gates as the specification tells them.
    fn plain(name: &str, title: Option<&str>, description: Option<&str>) -> HardGates {
        let description = trim(description.unwrap_or_default()).to_lowercase();
        let restates = |label: &str| description == trim(&label.to_lowercase());
        if trim(&description).is_empty() {
            HardGates::NoDescription
        } else if restates(name) || title.is_some_and(restates) {
            HardGates::Tautological
        } else {
            HardGates::Open
        }
    }

    proptest! {
        #[test]
        fn the_short_cuts_change_nothing(
            name in "[ aAbKσΣİ\u{212A}\u{85}\t]{1,4}",
            title in proptest::option::of("[ aAbKσΣİ\u{212A}\u{feff}\n]{0,4}"),
            description in proptest::option::of("[ aAbkKσς\u{212A}\u{307}\u{2028}\n\"]{0,5}"),
        ) {
            let expected = plain(&name, title.as_deref(), description.as_deref());
            let mut tool = ToolDefinition::new(name);
            tool.title = title;
            tool.description = description;
            prop_assert_eq!(HardGates::of(&tool), expected);
            let text = serde_json::to_string(&tool).unwrap();
            let document = Document::parse(text).unwrap();
            prop_assert_eq!(HardGates::of_view(&ToolView::of(document.root()).unwrap()), expected);
        }
    }
}
