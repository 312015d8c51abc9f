//! TDQS605: a word that sells.

use tdqs_rubric::Dimension;

use crate::context::PhraseMatch;
use crate::rules::sentences::{is_quoted, words};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS605",
    name: "marketing",
    summary: "A text praises the tool instead of describing it.",
    why: "\"Powerful\" and \"seamless\" tell an agent nothing about what a call does, and every sibling claims the \
          same. Praise that sways the choice of an agent makes it wrong more often: the tool is then called for \
          tasks that another does better.\n\nDelete the word, or say the fact behind it: a limit, a rate, a number.",
    sources: &[
        "TDQS specification, \"The six dimensions\": Conciseness & Structure",
        "\"From Docs to Descriptions\": competitive selection",
    ],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ConcisenessStructure)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "find_crates", "description": "A powerful search over crates."}"#,
        r#"{"name": "find_crates", "description": "Find crates seamlessly with a state-of-the-art index."}"#,
    ],
    good: &[
        r#"{"name": "find_crates", "description": "Find crates by their label. Returns at most 50."}"#,
        r#"{"name": "find_crates", "description": "Find crates; \"powerful\" finds those whose label holds that word. More powerful than get_crate."}"#,
    ],
    check: Check::Phrases {
        phrases: &[
            "powerful",
            "seamless",
            "seamlessly",
            "cutting-edge",
            "cutting edge",
            "state-of-the-art",
            "state of the art",
            "world-class",
            "best-in-class",
            "industry-leading",
            "enterprise-grade",
            "effortless",
            "effortlessly",
            "blazing fast",
            "blazingly fast",
            "lightning-fast",
            "lightning fast",
            "next-generation",
            "next-gen",
            "game-changing",
            "game changer",
            "revolutionary",
            "supercharge",
            "supercharged",
            "supercharges",
            "unleash",
            "amazing",
            "awesome",
            "incredible",
            "turnkey",
            "hassle-free",
            "unparalleled",
            "unrivaled",
            "superior",
            "the best tool",
        ],
        found,
    },
};

fn found(place: &PhraseMatch<'_>, findings: &mut Findings<'_>) {
    // A comparison says something.
    let previous = words(place.before()).next_back().unwrap_or_default();
    let compares = ["more", "less", "most", "least"].iter().any(|word| previous.eq_ignore_ascii_case(word));
    let is_part_of_a_name =
        place.before().ends_with(['-', '_', '/']) || place.after().starts_with(['-', '_', '/']);
    if place.text().kind().is_prose() && !compares && !is_part_of_a_name && !is_quoted(place.before()) {
        let message = format!(
            "\"{}\" praises and does not describe; delete it, or say the fact behind it",
            place.found()
        );
        findings.report(&place.place(), message);
    }
}
