//! The module's builder.

use tdqs_signals::json::{Json, ParseError};

use crate::json_text::{array, object, quoted};

/// Collects a spec as the Python module does, faults included: nothing is checked, and triggers and examples that are
/// added after a build show in what was built.
///
/// Because of that, what was built is read from the builder: see [`SchemaBuilder::built`].
///
/// Authoring pieces: section 4.
///
/// ```
/// use tdqs_authoring::legacy::SchemaBuilder;
///
/// let mut builder = SchemaBuilder::new("a");
/// builder.set_description("short", "").build().add_trigger("added late");
/// let built = builder.built().expect("there was a build")?;
/// assert_eq!(built.value().pointer("/description").unwrap().as_str().unwrap(), "short");
/// assert_eq!(built.value().pointer("/triggers/0").unwrap().as_str().unwrap(), "added late");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct SchemaBuilder {
    name: String,
    short: String,
    detailed: String,
    parameters: Vec<String>,
    returns: Option<String>,
    errors: Vec<String>,
    triggers: Vec<String>,
    examples: Vec<String>,
    /// What the last build copied: everything but triggers and examples.
    built: Option<Built>,
}

/// Texts of JSON, but for the description.
#[derive(Debug, Clone)]
struct Built {
    description: String,
    parameters: String,
    returns: String,
    errors: String,
}

impl SchemaBuilder {
    /// Starts with a name.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            short: String::new(),
            detailed: String::new(),
            parameters: Vec::new(),
            returns: None,
            errors: Vec::new(),
            triggers: Vec::new(),
            examples: Vec::new(),
            built: None,
        }
    }

    /// Sets both descriptions; the detailed one is built, the short one only where that is empty.
    pub fn set_description(&mut self, short: &str, detailed: &str) -> &mut Self {
        short.clone_into(&mut self.short);
        detailed.clone_into(&mut self.detailed);
        self
    }

    /// Appends a parameter with all six members. No default and a default of `null` are the same.
    pub fn add_parameter(
        &mut self,
        name: &str,
        type_name: &str,
        description: &str,
        required: bool,
        default: Option<&Json>,
        enum_values: Option<&Json>,
    ) -> &mut Self {
        let json = |value: Option<&Json>| value.map_or("null", |value| value.value().literal()).to_owned();
        self.parameters.push(object(&[
            ("name", quoted(name)),
            ("type", quoted(type_name)),
            ("description", quoted(description)),
            ("required", required.to_string()),
            ("default", json(default)),
            ("enum", json(enum_values)),
        ]));
        self
    }

    /// Sets what comes back; the last call wins.
    pub fn set_returns(&mut self, type_name: &str, description: &str, properties: &Json) -> &mut Self {
        self.returns = Some(object(&[
            ("type", quoted(type_name)),
            ("description", quoted(description)),
            ("properties", properties.value().literal().to_owned()),
        ]));
        self
    }

    /// Appends an error.
    pub fn add_error(&mut self, code: &str, description: &str, resolution: &str) -> &mut Self {
        self.errors.push(object(&[
            ("code", quoted(code)),
            ("description", quoted(description)),
            ("resolution", quoted(resolution)),
        ]));
        self
    }

    /// Appends a trigger, also to what was built before.
    pub fn add_trigger(&mut self, trigger: &str) -> &mut Self {
        self.triggers.push(quoted(trigger));
        self
    }

    /// Appends an example, also to what was built before.
    pub fn add_example(&mut self, input: &str, tool_call: &str) -> &mut Self {
        self.examples.push(object(&[("input", quoted(input)), ("tool_call", quoted(tool_call))]));
        self
    }

    /// Builds: copies everything but triggers and examples.
    pub fn build(&mut self) -> &mut Self {
        let description = if self.detailed.is_empty() { &self.short } else { &self.detailed };
        self.built = Some(Built {
            description: description.clone(),
            parameters: array(&self.parameters),
            returns: self.returns.clone().unwrap_or_else(|| "{}".to_owned()),
            errors: array(&self.errors),
        });
        self
    }

    /// The spec that the last build gave, as it is now; `None` before the first.
    ///
    /// # Errors
    ///
    /// Within the result, when the values given are nested too deeply for one document.
    #[must_use]
    pub fn built(&self) -> Option<Result<Json, ParseError>> {
        let built = self.built.as_ref()?;
        Some(Json::parse(object(&[
            ("name", quoted(&self.name)),
            ("description", quoted(&built.description)),
            ("triggers", array(&self.triggers)),
            ("examples", array(&self.examples)),
            ("parameters", built.parameters.clone()),
            ("returns", built.returns.clone()),
            ("errors", built.errors.clone()),
        ])))
    }
}
