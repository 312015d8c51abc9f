//! The fenced blocks of a published specification.

use super::RubricError;

/// The system prompt and the user message template below a heading that begins with `name`: its first two
/// fenced blocks, up to the next heading of its level or above.
pub(super) fn appendix(markdown: &str, name: &'static str) -> Result<(String, String), RubricError> {
    let mut blocks = Vec::new();
    let mut fence: Option<(&str, usize)> = None;
    let mut inside: Vec<&str> = Vec::new();
    // The level of the appendix's heading, while below it.
    let mut level = None;
    let mut is_there = false;
    for line in markdown.lines() {
        if let Some((marker, indent)) = fence {
            if is_closing_fence(line, marker) {
                fence = None;
                let block = std::mem::take(&mut inside).join("\n");
                blocks.extend(level.map(|_| block));
            } else {
                inside.push(without_indent(line, indent));
            }
        } else if let Some(opened) = opening_fence(line) {
            fence = Some(opened);
        } else if let Some((depth, title)) = heading(line) {
            if title.starts_with(name) {
                level = Some(depth);
                is_there = true;
            } else if level.is_some_and(|level| depth <= level) {
                level = None;
            }
        }
    }
    let found = blocks.len();
    let mut blocks = blocks.into_iter();
    match (blocks.next(), blocks.next()) {
        (Some(system), _) if found >= 2 && system.trim().is_empty() => Err(RubricError::BlankPrompt(name)),
        (Some(system), Some(user)) => Ok((system, user)),
        _ if !is_there => Err(RubricError::MissingAppendix(name)),
        _ => Err(RubricError::MissingBlock { appendix: name, found }),
    }
}

/// The level and the text of a heading.
fn heading(line: &str) -> Option<(usize, &str)> {
    let title = line.trim_start_matches('#');
    let level = line.len() - title.len();
    ((1..=6).contains(&level) && title.starts_with(' ')).then(|| (level, title.trim()))
}

/// The run of backticks or tildes that opens a fence, and its indentation (CommonMark, "Fenced code blocks").
fn opening_fence(line: &str) -> Option<(&str, usize)> {
    let text = line.trim_start_matches(' ');
    let indent = line.len() - text.len();
    let marker = text.chars().next().filter(|first| matches!(first, '`' | '~'))?;
    let length = text.len() - text.trim_start_matches(marker).len();
    (length >= 3 && indent <= 3 && (marker == '~' || !text[length..].contains('`')))
        .then(|| (&text[..length], indent))
}

fn is_closing_fence(line: &str, opened: &str) -> bool {
    let text = line.trim();
    text.len() >= opened.len() && text.bytes().all(|byte| opened.as_bytes()[0] == byte)
}

fn without_indent(line: &str, indent: usize) -> &str {
    let spaces = line.len() - line.trim_start_matches(' ').len();
    &line[spaces.min(indent)..]
}
