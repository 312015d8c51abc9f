//! What does an input schema ask of a caller?
//!
//! Which parameters it has, at the root and at any depth, whether each is typed, described and explained, and where
//! a local reference leads. The definitions are those of the Tool Credit Score, section 7; the rules of the linter
//! use the same.
//!
//! Schemas are hostile: references go in circles and a diamond of them has exponentially many paths. So every
//! question here has a bounded depth, a budget of steps, or both, and no walk recurses along the input.

mod meaning;
mod names;
mod parameters;
mod reference;
pub(crate) mod refusal;
pub(crate) mod validator;
mod walk;

pub(crate) use meaning::has_text;
pub use meaning::{Meaning, has_value_of_its_own};
pub(crate) use names::Names;
pub use parameters::{Parameter, Parameters, Required};
pub use reference::{follow, target_of};
pub use walk::{Place, WALK_BUDGET, Walk};

use tdqs_signals::json::{Array, Kind, Object, Value};

/// How many references, branches or levels are followed from one schema to answer a question about it.
pub const MAX_DEPTH: usize = 5;

/// Whether a value of this kind may be a schema.
pub(crate) fn may_be_schema(kind: Kind) -> bool {
    matches!(kind, Kind::Object | Kind::Bool)
}

/// The elements of an array; nothing of any other value.
pub(crate) fn elements(value: Option<Value<'_>>) -> impl Iterator<Item = Value<'_>> {
    value.and_then(Value::as_array).into_iter().flat_map(Array::iter)
}

/// The keys and values of an object; nothing of any other value.
pub(crate) fn members(
    value: Option<Value<'_>>,
) -> impl Iterator<Item = (tdqs_signals::json::Key<'_>, Value<'_>)> {
    value.and_then(Value::as_object).into_iter().flat_map(Object::iter)
}
