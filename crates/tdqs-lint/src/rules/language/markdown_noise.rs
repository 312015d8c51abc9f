//! TDQS610: pictures and tables in a text that is read as it stands.

use tdqs_rubric::Dimension;

use crate::context::{Marks, ToolContext};
use crate::rules::sentences::{head, is_quoted};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS610",
    name: "markdown-noise",
    summary: "A description holds a picture, a badge or a table in Markdown.",
    why: "An agent sees no picture, and the bars and dashes of a table are tokens without a meaning. Both come from \
          a README that was pasted.\n\nDelete pictures. What a table says about parameters belongs in their \
          descriptions; a list says the rest for fewer tokens.",
    sources: &[
        "TDQS specification, \"The six dimensions\": Conciseness & Structure",
        "GitHub Flavored Markdown, section 4.10",
    ],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ConcisenessStructure)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "![build](https://dock.example/badge.svg) Return one crate."}"#,
        r#"{"name": "get_crate", "description": "Return one crate.\n\n| field | type |\n|-------|------|\n| label | text |"}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate.\n\n---\n- label | text\n- `![alt](path)` is kept"}"#,
        r#"{"name": "get_crate", "description": "Return one crate [of the dock](https://dock.example)!"}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for text in tool.descriptions().filter(|text| text.has(Marks::MARKDOWN)) {
        let content = text.content();
        if let Some(start) = picture(content) {
            let end = content[start..].find(')').map_or(content.len(), |length| start + length + 1);
            findings.report(&text.place(start..end), "an agent sees no picture; delete it");
        }
        if let Some(range) = content.contains('|').then(|| delimiter_row(content)).flatten() {
            findings.report(
                &text.place(range),
                "a table costs tokens for its lines; describe parameters in the schema, and put the rest in a list",
            );
        }
    }
}

fn picture(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b'!', bytes).filter(|at| bytes.get(at + 1) == Some(&b'[')).find(|at| {
        let rest = head(&text[*at..], 300);
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        line.contains("](http") && !is_quoted(&text[..*at])
    })
}

/// The row of dashes and bars below the head of a table.
fn delimiter_row(text: &str) -> Option<std::ops::Range<usize>> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let row = line.trim();
        let is_delimiter = row.starts_with('|')
            && row.contains("--")
            && row.bytes().all(|byte| matches!(byte, b'|' | b'-' | b':' | b' '));
        if is_delimiter {
            let offset = line.len() - line.trim_start().len();
            return Some(start + offset..start + offset + row.len());
        }
        start += line.len();
    }
    None
}
