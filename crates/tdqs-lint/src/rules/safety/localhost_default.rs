//! TDQS512: a default that is right on one machine only.

use tdqs_rubric::Dimension;

use crate::context::{PhraseMatch, TextKind};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS512",
    name: "localhost-default",
    summary: "A default points at the machine that the server runs on.",
    why: "`localhost` is the machine of whoever runs the server. For a server that runs beside its client that may be \
          meant; behind a network it is a left-over of development, and an agent that relies on the default gets \
          connections refused.\n\nSay in the description of the parameter whose machine it is, or leave the default \
          to the server.",
    sources: &["RFC 6761, section 6.3"],
    severity: Severity::Note,
    is_on_by_default: false,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"properties": {"server": {"default": "http://localhost:8080"}}}}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"properties": {"host": {"default": "127.0.0.1"}}}}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate. Try http://localhost:8080.", "inputSchema": {"properties": {"server": {"default": "https://dock.example"}}}}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"properties": {"server": {"default": "localhostess", "examples": ["localhost"]}}}}"#,
    ],
    check: Check::Phrases { phrases: &["localhost", "127.0.0.1", "0.0.0.0", "[::1]"], found },
};

fn found(place: &PhraseMatch<'_>, findings: &mut Findings<'_>) {
    if place.text().kind() == TextKind::Default {
        let message = format!(
            "the default \"{}\" is the machine of whoever runs the server; say so, or leave the default to the server",
            place.found()
        );
        findings.report(&place.place(), message);
    }
}
