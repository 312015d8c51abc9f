//! What each change of a tool costs in tokens.

use tdqs_signals::ToolDefinition;
use tdqs_signals::json::Json;

use super::proposal::Proposal;
use crate::Edit;
use crate::edit::apply;
use crate::tokens::{TokenCost, Tokenizer};

/// The tokens that each change adds to the tool as those before it left it; below 0 those that it saves. `None` where
/// one of the two is no tool.
pub(super) fn of_changes(source: &Json, made: &[&Proposal], tokenizer: Tokenizer) -> Vec<Option<i64>> {
    let mut edits: Vec<Edit> = Vec::new();
    let mut before = cost(source, &edits, tokenizer);
    let changes = made.iter().map(|proposal| {
        edits.extend(proposal.edits.iter().cloned());
        let after = cost(source, &edits, tokenizer);
        let change = after.zip(before).map(|(after, before)| after - before);
        before = after;
        change
    });
    changes.collect()
}

fn cost(source: &Json, edits: &[Edit], tokenizer: Tokenizer) -> Option<i64> {
    let text = apply(source, edits).ok()?;
    let (json, _) = Json::parse_prefix(&text.as_str().into(), 0).ok()?;
    let tool = ToolDefinition::from_value(&json).ok()?;
    i64::try_from(TokenCost::of(&tool, tokenizer).total()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixing::FixTier;

    #[test]
    fn each_change_is_counted_on_top_of_those_before_it() {
        let set = |value: &str| Edit::Set { pointer: "/description".to_owned(), value: value.into() };
        let proposal = |edit: Edit| Proposal {
            rule: String::new(),
            title: String::new(),
            pointer: String::new(),
            tier: FixTier::Safe,
            edits: vec![edit],
        };
        let source = Json::parse(r#"{"name": "seal_crate", "description": "Seals."}"#).unwrap();
        let made = [
            proposal(set("Seals a crate, and prints its label.")),
            proposal(set("Seal.")),
            proposal(Edit::Remove { pointer: "/name".to_owned() }),
        ];
        let made: Vec<&Proposal> = made.iter().collect();
        assert_eq!(of_changes(&source, &made, Tokenizer::Estimate), [Some(8), Some(-8), None]);
    }
}
