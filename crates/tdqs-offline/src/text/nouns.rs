//! Which words name a thing, and when two of them name the same.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Words that carry no meaning of their own in a description.
static FILLERS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "a able about across after against all also an and any are as at available be been before between by \
     can current during each every existing for from function given has have how if in inside into is it \
     its just mcp more multiple my new no not of on one onto or other our over own particular per please \
     provided server several simple since single so some specific specified that the their them then \
     there these they this those through to tool tools two under up us using via was we what when where \
     whether which while who will with within without you your"
        .split(' ')
        .collect()
});

/// Nouns that could stand for anything.
static VAGUE: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "action content data detail entry fact field function helper info information input item job list \
     metadata misc object operation option output parameter payload process property record request \
     resource response result service set something stuff system task thing tool type util utility value \
     version work"
        .split(' ')
        .collect()
});

/// Other spellings and near synonyms, each with the word that stands for all of them. The row of `stat`
/// is what answers "how much": a measure asked for is a measure, whatever the tool calls it.
const SAME: [(&str, &str); 24] = [
    ("app", "application"),
    ("attr", "attribute"),
    ("config", "configuration"),
    ("db", "database"),
    ("dir", "directory"),
    ("doc", "document"),
    ("docs", "document"),
    ("env", "environment"),
    ("folder", "directory"),
    ("img", "image"),
    ("indicator", "stat"),
    ("kpi", "stat"),
    ("measure", "stat"),
    ("metric", "stat"),
    ("msg", "message"),
    ("org", "organization"),
    ("picture", "image"),
    ("pr", "pull_request"),
    ("repo", "repository"),
    ("statistic", "stat"),
    ("stats", "stat"),
    ("symbol", "ticker"),
    ("var", "variable"),
    ("vm", "machine"),
];

/// Whether a lower-case word only holds a sentence together.
pub(crate) fn is_filler(word: &str) -> bool {
    FILLERS.contains(word)
}

/// Whether a noun in its [canonical] form could stand for anything.
pub(crate) fn is_vague(noun: &str) -> bool {
    VAGUE.contains(noun)
}

/// A lower-case noun in the singular, under the word that stands for all its spellings.
pub(crate) fn canonical(word: &str) -> String {
    let standing = |word: &str| {
        SAME.binary_search_by_key(&word, |(spelling, _)| spelling).ok().map(|at| SAME[at].1.to_owned())
    };
    standing(word).unwrap_or_else(|| {
        let singular = singular(word);
        standing(&singular).unwrap_or(singular)
    })
}

/// Whether a lower-case word looks like a plural.
pub(crate) fn is_plural(word: &str) -> bool {
    word.len() > 3 && singular(word) != word
}

/// Plurals that the rules below would get wrong, and words that look like plurals and are none.
const IRREGULAR: [(&str, &str); 28] = [
    ("alias", "alias"),
    ("aliases", "alias"),
    ("aws", "aws"),
    ("canvas", "canvas"),
    ("children", "child"),
    ("cookies", "cookie"),
    ("dns", "dns"),
    ("gps", "gps"),
    ("halves", "half"),
    ("https", "https"),
    ("indices", "index"),
    ("ios", "ios"),
    ("js", "js"),
    ("knives", "knife"),
    ("kubernetes", "kubernetes"),
    ("leaves", "leaf"),
    ("lens", "lens"),
    ("loaves", "loaf"),
    ("matrices", "matrix"),
    ("movies", "movie"),
    ("news", "news"),
    ("people", "person"),
    ("redis", "redis"),
    ("series", "series"),
    ("shelves", "shelf"),
    ("sms", "sms"),
    ("statuses", "status"),
    ("vertices", "vertex"),
];

fn singular(word: &str) -> String {
    if let Some((_, singular)) = IRREGULAR.iter().find(|(plural, _)| *plural == word) {
        return (*singular).to_owned();
    }
    let Some(stem) = word.strip_suffix('s').filter(|stem| stem.len() > 1) else { return word.to_owned() };
    if stem.ends_with(['s', 'u']) || stem.ends_with("si") || stem.ends_with("ysi") {
        return word.to_owned(); // class, status, basis, analysis
    }
    if let Some(root) = stem.strip_suffix("ie").filter(|root| root.len() > 1) {
        return format!("{root}y"); // queries
    }
    if let Some(root) = stem.strip_suffix('e').filter(|root| {
        root.ends_with("ch") || root.ends_with("sh") || root.ends_with('x') || root.ends_with("ss")
    }) {
        return root.to_owned(); // branches, boxes, classes
    }
    stem.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_for_the_search() {
        assert!(SAME.is_sorted());
    }

    #[test]
    fn spellings_of_one_thing_are_one_noun() {
        for (word, noun) in [
            ("repos", "repository"),
            ("branches", "branch"),
            ("queries", "query"),
            ("status", "status"),
            ("metrics", "stat"),
            ("boxes", "box"),
            ("analysis", "analysis"),
            ("s", "s"),
            ("classes", "class"),
            ("shelves", "shelf"),
            ("series", "series"),
        ] {
            assert_eq!(canonical(word), noun);
        }
    }
}
