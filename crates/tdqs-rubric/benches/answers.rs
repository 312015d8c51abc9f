//! What it costs to read a model's answer and to hold a definition against the gates.
//!
//! `cargo bench -p tdqs-rubric`

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use tdqs_rubric::{HardGates, ToolAnswer};
use tdqs_signals::ToolSet;

const DOCK: &str = include_str!("../../../testdata/dock.json");

fn main() {
    divan::main();
}

fn answer() -> String {
    let dimensions = [
        "purpose_clarity",
        "usage_guidelines",
        "behavioral_transparency",
        "parameter_semantics",
        "conciseness_structure",
        "contextual_completeness",
    ];
    let scores: Vec<String> = dimensions
        .iter()
        .map(|dimension| {
            format!("\"{dimension}\": {{\"score\": 4, \"justification\": \"It says 'move one crate'. It names no sibling.\"}}")
        })
        .collect();
    format!(
        "{{\"scores\": {{{}}}, \"annotation_contradiction\": false, \"summary\": \"Clear, and silent about when.\"}}",
        scores.join(", ")
    )
}

#[divan::bench]
fn validate_bare_answer(bencher: Bencher<'_, '_>) {
    let text = answer();
    bencher.counter(BytesCount::of_str(&text)).bench_local(|| ToolAnswer::parse(black_box(&text)));
}

#[divan::bench]
fn validate_answer_in_a_fence_after_prose(bencher: Bencher<'_, '_>) {
    let text = format!("Let me look at {{name}} first.\n```json\n{}\n```\nDone.", answer());
    bencher.counter(BytesCount::of_str(&text)).bench_local(|| ToolAnswer::parse(black_box(&text)));
}

#[divan::bench]
fn refuse_answer_that_does_not_fit(bencher: Bencher<'_, '_>) {
    let text = answer().replacen("\"score\": 4", "\"score\": 6", 1);
    bencher.counter(BytesCount::of_str(&text)).bench_local(|| ToolAnswer::parse(black_box(&text)));
}

#[divan::bench]
fn hard_gates(bencher: Bencher<'_, '_>) {
    let set = ToolSet::parse(DOCK).expect("the example is a tool set");
    bencher.bench_local(|| {
        for tool in set.tools() {
            black_box(HardGates::of(tool));
        }
    });
}
