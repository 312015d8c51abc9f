//! Distinct names in their order.

use std::borrow::Cow;
use std::collections::HashMap;

/// So many names are found faster one after the other than by their hashes. Hardly any tool has more parameters.
const FEW: usize = 16;

/// Distinct names in their order, each found by its text.
#[derive(Debug, Clone, Default)]
pub(crate) struct Names<'a> {
    list: Vec<Cow<'a, str>>,
    /// The places of all names in the list, once there are more than a few: a hostile schema has a hundred thousand.
    places: HashMap<Cow<'a, str>, usize>,
}

impl<'a> Names<'a> {
    /// The place of a name.
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        if self.list.len() <= FEW {
            self.list.iter().position(|known| known == name)
        } else {
            self.places.get(name).copied()
        }
    }

    /// Whether a name is among them.
    pub(crate) fn contains(&self, name: &str) -> bool {
        self.place(name).is_some()
    }

    /// Makes room for so many more.
    pub(crate) fn make_room(&mut self, count: usize) {
        self.list.reserve(count);
    }

    /// Adds a name, and says whether it is new.
    pub(crate) fn insert(&mut self, name: Cow<'a, str>) -> bool {
        if self.contains(&name) {
            return false;
        }
        self.push(name);
        true
    }

    /// Adds a name that is known to be new.
    pub(crate) fn push(&mut self, name: Cow<'a, str>) {
        self.list.push(name);
        match self.list.len() {
            0..=FEW => {}
            length if length == FEW + 1 => self.places.extend(self.list.iter().cloned().zip(0..)),
            length => self.places.extend(self.list.last().cloned().map(|name| (name, length - 1))),
        }
    }

    /// The names, kept.
    pub(crate) fn into_list(self) -> Vec<Cow<'a, str>> {
        self.list
    }

    /// The names.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(Cow::as_ref)
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_names_and_many_are_found_alike() {
        for count in [0, 1, FEW - 1, FEW, FEW + 1, FEW + 2, 50] {
            let mut names = Names::default();
            for number in (0..count).chain(0..count / 2) {
                let is_new = !names.contains(&number.to_string());
                assert_eq!(names.insert(number.to_string().into()), is_new);
            }
            assert_eq!(names.iter().count(), count);
            for number in 0..count {
                assert_eq!(names.place(&number.to_string()), Some(number));
            }
            assert_eq!((names.place("x"), names.is_empty()), (None, count == 0));
        }
    }
}
