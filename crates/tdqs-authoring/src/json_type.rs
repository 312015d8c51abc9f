//! The types that JSON Schema knows.

use std::fmt;

use tdqs_signals::json::{Kind, Value};

/// One of the seven values of JSON Schema's `type`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "JSON Schema closes the list")]
pub enum JsonType {
    /// A text.
    String,
    /// A number.
    Number,
    /// A number without fraction; `2.0` is one.
    Integer,
    /// `true` or `false`.
    Boolean,
    /// An object.
    Object,
    /// An array.
    Array,
    /// Nothing but `null`.
    Null,
}

impl JsonType {
    /// All seven.
    pub const ALL: [Self; 7] =
        [Self::String, Self::Number, Self::Integer, Self::Boolean, Self::Object, Self::Array, Self::Null];

    /// JSON Schema's spelling.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Number => "number",
            Self::Integer => "integer",
            Self::Boolean => "boolean",
            Self::Object => "object",
            Self::Array => "array",
            Self::Null => "null",
        }
    }

    /// The type of this name, spelled exactly.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|candidate| candidate.as_str() == name)
    }

    /// Whether a value is of the type.
    #[must_use]
    pub fn admits(self, value: Value<'_>) -> bool {
        match self {
            Self::String => value.kind() == Kind::String,
            Self::Number => value.kind() == Kind::Number,
            // The literal is a finite double: everything else was refused by the reader.
            Self::Integer => value.as_f64().is_some_and(|number| number.fract() == 0.0),
            Self::Boolean => value.kind() == Kind::Bool,
            Self::Object => value.kind() == Kind::Object,
            Self::Array => value.kind() == Kind::Array,
            Self::Null => value.kind() == Kind::Null,
        }
    }

    /// The names, for messages.
    pub(crate) fn list() -> String {
        Self::ALL.map(Self::as_str).join(", ")
    }
}

impl fmt::Display for JsonType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl From<JsonType> for String {
    fn from(json_type: JsonType) -> Self {
        json_type.as_str().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use tdqs_signals::json::Json;

    use super::*;

    #[test]
    fn every_type_keeps_its_name() {
        for json_type in JsonType::ALL {
            assert_eq!(JsonType::named(json_type.as_str()), Some(json_type));
            assert_eq!(String::from(json_type), json_type.to_string());
        }
        assert_eq!(JsonType::named("String"), None);
        assert_eq!(JsonType::named("text"), None);
    }

    #[test]
    fn a_value_is_of_its_type_and_a_whole_number_is_of_two() {
        for (text, types) in [
            ("\"a\"", &[JsonType::String][..]),
            ("1", &[JsonType::Number, JsonType::Integer]),
            ("2.0", &[JsonType::Number, JsonType::Integer]),
            ("1.5", &[JsonType::Number]),
            ("false", &[JsonType::Boolean]),
            ("{}", &[JsonType::Object]),
            ("[]", &[JsonType::Array]),
            ("null", &[JsonType::Null]),
        ] {
            let json = Json::parse(text).unwrap();
            let found: Vec<_> =
                JsonType::ALL.into_iter().filter(|json_type| json_type.admits(json.value())).collect();
            assert_eq!(found, types, "{text}");
        }
    }
}
