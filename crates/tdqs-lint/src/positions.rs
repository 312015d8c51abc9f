//! Lines and columns of many places, in one pass over each text they are in.
//!
//! A capture is often one line of a hundred thousand characters with hundreds of findings in it. Counting from the
//! beginning for each would cost more than finding them.

use std::collections::BTreeMap;

use tdqs_signals::ToolSet;
use tdqs_signals::json::{Json, Position};

use crate::finding::{Location, Span};
use crate::findings::Spot;

/// The positions of places, by where their text lies in memory. Tools of one file share the text.
#[derive(Debug, Default)]
pub(crate) struct Positions(BTreeMap<usize, Counted>);

/// Byte offsets of a text that rise, and their positions.
type Counted = (Vec<usize>, Vec<Position>);

impl Positions {
    /// Counts out both ends of every spot.
    pub(crate) fn of<'s>(set: &ToolSet, spots: impl Iterator<Item = &'s Spot>) -> Self {
        let mut texts: BTreeMap<usize, (&str, Vec<usize>)> = BTreeMap::new();
        for spot in spots {
            let Some(text) = set.source(spot.tool).map(Json::source_text) else { continue };
            let (_, offsets) = texts.entry(address(text)).or_insert_with(|| (text, Vec::new()));
            offsets.extend([spot.shown.start, spot.shown.end]);
        }
        let counted = texts.into_iter().map(|(address, (text, mut offsets))| {
            offsets.sort_unstable();
            offsets.dedup();
            let positions = count(text, &offsets);
            (address, (offsets, positions))
        });
        Self(counted.collect())
    }

    /// The place of a spot of a set.
    pub(crate) fn location(&self, set: &ToolSet, spot: Spot) -> Location {
        let Spot { tool, pointer, shown } = spot;
        let name = set.tools().get(tool).map(|tool| tool.name.clone()).unwrap_or_default();
        let text = set.source(tool).map(Json::source_text);
        let span = text.and_then(|text| {
            let begin = self.at(text, shown.start)?;
            let end = self.at(text, shown.end)?;
            Some(Span {
                start: shown.start,
                end: shown.end,
                line: begin.line,
                column: begin.column,
                end_line: end.line,
                end_column: end.column,
            })
        });
        Location { tool: name, tool_index: tool, pointer, span }
    }

    /// The position of a byte of a text, if it was among the spots.
    fn at(&self, text: &str, offset: usize) -> Option<Position> {
        let (offsets, positions) = self.0.get(&address(text))?;
        positions.get(offsets.binary_search(&offset).ok()?).copied()
    }
}

/// Only ever compared: nothing that is written depends on where a text lies.
fn address(text: &str) -> usize {
    text.as_ptr().addr()
}

/// The positions of byte offsets that rise.
fn count(text: &str, offsets: &[usize]) -> Vec<Position> {
    let (mut at, mut line, mut column) = (0, 1, 1);
    let mut positions = Vec::with_capacity(offsets.len());
    for offset in offsets {
        let passed = text.as_bytes().get(at..(*offset).min(text.len())).unwrap_or_default();
        let last = memchr::memrchr(b'\n', passed);
        if let Some(last) = last {
            line += memchr::memchr_iter(b'\n', passed).count();
            column = 1 + characters(&passed[last + 1..]);
        } else {
            column += characters(passed);
        }
        at += passed.len();
        positions.push(Position { line, column });
    }
    positions
}

/// Characters that begin in the bytes. Counted in small sums, which the compiler makes into vectors.
fn characters(bytes: &[u8]) -> usize {
    let begins = |byte: &u8| u8::from(*byte & 0xC0 != 0x80);
    bytes.chunks(255).map(|some| usize::from(some.iter().map(begins).sum::<u8>())).sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn one_pass_gives_what_counting_each_gives(
            pieces in proptest::collection::vec(prop_oneof![Just("\n"), Just("a"), Just("é"), Just("😀"), Just("long plain words ")], 0..200),
            places in proptest::collection::vec(0..400_usize, 0..20),
        ) {
            let text: String = pieces.concat();
            let mut offsets: Vec<usize> = places.into_iter().map(|place| text.floor_char_boundary(place)).collect();
            offsets.sort_unstable();
            let plain: Vec<Position> = offsets.iter().map(|offset| Position::of(&text, *offset)).collect();
            prop_assert_eq!(count(&text, &offsets), plain);
        }
    }
}
