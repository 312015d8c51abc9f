//! Which types a schema names, and which values are of them.

use tdqs_signals::json::{Kind, Value};

use super::keywords::Keyword;
use super::node::Node;

/// The seven types of JSON Schema, in the order of their bits.
pub(crate) const NAMES_OF_TYPES: [&str; 7] =
    ["null", "boolean", "integer", "number", "string", "array", "object"];

/// The bit of a type. A `match`, because it is asked for every `type` of every schema.
#[inline]
fn bit(name: &str) -> Option<u8> {
    Some(match name {
        "null" => 1,
        "boolean" => 1 << 1,
        "integer" => 1 << 2,
        "number" => 1 << 3,
        "string" => 1 << 4,
        "array" => 1 << 5,
        "object" => 1 << 6,
        _ => return None,
    })
}

/// A set of types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Types(u8);

impl Types {
    /// The types that a schema's own `type` names. `None` when it has none, or one that is no type name or list of
    /// type names.
    pub(crate) fn of(schema: Node<'_>) -> Option<Self> {
        schema.member(Keyword::TYPE)?.types()
    }

    /// The types that the value of a `type` keyword names.
    pub(crate) fn of_value(value: Value<'_>) -> Option<Self> {
        let of_name = |value: Value<'_>| bit(&value.as_str()?);
        match value.as_array() {
            None => of_name(value).map(Self),
            Some(names) if names.is_empty() => None,
            Some(names) => names.iter().try_fold(0, |all, name| Some(all | of_name(name)?)).map(Self),
        }
    }

    /// Strings.
    pub(crate) const TEXTS: Self = Self(1 << 4);
    /// Numbers, and integers among them.
    pub(crate) const NUMBERS: Self = Self(1 << 2 | 1 << 3);
    /// Arrays.
    pub(crate) const LISTS: Self = Self(1 << 5);
    /// Objects.
    pub(crate) const OBJECTS: Self = Self(1 << 6);

    /// Whether a type is among both.
    pub(crate) fn meet(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    /// Whether a type is among them.
    pub(crate) fn has(self, name: &str) -> bool {
        bit(name).is_some_and(|bit| self.0 & bit != 0)
    }

    /// Whether they are one type and no other.
    pub(crate) fn is_only(self, name: &str) -> bool {
        self.has(name) && self.0.is_power_of_two()
    }

    /// Whether a value is of one of them.
    pub(crate) fn admit(self, value: Value<'_>) -> bool {
        match value.kind() {
            Kind::Null => self.has("null"),
            Kind::Bool => self.has("boolean"),
            Kind::Number => {
                let is_integral = value.as_f64().is_some_and(|number| number.fract() == 0.0);
                self.has("number") || (is_integral && self.has("integer"))
            }
            Kind::String => self.has("string"),
            Kind::Array => self.has("array"),
            Kind::Object => self.has("object"),
        }
    }

    /// The names for messages: "string", "string or null".
    pub(crate) fn names(self) -> String {
        let names: Vec<&str> = NAMES_OF_TYPES.into_iter().filter(|name| self.has(name)).collect();
        names.join(" or ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_in_the_order_of_the_names() {
        for (place, name) in NAMES_OF_TYPES.iter().enumerate() {
            assert_eq!(bit(name), Some(1 << place), "{name}");
        }
        assert_eq!(bit("String"), None);
    }
}
