//! TDQS614: a text that kept the indentation of its source code.

use tdqs_rubric::Dimension;

use crate::context::{Marks, ToolContext};
use crate::{Aspect, Check, Edit, Findings, Fix, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS614",
    name: "indented-text",
    summary: "All lines but the first are indented, as the source code was.",
    why: "A docstring that is taken as it stands keeps the indentation of its function: several tokens on each line \
          in every request, and where a client renders Markdown the text turns into a block of code.\n\nTake off what \
          all lines have in common, as Python's `inspect.cleandoc` does. The fix does that and nothing else.",
    sources: &["PEP 257, \"Handling Docstring Indentation\"", "CommonMark, section 4.4"],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ConcisenessStructure)),
    mending: Mending::Safe,
    bad: &[
        r#"{"name": "get_crate", "description": "Return one crate.\n\n    Args:\n        label: The label."}"#,
        r#"{"name": "get_crate", "description": "\n        Return one crate.\n        Never two.\n    "}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate:\n    label: The label.\nNever two."}"#,
        r#"{"name": "get_crate", "description": "Return one crate.\n  - its label"}"#,
    ],
    check: Check::Tool(check),
};

/// Less is set by hand, for a list below its line.
const LEAST: usize = 4;

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for text in tool.descriptions().filter(|text| text.has(Marks::LINE_BREAK)) {
        let content = text.content();
        let Some((indentation, lines)) = indentation(content) else { continue };
        let first = content.find('\n').map_or(0, |at| at + 1);
        let message = format!(
            "{lines} lines are indented by {indentation} blanks or more, as the source code was; take them off"
        );
        let edits =
            vec![Edit::Set { pointer: text.node().pointer(), value: without(content, indentation).into() }];
        findings
            .report(&text.place(first..first + indentation.min(content.len() - first)), message)
            .mend(Fix::safe("Take off the indentation", edits));
    }
}

/// The indentation that all lines behind the first have in common, and how many they are: two or more, so that a line
/// below its head is left alone.
fn indentation(text: &str) -> Option<(usize, usize)> {
    let (_, rest) = text.split_once('\n')?;
    let (mut least, mut lines) = (usize::MAX, 0);
    for line in rest.split('\n') {
        let blanks = line.bytes().take_while(|byte| *byte == b' ').count();
        if line.bytes().skip(blanks).all(|byte| matches!(byte, b' ' | b'\t' | b'\r')) {
            continue;
        }
        // Nearly always the first line tells.
        if blanks < LEAST {
            return None;
        }
        least = least.min(blanks);
        lines += 1;
    }
    (lines >= 2).then_some((least, lines))
}

fn without(text: &str, indentation: usize) -> String {
    let mut lines = text.split_inclusive('\n');
    let mut cleaned = lines.next().unwrap_or_default().to_owned();
    for line in lines {
        let blanks = line.bytes().take(indentation).take_while(|byte| *byte == b' ').count();
        cleaned.push_str(line.get(blanks..).unwrap_or_default());
    }
    cleaned
}
