//! TDQS615: a text in which everything is important.

use tdqs_rubric::Dimension;

use crate::context::{TextKind, ToolContext};
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
    for text in tool.texts() {
        if !matches!(text.kind(), TextKind::Description | TextKind::SchemaDescription) {
            continue;
        }
        if !has_capitals_side_by_side(text.content()) {
            continue;
        }
        let mut stressed = stressed(text.content());
        let Some((start, first)) = stressed.next() else { continue };
        let count = 1 + stressed.count();
        if count >= TOO_MANY {
            let message = format!(
                "{count} words are stressed by capitals, from \"{first}\" on; keep the one that matters, and put what \
                 must hold into the schema"
            );
            findings.report(&text.place(start..start + first.len()), message);
        }
    }
}

/// Whether two capitals stand side by side: most texts have none, and so many bytes are compared at once.
fn has_capitals_side_by_side(text: &str) -> bool {
    let bytes = text.as_bytes();
    let pairs = bytes.iter().zip(bytes.get(1..).unwrap_or_default());
    pairs.fold(false, |has, (one, next)| has | (one.is_ascii_uppercase() & next.is_ascii_uppercase()))
}

/// The words in capitals that stress, with where they begin.
fn stressed(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() {
            // Two capitals side by side are rare, and all that is looked for begins with them.
            if !bytes[at].is_ascii_uppercase() {
                at += 1;
                continue;
            }
            let start = at;
            while bytes.get(at).is_some_and(u8::is_ascii_uppercase) {
                at += 1;
            }
            let is_part =
                |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
            let is_word =
                at - start >= 2 && !is_part(bytes.get(at)) && (start == 0 || !is_part(bytes.get(start - 1)));
            let Some(word) = text.get(start..at).filter(|_| is_word) else { continue };
            if STRESSED.contains(&word) {
                return Some((start, word));
            }
            if matches!(word, "DO" | "MUST") && text[at..].starts_with(" NOT") {
                at += " NOT".len();
                return text.get(start..at).map(|words| (start, words));
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_words_that_stress_count() {
        let list = |text: &'static str| stressed(text).map(|(_, word)| word).collect::<Vec<_>>();
        assert_eq!(list("MUST, DO NOT! é NEVER_x MUSTER xMUST must NOT ONLY"), ["MUST", "DO NOT", "ONLY"]);
    }
}
