//! Words in a text that look like something else than prose.

/// Runs of letters, digits and underscores.
fn runs(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !character.is_alphanumeric() && character != '_')
        .filter(|run| !run.is_empty())
}

/// What stands in backticks, and words in snake case.
pub(super) fn names(text: &str) -> Vec<&str> {
    let mut found: Vec<&str> = text.split('`').skip(1).step_by(2).map(str::trim).collect();
    found.retain(|word| !word.is_empty());
    found.extend(runs(text).filter(|run| run.trim_matches('_').contains('_')));
    found
}

/// Runs that hold a digit.
pub(super) fn numbers(text: &str) -> impl Iterator<Item = &str> {
    runs(text).filter(|run| run.contains(|character: char| character.is_ascii_digit()))
}

/// The first word, in small letters, that only fills a place.
pub(super) fn filler(text: &str) -> Option<String> {
    const FILLERS: [&str; 8] = ["todo", "tbd", "fixme", "xxx", "lorem", "placeholder", "tba", "foobar"];
    runs(text).map(str::to_lowercase).find(|word| FILLERS.contains(&word.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_from_prose() {
        assert_eq!(
            names("Use `get_crate`, not find_crate or __all__ (`label`)."),
            ["get_crate", "label", "get_crate", "find_crate"]
        );
        assert_eq!(names("Plain words - no names"), [""; 0]);
        assert_eq!(numbers("up to 50 of v2, none of two").collect::<Vec<_>>(), ["50", "v2"]);
        assert_eq!(filler("Returns it. (TODO: say what)").as_deref(), Some("todo"));
        assert_eq!(filler("Adds an item to the todos."), None);
    }
}
