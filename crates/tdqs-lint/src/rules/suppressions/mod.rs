//! TDQS9: what stands in `_meta` to keep findings quiet, and does not do so.
//!
//! The linter asks here once it knows which suppressions kept something quiet. These findings cannot be suppressed
//! beside the tool themselves; the settings can turn them off.

pub(crate) mod expired_suppression;
pub(crate) mod malformed_suppression;
pub(crate) mod unknown_rule_in_suppression;
pub(crate) mod unused_suppression;

use crate::findings::{Draft, Spot};
use crate::profile::Profile;
use crate::suppression::Suppressions;
use crate::{Date, Edit, Fix, Rule};

/// Reports what is wrong with the suppressions of a tool, of a server that may have tools which are not here.
pub(crate) fn report(
    suppressions: &Suppressions,
    profile: &Profile,
    today: Option<Date>,
    may_lack_tools: bool,
    drafts: &mut Vec<Draft>,
) {
    for (at, message) in &suppressions.broken {
        drafts.push(draft(&malformed_suppression::RULE, at, message.clone(), None));
    }
    for entry in &suppressions.entries {
        let removal = || {
            let edit = Edit::Remove { pointer: entry.at.pointer.clone() };
            Some(Fix::safe("Remove the suppression", vec![edit]))
        };
        let named = &entry.named;
        let Some(selector) = entry.selector else {
            let error =
                named.parse::<crate::Selector>().map_or_else(|error| error.to_string(), |_| String::new());
            drafts.push(draft(&unknown_rule_in_suppression::RULE, &entry.at, error, None));
            continue;
        };
        if let Some(until) = entry.until.filter(|_| entry.is_expired(today)) {
            let message = format!(
                "the suppression of {named} ended with {until}; mend what it was for and remove it, or give it another day"
            );
            drafts.push(draft(&expired_suppression::RULE, &entry.at, message, None));
        } else if !entry.is_used && profile.tells_all_of(selector, may_lack_tools) {
            let message = format!("nothing is found that the suppression of {named} keeps quiet; remove it");
            drafts.push(draft(&unused_suppression::RULE, &entry.at, message, removal()));
        }
    }
}

fn draft(rule: &'static Rule, at: &Spot, message: String, fix: Option<Fix>) -> Draft {
    Draft { rule, at: at.clone(), subject: None, message, related: Vec::new(), fix }
}
