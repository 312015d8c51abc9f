//! Statements about behaviour that a text may only repeat.

use tdqs_signals::json::Value;

use super::words;
use crate::schema::{elements, members};

/// What a text may say of a tool only when the definition says it, as the beginnings of words. A group is one claim
/// in several words: the definition may use another one of them.
const CLAIMS: &[&[&str]] = &[
    &["read-only", "readonly", "not modify", "no side effect", "without side effect"],
    &["idempotent"],
    &["delet", "remov", "eras", "purg", "destroy", "wipe"],
    &["overwrit", "replac"],
    &["irreversibl", "cannot be undone", "permanent", "destructive"],
    &["authenticat", "api key", "credential", "oauth", "logged in"],
    &["permission", "admin", "privilege"],
    &["rate limit", "rate-limit", "throttl", "quota"],
    &["cache"],
    &["atomic", "transaction"],
    &["asynchron", "in the background", "queued"],
    &["paginat", "cursor"],
    &["sorted", "ordered by", "descending", "ascending"],
    &["encrypt"],
    &["case-insensitive", "case insensitive", "case-sensitive", "case sensitive"],
    &["by default", "defaults to"],
    &["timeout", "times out"],
    &["http://", "https://"],
];

/// Everything that a definition says, in small letters.
#[derive(Debug, Clone)]
pub(super) struct Said {
    text: String,
    /// Claims that hold by other members than texts, by the first words of their groups.
    backed: Vec<&'static str>,
}

impl Said {
    pub(super) fn of(tool: Value<'_>, around: &str) -> Self {
        let mut text = String::new();
        let mut has_default = false;
        let mut waiting = vec![tool];
        while let Some(value) = waiting.pop() {
            for (key, member) in members(Some(value)) {
                text.push_str(&key.text().to_lowercase());
                text.push('\n');
                has_default |= key.is("default");
                waiting.push(member);
            }
            waiting.extend(elements(Some(value)));
            match value.as_str() {
                Some(string) => text.push_str(&string.to_lowercase()),
                None if value.as_f64().is_some() => text.push_str(value.literal()),
                None => {}
            }
            text.push('\n');
        }
        let hint = |key: &str| {
            let pointer = format!("{around}/annotations/{key}");
            let hint = tool.pointer(&pointer).or_else(|| tool.pointer(&format!("/annotations/{key}")));
            hint.and_then(Value::as_bool) == Some(true)
        };
        let mut backed = Vec::new();
        for (key, claim) in [
            ("readOnlyHint", "read-only"),
            ("idempotentHint", "idempotent"),
            ("destructiveHint", "irreversibl"),
        ] {
            backed.extend(hint(key).then_some(claim));
        }
        backed.extend(has_default.then_some("by default"));
        Self { text, backed }
    }

    /// The first thing that a text says and the definition does not.
    pub(super) fn unsupported(&self, text: &str) -> Option<String> {
        let text = text.to_lowercase();
        let claim = CLAIMS.iter().find_map(|group| {
            let said = group.iter().find(|claim| text.contains(**claim))?;
            let first = group.first()?;
            // One address does not stand for another.
            if *first == "http://" {
                return self.address(&text);
            }
            let is_known = self.backed.contains(first) || group.iter().any(|claim| self.text.contains(claim));
            (!is_known).then(|| (*said).to_owned())
        });
        claim.or_else(|| self.number(&text))
    }

    fn address(&self, text: &str) -> Option<String> {
        let addresses = text.split_whitespace().filter(|word| word.contains("://"));
        let bare = |word: &str| word.trim_matches(|it: char| "()[]<>.,;:\"'`".contains(it)).to_owned();
        addresses.map(bare).find(|address| !self.text.contains(address.as_str()))
    }

    fn number(&self, text: &str) -> Option<String> {
        let known: std::collections::BTreeSet<&str> = words::numbers(&self.text).collect();
        words::numbers(text).find(|number| !known.contains(number)).map(str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tdqs_signals::json::Json;

    #[test]
    fn what_the_definition_says_may_be_said_again() {
        let tool = Json::parse(
            r#"{"name": "get_v2", "description": "Max 50. See https://dock.test/a. Cached.", "annotations": {"readOnlyHint": true}, "inputSchema": {"maximum": 7}}"#,
        )
        .unwrap();
        let said = Said::of(tool.value(), "");
        for text in ["Up to 50, at most 7.", "A read-only look at the cache.", "See (https://dock.test/a)."] {
            assert_eq!(said.unsupported(text), None, "{text}");
        }
        for (text, claim) in [
            ("Up to 51.", "51"),
            ("Idempotent.", "idempotent"),
            ("Needs an API key.", "api key"),
            ("See https://dock.test/b.", "https://dock.test/b"),
            ("Sorted by label.", "sorted"),
            ("Empty by default.", "by default"),
            ("Deletes the old one.", "delet"),
        ] {
            assert_eq!(said.unsupported(text).as_deref(), Some(claim), "{text}");
        }
    }
}
