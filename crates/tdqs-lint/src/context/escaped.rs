//! From a place in a decoded text back to the bytes of the string token it was read from.

use std::ops::Range;

/// The byte range, within the raw inside of a string token, of a byte range of the text it stands for. A range that
/// begins or ends inside a character is widened to all of it.
pub(super) fn raw_range(inside: &str, decoded: &Range<usize>) -> Range<usize> {
    if !inside.contains('\\') {
        return decoded.start.min(inside.len())..decoded.end.min(inside.len());
    }
    let (mut raw, mut at) = (0, 0);
    let (mut start, mut end) = (None, inside.len());
    while let Some(rest) = inside.get(raw..) {
        // Up to the next escape every byte stands for itself.
        let plain = memchr::memchr(b'\\', rest.as_bytes()).unwrap_or(rest.len());
        if start.is_none() && decoded.start < at + plain {
            start = Some(inside.floor_char_boundary(raw + decoded.start.saturating_sub(at)));
        }
        if decoded.end <= at + plain {
            end = inside.ceil_char_boundary(raw + decoded.end.saturating_sub(at));
            break;
        }
        (raw, at) = (raw + plain, at + plain);
        let Some((length, stands_for)) = inside.get(raw..).and_then(escape) else { break };
        if at + stands_for > decoded.start {
            start.get_or_insert(raw);
        }
        (raw, at) = (raw + length, at + stands_for);
    }
    start.unwrap_or(end).min(end)..end
}

/// The bytes of the escape that a text begins with, and of the character it stands for; `None` at the end.
fn escape(text: &str) -> Option<(usize, usize)> {
    if text.is_empty() {
        return None;
    }
    let code_unit = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
        u16::from_str_radix(digits, 16).ok()
    };
    let Some(unit) = code_unit(0) else { return Some((2.min(text.len()), 1)) };
    match (unit, code_unit(6)) {
        (0xD800..=0xDBFF, Some(0xDC00..=0xDFFF)) => Some((12, 4)),
        // Half a pair is read as U+FFFD.
        _ => Some((6, char::from_u32(u32::from(unit)).unwrap_or(char::REPLACEMENT_CHARACTER).len_utf8())),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tdqs_signals::json::Document;

    use super::*;

    fn decoded(inside: &str) -> String {
        let document = Document::parse(format!("\"{inside}\"")).unwrap();
        document.root().as_str().unwrap().into_owned()
    }

    #[test]
    fn an_escape_is_taken_as_a_whole() {
        let inside = r"a\nb\u00e9c\ud83d\ude00d\ud800e";
        let text = decoded(inside);
        for (part, raw) in
            [("a", "a"), ("\n", r"\n"), ("é", r"\u00e9"), ("😀", r"\ud83d\ude00"), ("\u{fffd}", r"\ud800")]
        {
            let start = text.find(part).unwrap();
            assert_eq!(&inside[raw_range(inside, &(start..start + part.len()))], raw, "{part:?}");
        }
        assert_eq!(raw_range(inside, &(0..text.len())), 0..inside.len());
        assert_eq!(raw_range(inside, &(text.len()..text.len())), inside.len()..inside.len());
    }

    proptest! {
        /// A piece of the token, read by itself, is the piece of the text.
        #[test]
        fn the_raw_range_stands_for_the_decoded_one(
            pieces in proptest::collection::vec(
                prop_oneof![
                    Just(r"\n"), Just(r"\u00e9"), Just(r"\ud83d\ude00"), Just(r"\ud800"), Just(r"\\"), Just(r#"\""#),
                    Just("x"), Just("é"), Just("😀"), Just(r"\/"), Just(r"\u0041")
                ],
                0..12
            ),
            from in 0..14_usize,
            to in 0..14_usize,
        ) {
            let inside: String = pieces.concat();
            let text = decoded(&inside);
            let places: Vec<usize> =
                text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            let place = |number: usize| places[number.min(places.len() - 1)];
            let range = place(from.min(to))..place(from.max(to));
            let raw = raw_range(&inside, &range);
            prop_assert_eq!(decoded(&inside[raw]), &text[range]);
        }
    }
}
