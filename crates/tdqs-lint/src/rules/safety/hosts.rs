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

/// Endings that no public name has: RFC 6762 appendix G, and the one that ICANN set aside for private use.
const ENDINGS: [&str; 7] = [".internal", ".corp", ".local", ".lan", ".intranet", ".localdomain", ".private"];

/// Names that mean something to everybody.
const KNOWN: [&str; 5] = [
    "host.docker.internal",
    "gateway.docker.internal",
    "metadata.google.internal",
    "svc.cluster.local",
    "cluster.local",
];

/// The first host within a text that an agent elsewhere cannot reach.
pub(super) fn internal_host(text: &str) -> Option<(Reach, Range<usize>)> {
    address(text)
        .map(|range| (Reach::PrivateAddress, range))
        .or_else(|| name(text).map(|range| (Reach::InternalName, range)))
}

fn address(text: &str) -> Option<Range<usize>> {
    ["10.", "192.168.", "172.", "169.254.169.254"].iter().find_map(|start| {
        text.match_indices(start).find_map(|(at, _)| {
            let is_of_address = |byte: u8| byte.is_ascii_digit() || byte == b'.';
            let bytes = text.as_bytes();
            if at > 0 && (is_of_address(bytes[at - 1]) || matches!(bytes[at - 1], b'-' | b'v' | b'V')) {
                return None;
            }
            let length = bytes[at..].iter().position(|byte| !is_of_address(*byte)).unwrap_or(text.len() - at);
            let found = text.get(at..at + length)?.trim_end_matches('.');
            let end = at + found.len();
            // A range of addresses describes a network; one within letters is a version.
            let is_whole = !text[end..].starts_with(|next: char| {
                next == '/' && text[end + 1..].starts_with(|digit: char| digit.is_ascii_digit())
            }) && !text[end..].starts_with(|next: char| next.is_alphanumeric());
            let octets: Vec<u8> =
                found.split('.').map(str::parse).collect::<Result<_, _>>().unwrap_or_default();
            let is_private = match octets[..] {
                [10, _, _, last] | [192, 168, _, last] => last != 0,
                [172, second, _, last] => (16..32).contains(&second) && last != 0,
                [169, 254, 169, 254] => true,
                _ => false,
            };
            (is_whole && is_private).then_some(at..end)
        })
    })
}

fn name(text: &str) -> Option<Range<usize>> {
    ENDINGS.iter().find_map(|ending| {
        text.match_indices(ending).find_map(|(at, _)| {
            let is_of_host = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
            let end = at + ending.len();
            let bytes = text.as_bytes();
            let length = bytes[..at].iter().rev().position(|byte| !is_of_host(*byte)).unwrap_or(at);
            let start = at - length;
            let host = text.get(start..end)?;
            // A file, a member of an object, or the beginning of a longer name.
            let goes_on = text[end..]
                .starts_with(|next: char| next.is_alphanumeric() || matches!(next, '_' | '-' | '(' | '='))
                || (text[end..].starts_with('.')
                    && text[end + 1..].starts_with(|next: char| next.is_alphanumeric()));
            let is_within_a_path = start > 0 && matches!(bytes[start - 1], b'_' | b'*' | b'$' | b'}' | b'>');
            let is_file = start > 0 && bytes[start - 1] == b'/' && !text[..start].ends_with("//");
            let is_known = KNOWN.iter().any(|known| host.ends_with(known));
            let is_example = host.contains("example");
            let is_host = length > 0 && !host.starts_with('.') && !host.contains("..");
            (is_host && !goes_on && !is_within_a_path && !is_file && !is_known && !is_example)
                .then_some(start..end)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
