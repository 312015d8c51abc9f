//! What a model sees of a name.
//!
//! Evaluation of a tool surface, section 10: clients put the server before it, and replace what the model's API does
//! not take.

/// How many characters the names of functions may have in common model APIs.
pub(super) const LONGEST: usize = 64;

/// A name as clients clean it: everything but ASCII letters, digits, `_` and `-` becomes `_`.
pub(in crate::rules) fn cleaned(name: &str) -> String {
    let is_kept = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
    name.chars().map(|character| if is_kept(character) { character } else { '_' }).collect()
}

/// The name by which a model sees a tool: `mcp__{server}__{tool}`, cleaned.
pub(in crate::rules) fn visible(server: &str, tool: &str) -> String {
    format!("mcp__{}__{}", cleaned(server), cleaned(tool))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_becomes_one_underscore() {
        assert_eq!(cleaned("admin.tools/list-é x"), "admin_tools_list-__x");
    }
}
