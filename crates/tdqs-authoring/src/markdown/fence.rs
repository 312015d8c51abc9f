//! Code between fences.

/// Follows a text line by line and knows which of them are code. Fences count at any indentation, because texts are
/// indented when they become entries of a list.
#[derive(Debug, Default)]
pub(crate) struct Fences {
    open: Option<Fence>,
}

#[derive(Debug, Clone, Copy)]
struct Fence {
    sign: char,
    length: usize,
}

impl Fences {
    /// Whether the line belongs to fenced code, the fences included.
    pub(crate) fn covers(&mut self, line: &str) -> bool {
        let found = fence(line);
        match (self.open, found) {
            (None, None) => false,
            (None, Some((fence, _))) => {
                self.open = Some(fence);
                true
            }
            (Some(open), Some((fence, rest)))
                if fence.sign == open.sign && fence.length >= open.length && rest.trim().is_empty() =>
            {
                self.open = None;
                true
            }
            (Some(_), _) => true,
        }
    }

    /// The line that ends the code which is still open.
    pub(crate) fn closing(&self) -> Option<String> {
        self.open.map(|fence| std::iter::repeat_n(fence.sign, fence.length).collect())
    }
}

/// The fence a line begins with, and what follows it. After back-ticks there may be no other back-tick, else it is
/// code within the line.
fn fence(line: &str) -> Option<(Fence, &str)> {
    let line = line.trim_start();
    let sign = line.chars().next().filter(|sign| matches!(sign, '`' | '~'))?;
    let rest = line.trim_start_matches(sign);
    let length = line.len() - rest.len();
    (length >= 3 && !(sign == '`' && rest.contains('`'))).then_some((Fence { sign, length }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covered(text: &str) -> String {
        let mut fences = Fences::default();
        text.lines().map(|line| if fences.covers(line) { 'c' } else { '.' }).collect()
    }

    #[test]
    fn code_lasts_to_a_fence_of_its_kind_and_length() {
        assert_eq!(covered("a\n```json\n# b\n```\nc"), ".ccc.");
        assert_eq!(covered("~~~~\n```\n~~~\n~~~~ x\n~~~~~\nc"), "ccccc.");
        assert_eq!(covered("```a``` b\n``\nc"), "...");
        assert_eq!(covered("  ```\n# b"), "cc");
    }

    #[test]
    fn what_is_open_can_be_closed() {
        let mut fences = Fences::default();
        fences.covers("~~~~ rust");
        assert_eq!(fences.closing().as_deref(), Some("~~~~"));
        fences.covers("~~~~");
        assert_eq!(fences.closing(), None);
    }
}
