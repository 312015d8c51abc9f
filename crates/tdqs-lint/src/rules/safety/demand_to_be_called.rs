//! TDQS505: a text that claims the agent's choice for itself.

use tdqs_rubric::CoherenceDimension;

use crate::context::PhraseMatch;
use crate::rules::sentences::{has_word, sentence_after, sentence_before};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS505",
    name: "demand-to-be-called",
    summary: "A text demands that the tool be called first, always, or instead of all others.",
    why: "Selection is not enforceable in prose. A sentence such as \"always call this first\" fits no task, cannot \
          win against a cheaper tool that answers the same question, and where other servers are connected it speaks \
          of tools that its author has never seen.\n\nSay for which tasks the tool is right and name the sibling that \
          is right for the others. Where the order matters, say what the other call needs from this one. If the \
          sentence is there because agents pick another tool, the tool set is at fault: make the purposes disjoint, \
          or make one tool of both.",
    sources: &["TDQS specification, \"Improving your score\"", "TDQS specification, \"Shadowed tools\""],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Coherence(CoherenceDimension::Disambiguation)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "Return one crate. Always call this first."}"#,
        r#"{"name": "get_crate", "description": "Return one crate. Use it before using any other tool."}"#,
        r#"{"name": "get_weight", "description": "Return the weight of a crate. Do not compute this yourself!"}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate. Call it before move_crate, which needs the label."}"#,
        r#"{"name": "get_crate", "description": "Return one crate. When no label is known, call list_crates first."}"#,
        r#"{"name": "get_crate", "description": "Return one crate. If the label is not known, call this tool first and use the label that it returns."}"#,
    ],
    check: Check::Phrases {
        phrases: &[
            "always call this",
            "always use this tool",
            "always run this tool",
            "always invoke this",
            "must always call this",
            "must always use this tool",
            "call this tool first",
            "use this tool first",
            "call this first",
            "must be called first",
            "must be used first",
            "must call this tool",
            "must use this tool",
            "before any other tool",
            "before any other tools",
            "before all other tools",
            "before using any other",
            "before calling any other",
            "instead of any other tool",
            "instead of all other tools",
            "over any other tool",
            "over all other tools",
            "do not use any other tool",
            "do not call any other tool",
            "don't use any other tool",
            "never use any other tool",
            "never call any other tool",
            "do not use other tools",
            "do not compute this yourself",
            "don't compute this yourself",
            "do not calculate this yourself",
            "don't calculate this yourself",
            "takes precedence over all",
            "takes priority over all",
        ],
        found,
    },
};

const CONDITIONS: [&str; 12] =
    ["if", "when", "whenever", "unless", "for", "while", "until", "once", "before", "after", "where", "only"];

fn found(place: &PhraseMatch<'_>, findings: &mut Findings<'_>) {
    let phrase = place.phrase();
    let excludes_all = phrase.contains("other") || phrase.contains("yourself") || phrase.contains("over all");
    let (before, after) = (sentence_before(place.before()), sentence_after(place.after()));
    // With a condition it is a usage guideline.
    if !excludes_all && (has_word(before, &CONDITIONS) || has_word(after, &CONDITIONS)) {
        return;
    }
    // "Do not always call this" and "you need not call this first" say the opposite.
    if !excludes_all && has_word(before, &["not", "never", "don't", "no"]) {
        return;
    }
    let message = format!(
        "\"{}\" claims the choice for this tool; say which tasks it is for, and which sibling is for the others",
        place.found()
    );
    findings.report(&place.place(), message);
}
