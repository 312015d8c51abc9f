//! The rules: a folder a group, a file a rule.

pub(crate) mod gates;
pub(crate) mod language;
pub(crate) mod safety;
mod sentences;
pub(crate) mod suppressions;

#[cfg(test)]
mod tests;
