//! One spelling for enums that appear in text.

/// The text names no variant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` is no {what}; expected one of {expected}")]
pub struct UnknownName {
    /// What was looked for, such as "dimension".
    pub what: &'static str,
    /// The text.
    pub found: String,
    /// The names there are.
    pub expected: String,
}

/// Gives an enum `ALL`, `as_str`, `Display`, `FromStr`, serde and a JSON Schema out of one table.
///
/// For the crates of this workspace: whoever uses it depends on `serde`, `serde_json` and `schemars`.
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    ($type:ident, $what:literal, { $($variant:ident => $name:literal),+ $(,)? }) => {
        impl $type {
            /// Every variant, in the specification's order.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// The specification's spelling.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::UnknownName;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                Self::ALL.into_iter().find(|candidate| candidate.as_str() == name).ok_or_else(|| $crate::UnknownName {
                    what: $what,
                    found: name.to_owned(),
                    expected: Self::ALL.map(Self::as_str).join(", "),
                })
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                std::borrow::Cow::<'de, str>::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }

        impl schemars::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "enum": Self::ALL.map(Self::as_str).as_slice() })
            }
        }

        #[cfg(test)]
        mod named_tests {
            use super::$type;

            #[test]
            fn every_variant_survives_every_conversion() {
                for variant in $type::ALL {
                    assert_eq!(variant.as_str().parse(), Ok(variant));
                    let json = serde_json::to_string(&variant).unwrap();
                    assert_eq!(json, format!("\"{variant}\""));
                    assert_eq!(serde_json::from_str::<$type>(&json).unwrap(), variant);
                }
                assert!("no such name".parse::<$type>().is_err());
            }
        }
    };
}
