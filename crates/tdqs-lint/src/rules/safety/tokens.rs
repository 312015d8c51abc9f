//! Which runs of characters are secrets, by the shapes that issuers give theirs?

/// The shape of a secret.
struct Shape {
    issuer: &'static str,
    start: &'static str,
    /// How many characters follow.
    length: std::ops::RangeInclusive<usize>,
    alphabet: fn(u8) -> bool,
}

const fn alphanumeric(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
}

const fn capital(byte: u8) -> bool {
    byte.is_ascii_uppercase() || byte.is_ascii_digit()
}

const fn hexadecimal(byte: u8) -> bool {
    byte.is_ascii_hexdigit()
}

const fn url_safe(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

const fn dotted(byte: u8) -> bool {
    url_safe(byte) || byte == b'.'
}

/// By byte: every text is read by it.
const DOTTED: [bool; 256] = by_byte!(dotted);

const fn shape(
    issuer: &'static str,
    start: &'static str,
    length: std::ops::RangeInclusive<usize>,
    alphabet: fn(u8) -> bool,
) -> Shape {
    Shape { issuer, start, length, alphabet }
}

/// As the issuers document them, and as the scanners of code hosts look for them.
const SHAPES: &[Shape] = &[
    shape("AWS", "AKIA", 16..=16, capital),
    shape("AWS", "ASIA", 16..=16, capital),
    shape("GitHub", "ghp_", 36..=255, alphanumeric),
    shape("GitHub", "gho_", 36..=255, alphanumeric),
    shape("GitHub", "ghu_", 36..=255, alphanumeric),
    shape("GitHub", "ghs_", 36..=255, alphanumeric),
    shape("GitHub", "ghr_", 36..=255, alphanumeric),
    shape("GitHub", "github_pat_", 60..=255, url_safe),
    shape("GitLab", "glpat-", 20..=255, dotted),
    shape("Anthropic", "sk-ant-", 80..=255, url_safe),
    shape("OpenAI", "sk-proj-", 40..=255, url_safe),
    shape("OpenAI", "sk-svcacct-", 40..=255, url_safe),
    shape("OpenAI", "sk-", 48..=48, alphanumeric),
    shape("Slack", "xoxb-", 40..=255, url_safe),
    shape("Slack", "xoxp-", 40..=255, url_safe),
    shape("Slack", "xapp-", 40..=255, url_safe),
    shape("Stripe", "sk_live_", 24..=255, alphanumeric),
    shape("Stripe", "rk_live_", 24..=255, alphanumeric),
    shape("Google", "AIza", 35..=35, url_safe),
    shape("npm", "npm_", 36..=36, alphanumeric),
    shape("PyPI", "pypi-AgE", 50..=255, url_safe),
    shape("SendGrid", "SG.", 66..=66, dotted),
    shape("Hugging Face", "hf_", 34..=34, alphanumeric),
    shape("DigitalOcean", "dop_v1_", 64..=64, hexadecimal),
    shape("Shopify", "shpat_", 32..=32, hexadecimal),
];

/// By byte: whether a shape or a web token begins with it.
const OPENS_SHAPE: [bool; 256] = by_byte!(opens_shape);

const fn opens_shape(byte: u8) -> bool {
    let mut shape = 0;
    while shape < SHAPES.len() {
        if SHAPES[shape].start.as_bytes()[0] == byte {
            return true;
        }
        shape += 1;
    }
    byte == b'e'
}

/// The shortest text that can be a secret.
pub(super) const SHORTEST: usize = 20;

/// Whose secret a token is, if it is one.
pub(super) fn issuer(token: &str) -> Option<&'static str> {
    // Nearly every token has another first byte than those of all shapes.
    if !token.as_bytes().first().is_some_and(|first| OPENS_SHAPE[usize::from(*first)]) {
        return None;
    }
    let of_shape = SHAPES.iter().find(|shape| {
        // Nearly every token has another length.
        let length = token.len().checked_sub(shape.start.len());
        length.is_some_and(|length| shape.length.contains(&length))
            && token.strip_prefix(shape.start).is_some_and(|rest| rest.bytes().all(shape.alphabet))
    });
    if let Some(shape) = of_shape {
        let body = token.strip_prefix(shape.start).unwrap_or_default();
        return (!is_placeholder(body)).then_some(shape.issuer);
    }
    is_web_token(token).then_some("JSON Web Token")
}

/// Whether a text is made up to show where a secret goes: a word of ours, a row of one character, or letters and digits
/// in their order.
pub(super) fn is_placeholder(text: &str) -> bool {
    const WORDS: [&str; 14] = [
        "example",
        "your",
        "xxxx",
        "placeholder",
        "secret",
        "token",
        "redacted",
        "changeme",
        "dummy",
        "sample",
        "test",
        "here",
        "fake",
        "insert",
    ];
    let lower = text.to_ascii_lowercase();
    if WORDS.iter().any(|word| lower.contains(word)) {
        return true;
    }
    let bytes = lower.as_bytes();
    let in_order =
        bytes.windows(2).filter(|pair| pair[1] == pair[0] || pair[1] == pair[0].wrapping_add(1)).count();
    let distinct = distinct(bytes);
    distinct < 10.min(bytes.len().div_ceil(3) + 2) || 2 * in_order > bytes.len()
}

fn distinct(bytes: &[u8]) -> usize {
    let mut seen = [false; 256];
    bytes.iter().filter(|byte| !std::mem::replace(&mut seen[usize::from(**byte)], true)).count()
}

/// Three parts of base64url, the first two JSON objects, the last a signature (RFC 7519).
fn is_web_token(token: &str) -> bool {
    /// The signature of the specimen that every introduction shows.
    const SPECIMENS: [&str; 2] = ["SflKxw", "TJVA95"];
    if !token.starts_with("eyJ") {
        return false;
    }
    let mut parts = token.split('.');
    let (Some(header), Some(claims), Some(signature), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let is_part = |part: &str, least: usize| part.len() >= least && part.bytes().all(url_safe);
    claims.starts_with("eyJ")
        && is_part(header, 17)
        && is_part(claims, 17)
        && is_part(signature, 32)
        && !SPECIMENS.iter().any(|specimen| signature.starts_with(specimen))
        && !is_placeholder(signature)
}

/// Whether a value looks drawn at random: long, without blanks, of small letters, capitals and digits, few of them
/// twice, and no name, path or identifier.
pub(super) fn looks_random(value: &str) -> bool {
    let bytes = value.as_bytes();
    let has = |is: fn(&u8) -> bool| bytes.iter().any(is);
    (SHORTEST..=200).contains(&bytes.len())
        && bytes.iter().all(|byte| url_safe(*byte) || matches!(byte, b'+' | b'/' | b'='))
        && has(u8::is_ascii_lowercase)
        && has(u8::is_ascii_uppercase)
        && bytes.iter().filter(|byte| byte.is_ascii_digit()).count() >= 3
        && 2 * distinct(bytes) >= bytes.len().min(40)
        && !is_placeholder(value)
}

/// The runs of characters that tokens are made of and that are long enough for one, with where they begin.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        // Only every so many bytes is looked at: a run that is long enough covers one of them.
        while let Some(window) = bytes.get(at..at + SHORTEST) {
            if let Some(gap) = window.iter().rposition(|byte| !DOTTED[usize::from(*byte)]) {
                at += gap + 1;
                continue;
            }
            let start = at;
            let length = bytes[start..].iter().position(|byte| !DOTTED[usize::from(*byte)]);
            at = length.map_or(bytes.len(), |length| start + length);
            return text.get(start..at).map(|token| (start, token));
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Made up here, so that no scanner takes this file for a leak.
    fn made_up(start: &str, length: usize) -> String {
        let letters = "q7Zk2VbX9mLw4TdR8sHn3JcY6fGp5BaKe1UvDoNiEtMrPxQzSgWh0CyFjAlIuO";
        start.chars().chain(letters.chars().cycle().take(length)).collect()
    }

    #[test]
    fn secrets_have_the_shape_of_their_issuer() {
        for (start, length, issuer_name) in [
            ("ghp_", 36, "GitHub"),
            ("sk-proj-", 44, "OpenAI"),
            ("sk_live_", 24, "Stripe"),
            ("AIza", 35, "Google"),
        ] {
            assert_eq!(issuer(&made_up(start, length)), Some(issuer_name), "{start}");
            assert_eq!(issuer(&made_up(start, length - 5)), None, "{start} too short");
        }
        assert_eq!(issuer(&format!("AKIA{}", made_up("", 16).to_uppercase())), Some("AWS"));
        let web_token =
            format!("{}.{}.{}", made_up("eyJ", 20), made_up("eyJ", 30), made_up("", 43).replace('0', "_"));
        assert_eq!(issuer(&web_token), Some("JSON Web Token"));
    }

    #[test]
    fn placeholders_are_no_secrets() {
        for token in [
            "AKIAIOSFODNN7EXAMPLE",
            "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
            "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
            "sk-ant-your-key-here",
            "sk_live_000000000000000000000000",
            "AIzaYourGoogleApiKeyGoesRightHere0123456",
            "com.example.a.very.long.identifier",
            "aVeryLongCamelCaseIdentifierOfAMember",
        ] {
            assert_eq!(issuer(token), None, "{token}");
        }
    }

    #[test]
    fn random_values_are_told_from_names() {
        assert!(looks_random(&made_up("", 32)));
        for value in [
            "aVeryLongCamelCaseIdentifierOfAMember12",
            "550e8400-e29b-41d4-a716-446655440000",
            "projects/my-project/Locations/europe-west1",
            "YOUR_API_KEY_0123456789abcdef",
            "2024-01-01T00:00:00.000Z",
            "short1A",
        ] {
            assert!(!looks_random(value), "{value}");
        }
    }

    proptest::proptest! {
        #[test]
        fn long_runs_are_all_found(text in "([a-zA-Z0-9._-]{1,30}[ é,\"]{0,2}){0,8}") {
            let mut expected = Vec::new();
            let mut start = 0;
            for part in text.split_inclusive(|character: char| !(character.is_ascii_alphanumeric() || "._-".contains(character))) {
                let token = part.trim_end_matches(|character: char| !(character.is_ascii_alphanumeric() || "._-".contains(character)));
                if token.len() >= SHORTEST {
                    expected.push((start, token));
                }
                start += part.len();
            }
            proptest::prop_assert_eq!(tokens(&text).collect::<Vec<_>>(), expected);
        }
    }
}
