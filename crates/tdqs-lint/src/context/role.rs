//! What a value is to a tool definition: which part it belongs to, and how it is to be read there.

/// The part of a tool definition that a value stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Part {
    /// The tool's own members: name, title, description.
    Tool,
    /// The schema of the arguments.
    Input,
    /// The schema of the result.
    Output,
    /// The annotations.
    Annotations,
    /// What no agent gets to see: `_meta`, icons, members that no dialect knows.
    Elsewhere,
}

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// The tool, or the `function` that an OpenAI tool is wrapped around.
    Tool,
    /// The tool's name.
    Name,
    /// The tool's title.
    Title,
    /// The tool's description.
    Description,
    /// The annotations.
    Annotations,
    /// What stands in the annotations.
    Annotation,
    /// A JSON Schema; in a definition that is not well-formed it may be any kind of value.
    Schema,
    /// A map of schemas by name: `properties`, `$defs` and the like.
    SchemaMap,
    /// A list of schemas: `anyOf`, `prefixItems` and the like.
    SchemaList,
    /// Another member of a schema, or what stands in it: `type`, `description`, `required`, `pattern`, …
    Keyword,
    /// `enum`, or what stands in it.
    Enum,
    /// `const`, or what stands in it.
    Const,
    /// `default`, or what stands in it.
    Default,
    /// `examples` or `example` of a schema, or what stands in it.
    Example,
    /// Anything else. What it holds is not looked at.
    Other,
}

impl Role {
    /// The role of an element of an array that has this role, or of a member whose key says nothing: only in a schema
    /// does the key say something.
    pub(super) fn of_element(self) -> Self {
        match self {
            Self::SchemaMap | Self::SchemaList => Self::Schema,
            Self::Annotations => Self::Annotation,
            Self::Schema => Self::Keyword,
            Self::Tool | Self::Name | Self::Title | Self::Description => Self::Other,
            other => other,
        }
    }
}
