//! What does a listing weigh, and in which parts?
//!
//! Evaluation of a tool surface, section 9. Characters are counted over the whole definition as compact JSON, whatever
//! layout it was written in, and tokens are estimated from them. The rules use this estimate, so that a finding never
//! hangs on a feature; a tokenizer is in [`tokens`](crate::tokens).

use std::ops::AddAssign;

use serde::Serialize;
use tdqs_signals::ToolView;
use tdqs_signals::json::Value;

use crate::compact;

/// Characters (Unicode scalar values) of definitions as compact JSON, by part. The parts sum to the total.
///
/// ```
/// use tdqs_lint::Budget;
/// use tdqs_signals::{ToolView, json::Json};
///
/// let json = Json::parse(r#"{ "name": "seal_crate", "description": "Seal a crate." }"#)?;
/// let budget = Budget::of(json.value(), &ToolView::of(json.value())?);
/// assert_eq!((budget.name, budget.description, budget.other), (10, 13, 28));
/// assert_eq!((budget.total(), budget.tokens()), (51, 13));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Budget {
    /// The names, without quotes and escapes.
    pub name: usize,
    /// The titles, the same way.
    pub title: usize,
    /// The descriptions, the same way.
    pub description: usize,
    /// The schemas of the arguments.
    pub input_schema: usize,
    /// The schemas of the results.
    pub output_schema: usize,
    /// The annotations.
    pub annotations: usize,
    /// Everything else: keys, punctuation, escapes, icons, `_meta`.
    pub other: usize,
}

impl Budget {
    /// The budget of a tool in the JSON that it was written in.
    #[must_use]
    pub fn of(tool: Value<'_>, view: &ToolView<'_>) -> Self {
        let length = |value: Option<Value<'_>>| value.map_or(0, compact::characters);
        let mut budget = Self {
            title: view.title().map_or(0, |title| title.chars().count()),
            output_schema: length(view.output_schema()),
            annotations: length(view.annotations()),
            ..Self::of_sent(&view.name(), view.description().as_deref(), view.input_schema())
        };
        budget.other = compact::characters(tool).saturating_sub(budget.total());
        budget
    }

    /// The budget of what every client sends of a tool, and nothing of the rest. See [`sent`](Self::sent).
    pub(crate) fn of_sent(name: &str, description: Option<&str>, input_schema: Option<Value<'_>>) -> Self {
        Self {
            name: name.chars().count(),
            description: description.map_or(0, |description| description.chars().count()),
            input_schema: input_schema.map_or(0, compact::characters),
            ..Self::default()
        }
    }

    /// All characters.
    #[must_use]
    pub fn total(&self) -> usize {
        self.parts().into_iter().map(|(_, characters)| characters).sum()
    }

    /// The tokens, estimated: characters divided by four, rounded up, once and on the total.
    #[must_use]
    pub fn tokens(&self) -> usize {
        self.total().div_ceil(4)
    }

    /// The characters of names, descriptions and input schemas: what every client puts into its requests. Titles,
    /// annotations and output schemas are for the client itself, and most keep them.
    #[must_use]
    pub fn sent(&self) -> usize {
        self.name + self.description + self.input_schema
    }

    /// The parts with their names, in the order of a definition.
    #[must_use]
    pub fn parts(&self) -> [(&'static str, usize); 7] {
        [
            ("name", self.name),
            ("title", self.title),
            ("description", self.description),
            ("input schema", self.input_schema),
            ("output schema", self.output_schema),
            ("annotations", self.annotations),
            ("other", self.other),
        ]
    }
}

impl AddAssign for Budget {
    fn add_assign(&mut self, other: Self) {
        self.name += other.name;
        self.title += other.title;
        self.description += other.description;
        self.input_schema += other.input_schema;
        self.output_schema += other.output_schema;
        self.annotations += other.annotations;
        self.other += other.other;
    }
}

#[cfg(test)]
mod tests {
    use tdqs_signals::json::Json;

    use super::*;

    #[test]
    fn layout_and_escapes_do_not_change_the_sum() {
        let spread = r#"{ "name" : "a\u00e9", "title": "T", "description": "x\n\"y",
            "inputSchema": { "type":"object", "n": 1.50 }, "outputSchema": {}, "annotations": {"readOnlyHint": true},
            "_meta": {"k": [1, 2]} }"#;
        let json = Json::parse(spread).unwrap();
        let budget = Budget::of(json.value(), &ToolView::of(json.value()).unwrap());
        let compact = "{\"name\":\"aé\",\"title\":\"T\",\"description\":\"x\\n\\\"y\",\
                       \"inputSchema\":{\"type\":\"object\",\"n\":1.5},\"outputSchema\":{},\
                       \"annotations\":{\"readOnlyHint\":true},\"_meta\":{\"k\":[1,2]}}";
        assert_eq!(budget.total(), compact.chars().count());
        assert_eq!(
            budget.parts().map(|(_, characters)| characters)[..6],
            [2, 1, 4, r#"{"type":"object","n":1.5}"#.len(), 2, r#"{"readOnlyHint":true}"#.len()]
        );
        let mut twice = budget;
        twice += budget;
        assert_eq!(twice.total(), 2 * budget.total());
    }
}
