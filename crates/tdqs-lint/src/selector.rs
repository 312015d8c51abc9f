//! How rules are named: by code, by name, by the beginning of codes, by a criterion, or all of them.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};

use crate::{Criterion, Group, RULES, Rule, rule, rules_of};

/// What every code begins with.
const CODE_START: &str = "TDQS";

/// What stands before a criterion.
const CRITERIA: &str = "criteria:";

/// Names one rule or several: `TDQS101`, `no-description`, `TDQS4`, `criteria:clarity`, `ALL`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Selector(Kind);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Kind {
    All,
    /// The codes that begin with the first so many characters of this one.
    Prefix(&'static str),
    /// Those that bear on a criterion.
    Criterion(Criterion),
    Rule(&'static str),
}

impl Selector {
    /// Whether the selector names a rule.
    #[must_use]
    pub fn matches(self, rule: &Rule) -> bool {
        match self.0 {
            Kind::All => true,
            Kind::Prefix(start) => rule.code.starts_with(start),
            Kind::Criterion(criterion) => rules_of(criterion).contains(&rule.name),
            Kind::Rule(code) => rule.code == code,
        }
    }

    /// How narrow the selector is. Of two that name a rule, the narrower one decides.
    pub(crate) fn narrowness(self) -> usize {
        match self.0 {
            Kind::All => 0,
            Kind::Prefix(start) => start.len(),
            // As narrow as a group: narrower than all rules, wider than a few codes.
            Kind::Criterion(_) => CODE_START.len() + 1,
            Kind::Rule(_) => usize::MAX,
        }
    }
}

impl From<&'static Rule> for Selector {
    fn from(rule: &'static Rule) -> Self {
        Self(Kind::Rule(rule.code))
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::All => f.pad("ALL"),
            Kind::Prefix(name) | Kind::Rule(name) => f.pad(name),
            Kind::Criterion(criterion) => f.pad(&format!("{CRITERIA}{criterion}")),
        }
    }
}

/// The text names no rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` names no rule{}; expected a code, a name, the beginning of codes such as TDQS4, a criterion such as criteria:clarity, or ALL", .nearest.map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default())]
#[non_exhaustive]
pub struct UnknownSelector {
    /// The text.
    pub found: String,
    /// The code or name that is most like it, where one is.
    pub nearest: Option<&'static str>,
}

impl FromStr for Selector {
    type Err = UnknownSelector;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "ALL" {
            return Ok(Self(Kind::All));
        }
        if let Some(rule) = rule(text) {
            return Ok(rule.into());
        }
        if let Some(Ok(criterion)) = text.strip_prefix(CRITERIA).map(str::parse) {
            return Ok(Self(Kind::Criterion(criterion)));
        }
        // Groups as well as rules, so that one whose rules are all to come can be named already.
        let codes = Group::ALL.iter().map(|group| group.start).chain(RULES.iter().map(|rule| rule.code));
        let is_start = text.starts_with(CODE_START);
        let mut starts = codes.filter_map(|code| code.get(..text.len()).filter(|start| *start == text));
        match starts.next().filter(|_| is_start) {
            Some(start) => Ok(Self(Kind::Prefix(start))),
            None => Err(UnknownSelector { found: text.to_owned(), nearest: nearest(text) }),
        }
    }
}

/// The code or name that a text was probably meant to be.
fn nearest(text: &str) -> Option<&'static str> {
    /// Below this a suggestion is a guess.
    const LIKE_ENOUGH: f64 = 0.8;
    let text = text.to_lowercase();
    if text.starts_with(CRITERIA) {
        return None;
    }
    let names = RULES.iter().flat_map(|rule| [rule.name, rule.code]);
    names
        .map(|name| (strsim::jaro_winkler(&text, &name.to_lowercase()), name))
        .filter(|(likeness, _)| *likeness >= LIKE_ENOUGH)
        // The first of equals, so that the answer is always the same.
        .fold(None, |best: Option<(f64, &str)>, next| match best {
            Some(best) if best.0 >= next.0 => Some(best),
            _ => Some(next),
        })
        .map(|(_, name)| name)
}

impl<'de> Deserialize<'de> for Selector {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<'de, str>::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for Selector {
    fn schema_name() -> Cow<'static, str> {
        "Selector".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "minLength": 1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_named_in_five_ways() {
        for (text, narrowness) in
            [("ALL", 0), ("TDQS", 4), ("TDQS1", 5), ("criteria:completeness", 5), ("TDQS101", usize::MAX)]
        {
            let selector: Selector = text.parse().unwrap();
            assert_eq!((selector.to_string().as_str(), selector.narrowness()), (text, narrowness));
        }
        let by_name: Selector = "no-description".parse().unwrap();
        assert_eq!(by_name.to_string(), "TDQS101");
    }

    #[test]
    fn what_names_no_rule_is_refused_with_what_it_may_have_been() {
        for (text, nearest) in [
            ("no-descriptions", Some("no-description")),
            ("tdqs101", Some("TDQS101")),
            ("", None),
            ("TDQS8é", Some("TDQS101")),
            ("whatever", None),
            ("criteria:clearness", None),
        ] {
            let error = text.parse::<Selector>().unwrap_err();
            assert_eq!((error.found.as_str(), error.nearest.is_some()), (text, nearest.is_some()), "{error}");
        }
    }
}
