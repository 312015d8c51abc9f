//! A day, as suppressions name the one on which they end.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

/// A day of the Gregorian calendar, written `2026-12-31`.
///
/// The library never asks what day it is; whoever calls it says.
///
/// ```
/// use tdqs_lint::Date;
///
/// let last: Date = "2026-02-28".parse()?;
/// assert!("2026-03-01".parse::<Date>()? > last);
/// assert!("2026-02-29".parse::<Date>().is_err());
/// # Ok::<(), tdqs_lint::InvalidDate>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// The text is no day.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no date; write it as 2026-12-31")]
#[non_exhaustive]
pub struct InvalidDate(pub String);

impl FromStr for Date {
    type Err = InvalidDate;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parse = || {
            let digits = |part: &str, count: usize| {
                (part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit()))
                    .then(|| part.parse::<u16>().ok())
                    .flatten()
            };
            let mut parts = text.split('-');
            let year = digits(parts.next()?, 4)?;
            let month = u8::try_from(digits(parts.next()?, 2)?).ok()?;
            let day = u8::try_from(digits(parts.next()?, 2)?).ok()?;
            let is_day = parts.next().is_none() && (1..=days_in(year, month)).contains(&day);
            is_day.then_some(Self { year, month, day })
        };
        parse().ok_or_else(|| InvalidDate(text.to_owned()))
    }
}

fn days_in(year: u16, month: u8) -> u8 {
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        _ => 0,
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl JsonSchema for Date {
    fn schema_name() -> Cow<'static, str> {
        "Date".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "date" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_days_that_there_are_can_be_read() {
        for text in ["2026-01-31", "2024-02-29", "2000-02-29", "0000-01-01"] {
            assert_eq!(text.parse::<Date>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "2026",
            "2026-1-31",
            "2026-13-01",
            "2026-00-01",
            "2026-04-31",
            "1900-02-29",
            "2026-01-31T",
            "+026-01-01",
        ] {
            assert_eq!(text.parse::<Date>(), Err(InvalidDate(text.to_owned())), "{text}");
        }
    }
}
