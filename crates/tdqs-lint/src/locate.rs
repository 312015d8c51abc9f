//! From spots to the places that a report names.

use tdqs_signals::ToolSet;

use crate::finding::{Location, Span};
use crate::findings::Spot;

/// The place of a spot of a set.
pub(crate) fn location(set: &ToolSet, spot: Spot) -> Location {
    let Spot { tool, pointer, shown } = spot;
    let name = set.tools().get(tool).map(|tool| tool.name.clone()).unwrap_or_default();
    let span = set.positions(tool, shown.clone()).map(|ends| Span {
        start: shown.start,
        end: shown.end,
        line: ends.start.line,
        column: ends.start.column,
        end_line: ends.end.line,
        end_column: ends.end.column,
    });
    Location { tool: name, tool_index: tool, pointer, span }
}
