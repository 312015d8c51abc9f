//! What a model sees of a name.
//!
//! Evaluation of a tool surface, section 10: clients put the server before it, and replace what the model's API does
//! not take.

/// How many characters the names of functions may have in common model APIs.
pub(super) const LONGEST: usize = 64;

/// A name as clients clean it: everything but ASCII letters, digits, `_` and `-` becomes `_`.
pub(in crate::rules) fn cleaned(name: &str) -> String {
    if is_clean(name) {
        return name.to_owned();
    }
    let is_kept = |character: char| character.is_ascii() && is_kept(character as u8);
    name.chars().map(|character| if is_kept(character) { character } else { '_' }).collect()
}

/// Whether cleaning leaves a name as it is. Nearly all are, and need no second text.
pub(super) fn is_clean(name: &str) -> bool {
    name.bytes().all(is_kept)
}

const fn is_kept(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// How many characters [`visible`] has: one for each of the name and of the server's name, and those between.
pub(super) fn visible_length(server: &str, tool: &str) -> usize {
    "mcp____".len() + server.chars().count() + tool.chars().count()
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
        for name in ["", "a-b_C9", "é", "a b", "a.b"] {
            assert_eq!(is_clean(name), cleaned(name) == name, "{name}");
            assert_eq!(visible_length("dock é", name), visible("dock é", name).len(), "{name}");
        }
    }
}
