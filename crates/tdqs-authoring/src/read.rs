//! Reading a spec that lies in a file.

use tdqs_signals::json::{Json, Kind, ParseError, Value, escape_pointer_segment};

use crate::{ErrorCondition, Example, FaultKind, Parameter, Returns, SpecFault, SpecFaults, ToolSpec};

/// Why a text is no spec.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadSpecError {
    /// The text cannot be read.
    #[error(transparent)]
    Json(#[from] ParseError),
    /// Members are absent or of the wrong type.
    #[error(transparent)]
    Spec(#[from] SpecFaults),
}

impl ToolSpec {
    /// Reads a spec from JSON: `name`, `description` and `parameters` have to be there, of a parameter `name`, `type`
    /// and `description`, of an error `code` and `description`. `summary`, `triggers`, `examples`, `returns` and
    /// `errors` may be absent, and so may the parameters' `required`, `default`, `enum`, `pattern`, `format` and
    /// `examples`. Unknown members are passed over. A `default` of `null` is a default.
    ///
    /// Only the shape is looked at here; [`ToolSpec::check`] says whether the values go together.
    ///
    /// Authoring pieces: rows 15, 21 and 25 of section 5.
    ///
    /// # Errors
    ///
    /// When the text is not JSON; or with every member that is absent or of the wrong type, each with its pointer.
    ///
    /// ```
    /// use tdqs_authoring::ToolSpec;
    ///
    /// let error = ToolSpec::from_json(r#"{"name": "a", "parameters": [{"name": "b", "type": 1}]}"#).unwrap_err();
    /// let lines: Vec<String> = error.to_string().lines().skip(1).map(str::to_owned).collect();
    /// assert_eq!(lines, [
    ///     "/description: the spec has no `description`; add it (missing-member)",
    ///     "/parameters/0/type: `type` is a number; write a string (wrong-member-type)",
    ///     "/parameters/0/description: the parameter has no `description`; add it (missing-member)",
    /// ]);
    /// ```
    pub fn from_json(text: &str) -> Result<Self, ReadSpecError> {
        let json = Json::parse(text)?;
        let mut reader = Reader { faults: Vec::new() };
        let spec = reader.spec(json.value());
        if reader.faults.is_empty() {
            Ok(spec)
        } else {
            Err(SpecFaults { tool: spec.name, faults: reader.faults }.into())
        }
    }
}

/// Reads on after a fault, so that all of them are told at once.
struct Reader {
    faults: Vec<SpecFault>,
}

/// An object of the spec: what it is called in messages, and where it is.
struct Part<'a> {
    what: &'static str,
    pointer: String,
    value: Value<'a>,
}

impl<'a> Part<'a> {
    fn member(&self, key: &str) -> Option<Value<'a>> {
        self.value.get(key)
    }

    fn at(&self, key: &str) -> String {
        format!("{}/{}", self.pointer, escape_pointer_segment(key))
    }
}

impl Reader {
    fn spec(&mut self, value: Value<'_>) -> ToolSpec {
        let part = Part { what: "spec", pointer: String::new(), value };
        let mut spec = ToolSpec::new("");
        if !self.is_object(&part) {
            return spec;
        }
        spec.name = self.text(&part, "name");
        spec.summary = self.optional_text(&part, "summary").unwrap_or_default();
        spec.description = self.text(&part, "description");
        for (pointer, trigger) in self.list(&part, "triggers", false) {
            match trigger.as_str() {
                Some(text) => spec.triggers.push(text.into_owned()),
                None => self.wrong_type("trigger", pointer, trigger, "a string"),
            }
        }
        for (pointer, value) in self.list(&part, "parameters", true) {
            spec.parameters.push(self.parameter(&Part { what: "parameter", pointer, value }));
        }
        for (_, example) in self.list(&part, "examples", false) {
            spec.examples.push(read_example(example, &spec.parameters));
        }
        if let Some(value) = part.member("returns").filter(|value| value.kind() != Kind::Null) {
            spec.returns = self.returns(&Part { what: "result", pointer: part.at("returns"), value });
        }
        for (pointer, value) in self.list(&part, "errors", false) {
            let part = Part { what: "error", pointer, value };
            if self.is_object(&part) {
                spec.errors.push(ErrorCondition {
                    code: self.text(&part, "code"),
                    description: self.text(&part, "description"),
                    resolution: self.optional_text(&part, "resolution").unwrap_or_default(),
                });
            }
        }
        spec
    }

    fn parameter(&mut self, part: &Part<'_>) -> Parameter {
        let mut parameter = Parameter::new("", "", "");
        if !self.is_object(part) {
            return parameter;
        }
        parameter.name = self.text(part, "name");
        parameter.type_name = self.text(part, "type");
        parameter.description = self.text(part, "description");
        if let Some(required) = part.member("required") {
            match required.as_bool() {
                Some(required) => parameter.required = required,
                None => self.wrong_type("required", part.at("required"), required, "true or false"),
            }
        }
        parameter.default = part.member("default").and_then(owned);
        if part.member("enum").is_some_and(|value| value.kind() != Kind::Null) {
            let values = self.list(part, "enum", false);
            parameter.enum_values = Some(values.into_iter().filter_map(|(_, value)| owned(value)).collect());
        }
        parameter.pattern = self.optional_text(part, "pattern");
        parameter.format = self.optional_text(part, "format");
        let examples = self.list(part, "examples", false);
        parameter.examples = examples.into_iter().filter_map(|(_, value)| owned(value)).collect();
        parameter
    }

    /// An empty object says nothing of a result.
    fn returns(&mut self, part: &Part<'_>) -> Option<Returns> {
        if !self.is_object(part) || part.value.as_object()?.is_empty() {
            return None;
        }
        let mut returns = Returns::new(
            self.optional_text(part, "type").unwrap_or_default(),
            self.optional_text(part, "description").unwrap_or_default(),
        );
        if let Some(value) = part.member("properties").filter(|value| value.kind() != Kind::Null) {
            let properties = Part { what: "properties", pointer: part.at("properties"), value };
            if self.is_object(&properties) {
                let entries = value.as_object()?.iter();
                returns.properties = entries
                    .filter_map(|(key, schema)| Some((key.text().into_owned(), owned(schema)?)))
                    .collect();
            }
        }
        Some(returns)
    }

    fn is_object(&mut self, part: &Part<'_>) -> bool {
        let is_object = part.value.kind() == Kind::Object;
        if !is_object {
            self.wrong_type(part.what, part.pointer.clone(), part.value, "an object");
        }
        is_object
    }

    fn text(&mut self, part: &Part<'_>, key: &str) -> String {
        if part.member(key).is_none() {
            let message = format!("the {} has no `{key}`; add it", part.what);
            self.faults.push(SpecFault::new(FaultKind::MissingMember, part.at(key), message));
        }
        self.optional_text(part, key).unwrap_or_default()
    }

    /// A text that may be absent. `null` is absent only where the member need not be there at all.
    fn optional_text(&mut self, part: &Part<'_>, key: &str) -> Option<String> {
        const NEEDED: [&str; 4] = ["name", "type", "description", "code"];
        let value = part.member(key)?;
        if value.kind() == Kind::Null && (!NEEDED.contains(&key) || part.what == "result") {
            return None;
        }
        let text = value.as_str();
        if text.is_none() {
            self.wrong_type(key, part.at(key), value, "a string");
        }
        text.map(std::borrow::Cow::into_owned)
    }

    /// The elements of a list with their pointers; of an absent list and of `null` none.
    fn list<'a>(&mut self, part: &Part<'a>, key: &str, is_needed: bool) -> Vec<(String, Value<'a>)> {
        let at = part.at(key);
        match part.member(key) {
            None if is_needed => {
                let message = format!("the {} has no `{key}`; add it", part.what);
                self.faults.push(SpecFault::new(FaultKind::MissingMember, at, message));
                Vec::new()
            }
            None => Vec::new(),
            Some(value) if value.kind() == Kind::Null && !is_needed => Vec::new(),
            Some(value) => match value.as_array() {
                Some(array) => {
                    array.iter().enumerate().map(|(index, value)| (format!("{at}/{index}"), value)).collect()
                }
                None => {
                    self.wrong_type(key, at, value, "an array");
                    Vec::new()
                }
            },
        }
    }

    fn wrong_type(&mut self, what: &str, pointer: String, value: Value<'_>, expected: &str) {
        let message = format!("`{what}` is {}; write {expected}", value.kind().with_article());
        self.faults.push(SpecFault::new(FaultKind::WrongMemberType, pointer, message));
    }
}

/// An object with `tool_call`, or with an `input` that is no argument, shows a request and its call; any other object
/// is the arguments of one.
fn read_example(value: Value<'_>, parameters: &[Parameter]) -> Example {
    let text = |key: &str| value.get(key).map(shown).unwrap_or_default();
    let is_parameter = |name: &str| parameters.iter().any(|parameter| parameter.name == name);
    let call = value.get("tool_call").filter(|_| !is_parameter("tool_call"));
    match (call, owned(value)) {
        (Some(call), _) if call.kind() == Kind::Object => match owned(call) {
            Some(arguments) => Example::Arguments { input: text("input"), arguments },
            None => Example::Call { input: text("input"), tool_call: shown(call) },
        },
        (Some(call), _) => Example::Call { input: text("input"), tool_call: shown(call) },
        (None, _) if value.get("input").is_some() && !is_parameter("input") => {
            Example::Call { input: text("input"), tool_call: String::new() }
        }
        (None, Some(arguments)) if value.kind() == Kind::Object => {
            Example::Arguments { input: String::new(), arguments }
        }
        (None, Some(other)) => Example::Other(other),
        (None, None) => Example::Call { input: shown(value), tool_call: String::new() },
    }
}

/// A text as it is, any other value as JSON.
fn shown(value: Value<'_>) -> String {
    value.as_str().map_or_else(|| crate::json_text::compact(value), std::borrow::Cow::into_owned)
}

/// The value on its own. Always there: it is part of a text that was read by the same rules.
fn owned(value: Value<'_>) -> Option<Json> {
    Json::parse(value.literal()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_spec_is_read() {
        let spec = ToolSpec::from_json(
            r#"{"name":"find_crate","summary":"s","description":"d","triggers":["t"],
               "examples":[{"input":"i","tool_call":"c"},{"input":"i","tool_call":{"label":"C-1"}},{"label":"C-2"},"e",7,{"input":"only"}],
               "parameters":[{"name":"label","type":"string","description":"p","required":true,"default":null,
                 "enum":["C-1"],"pattern":"C-.","format":"f","examples":["C-1"]},
                 {"name":"b","type":"integer","description":"","enum":null,"default":2.0}],
               "returns":{"type":"object","description":"r","properties":{"z":{"type":"string"},"a":true}},
               "errors":[{"code":"E","description":"d"}],"unknown":1}"#,
        )
        .unwrap();
        assert_eq!((spec.name.as_str(), spec.summary.as_str()), ("find_crate", "s"));
        let [label, b] = spec.parameters.as_slice() else { panic!("{spec:?}") };
        assert!(label.required && !b.required);
        assert_eq!(label.default, Json::parse("null").ok());
        assert_eq!(b.default, Json::parse("2").ok());
        assert_eq!(b.enum_values, None);
        assert_eq!((label.pattern.as_deref(), label.format.as_deref()), (Some("C-."), Some("f")));
        let json = |text: &str| Json::parse(text).unwrap();
        assert_eq!(
            spec.examples,
            [
                Example::Call { input: "i".into(), tool_call: "c".into() },
                Example::Arguments { input: "i".into(), arguments: json(r#"{"label":"C-1"}"#) },
                Example::Arguments { input: String::new(), arguments: json(r#"{"label":"C-2"}"#) },
                Example::Other(json("\"e\"")),
                Example::Other(json("7")),
                Example::Call { input: "only".into(), tool_call: String::new() },
            ]
        );
        let returns = spec.returns.unwrap();
        let names: Vec<_> = returns.properties.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["z", "a"]);
        assert_eq!(spec.errors, [ErrorCondition::new("E", "d", "")]);
    }

    #[test]
    fn an_argument_called_input_makes_an_example_of_arguments() {
        let spec = ToolSpec::from_json(
            r#"{"name":"a","description":"","parameters":[{"name":"input","type":"string","description":""}],
               "examples":[{"input":"x"}],"returns":{}}"#,
        )
        .unwrap();
        assert!(matches!(spec.examples[..], [Example::Arguments { .. }]));
        assert_eq!(spec.returns, None);
    }

    #[test]
    fn every_member_that_lacks_is_told() {
        for (text, expected) in [
            ("[]", &[""][..]),
            ("{}", &["/name", "/description", "/parameters"]),
            (r#"{"name":null,"description":"","parameters":{}}"#, &["/name", "/parameters"]),
            (
                r#"{"name":"a","description":"","triggers":[1],"parameters":[{},5,{"name":"a","type":"t","description":"d","required":"false","enum":"x"}],"returns":[],"errors":[{"code":"E"},[]]}"#,
                &[
                    "/triggers/0",
                    "/parameters/0/name",
                    "/parameters/0/type",
                    "/parameters/0/description",
                    "/parameters/1",
                    "/parameters/2/required",
                    "/parameters/2/enum",
                    "/returns",
                    "/errors/0/description",
                    "/errors/1",
                ],
            ),
        ] {
            let Err(ReadSpecError::Spec(found)) = ToolSpec::from_json(text) else { panic!("{text}") };
            let pointers: Vec<_> = found.faults.iter().map(|fault| fault.pointer.as_str()).collect();
            assert_eq!(pointers, expected, "{text}");
        }
        assert!(matches!(ToolSpec::from_json("{"), Err(ReadSpecError::Json(_))));
    }
}
