//! The deterministic pass against a plain parser: what do signals, gates, hashes and the prefilter cost beside
//! reading the bytes at all?

use std::hint::black_box;
use std::time::Duration;

use anyhow::{Result, bail};
use serde_json::Value;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use tdqs_coherence::{CostedTool, shadow_candidates};
use tdqs_rubric::HardGates;
use tdqs_signals::tool_set::stream::{Keep, Pieces, Sizes, ToolPlace};
use tdqs_signals::{ContextSignals, Scratch, SpecVersion, ToolView};

use super::inputs::{Capture, Layout, text};
use super::{Table, float, timed};

const TOOLS: usize = 200_000;
const EDITION: SpecVersion = SpecVersion::V1_2;

/// Measures tools, and keeps of each what the prefilter needs.
#[derive(Default)]
struct Measure {
    scratch: Scratch,
    tools: usize,
}

/// The names of a server's tools, one behind the other, with the end of each and what it costs to call.
#[derive(Default)]
struct Costs {
    names: String,
    tools: Vec<(usize, u32)>,
}

impl Keep for Measure {
    type Kept = Costs;

    fn keep(&mut self, kept: &mut Costs, tool: &ToolView<'_>, _: ToolPlace<'_>) {
        let signals = ContextSignals::of_with_scratch(tool, EDITION, &mut self.scratch);
        black_box(HardGates::of_view(tool));
        kept.names.push_str(&tool.name());
        kept.tools.push((kept.names.len(), signals.invocation_cost));
        black_box(signals);
        self.tools += 1;
    }
}

/// Parse, signals, gates, hash and prefilter, on one thread. Gives the number of tools.
pub(super) fn ours(text: &str) -> usize {
    let mut pieces = Pieces::new(text.as_bytes(), Sizes::default());
    let mut measure = Measure::default();
    while let Ok(Some(piece)) = pieces.next() {
        // A server is a line here, and no line is cut.
        for server in piece.read(&mut measure).kept() {
            let mut begin = 0;
            let costed = server.tools.iter().map(|(end, invocation_cost)| {
                let name = &server.names[begin..*end];
                begin = *end;
                CostedTool { name, invocation_cost: *invocation_cost }
            });
            let costed: Vec<CostedTool<'_>> = costed.collect();
            black_box(shadow_candidates(&costed, EDITION));
        }
    }
    measure.tools
}

/// # Errors
///
/// When the input cannot be made.
pub(super) fn run(captures: &[Capture], runs: usize, table: &mut Table) -> Result<()> {
    let text = text(captures, TOOLS, Layout::Servers)?;
    let mut best = [Duration::MAX; 3];
    // In turn, so that whatever else the machine does meets all of them.
    for _ in 0..runs {
        let times = [
            timed(|| {
                black_box(ours(&text));
            }),
            timed(|| {
                for line in text.lines() {
                    black_box(serde_json::from_str::<Value>(line).ok());
                    black_box(Sha256::digest(line));
                }
            }),
            timed(|| {
                for line in text.lines() {
                    black_box(serde_json::from_str::<&RawValue>(line).ok());
                    black_box(Sha256::digest(line));
                }
            }),
        ];
        for (best, time) in best.iter_mut().zip(times) {
            *best = time.min(*best);
        }
    }
    let tools = ours(&text);
    if tools < TOOLS {
        bail!("only {tools} of {TOOLS} tools were read");
    }
    let [ours, tree, scan] = best.map(|time| time.as_secs_f64());
    let rate = |time: f64| float(text.len()) / 1e6 / time;
    let detail = |name: &str, time: f64| {
        format!("{tools} tools, one thread: {:.0} MB/s against {:.0} MB/s of {name}", rate(ours), rate(time))
    };
    table.at_most(
        "time of the full pass : `serde_json::Value` and SHA-256",
        ours / tree,
        0.7,
        &detail("these", tree),
    );
    table.at_most("time of the full pass : bare scan and SHA-256", ours / scan, 3.0, &detail("these", scan));
    Ok(())
}
