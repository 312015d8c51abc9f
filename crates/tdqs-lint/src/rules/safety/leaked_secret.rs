//! TDQS510: a secret that everybody who lists the tools can read.

use tdqs_rubric::Dimension;

use super::tokens::{SHORTEST, is_placeholder, issuer, looks_random, tokens};
use crate::context::{Marks, Text, TextKind, ToolContext};
use crate::text::{find, words_of_name};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS510",
    name: "leaked-secret",
    summary: "A text holds what looks like a secret.",
    why: "A definition goes to every client that lists the tools, into the prompts of models and into the registries \
          that score it. A key, a token or a private key in a default or an example is public from then on.\n\nRevoke \
          it, take it out, and let the server read its secrets where it runs. Placeholders such as YOUR_API_KEY are no \
          fault. Found are the shapes of well-known issuers, private keys, signed JSON Web Tokens, and values that \
          look drawn at random where a parameter is called after a secret. Reports do not repeat what was found.",
    sources: &[
        "CWE-798, \"Use of Hard-coded Credentials\"",
        "RFC 7519, \"JSON Web Token\"",
        "RFC 7468, section 10",
    ],
    severity: Severity::Error,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::BehavioralTransparency)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"properties": {"access_token": {"default": "q7Zk2VbX9mLw4TdR8sHn3JcY6f"}}}}"#,
        r#"{"name": "get_crate", "description": "Return one crate. Called with AKIA2Q7WM4KX9ZTB5RLD by default."}"#,
        r#"{"name": "get_crate", "description": "Return one crate.\n-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ7Qk2VbX9mLw4TdR8sHn3JcY6fGp5BaKe1UvDoNiEtM\n-----END PRIVATE KEY-----"}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate. Needs a key such as sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx or AKIAIOSFODNN7EXAMPLE."}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"properties": {"api_key": {"default": "YOUR_API_KEY_GOES_HERE"}, "next_page_token": {"examples": ["page-0002-of-the-list"]}, "key": {"description": "Begins with -----BEGIN PRIVATE KEY----- and is never stored."}}}}"#,
    ],
    check: Check::Tool(check),
};

/// Secrets in one text that are told one by one; finding each place in the file takes time.
const TOLD: usize = 20;

const PRIVATE_KEY: &str = "PRIVATE KEY-----";
/// So many characters of base64 at least follow it.
const SHORTEST_KEY: usize = 60;

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for text in tool.texts().filter(|text| text.content().len() >= SHORTEST) {
        let content = text.content();
        if is_value(text.kind()) && looks_random(content) && is_called_after_a_secret(text) {
            let message = format!(
                "{} looks like a secret that was drawn at random; revoke it, and let the server read it where it runs",
                text.kind().with_article()
            );
            findings.report(&text.whole().without_quote(), message);
            continue;
        }
        let secrets = tokens(content).filter_map(|(start, token)| {
            let token = token.trim_end_matches(['.', '-', '_']);
            issuer(token).map(|issuer| (start, token, issuer))
        });
        for (start, token, issuer) in secrets.take(TOLD) {
            let message = format!(
                "{} holds what looks like a secret ({issuer}); revoke it, and let the server read it where it runs",
                text.kind().with_article()
            );
            findings.report(&text.place(start..start + token.len()).without_quote(), message);
        }
        if text.has(Marks::HYPHEN)
            && content.len() >= PRIVATE_KEY.len() + SHORTEST_KEY
            && let Some(at) = find(content, PRIVATE_KEY)
            && holds_key(&content[at + PRIVATE_KEY.len()..])
        {
            let message = format!(
                "{} holds a private key; revoke it, and let the server read it where it runs",
                text.kind().with_article()
            );
            findings.report(&text.place(at..at + PRIVATE_KEY.len()), message);
        }
    }
}

const fn is_value(kind: TextKind) -> bool {
    matches!(kind, TextKind::Default | TextKind::Const | TextKind::Example)
}

/// Whether the property that a value belongs to is called after a secret.
fn is_called_after_a_secret(text: Text<'_>) -> bool {
    let mut node = Some(text.node());
    while let Some(at) = node {
        if at.is_property() {
            let key = at.key().unwrap_or_default();
            let words: Vec<String> = words_of_name(&key).into_iter().map(str::to_ascii_lowercase).collect();
            let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.as_str()));
            // Cursors are called tokens too.
            return has(&["secret", "password", "passwd", "apikey", "credential", "credentials"])
                || (has(&["token"]) && !has(&["page", "next", "continuation", "sync", "cursor", "resume"]))
                || (has(&["key"]) && has(&["api", "access", "private", "auth", "signing"]));
        }
        node = at.parent();
    }
    false
}

/// Whether base64 follows the line that begins a key, enough of it for the shortest key there is.
fn holds_key(after: &str) -> bool {
    let body: String = after
        .chars()
        .skip_while(|character| character.is_whitespace() || *character == '\\')
        .take(64)
        .take_while(|character| character.is_ascii_alphanumeric() || "+/=\n\r".contains(*character))
        .collect();
    body.len() >= SHORTEST_KEY && !is_placeholder(&body)
}
