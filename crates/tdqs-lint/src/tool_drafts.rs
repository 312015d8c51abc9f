//! What rules about single tools found, kept until a tool's text is another one.
//!
//! Whoever changes a few tools of a set and looks again need not look at the others: these rules see nothing but the
//! tool. Rules about sets do, and look every time.

use std::sync::Arc;

use tdqs_signals::json::Value;

use crate::findings::Draft;

/// What was found in the tools of one server by one linter, by their places.
#[derive(Debug, Clone, Default)]
pub(crate) struct ToolDrafts(Vec<Option<Arc<Kept>>>);

#[derive(Debug)]
struct Kept {
    /// The text of the tool.
    text: String,
    /// Where it began.
    start: usize,
    drafts: Vec<Draft>,
}

impl ToolDrafts {
    /// What was found in a tool, as if it had been found where the tool stands now. `None` when its text was another
    /// one.
    pub(crate) fn of(&self, place: usize, tool: Value<'_>) -> Option<impl Iterator<Item = Draft>> {
        let kept = self.0.get(place)?.as_ref().filter(|kept| kept.text == tool.literal())?;
        let start = tool.span().start;
        Some(kept.drafts.iter().map(move |draft| draft.moved(kept.start, start)))
    }

    /// Keeps what was found in a tool.
    pub(crate) fn keep(&mut self, place: usize, tool: Value<'_>, drafts: &[Draft]) {
        if self.0.len() <= place {
            self.0.resize(place + 1, None);
        }
        let kept =
            Kept { text: tool.literal().to_owned(), start: tool.span().start, drafts: drafts.to_vec() };
        if let Some(of_tool) = self.0.get_mut(place) {
            *of_tool = Some(Arc::new(kept));
        }
    }
}

#[cfg(test)]
mod tests {
    use tdqs_signals::ToolSet;

    use super::*;
    use crate::{Linter, RULES, Settings};

    /// Every rule has its say about the tools of each listing, behind one whose text changes its length.
    #[test]
    fn a_look_that_keeps_finds_what_a_new_one_finds() {
        let settings: Settings = serde_json::from_str(r#"{"select": ["ALL"]}"#).unwrap();
        let linter = Linter::new([&settings]).unwrap();
        for example in RULES.iter().flat_map(|rule| rule.bad.iter().chain(rule.good)) {
            let set = ToolSet::parse(example).unwrap();
            let tools: Vec<&str> =
                (0..set.tools().len()).map(|at| set.source(at).unwrap().value().literal()).collect();
            let listing = |description: &str| {
                let first = format!(r#"{{"name": "weigh_crate", "description": "{description}"}}"#);
                ToolSet::parse(&format!("[{first},\n{}]", tools.join(",\n"))).unwrap()
            };
            let mut kept = ToolDrafts::default();
            for description in
                ["Weigh it.", "Weighs stuff, and returns the weight of it; see `seal_crate`.", "TODO", "TODO"]
            {
                let set = listing(description);
                assert_eq!(
                    linter.lint_again("dock", &set, &mut kept),
                    linter.lint("dock", &set),
                    "{example}"
                );
            }
            // With the same tools in other places, nothing that is kept fits.
            let turned = ToolSet::parse(&format!("[{}]", tools.join(", "))).unwrap();
            assert_eq!(
                linter.lint_again("dock", &turned, &mut kept),
                linter.lint("dock", &turned),
                "{example}"
            );
        }
    }
}
