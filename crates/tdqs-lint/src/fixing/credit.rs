//! The fixer of the Tool Credit Score, whose changes become edits (section 8).

use tdqs_signals::json::Json;

use super::proposal::Proposal;
use super::tool::{credit_tool, inner_pointer};
use super::{FixOptions, FixTier};
use crate::credit::contract::{Change, Options, Tier, fix};
use crate::{Edit, Linter};

/// What the fixer proposes for a tool by the rules that a linter leaves on: changes that build on each other, in their
/// order.
pub(super) fn proposals(server: &str, source: &Json, linter: &Linter, options: FixOptions) -> Vec<Proposal> {
    let tool = source.value();
    let tier = if options.tighten { Tier::Tighten } else { Tier::Safe };
    let around = inner_pointer(tool);
    let fixed = fix(&credit_tool(tool, 0), tier, &Options::default());
    // Nearly every tool: nothing has to be known of settings and suppressions.
    if fixed.changes.is_empty() {
        return Vec::new();
    }
    let is_left = linter.leaves_of_credit(server, source);
    // Behind a schema that is not moved, others would be made where it is not.
    let stays = |change: &Change| change.moved_from.is_some() && !is_left(change.rule);
    let made = fixed.changes.iter().take_while(|change| !stays(change)).filter(|change| is_left(change.rule));
    made.filter_map(|change| proposal(change, around)).collect()
}

fn proposal(change: &Change, around: &str) -> Option<Proposal> {
    let pointer = format!("{around}{}", change.pointer);
    // What the fixer writes is a word or a text: it is never deep.
    let after = || serde_json::from_str(change.after.source_text()).ok();
    let edits = match (&change.moved_from, &change.before) {
        (Some(from), before) => {
            let key = change.pointer.trim_start_matches('/').to_owned();
            let in_the_way = before.as_ref().map(|_| Edit::Remove { pointer: pointer.clone() });
            let rename = Edit::Rename { pointer: format!("{around}{from}"), key };
            in_the_way.into_iter().chain([rename]).collect()
        }
        (None, Some(_)) => vec![Edit::Set { pointer: pointer.clone(), value: after()? }],
        (None, None) => vec![Edit::Insert { pointer: pointer.clone(), value: after()? }],
    };
    Some(Proposal {
        rule: change.rule.as_str().to_owned(),
        title: title(change),
        pointer,
        tier: if change.tier == Tier::Tighten { FixTier::Tighten } else { FixTier::Safe },
        edits,
    })
}

/// What a change does, in one line.
fn title(change: &Change) -> String {
    let key = change.pointer.rsplit('/').next().unwrap_or_default();
    match (&change.moved_from, key) {
        (Some(from), _) => format!("move `{}` to `inputSchema`", from.trim_start_matches('/')),
        (None, "description") => "begin the description with a capital".to_owned(),
        (None, key) => format!("set `{key}` to {}", change.after.source_text()),
    }
}
