//! Which hosts does a text name that only its author can reach?

use std::ops::Range;

/// The networks behind a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// An address of a private network (RFC 1918), or the address of a cloud's metadata.
    PrivateAddress,
    /// A name that only an inner network resolves.
    InternalName,
}

/// What such a host begins or ends with: addresses of RFC 1918 and of metadata, and endings that no public name has (RFC
/// 6762 appendix G, and the one that ICANN set aside for private use).
pub(super) const MARKS: &[&str] = &[
    "10.",
    "192.168.",
    "172.",
    "169.254.169.254",
    ".internal",
    ".corp",
    ".local",
    ".lan",
    ".intranet",
    ".localdomain",
    ".private",
];

/// RFC 1035, section 2.3.4.
const LONGEST_NAME: usize = 253;

/// Names that mean something to everybody.
const KNOWN: [&str; 5] = [
    "host.docker.internal",
    "gateway.docker.internal",
    "metadata.google.internal",
    "svc.cluster.local",
    "cluster.local",
];

/// The host that one of the [`MARKS`] at a place of a text belongs to, if an agent elsewhere cannot reach it.
pub(super) fn internal_host(text: &str, mark: Range<usize>) -> Option<(Reach, Range<usize>)> {
    if text.get(mark.clone())?.starts_with('.') {
        return name(text, mark).map(|range| (Reach::InternalName, range));
    }
    address(text, mark.start).map(|range| (Reach::PrivateAddress, range))
}

fn address(text: &str, at: usize) -> Option<Range<usize>> {
    let is_of_address = |byte: u8| byte.is_ascii_digit() || byte == b'.';
    let bytes = text.as_bytes();
    if at > 0 && (is_of_address(bytes[at - 1]) || matches!(bytes[at - 1], b'-' | b'v' | b'V')) {
        return None;
    }
    let length = bytes[at..].iter().position(|byte| !is_of_address(*byte)).unwrap_or(text.len() - at);
    let found = text.get(at..at + length)?.trim_end_matches('.');
    let end = at + found.len();
    // A range of addresses describes a network; one that goes on in letters is a version.
    let mut after = text[end..].chars();
    let next = after.next();
    let is_range = next == Some('/') && after.next().is_some_and(|digit| digit.is_ascii_digit());
    if is_range || next.is_some_and(char::is_alphanumeric) {
        return None;
    }
    let octets: Vec<u8> = found.split('.').map(str::parse).collect::<Result<_, _>>().ok()?;
    let is_private = match octets[..] {
        [10, _, _, last] | [192, 168, _, last] => last != 0,
        [172, second, _, last] => (16..32).contains(&second) && last != 0,
        [169, 254, 169, 254] => true,
        _ => false,
    };
    is_private.then_some(at..end)
}

fn name(text: &str, ending: Range<usize>) -> Option<Range<usize>> {
    let is_of_host = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
    let bytes = text.as_bytes();
    let Range { start: at, end } = ending;
    let before = bytes[..at].iter().rev().take(LONGEST_NAME);
    let start = at - before.take_while(|byte| is_of_host(**byte)).count();
    let host = text.get(start..end)?;
    // A file, a member of an object, or the beginning of a longer name.
    let mut after = text[end..].chars();
    let goes_on = match after.next() {
        Some('_' | '-' | '(' | '=') => true,
        Some('.') => after.next().is_some_and(char::is_alphanumeric),
        _ => false,
    };
    let is_within_a_path = start > 0 && matches!(bytes[start - 1], b'_' | b'*' | b'$' | b'}' | b'>');
    let is_file = start > 0 && bytes[start - 1] == b'/' && !text[..start].ends_with("//");
    let is_known = KNOWN.iter().any(|known| host.ends_with(known));
    let is_host = start < at && !host.starts_with('.') && !host.contains("..") && !host.contains("example");
    (is_host && !goes_on && !is_within_a_path && !is_file && !is_known).then_some(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The host of the first mark that has one; marks within words are left out by the search for phrases.
    fn internal_host(text: &str) -> Option<(Reach, Range<usize>)> {
        let is_word = |character: Option<char>| character.is_some_and(char::is_alphanumeric);
        MARKS.iter().find_map(|mark| {
            text.match_indices(mark).find_map(|(at, _)| {
                let end = at + mark.len();
                let joins_before = !mark.starts_with('.') && is_word(text[..at].chars().next_back());
                let joins_after = !mark.ends_with('.') && is_word(text[end..].chars().next());
                let host = super::internal_host(text, at..end);
                host.filter(|_| !joins_before && !joins_after)
            })
        })
    }

    #[test]
    fn hosts_are_found_whole() {
        for (text, host) in [
            ("at http://10.1.2.3:8080/x", "10.1.2.3"),
            ("192.168.4.17.", "192.168.4.17"),
            ("172.31.9.1", "172.31.9.1"),
            ("see wiki.dock.corp, or", "wiki.dock.corp"),
            ("https://api.quay.internal/v1", "api.quay.internal"),
            ("é printer.local", "printer.local"),
        ] {
            assert_eq!(internal_host(text).map(|(_, range)| &text[range]), Some(host), "{text}");
        }
    }

    #[test]
    fn what_only_looks_like_one_is_left_alone() {
        for text in [
            "10.0.0.0/8 and 192.168.1.5/24",
            "172.15.1.1 172.32.1.1 110.1.2.3 1.10.1.2.3",
            "10.2.3",
            "v10.1.2.3",
            "10.256.1.1",
            ".env.local settings.local.json config.local_only",
            "http://host.docker.internal:3000",
            "db.svc.cluster.local",
            "http://api.example.internal",
            "obj.internal() and the .internal ending",
            "conf/site.local",
        ] {
            assert_eq!(internal_host(text), None, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_cut_at_characters(text in "(10\\.|192\\.168\\.|1|\\.|é|/|:|\\.local|\\.corp|a|-){0,12}") {
            if let Some((_, range)) = internal_host(&text) {
                proptest::prop_assert!(text.get(range).is_some());
            }
        }
    }
}
