//! Where does one text stand in another?
//!
//! Most searches of the rules are for something that is not there, in a text of a few words. The preparations of a
//! search would take longest then: so the rarest of the bytes is looked for, and what stands around it compared.

use memchr::{memchr_iter, memchr2_iter, memmem};

/// Where a text first stands in another. An empty one stands nowhere.
pub(crate) fn find(text: &str, part: &str) -> Option<usize> {
    /// So many places are compared; nearly always there are fewer.
    const MANY: usize = 200;
    let (text, part) = (text.as_bytes(), part.as_bytes());
    let last = text.len().checked_sub(part.len())?;
    let (before, rarest) = rarest(part)?;
    let head: Option<&[u8; 8]> = part.first_chunk();
    let begins_at = |start: &usize| {
        let here = text.get(*start..).unwrap_or_default();
        head.is_none_or(|head| here.first_chunk() == Some(head)) && here.starts_with(part)
    };
    let mut places = memchr_iter(rarest, text.get(before..=last + before)?);
    let found = places.by_ref().take(MANY).find(begins_at);
    // A text made for it has a byte everywhere, and what to compare behind each: then the search is prepared after all.
    if found.is_none() && places.next().is_some() {
        return memmem::find(text, part);
    }
    found
}

/// Where a phrase of small letters first stands in a text, in any case of ASCII letters.
pub(crate) fn find_in_any_case(text: &str, phrase: &str) -> Option<usize> {
    let (text, phrase) = (text.as_bytes(), phrase.as_bytes());
    let last = text.len().checked_sub(phrase.len())?;
    let (before, rarest) = rarest(phrase)?;
    let begins_at = |start: &usize| {
        let here = text.get(*start..*start + phrase.len());
        here.is_some_and(|here| here.eq_ignore_ascii_case(phrase))
    };
    memchr2_iter(rarest, rarest.to_ascii_uppercase(), text.get(before..=last + before)?).find(begins_at)
}

/// The rarest of the first bytes of a text, and where it stands.
fn rarest(text: &[u8]) -> Option<(usize, u8)> {
    let ranks = text.iter().zip(0..16).map(|(byte, at)| u16::from(COMMONNESS[usize::from(*byte)]) << 8 | at);
    let [at, _] = ranks.fold(u16::MAX, u16::min).to_le_bytes();
    let at = usize::from(at);
    text.get(at).map(|byte| (at, *byte))
}

/// How common bytes are in English prose, from 0 for those that are not in the list.
#[expect(clippy::cast_possible_truncation, reason = "the list is short")]
const COMMONNESS: [u8; 256] = {
    let by_commonness = b"QZXJKVYWUzqxj0123456789-,.GHOFBLkNDMRPvEICTSAbpgwyfmculdhrsnioate ";
    let mut commonness = [0; 256];
    let mut place = 0;
    while place < by_commonness.len() {
        commonness[by_commonness[place] as usize] = place as u8 + 1;
        place += 1;
    }
    commonness
};

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_text_is_found_where_a_plain_search_finds_it(
            text in "[ab]{0,60}|a{0,500}b?|[abé]{0,20}",
            part in "[ab]{0,20}b{0,4}|é?",
        ) {
            let plain = text.find(&part).filter(|_| !part.is_empty());
            prop_assert_eq!(find(&text, &part), plain);
        }

        #[test]
        fn in_any_case_as_well(text in "[abABé]{0,60}", phrase in "[ab]{0,4}é?") {
            let plain = text.to_ascii_lowercase().find(&phrase).filter(|_| !phrase.is_empty());
            prop_assert_eq!(find_in_any_case(&text, &phrase), plain);
        }
    }
}
