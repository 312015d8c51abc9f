//! Headings that begin with number signs.

/// The level of the heading that a line is: one to six number signs, then white space or nothing. Indentation is
/// passed over.
pub(crate) fn heading_level(line: &str) -> Option<usize> {
    let line = line.trim_start();
    let level = line.len() - line.trim_start_matches('#').len();
    let after = line[level..].chars().next();
    ((1..=6).contains(&level) && after.is_none_or(char::is_whitespace)).then_some(level)
}

/// Whether a line makes a heading of the paragraph above it: nothing but equals signs, or nothing but hyphens.
pub(crate) fn is_underline(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && (line.chars().all(|c| c == '=') || line.chars().all(|c| c == '-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_has_up_to_six_signs_and_then_space() {
        for (line, level) in [
            ("# a", Some(1)),
            ("###### a", Some(6)),
            ("  ## a", Some(2)),
            ("##", Some(2)),
            ("####### a", None),
            ("##a", None),
            ("#1", None),
            ("a", None),
            ("", None),
        ] {
            assert_eq!(heading_level(line), level, "{line}");
        }
    }

    #[test]
    fn an_underline_is_of_one_kind() {
        for line in ["===", "---", "-", " -- "] {
            assert!(is_underline(line), "{line}");
        }
        for line in ["", "=-=", "- a", "|---|"] {
            assert!(!is_underline(line), "{line}");
        }
    }
}
