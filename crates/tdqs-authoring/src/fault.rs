//! What is wrong with a spec, and where.

use std::fmt;

use serde::{Serialize, Serializer};

/// The kinds of fault. The first eight are those of row 23 of section 5; without the others the definition made of
/// a spec could not be called, or could not be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FaultKind {
    /// A tool, parameter or error code without a name.
    EmptyName,
    /// A second parameter of the same name.
    DuplicateParameter,
    /// A second error of the same code.
    DuplicateErrorCode,
    /// A parameter's type is none of JSON Schema's seven.
    UnknownType,
    /// A value of the enum is not of the parameter's type.
    EnumTypeMismatch,
    /// The default is not of the parameter's type.
    DefaultTypeMismatch,
    /// The default is no value of the enum.
    DefaultNotInEnum,
    /// A required parameter has a default, which nothing can ever use.
    RequiredWithDefault,
    /// The tool's name has characters that clients refuse, or too many.
    IllegalName,
    /// The enum has no value, so that no call can be right.
    EmptyEnum,
    /// The arguments of an example are no object.
    ExampleNotObject,
    /// A value is nested too deeply to stand in a schema.
    ValueTooDeep,
    /// A member that every spec has is absent.
    MissingMember,
    /// A member has another JSON type than it must have.
    WrongMemberType,
}

impl FaultKind {
    /// The code in reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::EmptyName => "empty-name",
            Self::DuplicateParameter => "duplicate-parameter",
            Self::DuplicateErrorCode => "duplicate-error-code",
            Self::UnknownType => "unknown-type",
            Self::EnumTypeMismatch => "enum-type-mismatch",
            Self::DefaultTypeMismatch => "default-type-mismatch",
            Self::DefaultNotInEnum => "default-not-in-enum",
            Self::RequiredWithDefault => "required-with-default",
            Self::IllegalName => "illegal-name",
            Self::EmptyEnum => "empty-enum",
            Self::ExampleNotObject => "example-not-object",
            Self::ValueTooDeep => "value-too-deep",
            Self::MissingMember => "missing-member",
            Self::WrongMemberType => "wrong-member-type",
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Serialize for FaultKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// One fault of a spec.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{}: {message} ({kind})", place(pointer))]
#[non_exhaustive]
pub struct SpecFault {
    /// What kind of fault it is.
    pub kind: FaultKind,
    /// JSON pointer into the spec: `/parameters/2/default`.
    pub pointer: String,
    /// What was found, and what to do about it.
    pub message: String,
}

/// The pointer, or what the empty one means.
pub(crate) fn place(pointer: &str) -> &str {
    if pointer.is_empty() { "the spec" } else { pointer }
}

impl SpecFault {
    pub(crate) fn new(kind: FaultKind, pointer: impl Into<String>, message: impl Into<String>) -> Self {
        Self { kind, pointer: pointer.into(), message: message.into() }
    }
}

/// All faults of a spec, in the order in which they stand there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SpecFaults {
    /// The tool's name, empty when it has none.
    pub tool: String,
    /// The faults; never none.
    pub faults: Vec<SpecFault>,
}

impl fmt::Display for SpecFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.faults.len() == 1 { "fault" } else { "faults" };
        write!(f, "the spec of the tool `{}` has {} {plural}", self.tool, self.faults.len())?;
        for fault in &self.faults {
            write!(f, "\n{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for SpecFaults {}
