//! A score, the evidence for it, and what the next point takes.

use std::fmt::Write;

use tdqs_rubric::{Justified, Score};

use crate::text::quoted;

/// Joins whole sentences of evidence and, unless the score is the highest, an instruction for the next
/// point: `next` continues "For a 4, …" and ends without a full stop.
pub(crate) fn justified(score: i32, evidence: impl Into<String>, next: impl AsRef<str>) -> Justified {
    let score = Score::clamped(score);
    let mut justification = evidence.into();
    if let (Some(higher), false) = (score.next(), next.as_ref().is_empty()) {
        _ = write!(justification, " For a {higher}, {}.", next.as_ref());
    }
    Justified { score, justification }
}

/// "a", "a and b", "a, b and c".
pub(crate) fn listed<S: AsRef<str>>(parts: &[S]) -> String {
    joined(parts, "and")
}

/// "a", "a or b", "a, b or c".
pub(crate) fn either<S: AsRef<str>>(parts: &[S]) -> String {
    joined(parts, "or")
}

/// The first few quoted names of several, with how many more there are.
pub(crate) fn first_of<S: AsRef<str>>(names: &[S], most: usize) -> String {
    let mut parts: Vec<String> = names.iter().take(most).map(|name| quoted(name.as_ref())).collect();
    if names.len() > most {
        parts.push(format!("{} more", names.len() - most));
    }
    listed(&parts)
}

fn joined<S: AsRef<str>>(parts: &[S], conjunction: &str) -> String {
    match parts {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [rest @ .., last] => {
            let rest: Vec<&str> = rest.iter().map(AsRef::as_ref).collect();
            format!("{} {conjunction} {}", rest.join(", "), last.as_ref())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_names_the_next_score_and_ends_at_the_highest() {
        assert_eq!(justified(3, "Short.", "say more").justification, "Short. For a 4, say more.");
        assert_eq!(justified(5, "Good.", "say more").justification, "Good.");
    }

    #[test]
    fn lists_read_as_english() {
        assert_eq!(listed(&["a", "b", "c"]), "a, b and c");
        assert_eq!(either(&["a", "b"]), "a or b");
        assert_eq!(first_of(&["a", "b", "c"], 2), "\"a\", \"b\" and 1 more");
        assert_eq!(first_of(&["a", "b"], 2), "\"a\" and \"b\"");
        assert_eq!(listed::<&str>(&[]), "");
    }
}
