//! TDQS615: a text in which everything is important.

use tdqs_rubric::Dimension;

use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS615",
    name: "shouting",
    summary: "A description stresses many words by capitals.",
    why: "One MUST in capitals is read; the fifth IMPORTANT tells an agent no more which sentence matters, and models \
          over-apply what is shouted at them. Capitals pile up where a description works around a fault: agents that \
          pick another tool, a schema that takes what it should refuse.\n\nKeep the one that matters. Put what must \
          hold into the schema: `required`, `enum`, `pattern`.",
    sources: &["TDQS specification, \"Improving your score\"", "TDQS specification, \"Shadowed tools\""],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ConcisenessStructure)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "IMPORTANT: You MUST pass a label. NEVER pass a shelf. ALWAYS check it first."}"#,
        r#"{"name": "get_crate", "description": "CRITICAL! Return one crate. DO NOT pass a shelf. WARNING: slow. MUST be sealed."}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate. IMPORTANT: it must be sealed, and NEVER moved."}"#,
        r#"{"name": "run_query", "description": "Run SELECT, INSERT, UPDATE or DELETE. AND, OR and NOT are operators; HTTP, JSON and SQL are names."}"#,
    ],
    check: Check::Tool(check),
};

/// The commonest of them: any word can be stressed, and what stands in capitals may be a name.
const STRESSED: [&str; 18] = [
    "IMPORTANT",
    "MUST",
    "NEVER",
    "ALWAYS",
    "CRITICAL",
    "CRITICALLY",
    "WARNING",
    "MANDATORY",
    "STRICTLY",
    "REQUIRED",
    "CAUTION",
    "ATTENTION",
    "ONLY",
    "EVERY",
    "IMMEDIATELY",
    "STOP",
    "FORBIDDEN",
    "CAREFUL",
];
/// So many in one text are too many.
const TOO_MANY: usize = 4;

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for text in tool.descriptions() {
        let mut stressed = stressed(text.content());
        let Some((start, first)) = stressed.next() else { continue };
        let count = 1 + stressed.count();
        if count >= TOO_MANY {
            let message = format!(
                "at least {count} words are stressed by capitals, from \"{first}\" on; keep the one that matters, and put \
                 what must hold into the schema"
            );
            findings.report(&text.place(start..start + first.len()), message);
        }
    }
}

/// The words in capitals that stress, with where they begin.
fn stressed(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let bytes = text.as_bytes();
    let is_capital = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_uppercase);
    let is_part = |at: Option<usize>| {
        at.and_then(|at| bytes.get(at)).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
    };
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(offset) = bytes.get(at..).and_then(two_capitals) {
            at += offset;
            let (mut start, mut end) = (at, at);
            while start.checked_sub(1).is_some_and(is_capital) {
                start -= 1;
            }
            while is_capital(end) {
                end += 1;
            }
            at = end;
            let run = text.get(start..end)?;
            let opens = |start: usize| !is_part(start.checked_sub(1));
            if opens(start) && !is_part(Some(end)) && STRESSED.contains(&run) {
                return Some((start, run));
            }
            let denied = start.checked_sub("DO ".len()).filter(|start| opens(*start));
            if let Some(words) = denied.and_then(|start| text.get(start..start + DENIAL.len()))
                && words == DENIAL
            {
                return Some((start - "DO ".len(), words));
            }
        }
        None
    })
}

/// Two words that stress together.
const DENIAL: &str = "DO NOT";

/// The first even place of a text where two capitals stand side by side: every word that stresses has one of these, and most
/// texts have none.
fn two_capitals(text: &[u8]) -> Option<usize> {
    let are_capitals = |pair: &[u8; 2]| pair[0].is_ascii_uppercase() & pair[1].is_ascii_uppercase();
    let have_some = |block: &[u8; 32]| {
        // Without a branch, so that the compiler makes vectors of it.
        block.as_chunks().0.iter().fold(false, |any, pair| any | are_capitals(pair))
    };
    let (blocks, _) = text.as_chunks();
    let start = 32 * blocks.iter().take_while(|block| !have_some(block)).count();
    let (pairs, _) = text.get(start..)?.as_chunks();
    pairs.iter().position(are_capitals).map(|pair| start + 2 * pair)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_words_that_stress_count() {
        let list = |text: &'static str| stressed(text).map(|(_, word)| word).collect::<Vec<_>>();
        assert_eq!(list("MUST, DO NOT! é NEVER_x MUSTER xMUST must NOT ONLY"), ["MUST", "DO NOT", "ONLY"]);
    }

    /// Word by word.
    fn plain(text: &str) -> Vec<(usize, &str)> {
        let is_of_word = |character: char| character.is_ascii_alphanumeric() || character == '_';
        let mut found = Vec::new();
        let mut start = 0;
        for word in text.split(|character| !is_of_word(character)) {
            let denies = word == "DO" && text[start..].starts_with(DENIAL);
            if STRESSED.contains(&word) || denies {
                found.push((start, if denies { DENIAL } else { word }));
            }
            start += word.len();
            start += text[start..].chars().next().map_or(0, char::len_utf8);
        }
        found
    }

    proptest::proptest! {
        #[test]
        fn no_word_that_stresses_is_passed_over(
            pieces in proptest::collection::vec(
                proptest::sample::select(vec![
                    "MUST", "DO", "NOT", "ONLY", "NEVER", "STOP", "A", "ID", "URL", "x", "1", "_", " ", " ", ".", "é", "DO NOT",
                    "in small letters ",
                ]),
                0..40,
            ),
        ) {
            let text = pieces.concat();
            proptest::prop_assert_eq!(stressed(&text).collect::<Vec<_>>(), plain(&text), "{}", text);
        }
    }
}
