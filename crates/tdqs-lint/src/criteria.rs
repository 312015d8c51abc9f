//! Which rules bear on which of the five criteria that a description is evaluated by?
//!
//! The authoring pieces evaluate a text by five criteria (Tool description engineering, evaluator). Here each names
//! the rules that find what costs it, so that `--select criteria:clarity` looks for these alone.

use tdqs_authoring::Criterion;

/// The names of the rules that find what costs the criterion.
///
/// ```
/// use tdqs_lint::{Criterion, Linter, Settings, rules_of};
/// use tdqs_signals::ToolSet;
///
/// let settings: Settings = serde_json::from_str(r#"{"select": ["criteria:clarity"]}"#)?;
/// let tools = ToolSet::parse(r#"{"name": "orders", "description": "Helps with orders."}"#)?;
/// let report = Linter::new([&settings])?.lint("dock", &tools);
/// assert_eq!(report.findings[0].rule, "vague-words");
/// assert!(rules_of(Criterion::Clarity).contains(&"vague-words"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub const fn rules_of(criterion: Criterion) -> &'static [&'static str] {
    match criterion {
        Criterion::Clarity => &[
            "tautological-description",
            "vague-words",
            "pronoun-without-referent",
            "pronoun-opens-sentence",
            "passive-filler",
            "marketing",
            "first-person",
            "html-left-in",
            "markdown-noise",
            "stray-blanks",
            "double-blanks",
            "indented-text",
            "shouting",
            "long-sentence",
            "description-restates-name",
        ],
        Criterion::Completeness => &[
            "no-description",
            "few-described-parameters",
            "undescribed-parameters",
            "no-output-schema",
            "description-too-short",
            "parameter-description-missing",
            "returns-undocumented",
            "errors-undocumented",
            "description-placeholder",
            "cut-off",
            "placeholder-text",
        ],
        Criterion::Accuracy => &[
            "hidden-characters",
            "read-only-contradiction",
            "destructive-contradiction",
            "unknown-required-name",
            "invalid-default",
            "invalid-example",
            "handoff-dangling",
            "example-invalid",
        ],
        Criterion::Actionability => &[
            "tautological-description",
            "demand-to-be-called",
            "remote-instructions",
            "description-no-when",
            "description-no-when-not",
            "description-no-action-verb",
            "optional-unexplained",
            "enum-in-prose",
            "format-in-prose",
            "error-code-without-remedy",
            "handoff-missing",
            "placeholder-text",
        ],
        Criterion::Consistency => &[
            "meaningless-title",
            "description-repeats-schema",
            "mixed-languages",
            "name-not-snake-case",
            "mixed-property-case",
            "mixed-name-styles",
            "mixed-word-order",
            "mixed-verbs",
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RULES, rule};

    #[test]
    fn every_name_is_a_rule_and_stands_once_in_a_criterion() {
        for criterion in Criterion::ALL {
            let names = rules_of(criterion);
            assert!(!names.is_empty(), "{criterion}");
            for (at, name) in names.iter().enumerate() {
                assert!(rule(name).is_some_and(|rule| rule.name == *name), "{criterion}: {name}");
                assert!(!names[..at].contains(name), "{criterion}: {name}");
            }
        }
    }

    #[test]
    fn every_rule_of_language_bears_on_a_criterion() {
        for rule in RULES.iter().filter(|rule| rule.code.starts_with("TDQS6")) {
            assert!(
                Criterion::ALL.into_iter().any(|criterion| rules_of(criterion).contains(&rule.name)),
                "{}",
                rule.name
            );
        }
    }
}
