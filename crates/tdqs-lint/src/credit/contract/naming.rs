//! Rules about the name.

use super::facts::Facts;
use crate::credit::quoted::quoted;
use crate::credit::{Finding, Rule, Severity};
use crate::text::is_snake_case;

const POINTER: &str = "/name";

pub(super) fn check(facts: &Facts<'_>, findings: &mut Vec<Finding>) {
    let Some(name) = facts.name.as_deref() else {
        findings.push(Finding::new(Rule::NameMissing, Severity::Error, 100, POINTER, "the tool has no name"));
        return;
    };
    let shown = || quoted(name);
    let mut add = |rule, severity, deduction, message: String| {
        findings.push(Finding::new(rule, severity, deduction, POINTER, message));
    };
    let is_legal =
        |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '-');
    if let Some(character) = name.chars().find(|character| !is_legal(*character)) {
        let message = format!("the name {} has the character {character:?}", shown());
        add(Rule::NameIllegalCharacters, Severity::Error, 40, message);
    } else if facts.wants(Rule::NameNotSnakeCase) && !is_snake_case(name) {
        let message = format!("the name {} is not snake_case", shown());
        add(Rule::NameNotSnakeCase, Severity::Warning, 20, message);
    }
    if facts.wants(Rule::NameNoVerb)
        && facts.effect().is_none()
        && facts.first_word().unwrap_or_default().is_ascii()
    {
        let message = format!("the first word of the name {} is no verb of the table", shown());
        add(Rule::NameNoVerb, Severity::Warning, 15, message);
    }
    let length = name.chars().count();
    if length > 128 {
        let message = format!("the name has {length} characters; the protocol allows 128");
        add(Rule::NameTooLong, Severity::Error, 30, message);
    } else if length > 64 {
        let message = format!("the name has {length} characters; many clients allow 64");
        add(Rule::NameTooLong, Severity::Warning, 10, message);
    }
    if length < 3 {
        let message = format!("the name {} has fewer than 3 characters", shown());
        add(Rule::NameTooShort, Severity::Info, 5, message);
    }
}
