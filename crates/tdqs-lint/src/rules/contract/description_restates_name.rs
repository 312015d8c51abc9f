//! TDQS212: a description made of the words of the name.

use tdqs_rubric::{Dimension, HardGates};

use super::assessed;
use crate::context::ToolContext;
use crate::text::speaks_of_an_api;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity, credit};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS212",
    name: "description-restates-name",
    summary: "The description says nothing that the name does not.",
    why: "An agent has read the name when it comes to the description. A text whose words, apart from articles and the \
          like, are all words of the name leaves it where it was: which ones, from where, in what form, within which \
          limits remains open.\n\nSay what the name does not.",
    sources: &[
        "Tool Credit Score, section 7: description-restates-name",
        "TDQS specification, \"Stage 2: Hard gates\"",
    ],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::PurposeClarity)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_stock_level", "description": "Gets the stock levels."}"#,
        r#"{"name": "listCrates", "description": "A tool to list crates."}"#,
    ],
    good: &[
        r#"{"name": "get_stock_level", "description": "Gets the stock level of a warehouse."}"#,
        r#"{"name": "get_stock_level", "description": "get_stock_level"}"#,
        r#"{"name": "list_versions", "description": "Lists the API versions."}"#,
    ],
    check: Check::Tool(check),
};

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    let is_found = || tool.credit_findings(credit::Rule::DescriptionRestatesName).next().is_some();
    // The gate says the same, and more.
    if tool.gates() == HardGates::Tautological
        || (is_found() && speaks_of_an_api(tool.description().unwrap_or_default(), tool.name()))
    {
        return;
    }
    assessed::report(tool, findings, credit::Rule::DescriptionRestatesName);
}
