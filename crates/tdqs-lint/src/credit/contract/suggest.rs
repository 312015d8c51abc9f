//! What only somebody who knows the tool can settle (section 8, third tier). Never applied.

use schemars::JsonSchema;
use serde::Serialize;
use tdqs_signals::json::Json;

use super::facts::Facts;
use super::{Listing, Options, Tool, proposed_name, score};
use crate::credit::Rules;
use crate::credit::rewrite::{ObjectText, read, string_text};
use crate::credit::{Category, Rule};
use crate::text::Effect;

/// A change that somebody may want to make.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Suggestion {
    /// The rule that it answers.
    pub rule: Rule,
    /// JSON pointer of the place, within the tool.
    pub pointer: String,
    /// What could stand there, where that can be told from the definition. It is a draft to be confirmed; texts and
    /// examples are never drafted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Value>")]
    pub draft: Option<Json>,
    /// What to do.
    pub advice: &'static str,
}

/// What could be better about one tool of a listing: its name, texts, what must be given, examples, annotations.
#[must_use]
pub fn suggest(tool: &Tool<'_>, listing: &Listing<'_>, options: &Options) -> Vec<Suggestion> {
    let facts = Facts::of(tool, options, Rules::ALL);
    let findings = score(tool, options).findings;
    let is_ours = |rule: Rule| match rule.category() {
        Category::Naming | Category::Description | Category::Examples => {
            !matches!(rule, Rule::DescriptionNotCapitalised | Rule::DescriptionLanguageUnchecked)
        }
        Category::Parameters => matches!(
            rule,
            Rule::ParameterDescriptionMissing
                | Rule::RequiredMissing
                | Rule::RequiredEmpty
                | Rule::OptionalUnexplained
                | Rule::RequiredHasDefault
        ),
        Category::BestPractices => rule != Rule::AdditionalPropertiesOpen,
    };
    findings
        .into_iter()
        .filter(|finding| is_ours(finding.rule))
        .map(|finding| Suggestion {
            rule: finding.rule,
            draft: draft(finding.rule, &facts, listing).and_then(|text| read(text).ok()),
            pointer: finding.pointer,
            advice: finding.advice,
        })
        .collect()
}

fn draft(rule: Rule, facts: &Facts<'_>, listing: &Listing<'_>) -> Option<String> {
    match rule {
        Rule::NameNotSnakeCase => {
            let proposed = proposed_name(facts.name.as_deref()?)?;
            let is_taken = listing.tools.iter().filter_map(Tool::name).any(|name| name == proposed);
            (!is_taken).then(|| string_text(&proposed))
        }
        Rule::RequiredMissing => {
            let schema = facts.schema.as_ref()?;
            let unexplained = schema.parameters().all.iter();
            let names: Vec<String> = unexplained
                .filter(|parameter| !schema.meaning.is_explained(parameter.schema))
                .map(|parameter| string_text(&parameter.name))
                .collect();
            Some(format!("[{}]", names.join(",")))
        }
        Rule::AnnotationsMissing => hints(facts.effect()?),
        _ => None,
    }
}

/// The hints that a verb stands for.
fn hints(effect: Effect) -> Option<String> {
    let mut hints = ObjectText::default();
    match effect {
        Effect::Reads => hints.add("readOnlyHint", &true),
        Effect::Writes => hints.add("readOnlyHint", &false),
        Effect::Destroys => {
            hints.add("readOnlyHint", &false);
            hints.add("destructiveHint", &true);
        }
        Effect::Either => return None,
    }
    Some(hints.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::credit::contract::{parse, read as read_listing};

    #[test]
    fn drafts_are_made_of_what_is_there() {
        let json = parse(
            r#"[{"name":"deleteCrate","inputSchema":{"type":"object","properties":{"a":{},"b":{"default":1}}}},
                {"name":"getCrate"},{"name":"get_crate"}]"#,
        )
        .unwrap();
        let listing = read_listing(json.value()).unwrap();
        let drafts = |tool: usize| -> Vec<(&'static str, String)> {
            suggest(&listing.tools[tool], &listing, &Options::default())
                .into_iter()
                .filter_map(|it| Some((it.rule.as_str(), it.draft?.source_text().to_owned())))
                .collect()
        };
        assert_eq!(
            drafts(0),
            [
                ("name-not-snake-case", "\"delete_crate\"".to_owned()),
                ("required-missing", "[\"a\"]".to_owned()),
                ("annotations-missing", r#"{"readOnlyHint":false,"destructiveHint":true}"#.to_owned()),
            ]
        );
        assert_eq!(drafts(1), [("annotations-missing", r#"{"readOnlyHint":true}"#.to_owned())]);
    }
}
