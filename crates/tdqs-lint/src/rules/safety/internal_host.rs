//! TDQS511: a host that only its author can reach.

use tdqs_rubric::Dimension;

use super::hosts::{Reach, internal_host};
use crate::context::{TextKind, ToolContext};
use crate::rules::sentences::{contains_ignoring_case, sentence_before};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS511",
    name: "internal-host",
    summary: "A text names a host of an inner network.",
    why: "An address of a private network or a name such as `wiki.corp` tells strangers how a network is built, and \
          leads an agent elsewhere nowhere, or to another machine that has the address there.\n\nTake it out, or name \
          the host that callers can reach. Examples, ranges of addresses and names that mean the same everywhere, such \
          as `host.docker.internal`, are no fault.",
    sources: &["RFC 1918, \"Address Allocation for Private Internets\"", "RFC 6762, appendix G", "CWE-200"],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::BehavioralTransparency)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "Return one crate from http://10.4.7.12:8080."}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"properties": {"server": {"default": "https://stock.dock.corp/api"}}}}"#,
    ],
    good: &[
        r#"{"name": "scan_hosts", "description": "Scan hosts, for example 10.4.7.12, or a network such as 192.168.0.0/16. Reads settings.local.json."}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"properties": {"server": {"default": "https://api.dock.example", "examples": ["http://10.4.7.12"]}}}}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for text in tool.texts() {
        let kind = text.kind();
        let is_looked_at =
            kind.is_prose() || matches!(kind, TextKind::Default | TextKind::Const | TextKind::Enum);
        let Some((reach, range)) = is_looked_at.then(|| internal_host(text.content())).flatten() else {
            continue;
        };
        let before = text.content().get(..range.start).unwrap_or_default();
        let before = sentence_before(before);
        let is_example = ["example", "e.g", "such as", "like ", "format", "i.e"]
            .iter()
            .any(|mark| contains_ignoring_case(before, mark))
            || before.ends_with(['\'', '"', '`', '(', '’', '“', '@']);
        if kind.is_prose() && is_example {
            continue;
        }
        let what = match reach {
            Reach::PrivateAddress => "an address of a private network",
            Reach::InternalName => "a host that only an inner network knows",
        };
        let message = format!(
            "{} names {what}, \"{}\"; take it out, or name the host that callers can reach",
            kind.with_article(),
            text.content().get(range.clone()).unwrap_or_default()
        );
        findings.report(&text.place(range), message);
    }
}
