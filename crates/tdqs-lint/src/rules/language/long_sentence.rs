//! TDQS616: a sentence that a reader loses.

use tdqs_rubric::Dimension;

use crate::context::ToolContext;
use crate::rules::sentences::sentences_longer_than;
use crate::text::word_count;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS616",
    name: "long-sentence",
    summary: "A sentence has more than 50 words.",
    why: "Conditions, exceptions and results in one sentence are read as one of them. Every sentence should earn its \
          place, and one of 50 words cannot be weighed.\n\nMake several of it, each with one fact. Lists in one \
          sentence belong in the schema as `enum`, or under each other.",
    sources: &["TDQS specification, \"The six dimensions\": Conciseness & Structure"],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ConcisenessStructure)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "get_crate", "description": "Return one crate that stands on a shelf of the dock and that was moved there by somebody who had the right to do so at the time when it was moved there from another dock or from a ship that brought it in, unless it was sealed before, in which case it is not returned at all but listed by another tool."}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"properties": {"label": {"description": "The label of the crate which has to be one of those that were given out by the dock at the time when it came in and which has to be written with capitals and digits only since all others are refused by the server although they may have been taken by it in the past before the rules were changed"}}}}"#,
    ],
    good: &[
        r#"{"name": "get_crate", "description": "Return one crate. It stands on a shelf. It was moved there by somebody. Somebody had the right to do so. It came from a ship. The ship brought it in. It was sealed before. Then it is not returned. Another tool lists it. The list is short. It has a label. Labels are short too."}"#,
        r#"{"name": "get_crate", "description": "Return one crate with these fields:\n- label, in capitals and digits, as the dock has given it out\n- shelf, with its number and the aisle that it stands in\n- weight in kilograms, without the crate itself\n- the time when it came in, and the ship that brought it\n- whether it is sealed, and by whom"}"#,
    ],
    check: Check::Tool(check),
};

/// Sentences in one text that are told one by one; finding each place in the file takes time.
const TOLD: usize = 20;
const MOST: usize = 50;
/// So many words are not written in so many bytes.
const LEAST: usize = 4 * MOST;

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for text in tool.descriptions() {
        let content = text.content();
        let mut told = 0;
        for sentence in sentences_longer_than(content, LEAST) {
            let inside = content.get(sentence.clone()).unwrap_or_default();
            let count = word_count(inside);
            if count <= MOST {
                continue;
            }
            // Where words are not set apart, 50 is another measure.
            let is_spaced = inside.bytes().filter(|byte| !byte.is_ascii()).count() * 5 < inside.len();
            // Data, code and lists are no sentences.
            let marks =
                inside.bytes().filter(|byte| matches!(byte, b'{' | b'}' | b'=' | b'"' | b'|' | b'`')).count();
            let commas = inside.bytes().filter(|byte| matches!(byte, b',' | b';' | b'(' | b'\'')).count();
            let is_list = inside.matches(" - ").nth(1).is_some();
            if is_spaced && !is_list && marks < 8 && commas * 6 < count {
                let end = inside.char_indices().nth(40).map_or(inside.len(), |(at, _)| at);
                let message = format!("a sentence has {count} words; make several of it, each with one fact");
                findings.report(&text.place(sentence.start..sentence.start + end), message);
                told += 1;
                if told == TOLD {
                    break;
                }
            }
        }
    }
}
