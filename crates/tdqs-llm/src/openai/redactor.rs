//! Keeps secrets out of errors, even when the endpoint sends them back.

use crate::foreign_text::one_line;

/// The values that no message may hold.
pub(super) struct Redactor {
    /// On one line each, as the texts are in which they are looked for; longest first, so that of two
    /// secrets of which one begins the other nothing is left over.
    secrets: Vec<String>,
}

impl Redactor {
    pub(super) fn new<'a>(secrets: impl IntoIterator<Item = &'a str>) -> Self {
        let mut secrets: Vec<String> = secrets
            .into_iter()
            .flat_map(|secret| [Some(secret), credentials(secret)])
            .flatten()
            .map(one_line)
            .filter(|secret| !secret.is_empty())
            .collect();
        secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        secrets.dedup();
        Self { secrets }
    }

    /// The text on one line and without secrets. Must come before any shortening, which could leave half
    /// a secret behind.
    pub(super) fn redacted(&self, text: &str) -> String {
        let line = one_line(text);
        self.secrets.iter().fold(line, |line, secret| {
            if line.contains(secret.as_str()) { line.replace(secret.as_str(), "[redacted]") } else { line }
        })
    }
}

/// The part behind the scheme of a header such as `Bearer sk-…`.
fn credentials(value: &str) -> Option<&str> {
    value
        .split_once(' ')
        .map(|(_, credentials)| credentials.trim())
        .filter(|credentials| credentials.len() >= 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_replaced_wherever_they_stand() {
        let redactor = Redactor::new(["sk-1", "sk-1234", "Basic dXNlcjpwYXNz", ""]);
        for (text, expected) in [
            ("no secret", "no secret"),
            ("key sk-1234 and sk-1, sk-1sk-1", "key [redacted] and [redacted], [redacted][redacted]"),
            ("got dXNlcjpwYXNz\nor Basic  dXNlcjpwYXNz", "got [redacted] or [redacted]"),
        ] {
            assert_eq!(redactor.redacted(text), expected);
        }
    }
}
