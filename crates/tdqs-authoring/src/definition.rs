//! The definition that a server publishes.

use tdqs_signals::ToolDefinition;
use tdqs_signals::json::{Json, Value};
use tdqs_signals::whitespace::trim;

use crate::json_text::{array, compact, object, quoted};
use crate::json_type::JsonType;
use crate::render::{type_or_object, without_when};
use crate::{Example, FaultKind, Parameter, Returns, SpecFault, SpecFaults, ToolSpec};

impl ToolSpec {
    /// The tool as MCP publishes it: name, description, `inputSchema`, and `outputSchema` when the result is an object
    /// with known members.
    ///
    /// The description says in prose what the definition has no other place for: when to use the tool, what it
    /// returns and how it fails. The schema is closed (`additionalProperties: false`), has everything in the order of
    /// the spec, and holds the examples whose arguments are known, because the protocol has no member for them.
    ///
    /// Authoring pieces: section 7 and row 24 of section 5.
    ///
    /// # Errors
    ///
    /// When [`ToolSpec::check`] finds faults.
    ///
    /// ```
    /// use tdqs_authoring::{Parameter, ToolBuilder};
    ///
    /// let spec = ToolBuilder::new("find_crate")
    ///     .describe("Finds one crate by its label.", "")
    ///     .parameter(Parameter::new("label", "string", "Label of the crate, as in C-17").required())
    ///     .trigger("somebody names a crate")
    ///     .error("NOT_FOUND", "No crate has the label", "Ask for the label again")
    ///     .build()?;
    /// let definition = spec.to_definition()?;
    /// assert_eq!(
    ///     definition.description.as_deref(),
    ///     Some(
    ///         "Finds one crate by its label.\n\n\
    ///          Use when somebody names a crate.\n\n\
    ///          Fails with NOT_FOUND: No crate has the label. Ask for the label again."
    ///     )
    /// );
    /// # Ok::<(), tdqs_authoring::SpecFaults>(())
    /// ```
    pub fn to_definition(&self) -> Result<ToolDefinition, SpecFaults> {
        self.check()?;
        let mut definition = ToolDefinition::new(self.name.as_str());
        let description = self.prose();
        if !description.is_empty() {
            definition = definition.with_description(description);
        }
        definition = definition.with_input_schema(self.schema("/parameters", self.input_schema())?);
        if let Some(schema) = self.returns.as_ref().and_then(output_schema) {
            definition = definition.with_output_schema(self.schema("/returns", schema)?);
        }
        Ok(definition)
    }

    /// Reads what we wrote. The check before it leaves room for every level that is put around a value.
    fn schema(&self, pointer: &str, text: String) -> Result<Json, SpecFaults> {
        Json::parse(text).map_err(|error| SpecFaults {
            tool: self.name.clone(),
            faults: vec![SpecFault::new(FaultKind::ValueTooDeep, pointer, error.to_string())],
        })
    }

    /// The description of the definition: paragraphs of prose.
    fn prose(&self) -> String {
        let summary = trim(&self.summary);
        let description = trim(&self.description);
        let is_said_twice = summary == description;
        let paragraphs = [
            summary.to_owned(),
            if is_said_twice { String::new() } else { description.to_owned() },
            self.when_to_use(),
            self.returns.as_ref().map(returns_prose).unwrap_or_default(),
            self.errors_prose(),
        ];
        paragraphs.into_iter().filter(|paragraph| !paragraph.is_empty()).collect::<Vec<_>>().join("\n\n")
    }

    fn when_to_use(&self) -> String {
        let triggers: Vec<&str> = self
            .triggers
            .iter()
            .filter_map(|trigger| without_when(trigger))
            .map(|trigger| trigger.trim_end_matches('.'))
            .collect();
        if triggers.is_empty() {
            String::new()
        } else {
            sentence(&format!("Use when {}", triggers.join(", or when ")))
        }
    }

    fn errors_prose(&self) -> String {
        let sentences = self.errors.iter().map(|error| {
            let what = match trim(&error.description) {
                "" => format!("Fails with {}", trim(&error.code)),
                description => format!("Fails with {}: {description}", trim(&error.code)),
            };
            [sentence(&what), sentence(&error.resolution)].join(" ").trim_end().to_owned()
        });
        sentences.collect::<Vec<_>>().join("\n")
    }

    fn input_schema(&self) -> String {
        let properties: Vec<_> = self
            .parameters
            .iter()
            .map(|parameter| (parameter.name.as_str(), parameter_schema(parameter)))
            .collect();
        let required: Vec<String> = self
            .parameters
            .iter()
            .filter(|parameter| parameter.required)
            .map(|parameter| quoted(&parameter.name))
            .collect();
        let mut members = vec![
            ("type", quoted("object")),
            ("properties", object(&properties)),
            ("required", array(&required)),
            ("additionalProperties", "false".to_owned()),
        ];
        let examples: Vec<String> = self
            .examples
            .iter()
            .filter_map(|example| match example {
                Example::Arguments { arguments, .. } => Some(compact(arguments.value())),
                _ => None,
            })
            .collect();
        if !examples.is_empty() {
            members.push(("examples", array(&examples)));
        }
        object(&members)
    }
}

fn parameter_schema(parameter: &Parameter) -> String {
    let json = |value: &Json| compact(value.value());
    let list = |values: &[Json]| array(&values.iter().map(json).collect::<Vec<_>>());
    let description = trim(&parameter.description);
    let members = [
        ("type", Some(quoted(&parameter.type_name))),
        ("description", (!description.is_empty()).then(|| quoted(description))),
        ("default", parameter.default.as_ref().map(json)),
        ("enum", parameter.enum_values.as_deref().map(list)),
        ("pattern", parameter.pattern.as_deref().map(quoted)),
        ("format", parameter.format.as_deref().map(quoted)),
        ("examples", (!parameter.examples.is_empty()).then(|| list(&parameter.examples))),
    ];
    let members: Vec<_> = members.into_iter().filter_map(|(key, value)| Some((key, value?))).collect();
    object(&members)
}

/// The schema of the result, when there is anything to say in it: MCP wants an object there.
fn output_schema(returns: &Returns) -> Option<String> {
    let is_object = type_or_object(returns) == JsonType::Object.as_str();
    if !is_object || returns.properties.is_empty() {
        return None;
    }
    let properties: Vec<_> =
        returns.properties.iter().map(|(name, schema)| (name.as_str(), compact(schema.value()))).collect();
    Some(object(&[("type", quoted("object")), ("properties", object(&properties))]))
}

fn returns_prose(returns: &Returns) -> String {
    let type_name = type_or_object(returns);
    let article = if type_name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    let returned =
        if type_name == JsonType::Null.as_str() { type_name } else { format!("{article} {type_name}") };
    let what = match trim(&returns.description) {
        "" => format!("Returns {returned}"),
        description => format!("Returns {returned}: {description}"),
    };
    let mut sentences = vec![sentence(&what)];
    if !returns.properties.is_empty() && output_schema(returns).is_none() {
        let members: Vec<String> = returns
            .properties
            .iter()
            .map(|(name, schema)| match schema.value().get("description").and_then(Value::as_str) {
                Some(description) => format!("{name} ({})", trim(&description)),
                None => name.clone(),
            })
            .collect();
        sentences.push(format!("Members: {}.", members.join(", ")));
    }
    sentences.join(" ")
}

/// The text with a full stop, unless it has its own end. Nothing stays nothing.
fn sentence(text: &str) -> String {
    let text = trim(text);
    let has_end = text.is_empty() || text.ends_with(['.', '!', '?', '。', '！', '？', ':', '`']);
    if has_end { text.to_owned() } else { format!("{text}.") }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::ToolBuilder;

    #[test]
    fn the_schema_has_everything_in_the_order_of_the_spec() {
        let spec = ToolBuilder::new("move_crate")
            .parameter(
                Parameter::new("to", "string", "Shelf, e.g. \"A-3\"").required().with_pattern("[A-Z]-[0-9]+"),
            )
            .parameter(Parameter::new("by", "integer", "").with_default(2).with_enum([1, 2]).with_example(1))
            .parameter(Parameter::new("at", "string", "When").with_format("date-time"))
            .parameter(Parameter::new("note", "null", "n").with_default(json!(null)))
            .example_arguments("to the third", json!({"to": "A-3"}))
            .example("in words", "move_crate(to=\"A-3\")")
            .returns(
                Returns::new("", "").with_property("z", json!({"type": "string"})).with_property("a", true),
            )
            .build()
            .unwrap();
        let definition = spec.to_definition().unwrap();
        assert_eq!(
            definition.input_schema.unwrap().value().literal(),
            concat!(
                r#"{"type":"object","properties":{"#,
                r#""to":{"type":"string","description":"Shelf, e.g. \"A-3\"","pattern":"[A-Z]-[0-9]+"},"#,
                r#""by":{"type":"integer","default":2,"enum":[1,2],"examples":[1]},"#,
                r#""at":{"type":"string","description":"When","format":"date-time"},"#,
                r#""note":{"type":"null","description":"n","default":null}},"#,
                r#""required":["to"],"additionalProperties":false,"examples":[{"to":"A-3"}]}"#
            )
        );
        assert_eq!(
            definition.output_schema.unwrap().value().literal(),
            r#"{"type":"object","properties":{"z":{"type":"string"},"a":true}}"#
        );
        assert_eq!(definition.description.as_deref(), Some("Returns an object."));
    }

    #[test]
    fn a_tool_that_takes_nothing_says_so() {
        let definition = ToolSpec::new("ping").to_definition().unwrap();
        assert_eq!(
            definition.input_schema.unwrap().value().literal(),
            r#"{"type":"object","properties":{},"required":[],"additionalProperties":false}"#
        );
        assert_eq!((definition.description, definition.output_schema), (None, None));
    }

    #[test]
    fn prose_says_what_the_schema_cannot() {
        let spec = ToolBuilder::new("list_crates")
            .describe("Lists crates", "Lists crates")
            .trigger("When the shelf is known.")
            .trigger(" ")
            .trigger("somebody asks what is there")
            .returns(
                Returns::new("array", "the crates, heaviest first")
                    .with_property("label", json!({"description": "as printed"}))
                    .with_property("kg", json!({})),
            )
            .error("EMPTY", "Nothing there", "Try the next shelf!")
            .error("LOCKED", "", "")
            .build()
            .unwrap();
        assert_eq!(
            spec.to_definition().unwrap().description.as_deref(),
            Some(
                "Lists crates\n\n\
                 Use when the shelf is known, or when somebody asks what is there.\n\n\
                 Returns an array: the crates, heaviest first. Members: label (as printed), kg.\n\n\
                 Fails with EMPTY: Nothing there. Try the next shelf!\n\
                 Fails with LOCKED."
            )
        );
    }

    #[test]
    fn a_faulty_spec_gives_no_definition() {
        let mut spec = ToolSpec::new("a");
        spec.parameters = vec![Parameter::new("b", "text", ""), Parameter::new("b", "string", "")];
        let kinds: Vec<_> = spec.to_definition().unwrap_err().faults.iter().map(|fault| fault.kind).collect();
        assert_eq!(kinds, [FaultKind::UnknownType, FaultKind::DuplicateParameter]);
    }
}
