//! How many tools are listed without flooding whoever reads it.

use crate::context::ToolContext;
use crate::findings::Reported;

/// How many names a message holds.
const NAMED: usize = 6;
/// How many related places a finding holds.
pub(in crate::rules) const RELATED: usize = 20;

/// Names for a message: "`a`, `b` and `c`", or "`a`, `b`, … and 12 more".
pub(in crate::rules) fn names(all: impl ExactSizeIterator<Item = impl AsRef<str>>) -> String {
    let count = all.len();
    // One more than fits is named all the same: "and 1 more" is as long.
    let shown = if count <= NAMED + 1 { count } else { NAMED };
    let mut text = String::new();
    for (number, name) in all.take(shown).enumerate() {
        match number {
            0 => {}
            _ if number + 1 == count => text.push_str(" and "),
            _ => text.push_str(", "),
        }
        text.push('`');
        text.push_str(name.as_ref());
        text.push('`');
    }
    if count > shown {
        text.push_str(" and ");
        text.push_str(&(count - shown).to_string());
        text.push_str(" more");
    }
    text
}

/// The names of tools for a message.
pub(super) fn names_of(tools: &[&ToolContext<'_>]) -> String {
    names(tools.iter().map(|tool| tool.name()))
}

/// Relates the names of tools to a finding, as many as are worth a line each.
pub(super) fn relate(reported: &mut Reported<'_>, tools: &[&ToolContext<'_>], message: &str) {
    for tool in tools.iter().take(RELATED) {
        reported.relate(&tool.name_node().place(), message);
    }
}

/// Relates the descriptions of tools to a finding, as many as are worth a line each.
pub(super) fn relate_descriptions(
    reported: &mut Reported<'_>,
    tools: &[&ToolContext<'_>],
    message: impl Fn(&ToolContext<'_>) -> String,
) {
    for tool in tools.iter().take(RELATED) {
        let place = tool.description_node().unwrap_or_else(|| tool.name_node()).place();
        reported.relate(&place, message(tool));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_ends_in_a_count() {
        let all = ["a", "b", "c", "d", "e", "f", "g", "h"];
        assert_eq!(names(all[..0].iter().copied()), "");
        assert_eq!(names(all[..1].iter().copied()), "`a`");
        assert_eq!(names(all[..2].iter().copied()), "`a` and `b`");
        assert_eq!(names(all[..7].iter().copied()), "`a`, `b`, `c`, `d`, `e`, `f` and `g`");
        assert_eq!(names(all.iter().copied()), "`a`, `b`, `c`, `d`, `e`, `f` and 2 more");
    }
}
