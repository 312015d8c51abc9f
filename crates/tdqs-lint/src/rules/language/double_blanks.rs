//! TDQS613: two blanks where one does.

use memchr::memmem::Finder;
use tdqs_rubric::Dimension;

use crate::context::ToolContext;
use crate::rules::sentences::is_quoted;
use crate::{Aspect, Check, Edit, Findings, Fix, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS613",
    name: "double-blanks",
    summary: "A sentence has several blanks between two words.",
    why: "Lines that were joined without their indentation leave runs of blanks behind. They cost tokens and say \
          nothing.\n\nPut one blank. Indentation, columns, code and the two blanks that some set behind a full stop \
          are left alone.",
    sources: &["TDQS specification, \"The six dimensions\": Conciseness & Structure"],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ConcisenessStructure)),
    mending: Mending::Safe,
    bad: &[
        r#"{"name": "get_crate", "description": "Return one  crate."}"#,
        r#"{"name": "get_crate", "description": "Return one crate by                 its label."}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate.  Never two.\n    Indented, with a line break  \n- label   the label\n- shelf   the shelf"}"#,
        r#"{"name": "get_crate", "description": "Return one crate. \"a  b\" is a label, `a  b` too."}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    let two = Finder::new("  ");
    for text in tool.descriptions() {
        let content = text.content();
        let runs = runs(content, &two);
        let lines = runs.iter().filter(|(_, is_first)| *is_first).count();
        let [(first, _), ..] = &runs[..] else { continue };
        // Several lines with runs are a table; then the blanks are columns.
        if lines > 1 || content.contains("```") || content.get(..first.start).is_some_and(is_quoted) {
            continue;
        }
        let message = format!("{} blanks stand where one does; put one", first.len());
        let value = with_single_blanks(content, &runs);
        let edits = vec![Edit::Set { pointer: text.node().pointer(), value: value.into() }];
        findings.report(&text.place(first.clone()), message).mend(Fix::safe("Put one blank", edits));
    }
}

/// The runs of two blanks or more between two words of a line, and whether each is the first of its line.
fn runs(text: &str, two: &Finder<'_>) -> Vec<(std::ops::Range<usize>, bool)> {
    let mut runs: Vec<(std::ops::Range<usize>, bool)> = Vec::new();
    let mut at = 0;
    while let Some(offset) = two.find(&text.as_bytes()[at..]) {
        let start = at + offset;
        let length = text[start..].bytes().take_while(|byte| *byte == b' ').count();
        let end = start + length;
        let (before, after) = (text[..start].chars().next_back(), text[end..].chars().next());
        let joins_words = before.is_some_and(|it| it.is_alphanumeric() || matches!(it, ',' | ';' | ')'))
            && after.is_some_and(|it| it.is_alphanumeric() || it == '(');
        if joins_words {
            let is_first = runs.last().is_none_or(|(last, _)| text[last.end..start].contains('\n'));
            runs.push((start..end, is_first));
        }
        at = end;
    }
    runs
}

fn with_single_blanks(text: &str, runs: &[(std::ops::Range<usize>, bool)]) -> String {
    let mut single = String::with_capacity(text.len());
    let mut at = 0;
    for (run, _) in runs {
        single.push_str(text.get(at..=run.start).unwrap_or_default());
        at = run.end;
    }
    single.push_str(text.get(at..).unwrap_or_default());
    single
}
