//! A path as SARIF and code hosts want it.

use std::fmt::Write;
use std::path::Path;

/// A relative reference, or a `file:` URI for an absolute path. Standard input has the name of a file that says so.
pub(super) fn uri(path: &Path) -> String {
    if path.as_os_str() == "-" {
        return "standard-input".to_owned();
    }
    let text = path.to_string_lossy();
    let text = if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() };
    let mut out = String::new();
    if path.is_absolute() {
        out.push_str("file://");
        if !text.starts_with('/') {
            out.push('/');
        }
    }
    let text = text.strip_prefix("./").unwrap_or(&text);
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(byte));
            }
            _ => _ = write!(out, "%{byte:02X}"),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_becomes_a_reference() {
        for (path, expected) in [
            ("a/b.json", "a/b.json"),
            ("./a.json", "a.json"),
            ("a b/ü#.json", "a%20b/%C3%BC%23.json"),
            ("-", "standard-input"),
        ] {
            assert_eq!(uri(Path::new(path)), expected);
        }
    }

    #[cfg(unix)]
    #[test]
    fn an_absolute_path_is_one_of_this_machine() {
        assert_eq!(uri(Path::new("/a/b.json")), "file:///a/b.json");
    }
}
