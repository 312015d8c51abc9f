//! JSON pointers (RFC 6901), taken apart.

use std::borrow::Cow;

use tdqs_signals::json::unescape_pointer_segment;

use super::EditErrorKind;

/// A pointer to something inside of a container: the container's pointer, and the key or index in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Inside<'p> {
    pub(super) container: &'p str,
    pub(super) segment: Cow<'p, str>,
}

impl<'p> Inside<'p> {
    /// Takes the last segment off.
    pub(super) fn of(pointer: &'p str) -> Result<Self, EditErrorKind> {
        check(pointer)?;
        let (container, last) = pointer.rsplit_once('/').ok_or(EditErrorKind::WholeTool)?;
        Ok(Self { container, segment: unescape_pointer_segment(last) })
    }

    /// The segment as an index of an array, which has no sign and no zero before it.
    pub(super) fn index(&self) -> Option<usize> {
        let is_plain = self.segment.bytes().all(|byte| byte.is_ascii_digit())
            && (self.segment == "0" || !self.segment.starts_with('0'));
        if is_plain { self.segment.parse().ok() } else { None }
    }
}

/// Checks that a text is a pointer.
pub(super) fn check(pointer: &str) -> Result<(), EditErrorKind> {
    if pointer.is_empty() || pointer.starts_with('/') { Ok(()) } else { Err(EditErrorKind::NotAPointer) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_segment_is_decoded() {
        let inside = Inside::of("/a~1b/c~0~1d").unwrap();
        assert_eq!((inside.container, &*inside.segment), ("/a~1b", "c~/d"));
        assert_eq!(Inside::of("/").unwrap(), Inside { container: "", segment: "".into() });
        assert_eq!(Inside::of(""), Err(EditErrorKind::WholeTool));
        assert_eq!(Inside::of("a/b"), Err(EditErrorKind::NotAPointer));
    }

    #[test]
    fn an_index_is_written_in_one_way() {
        let index = |pointer: &str| Inside::of(pointer).unwrap().index();
        assert_eq!((index("/0"), index("/12")), (Some(0), Some(12)));
        for pointer in ["/01", "/+1", "/-", "/", "/1a", "/99999999999999999999999"] {
            assert_eq!(index(pointer), None, "{pointer}");
        }
    }
}
