//! The keywords of schemas, and where each first stands: most rules about schemas look for one keyword and nothing else.

use tdqs_signals::json::Kind;

use super::role::Role;

/// How many keywords have a number.
const COUNT: usize = 54;

/// A keyword that rules look for or that says how its value is to be read, by its place in [`KEYWORDS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Keyword(u8);

/// The keywords, and what their values are to a schema. Of every other member of a schema the value is
/// [`Role::Keyword`].
const KEYWORDS: [(&str, Role); COUNT] = [
    ("id", Role::Keyword),
    ("if", Role::Schema),
    ("$id", Role::Keyword),
    ("not", Role::Schema),
    ("$ref", Role::Keyword),
    ("else", Role::Schema),
    ("enum", Role::Enum),
    ("then", Role::Schema),
    ("type", Role::Keyword),
    ("$defs", Role::SchemaMap),
    ("allOf", Role::SchemaList),
    ("anyOf", Role::SchemaList),
    ("const", Role::Const),
    ("items", Role::Schema),
    ("oneOf", Role::SchemaList),
    ("title", Role::Keyword),
    ("format", Role::Keyword),
    ("$anchor", Role::Keyword),
    ("$schema", Role::Keyword),
    ("default", Role::Default),
    ("example", Role::Example),
    ("maximum", Role::Keyword),
    ("minimum", Role::Keyword),
    ("pattern", Role::Keyword),
    ("contains", Role::Schema),
    ("examples", Role::Example),
    ("maxItems", Role::Keyword),
    ("minItems", Role::Keyword),
    ("nullable", Role::Keyword),
    ("required", Role::Keyword),
    ("maxLength", Role::Keyword),
    ("minLength", Role::Keyword),
    ("multipleOf", Role::Keyword),
    ("properties", Role::SchemaMap),
    ("$dynamicRef", Role::Keyword),
    ("definitions", Role::SchemaMap),
    ("description", Role::Keyword),
    ("prefixItems", Role::SchemaList),
    ("uniqueItems", Role::Keyword),
    ("$recursiveRef", Role::Keyword),
    ("maxProperties", Role::Keyword),
    ("minProperties", Role::Keyword),
    ("propertyNames", Role::Schema),
    ("$dynamicAnchor", Role::Keyword),
    ("dependentSchemas", Role::SchemaMap),
    ("exclusiveMaximum", Role::Keyword),
    ("exclusiveMinimum", Role::Keyword),
    ("dependentRequired", Role::Keyword),
    ("patternProperties", Role::SchemaMap),
    ("additionalProperties", Role::Schema),
    ("additionalItems", Role::Schema),
    ("contentSchema", Role::Schema),
    ("unevaluatedItems", Role::Schema),
    ("unevaluatedProperties", Role::Schema),
];

/// The number of `items`, the only keyword whose value is read by what it is.
const ITEMS: u8 = 13;

impl Keyword {
    pub(super) const DESCRIPTION: Self = Self::named("description");
    pub(super) const TITLE: Self = Self::named("title");
    pub(super) const TYPE: Self = Self::named("type");

    /// The keyword that a member of a schema is.
    #[expect(clippy::inline_always, reason = "of a key in the code nothing is left but its number")]
    #[inline(always)]
    pub(super) fn of(key: &str) -> Option<Self> {
        number(key).map(Self)
    }

    /// The keyword of a name, for a constant. One that there is not does not compile.
    pub(crate) const fn named(name: &str) -> Self {
        let mut number = 0;
        while number < COUNT {
            let (own, name) = (KEYWORDS[number].0.as_bytes(), name.as_bytes());
            let mut at = 0;
            while at < own.len() && at < name.len() && own[at] == name[at] {
                at += 1;
            }
            if at == own.len() && at == name.len() {
                #[expect(clippy::cast_possible_truncation, reason = "there are 54")]
                return Self(number as u8);
            }
            number += 1;
        }
        panic!("there is no such keyword")
    }

    /// The keywords of some names, for a constant.
    pub(crate) const fn all_named<const N: usize>(names: [&str; N]) -> [Self; N] {
        let mut all = [Self(0); N];
        let mut at = 0;
        while at < N {
            all[at] = Self::named(names[at]);
            at += 1;
        }
        all
    }

    /// How it is written.
    pub(crate) fn name(self) -> &'static str {
        KEYWORDS.get(usize::from(self.0)).map_or("", |(name, _)| name)
    }

    /// What the value of the keyword is to the schema.
    pub(super) fn role(self, is_array: bool) -> Role {
        match self.0 {
            ITEMS if is_array => Role::SchemaList,
            number => KEYWORDS.get(usize::from(number)).map_or(Role::Keyword, |(_, role)| *role),
        }
    }
}

/// By length first: every member of every schema is asked.
#[expect(clippy::inline_always, reason = "of a key in the code nothing is left but its number")]
#[inline(always)]
#[expect(clippy::too_many_lines, reason = "a line for each keyword")]
fn number(key: &str) -> Option<u8> {
    Some(match key.len() {
        2 => match key {
            "id" => 0,
            "if" => 1,
            _ => return None,
        },
        3 => match key {
            "$id" => 2,
            "not" => 3,
            _ => return None,
        },
        4 => match key {
            "$ref" => 4,
            "else" => 5,
            "enum" => 6,
            "then" => 7,
            "type" => 8,
            _ => return None,
        },
        5 => match key {
            "$defs" => 9,
            "allOf" => 10,
            "anyOf" => 11,
            "const" => 12,
            "items" => 13,
            "oneOf" => 14,
            "title" => 15,
            _ => return None,
        },
        6 => match key {
            "format" => 16,
            _ => return None,
        },
        7 => match key {
            "$anchor" => 17,
            "$schema" => 18,
            "default" => 19,
            "example" => 20,
            "maximum" => 21,
            "minimum" => 22,
            "pattern" => 23,
            _ => return None,
        },
        8 => match key {
            "contains" => 24,
            "examples" => 25,
            "maxItems" => 26,
            "minItems" => 27,
            "nullable" => 28,
            "required" => 29,
            _ => return None,
        },
        9 => match key {
            "maxLength" => 30,
            "minLength" => 31,
            _ => return None,
        },
        10 => match key {
            "multipleOf" => 32,
            "properties" => 33,
            _ => return None,
        },
        11 => match key {
            "$dynamicRef" => 34,
            "definitions" => 35,
            "description" => 36,
            "prefixItems" => 37,
            "uniqueItems" => 38,
            _ => return None,
        },
        13 => match key {
            "$recursiveRef" => 39,
            "maxProperties" => 40,
            "minProperties" => 41,
            "propertyNames" => 42,
            "contentSchema" => 51,
            _ => return None,
        },
        14 => match key {
            "$dynamicAnchor" => 43,
            _ => return None,
        },
        15 => match key {
            "additionalItems" => 50,
            _ => return None,
        },
        16 => match key {
            "dependentSchemas" => 44,
            "exclusiveMaximum" => 45,
            "exclusiveMinimum" => 46,
            "unevaluatedItems" => 52,
            _ => return None,
        },
        17 => match key {
            "dependentRequired" => 47,
            "patternProperties" => 48,
            _ => return None,
        },
        20 => match key {
            "additionalProperties" => 49,
            _ => return None,
        },
        21 => match key {
            "unevaluatedProperties" => 53,
            _ => return None,
        },
        _ => return None,
    })
}

/// Where each keyword first stands in the schemas of a tool: its other places follow from record to record.
#[derive(Debug)]
pub(super) struct Keywords {
    /// By keyword, the first place in the list of nodes and the last one; 0 for one that there is not.
    ends: [(u32, u32); COUNT],
    /// Of each keyword, of which kinds its values are: a bit for each.
    kinds: [u8; COUNT],
}

impl Keywords {
    /// None yet.
    pub(super) fn new() -> Self {
        Self { ends: [(0, 0); COUNT], kinds: [0; COUNT] }
    }

    /// Adds a keyword that stands behind all others, and gives the place that it stood at before.
    pub(super) fn add(&mut self, keyword: Keyword, at: u32, kind: Kind) -> Option<u32> {
        let number = usize::from(keyword.0);
        self.kinds[number] |= 1 << kind as u8;
        let (first, last) = &mut self.ends[number];
        let before = std::mem::replace(last, at);
        if before == 0 {
            *first = at;
        }
        (before != 0).then_some(before)
    }

    /// Whether the values of each keyword are of the kinds that it has here.
    pub(super) fn are_of(&self, kinds: &ByKeyword<Kinds>) -> bool {
        self.kinds.iter().zip(&kinds.0).all(|(own, kinds)| own & !kinds.0 == 0)
    }

    /// Where a keyword first stands; 0 where it does not.
    pub(super) fn first(&self, keyword: Keyword) -> u32 {
        self.ends[usize::from(keyword.0)].0
    }
}

/// Something for each keyword.
#[derive(Debug)]
pub(crate) struct ByKeyword<T>([T; COUNT]);

impl<T: Copy> ByKeyword<T> {
    /// What some keywords have, and what all others have.
    pub(crate) fn new<'k>(of_others: T, of_some: impl IntoIterator<Item = (&'k str, T)>) -> Self {
        let mut all = [of_others; COUNT];
        for (keyword, own) in of_some {
            if let Some(place) = Keyword::of(keyword).and_then(|own| all.get_mut(usize::from(own.0))) {
                *place = own;
            }
        }
        Self(all)
    }
}

/// Kinds of values, a bit for each.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kinds(u8);

impl Kinds {
    /// Every kind.
    pub(crate) const ALL: Self = Self(u8::MAX);

    /// These and no others.
    pub(crate) fn of(kinds: &[Kind]) -> Self {
        Self(kinds.iter().fold(0, |bits, kind| bits | (1 << *kind as u8)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_keyword_is_numbered_by_its_place_in_the_table() {
        for (place, (key, _)) in KEYWORDS.iter().enumerate() {
            assert_eq!(number(key).map(usize::from), Some(place), "{key}");
            assert_eq!((Keyword::of(key), Keyword::named(key).name()), (Some(Keyword::named(key)), *key));
        }
        assert_eq!(KEYWORDS[usize::from(ITEMS)].0, "items");
        for key in ["", "Type", "typ", "types", "x-items", "dependencies"] {
            assert_eq!(Keyword::of(key), None, "{key}");
        }
    }

    #[test]
    fn a_list_of_items_is_a_list_of_schemas() {
        let role = |key: &str, is_array: bool| Keyword::of(key).unwrap().role(is_array);
        assert_eq!((role("items", true), role("items", false)), (Role::SchemaList, Role::Schema));
        assert_eq!((role("not", true), role("enum", true)), (Role::Schema, Role::Enum));
        assert_eq!((role("$defs", false), role("type", false)), (Role::SchemaMap, Role::Keyword));
    }
}
