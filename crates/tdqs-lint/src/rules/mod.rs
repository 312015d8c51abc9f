//! The rules: a folder a group, a file a rule.

pub(crate) mod contract;
pub(crate) mod gates;
pub(crate) mod language;
pub(crate) mod portability;
pub(crate) mod safety;
pub(crate) mod schema;
mod sentences;
pub(crate) mod servers;
pub(crate) mod set;
pub(crate) mod suppressions;

#[cfg(test)]
mod tests;
