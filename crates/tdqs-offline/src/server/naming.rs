//! Naming Consistency: do tool names follow a predictable pattern?
//!
//! Two things are measured: how many names share the most common style (`snake_case`, `camelCase`, …;
//! single words fit any), and how many put verb and noun in the most common order. Which style and which
//! order does not matter.
//!
//! | score | style shared by | order shared by |
//! | --- | --- | --- |
//! | 5 | all | four fifths |
//! | 4 | nine tenths | half |
//! | 3 | four fifths | any |
//! | 2 | two fifths | any |
//! | 1 | fewer | any |

use std::fmt::Write;

use tdqs_rubric::Justified;

use super::listing::{Listed, Listing};
use crate::reason::{first_of, justified, listed};
use crate::text::{Style, quoted};

const STYLES: [Style; 7] =
    [Style::Snake, Style::Kebab, Style::Camel, Style::Pascal, Style::Path, Style::Upper, Style::Mixed];

/// In what order a name has its verb and its noun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    VerbFirst,
    VerbLater,
    NoVerb,
}

impl Order {
    fn of(tool: &Listed<'_>) -> Self {
        match tool.read.verb() {
            Some((0, _)) => Self::VerbFirst,
            Some(_) => Self::VerbLater,
            None => Self::NoVerb,
        }
    }

    /// What names in this order do, and what a single one does.
    const fn told(self) -> (&'static str, &'static str) {
        match self {
            Self::VerbFirst => ("begin with a verb", "begins with a verb"),
            Self::VerbLater => ("put another word before the verb", "puts another word before the verb"),
            Self::NoVerb => ("have no verb", "has no verb"),
        }
    }
}

pub(super) fn score(listing: &Listing<'_>) -> Justified {
    if listing.len() == 0 {
        return justified(1, "The server lists no tools, so there are no names to compare.", "list a tool");
    }
    let joined: Vec<&Listed<'_>> =
        listing.tools.iter().filter(|tool| tool.read.style != Style::Plain).collect();
    let in_style = |style: Style| joined.iter().filter(|tool| tool.read.style == style).count();
    // The first of several that are equally common, so that the answer does not depend on chance.
    let (style, styled) = STYLES
        .iter()
        .map(|style| (*style, in_style(*style)))
        .rev()
        .max_by_key(|(_, count)| *count)
        .unwrap_or((Style::Plain, 0));
    let orders = [Order::VerbFirst, Order::VerbLater, Order::NoVerb];
    let in_order = |order: Order| listing.tools.iter().filter(|tool| Order::of(tool) == order).count();
    let (order, ordered) = orders
        .iter()
        .map(|order| (*order, in_order(*order)))
        .rev()
        .max_by_key(|(_, count)| *count)
        .unwrap_or((Order::NoVerb, 0));
    let style_percent = if joined.is_empty() { 100 } else { styled * 100 / joined.len() };
    let order_percent = ordered * 100 / listing.len();
    let score = match (style_percent, order_percent) {
        (100, 80..) if style != Style::Mixed => 5,
        (90.., 50..) => 4,
        (80.., _) => 3,
        (40.., _) => 2,
        _ => 1,
    };
    let mut evidence = format!(
        "{}, and {}.",
        style_told(listing, &joined, style, styled),
        order_told(listing.len(), order, ordered)
    );
    let odd = odd_ones(listing, &joined, style, order, style_percent);
    if !odd.is_empty() {
        let exceptions = match (style_percent, odd.len()) {
            (100, 1) => "The exception is",
            (100, _) => "The exceptions are",
            (_, 1) => "In another style is",
            _ => "In other styles are",
        };
        _ = write!(evidence, " {exceptions} {}.", first_of(&odd, 3));
    }
    let next = match style {
        Style::Mixed => format!("write every name in one style, such as {}", Style::Snake.example()),
        _ if style_percent < 100 => format!("write every name in {}", style.example()),
        _ => "begin every name with a verb".to_owned(),
    };
    justified(score, evidence, next)
}

/// How many names share the most common style, with examples of it.
fn style_told(listing: &Listing<'_>, joined: &[&Listed<'_>], style: Style, styled: usize) -> String {
    let in_style = joined.iter().filter(|tool| tool.read.style == style).map(|tool| quoted(tool.name));
    let examples = listed(&in_style.take(2).collect::<Vec<_>>());
    let style = style.example();
    match (joined, listing.tools.as_slice()) {
        ([], [only]) => format!("{} is a single word", quoted(only.name)),
        ([], _) => format!("All names are single words, such as {}", first_of(&listing.names(), 2)),
        ([only], [_]) => format!("{} is in {style}", quoted(only.name)),
        ([only], _) => format!("{}, the only name of several words, is in {style}", quoted(only.name)),
        _ if styled == joined.len() && styled == listing.len() => {
            format!("All names are in {style}, such as {examples}")
        }
        _ if styled == joined.len() => {
            format!("All names of several words are in {style}, such as {examples}")
        }
        _ => format!(
            "{styled} of the {} names of several words are in {style}, such as {examples}",
            joined.len()
        ),
    }
}

/// How many names share the most common order.
fn order_told(count: usize, order: Order, ordered: usize) -> String {
    let (several, one) = order.told();
    match (count, ordered) {
        (1, _) => format!("it {one}"),
        (_, 1) => format!("1 of the {count} names {one}"),
        _ if ordered == count => format!("every name {one}"),
        _ => format!("{ordered} of the {count} names {several}"),
    }
}

/// The names in another style or, where there is only one, in another order.
fn odd_ones<'a>(
    listing: &Listing<'a>,
    joined: &[&Listed<'a>],
    style: Style,
    order: Order,
    style_percent: usize,
) -> Vec<&'a str> {
    if style_percent < 100 {
        joined.iter().filter(|tool| tool.read.style != style).map(|tool| tool.name).collect()
    } else {
        listing.tools.iter().filter(|tool| Order::of(tool) != order).map(|tool| tool.name).collect()
    }
}
