//! TDQS607: a text that ends before its sentence does.

use std::cell::LazyCell;

use tdqs_rubric::Dimension;
use tdqs_signals::whitespace::trim;

use crate::context::{SetContext, Text, TextKind, ToolContext};
use crate::rules::schema::subject::text_subject;
use crate::rules::sentences::words;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS607",
    name: "cut-off",
    summary: "A description ends in the middle of a sentence.",
    why: "Generators and gateways cut descriptions at a length, some without a mark. What is missing is the end: \
          limits, errors, the sibling to use instead.\n\nFind out who cuts it, and write a text that fits.",
    sources: &["TDQS specification, \"The six dimensions\": Contextual Completeness"],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ContextualCompleteness)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "Return one crate by its label or"}"#,
        r#"{"name": "get_crate", "description": "Return one crate, with its shelf,"}"#,
        r#"{"name": "get_crate", "description": "Return one crate with all of its ite..."}"#,
        r#"{"name": "get_crate", "description": "Return one crate (with its shelf and the"}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate, its shelf, etc..."}"#,
        r#"{"name": "get_crate", "description": "Return one crate: a) by label, b) by shelf", "inputSchema": {"properties": {"range": {"description": "Within (0, 1]"}, "kind": {"description": "a, b, ..."}, "shelf": {"description": "The shelf to take crates from"}}}}"#,
        r#"{"name": "get_crate", "description": "Return one crate. The vitamin it holds is A"}"#,
    ],
    check: Check::Set(check),
};

/// Words that no sentence ends with. Others do: "the queue to read from".
const OPEN_WORDS: [&str; 8] = ["and", "or", "the", "an", "your", "their", "its", "e.g"];

/// What software cuts at. Shorter ones are met by chance.
const LIMITS: [usize; 8] = [255, 256, 500, 512, 1000, 1024, 2000, 2048];

fn check(set: &SetContext<'_>, findings: &mut Findings<'_>) {
    // Asked for hardly ever.
    let longest = LazyCell::new(|| Longest::of(set));
    for tool in set.tools() {
        check_tool(tool, || &*longest, findings);
    }
}

fn check_tool<'l>(tool: &ToolContext<'_>, longest: impl Fn() -> &'l Longest, findings: &mut Findings<'_>) {
    for text in tool.descriptions() {
        let trimmed = trim(text.content());
        // Nearly all texts end in one of these, and nothing more has to be looked at.
        if let [.., before, last] = trimmed.as_bytes()
            && matches!(last, b'.' | b'!' | b'?' | b')' | b']' | b'}' | b'"' | b'`' | b'\'')
            && [*before, *last] != *b".."
        {
            continue;
        }
        let Some(last) = trimmed.chars().next_back() else { continue };
        let is_cut_at =
            |length| length == longest().of_kind(text.kind()) && !ends_like_a_parameter(tool, text);
        let Some(how) = how(trimmed, text.content(), last, is_cut_at) else { continue };
        let end = text.content().trim_end().len();
        let start = text.content()[..end].char_indices().rev().nth(15).map_or(0, |(at, _)| at);
        let message = format!("{} {how}, as if it were cut off; write its end", text_subject(text));
        findings.report(&text.place(start..end), message);
    }
}

/// How many characters the longest descriptions of a server have. Where one has more than a limit allows, nobody cuts
/// at that limit.
#[derive(Debug, Default)]
struct Longest {
    of_tools: usize,
    of_schemas: usize,
}

impl Longest {
    fn of(set: &SetContext<'_>) -> Self {
        let mut longest = Self::default();
        for text in set.tools().iter().flat_map(ToolContext::descriptions) {
            let most = match text.kind() {
                TextKind::Description => &mut longest.of_tools,
                _ => &mut longest.of_schemas,
            };
            // No text has more characters than bytes.
            if text.content().len() > *most {
                *most = (*most).max(text.content().chars().count());
            }
        }
        longest
    }

    fn of_kind(&self, kind: TextKind) -> usize {
        if kind == TextKind::Description { self.of_tools } else { self.of_schemas }
    }
}

/// Whether the text ends in what is said of a parameter, all of it: descriptions made of the schema do, and the end of
/// one is not missing.
fn ends_like_a_parameter(tool: &ToolContext<'_>, text: Text<'_>) -> bool {
    let end = text.content().trim_end();
    text.kind() == TextKind::Description
        && tool.descriptions().filter(|other| other.kind() == TextKind::SchemaDescription).any(|parameter| {
            let own = parameter.content().trim();
            // One word says nothing of where the text comes from.
            words(own).nth(1).is_some() && end.ends_with(own)
        })
}

/// What shows that the text goes on, if anything does. A limit counts where the text may have been cut at that length.
fn how(trimmed: &str, whole: &str, last: char, is_cut_at: impl FnOnce(usize) -> bool) -> Option<String> {
    if trimmed.ends_with("...") || last == '…' {
        let before = trimmed.trim_end_matches(['.', '…']);
        // Within a word the text was cut; behind "etc" or in a list the author left the rest out.
        let is_within_a_word = before.ends_with(char::is_alphabetic) && !closes_a_list(before);
        return is_within_a_word.then(|| "ends in an ellipsis".to_owned());
    }
    if last == ',' {
        return Some("ends in a comma".to_owned());
    }
    let line = memchr::memrchr(b'\n', trimmed.as_bytes()).map_or(0, |at| at + 1);
    let last_line = &trimmed[line..];
    if OPEN_WORDS.iter().any(|word| last_line.ends_with(word)) {
        let last_word = words(last_line).next_back().unwrap_or_default();
        if last_line.ends_with(last_word)
            && OPEN_WORDS.contains(&last_word)
            && words(last_line).nth(2).is_some()
        {
            return Some(format!("ends with \"{last_word}\""));
        }
    }
    if last.is_alphanumeric() && has_open_bracket(last_line) {
        return Some("ends within a bracket".to_owned());
    }
    // No text has more characters than bytes.
    if whole.len() < LIMITS[0] {
        return None;
    }
    let length = whole.chars().count();
    (whole.ends_with(last)
        && last.is_alphanumeric()
        && LIMITS.contains(&length)
        && words(last_line).nth(3).is_some()
        && is_cut_at(length))
    .then(|| format!("ends without a full stop after exactly {length} characters"))
}

/// Whether an ellipsis behind this text stands for more of the same.
fn closes_a_list(before: &str) -> bool {
    let last_line = before.lines().next_back().unwrap_or_default();
    let last_word = words(last_line).next_back().unwrap_or_default();
    let lead = last_line.strip_suffix(last_word).unwrap_or(last_line).trim_end();
    last_word.eq_ignore_ascii_case("etc")
        || lead.ends_with([',', '/', '|', ':', '-', '(', '['])
        || words(last_line).nth(3).is_none()
}

/// Whether a round bracket of the line is open at its end. An interval such as (0, 1] closes otherwise.
fn has_open_bracket(line: &str) -> bool {
    let Some(open) = memchr::memrchr(b'(', line.as_bytes()) else { return false };
    let rest = &line[open + 1..];
    !rest.contains([')', ']']) && words(rest).nth(1).is_some()
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::rules::tests::findings_of;

    fn found(tools: &serde_json::Value) -> Vec<String> {
        findings_of(&RULE, &tools.to_string()).into_iter().map(|finding| finding.message).collect()
    }

    /// A description of so many characters that ends without a full stop.
    fn of_length(length: usize, end: &str) -> String {
        let filler = "Stacks crates. ".repeat(length);
        format!("{}. {end}", &filler[..length - end.len() - 2])
    }

    #[test]
    fn a_limit_that_another_tool_exceeds_cuts_nothing() {
        let exact = of_length(1024, "Crates that are sealed stay where they");
        let tools = |neighbour: usize| {
            serde_json::json!([
                {"name": "stack_crates", "description": exact},
                {"name": "move_crates", "description": of_length(neighbour, "It takes long.")},
            ])
        };
        let message = "the description ends without a full stop after exactly 1024 characters, as if it were cut off; \
                       write its end";
        assert_eq!(found(&tools(300)), [message]);
        assert_eq!(found(&tools(1024)), [message]);
        assert_eq!(found(&tools(1025)), [""; 0]);
    }

    #[test]
    fn a_list_of_parameters_ends_as_the_last_of_them() {
        let exact = of_length(1024, "- aisle: number of the aisle to put them in");
        let tools = |said: &str| {
            serde_json::json!([{
                "name": "stack_crates",
                "description": exact,
                "inputSchema": {"type": "object", "properties": {"aisle": {"description": said}}},
            }])
        };
        assert_eq!(found(&tools("number of the aisle to put them in")), [""; 0]);
        assert_eq!(found(&tools("the aisle")).len(), 1);
    }
}
