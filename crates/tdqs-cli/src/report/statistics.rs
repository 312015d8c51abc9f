//! Aggregate figures for a terminal, in the tables of the specification.

use std::fmt::Write;

use anstyle::Style;
use tdqs::rubric::{Dimension, Tier, ToolFlag};
use tdqs::statistics::{Hundredths, Mean, ServerStatistics, Share, StatisticsReport, ToolStatistics};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

pub(crate) fn statistics(report: &StatisticsReport) -> String {
    let mut out = String::new();
    let is_scored = report.tools.count > 0;
    if is_scored {
        tools(&mut out, &report.tools);
        out.push('\n');
    }
    servers(&mut out, &report.servers, is_scored);
    out
}

fn tools(out: &mut String, tools: &ToolStatistics) {
    let tenths = |score: Option<tdqs::rubric::Tenths>| score.map_or_else(none, |score| score.to_string());
    _ = writeln!(
        out,
        "{BOLD}{} tools{BOLD:#}, mean TDQS {} (median {}, p25 {}, p75 {}); {} clear the tier-B passing bar",
        grouped(tools.count),
        hundredths(tools.mean_tdqs),
        tenths(tools.median_tdqs),
        tenths(tools.p25_tdqs),
        tenths(tools.p75_tdqs),
        percent(&tools.passing),
    );
    _ = writeln!(out, "\n{DIM}{:<12} {:>12} {:>8}{DIM:#}", "Tier", "Tools", "Share");
    for tier in &tools.tiers {
        let name = format!("{} (≥ {})", tier.tier, Tier::lowest(tier.tier));
        _ = writeln!(out, "{name:<12} {:>12} {:>8}", grouped(tier.tools.count), percent(&tier.tools));
    }
    let column =
        Dimension::ALL.map(|dimension| dimension.title().len()).into_iter().max().unwrap_or_default();
    let head = format!("{:<column$} {:>7} {:>6} {:>17}", "Dimension", "Weight", "Mean", "Smell rate (< 3)");
    _ = writeln!(out, "\n{DIM}{head}{DIM:#}");
    let mut dimensions: Vec<_> = tools.dimensions.iter().collect();
    // The strongest first, as the specification has it; equal ones in its order.
    dimensions.sort_by_key(|dimension| std::cmp::Reverse(dimension.mean));
    for row in dimensions {
        let weight = format!("{}%", row.weight_percent);
        let (title, mean) = (row.dimension.title(), hundredths(row.mean));
        _ = writeln!(out, "{title:<column$} {weight:>7} {mean:>6} {:>17}", percent(&row.smells));
    }
    _ = writeln!(out, "\n{} of tools carry at least one smell.", percent(&tools.with_smells));
    for flag in &tools.flags {
        let what = match flag.flag {
            ToolFlag::NoDescription => "have no description",
            ToolFlag::TautologicalDescription => "have a description that only restates the name or title",
            ToolFlag::AnnotationContradiction => "contradict their annotations",
            other => other.as_str(),
        };
        _ = writeln!(out, "{} {what}.", fine_percent(&flag.tools));
    }
}

fn servers(out: &mut String, servers: &ServerStatistics, is_scored: bool) {
    _ = writeln!(
        out,
        "{BOLD}{} server{}{BOLD:#}, {} of their {} tools scored",
        grouped(servers.count),
        if servers.count == 1 { "" } else { "s" },
        percent(&servers.coverage),
        grouped(servers.coverage.of),
    );
    out.push('\n');
    if is_scored {
        server_scores(out, servers);
    }
    let mut share = |of_whom: &str, share: &Share| {
        let (count, of) = (grouped(share.count), grouped(share.of));
        _ = writeln!(out, "{} of {of_whom} ({count} of {of}).", percent(share));
    };
    share("servers carry a shadow candidate", &servers.with_shadow_candidate);
    if is_scored {
        let judged = "the servers whose coherence was judged have a confirmed shadowing risk";
        share(judged, &servers.with_shadowing_risk);
    }
}

fn server_scores(out: &mut String, servers: &ServerStatistics) {
    _ = writeln!(out, "{DIM}{:<28} {:>6} {:>12}{DIM:#}", "Score", "Mean", "Servers");
    let mut row = |name: &str, mean: &Mean| {
        _ = writeln!(out, "{name:<28} {:>6} {:>12}", hundredths(mean.value), grouped(mean.of));
    };
    row("Overall", &servers.overall_score);
    row("Description quality", &servers.description_quality_score);
    row("Coherence", &servers.coherence_score);
    for dimension in &servers.coherence_dimensions {
        row(&format!("  {}", dimension.dimension.title()), &dimension.mean);
    }
    _ = writeln!(
        out,
        "\nA server's lowest tool sits on average {} below its mean TDQS.\n\
         {} of servers have a tool a full point or more below their mean.",
        hundredths(servers.mean_gap.value),
        percent(&servers.with_point_gap),
    );
}

fn none() -> String {
    "–".to_owned()
}

fn hundredths(value: Option<Hundredths>) -> String {
    value.map_or_else(none, |value| value.to_string())
}

/// With one decimal, as most shares are published.
fn percent(share: &Share) -> String {
    share.percent_tenths().map_or_else(none, |tenths| format!("{}.{}%", tenths / 10, tenths % 10))
}

/// With two decimals, for what is rare.
fn fine_percent(share: &Share) -> String {
    share.percent.map_or_else(none, |percent| format!("{percent}%"))
}

/// A count with a comma between thousands.
fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use tdqs::rubric::{PerCoherenceDimension, PerDimension, Score, Tenths};
    use tdqs::statistics::{ServerFigures, Statistics, ToolFigures};

    use super::*;

    #[test]
    fn the_figures_stand_in_the_tables_of_the_specification() {
        let mut statistics = Statistics::default();
        // 1,234 tools that are better at what the specification's are better at.
        for number in 0..1_234_i32 {
            let mut scores = [(5, 2), (3, 3), (3, 4), (3, 5), (4, 6), (4, 7)].into_iter();
            let scores = PerDimension::from_fn(|_| {
                let (usual, every) = scores.next().unwrap();
                Score::clamped(usual - number / every % 3 + number % 2)
            });
            let flags: &[ToolFlag] = if number % 100 == 7 { &[ToolFlag::NoDescription] } else { &[] };
            statistics.add_tool(ToolFigures { scores, flags });
        }
        for number in 0..40_u32 {
            let tdqs = [Tenths::new(10 + number), Tenths::new(45), Tenths::new(31)];
            let coherence = PerCoherenceDimension::from_fn(|_| Score::clamped(3));
            let judged = (number % 4 != 0).then_some(&coherence);
            let server = ServerFigures::of(&tdqs, 3 + usize::from(number % 10 == 0), judged)
                .with_shadow_candidate(number % 3 == 0)
                .with_shadowing_risk(number % 9 == 0);
            statistics.add_server(&server);
        }
        let text = anstream::adapter::strip_str(&statistics_text(&statistics)).to_string();
        insta::assert_snapshot!("statistics", text);
        let nothing = statistics_text(&Statistics::default());
        assert!(nothing.contains("– of servers carry a shadow candidate (0 of 0)."), "{nothing}");
    }

    fn statistics_text(counted: &Statistics) -> String {
        statistics(&counted.report())
    }

    #[test]
    fn thousands_are_grouped() {
        for (count, expected) in [(0, "0"), (999, "999"), (1_000, "1,000"), (228_369, "228,369")] {
            assert_eq!(grouped(count), expected);
        }
    }
}
