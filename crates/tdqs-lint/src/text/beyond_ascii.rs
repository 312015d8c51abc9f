//! The characters of a text that are not ASCII.

/// The characters beyond ASCII, in order. What stands between them is passed over byte by byte and not decoded.
pub(crate) fn beyond_ascii(text: &str) -> impl Iterator<Item = char> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let at = rest.bytes().position(|byte| !byte.is_ascii())?;
        let mut characters = rest.get(at..)?.chars();
        let found = characters.next();
        rest = characters.as_str();
        found
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn they_are_the_characters_that_are_not_ascii(text in "(\\PC|[ -~]){0,30}") {
            let plain: Vec<char> = text.chars().filter(|character| !character.is_ascii()).collect();
            proptest::prop_assert_eq!(beyond_ascii(&text).collect::<Vec<_>>(), plain);
        }
    }
}
