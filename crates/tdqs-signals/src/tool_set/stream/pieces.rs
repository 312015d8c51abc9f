//! Where may an input be cut?

use std::io::{ErrorKind, Read};
use std::sync::Arc;

use super::StreamError;
use super::element::{Element, element_end, string_end};
use super::piece::{Content, Page, Piece, Text};
use crate::json::Document;
use crate::tool_set::read::{Place, server_name_of};

/// How much is held at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sizes {
    /// Bytes a piece should have: enough that a thread is busy for a while, and few enough for the caches.
    pub piece: usize,
    /// Bytes of one document from which on a list in it is read in pieces.
    pub document: usize,
}

impl Default for Sizes {
    fn default() -> Self {
        Self { piece: 256 << 10, document: 8 << 20 }
    }
}

impl Sizes {
    /// The same with another size from which on a document is read in pieces.
    #[must_use]
    pub const fn with_document(self, document: usize) -> Self {
        Self { document, ..self }
    }

    /// The same with another size of pieces.
    #[must_use]
    pub const fn with_piece(self, piece: usize) -> Self {
        Self { piece, ..self }
    }
}

const CONTROL_CHARACTER: &str = "a string holds a control character, such as a line end";

/// Cuts an input into pieces that can be read by themselves.
#[derive(Debug)]
pub struct Pieces<R> {
    input: R,
    sizes: Sizes,
    /// What was read of the input and is not in a piece yet lies from `start` to `end`.
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    at_end: bool,
    /// Of the byte at `start`.
    place: Place,
    within: Within,
    /// Before this byte of the input no document of several lines begins: one was tried and failed there.
    several_lines_from: u64,
    /// A line was refused; what follows is passed over up to a line that opens a value.
    skips: bool,
}

/// What the next byte lies in.
#[derive(Debug)]
enum Within {
    /// Nothing: a document follows.
    Input,
    /// A list that is read in pieces, and whether a comma was read after its last element.
    List { page: Option<Page>, after_comma: bool },
    /// What follows the list: of the page, or in the line.
    Rest { page: Option<Page> },
}

impl<R: Read> Pieces<R> {
    /// A buffer of so many pieces is larger than most inputs ever need.
    const LARGE: usize = 16;

    /// Reads from `input`, in large blocks: it needs no buffer of its own.
    pub fn new(input: R, sizes: Sizes) -> Self {
        Self {
            input,
            sizes: Sizes { piece: sizes.piece.max(1), document: sizes.document.max(1) },
            buffer: Vec::new(),
            start: 0,
            end: 0,
            at_end: false,
            place: Place::default(),
            within: Within::Input,
            several_lines_from: 0,
            skips: false,
        }
    }

    /// The next piece; `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// When the input cannot be read, or a list ends in a way that no JSON does. There are no pieces after it.
    #[expect(clippy::should_implement_trait, reason = "an iterator cannot fail once and be over")]
    pub fn next(&mut self) -> Result<Option<Piece>, StreamError> {
        loop {
            let piece = match std::mem::replace(&mut self.within, Within::Input) {
                Within::Input => {
                    self.skip_gap()?;
                    if self.rest().is_empty() {
                        return Ok(None);
                    }
                    match self.lines()? {
                        (_, 0) => self.document()?,
                        (lines, length) => Some(self.take_lines(lines, length)),
                    }
                }
                Within::List { page, after_comma } => self.elements(page, after_comma)?,
                Within::Rest { page } => self.after_list(page)?,
            };
            if piece.is_some() {
                return Ok(piece);
            }
        }
    }

    fn rest(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Reads until at least `wanted` bytes are there, or the input ends.
    fn fill(&mut self, wanted: usize) -> Result<(), StreamError> {
        if self.at_end || self.rest().len() >= wanted {
            return Ok(());
        }
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        // One block more than what is wanted: the next piece is asked for soon.
        let size = wanted + self.sizes.piece;
        if self.buffer.len() < size {
            self.buffer.resize(size, 0);
        }
        while self.end < wanted && !self.at_end {
            match self.input.read(&mut self.buffer[self.end..size]) {
                Ok(read) => {
                    self.end += read;
                    self.at_end = read == 0;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Reads more than there is; `false` when there is no more.
    fn fill_more(&mut self) -> Result<bool, StreamError> {
        let before = self.rest().len();
        self.fill((2 * before).max(self.sizes.piece))?;
        Ok(self.rest().len() > before)
    }

    fn skip(&mut self, length: usize) {
        self.place = self.place.after(&self.buffer[self.start..self.start + length]);
        self.start += length;
    }

    fn take(&mut self, length: usize, content: Content) -> Piece {
        let after = self.place.after(&self.rest()[..length]);
        self.take_up_to(after, length, content)
    }

    /// Takes lines of which the last one may be without a line end.
    fn take_lines(&mut self, lines: usize, length: usize) -> Piece {
        if self.rest()[..length].ends_with(b"\n") {
            self.take_up_to(self.place.after_lines(lines, length), length, Content::Lines)
        } else {
            self.take(length, Content::Lines)
        }
    }

    fn take_up_to(&mut self, after: Place, length: usize, content: Content) -> Piece {
        let place = std::mem::replace(&mut self.place, after);
        let text = Text::of(&self.rest()[..length]);
        self.start += length;
        self.let_go();
        Piece { text, place, content }
    }

    /// Gives back the memory that a long line or document took, while somebody reads the copy of it.
    fn let_go(&mut self) {
        let is_large = self.buffer.len() >= Self::LARGE * self.sizes.piece;
        if is_large && self.rest().len() <= self.sizes.piece {
            self.buffer = self.rest().to_vec();
            self.start = 0;
            self.end = self.buffer.len();
        }
    }

    /// Passes over white space and byte order marks, and over what follows a refused line.
    fn skip_gap(&mut self) -> Result<(), StreamError> {
        loop {
            self.fill(3)?;
            let rest = self.rest();
            let length = if self.skips {
                if self.place.characters == 0 && matches!(rest.first(), Some(b'{' | b'[')) {
                    self.skips = false;
                    return Ok(());
                }
                rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |newline| newline + 1)
            } else if rest.starts_with("\u{feff}".as_bytes()) {
                3
            } else {
                rest.iter().position(|byte| !is_whitespace(*byte)).unwrap_or(rest.len())
            };
            if length == 0 {
                return Ok(());
            }
            self.skip(length);
        }
    }

    /// How many lines at the start hold whole documents, and their length, told without reading them.
    ///
    /// A line that opens a value, ends with the bracket that closes such a one and is followed by another line that
    /// opens one does not go on there: behind a closing bracket that is not the last one must come a comma or
    /// another bracket.
    fn lines(&mut self) -> Result<(usize, usize), StreamError> {
        if self.place.characters != 0 {
            return Ok((0, 0));
        }
        self.fill(self.sizes.piece)?;
        loop {
            let rest = self.rest();
            let (mut lines, mut whole, mut is_cut_short) = (0, 0, false);
            while whole < self.sizes.piece {
                match whole_line(&rest[whole..], self.at_end) {
                    Line::Whole(length) => {
                        lines += 1;
                        whole += length;
                    }
                    Line::Doubtful => break,
                    Line::CutShort => {
                        is_cut_short = true;
                        break;
                    }
                }
            }
            // A long line is read to its end, unless it is a list that can be read in pieces.
            let may_grow = is_cut_short && whole == 0 && (rest.len() < self.sizes.document || !is_list(rest));
            if !may_grow || !self.fill_more()? {
                return Ok((lines, whole));
            }
        }
    }

    /// One document that has to be read to know where it ends, or a line that is none.
    fn document(&mut self) -> Result<Option<Piece>, StreamError> {
        let begin = self.place.offset;
        let line = self.line_end(0, self.sizes.document)?;
        let mut window = line;
        let has_end = self.rest()[..line].ends_with(b"\n");
        if !has_end && begin >= self.several_lines_from && self.opens_list(window.min(self.sizes.document)) {
            return Ok(None);
        }
        let fault = loop {
            let mut fault = match self.parse(window) {
                Ok(end) => {
                    let length = self.line_end(end, usize::MAX)?;
                    match self.rest()[end..length].iter().position(|byte| !is_whitespace(*byte)) {
                        None => return Ok(Some(self.take(length, Content::Lines))),
                        Some(byte) => Tried { offset: end + byte, is_cut_short: false },
                    }
                }
                Err(fault) => fault,
            };
            if !fault.is_cut_short || begin < self.several_lines_from {
                break fault;
            }
            if window >= self.sizes.document && self.opens_list(window) {
                return Ok(None);
            }
            if window == self.rest().len() && !self.fill_more()? {
                fault.offset = window;
                break fault;
            }
            // Small steps first: most documents are small, and each step copies.
            window = (2 * window).max(4 << 10).min(self.rest().len());
        };
        if begin >= self.several_lines_from {
            // One element of a list is wrong, and the others are not.
            if self.is_in_one_element(fault.offset)? && self.opens_list(fault.offset) {
                return Ok(None);
            }
            self.several_lines_from = begin + fault.offset as u64;
        }
        // Whoever reads the line finds a fault in it and says so. Of a line without an end in sight that is as much
        // as the fault was found in.
        let window = window.max(fault.offset + 4).min(self.rest().len());
        let newline = memchr::memchr(b'\n', &self.rest()[..window]);
        let length = newline.map_or(whole_characters(&self.rest()[..window]), |newline| newline + 1);
        self.skips = true;
        Ok(Some(self.take(length.max(1), Content::Lines)))
    }

    /// Whether a byte that is wrong lies in an element of a list, laid out over lines, that ends before another document
    /// could begin. The line before it ends with a comma, as none does that holds a whole document.
    fn is_in_one_element(&mut self, offset: usize) -> Result<bool, StreamError> {
        let before = self.rest().get(..offset).unwrap_or_default();
        let lines = memchr::memrchr(b'\n', before).and_then(|newline| before.get(..newline));
        let is_behind_comma = lines.is_some_and(|lines| lines.trim_ascii_end().ends_with(b","));
        let Some((list, _)) = open_list(before).filter(|_| is_behind_comma) else { return Ok(false) };
        let enough = offset.saturating_add(self.sizes.document.max(4 << 10));
        let mut at = list + 1;
        loop {
            let rest = &self.rest()[..enough.min(self.rest().len())];
            match element_end(rest, at) {
                Element::Comma(end) if end < offset => at = end + 1,
                Element::Comma(end) => return Ok(!opens_at_line_start(&rest[offset..end])),
                Element::Closed(end) => {
                    return Ok(end >= offset
                        && rest[end] == b']'
                        && !opens_at_line_start(&rest[offset..end]));
                }
                Element::CutShort if rest.len() < enough && self.fill_more()? => {}
                Element::CutShort | Element::Broken(_) => return Ok(false),
            }
        }
    }

    /// The length up to the end of the line in which byte `from` lies, its line end included. A line that goes on
    /// past `enough` bytes is not read to its end.
    fn line_end(&mut self, from: usize, enough: usize) -> Result<usize, StreamError> {
        let mut searched = from;
        loop {
            if let Some(newline) = memchr::memchr(b'\n', &self.rest()[searched..]) {
                return Ok(searched + newline + 1);
            }
            searched = self.rest().len();
            if searched >= enough || !self.fill_more()? {
                return Ok(searched);
            }
        }
    }

    /// Reads the document at the start, which has to end within `window` bytes, and says where.
    fn parse(&self, window: usize) -> Result<usize, Tried> {
        let bytes = &self.rest()[..window];
        // A character that is cut at the end of the window is not wrong; another one is, and nothing follows it.
        let is_wrong = std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_some());
        let text: Arc<str> = Arc::from(valid(bytes));
        match Document::parse_prefix(Arc::clone(&text), 0..text.len()) {
            Ok(document) => Ok(document.end()),
            Err(fault) => Err(Tried { offset: fault.offset, is_cut_short: fault.is_cut_short && !is_wrong }),
        }
    }

    /// Looks for a list that does not end within `window` bytes, and goes into it.
    fn opens_list(&mut self, window: usize) -> bool {
        let Some((list, in_result)) = open_list(&self.rest()[..window]) else { return false };
        let head = list + 1;
        let page = (list > 0).then(|| {
            let head = String::from_utf8_lossy(&self.rest()[..head]).into_owned();
            let close = if in_result { "]}}" } else { "]}" };
            let server_name = server_name_of(&format!("{head}{close}"));
            Page { head, place: self.place, in_result, server_name }
        });
        self.skip(head);
        self.within = Within::List { page, after_comma: false };
        true
    }

    /// The elements of the list that are there, up to the size of a piece.
    fn elements(&mut self, page: Option<Page>, after_comma: bool) -> Result<Option<Piece>, StreamError> {
        self.fill(self.sizes.piece)?;
        let mut ranges = Vec::new();
        let (mut at, mut after_comma) = (0, after_comma);
        let mut is_closed = false;
        while at < self.sizes.piece {
            match element_end(self.rest(), at) {
                Element::Comma(end) => {
                    ranges.push(at..end);
                    at = end + 1;
                    after_comma = true;
                }
                Element::Closed(end) if self.rest()[end] == b']' => {
                    let is_blank = self.rest()[at..end].iter().all(|byte| is_whitespace(*byte));
                    if after_comma || !is_blank {
                        ranges.push(at..end);
                    }
                    at = end + 1;
                    is_closed = true;
                    break;
                }
                // What is whole is given out first.
                Element::CutShort | Element::Closed(_) | Element::Broken(_) if !ranges.is_empty() => break,
                Element::CutShort => {
                    if !self.fill_more()? {
                        let end = self.rest().len();
                        return Err(self.broken(end, "the input ends inside a list of tools"));
                    }
                }
                Element::Closed(byte) => {
                    return Err(self.broken(byte, "a list of tools is closed by `}`, expected `]`"));
                }
                Element::Broken(byte) => return Err(self.broken(byte, CONTROL_CHARACTER)),
            }
        }
        let content = Content::Elements { ranges, page: page.as_ref().map(Page::list), is_last: is_closed };
        self.within = if is_closed { Within::Rest { page } } else { Within::List { page, after_comma } };
        Ok(Some(self.take(at, content)))
    }

    /// What follows the list.
    fn after_list(&mut self, page: Option<Page>) -> Result<Option<Piece>, StreamError> {
        let Some(page) = page else {
            let length = self.line_end(0, usize::MAX)?;
            return match self.rest()[..length].iter().position(|byte| !is_whitespace(*byte)) {
                None => {
                    self.skip(length);
                    Ok(None)
                }
                Some(byte) => Err(self.broken(byte, "something follows the list in its last line")),
            };
        };
        // The page goes on as if it had been an element of an array, and so do those around it.
        let (mut at, mut open) = (0, 1 + usize::from(page.in_result));
        while open > 0 {
            match element_end(self.rest(), at) {
                Element::Comma(comma) => at = comma + 1,
                Element::Closed(bracket) if self.rest()[bracket] == b'}' => {
                    at = bracket + 1;
                    open -= 1;
                }
                Element::Closed(byte) => {
                    return Err(
                        self.broken(byte, "the object around a list of tools is closed by `]`, expected `}`")
                    );
                }
                Element::CutShort if self.rest().len() >= self.sizes.document.max(1 << 20) => {
                    return Err(StreamError::Changed { what: "much that is no tool".to_owned() });
                }
                Element::CutShort => {
                    if !self.fill_more()? {
                        let end = self.rest().len();
                        return Err(self.broken(end, "the input ends behind a list of tools"));
                    }
                }
                Element::Broken(byte) => return Err(self.broken(byte, CONTROL_CHARACTER)),
            }
        }
        let length = self.line_end(at, usize::MAX)?;
        if let Some(byte) = self.rest()[at..length].iter().position(|byte| !is_whitespace(*byte)) {
            return Err(self.broken(at + byte, "something follows the list in its last line"));
        }
        Ok(Some(self.take(length, Content::PageEnd(page))))
    }

    fn broken(&self, at: usize, message: &str) -> StreamError {
        let place = self.place.after(&self.rest()[..at]);
        StreamError::Broken { position: place.position(), offset: place.offset, message: message.to_owned() }
    }
}

/// Where a document could not be read any further.
struct Tried {
    offset: usize,
    is_cut_short: bool,
}

/// The text up to the first byte that is not UTF-8.
fn valid(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes)
        .unwrap_or_else(|error| std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default())
}

/// The length without a character that is cut at the end.
fn whole_characters(bytes: &[u8]) -> usize {
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        _ => bytes.len(),
    }
}

/// What is known of the line at the beginning of some bytes.
enum Line {
    /// So many bytes hold whole documents, or nothing.
    Whole(usize),
    /// Only reading it tells.
    Doubtful,
    /// More bytes may tell.
    CutShort,
}

fn whole_line(bytes: &[u8], at_end: bool) -> Line {
    if bytes.is_empty() {
        return if at_end { Line::Doubtful } else { Line::CutShort };
    }
    let length = match memchr::memchr(b'\n', bytes) {
        Some(newline) => newline + 1,
        None if at_end => bytes.len(),
        None => return if is_whitespace(bytes[0]) { Line::Doubtful } else { Line::CutShort },
    };
    let (line, next) = bytes.split_at(length);
    let last = line.iter().rfind(|byte| !is_whitespace(**byte));
    let is_closed = match (line[0], last) {
        (b'{', Some(last)) => *last == b'}',
        (b'[', Some(last)) => *last == b']',
        // Blank lines between documents say nothing.
        (_, None) => true,
        _ => false,
    };
    let goes_on_well = match next.iter().position(|byte| !is_whitespace(*byte)) {
        Some(gap) => matches!(next[gap], b'{' | b'[') && (gap == 0 || next[gap - 1] == b'\n'),
        None if at_end => true,
        None => return if is_closed { Line::CutShort } else { Line::Doubtful },
    };
    if is_closed && goes_on_well { Line::Whole(length) } else { Line::Doubtful }
}

/// Whether a line begins with a value, as documents that stand a line each do.
fn opens_at_line_start(bytes: &[u8]) -> bool {
    bytes.windows(2).any(|pair| matches!(pair, [b'\n', b'{' | b'[']))
}

fn is_whitespace(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// Whether the bytes begin with a list that does not end in them.
fn is_list(bytes: &[u8]) -> bool {
    open_list(bytes).is_some()
}

/// The opening bracket of the list that does not end in the bytes, and whether it lies in `result`: the document's own
/// array, or the one of `tools`. Only brackets and keys are looked at.
fn open_list(bytes: &[u8]) -> Option<(usize, bool)> {
    let mut at = 0;
    let mut in_result = false;
    match bytes.first()? {
        b'[' => return matches!(element_end(bytes, 0), Element::CutShort).then_some((0, false)),
        b'{' => at += 1,
        _ => return None,
    }
    let skip = |at: usize| bytes[at..].iter().position(|byte| !is_whitespace(*byte)).map(|gap| at + gap);
    loop {
        at = skip(at)?;
        let key_end = (bytes[at] == b'"').then(|| string_end(bytes, at + 1).ok().flatten())??;
        let key = &bytes[at..key_end];
        at = skip(key_end).filter(|colon| bytes[*colon] == b':')? + 1;
        at = skip(at)?;
        match (element_end(bytes, at), bytes[at], key) {
            (Element::Comma(end), ..) => at = end + 1,
            (Element::CutShort, b'[', b"\"tools\"") => return Some((at, in_result)),
            (Element::CutShort, b'{', b"\"result\"") if !in_result => {
                in_result = true;
                at += 1;
            }
            _ => return None,
        }
    }
}
