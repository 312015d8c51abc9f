//! A value for each dimension.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{CoherenceDimension, Dimension};

macro_rules! per_dimension {
    ($(#[$doc:meta])* $table:ident, $key:ident, { $($field:ident => $variant:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        #[expect(clippy::exhaustive_structs, reason = "the specification closes the list of dimensions")]
        pub struct $table<T> {
            $(#[doc = concat!("The value for `", stringify!($field), "`.")] pub $field: T),+
        }

        impl<T> $table<T> {
            /// A table of what the function gives for each dimension.
            pub fn from_fn(mut value: impl FnMut($key) -> T) -> Self {
                Self { $($field: value($key::$variant)),+ }
            }

            /// A table of what the function gives for each dimension, or its first error.
            ///
            /// # Errors
            ///
            /// The first error of the function.
            pub fn try_from_fn<E>(mut value: impl FnMut($key) -> Result<T, E>) -> Result<Self, E> {
                Ok(Self { $($field: value($key::$variant)?),+ })
            }

            /// The value for a dimension.
            #[must_use]
            pub const fn get(&self, dimension: $key) -> &T {
                match dimension { $($key::$variant => &self.$field),+ }
            }

            /// The value for a dimension, to change it.
            #[must_use]
            pub const fn get_mut(&mut self, dimension: $key) -> &mut T {
                match dimension { $($key::$variant => &mut self.$field),+ }
            }

            /// Dimensions and values in the specification's order.
            pub fn iter(&self) -> impl Iterator<Item = ($key, &T)> {
                $key::ALL.into_iter().map(|dimension| (dimension, self.get(dimension)))
            }

            /// A table of what the function makes of each value.
            #[must_use]
            pub fn map<U>(&self, mut change: impl FnMut(&T) -> U) -> $table<U> {
                $table { $($field: change(&self.$field)),+ }
            }
        }
    };
}

per_dimension!(
    /// A value for each of the six dimensions of a tool.
    PerDimension, Dimension, {
        purpose_clarity => PurposeClarity,
        usage_guidelines => UsageGuidelines,
        behavioral_transparency => BehavioralTransparency,
        parameter_semantics => ParameterSemantics,
        conciseness_structure => ConcisenessStructure,
        contextual_completeness => ContextualCompleteness,
    }
);

per_dimension!(
    /// A value for each of the four dimensions of a tool set.
    PerCoherenceDimension, CoherenceDimension, {
        disambiguation => Disambiguation,
        naming_consistency => NamingConsistency,
        tool_count_appropriateness => ToolCountAppropriateness,
        completeness => Completeness,
    }
);
