//! TDQS108: the description says what the schema says.

use tdqs_rubric::Dimension;
use tdqs_signals::whitespace::trim;

use crate::context::{Node, ToolContext};
use crate::text::find;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS108",
    name: "description-repeats-schema",
    summary: "The description holds the descriptions of parameters word for word.",
    why: "No credit is given for what the schema or the annotations already state, and every sentence that repeats them \
          costs conciseness and an agent's context in every conversation. Texts kept in two places also come to differ.\
          \n\nLeave parameters to their own `description`, and keep the tool's for what no parameter can say: how they \
          depend on each other, and what the call does.",
    sources: &[
        "TDQS specification, \"Design principles\", 4",
        "TDQS specification, \"Improving your score\", 6",
    ],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ConcisenessStructure)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "Return one crate.\n\nArgs:\n  label: Exact label of the crate, printed on its lid.", "inputSchema": {"properties": {"label": {"type": "string", "description": "Exact label of the crate, printed on its lid."}}}}"#,
        r#"{"name": "get_crate", "description": "Return one crate; label is the exact label of the crate; depth is how many levels of content to return.", "inputSchema": {"properties": {"label": {"description": "the exact label of the crate"}, "depth": {"description": "how many levels of content to return"}}}}"#,
        r#"{"name": "get_crate", "description": "Return one crate by its label.", "inputSchema": {"properties": {"label": {"description": "Return one crate by its label"}}}}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate by its label.", "inputSchema": {"properties": {"label": {"type": "string", "description": "Exact label of the crate, printed on its lid."}}}}"#,
        r#"{"name": "get_crate", "description": "Return one crate by its exact label.", "inputSchema": {"properties": {"label": {"type": "string", "description": "exact label"}}}}"#,
    ],
    check: Check::Tool(check),
};

/// Shorter texts than this stand in a sentence by chance.
const WORDS: usize = 5;

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    let Some(text) = tool.description_text() else { return };
    let whole = trim(text.content()).trim_end_matches('.');
    let mut repeated: Vec<(Node<'_>, std::ops::Range<usize>)> = Vec::new();
    for parameter in tool.parameters() {
        let Some(own) = parameter.get("description") else { continue };
        let content = own.as_str().unwrap_or_default();
        let content = trim(&content).trim_end_matches('.');
        // Nearly always it is not there, and then its words need not be told apart: five with a blank between them have
        // nine bytes.
        if content.len() < 2 * WORDS - 1 {
            continue;
        }
        let Some(start) = find(text.content(), content) else { continue };
        if content.split_whitespace().nth(WORDS - 1).is_none() {
            continue;
        }
        if content == whole {
            // Without it the tool would be left with nothing: the parameter has another's text.
            let message = format!(
                "`{}` has the description of the tool; say what the parameter is, its form, where a caller gets it from",
                parameter.key().unwrap_or_default()
            );
            findings.report(&own.place(), message).relate(&text.whole(), "the description of the tool");
            continue;
        }
        repeated.push((own, start..start + content.len()));
    }
    let Some((_, first)) = repeated.first() else { return };
    let message = match repeated.len() {
        1 => "the description repeats the description of a parameter; leave it to the schema".to_owned(),
        more => {
            format!("the description repeats the descriptions of {more} parameters; leave them to the schema")
        }
    };
    let mut reported = findings.report(&text.place(first.clone()), message);
    for (own, _) in &repeated {
        reported.relate(&own.place(), "said here already");
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::rules::tests::findings_of;

    #[test]
    fn a_parameter_with_the_text_of_the_tool_is_the_one_to_mend() {
        let set = r#"{"name": "get_crate", "description": "Return one crate by its label.", "inputSchema": {"properties": {
            "label": {"description": "Return one crate by its label."}}}}"#;
        let found = findings_of(&RULE, set);
        let [finding] = &found[..] else { panic!("{found:?}") };
        assert_eq!(finding.location.pointer, "/inputSchema/properties/label/description");
        assert!(
            finding.message.starts_with("`label` has the description of the tool"),
            "{}",
            finding.message
        );
    }
}
