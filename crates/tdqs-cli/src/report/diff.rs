//! Unified diffs, as patch tools read them.

use similar::TextDiff;

/// Lines around a change.
const CONTEXT: usize = 3;

/// What changes from one text to another; nothing when they are the same.
pub(crate) fn unified(name: &str, before: &str, after: &str) -> String {
    if before == after {
        return String::new();
    }
    let diff = TextDiff::from_lines(before, after);
    // A tab ends a name with blanks in it.
    let name = if name.contains(char::is_whitespace) { format!("{name}\t") } else { name.to_owned() };
    diff.unified_diff().context_radius(CONTEXT).header(&name, &name).to_string()
}
