//! TDQS420: a definition that costs more than it should.

use tdqs_rubric::Dimension;

use super::budgets::{bytes_written, in_parts, tokens_sent};
use crate::budget::Budget;
use crate::context::ToolContext;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS420",
    name: "tool-over-token-budget",
    summary: "The definition takes about 2,000 tokens or more of every conversation.",
    why: "Definitions are rent: they are paid before the first request and on every turn, whether the tool is called or \
          not. Half of all definitions that were looked at stay below 300 tokens and 98 in 100 below 2,000, counted as \
          characters of the compact JSON divided by four. Counted here are the name, the description and the input \
          schema, which every client sends.\n\nThe message says which part is the largest. Of a description, cut \
          sentences that repeat the schema; of a schema, what only few calls need, which a tool or resource can explain \
          to those that do; and split a tool that does the work of several.",
    sources: &[
        "Evaluation of a tool surface, section 9",
        "TDQS specification, \"The six dimensions\": Conciseness & Structure",
    ],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ConcisenessStructure)),
    mending: Mending::Manual,
    bad: &[
        concat!(
            r#"{"name": "get_crate", "description": ""#,
            include_str!("eight_thousand_characters.txt"),
            r#""}"#
        ),
        concat!(
            r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string", "description": ""#,
            include_str!("eight_thousand_characters.txt"),
            r#""}}}}"#
        ),
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate."}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}}}"#,
    ],
    check: Check::Tool(check),
};

/// What makes the larger part smaller.
fn remedy(budget: &Budget) -> &'static str {
    if budget.description >= budget.input_schema {
        "cut what repeats the schema"
    } else {
        "take out of the schema what only few calls need"
    }
}

/// The estimated tokens from which on a definition is too dear.
const LIMIT: usize = 2_000;

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    if bytes_written(tool) < LIMIT * 3 {
        return;
    }
    let budget = tool.sent();
    let tokens = tokens_sent(&budget);
    if tokens >= LIMIT {
        let message = format!(
            "about {tokens} tokens of every conversation ({}); {}, and split the tool if it does the work of several",
            in_parts(&budget),
            remedy(&budget)
        );
        findings.report(&tool.name_node().place(), message);
    }
}
