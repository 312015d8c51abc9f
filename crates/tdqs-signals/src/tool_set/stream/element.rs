//! Where does an element of an array end?
//!
//! Only brackets and strings are looked at: whoever reads the element finds out whether it is JSON.

use crate::json::skip_plain;

/// What follows an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Element {
    /// The element ends before this byte, which is the comma behind it.
    Comma(usize),
    /// The element ends before this byte, which closes the array.
    Closed(usize),
    /// The bytes end inside the element.
    CutShort,
    /// A string holds this byte, which no string may.
    Broken(usize),
}

/// What a byte outside strings does to the level.
const PLAIN: u8 = 0;
const QUOTE: u8 = 1;
const OPEN: u8 = 2;
const CLOSE: u8 = 3;
const COMMA: u8 = 4;

const CLASSES: [u8; 256] = {
    let mut classes = [PLAIN; 256];
    classes[b'"' as usize] = QUOTE;
    classes[b'{' as usize] = OPEN;
    classes[b'[' as usize] = OPEN;
    classes[b'}' as usize] = CLOSE;
    classes[b']' as usize] = CLOSE;
    classes[b',' as usize] = COMMA;
    classes
};

/// The end of the element that begins at `start`, or of the white space before it.
pub(super) fn element_end(bytes: &[u8], start: usize) -> Element {
    let mut at = start;
    let mut depth = 0_usize;
    while let Some(byte) = bytes.get(at) {
        match CLASSES[usize::from(*byte)] {
            QUOTE => {
                at = match string_end(bytes, at + 1) {
                    Ok(Some(end)) => end,
                    Ok(None) => return Element::CutShort,
                    Err(broken) => return Element::Broken(broken),
                };
                continue;
            }
            OPEN => depth += 1,
            CLOSE if depth == 0 => return Element::Closed(at),
            CLOSE => depth -= 1,
            COMMA if depth == 0 => return Element::Comma(at),
            _ => {}
        }
        at += 1;
    }
    Element::CutShort
}

/// The byte behind the closing quote of a string whose inside begins at `at`; `None` where it does not end.
pub(super) fn string_end(bytes: &[u8], at: usize) -> Result<Option<usize>, usize> {
    let mut at = at;
    loop {
        at = skip_plain(bytes, at);
        match bytes.get(at) {
            None => return Ok(None),
            Some(b'"') => return Ok(Some(at + 1)),
            Some(b'\\') => at += 2,
            Some(_) => return Err(at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_ends_at_its_own_comma_or_bracket() {
        for (text, expected) in [
            (r#"{"a":[1,2],"b":"},]"},"#, Element::Comma(21)),
            (" 1 ]", Element::Closed(3)),
            ("]", Element::Closed(0)),
            (r#""a\"," ,"#, Element::Comma(7)),
            (r#"{"a":1"#, Element::CutShort),
            (r#""a\"#, Element::CutShort),
            ("\"a\nb\",", Element::Broken(2)),
        ] {
            assert_eq!(element_end(text.as_bytes(), 0), expected, "{text}");
        }
    }
}
