//! What does a piece hold?

use std::ops::Range;
use std::sync::Arc;

use crate::json::Document;
use crate::tool_set::keep::{Keep, Run};
use crate::tool_set::read::{Blanked, Place, Reader, Servers};
use crate::tool_set::{ReadError, Shape};

/// A part of an input that can be read by itself, on any thread.
#[derive(Debug)]
pub struct Piece {
    pub(super) text: Text,
    pub(super) place: Place,
    pub(super) content: Content,
}

#[derive(Debug)]
pub(super) enum Text {
    /// As it is kept: copied once.
    Valid(Arc<str>),
    /// Not UTF-8 everywhere.
    Wrong(Vec<u8>),
}

impl Text {
    pub(super) fn of(bytes: &[u8]) -> Self {
        match simdutf8::basic::from_utf8(bytes) {
            Ok(text) => Self::Valid(Arc::from(text)),
            Err(_) => Self::Wrong(bytes.to_vec()),
        }
    }

    /// The text, in which what is not UTF-8 was blanked out, and for each such stretch its first wrong byte.
    fn repaired(self, blank: impl FnOnce(&mut [u8]) -> Vec<(usize, u8)>) -> (Arc<str>, Vec<(usize, u8)>) {
        match self {
            Self::Valid(text) => (text, Vec::new()),
            Self::Wrong(mut bytes) => {
                let wrong = blank(&mut bytes);
                (Arc::from(String::from_utf8(bytes).unwrap_or_default()), wrong)
            }
        }
    }
}

#[derive(Debug)]
pub(super) enum Content {
    /// Documents, a line each or several lines one.
    Lines,
    /// Elements of a list: entries of a page's `tools`, or whatever an array may hold.
    Elements { ranges: Vec<Range<usize>>, page: Option<(Option<String>, Shape)>, is_last: bool },
    /// What follows the list of a page.
    PageEnd(Page),
}

/// An object whose list of tools is read in pieces.
#[derive(Debug)]
pub(super) struct Page {
    /// Its text up to the list, the opening bracket included.
    pub(super) head: String,
    pub(super) place: Place,
    pub(super) in_result: bool,
    /// The name by which the tools are given out: what stands before them.
    pub(super) server_name: Option<String>,
}

impl Page {
    pub(super) fn list(&self) -> (Option<String>, Shape) {
        (self.server_name.clone(), if self.in_result { Shape::JsonRpc } else { Shape::ToolsList })
    }
}

/// What a piece held.
#[derive(Debug)]
pub struct Reading<T> {
    pub(super) runs: Vec<Run<T>>,
    /// The first error answer of a session among the documents.
    pub(super) error: Option<ReadError>,
    /// What came too late, but for a name.
    pub(super) changed: Option<String>,
    /// The server has another name than its tools were read with.
    pub(super) is_renamed: bool,
    /// Documents that end in the piece.
    pub(super) documents: usize,
}

impl<T> Reading<T> {
    /// What was kept, in the order of the input, apart from servers.
    pub fn kept(&self) -> impl Iterator<Item = &T> {
        self.runs.iter().map(|run| &run.kept)
    }
}

impl Piece {
    /// How many bytes of the input it holds.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.text {
            Text::Valid(text) => text.len(),
            Text::Wrong(bytes) => bytes.len(),
        }
    }

    /// Whether it holds nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reads the piece: each tool goes to `keeper`, and what is wrong with the others is noted.
    pub fn read<K: Keep>(self, keeper: &mut K) -> Reading<K::Kept> {
        let Self { text, place, content } = self;
        match content {
            Content::Lines => {
                let (text, wrong) = text.repaired(blank_wrong_lines);
                let mut reader = Reader::new(text, place, Servers::Runs, keeper);
                reader.documents(0, &not_utf8(place, wrong));
                let Reader { sets: runs, error, documents, .. } = reader;
                Reading { runs, error, changed: None, is_renamed: false, documents }
            }
            Content::Elements { mut ranges, page, is_last } => {
                let (text, wrong) = text.repaired(|bytes| blank_wrong_elements(bytes, &mut ranges));
                let mut reader = Reader::new(text, place, Servers::Runs, keeper);
                reader.elements(&ranges, page.as_ref(), &not_utf8(place, wrong));
                let documents = usize::from(is_last && page.is_none());
                Reading { runs: reader.sets, error: None, changed: None, is_renamed: false, documents }
            }
            Content::PageEnd(page) => {
                let (text, _) = text.repaired(blank_wrong_lines);
                end_of_page(&page, &text, place, keeper)
            }
        }
    }
}

/// The page without its tools: what else it says, and whether that is what its beginning said.
fn end_of_page<K: Keep>(page: &Page, tail: &str, place: Place, keeper: &mut K) -> Reading<K::Kept> {
    let text: Arc<str> = Arc::from(format!("{}]{tail}", page.head));
    let mut reader = Reader::new(Arc::clone(&text), page.place, Servers::Runs, keeper);
    reader.goes_on_at(page.head.len() + 1, place);
    let list = page.head.len() - 1;
    let read = Document::parse_prefix(Arc::clone(&text), 0..text.len());
    let changed = match read {
        Err(fault) => Some(format!("what is not JSON ({})", fault.message)),
        Ok(document) => {
            let path = if page.in_result { "/result/tools" } else { "/tools" };
            let tools = document.root().pointer(path).map(|tools| tools.span().start);
            match reader.document(document, false) {
                Err(error) => Some(format!("what makes another thing of the page ({error})")),
                Ok(()) if tools != Some(list) => Some("a second `tools`".to_owned()),
                Ok(()) if reader.sets.iter().any(|run| run.shape != page.list().1) => {
                    Some("another `result`".to_owned())
                }
                Ok(()) => None,
            }
        }
    };
    let is_renamed = reader.sets.iter().any(|run| run.server_name != page.server_name);
    Reading { runs: reader.sets, error: None, changed, is_renamed, documents: 1 }
}

fn not_utf8(place: Place, wrong: Vec<(usize, u8)>) -> Vec<Blanked> {
    let blanked = |(offset, byte)| {
        let at = place.offset + offset as u64;
        let message = format!("byte {at} (0x{byte:02X}) is not UTF-8; save the file as UTF-8");
        Blanked { offset, message }
    };
    wrong.into_iter().map(blanked).collect()
}

/// Blanks out the lines that are not UTF-8, and says of each which byte is not.
fn blank_wrong_lines(bytes: &mut [u8]) -> Vec<(usize, u8)> {
    let mut wrong = Vec::new();
    let mut from = 0;
    while let Err(error) = std::str::from_utf8(&bytes[from..]) {
        let at = from + error.valid_up_to();
        wrong.push((at, bytes[at]));
        let begin = bytes[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
        let end =
            bytes[at..].iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |newline| at + newline);
        bytes[begin..end].fill(b' ');
        from = end;
    }
    wrong
}

/// Blanks out the elements that are not UTF-8 and takes them off the list.
fn blank_wrong_elements(bytes: &mut [u8], ranges: &mut Vec<Range<usize>>) -> Vec<(usize, u8)> {
    let mut wrong = Vec::new();
    ranges.retain(|range| match std::str::from_utf8(&bytes[range.clone()]) {
        Ok(_) => true,
        Err(error) => {
            let at = range.start + error.valid_up_to();
            wrong.push((at, bytes[at]));
            bytes[range.clone()].fill(b' ');
            false
        }
    });
    wrong
}
