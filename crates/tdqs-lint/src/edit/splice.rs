//! Putting new pieces into a text.

use std::ops::Range;

/// The text with other pieces at some places. Of pieces that overlap the first counts, and one outside of the text
/// or inside of a character is passed over.
///
/// ```
/// let text = tdqs_lint::edit::splice("[1, 22]", [(4..6, "3".to_owned()), (1..2, "0".to_owned())]);
/// assert_eq!(text, "[0, 3]");
/// ```
#[must_use]
pub fn splice(text: &str, pieces: impl IntoIterator<Item = (Range<usize>, String)>) -> String {
    let mut pieces: Vec<(Range<usize>, String)> = pieces.into_iter().collect();
    pieces.sort_by_key(|(place, _)| place.start);
    let mut out = String::with_capacity(text.len() + 256);
    let mut done = 0;
    for (place, piece) in pieces {
        // `None` when the place begins before `done`, too.
        let (Some(before), Some(_)) = (text.get(done..place.start), text.get(place.clone())) else {
            continue;
        };
        out.push_str(before);
        out.push_str(&piece);
        done = place.end;
    }
    out.push_str(text.get(done..).unwrap_or_default());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_that_do_not_fit_are_passed_over() {
        let piece = |place: Range<usize>| (place, "x".to_owned());
        assert_eq!(splice("aéb", [piece(0..1), piece(1..2), piece(3..9), piece(3..4)]), "xéx");
        assert_eq!(splice("abcd", [piece(0..2), piece(1..3)]), "xcd");
        assert_eq!(splice("", [piece(0..0)]), "x");
    }
}
