//! TDQS513: a link that carries a password.

use tdqs_rubric::Dimension;

use super::tokens::is_placeholder;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS513",
    name: "credentials-in-url",
    summary: "A URL holds a user name and a password.",
    why: "A definition goes to every client that lists the tools. A connection string with a password in a default or \
          a description gives the account away, and a caller who leaves the default uses it.\n\nChange the password, \
          take it out, and let the server read it where it runs. Placeholders such as `user:password` are no fault. \
          Reports do not repeat what was found.",
    sources: &["RFC 3986, section 3.2.1", "CWE-798, \"Use of Hard-coded Credentials\""],
    severity: Severity::Error,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::BehavioralTransparency)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"properties": {"server": {"default": "postgres://dock:Tr4ub4dor-39@db.dock.example/stock"}}}}"#,
        r#"{"name": "get_crate", "description": "Return one crate from https://quay:h8fKp2vQ@dock.example/."}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate. Takes postgres://user:password@host/database or https://<user>:<password>@host."}"#,
        r#"{"name": "get_crate", "description": "Return one crate. See https://dock.example:8080/@quay, or mail a://b:c d@e."}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for text in tool.texts() {
        let content = text.content();
        for (at, mark) in content.match_indices("://") {
            let start = at + mark.len();
            let authority = &content[start..];
            let end = authority
                .find(|character: char| {
                    character.is_whitespace() || matches!(character, '/' | '?' | '#' | '"' | '\'' | '`')
                })
                .unwrap_or(authority.len());
            let Some((user_information, _)) = authority[..end].rsplit_once('@') else { continue };
            let Some((user, password)) = user_information.split_once(':') else { continue };
            if !is_made_up(user, password) {
                let place = text.place(start..start + user_information.len()).without_quote();
                let message = format!(
                    "{} holds a URL with a password; change it, and let the server read it where it runs",
                    text.kind().with_article()
                );
                findings.report(&place, message);
            }
        }
    }
}

/// Whether a password only shows where one goes.
fn is_made_up(user: &str, password: &str) -> bool {
    const WORDS: [&str; 14] = [
        "pass", "pwd", "user", "name", "secret", "key", "token", "root", "admin", "guest", "postgres",
        "mysql", "example", "foo",
    ];
    let lower = password.to_ascii_lowercase();
    password.len() < 6
        || password.eq_ignore_ascii_case(user)
        || password.contains(['<', '{', '[', '$', '*', '%', '('])
        || password.contains("...")
        || WORDS.iter().any(|word| lower.contains(word))
        || is_placeholder(password)
}
