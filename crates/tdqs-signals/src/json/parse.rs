//! The parser: one pass, no recursion, nothing allocated per value.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::block::BLOCK;
use super::document::{Document, Escapes, Kind, Node};
use super::key_order::{is_ascii, prefix};
use super::problem::Fault;
use super::text::{chunk, first_special, skip_plain, unescape};
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
            nodes,
            open: Vec::new(),
            problems: Vec::new(),
            discarded: Vec::new(),
            max_depth: 0,
            smooth_from: 0,
            prefixes: Vec::new(),
            keys: Vec::new(),
        };
        let end = parser.value(range.start).map_err(|fault| *fault)?;
        let Parser { nodes, problems, discarded, max_depth, .. } = parser;
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
    nodes: Vec<Node>,
    /// The containers around the current place.
    open: Vec<Open>,
    problems: Vec<Problem>,
    /// Byte ranges of the values that a later one with the same key replaced.
    discarded: Vec<Range<usize>>,
    max_depth: usize,
    /// Behind the last place where the text is not in canonical form: white space, another escape, keys out of order. A
    /// container that begins here or later is in canonical form, as far as it goes.
    smooth_from: usize,
    /// The first bytes of each key of the open objects, one object's behind the other's; [`ESCAPED`] where they are not
    /// those of the key.
    prefixes: Vec<u64>,
    /// Scratch of `repeats_a_key`.
    keys: Vec<(u64, u32)>,
}

/// Stands among the first bytes of keys for one that has an escape. No UTF-8 begins so.
const ESCAPED: u64 = u64::MAX;

/// A container whose end has not been reached.
struct Open {
    /// Its node.
    node: u32,
    /// How many entries have ended.
    count: u32,
    /// Where its keys begin among the first bytes of all.
    keys: u32,
    is_object: bool,
}

/// Boxed, because there hardly ever is one: whatever may fail gives a number else.
type Failure = Box<Fault>;

impl Parser<'_> {
    /// Reads the value that begins at or behind `at`, and says where it ends.
    fn value(&mut self, mut at: usize) -> Result<usize, Failure> {
        let bytes = self.bytes;
        let mut follows_key = false;
        loop {
            if follows_key {
                at = self.key(at)?;
            }
            match bytes.get(at) {
                Some(b'"') => at = self.string(at)?,
                Some(b'{') => {
                    self.open(Kind::Object, at);
                    at = self.skip_whitespace(at + 1);
                    follows_key = bytes.get(at) != Some(&b'}');
                    if follows_key {
                        continue;
                    }
                    at += 1;
                    self.close(at);
                }
                Some(b'[') => {
                    self.open(Kind::Array, at);
                    at = self.skip_whitespace(at + 1);
                    follows_key = false;
                    if bytes.get(at) != Some(&b']') {
                        continue;
                    }
                    at += 1;
                    self.close(at);
                }
                Some(b'-' | b'0'..=b'9') => at = self.number(at)?,
                Some(b't') => at = self.word(at, "true", Kind::Bool)?,
                Some(b'f') => at = self.word(at, "false", Kind::Bool)?,
                Some(b'n') => at = self.word(at, "null", Kind::Null)?,
                Some(b' ' | b'\n' | b'\r' | b'\t') => {
                    at = self.skip_whitespace(at);
                    follows_key = false;
                    continue;
                }
                _ => return Err(self.unexpected(at, "a JSON value").into()),
            }
            // A value has ended. Close what ends with it, or go on to the next one.
            loop {
                let Some(container) = self.open.last_mut() else { return Ok(at) };
                if container.count == Node::MAX_COUNT {
                    return Err(Fault::new(at, "more than 268,435,455 entries in one value").into());
                }
                container.count += 1;
                let in_object = container.is_object;
                at = self.skip_whitespace(at);
                match bytes.get(at) {
                    Some(b',') => {
                        at += 1;
                        follows_key = in_object;
                        break;
                    }
                    Some(b'}') if in_object => {
                        at += 1;
                        self.close(at);
                    }
                    Some(b']') if !in_object => {
                        at += 1;
                        self.close(at);
                    }
                    _ => {
                        let expected = if in_object { "`,` or `}`" } else { "`,` or `]`" };
                        return Err(self.unexpected(at, expected).into());
                    }
                }
            }
        }
    }

    fn open(&mut self, kind: Kind, start: usize) {
        self.open.push(Open {
            node: index(self.nodes.len()),
            count: 0,
            keys: index(self.prefixes.len()),
            is_object: kind == Kind::Object,
        });
        self.max_depth = self.max_depth.max(self.open.len());
        self.push(kind, start, start);
    }

    /// Ends the innermost container, whose closing bracket stands before `end`.
    fn close(&mut self, end: usize) {
        let depth = self.open.len();
        let Some(Open { node, count, keys, is_object }) = self.open.pop() else { return };
        let first = node as usize;
        let start = self.nodes[first].start as usize;
        self.nodes[first].set_count(count);
        if is_object {
            self.check_keys(first, keys as usize);
            self.prefixes.truncate(keys as usize);
        }
        let is_as_is = self.smooth_from <= start;
        if depth > MAX_DEPTH + ENVELOPE_DEPTH {
            // Whoever owns this value is refused; keeping its inside would only cost memory.
            self.nodes.truncate(first + 1);
            self.nodes[first].set(Kind::Null, 0);
            if depth == MAX_DEPTH + ENVELOPE_DEPTH + 1 {
                self.problems.push(Problem { offset: start, kind: ProblemKind::TooDeep });
            }
        }
        let size = index(self.nodes.len() - first);
        let node = &mut self.nodes[first];
        node.size = size;
        node.end = index(end);
        if is_as_is && depth <= MAX_DEPTH + ENVELOPE_DEPTH {
            node.set_as_is();
        }
    }

    /// Says that the text is not in canonical form at a place.
    fn roughen(&mut self, at: usize) {
        self.smooth_from = self.smooth_from.max(at + 1);
    }

    #[inline]
    fn skip_whitespace(&mut self, at: usize) -> usize {
        if matches!(self.bytes.get(at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.roughen(at);
            skip_whitespace(self.bytes, at)
        } else {
            at
        }
    }

    /// Reads the key that begins at or behind `at`, and its colon.
    #[inline]
    fn key(&mut self, at: usize) -> Result<usize, Failure> {
        let start = self.skip_whitespace(at);
        if self.bytes.get(start) != Some(&b'"') {
            return Err(self.unexpected(start, "a key in double quotes").into());
        }
        let end = self.string(start)?;
        let is_escaped = self.nodes.last().is_some_and(Node::is_escaped);
        self.prefixes.push(if is_escaped { ESCAPED } else { prefix(self.bytes, start + 1, end - 1) });
        let colon = self.skip_whitespace(end);
        if self.bytes.get(colon) != Some(&b':') {
            return Err(self.unexpected(colon, "`:` after the key").into());
        }
        Ok(colon + 1)
    }

    fn push(&mut self, kind: Kind, start: usize, end: usize) {
        self.nodes.push(Node::new(kind, index(start), index(end)));
    }

    fn word(&mut self, start: usize, word: &str, kind: Kind) -> Result<usize, Failure> {
        if !self.bytes[start..].starts_with(word.as_bytes()) {
            let is_cut_short = word.as_bytes().starts_with(&self.bytes[start..]);
            return Err(self.unexpected(start, "a JSON value").cut_short(is_cut_short).into());
        }
        self.push(kind, start, start + word.len());
        Ok(start + word.len())
    }

    fn number(&mut self, start: usize) -> Result<usize, Failure> {
        let mut at = start + usize::from(self.bytes[start] == b'-');
        if self.bytes.get(at) == Some(&b'0') {
            at += 1;
            if self.bytes.get(at).is_some_and(u8::is_ascii_digit) {
                return Err(Fault::new(start, "a number may not begin with 0 and another digit").into());
            }
        } else {
            at = self.digits(at)?;
        }
        if self.bytes.get(at) == Some(&b'.') {
            at = self.digits(at + 1)?;
        }
        if self.bytes.get(at).is_some_and(|byte| byte | 0x20 == b'e') {
            at += 1;
            if matches!(self.bytes.get(at), Some(b'+' | b'-')) {
                at += 1;
            }
            at = self.digits(at)?;
        }
        let literal = &self.text[start..at];
        if !number::is_in_canonical_form(literal) {
            self.roughen(start);
        }
        if number::overflows(literal) {
            let kind = ProblemKind::NumberOutOfRange { literal: literal.to_owned() };
            self.problems.push(Problem { offset: start, kind });
        }
        self.push(Kind::Number, start, at);
        Ok(at)
    }

    /// Passes over digits, at least one.
    fn digits(&self, start: usize) -> Result<usize, Failure> {
        let mut at = start;
        while self.bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        if at == start { Err(self.unexpected(start, "a digit").into()) } else { Ok(at) }
    }

    /// Reads the string that begins at `start`.
    #[inline]
    fn string(&mut self, start: usize) -> Result<usize, Failure> {
        let Some(block) = chunk(self.bytes, start + 1) else { return self.long_string(start, start + 1) };
        // Most strings are keys and short words: they end here.
        match first_special(block) {
            Some(place) if block[place] == b'"' => {
                let end = start + 2 + place;
                self.nodes.push(Node::string(Escapes::None, index(start), index(end)));
                Ok(end)
            }
            place => self.long_string(start, start + 1 + place.unwrap_or(BLOCK)),
        }
    }

    /// Reads the string that begins at `start`, whatever its length and whatever it holds. Up to `at` all of it is plain.
    #[inline(never)]
    fn long_string(&mut self, start: usize, mut at: usize) -> Result<usize, Failure> {
        let mut escapes = Escapes::None;
        loop {
            at = skip_plain(self.bytes, at);
            match self.bytes.get(at) {
                Some(b'"') => break,
                Some(b'\\') => {
                    let (end, is_canonical) = self.escape(at)?;
                    let is_canonical = is_canonical && escapes != Escapes::Other;
                    escapes = if is_canonical { Escapes::Canonical } else { Escapes::Other };
                    at = end;
                }
                Some(_) => {
                    let message = format!("{} inside a string; write it as an escape", found(self.text, at));
                    return Err(Fault::new(at, message).into());
                }
                None => {
                    let message = "the string that begins here has no closing quote";
                    return Err(Fault::new(start, message).cut_short(true).into());
                }
            }
        }
        if escapes == Escapes::Other {
            self.roughen(start);
        }
        self.nodes.push(Node::string(escapes, index(start), index(at + 1)));
        Ok(at + 1)
    }

    /// Passes over one escape, or over two that make a surrogate pair. Says whether it is one that
    /// `JSON.stringify` writes: the two-character ones, but for `\/`. Whatever `\u` stands for is better
    /// decoded.
    #[inline]
    fn escape(&mut self, start: usize) -> Result<(usize, bool), Failure> {
        match self.bytes.get(start + 1) {
            Some(found @ (b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't')) => {
                Ok((start + 2, *found != b'/'))
            }
            Some(b'u') => Ok((self.escaped_code_unit(start)?, false)),
            found => {
                let is_cut_short = found.is_none();
                Err(Fault::new(start, "no such escape in JSON").cut_short(is_cut_short).into())
            }
        }
    }

    /// Passes over one `\uXXXX`, or over two that make a surrogate pair.
    fn escaped_code_unit(&mut self, start: usize) -> Result<usize, Failure> {
        let Some(unit) = self.code_unit(start) else {
            let is_cut_short = start + 6 > self.text.len();
            let message = "`\\u` needs four hexadecimal digits";
            return Err(Fault::new(start, message).cut_short(is_cut_short).into());
        };
        let end = start + 6;
        match unit {
            0xD800..=0xDBFF if self.code_unit(end).is_some_and(|low| (0xDC00..=0xDFFF).contains(&low)) => {
                return Ok(end + 6);
            }
            0xD800..=0xDFFF => {
                let kind = ProblemKind::LoneSurrogate { code_unit: unit };
                self.problems.push(Problem { offset: start, kind });
            }
            _ => {}
        }
        Ok(end)
    }

    /// The code unit of the `\uXXXX` at `at`, if one stands there.
    fn code_unit(&self, at: usize) -> Option<u16> {
        let digits = self.bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
        digits.iter().try_fold(0, |unit, digit| {
            Some(unit * 16 + u16::try_from(char::from(*digit).to_digit(16)?).ok()?)
        })
    }

    /// Keeps each key of the object that ends the node list once: the last value, at the first place.
    #[cold]
    fn drop_repeated_keys(&mut self, object: usize) {
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

    /// Notes whether the keys of the object that ends the node list are in the order of the canonical form, and drops
    /// repeated ones. Most definitions are written by programs, so that their keys often stand in order already.
    #[inline]
    fn check_keys(&mut self, object: usize, keys: usize) {
        let prefixes = self.prefixes.get(keys..).unwrap_or_default();
        let are_in_order = prefixes.is_sorted_by(|left, right| left < right);
        let are_ascii = is_ascii(prefixes.iter().fold(0, |all, prefix| all | prefix));
        if are_in_order && (are_ascii || prefixes.len() == 1 && prefixes != [ESCAPED]) {
            return;
        }
        let have_escapes = !are_ascii && prefixes.contains(&ESCAPED);
        let may_repeat = match prefixes.len() {
            1 => false,
            2..=16 if !have_escapes => repeats_any(prefixes),
            _ => have_escapes || !are_in_order,
        };
        self.roughen(self.nodes[object].start as usize);
        if may_repeat && self.repeats_a_key(object, have_escapes) {
            self.drop_repeated_keys(object);
        }
    }

    fn repeats_a_key(&mut self, object: usize, escaped: bool) -> bool {
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

    #[cold]
    fn unexpected(&self, at: usize, expected: &str) -> Fault {
        let message = format!("expected {expected}, found {}", found(self.text, at));
        Fault::new(at, message).cut_short(at >= self.text.len())
    }
}

/// Whether one of a few numbers stands there twice.
fn repeats_any(numbers: &[u64]) -> bool {
    (1..numbers.len()).any(|later| numbers[..later].contains(&numbers[later]))
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

#[inline]
fn index(value: usize) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "offsets and counts of a text that is shorter than 4 GiB"
    )]
    let index = value as u32;
    index
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
    use proptest::prelude::*;

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

    /// Key tokens that may be those of one object: some agree in their first eight bytes, some are one key written in two
    /// ways.
    fn keys() -> impl Strategy<Value = Vec<String>> {
        let key = prop_oneof![
            "[ab]{0,2}",
            "[a-z]{1,3}",
            "properties_[ab]{0,2}",
            "[é😀]{1,3}",
            prop::sample::select(vec!["\\u0061", "a\\n", "a\\u000a", "b\\/"]).prop_map(str::to_owned),
        ];
        (0..3_usize).prop_flat_map(move |size| proptest::collection::vec(key.clone(), 0..[3, 8, 40][size]))
    }

    proptest! {
        #[test]
        fn of_each_key_the_last_value_stands_at_the_first_place(mut keys in keys(), sorts in any::<bool>()) {
            if sorts {
                keys.sort_unstable();
            }
            let entries: Vec<String> =
                keys.iter().enumerate().map(|(place, key)| format!("\"{key}\":[{place}]")).collect();
            let document = Document::parse(format!("{{{}}}", entries.join(","))).unwrap();
            let mut expected: Vec<(String, String)> = Vec::new();
            for (place, key) in keys.iter().enumerate() {
                let (key, value) = (unescape(key), format!("[{place}]"));
                match expected.iter_mut().find(|(earlier, _)| *earlier == key) {
                    Some((_, earlier)) => *earlier = value,
                    None => expected.push((key, value)),
                }
            }
            let entries = document.root().entries();
            let read: Vec<(String, String)> =
                entries.map(|(key, value)| (key.text().into_owned(), value.literal().to_owned())).collect();
            prop_assert_eq!(document.problems().len(), keys.len() - expected.len());
            prop_assert_eq!(read, expected);
        }
    }
}
