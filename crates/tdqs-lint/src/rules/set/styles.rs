//! How the words of a name are joined.

/// A way to join words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Style {
    Snake,
    Camel,
    Pascal,
    Kebab,
    Dotted,
    Slashed,
    Spaced,
    Several,
}

impl Style {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Snake => "snake_case",
            Self::Camel => "camelCase",
            Self::Pascal => "PascalCase",
            Self::Kebab => "kebab-case",
            Self::Dotted => "words.with.dots",
            Self::Slashed => "words/with/slashes",
            Self::Spaced => "words with spaces",
            Self::Several => "several ways at once",
        }
    }

    /// How a name joins its words; `None` for one word, which fits every style but [`Self::Pascal`].
    pub(super) fn of(name: &str) -> Option<Self> {
        let bytes = name.as_bytes();
        let (mut joined, mut has_hump, mut is_behind_small) = (None, false, false);
        for byte in bytes {
            let style = match byte {
                b'_' => Self::Snake,
                b'-' => Self::Kebab,
                b'.' => Self::Dotted,
                b'/' => Self::Slashed,
                b' ' => Self::Spaced,
                _ => {
                    has_hump |= is_behind_small && byte.is_ascii_uppercase();
                    is_behind_small = byte.is_ascii_lowercase();
                    continue;
                }
            };
            is_behind_small = false;
            if *joined.get_or_insert(style) != style {
                return Some(Self::Several);
            }
        }
        match (joined, has_hump) {
            (Some(style), false) => Some(style),
            (Some(_), true) => Some(Self::Several),
            (None, true) if bytes.first().is_some_and(u8::is_ascii_uppercase) => Some(Self::Pascal),
            (None, true) => Some(Self::Camel),
            (None, false) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_style_is_told_by_what_stands_between_words() {
        for (name, expected) in [
            ("get_crate", Some(Style::Snake)),
            ("get_URL", Some(Style::Snake)),
            ("getCrate", Some(Style::Camel)),
            ("GetCrate", Some(Style::Pascal)),
            ("get-crate", Some(Style::Kebab)),
            ("crate.get", Some(Style::Dotted)),
            ("crate.get_one", Some(Style::Several)),
            ("dock_getCrate", Some(Style::Several)),
            ("search", None),
            ("Search", None),
            ("", None),
        ] {
            assert_eq!(Style::of(name), expected, "{name}");
        }
    }
}
