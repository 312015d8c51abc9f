//! Somebody else's text in a message of ours.

/// Characters of a text that a message shows.
const SHOWN: usize = 60;

/// The text between back-ticks, cut when it is long.
pub(super) fn quoted(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None => format!("`{text}`"),
    }
}

/// The first few of some names, each between back-ticks.
pub(super) fn listed<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    const TOLD: usize = 5;
    let mut names = names.into_iter();
    let told: Vec<String> = names.by_ref().take(TOLD).map(quoted).collect();
    let more = if names.next().is_some() { ", …" } else { "" };
    told.join(", ") + more
}

/// "one parameter", "3 parameters".
pub(super) fn counted(count: usize, one: &str, many: &str) -> String {
    if count == 1 { format!("one {one}") } else { format!("{count} {many}") }
}
