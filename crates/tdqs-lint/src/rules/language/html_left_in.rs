//! TDQS609: marks of a web page in a text that no browser shows.

use tdqs_rubric::Dimension;

use crate::context::{Marks, Text, ToolContext};
use crate::rules::schema::subject::text_subject;
use crate::rules::sentences::{contains_ignoring_case, head, is_in_example, is_quoted};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS609",
    name: "html-left-in",
    summary: "A text holds HTML tags or entities.",
    why: "Descriptions that are generated from a web API's reference bring its markup along. To a model \
          `<br>` and `&nbsp;` are tokens that say nothing, and `&lt;` hides the character that is meant.\n\nWrite plain \
          text; a line break for `<br>`, the character for the entity. Texts about HTML, quoted tags and examples are \
          left alone.",
    sources: &[
        "TDQS specification, \"The six dimensions\": Conciseness & Structure",
        "HTML Living Standard, section 13.5",
    ],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ConcisenessStructure)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "<p>Return one crate.</p>"}"#,
        r#"{"name": "get_crate", "description": "Return one crate.<br/>Its weight is &lt; 50&nbsp;kg."}"#,
        r#"{"name": "get_crate", "description": "Return one crate. See <a href=\"https://dock.example\">the dock</a>."}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate by <label>, where weight < 50 & height > 2. Path: /crates/<id>."}"#,
        r#"{"name": "set_note", "description": "Set a note in HTML: <b> and <p> are kept.", "inputSchema": {"properties": {"note": {"description": "A note, such as `<p>fragile</p>`"}}}}"#,
    ],
    check: Check::Tool(check),
};

const TAGS: [&str; 26] = [
    "p",
    "br",
    "div",
    "b",
    "i",
    "strong",
    "em",
    "a",
    "ul",
    "ol",
    "li",
    "span",
    "h1",
    "h2",
    "h3",
    "h4",
    "table",
    "tr",
    "td",
    "th",
    "tbody",
    "thead",
    "hr",
    "img",
    "blockquote",
    "pre",
];
const ENTITIES: [&str; 10] = ["nbsp", "amp", "lt", "gt", "quot", "apos", "ndash", "mdash", "rsquo", "hellip"];
/// Texts that speak of these mean the tags that they hold.
const SUBJECTS: [&str; 6] = ["html", "xml", "markup", "rich text", "svg", "entit"];

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    if !tool.has(Marks::HTML) {
        return;
    }
    for text in tool.texts().filter(|text| text.has(Marks::HTML) && text.kind().is_prose()) {
        let mut found = marks(text.content());
        let Some((start, end)) = found.next() else { continue };
        if SUBJECTS.iter().any(|subject| contains_ignoring_case(text.content(), subject)) {
            continue;
        }
        let more = match found.count() {
            0 => String::new(),
            count => format!(" and {count} more"),
        };
        report(text, start, end, &more, findings);
    }
}

fn report(text: Text<'_>, start: usize, end: usize, more: &str, findings: &mut Findings<'_>) {
    let message = format!(
        "{} holds the HTML \"{}\"{more}; write plain text",
        text_subject(text),
        text.content().get(start..end).unwrap_or_default()
    );
    findings.report(&text.place(start..end), message);
}

/// The tags and entities of a text that are not quoted.
fn marks(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut at = 0;
    let found = std::iter::from_fn(move || {
        while let Some(offset) = memchr::memchr2(b'<', b'&', text.get(at..)?.as_bytes()) {
            let start = at + offset;
            at = start + 1;
            let rest = &text[start + 1..];
            let length = if text[start..].starts_with('<') { tag(rest) } else { entity(rest) };
            if let Some(length) = length {
                at = start + 1 + length;
                return Some((start, at));
            }
        }
        None
    });
    found.filter(move |(start, _)| !is_quoted(&text[..*start]) && !is_in_example(&text[..*start]))
}

/// The length of a tag behind its `<`.
fn tag(rest: &str) -> Option<usize> {
    /// Longer than the tags that are left in, with a link and a style.
    const LONGEST: usize = 500;
    let end = head(rest, LONGEST).find('>')?;
    let inside = &rest[..end];
    let name = inside.trim_start_matches('/');
    let name = name.split(|character: char| !character.is_ascii_alphanumeric()).next()?;
    let attributes = inside.trim_start_matches('/').get(name.len()..)?.trim_end_matches('/');
    let is_tag = TAGS.iter().any(|tag| name.eq_ignore_ascii_case(tag));
    (is_tag && (attributes.trim().is_empty() || (attributes.starts_with(' ') && attributes.contains('='))))
        .then_some(end + 1)
}

/// The length of an entity behind its `&`.
fn entity(rest: &str) -> Option<usize> {
    let end = rest.bytes().take(10).position(|byte| byte == b';')?;
    let name = rest.get(..end)?;
    let is_number = name.strip_prefix('#').is_some_and(|number| {
        let hexadecimal = number.strip_prefix(['x', 'X']);
        match hexadecimal {
            Some(digits) => !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit()),
            None => !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()),
        }
    });
    (is_number || ENTITIES.contains(&name)).then_some(end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_and_entities_are_told_from_what_only_looks_like_them() {
        let list = |text: &'static str| marks(text).map(|(start, end)| &text[start..end]).collect::<Vec<_>>();
        assert_eq!(
            list("<P>a</P> <br /> &#160; &#xA0; <a href='x'>b</a> &amp;"),
            ["<P>", "</P>", "<br />", "&#160;", "&#xA0;", "<a href='x'>", "</a>", "&amp;"]
        );
        assert_eq!(list("<a> < b & c; &é; <bold> <b x> </x> <i or j> `<p>` \"<li>\" a<b>c"), ["<a>", "<b>"]);
        assert_eq!(list("& <"), [""; 0]);
    }
}
