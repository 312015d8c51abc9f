//! TDQS324: a pattern that no validator can read.

use tdqs_rubric::Dimension;

use crate::context::{Role, ToolContext};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS324",
    name: "invalid-pattern",
    summary: "A `pattern` is no regular expression of ECMAScript.",
    why: "JSON Schema takes its patterns from ECMAScript. One that does not parse makes a validator refuse the \
          whole schema, and with it the tool; one that was written for another language, with `(?i)` or \
          `(?P<name>…)` in it, works in that language alone. Between slashes a pattern matches nothing, since \
          the slashes count.\n\nWrite it as JavaScript would read it in `new RegExp(…)`.",
    sources: &["JSON Schema 2020-12, Core, 6.4: Regular Expressions", "ECMA-262, 22.2: RegExp"],
    severity: Severity::Error,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string", "pattern": "[A-Z"}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string", "pattern": "(?P<year>[0-9]{4})"}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string", "pattern": "/^[A-Z]+$/"}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"labels": {"type": "object", "patternProperties": {"(": {"type": "string"}}}}}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string", "pattern": "^(?!-)[\\p{L}\\d_-]{1,64}(?<!-)$"}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"path": {"type": "string", "pattern": "^/[a-z/]*$"}, "pattern": {"type": "string"}, "p": {"default": {"pattern": "["}}}}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for keyword in tool.keywords("pattern") {
        if let Some(message) = keyword.as_str().and_then(|pattern| fault(&pattern)) {
            findings.report(&keyword.place(), message);
        }
    }
    for map in tool.keywords("patternProperties").filter(|map| map.role() == Role::SchemaMap) {
        for member in map.children() {
            if let Some(message) = member.key().and_then(|pattern| fault(&pattern)) {
                findings.report(&member.key_place(), message);
            }
        }
    }
}

/// Longer patterns are not read: the time it takes is not bounded by anything else.
const LONGEST: usize = 5_000;

fn fault(pattern: &str) -> Option<String> {
    if pattern.starts_with("/^")
        && pattern.trim_end_matches(|flag: char| flag.is_ascii_lowercase()).ends_with("$/")
    {
        return Some(
            "the slashes around the pattern count as characters, so that nothing matches; take them off"
                .to_owned(),
        );
    }
    if pattern.len() > LONGEST || is_plain(pattern.as_bytes()) {
        return None;
    }
    // Validators differ in whether they read patterns as Unicode ones. What either way reads is a pattern.
    let error = regress::Regex::with_flags(pattern, "u").err()?;
    if regress::Regex::with_flags(pattern, "").is_ok() {
        return None;
    }
    let cure = if pattern.contains("(?P<") {
        "in ECMAScript a named group is `(?<name>…)`"
    } else if pattern.starts_with("(?")
        && pattern.get(2..).is_some_and(|rest| rest.starts_with(|flag: char| flag.is_ascii_lowercase()))
    {
        "ECMAScript has no flags inside a pattern"
    } else {
        "write it as JavaScript reads it"
    };
    Some(format!(
        "the pattern is no regular expression of ECMAScript ({}); {cure}",
        error.text.trim_end_matches('.')
    ))
}

/// Whether a pattern is made of what most are made of, and is surely right: characters and their escapes, sets, groups,
/// and how often. Read once from left to right; of anything else the compiler has the word.
fn is_plain(pattern: &[u8]) -> bool {
    /// Groups within each other; more are rare.
    const MOST_GROUPS: usize = 16;
    let (mut groups, mut may_be_repeated) = (0, false);
    let mut rest = pattern;
    while let [first, after @ ..] = rest {
        rest = after;
        may_be_repeated = match first {
            b'\\' => match after {
                [b'b' | b'B', behind @ ..] => {
                    rest = behind;
                    false
                }
                [escaped, behind @ ..] if is_of_many(*escaped) || is_of_one(*escaped) => {
                    rest = behind;
                    true
                }
                _ => return false,
            },
            b'[' => match after_set(after) {
                Some(behind) => {
                    rest = behind;
                    true
                }
                None => return false,
            },
            b'(' if groups < MOST_GROUPS => {
                groups += 1;
                match after {
                    [b'?', b':', behind @ ..] => rest = behind,
                    [b'?', ..] => return false,
                    _ => {}
                }
                false
            }
            b')' if groups > 0 => {
                groups -= 1;
                true
            }
            b'|' | b'^' | b'$' => false,
            b'*' | b'+' | b'?' | b'{' if may_be_repeated => {
                if *first == b'{' {
                    match after_count(after) {
                        Some(behind) => rest = behind,
                        None => return false,
                    }
                }
                rest = rest.strip_prefix(b"?").unwrap_or(rest);
                false
            }
            b'(' | b')' | b'*' | b'+' | b'?' | b'{' | b'}' | b']' => return false,
            b' '..=b'~' => true,
            _ => return false,
        };
    }
    groups == 0
}

/// Whether a backslash makes a set of a letter.
fn is_of_many(escaped: u8) -> bool {
    matches!(escaped, b'd' | b'D' | b's' | b'S' | b'w' | b'W')
}

/// Whether a backslash makes a character of this one, whichever way patterns are read.
fn is_of_one(escaped: u8) -> bool {
    b"^$\\.*+?()[]{}|/".contains(&escaped)
}

/// What stands behind a set that is surely right. Its bracket is open already.
fn after_set(set: &[u8]) -> Option<&[u8]> {
    /// A character, which may begin or end a range, or `None` for a set; and what stands behind it.
    fn member(set: &[u8]) -> Option<(Option<u8>, &[u8])> {
        match set {
            [b'\\', escaped, rest @ ..] if is_of_many(*escaped) => Some((None, rest)),
            [b'\\', escaped, rest @ ..] if is_of_one(*escaped) || *escaped == b'-' => {
                Some((Some(*escaped), rest))
            }
            [b'\\' | b'[' | b']', ..] => None,
            [plain @ b' '..=b'~', rest @ ..] => Some((Some(*plain), rest)),
            _ => None,
        }
    }
    let mut rest = set.strip_prefix(b"^").unwrap_or(set);
    loop {
        let (from, behind) = member(rest)?;
        rest = behind;
        if let [b'-', end, ..] = rest
            && *end != b']'
        {
            let (to, behind) = member(&rest[1..])?;
            if from? > to? {
                return None;
            }
            rest = behind;
        }
        if let [b']', behind @ ..] = rest {
            return Some(behind);
        }
    }
}

/// What stands behind `2}`, `2,}` or `2,5}`, with numbers of few digits and the smaller one first.
fn after_count(count: &[u8]) -> Option<&[u8]> {
    fn number(text: &[u8]) -> Option<(u32, &[u8])> {
        let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (digits, rest) =
            text.split_at_checked(digits).filter(|(digits, _)| (1..=4).contains(&digits.len()))?;
        Some((digits.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')), rest))
    }
    let (least, rest) = number(count)?;
    match rest {
        [b'}', behind @ ..] | [b',', b'}', behind @ ..] => Some(behind),
        [b',', rest @ ..] => {
            let (most, rest) = number(rest)?;
            rest.strip_prefix(b"}").filter(|_| least <= most)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::is_plain;

    #[test]
    fn what_most_patterns_are_made_of_is_plain() {
        for pattern in [
            "",
            "^[a-zA-Z0-9_-]+$",
            r"^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z?)?$",
            r"^(?:https?|ftp)://[^\s/$.?#].[^\s]*$",
            r"^[\w.+\-]+@[\w-]+\.[a-z]{2,}$",
            "a|b+?|[^x]{1,64}",
            "^(a(b(c)))$",
        ] {
            assert!(is_plain(pattern.as_bytes()), "{pattern}");
        }
        for pattern in [
            "(?i)a", "(?P<a>b)", "(?=a)", "a**", "a{2,1}", "[z-a]", "[a", "(a", "a)", "*", r"\p{L}", r"\1",
            "é", "[]", r"[\d-z]", r"\", "a{99999}", "{", "^*",
        ] {
            assert!(!is_plain(pattern.as_bytes()), "{pattern}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]
        #[test]
        fn what_is_plain_is_a_pattern(
            pattern in r"(\[\^?([abz0-]|\\[dws.\-]|[a-c]-[b-z]){0,4}\]|[()|?*+.^$a-c0 ,{}\[\]-]|\(\?:|\)|\\[a-z.*()/]|\{[0-9],?[0-9]?\}){0,12}",
        ) {
            let reads = |flags: &str| regress::Regex::with_flags(&pattern, flags).is_ok();
            prop_assert!(!is_plain(pattern.as_bytes()) || (reads("u") && reads("")), "{pattern}");
        }
    }
}
