//! Suppressions that stand beside the tool: `"_meta": {"tdqs/ignore": ["TDQS103"]}`.
//!
//! An entry is the code or name of a rule, the beginning of codes, or an object with `rule`, and with `reason` and
//! `until` where its author wants to say why and up to which day. What suppresses nothing is a finding by itself,
//! so that no entry outlives what it was written for.

use tdqs_signals::json::{Kind, Object, Value};

use crate::context::ToolContext;
use crate::findings::Spot;
use crate::{Date, Selector};

/// The member of `_meta` that holds suppressions.
pub(crate) const KEY: &str = "tdqs/ignore";

/// Suppressions of one tool.
#[derive(Debug, Default)]
pub(crate) struct Suppressions {
    pub(crate) entries: Vec<Suppression>,
    /// What was written and is no suppression, and why.
    pub(crate) broken: Vec<(Spot, String)>,
}

/// One entry.
#[derive(Debug, Clone)]
pub(crate) struct Suppression {
    pub(crate) at: Spot,
    /// What it names, as it was written, and the rules that are meant by it, where there are some.
    pub(crate) named: String,
    pub(crate) selector: Option<Selector>,
    pub(crate) reason: Option<String>,
    pub(crate) until: Option<Date>,
    pub(crate) is_used: bool,
}

impl Suppression {
    /// Whether it ended before this day. It holds on the day that it names.
    pub(crate) fn is_expired(&self, today: Option<Date>) -> bool {
        matches!((self.until, today), (Some(until), Some(today)) if today > until)
    }
}

impl Suppressions {
    /// Reads the suppressions of a tool.
    pub(crate) fn of(tool: &ToolContext<'_>) -> Self {
        let mut suppressions = Self::default();
        let Some((meta, value)) = tool.meta() else { return suppressions };
        let Some(list) = value.get(KEY) else { return suppressions };
        let pointer = format!("{}/tdqs~1ignore", meta.pointer());
        let spot =
            |pointer: String, value: Value<'_>| Spot { tool: tool.index(), pointer, shown: value.span() };
        let Some(entries) = list.as_array() else {
            let message = format!("`{KEY}` is {}, expected a list of rules", list.kind().with_article());
            suppressions.broken.push((spot(pointer, list), message));
            return suppressions;
        };
        for (number, entry) in entries.iter().enumerate() {
            let at = spot(format!("{pointer}/{number}"), entry);
            match suppression(entry, at.clone()) {
                Ok(suppression) => suppressions.entries.push(suppression),
                Err(message) => suppressions.broken.push((at, message)),
            }
        }
        suppressions
    }
}

fn suppression(entry: Value<'_>, at: Spot) -> Result<Suppression, String> {
    let (mut named, mut reason, mut until) = (None, None, None);
    match entry.kind() {
        Kind::String => named = entry.as_str().map(std::borrow::Cow::into_owned),
        Kind::Object => {
            for (key, value) in entry.as_object().into_iter().flat_map(Object::iter) {
                let key = key.text();
                let place = match &*key {
                    "rule" => &mut named,
                    "reason" => &mut reason,
                    "until" => &mut until,
                    other => {
                        return Err(format!(
                            "`{other}` is no member of a suppression; there are rule, reason and until"
                        ));
                    }
                };
                let Some(text) = value.as_str() else {
                    return Err(format!("`{key}` is {}, expected a string", value.kind().with_article()));
                };
                *place = Some(text.into_owned());
            }
        }
        other => {
            return Err(format!(
                "a suppression is {}, expected the code of a rule or an object",
                other.with_article()
            ));
        }
    }
    let named = named.ok_or("a suppression has no `rule`; name the rule it is for")?;
    let until = until.map(|until| until.parse::<Date>()).transpose().map_err(|error| error.to_string())?;
    Ok(Suppression { at, selector: named.parse().ok(), named, reason, until, is_used: false })
}
