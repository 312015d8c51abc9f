//! Accuracy: the names in the text against those of the spec, both ways.

use std::collections::BTreeSet;
use std::ops::Range;

use super::Criterion;
use super::finding::Deductions;
use super::outline::{LineKind, Outline, Section};
use crate::ToolSpec;
use crate::json_text::compact;
use crate::json_type::JsonType;
use crate::markdown::{code_spans, inline};
use crate::text::identifier::{is_identifier, is_named};

const NAME_POINTS: u8 = 30;
const POINTS: u8 = 15;

pub(super) fn judge(outline: &Outline<'_>, spec: &ToolSpec, siblings: &[String]) -> Deductions {
    let mut deductions = Deductions::new(Criterion::Accuracy);
    if !is_named(outline.text, &inline(&spec.name)) {
        let message = format!("the text never names the tool; write `{}`", spec.name);
        deductions.take(NAME_POINTS, "name-missing", &spec.name, message).of("/name");
    }
    for (index, parameter) in spec.parameters.iter().enumerate() {
        if !is_named(outline.text, &inline(&parameter.name)) {
            let message = format!("the text never names the parameter `{}`; describe it", parameter.name);
            deductions
                .take(POINTS, "parameter-missing", &parameter.name, message)
                .of(format!("/parameters/{index}/name"));
        }
    }
    let known = known(spec, siblings);
    let mut told = BTreeSet::new();
    for span in names(outline, &known) {
        let name = &outline.text[span.clone()];
        if !known.contains(name) && told.insert(name) {
            let message = format!(
                "`{name}` is neither the tool nor one of its parameters, values and error codes, nor a tool beside \
                 it; correct or remove it"
            );
            deductions.take(POINTS, "strange-name", name, message).at(span);
        }
    }
    deductions
}

/// Everything that a text about the tool may name.
fn known(spec: &ToolSpec, siblings: &[String]) -> BTreeSet<String> {
    let values = spec.parameters.iter().flat_map(|parameter| parameter.enum_values.iter().flatten());
    let mut known = BTreeSet::from([inline(&spec.name)]);
    known.extend(spec.parameters.iter().map(|parameter| inline(&parameter.name)));
    known.extend(values.map(|value| {
        let value = value.value();
        value.as_str().map_or_else(|| compact(value), std::borrow::Cow::into_owned)
    }));
    known.extend(spec.errors.iter().map(|error| inline(&error.code)));
    known.extend(siblings.iter().cloned());
    known
}

/// Names that the text marks as such: identifiers between back-ticks, and bold entries of the parameters. JSON's own
/// words (`true`, `string`) are no names.
fn names(outline: &Outline<'_>, known: &BTreeSet<String>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for line in &outline.lines {
        let text = &outline.text[line.span.clone()];
        if line.kind == LineKind::Code {
            continue;
        }
        if line.section == Section::Parameters && line.kind == LineKind::Text {
            found.extend(bold_entry(text, known).map(|name| shifted(name, line.span.start)));
        }
        found.extend(ticked(text).map(|name| shifted(name, line.span.start)));
    }
    found
}

/// The bold name that a list item begins with. A known one may have asterisks of its own.
fn bold_entry(line: &str, known: &BTreeSet<String>) -> Option<Range<usize>> {
    const MARK: usize = "- **".len();
    let rest = line.strip_prefix("- **").or_else(|| line.strip_prefix("* **"))?;
    let is_known =
        |name: &&String| rest.strip_prefix(name.as_str()).is_some_and(|after| after.starts_with("**"));
    let length = known.iter().filter(is_known).map(String::len).max().or_else(|| rest.find("**"))?;
    Some(MARK..MARK + length)
}

/// Identifiers between back-ticks.
fn ticked(line: &str) -> impl Iterator<Item = Range<usize>> {
    code_spans(line).into_iter().map(|code| code.inside).filter(|inside| {
        let name = &line[inside.clone()];
        let is_word_of_json = matches!(name, "true" | "false") || JsonType::named(name).is_some();
        is_identifier(name) && !is_word_of_json
    })
}

fn shifted(range: Range<usize>, by: usize) -> Range<usize> {
    range.start + by..range.end + by
}
