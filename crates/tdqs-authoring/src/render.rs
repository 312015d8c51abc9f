//! The description as Markdown.

use crate::json_text::compact;
use crate::json_type::JsonType;
use crate::markdown::{Start, embedded, inline};
use crate::{ErrorCondition, Example, Parameter, Returns, ToolSpec};
use tdqs_signals::json::{Json, Kind, Value};

/// The heading of the section that says when to use the tool.
pub(crate) const WHEN_TO_USE: &str = "When to Use";
/// The heading of the arguments.
pub(crate) const PARAMETERS: &str = "Parameters";
/// The heading of the result.
pub(crate) const RETURNS: &str = "Returns";
/// The heading of what can go wrong.
pub(crate) const ERRORS: &str = "Errors";

/// What stands above the examples, within the section that says when to use the tool.
pub(crate) const EXAMPLES_LABEL: &str = "**Examples**:";

/// What stands where nothing is known.
pub(crate) const NO_USAGE: &str = "No usage guidance documented.";
pub(crate) const NO_RETURNS: &str = "No return value documented.";
pub(crate) const NO_ERRORS: &str = "No error conditions documented.";

/// What stands before values that are shown as JSON.
pub(crate) const VALUE_LABELS: [&str; 6] =
    ["One of: ", "Default: ", "Pattern: ", "Format: ", "Examples: ", "Schema: "];

/// The description of a tool as Markdown, with a section each for when to use it, parameters, result and errors.
///
/// Nothing that the spec has is lost, and no text in it can pass for one of our sections: headings in texts are moved
/// below them. Values are JSON.
///
/// Authoring pieces: section 7, and rows 15 to 22 of section 5.
///
/// ```
/// use tdqs_authoring::{Parameter, ToolBuilder, render};
///
/// let spec = ToolBuilder::new("find_crate")
///     .describe("Finds one crate by its label.", "")
///     .parameter(Parameter::new("label", "string", "Label, as in C-17").required())
///     .trigger("somebody names a crate")
///     .build()?;
/// let lines = [
///     "## find_crate",
///     "",
///     "Finds one crate by its label.",
///     "",
///     "### When to Use",
///     "- When somebody names a crate",
///     "",
///     "### Parameters",
///     "- **label** (string | required)",
///     "  Label, as in C-17",
///     "",
///     "### Returns",
///     "No return value documented.",
///     "",
///     "### Errors",
///     "No error conditions documented.",
/// ];
/// assert_eq!(render(&spec), format!("{}\n", lines.join("\n")));
/// # Ok::<(), tdqs_authoring::SpecFaults>(())
/// ```
#[must_use]
pub fn render(spec: &ToolSpec) -> String {
    let mut out = Vec::new();
    out.push(format!("## {}", inline(&spec.name)));
    out.push(String::new());
    let summary = embedded(&spec.summary, Start::OfLine);
    let description = embedded(&spec.description, Start::OfLine);
    for paragraph in [&summary, &description] {
        if !paragraph.is_empty() {
            out.extend_from_slice(paragraph);
            out.push(String::new());
        }
        if summary == description {
            break;
        }
    }
    section(WHEN_TO_USE, usage_lines(spec), &mut out);
    out.push(String::new());
    section(PARAMETERS, spec.parameters.iter().flat_map(parameter_lines).collect(), &mut out);
    out.push(String::new());
    section(RETURNS, returns_lines(spec.returns.as_ref()), &mut out);
    out.push(String::new());
    section(ERRORS, error_lines(&spec.errors), &mut out);
    let mut text = out.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n");
    text.push('\n');
    text
}

/// The part of the description that says when to use the tool: triggers, then examples. What stands below the
/// heading in [`render`], without a line feed at the end.
///
/// Authoring pieces: section 1, with rows 19 and 20 of section 5.
#[must_use]
pub fn usage(spec: &ToolSpec) -> String {
    usage_lines(spec).join("\n")
}

fn section(heading: &str, lines: Vec<String>, out: &mut Vec<String>) {
    out.push(format!("### {heading}"));
    out.extend(lines);
}

fn usage_lines(spec: &ToolSpec) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for trigger in spec.triggers.iter().filter_map(|trigger| without_when(trigger)) {
        item("- When ", trigger, &mut out);
    }
    if !spec.examples.is_empty() {
        if !out.is_empty() {
            out.push(String::new());
        }
        out.extend([EXAMPLES_LABEL.to_owned(), String::new()]);
    }
    for example in &spec.examples {
        match example {
            Example::Call { input, tool_call } => {
                item("- Input: ", input, &mut out);
                item("  Output: ", tool_call, &mut out);
            }
            Example::Arguments { input, arguments } => {
                let arguments = compact(arguments.value());
                if input.trim().is_empty() {
                    item("- ", &arguments, &mut out);
                } else {
                    item("- Input: ", input, &mut out);
                    item("  Output: ", &arguments, &mut out);
                }
            }
            Example::Other(value) => item("- ", &text_or_json(value.value()), &mut out),
        }
    }
    if out.is_empty() {
        out.push(NO_USAGE.to_owned());
    }
    out
}

/// The trigger as the rest of a sentence that begins with "When"; `None` when nothing is left of it.
pub(crate) fn without_when(trigger: &str) -> Option<&str> {
    let trigger = tdqs_signals::whitespace::trim(trigger);
    let rest = match trigger.split_at_checked(4) {
        Some((first, rest))
            if first.eq_ignore_ascii_case("when")
                && rest.chars().next().is_none_or(|next| next.is_whitespace() || next == ',') =>
        {
            tdqs_signals::whitespace::trim(rest.trim_start_matches(','))
        }
        _ => trigger,
    };
    (!rest.is_empty()).then_some(rest)
}

/// A text behind what marks an item; its further lines are indented, so that they belong to the item.
fn item(mark: &str, text: &str, out: &mut Vec<String>) {
    let mut lines = embedded(text, Start::WithinLine).into_iter();
    out.push(format!("{mark}{}", lines.next().unwrap_or_default()).trim_end().to_owned());
    out.extend(lines.map(indented));
}

fn indented(line: String) -> String {
    if line.is_empty() { line } else { format!("  {line}") }
}

fn parameter_lines(parameter: &Parameter) -> Vec<String> {
    let presence = if parameter.required { "required" } else { "optional" };
    let mut out =
        vec![format!("- **{}** ({} | {presence})", inline(&parameter.name), inline(&parameter.type_name))];
    out.extend(embedded(&parameter.description, Start::OfLine).into_iter().map(indented));
    let mut value = |label: &str, values: &[Json]| {
        let values: Vec<String> = values.iter().map(|value| compact(value.value())).collect();
        out.push(format!("  {label}{}", values.join(", ")));
    };
    if let Some(values) = &parameter.enum_values {
        value("One of: ", values);
    }
    if let Some(default) = &parameter.default {
        value("Default: ", std::slice::from_ref(default));
    }
    if !parameter.examples.is_empty() {
        value("Examples: ", &parameter.examples);
    }
    for (label, text) in [("Pattern: ", &parameter.pattern), ("Format: ", &parameter.format)] {
        out.extend(text.as_ref().map(|text| format!("  {label}{}", inline(text))));
    }
    out
}

fn returns_lines(returns: Option<&Returns>) -> Vec<String> {
    let Some(returns) = returns else { return vec![NO_RETURNS.to_owned()] };
    let mut out = Vec::new();
    let mut type_name = type_or_object(returns);
    if type_name.starts_with(|first: char| first.is_ascii_punctuation()) {
        // At the start of a line it could be a heading, a fence or an item.
        type_name.insert(0, '\\');
    }
    let description = embedded(&returns.description, Start::WithinLine);
    let mut lines = description.into_iter();
    out.push(lines.next().map_or_else(|| type_name.clone(), |first| format!("{type_name} -- {first}")));
    out.extend(lines);
    for (name, schema) in &returns.properties {
        property_lines(name, schema.value(), &mut out);
    }
    out
}

/// The type of a result; `object` stands in where the author left it blank.
pub(crate) fn type_or_object(returns: &Returns) -> String {
    let type_name = inline(&returns.type_name);
    if type_name.is_empty() { JsonType::Object.as_str().to_owned() } else { type_name }
}

/// A member of the result. What its schema says beyond type and description is shown as JSON.
fn property_lines(name: &str, schema: Value<'_>, out: &mut Vec<String>) {
    let text = |key: &str| schema.get(key).and_then(Value::as_str);
    let type_label = text("type").map(|type_name| format!(" ({})", inline(&type_name)));
    let entry = format!("- **{}**{}", inline(name), type_label.unwrap_or_default());
    match text("description") {
        Some(description) => item(&format!("{entry}: "), &description, out),
        None => out.push(entry),
    }
    let said = usize::from(text("type").is_some()) + usize::from(text("description").is_some());
    if schema.as_object().is_none_or(|members| members.len() > said) {
        out.push(format!("  Schema: {}", compact(schema)));
    }
}

fn error_lines(errors: &[ErrorCondition]) -> Vec<String> {
    let mut out = Vec::new();
    for error in errors {
        item(&format!("- **{}**: ", inline(&error.code)), &error.description, &mut out);
        let mut resolution = embedded(&error.resolution, Start::WithinLine).into_iter();
        if let (Some(first), Some(last)) = (resolution.next(), out.last_mut()) {
            last.push_str(" -- ");
            last.push_str(&first);
        }
        out.extend(resolution.map(indented));
    }
    if out.is_empty() {
        out.push(NO_ERRORS.to_owned());
    }
    out
}

/// A text as it is, any other value as JSON.
fn text_or_json(value: Value<'_>) -> String {
    match value.kind() {
        Kind::String => value.as_str().unwrap_or_default().into_owned(),
        _ => compact(value),
    }
}

#[cfg(test)]
mod tests;
