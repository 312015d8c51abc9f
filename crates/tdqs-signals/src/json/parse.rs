//! The parser: one pass, no recursion, nothing allocated per value.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::document::{Document, Escapes, Kind, Node};
use super::key_order::{is_ascii, prefix};
use super::problem::Fault;
use super::text::{first_special, skip_plain, unescape};
use super::{ENVELOPE_DEPTH, MAX_DEPTH, Problem, ProblemKind, SyntaxError, number};

impl Document {
    /// Reads a text that holds one JSON value.
    ///
    /// # Errors
    ///
    /// When the text is not JSON, with the place and what was expected there. What is JSON but needs
    /// attention is not an error here; see [`problems`](Self::problems).
    pub fn parse(text: impl Into<Arc<str>>) -> Result<Self, SyntaxError> {
        let text = text.into();
        Self::parse_prefix(Arc::clone(&text), 0..text.len())
            .and_then(|document| Self::expect_end(&text, document.end).map(|()| document))
            .map_err(|fault| fault.in_text(&text))
    }

    /// Reads the one value that starts in `range` of a shared text and says where it ends.
    pub(crate) fn parse_prefix(text: Arc<str>, range: Range<usize>) -> Result<Self, Fault> {
        // Real definitions have a value every ten bytes or so. Bounded, because whoever looks for a
        // value in a long text starts here often and mostly in vain.
        let nodes = Vec::with_capacity((range.len() / 10 + 4).min(1 << 12));
        let mut document = Self::parse_into(nodes, text, range)?;
        if document.nodes.len() < document.nodes.capacity() / 2 {
            document.nodes.shrink_to_fit();
        }
        Ok(document)
    }

    /// Like [`parse_prefix`](Self::parse_prefix), in memory that an earlier document has left.
    pub(crate) fn parse_again(spare: Spare, text: Arc<str>, range: Range<usize>) -> Result<Self, Fault> {
        let Spare(mut nodes) = spare;
        nodes.clear();
        Self::parse_into(nodes, text, range)
    }

    /// What can be used again once nobody looks at the document any more.
    pub(crate) fn into_spare(self) -> Spare {
        Spare(self.nodes)
    }

    fn parse_into(nodes: Vec<Node>, text: Arc<str>, range: Range<usize>) -> Result<Self, Fault> {
        if u32::try_from(text.len()).is_err() {
            return Err(Fault::new(0, "the text is larger than 4 GiB; give it in parts, as JSON Lines"));
        }
        let mut parser = Parser {
            text: &text[..range.end],
            bytes: &text.as_bytes()[..range.end],
            at: range.start,
            nodes,
            open: Vec::new(),
            problems: Vec::new(),
            discarded: Vec::new(),
            max_depth: 0,
            rough: None,
            keys: Vec::new(),
        };
        parser.value()?;
        let Parser { at: end, nodes, problems, discarded, max_depth, .. } = parser;
        let problems = in_kept_values(problems, discarded);
        Ok(Self { text, nodes, problems, max_depth, end })
    }

    /// Checks that only white space follows byte `end` of a text.
    pub(crate) fn expect_end(text: &str, end: usize) -> Result<(), Fault> {
        let offset = skip_whitespace(text.as_bytes(), end);
        if offset == text.len() {
            return Ok(());
        }
        let message = format!("{} after the end of the JSON value", found(text, offset));
        Err(Fault::new(offset, message))
    }
}

/// Memory of a document that was let go.
#[derive(Debug, Default)]
pub(crate) struct Spare(Vec<Node>);

impl Spare {
    /// Makes room for a document that is known to have about so many bytes.
    pub(crate) fn make_room(&mut self, bytes: usize) {
        self.0.clear();
        self.0.reserve(bytes / 12 + 4);
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.capacity() == 0
    }
}

struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    nodes: Vec<Node>,
    /// Node indices of the containers around the current place.
    open: Vec<u32>,
    problems: Vec<Problem>,
    /// Byte ranges of the values that a later one with the same key replaced.
    discarded: Vec<Range<usize>>,
    max_depth: usize,
    /// The last place where the text is not in canonical form: white space, another escape, keys out of order. A
    /// container that begins behind it is in canonical form, as far as it goes.
    rough: Option<usize>,
    /// Scratch of `repeated_keys`.
    keys: Vec<(u64, u32)>,
}

impl Parser<'_> {
    fn value(&mut self) -> Result<(), Fault> {
        loop {
            self.skip_whitespace();
            let start = self.at;
            match self.bytes.get(self.at) {
                Some(b'{') => {
                    self.open(Kind::Object);
                    if self.next_is(b'}') {
                        self.close();
                    } else {
                        self.key()?;
                        continue;
                    }
                }
                Some(b'[') => {
                    self.open(Kind::Array);
                    if self.next_is(b']') {
                        self.close();
                    } else {
                        continue;
                    }
                }
                Some(b'"') => self.string()?,
                Some(b'-' | b'0'..=b'9') => self.number()?,
                Some(b't') => self.word("true", Kind::Bool)?,
                Some(b'f') => self.word("false", Kind::Bool)?,
                Some(b'n') => self.word("null", Kind::Null)?,
                _ => return Err(self.unexpected(start, "a JSON value")),
            }
            // A value has ended. Close what ends with it, or go on to the next one.
            loop {
                let Some(container) = self.open.last().map(|at| &mut self.nodes[*at as usize]) else {
                    return Ok(());
                };
                if !container.count_one() {
                    return Err(Fault::new(self.at, "more than 268,435,455 entries in one value"));
                }
                let in_object = container.kind() == Kind::Object;
                self.skip_whitespace();
                match self.bytes.get(self.at) {
                    Some(b',') => {
                        self.at += 1;
                        if in_object {
                            self.key()?;
                        }
                        break;
                    }
                    Some(b'}') if in_object => {
                        self.at += 1;
                        self.close();
                    }
                    Some(b']') if !in_object => {
                        self.at += 1;
                        self.close();
                    }
                    _ => {
                        let expected = if in_object { "`,` or `}`" } else { "`,` or `]`" };
                        return Err(self.unexpected(self.at, expected));
                    }
                }
            }
        }
    }

    fn open(&mut self, kind: Kind) {
        self.open.push(index(self.nodes.len()));
        self.max_depth = self.max_depth.max(self.open.len());
        self.push(kind, self.at);
        self.at += 1;
    }

    /// Ends the innermost container, whose closing bracket has just been passed.
    fn close(&mut self) {
        let depth = self.open.len();
        let Some(at) = self.open.pop() else { return };
        let first = at as usize;
        if self.nodes[first].kind() == Kind::Object && self.nodes[first].count() > 0 {
            self.drop_repeated_keys(first);
        }
        let is_as_is = self.rough.is_none_or(|rough| rough < self.nodes[first].start as usize);
        if depth > MAX_DEPTH + ENVELOPE_DEPTH {
            // Whoever owns this value is refused; keeping its inside would only cost memory.
            self.nodes.truncate(first + 1);
            self.nodes[first].set(Kind::Null, 0);
            if depth == MAX_DEPTH + ENVELOPE_DEPTH + 1 {
                let offset = self.nodes[first].start as usize;
                self.problems.push(Problem { offset, kind: ProblemKind::TooDeep });
            }
        }
        let size = index(self.nodes.len() - first);
        let node = &mut self.nodes[first];
        node.size = size;
        node.end = index(self.at);
        if is_as_is && depth <= MAX_DEPTH + ENVELOPE_DEPTH {
            node.set_as_is();
        }
    }

    #[inline]
    fn skip_whitespace(&mut self) {
        if matches!(self.bytes.get(self.at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.rough = Some(self.at);
            self.at = skip_whitespace(self.bytes, self.at);
        }
    }

    fn next_is(&mut self, bracket: u8) -> bool {
        self.skip_whitespace();
        let found = self.bytes.get(self.at) == Some(&bracket);
        self.at += usize::from(found);
        found
    }

    fn key(&mut self) -> Result<(), Fault> {
        self.skip_whitespace();
        if self.bytes.get(self.at) != Some(&b'"') {
            return Err(self.unexpected(self.at, "a key in double quotes"));
        }
        self.string()?;
        self.skip_whitespace();
        if self.bytes.get(self.at) != Some(&b':') {
            return Err(self.unexpected(self.at, "`:` after the key"));
        }
        self.at += 1;
        Ok(())
    }

    fn push(&mut self, kind: Kind, start: usize) {
        self.nodes.push(Node::new(kind, index(start), index(self.at)));
    }

    fn word(&mut self, word: &str, kind: Kind) -> Result<(), Fault> {
        let start = self.at;
        if !self.bytes[start..].starts_with(word.as_bytes()) {
            let is_cut_short = word.as_bytes().starts_with(&self.bytes[start..]);
            return Err(self.unexpected(start, "a JSON value").cut_short(is_cut_short));
        }
        self.at += word.len();
        self.push(kind, start);
        Ok(())
    }

    fn number(&mut self) -> Result<(), Fault> {
        let start = self.at;
        self.at += usize::from(self.bytes[self.at] == b'-');
        if self.bytes.get(self.at) == Some(&b'0') {
            self.at += 1;
            if self.bytes.get(self.at).is_some_and(u8::is_ascii_digit) {
                return Err(Fault::new(start, "a number may not begin with 0 and another digit"));
            }
        } else {
            self.digits()?;
        }
        if self.bytes.get(self.at) == Some(&b'.') {
            self.at += 1;
            self.digits()?;
        }
        if self.bytes.get(self.at).is_some_and(|byte| byte | 0x20 == b'e') {
            self.at += 1;
            if matches!(self.bytes.get(self.at), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        let literal = &self.text[start..self.at];
        if !number::is_in_canonical_form(literal) {
            self.rough = Some(start);
        }
        if number::overflows(literal) {
            let kind = ProblemKind::NumberOutOfRange { literal: literal.to_owned() };
            self.problems.push(Problem { offset: start, kind });
        }
        self.push(Kind::Number, start);
        Ok(())
    }

    fn digits(&mut self) -> Result<(), Fault> {
        let start = self.at;
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        if self.at == start { Err(self.unexpected(start, "a digit")) } else { Ok(()) }
    }

    #[inline]
    fn string(&mut self) -> Result<(), Fault> {
        let start = self.at;
        let mut at = start + 1;
        let mut escapes = Escapes::None;
        loop {
            // Most strings are keys and short words: they end here.
            let chunk = self.bytes.get(at..at + 8).and_then(|chunk| <[u8; 8]>::try_from(chunk).ok());
            match chunk.and_then(first_special) {
                Some(place) => at += place,
                None => at = skip_plain(self.bytes, at),
            }
            match self.bytes.get(at) {
                Some(b'"') => break,
                Some(b'\\') => {
                    self.at = at;
                    let is_canonical = self.escape()? && escapes != Escapes::Other;
                    escapes = if is_canonical { Escapes::Canonical } else { Escapes::Other };
                    at = self.at;
                }
                Some(_) => {
                    let message = format!("{} inside a string; write it as an escape", found(self.text, at));
                    return Err(Fault::new(at, message));
                }
                None => {
                    let message = "the string that begins here has no closing quote";
                    return Err(Fault::new(start, message).cut_short(true));
                }
            }
        }
        if escapes == Escapes::Other {
            self.rough = Some(start);
        }
        self.at = at + 1;
        self.nodes.push(Node::string(escapes, index(start), index(self.at)));
        Ok(())
    }

    /// Passes over one escape, or over two that make a surrogate pair. Says whether it is one that
    /// `JSON.stringify` writes: the two-character ones, but for `\/`. Whatever `\u` stands for is better
    /// decoded.
    fn escape(&mut self) -> Result<bool, Fault> {
        let start = self.at;
        match self.bytes.get(start + 1) {
            Some(found @ (b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't')) => {
                self.at += 2;
                return Ok(*found != b'/');
            }
            Some(b'u') => {}
            found => {
                let is_cut_short = found.is_none();
                return Err(Fault::new(start, "no such escape in JSON").cut_short(is_cut_short));
            }
        }
        let Some(unit) = self.code_unit(start) else {
            let is_cut_short = start + 6 > self.text.len();
            let message = "`\\u` needs four hexadecimal digits";
            return Err(Fault::new(start, message).cut_short(is_cut_short));
        };
        self.at += 6;
        match unit {
            0xD800..=0xDBFF
                if self.code_unit(self.at).is_some_and(|low| (0xDC00..=0xDFFF).contains(&low)) =>
            {
                self.at += 6;
            }
            0xD800..=0xDFFF => {
                let kind = ProblemKind::LoneSurrogate { code_unit: unit };
                self.problems.push(Problem { offset: start, kind });
            }
            _ => {}
        }
        Ok(false)
    }

    /// The code unit of the `\uXXXX` at `at`, if one stands there.
    fn code_unit(&self, at: usize) -> Option<u16> {
        let digits = self.bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
        digits.iter().try_fold(0, |unit, digit| {
            Some(unit * 16 + u16::try_from(char::from(*digit).to_digit(16)?).ok()?)
        })
    }

    /// Keeps each key of the object that ends the node list once: the last value, at the first place.
    fn drop_repeated_keys(&mut self, object: usize) {
        if !self.has_repeated_key(object) {
            return;
        }
        let mut entries: Vec<Range<usize>> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut at = object + 1;
        while at < self.nodes.len() {
            let key_node = self.nodes[at];
            let value = at + 1;
            let end = value + self.nodes[value].size as usize;
            let key = unescape(&self.text[key_node.start as usize + 1..key_node.end as usize - 1]);
            if let Some(place) = places.get(&key) {
                let earlier = self.nodes[entries[*place].start + 1];
                self.discarded.push(earlier.start as usize..earlier.end as usize);
                entries[*place] = at..end;
                let kind = ProblemKind::RepeatedKey { key };
                self.problems.push(Problem { offset: key_node.start as usize, kind });
            } else {
                places.insert(key, entries.len());
                entries.push(at..end);
            }
            at = end;
        }
        let kept: Vec<Node> =
            entries.iter().flat_map(|range| self.nodes[range.clone()].iter().copied()).collect();
        self.nodes.truncate(object + 1);
        self.nodes.extend(kept);
        self.nodes[object].set(Kind::Object, index(entries.len()));
    }

    /// Looks at the first eight bytes of each key, and at whole keys only where those agree. Most
    /// definitions are written by programs, so that their keys often stand in order already.
    fn has_repeated_key(&mut self, object: usize) -> bool {
        if self.nodes[object].count() == 1 {
            let key = self.nodes[object + 1];
            if key.is_escaped() {
                self.rough = Some(self.nodes[object].start as usize).max(self.rough);
            }
            return false;
        }
        let (mut escaped, mut in_order, mut by_bytes, mut last) = (false, true, true, None);
        // Enough for most objects; those are done when no two of these are the same.
        let mut prefixes = [0_u64; 16];
        let mut at = object + 1;
        let mut count = 0;
        while at < self.nodes.len() {
            let key = self.nodes[at];
            escaped |= key.is_escaped();
            let prefix = prefix(self.bytes, key.start as usize + 1, key.end as usize - 1);
            in_order &= last < Some(prefix);
            by_bytes &= is_ascii(prefix);
            last = Some(prefix);
            if let Some(place) = prefixes.get_mut(count) {
                *place = prefix;
            }
            count += 1;
            at += 1 + self.nodes[at + 1].size as usize;
        }
        if escaped || !by_bytes || !in_order {
            self.rough = Some(self.nodes[object].start as usize).max(self.rough);
        }
        if !escaped {
            let differ = |prefixes: &[u64]| {
                (1..prefixes.len()).all(|later| !prefixes[..later].contains(&prefixes[later]))
            };
            if in_order || prefixes.get(..count).is_some_and(differ) {
                return false;
            }
        }
        self.gather_keys(object);
        if escaped {
            let (text, nodes) = (self.text, &self.nodes);
            let inside = |at: u32| {
                let key = nodes[at as usize];
                unescape(&text[key.start as usize + 1..key.end as usize - 1])
            };
            let mut keys: Vec<String> = self.keys.iter().map(|(_, at)| inside(*at)).collect();
            keys.sort_unstable();
            return keys.windows(2).any(|pair| pair[0] == pair[1]);
        }
        let (bytes, nodes) = (self.bytes, &self.nodes);
        let inside = |at: u32| {
            let key = nodes[at as usize];
            &bytes[key.start as usize + 1..key.end as usize - 1]
        };
        if self.keys.len() > 16 {
            self.keys.sort_unstable_by(|left, right| {
                left.0.cmp(&right.0).then_with(|| inside(left.1).cmp(inside(right.1)))
            });
            return self
                .keys
                .windows(2)
                .any(|pair| pair[0].0 == pair[1].0 && inside(pair[0].1) == inside(pair[1].1));
        }
        (1..self.keys.len()).any(|later| {
            let (prefix, at) = self.keys[later];
            self.keys[..later].iter().any(|earlier| earlier.0 == prefix && inside(earlier.1) == inside(at))
        })
    }

    /// Lists the keys of an object with their first bytes.
    fn gather_keys(&mut self, object: usize) {
        self.keys.clear();
        let mut at = object + 1;
        while at < self.nodes.len() {
            let key = self.nodes[at];
            let prefix = prefix(self.bytes, key.start as usize + 1, key.end as usize - 1);
            self.keys.push((prefix, index(at)));
            at += 1 + self.nodes[at + 1].size as usize;
        }
    }

    fn unexpected(&self, at: usize, expected: &str) -> Fault {
        let message = format!("expected {expected}, found {}", found(self.text, at));
        Fault::new(at, message).cut_short(at >= self.text.len())
    }
}

/// The problems in the order of the text, without those of values that were discarded.
fn in_kept_values(mut problems: Vec<Problem>, mut discarded: Vec<Range<usize>>) -> Vec<Problem> {
    // Repeated keys are found when their object ends, after what stands inside it.
    problems.sort_by_key(|problem| problem.offset);
    discarded.sort_unstable_by_key(|range| range.start);
    let mut next = discarded.into_iter().peekable();
    let mut end = 0;
    problems.retain(|problem| {
        while let Some(range) = next.next_if(|range| range.start <= problem.offset) {
            end = range.end.max(end);
        }
        problem.offset >= end
    });
    problems
}

/// Offsets and node counts fit: the text was checked to be shorter than 4 GiB.
fn index(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// What stands at `at`, for a message.
fn found(text: &str, at: usize) -> String {
    match text.get(at..).and_then(|rest| rest.chars().next()) {
        None => "the end of the input".to_owned(),
        Some('\u{feff}') => "a byte order mark (U+FEFF)".to_owned(),
        Some(character) if character.is_control() || (character.is_whitespace() && character != ' ') => {
            format!("the character U+{:04X}", u32::from(character))
        }
        Some(character) => format!("`{character}`"),
    }
}

fn skip_whitespace(bytes: &[u8], mut at: usize) -> usize {
    while matches!(bytes.get(at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Document::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn broken_json_is_refused_with_its_place() {
        for (text, expected) in [
            ("", "line 1, column 1: expected a JSON value, found the end of the input"),
            ("{'a':1}", "line 1, column 2: expected a key in double quotes, found `'`"),
            ("[1,\n 01]", "line 2, column 2: a number may not begin with 0 and another digit"),
            ("[+1]", "line 1, column 2: expected a JSON value, found `+`"),
            ("[.5]", "line 1, column 2: expected a JSON value, found `.`"),
            ("[1.]", "line 1, column 4: expected a digit, found `]`"),
            ("[NaN]", "line 1, column 2: expected a JSON value, found `N`"),
            ("[-Infinity]", "line 1, column 3: expected a digit, found `I`"),
            ("[0x1]", "line 1, column 3: expected `,` or `]`, found `x`"),
            ("\"a\tb\"", "line 1, column 3: the character U+0009 inside a string; write it as an escape"),
            (r#""\x41""#, "line 1, column 2: no such escape in JSON"),
            (r#""\u12G4""#, "line 1, column 2: `\\u` needs four hexadecimal digits"),
            ("\"abc", "line 1, column 1: the string that begins here has no closing quote"),
            ("{\u{a0}}", "line 1, column 2: expected a key in double quotes, found the character U+00A0"),
            ("{} x", "line 1, column 4: `x` after the end of the JSON value"),
            ("[1 2]", "line 1, column 4: expected `,` or `]`, found `2`"),
            ("{\"a\" 1}", "line 1, column 6: expected `:` after the key, found `1`"),
            ("tru", "line 1, column 1: expected a JSON value, found `t`"),
        ] {
            assert_eq!(error(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_hundred_thousand_levels_are_read_and_dropped_without_recursion() {
        let text = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        let document = Document::parse(text).unwrap();
        assert_eq!(document.max_depth(), 100_000);
        assert!(document.problems().iter().all(|problem| problem.kind == ProblemKind::TooDeep));
        assert_eq!(document.root().depth(), MAX_DEPTH + ENVELOPE_DEPTH);
        drop(document);
    }
}
