//! Which of many texts are nearly the same?
//!
//! A text is the set of its words and of its pairs of neighbouring words; two are nearly the same when eight in ten of
//! these are in both (Jaccard). Comparing every pair of ten thousand texts takes fifty million steps. So features are
//! ordered, rare ones first: two sets as similar as that share one of the first few, and only sets that do are
//! compared. Texts with equal sets are put together before, and of those behind one feature only the latest are
//! compared, which bounds the work whatever is fed in and costs pairs only where there are very many.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hasher;

use memchr::memchr2_iter;

use super::groups::Number;
use super::words::{each_word, words_of};

/// How much two sets must have in common: 80%.
const IN_COMMON: (usize, usize) = (8, 10);
/// How many of the sets behind one feature are compared.
const COMPARED: usize = 24;

/// What a text is made of: numbers of words and of pairs of words, sorted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Features(Vec<u32>);

/// Texts, ready to be compared.
#[derive(Debug, Default)]
pub(super) struct Texts<'a> {
    numbers: HashMap<String, u32>,
    /// By the numbers of the two words, put together into one, which is hashed faster than two.
    pairs: HashMap<u64, u32>,
    next: u32,
    list: Vec<Text<'a>>,
}

#[derive(Debug)]
struct Text<'a> {
    content: &'a str,
    features: Features,
    /// Of the first sentence.
    opening: Features,
    /// The beginnings of the words, sorted; found when they are first asked for, which few are.
    stems: OnceCell<Vec<String>>,
}

impl Text<'_> {
    fn has(&self, word: &str) -> bool {
        let stems = self.stems.get_or_init(|| {
            let words = words_of(self.content);
            let pairs = words.windows(2).map(<[String]>::concat);
            let mut stems: Vec<String> =
                pairs.chain(words.iter().cloned()).map(|word| stem(&word).to_owned()).collect();
            stems.sort_unstable();
            stems
        });
        stems.binary_search_by(|own| own.as_str().cmp(stem(word))).is_ok()
    }
}

impl<'a> Texts<'a> {
    /// Adds a text. Its place is how many were added before.
    pub(super) fn add(&mut self, content: &'a str) {
        let opening_end = opening_end(content);
        let mut in_opening = 0;
        let mut in_order: Vec<u32> = Vec::with_capacity(content.len() / 6);
        each_word(content, |at, word| {
            in_opening += usize::from(at < opening_end);
            in_order.push(self.number_of(word));
        });
        let features = self.features_of(&in_order);
        let opening = match in_order.get(..in_opening) {
            Some(opening) if in_opening < in_order.len() => self.features_of(opening),
            _ => features.clone(),
        };
        self.list.push(Text { content, features, opening, stems: OnceCell::new() });
    }

    fn features_of(&mut self, in_order: &[u32]) -> Features {
        let mut features = Vec::with_capacity(2 * in_order.len());
        features.extend_from_slice(in_order);
        self.pairs.reserve(in_order.len());
        for pair in in_order.windows(2) {
            let next = &mut self.next;
            let both = (u64::from(pair[0]) << 32) | u64::from(pair[1]);
            let number = self.pairs.entry(both).or_insert_with(|| {
                *next += 1;
                *next
            });
            features.push(*number);
        }
        features.sort_unstable();
        features.dedup();
        Features(features)
    }

    fn number_of(&mut self, word: &str) -> u32 {
        if let Some(number) = self.numbers.get(word) {
            return *number;
        }
        self.next += 1;
        self.numbers.insert(word.to_owned(), self.next);
        self.next
    }

    /// Whether the first text has one of these words, by its beginning, and the second has not.
    pub(super) fn tells_apart(&self, words: &[String], first: usize, second: usize) -> bool {
        match (self.list.get(first), self.list.get(second)) {
            (Some(first), Some(second)) => words.iter().any(|word| first.has(word) && !second.has(word)),
            _ => false,
        }
    }

    /// Whether two texts open with the same sentence, but for fillers and endings. What a tool does stands there: a word
    /// more in it tells two tools apart, and boilerplate about parameters does not.
    pub(super) fn open_alike(&self, first: usize, second: usize) -> bool {
        match (self.list.get(first), self.list.get(second)) {
            (Some(first), Some(second)) => first.opening == second.opening,
            _ => false,
        }
    }

    /// Groups of two texts and more that are nearly the same and that `counts` says so of, sorted. Empty texts are in
    /// no group.
    pub(super) fn groups(&self, counts: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
        let mut by_features: BTreeMap<&Features, Vec<usize>> = BTreeMap::new();
        let features = self.list.iter().map(|text| &text.features).enumerate();
        for (text, features) in features.filter(|(_, features)| !features.0.is_empty()) {
            by_features.entry(features).or_default().push(text);
        }
        let mut clusters = Clusters::new(self.list.len());
        // Equal texts: each is compared with those before it, the latest first, until it has found its like.
        for equal in by_features.values() {
            for (number, text) in equal.iter().enumerate() {
                let before = equal.get(..number).unwrap_or_default();
                if let Some(like) = before.iter().rev().take(COMPARED).find(|before| counts(**before, *text))
                {
                    clusters.join(*like, *text);
                }
            }
        }
        let mut distinct: Vec<(usize, &[u32])> = by_features
            .iter()
            .filter_map(|(features, texts)| Some((*texts.first()?, &features.0[..])))
            .collect();
        distinct.sort_unstable();
        self.join_similar(&distinct, &counts, &mut clusters);
        clusters.groups()
    }

    fn join_similar(
        &self,
        distinct: &[(usize, &[u32])],
        counts: &impl Fn(usize, usize) -> bool,
        clusters: &mut Clusters,
    ) {
        let mut how_many = vec![0_u32; self.next as usize + 1];
        for feature in distinct.iter().flat_map(|(_, features)| *features) {
            how_many[*feature as usize] += 1;
        }
        let mut behind: HashMap<u32, Vec<usize>> = HashMap::new();
        let mut compared_with = vec![usize::MAX; distinct.len()];
        for (at, (text, features)) in distinct.iter().enumerate() {
            let mut rare_first = features.to_vec();
            rare_first.sort_unstable_by_key(|feature| (how_many[*feature as usize], *feature));
            // Sets with so much in common share one of these.
            let needed = (features.len() * IN_COMMON.0).div_ceil(IN_COMMON.1);
            for feature in rare_first.iter().take(features.len() - needed + 1) {
                let others = behind.entry(*feature).or_default();
                for other in others.iter().rev().take(COMPARED) {
                    if std::mem::replace(&mut compared_with[*other], at) == at {
                        continue;
                    }
                    let (other_text, other_features) = distinct[*other];
                    if !clusters.are_joined(*text, other_text)
                        && are_similar(features, other_features)
                        && counts(other_text, *text)
                    {
                        clusters.join(other_text, *text);
                    }
                }
                others.push(at);
            }
        }
    }
}

/// A number that texts share which open alike; others do by chance only. Most texts share theirs with no other, and
/// need not be compared.
pub(super) fn opening_number(content: &str) -> u64 {
    // A bit for each word: neither their order nor how often one stands there changes it.
    let mut bits = [0_u64; 4];
    each_word(content.get(..opening_end(content)).unwrap_or_default(), |_, word| {
        let mut number = Number::default();
        number.write(word.as_bytes());
        let number = number.finish();
        if let Some(bits) = bits.get_mut(usize::from(number.to_le_bytes()[0] & 3)) {
            *bits |= 1 << (number >> 58);
        }
    });
    let mut number = Number::default();
    for bits in bits {
        number.write_u64(bits);
    }
    number.finish()
}

/// Where the first sentence of a text ends: at a full stop that no small letter follows, or at the end of a line.
fn opening_end(text: &str) -> usize {
    let start = text.len() - text.trim_start().len();
    let bytes = text.as_bytes();
    let ends = |at: usize| {
        bytes.get(at) == Some(&b'\n') || bytes.get(at + 1).is_none_or(|next| !next.is_ascii_lowercase())
    };
    memchr2_iter(b'.', b'\n', bytes).find(|at| *at > start && ends(*at)).unwrap_or(text.len())
}

/// The first five characters: "deployed" and "deployment" are told by one stem.
fn stem(word: &str) -> &str {
    word.char_indices().nth(5).and_then(|(end, _)| word.get(..end)).unwrap_or(word)
}

/// Whether two sorted sets have enough in common.
fn are_similar(left: &[u32], right: &[u32]) -> bool {
    let (fewer, more) = (left.len().min(right.len()), left.len().max(right.len()));
    if fewer * IN_COMMON.1 < more * IN_COMMON.0 {
        return false;
    }
    let (mut at_left, mut at_right, mut common) = (0, 0, 0);
    while let (Some(one), Some(other)) = (left.get(at_left), right.get(at_right)) {
        match one.cmp(other) {
            std::cmp::Ordering::Less => at_left += 1,
            std::cmp::Ordering::Greater => at_right += 1,
            std::cmp::Ordering::Equal => {
                (at_left, at_right, common) = (at_left + 1, at_right + 1, common + 1);
            }
        }
    }
    common * IN_COMMON.1 >= (left.len() + right.len() - common) * IN_COMMON.0
}

/// Texts that hang together, each pointing towards the first of its group.
#[derive(Debug)]
struct Clusters {
    towards: Vec<usize>,
}

impl Clusters {
    fn new(count: usize) -> Self {
        Self { towards: (0..count).collect() }
    }

    fn first_of(&mut self, mut text: usize) -> usize {
        while self.towards[text] != text {
            self.towards[text] = self.towards[self.towards[text]];
            text = self.towards[text];
        }
        text
    }

    fn are_joined(&mut self, left: usize, right: usize) -> bool {
        self.first_of(left) == self.first_of(right)
    }

    fn join(&mut self, left: usize, right: usize) {
        let (left, right) = (self.first_of(left), self.first_of(right));
        self.towards[left.max(right)] = left.min(right);
    }

    fn groups(mut self) -> Vec<Vec<usize>> {
        let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for text in 0..self.towards.len() {
            groups.entry(self.first_of(text)).or_default().push(text);
        }
        groups.into_values().filter(|group| group.len() > 1).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn groups(texts: &[String]) -> Vec<Vec<usize>> {
        let mut compared = Texts::default();
        for text in texts {
            compared.add(text);
        }
        compared.groups(|_, _| true)
    }

    #[test]
    fn order_matters_and_fillers_do_not() {
        let texts = [
            "Convert the Markdown file to HTML",
            "Convert a HTML file to Markdown",
            "converts Markdown files to HTML.",
            "",
            "",
        ];
        assert_eq!(groups(&texts.map(str::to_owned)), [[0, 2]]);
    }

    /// The same by comparing every pair of sets.
    fn plainly(texts: &[String]) -> Vec<Vec<usize>> {
        let sets: Vec<std::collections::BTreeSet<String>> = texts
            .iter()
            .map(|text| {
                let words: Vec<String> = words_of(text);
                let pairs = words.windows(2).map(|pair| pair.join(" "));
                pairs.chain(words.clone()).collect()
            })
            .collect();
        let mut group_of: Vec<usize> = (0..texts.len()).collect();
        for left in 0..texts.len() {
            for right in 0..left {
                let both = sets[left].intersection(&sets[right]).count();
                let either = sets[left].union(&sets[right]).count();
                if both > 0 && both * 10 >= either * 8 {
                    let (from, to) = (group_of[left], group_of[right]);
                    group_of.iter_mut().filter(|group| **group == from).for_each(|group| *group = to);
                }
            }
        }
        let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (text, group) in group_of.into_iter().enumerate() {
            groups.entry(group).or_default().push(text);
        }
        let mut groups: Vec<Vec<usize>> = groups.into_values().filter(|group| group.len() > 1).collect();
        groups.sort();
        groups
    }

    proptest! {
        #[test]
        fn texts_that_open_alike_share_a_number(texts in proptest::collection::vec("([ab]s? ){0,3}(\\. ?)?[ab]?", 2)) {
            let mut compared = Texts::default();
            for text in &texts {
                compared.add(text);
            }
            let numbers: Vec<u64> = texts.iter().map(|text| opening_number(text)).collect();
            prop_assert!(numbers[0] == numbers[1] || !compared.open_alike(0, 1));
        }

        #[test]
        fn what_comparing_every_pair_finds_is_found(
            texts in proptest::collection::vec(
                proptest::collection::vec(prop_oneof![9 => Just(0), 1 => 1_usize..4], 5..14),
                0..20,
            ),
        ) {
            // Few words in one order, some of them changed: many are close to the border.
            let words = ["crate", "shelf", "dock", "north", "heavy", "sealed", "label", "weight", "lorry", "yard",
                "gate", "clerk", "night", "ramp"];
            let texts: Vec<String> = texts
                .iter()
                .map(|changes| {
                    let word = |(at, change): (usize, &usize)| words[(at + change) % words.len()];
                    changes.iter().enumerate().map(word).collect::<Vec<_>>().join(" ")
                })
                .collect();
            prop_assert_eq!(groups(&texts), plainly(&texts));
        }
    }
}
