//! TDQS612: white space at the ends of a text.

use tdqs_rubric::Dimension;
use tdqs_signals::whitespace::trim;

use crate::context::{TextKind, ToolContext};
use crate::rules::schema::subject::text_subject;
use crate::{Aspect, Check, Edit, Findings, Fix, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS612",
    name: "stray-blanks",
    summary: "A text begins or ends with white space.",
    why: "White space at the ends of a text says nothing and is sent with every request. In a name or a value it is \
          worse: nobody sees it, and what is typed does not match.\n\nTrim it. Descriptions and titles are trimmed by \
          the fix; names and values are their author's to change, because callers send them.",
    sources: &["TDQS specification, \"The six dimensions\": Conciseness & Structure"],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ConcisenessStructure)),
    mending: Mending::Safe,
    bad: &[
        r#"{"name": "get_crate", "description": "\n    Return one crate.\n    "}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"properties": {"label ": {"type": "string"}}}}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate.\n\n  - its label"}"#,
        r#"{"name": "split", "description": "Split a text.", "inputSchema": {"properties": {"separator": {"enum": [" ", ", "], "default": " "}}}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for text in tool.texts() {
        let content = text.content();
        // Nearly all begin and end with something else than white space or what may be some.
        let is_graphic = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_graphic);
        if is_graphic(content.as_bytes().first()) && is_graphic(content.as_bytes().last()) {
            continue;
        }
        // A separator is white space and meant to be, and so may a value be; a blank text is another rule's.
        if !text.kind().is_prose() && !matches!(text.kind(), TextKind::Name | TextKind::PropertyName) {
            continue;
        }
        let trimmed = trim(content);
        if trimmed.len() == content.len() || trimmed.is_empty() {
            continue;
        }
        let start = trimmed.as_ptr().addr() - content.as_ptr().addr();
        let (range, where_) =
            if start > 0 { (0..start, "begins") } else { (start + trimmed.len()..content.len(), "ends") };
        let both = if start > 0 && start + trimmed.len() < content.len() { " and ends" } else { "" };
        let message = format!("{} {where_}{both} with white space; trim it", text_subject(text));
        let mut reported = findings.report(&text.place(range), message);
        if text.kind().is_prose() {
            let edits = vec![Edit::Set { pointer: text.node().pointer(), value: trimmed.into() }];
            reported.mend(Fix::safe("Trim the white space", edits));
        }
    }
}

#[cfg(test)]
mod tests {
    use tdqs_signals::ToolSet;

    use crate::{Linter, Settings};

    /// Found by the fuzz target: a byte order mark is white space to ECMAScript and not to Rust.
    #[test]
    fn every_white_space_of_ecmascript_is_shown_as_a_whole() {
        let settings: Settings = serde_json::from_str(r#"{"select": ["stray-blanks"]}"#).unwrap();
        let linter = Linter::new([&settings]).unwrap();
        for (name, shown) in
            [("\u{feff}\u{59797}", "\u{feff}"), ("a\u{feff}", "\u{feff}"), (" \u{feff}b ", " \u{feff}")]
        {
            let text = format!("{{\"name\": \"{name}\"}}");
            let report = linter.lint("dock", &ToolSet::parse(&text).unwrap());
            let span = report.findings[0].location.span.unwrap();
            assert_eq!(&text[span.start..span.end], shown, "{name:?}");
        }
    }
}
