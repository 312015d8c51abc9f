//! Saying it call by call.

use crate::check::{faults, too_deep};
use crate::spec::kept;
use crate::{ErrorCondition, Example, Parameter, Returns, SpecFault, SpecFaults, ToolSpec};

/// Collects what an author says about a tool and gives it out checked.
///
/// Authoring pieces: section 4, with row 23 of section 5.
///
/// ```
/// use tdqs_authoring::{FaultKind, JsonType, Parameter, ToolBuilder};
///
/// let builder = ToolBuilder::new("find_crate")
///     .describe("Finds one crate by its label.", "The label is printed on the short side.")
///     .parameter(Parameter::new("label", JsonType::String, "Label of the crate").required().with_default("C-1"));
/// let error = builder.build().unwrap_err();
/// assert_eq!(error.faults[0].kind, FaultKind::RequiredWithDefault);
/// assert_eq!(error.faults[0].pointer, "/parameters/0/default");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ToolBuilder {
    spec: ToolSpec,
    /// Examples that could not be kept.
    refused: Vec<SpecFault>,
}

impl ToolBuilder {
    /// Starts with a name.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self { spec: ToolSpec::new(name), refused: Vec::new() }
    }

    /// Sets the summary line and the description proper; the last call wins.
    #[must_use]
    pub fn describe(mut self, summary: impl Into<String>, description: impl Into<String>) -> Self {
        self.spec.summary = summary.into();
        self.spec.description = description.into();
        self
    }

    /// Adds a parameter.
    #[must_use]
    pub fn parameter(mut self, parameter: Parameter) -> Self {
        self.spec.parameters.push(parameter);
        self
    }

    /// Sets what comes back; the last call wins.
    #[must_use]
    pub fn returns(mut self, returns: Returns) -> Self {
        self.spec.returns = Some(returns);
        self
    }

    /// Adds something that can go wrong, and what the caller can do about it.
    #[must_use]
    pub fn error(
        mut self,
        code: impl Into<String>,
        description: impl Into<String>,
        resolution: impl Into<String>,
    ) -> Self {
        self.spec.errors.push(ErrorCondition::new(code, description, resolution));
        self
    }

    /// Adds a case in which to use the tool: "the user names an invoice".
    #[must_use]
    pub fn trigger(mut self, trigger: impl Into<String>) -> Self {
        self.spec.triggers.push(trigger.into());
        self
    }

    /// Adds a request and the call that answers it, both as text.
    #[must_use]
    pub fn example(mut self, input: impl Into<String>, tool_call: impl Into<String>) -> Self {
        self.spec.examples.push(Example::Call { input: input.into(), tool_call: tool_call.into() });
        self
    }

    /// Adds a request and the arguments of the call that answers it, an object. These go into the schema as well.
    #[must_use]
    pub fn example_arguments(
        mut self,
        input: impl Into<String>,
        arguments: impl Into<serde_json::Value>,
    ) -> Self {
        match kept(arguments) {
            Some(arguments) => {
                self.spec.examples.push(Example::Arguments { input: input.into(), arguments });
            }
            None => {
                let index = self.spec.examples.len() + self.refused.len();
                self.refused.push(too_deep(&format!("/examples/{index}")));
            }
        }
        self
    }

    /// The spec as it is now; later calls do not change it.
    ///
    /// # Errors
    ///
    /// With every fault of row 23 of section 5 at once.
    pub fn build(&self) -> Result<ToolSpec, SpecFaults> {
        let mut faults = faults(&self.spec);
        faults.extend_from_slice(&self.refused);
        if faults.is_empty() {
            Ok(self.spec.clone())
        } else {
            Err(SpecFaults { tool: self.spec.name.clone(), faults })
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::JsonType;

    #[test]
    fn later_calls_do_not_change_what_was_built() {
        let builder = ToolBuilder::new("t").trigger("x");
        let built = builder.build().unwrap();
        let later = builder.trigger("y").example("i", "t").build().unwrap();
        assert_eq!(built.triggers, ["x"]);
        assert!(built.examples.is_empty());
        assert_eq!(later.triggers, ["x", "y"]);
    }

    #[test]
    fn the_last_description_and_result_win() {
        let spec = ToolBuilder::new("t")
            .describe("a", "b")
            .returns(Returns::new("array", "first"))
            .describe("c", "")
            .returns(Returns::new(JsonType::Object, "second"))
            .build()
            .unwrap();
        assert_eq!((spec.summary.as_str(), spec.description.as_str()), ("c", ""));
        assert_eq!(spec.returns.unwrap().description, "second");
    }

    #[test]
    fn what_is_nested_too_deeply_is_a_fault_and_no_overflow() {
        // `json!` would take the value apart by reference, level by level.
        let deep = |levels: usize| (0..levels).fold(json!(1), |inner, _| Value::Array(vec![inner]));
        let build = |levels: usize| {
            ToolBuilder::new("t")
                .parameter(Parameter::new("a", "array", "d").with_default(deep(levels)))
                .returns(Returns::new("object", "r").with_property("p", deep(levels)))
                .example_arguments("", Value::Object([("a".to_owned(), deep(levels))].into_iter().collect()))
                .build()
        };
        build(900).unwrap().to_definition().unwrap();
        for levels in [998, 100_000] {
            let pointers: Vec<_> =
                build(levels).unwrap_err().faults.into_iter().map(|fault| fault.pointer).collect();
            assert_eq!(
                pointers,
                ["/parameters/0/default", "/returns/properties/p", "/examples/0"],
                "{levels}"
            );
        }
    }
}
