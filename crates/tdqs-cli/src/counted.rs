//! How many of something, in words.

/// "1 tool", "2 tools": for words whose plural is an `s` more.
pub(crate) fn counted(count: usize, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}
