//! What an author says about a tool, before it is text or schema.

use tdqs_signals::json::Json;

use crate::check::faults;
use crate::json_text::sorted;
use crate::{SpecFaults, ToolBuilder};

/// What an author says about a tool: the source of its description, its schema and its evaluation.
///
/// Plain data: [`ToolSpec::check`] says what is wrong with it, and a [`ToolBuilder`] gives only specs with which
/// nothing is.
///
/// Authoring pieces: the introduction, and row 25 of section 5.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ToolSpec {
    /// The name by which a client calls the tool.
    pub name: String,
    /// One line that says what the tool does; may be empty.
    pub summary: String,
    /// The description proper, several paragraphs if need be; may be empty.
    pub description: String,
    /// When to use the tool, one case each, as the rest of a sentence that begins with "When".
    pub triggers: Vec<String>,
    /// Requests and calls that show the tool at work.
    pub examples: Vec<Example>,
    /// The arguments, in the order in which they are shown.
    pub parameters: Vec<Parameter>,
    /// What comes back when the call succeeds.
    pub returns: Option<Returns>,
    /// What can go wrong, and what to do then.
    pub errors: Vec<ErrorCondition>,
}

impl ToolSpec {
    /// A spec with a name and nothing else.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            summary: String::new(),
            description: String::new(),
            triggers: Vec::new(),
            examples: Vec::new(),
            parameters: Vec::new(),
            returns: None,
            errors: Vec::new(),
        }
    }

    /// Starts a spec that is checked when it is built.
    #[must_use]
    pub fn builder(name: impl Into<String>) -> ToolBuilder {
        ToolBuilder::new(name)
    }

    /// Looks for the faults of row 23 of section 5, in the order of the spec.
    ///
    /// # Errors
    ///
    /// With all of them, each with its JSON pointer into the spec.
    pub fn check(&self) -> Result<(), SpecFaults> {
        let faults = faults(self);
        if faults.is_empty() { Ok(()) } else { Err(SpecFaults { tool: self.name.clone(), faults }) }
    }
}

/// One argument of a tool.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Parameter {
    /// The argument's name.
    pub name: String,
    /// JSON Schema's `type`. Any text can stand here; [`ToolSpec::check`] admits the seven of
    /// [`JsonType`](crate::JsonType).
    pub type_name: String,
    /// What the argument means.
    pub description: String,
    /// Whether a call without it is refused.
    pub required: bool,
    /// What is taken when the argument is left out. `null` is a default, and not the same as none.
    pub default: Option<Json>,
    /// The only values there are (JSON Schema's `enum`).
    pub enum_values: Option<Vec<Json>>,
    /// A regular expression that a text has to match (JSON Schema's `pattern`).
    pub pattern: Option<String>,
    /// The form of a text (JSON Schema's `format`), such as `date-time`.
    pub format: Option<String>,
    /// Values as they may come (JSON Schema's `examples`).
    pub examples: Vec<Json>,
    /// Members whose value was nested too deeply to be kept, for [`ToolSpec::check`].
    pub(crate) too_deep: Vec<&'static str>,
}

impl Parameter {
    /// An optional parameter. The type is a [`JsonType`](crate::JsonType) or its name.
    #[must_use]
    pub fn new(
        name: impl Into<String>,
        type_name: impl Into<String>,
        description: impl Into<String>,
    ) -> Self {
        Self {
            name: name.into(),
            type_name: type_name.into(),
            description: description.into(),
            required: false,
            default: None,
            enum_values: None,
            pattern: None,
            format: None,
            examples: Vec::new(),
            too_deep: Vec::new(),
        }
    }

    /// Makes the parameter one that every call has to give.
    #[must_use]
    pub fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// Sets what is taken when the argument is left out. Keys of objects are sorted; for another order set
    /// [`Parameter::default`].
    #[must_use]
    pub fn with_default(mut self, value: impl Into<serde_json::Value>) -> Self {
        self.default = self.keep("default", value);
        self
    }

    /// Sets the only values there are.
    #[must_use]
    pub fn with_enum<V: Into<serde_json::Value>>(mut self, values: impl IntoIterator<Item = V>) -> Self {
        let values = values.into_iter().filter_map(|value| self.keep("enum", value)).collect();
        self.enum_values = Some(values);
        self
    }

    /// Sets the regular expression that a text has to match.
    #[must_use]
    pub fn with_pattern(mut self, pattern: impl Into<String>) -> Self {
        self.pattern = Some(pattern.into());
        self
    }

    /// Sets the form of a text, such as `date-time`.
    #[must_use]
    pub fn with_format(mut self, format: impl Into<String>) -> Self {
        self.format = Some(format.into());
        self
    }

    /// Adds a value as it may come.
    #[must_use]
    pub fn with_example(mut self, value: impl Into<serde_json::Value>) -> Self {
        let value = self.keep("examples", value);
        self.examples.extend(value);
        self
    }

    fn keep(&mut self, member: &'static str, value: impl Into<serde_json::Value>) -> Option<Json> {
        let kept = kept(value);
        if kept.is_none() {
            self.too_deep.push(member);
        }
        kept
    }
}

/// What a call gives back when it succeeds.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Returns {
    /// The type of the result; a blank one stands for `object`.
    pub type_name: String,
    /// What the result is.
    pub description: String,
    /// Name and JSON Schema of each member of the result.
    pub properties: Vec<(String, Json)>,
    /// Properties whose schema was nested too deeply to be kept, for [`ToolSpec::check`].
    pub(crate) too_deep: Vec<String>,
}

impl Returns {
    /// A result without known members.
    #[must_use]
    pub fn new(type_name: impl Into<String>, description: impl Into<String>) -> Self {
        Self {
            type_name: type_name.into(),
            description: description.into(),
            properties: Vec::new(),
            too_deep: Vec::new(),
        }
    }

    /// Adds a member of the result with its JSON Schema.
    #[must_use]
    pub fn with_property(mut self, name: impl Into<String>, schema: impl Into<serde_json::Value>) -> Self {
        let name = name.into();
        match kept(schema) {
            Some(schema) => self.properties.push((name, schema)),
            None => self.too_deep.push(name),
        }
        self
    }
}

/// Something that can go wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ErrorCondition {
    /// The code by which a caller tells it from others.
    pub code: String,
    /// What has happened then.
    pub description: String,
    /// What the caller can do about it; may be empty.
    pub resolution: String,
}

impl ErrorCondition {
    /// An error with its way out.
    #[must_use]
    pub fn new(
        code: impl Into<String>,
        description: impl Into<String>,
        resolution: impl Into<String>,
    ) -> Self {
        Self { code: code.into(), description: description.into(), resolution: resolution.into() }
    }
}

/// The tool at work.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Example {
    /// A request and the call that answers it, both as text.
    Call {
        /// What somebody asks for.
        input: String,
        /// The call, in whatever notation.
        tool_call: String,
    },
    /// The arguments of a call. These go into the schema as well, where a program can check them.
    Arguments {
        /// What somebody asks for; empty when only the call is shown.
        input: String,
        /// An object with the arguments.
        arguments: Json,
    },
    /// Anything else: a text is shown as it is, other values as JSON.
    Other(Json),
}

/// The value on its own, its keys sorted. `None` when it is nested too deeply.
pub(crate) fn kept(value: impl Into<serde_json::Value>) -> Option<Json> {
    Json::parse(sorted(value.into())).ok()
}
