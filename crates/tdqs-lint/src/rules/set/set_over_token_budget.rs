//! TDQS421: a listing that leaves little room for the work.

use tdqs_rubric::CoherenceDimension;

use super::budgets::{bytes_written, in_parts, tokens_sent};
use super::listing::relate;
use crate::budget::Budget;
use crate::context::{SetContext, ToolContext};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

/// A tool of 2,000 tokens.
macro_rules! dear {
    ($name:literal) => {
        concat!(
            r#"{"name": ""#,
            $name,
            r#"", "description": ""#,
            include_str!("eight_thousand_characters.txt"),
            r#""}"#
        )
    };
}

/// A listing of such tools.
macro_rules! listing {
    ($first:literal $(, $name:literal)*) => {
        concat!("[", dear!($first), $(",", dear!($name),)* "]")
    };
}

pub(crate) const RULE: Rule = Rule {
    code: "TDQS421",
    name: "set-over-token-budget",
    summary: "The definitions of the server take more than 25,000 tokens together.",
    why: "A listing is read again on every turn. At 25,000 tokens of tools Claude Code warns its user, and of a window \
          of 200,000 an eighth is gone before the first request; servers add up.\n\nThe message says in which parts the \
          tokens are, and the related places are the dearest tools. Remove what nobody calls, split the server, or load \
          groups of tools on demand.",
    sources: &[
        "Evaluation of a tool surface, section 9",
        "<https://github.com/anthropics/claude-code/issues/12241>",
    ],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Coherence(CoherenceDimension::ToolCountAppropriateness)),
    mending: Mending::Manual,
    bad: &[
        listing!("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m"),
        listing!("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n"),
    ],
    good: &[
        r#"[{"name": "get_crate", "description": "Return one crate."}, {"name": "list_crates"}]"#,
        listing!("a", "b"),
    ],
    check: Check::WholeSet(check),
};

/// The estimated tokens that a listing may take.
const LIMIT: usize = 25_000;
/// How many of the dearest tools are related.
const DEAREST: usize = 5;

fn check(set: &SetContext<'_>, findings: &mut Findings<'_>) {
    let written: usize = set.tools().iter().map(bytes_written).sum();
    if written < LIMIT * 3 {
        return;
    }
    let mut all = Budget::default();
    let mut by_cost: Vec<(usize, &ToolContext<'_>)> = Vec::with_capacity(set.tools().len());
    for tool in set.tools() {
        let budget = tool.sent();
        by_cost.push((tokens_sent(&budget), tool));
        all += budget;
    }
    let Some(first) = set.tools().first().filter(|_| tokens_sent(&all) > LIMIT) else { return };
    by_cost.sort_by_key(|(cost, _)| std::cmp::Reverse(*cost));
    let dearest: Vec<&ToolContext<'_>> = by_cost.iter().take(DEAREST).map(|(_, tool)| *tool).collect();
    let of_dearest: usize = by_cost.iter().take(DEAREST).map(|(cost, _)| cost).sum();
    let message = format!(
        "{} tools take about {} tokens of every conversation ({}), and the {} dearest about {of_dearest} of them; \
         remove what nobody calls, or load groups of tools on demand",
        set.tools().len(),
        tokens_sent(&all),
        in_parts(&all),
        dearest.len(),
    );
    let mut reported = findings.report(&first.name_node().place(), message);
    relate(&mut reported, &dearest, "one of the dearest");
}
