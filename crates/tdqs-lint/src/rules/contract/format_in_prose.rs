//! TDQS232: a form that only readers see.

use std::ops::Range;

use tdqs_rubric::Dimension;
use tdqs_signals::json::{Array, Value};

use super::described::{find, has_any, is_told, string_described};
use crate::context::{Marks, Node, PhraseMatch, Text};
use crate::rules::sentences::words;
use crate::{Aspect, Check, Edit, Findings, Fix, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS232",
    name: "format-in-prose",
    summary: "A description names a form of dates, identifiers or addresses, and the schema does not.",
    why: "`format` says in one word what a value looks like, and clients and validators that know it refuse a value that \
          does not. In prose the same is a hint that a model may miss.\n\nAdd `format` (`date`, `date-time`, `uuid`, \
          `email`, `uri`), or a `pattern` for forms that have no name. A parameter that takes other forms as well is \
          not meant and not reported.",
    sources: &[
        "TDQS specification, \"The six dimensions\": Parameter Semantics",
        "JSON Schema 2020-12, Validation, 7.3: Defined Formats",
    ],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Unsafe,
    bad: &[
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"properties": {"since": {"type": "string", "description": "First day, YYYY-MM-DD."}}}}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"properties": {"id": {"type": "string", "description": "UUID of the crate."}}}}"#,
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"properties": {"since": {"type": "string", "description": "Start time as an ISO 8601 timestamp"}}}}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"properties": {"id": {"type": "string", "format": "uuid", "description": "UUID of the crate."}}}}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"properties": {"id": {"type": "string", "description": "UUID or label of the crate."}, "day": {"type": "string", "description": "YYYY-MM-DD HH:mm"}}}}"#,
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"properties": {"age": {"type": "string", "description": "Age as an ISO 8601 duration."}, "ids": {"type": "string", "description": "Comma-separated UUIDs."}}}}"#,
        r#"{"name": "list_crates", "description": "List crates.", "inputSchema": {"properties": {"day": {"type": "string", "default": "now", "description": "Date (YYYY-MM-DD)."}, "until": {"type": "string", "examples": ["today"], "description": "Date (YYYY-MM-DD)."}}}}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"properties": {"id": {"type": "string", "maxLength": 8, "description": "UUID of the crate."}, "other": {"type": "string", "default": "", "description": "UUID of another crate."}}}}"#,
        r#"{"name": "set_form", "description": "Set a form.", "inputSchema": {"properties": {"form": {"type": "string", "description": "Form of a cell: '0.00', '0%', 'yyyy-mm-dd'."}, "at": {"type": "string", "description": "If it is a crate, then its label. If it is a ship, then its UUID."}}}}"#,
    ],
    check: Check::Phrases { phrases: &FORMS, found },
};

/// What the forms are called, in small letters.
const DAY: &str = "yyyy-mm-dd";
const MOMENT: [&str; 5] = ["iso 8601", "iso-8601", "iso8601", "rfc 3339", "rfc3339"];
const IDENTIFIER: [&str; 2] = ["uuid", "guid"];
const MAIL: [&str; 2] = ["email address", "e-mail address"];
const URL: &str = "url";

/// All of them.
const FORMS: [&str; 11] = {
    let ([a, b, c, d, e], [f, g], [h, i]) = (MOMENT, IDENTIFIER, MAIL);
    [DAY, a, b, c, d, e, f, g, h, i, URL]
};
/// What says that other forms are taken as well, or that the value is a part of something or has several.
const OTHERS: [&str; 37] = [
    " or ",
    "either",
    "comma",
    "separated",
    "list of",
    "json",
    "array",
    "e.g",
    "relative",
    "natural",
    "partial",
    "contain",
    "pattern",
    "prefix",
    "template",
    "filter",
    "markdown",
    "html",
    "slug",
    "friendly",
    "path",
    "extract",
    "from the",
    "from a",
    "query",
    "supports",
    "support",
    "accepts",
    "without",
    "except",
    "expression",
    "range",
    "relevant to",
    "git",
    "ssh",
    "remote",
    "part of",
];

fn found(place: &PhraseMatch<'_>, findings: &mut Findings<'_>) {
    let text = place.text();
    let Some(schema) = string_described(text).filter(|_| place.is_first()) else { return };
    let is_here = |(_, _, range): &Form| range.start == place.before().len();
    let Some((format, word, range)) = form(text).filter(is_here) else { return };
    if is_told(schema)
        || has_any(text.content(), &OTHERS)
        || takes_others(schema, format)
        || is_one_of_several(text.content(), &range)
    {
        return;
    }
    let name = schema.key().unwrap_or_default();
    let message = format!("that `{name}` is {word} is said in prose only; add `\"format\": \"{format}\"`");
    let edit = Edit::Insert { pointer: format!("{}/format", schema.pointer()), value: format.into() };
    findings
        .report(&text.place(range), message)
        .mend(Fix::unsafe_(format!("Add `\"format\": \"{format}\"`"), vec![edit]));
}

/// Whether a form is quoted among others, or the text tells the form of one case after the other.
fn is_one_of_several(text: &str, form: &Range<usize>) -> bool {
    let quote = text.get(..form.start).and_then(|before| before.chars().next_back());
    let is_quoted_among_others =
        quote.filter(|quote| matches!(quote, '\'' | '"' | '`')).is_some_and(|quote| {
            text.get(form.end..).is_some_and(|behind| behind.starts_with(quote))
                && text.matches(quote).count() > 2
        });
    is_quoted_among_others || words(text).filter(|word| word.eq_ignore_ascii_case("if")).nth(1).is_some()
}

/// Whether the parameter has a default, an example or a length that no value of the format has.
fn takes_others(schema: Node<'_>, format: &str) -> bool {
    let value = schema.value();
    let examples = value.get("examples").and_then(Value::as_array);
    let mut own = ["default", "example", "const"]
        .into_iter()
        .filter_map(|key| value.get(key))
        .chain(examples.into_iter().flat_map(Array::iter))
        .filter_map(Value::as_str);
    let least = shortest(format);
    own.any(|text| !may_have(&text, format))
        || value.get("maxLength").and_then(Value::as_f64).is_some_and(|most| most < f64::from(least))
}

/// The characters of the shortest value of a format.
fn shortest(format: &str) -> u8 {
    match format {
        "date" => 10,
        "date-time" => 20,
        "uuid" => 36,
        _ => 3,
    }
}

/// Whether a text has the shape of a format. It need not be a value of it.
fn may_have(text: &str, format: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_day = |text: &str| {
        text.len() == 10 && text.split('-').map(str::len).eq([4, 2, 2]) && text.split('-').all(digits)
    };
    match format {
        "date" => is_day(text),
        "date-time" => text.get(..10).is_some_and(is_day) && text.len() >= usize::from(shortest(format)),
        "uuid" => text.len() == 36 && text.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-'),
        "email" => text.contains('@'),
        _ => text.contains(':'),
    }
}

/// The form that a description names: its `format`, what a value of it is, and where it is named.
type Form = (&'static str, &'static str, Range<usize>);

fn form(text: Text<'_>) -> Option<Form> {
    let content = text.content();
    // The one has hyphens in it, and what the other is called after has digits.
    let day = text.has(Marks::HYPHEN).then(|| form_of_day(content)).flatten();
    if day.is_some() {
        return day;
    }
    let name = text.node().parent().and_then(Node::key).unwrap_or_default();
    let of_time = text.has(Marks::DIGIT).then(|| form_of_moment(content, &name)).flatten();
    of_time.or_else(|| form_of_name(content, &name))
}

fn form_of_day(text: &str) -> Option<Form> {
    day(text).map(|range| ("date", "a date", range))
}

fn form_of_moment(text: &str, name: &str) -> Option<Form> {
    let range = moment(text)?;
    if text.get(range.clone())?.as_bytes().first()?.eq_ignore_ascii_case(&b'r') {
        return Some(("date-time", "a date and time of RFC 3339", range));
    }
    // ISO 8601 has dates without a time as well: "start time" of a `start_date` may be one.
    let is_date_alone =
        crate::text::words_of_name(name).last().is_some_and(|last| last.eq_ignore_ascii_case("date"));
    let asks_for_time = has_any(text, &["date-time", "datetime", "timestamp", "date and time"]);
    (asks_for_time || !is_date_alone).then_some(("date-time", "an ISO 8601 date and time", range))
}

fn form_of_name(text: &str, name: &str) -> Option<Form> {
    identifier(text).map(|range| ("uuid", "a UUID", range)).or_else(|| address(text, name))
}

/// A date without a time behind it.
fn day(text: &str) -> Option<Range<usize>> {
    let range = find(text, DAY)?;
    let behind = text.get(range.end..)?;
    let goes_on = behind.starts_with(|next: char| next.is_alphanumeric()) || has_any(behind, &["hh", "time"]);
    (!goes_on && !has_any(text, &["datetime", "timestamp"])).then_some(range)
}

/// ISO 8601 has dates, durations and intervals as well.
fn moment(text: &str) -> Option<Range<usize>> {
    let range = MOMENT.iter().find_map(|form| find(text, form))?;
    let is_moment =
        has_any(text, &["date-time", "datetime", "timestamp", "date and time", "start time", "end time"]);
    let is_other =
        has_any(text, &["duration", "interval", "period", "week", DAY, "date only", "milliseconds"]);
    (is_moment && !is_other).then_some(range)
}

/// A UUID that is the value itself, not one word for it among others.
fn identifier(text: &str) -> Option<Range<usize>> {
    let is_it = |form: &&str| {
        let range = find(text, form)?;
        let (before, behind) = (text.get(..range.start)?, text.get(range.end..)?);
        let opens = before.is_empty() || before.eq_ignore_ascii_case("the ");
        let closes = matches!(behind, "" | ".") && before.ends_with(' ');
        let in_brackets = before.ends_with('(') && behind.starts_with(')');
        let follows = behind.starts_with(" of ");
        ((opens && follows) || closes || in_brackets).then_some(range)
    };
    IDENTIFIER.iter().find_map(is_it)
}

/// An address of mail or of the web, where the parameter is called so.
fn address(text: &str, name: &str) -> Option<Form> {
    let is_called = |word: &str| {
        let end = name.len().checked_sub(word.len()).and_then(|start| name.get(start..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(word))
            && crate::text::words_of_name(name).last().is_some_and(|last| last.eq_ignore_ascii_case(word))
    };
    let mail = || MAIL.iter().find_map(|form| find(text, form));
    if is_called("email")
        && let Some(range) = mail()
    {
        return Some(("email", "an email address", range));
    }
    if !is_called(URL) {
        return None;
    }
    let is_url = |range: &Range<usize>| {
        let (before, behind) = (text.get(..range.start), text.get(range.end..));
        before.is_some_and(|before| before.is_empty() || before.ends_with(' '))
            && behind
                .is_some_and(|behind| !behind.starts_with(|next: char| next.is_alphanumeric() || next == '-'))
    };
    let range = find(text, URL).filter(is_url)?;
    Some(("uri", "a URL", range))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_told_from_what_only_looks_like_them() {
        let form = |text: &str, name: &str| {
            let of_time = form_of_day(text).or_else(|| form_of_moment(text, name));
            of_time.or_else(|| form_of_name(text, name)).map(|(format, ..)| format)
        };
        for (text, name, expected) in [
            ("Day (yyyy-MM-dd)", "day", "date"),
            ("An ISO-8601 datetime", "at", "date-time"),
            ("An ISO-8601 datetime", "start_date", "date-time"),
            ("Start time (ISO 8601)", "from", "date-time"),
            ("The GUID of it", "id", "uuid"),
            ("Label (UUID), required", "id", "uuid"),
            ("Shelf UUID.", "id", "uuid"),
            ("Email address of the packer", "packer_email", "email"),
            ("URL of the camera", "cameraUrl", "uri"),
        ] {
            assert_eq!(form(text, name), Some(expected), "{text}");
        }
        for (text, name) in [
            ("YYYY-MM-DDTHH:MM", "day"),
            ("YYYY-MM-DD with a time", "day"),
            ("ISO 8601 duration", "age"),
            ("ISO 8601", "at"),
            ("Start time (ISO 8601)", "start_date"),
            ("uuids", "ids"),
            ("the UUID that was returned", "id"),
            ("Email address of the packer", "packer"),
            ("curl of the camera", "url"),
            ("URL-friendly label", "url"),
            ("", "url"),
        ] {
            assert_eq!(form(text, name), None, "{text}");
        }
    }
}
