//! Names of tools, parameters and codes in a text.

use super::words::is_word;

/// Whether the text names `identifier`: it stands there with no letter, digit or `_` on either side. A blank one is
/// named nowhere.
///
/// ```
/// use tdqs_authoring::text::identifier::is_named;
///
/// assert!(is_named("Takes `id` only", "id"));
/// assert!(!is_named("is provided", "id"));
/// ```
#[must_use]
pub fn is_named(text: &str, identifier: &str) -> bool {
    let Some(first) = identifier.chars().next().filter(|_| !identifier.trim().is_empty()) else {
        return false;
    };
    let mut start = 0;
    while let Some(offset) = text[start..].find(identifier) {
        let at = start + offset;
        let before = text[..at].chars().next_back();
        let after = text[at + identifier.len()..].chars().next();
        if !before.is_some_and(is_word) && !after.is_some_and(is_word) {
            return true;
        }
        start = at + first.len_utf8();
    }
    false
}

/// Whether a text is one identifier and nothing else: letters, digits, `_`, not opening with a digit.
#[must_use]
pub fn is_identifier(text: &str) -> bool {
    text.chars().all(is_word) && text.chars().next().is_some_and(|first| !first.is_numeric())
}

/// A way of joining the words of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameStyle {
    /// `ship_order`
    Snake,
    /// `shipOrder`
    Camel,
    /// `ship-order`
    Kebab,
}

impl NameStyle {
    /// The styles that are told apart.
    pub const ALL: [Self; 3] = [Self::Snake, Self::Camel, Self::Kebab];

    /// The style's name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Snake => "snake_case",
            Self::Camel => "camelCase",
            Self::Kebab => "kebab-case",
        }
    }

    /// Whether a name is in this style. A single lower-case word is in all of them.
    ///
    /// ```
    /// use tdqs_authoring::text::identifier::NameStyle;
    ///
    /// assert!(NameStyle::Snake.fits("ship_order"));
    /// assert!(NameStyle::ALL.iter().all(|style| style.fits("ship2")));
    /// ```
    #[must_use]
    pub fn fits(self, name: &str) -> bool {
        let has_start = name.starts_with(|first: char| first.is_ascii_lowercase());
        let words = |separator: char| {
            name.split(separator).all(|word| {
                !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
            })
        };
        has_start
            && match self {
                Self::Snake => words('_'),
                Self::Camel => name.chars().all(|c| c.is_ascii_alphanumeric()),
                Self::Kebab => words('-'),
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_not_part_of_a_longer_one() {
        for (text, name, expected) in [
            ("get_invoice_v2", "get_invoice", false),
            ("get_invoice get_invoice_v2", "get_invoice", true),
            ("**id**", "id", true),
            ("provided", "id", false),
            ("a-b", "a", true),
            ("get-user.", "get-user", true),
            ("näme", "n", false),
            ("anything", "", false),
            (" ", " ", false),
            ("xa a a", "a a", true),
        ] {
            assert_eq!(is_named(text, name), expected, "{name} in {text}");
        }
    }

    #[test]
    fn styles_share_single_words_only() {
        let fitting = |name: &str| {
            NameStyle::ALL
                .into_iter()
                .filter(|style| style.fits(name))
                .map(NameStyle::as_str)
                .collect::<Vec<_>>()
        };
        assert_eq!(fitting("ship2"), ["snake_case", "camelCase", "kebab-case"]);
        assert_eq!(fitting("ship_2"), ["snake_case"]);
        assert_eq!(fitting("shipIt"), ["camelCase"]);
        assert_eq!(fitting("ship-it"), ["kebab-case"]);
        for name in
            ["", "Ship", "ship__it", "ship_", "_ship", "ship_It", "ship-it_now", "näme", "2ship", "ship.it"]
        {
            assert!(fitting(name).is_empty(), "{name}");
        }
    }

    #[test]
    fn an_identifier_stands_alone() {
        for text in ["id", "customerId", "_x", "näme", "A_1"] {
            assert!(is_identifier(text), "{text}");
        }
        for text in ["", "2", "a b", "a()", "a.b", "\"a\""] {
            assert!(!is_identifier(text), "{text}");
        }
    }
}
