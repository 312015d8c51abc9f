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
use crate::reason::{justified, listed};
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

    const fn name(self) -> &'static str {
        match self {
            Self::VerbFirst => "verb before noun",
            Self::VerbLater => "noun before verb",
            Self::NoVerb => "no verb",
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
    let style_name = if joined.is_empty() { Style::Plain.example() } else { style.example() };
    let mut evidence = format!(
        "{style_percent}% of the names that have a style are {style_name}, as in {}, and {order_percent}% have {}.",
        listed(&examples(&joined, listing, style)),
        order.name()
    );
    let odd = odd_ones(listing, &joined, style, order, style_percent);
    if !odd.is_empty() {
        _ = write!(evidence, " {} stand{} out.", listed(&odd), if odd.len() == 1 { "s" } else { "" });
    }
    let next = if style_percent < 100 {
        format!("write every name in {style_name}")
    } else {
        format!("use one order, {}, throughout", Order::VerbFirst.name())
    };
    justified(score, evidence, next)
}

fn examples(joined: &[&Listed<'_>], listing: &Listing<'_>, style: Style) -> Vec<String> {
    let of_style = joined.iter().filter(|tool| tool.read.style == style).map(|tool| quoted(tool.name));
    let plain = listing.tools.iter().map(|tool| quoted(tool.name));
    if joined.is_empty() { plain.take(2).collect() } else { of_style.take(2).collect() }
}

fn odd_ones(
    listing: &Listing<'_>,
    joined: &[&Listed<'_>],
    style: Style,
    order: Order,
    style_percent: usize,
) -> Vec<String> {
    if style_percent < 100 {
        joined.iter().filter(|tool| tool.read.style != style).take(3).map(|tool| quoted(tool.name)).collect()
    } else {
        listing
            .tools
            .iter()
            .filter(|tool| Order::of(tool) != order)
            .take(3)
            .map(|tool| quoted(tool.name))
            .collect()
    }
}
