//! Cost against size: does twice the input take twice the time?

use std::fmt::Write;
use std::hint::black_box;
use std::time::Duration;

use tdqs_coherence::{CostedTool, shadow_candidates};
use tdqs_signals::SpecVersion;

use super::inputs::{Capture, Layout, text};
use super::{Table, float, pass, timed};

/// Bytes that each size is repeated to, so that small ones are not lost in the clock's steps.
const BYTES: usize = 10_000_000;

pub(super) fn run(captures: &[Capture], runs: usize, table: &mut Table) {
    let tools: Vec<String> = [1_000, 10_000, 100_000]
        .into_iter()
        .filter_map(|count| text(captures, count, Layout::Servers).ok())
        .collect();
    spread("time per byte, 1,000 to 100,000 tools: largest : smallest", &tools, runs, 1.5, table);
    let schemas: Vec<String> =
        [1_000, 10_000, 100_000, 1_000_000, 10_000_000].into_iter().map(schemas).collect();
    spread("time per byte, one schema of 1 KB to 10 MB: largest : smallest", &schemas, runs, 1.5, table);
    prefilter(runs, table);
}

/// Tools whose schemas have about so many bytes each, a line each, and as many as make up for the size.
fn schemas(bytes: usize) -> String {
    schema(bytes).repeat(BYTES / bytes)
}

/// A tool whose schema has about so many bytes: groups of twenty properties, all of them required.
fn schema(bytes: usize) -> String {
    let mut groups = String::new();
    let mut required = String::new();
    for group in 0.. {
        if groups.len() + required.len() >= bytes {
            break;
        }
        let comma = if group == 0 { "" } else { "," };
        _ = write!(groups, "{comma}\"row_{group}\":{{\"type\":\"object\",\"properties\":{{");
        for place in 0..20 {
            let comma = if place == 0 { "" } else { "," };
            _ = write!(
                groups,
                "{comma}\"crate_{place}\":{{\"type\":\"string\",\"description\":\"What stands in crate {place}.\\nOr nothing.\"}}"
            );
            if groups.len() + required.len() >= bytes {
                break;
            }
        }
        _ = write!(groups, "}},\"required\":[\"crate_0\"]}}");
        _ = write!(required, "{comma}\"row_{group}\"");
    }
    format!(
        "{{\"name\":\"fill_rows\",\"description\":\"Fill rows.\",\"inputSchema\":{{\"type\":\"object\",\"properties\":{{{groups}}},\"required\":[{required}]}}}}\n"
    )
}

/// Time per byte of the full pass over each of the texts: how far are they apart?
fn spread(what: &str, texts: &[String], runs: usize, bound: f64, table: &mut Table) {
    let mut best = vec![Duration::MAX; texts.len()];
    for _ in 0..runs {
        for (text, best) in texts.iter().zip(&mut best) {
            let repeats = (BYTES / text.len()).max(1);
            let time = timed(|| {
                for _ in 0..repeats {
                    black_box(pass::ours(text));
                }
            });
            *best = time.min(*best);
        }
    }
    let per_byte: Vec<f64> = texts
        .iter()
        .zip(&best)
        .map(|(text, time)| {
            let repeats = (BYTES / text.len()).max(1);
            time.as_secs_f64() * 1e9 / float(repeats * text.len())
        })
        .collect();
    let largest = per_byte.iter().copied().fold(0.0, f64::max);
    let smallest = per_byte.iter().copied().fold(f64::MAX, f64::min);
    let figures: Vec<String> = per_byte.iter().map(|time| format!("{time:.2}")).collect();
    table.at_most(what, largest / smallest, bound, &format!("{} ns a byte", figures.join(", ")));
}

/// The prefilter over one server.
fn prefilter(runs: usize, table: &mut Table) {
    let per_tool: Vec<f64> = [1_000_usize, 10_000, 100_000]
        .into_iter()
        .map(|count| {
            let names: Vec<String> =
                (0..count).map(|place| format!("tool_{}", place * 7919 % count)).collect();
            let costs = (0..50).cycle();
            let tools: Vec<CostedTool<'_>> = names
                .iter()
                .zip(costs)
                .map(|(name, invocation_cost)| CostedTool { name, invocation_cost })
                .collect();
            let repeats = 100_000 / count;
            let time = super::fastest(runs, || {
                for _ in 0..repeats {
                    black_box(shadow_candidates(&tools, SpecVersion::V1_2));
                }
            });
            time.as_secs_f64() * 1e9 / float(repeats * count)
        })
        .collect();
    let figures: Vec<String> = per_tool.iter().map(|time| format!("{time:.0}")).collect();
    table.at_most(
        "time per tool of the prefilter on one server, 100,000 tools : 1,000",
        per_tool[2] / per_tool[0],
        2.5,
        &format!("{} ns a tool at 1,000, 10,000 and 100,000", figures.join(", ")),
    );
}
