//! Shadowing risks: which candidate pairs overlap in purpose?
//!
//! A pair is confirmed when both of these hold, and left out otherwise:
//!
//! - **Compatible verbs.** Both tools only read, and the cheaper one can answer what the dearer one asks: a
//!   list or a search covers a search, a list or a lookup, and a lookup of one covers another lookup or a
//!   query, but not a search or a list. Or both write, with verbs of one family and in the same number.
//! - **A shared object.** What the cheaper tool mainly acts on, the last noun of its name, is the last noun
//!   of the dearer one's name or among the objects that the dearer one's description opens with ("search
//!   for code across repositories" has the object "code", not "repository"), which count only where its
//!   name has no more than one noun. Near synonyms are one noun. Qualifiers in the names must not differ on both sides.

use std::collections::HashSet;

use tdqs_llm::ServerQuestion;
use tdqs_rubric::ShadowingAnswer;

use super::listing::{Listed, Listing};
use crate::text::{Operation, quoted};

pub(super) fn confirmed(question: &ServerQuestion<'_>, listing: &Listing<'_>) -> Vec<ShadowingAnswer> {
    let mut told = HashSet::new();
    let pairs = question.candidates.iter().filter_map(|pair| {
        let dearer = &listing.tools[*listing.by_name.get(pair.tool.as_str())?];
        let cheaper = &listing.tools[*listing.by_name.get(pair.cheaper_sibling.as_str())?];
        if !compatible(dearer, cheaper) {
            return None;
        }
        let object = shared_object(dearer, cheaper)?;
        told.insert(pair.tool.as_str()).then(|| ShadowingAnswer {
            tool: pair.tool.clone(),
            cheaper_sibling: pair.cheaper_sibling.clone(),
            justification: format!(
                "Both tools act on \"{}\": {} says {}, and {} says {}. The second costs less to call ({} against {}), so an \
                 agent may choose it where the first is needed.",
                object.replace('_', " "),
                quoted(dearer.name),
                opening(dearer),
                quoted(cheaper.name),
                opening(cheaper),
                pair.cheaper_sibling_invocation_cost,
                pair.invocation_cost,
            ),
        })
    });
    pairs.collect()
}

fn opening(tool: &Listed<'_>) -> String {
    if tool.description.text.is_empty() {
        "nothing".to_owned()
    } else {
        quoted(tool.description.first_sentence())
    }
}

fn compatible(dearer: &Listed<'_>, cheaper: &Listed<'_>) -> bool {
    let (Some(asks), Some(answers)) = (dearer.operation(), cheaper.operation()) else { return false };
    let is_query = dearer.verb.is_some_and(|verb| verb.base == "query");
    match (answers, asks) {
        (Operation::List | Operation::Search, Operation::List | Operation::Search)
        | (Operation::Get, Operation::Get) => true,
        (Operation::Get, Operation::Search) => is_query,
        (Operation::Create, Operation::Create)
        | (Operation::Update, Operation::Update)
        | (Operation::Delete, Operation::Delete) => {
            dearer.verb == cheaper.verb
                && dearer.read.is_plural() == cheaper.read.is_plural()
                && is_batch(dearer) == is_batch(cheaper)
        }
        _ => false,
    }
}

fn is_batch(tool: &Listed<'_>) -> bool {
    tool.read.words.iter().any(|word| matches!(word.as_str(), "batch" | "bulk" | "multiple" | "many"))
}

/// The noun for which both tools answer.
fn shared_object<'a>(dearer: &Listed<'_>, cheaper: &'a Listed<'_>) -> Option<&'a str> {
    let named = cheaper.read.nouns();
    let object = cheaper.head()?;
    let qualifiers =
        |own: &[String], other: &[String]| own.iter().any(|noun| noun != object && !other.contains(noun));
    let dear_nouns = dearer.read.nouns();
    if dear_nouns.last().is_some_and(|noun| noun == object) {
        return (!(qualifiers(&named, &dear_nouns) && qualifiers(&dear_nouns, &named))).then_some(object);
    }
    // A dearer name of several nouns says what it is about; its description then only adds where from.
    let opens_with =
        dearer.description.lead.opens && dearer.description.lead.objects.iter().any(|noun| noun == object);
    (named.len() == 1 && dear_nouns.len() <= 1 && opens_with).then_some(object)
}
