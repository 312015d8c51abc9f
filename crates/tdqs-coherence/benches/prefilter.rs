//! What the shadow prefilter costs, by the number of tools on a server.
//!
//! `cargo bench -p tdqs-coherence`

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use tdqs_coherence::{CostedTool, shadow_candidates};
use tdqs_signals::SpecVersion;

fn main() {
    divan::main();
}

#[divan::bench(args = [10, 1_000, 10_000, 100_000])]
fn prefilter(bencher: Bencher<'_, '_>, count: usize) {
    let names: Vec<String> = (0..count).map(|place| format!("tool_{}", place * 7_919 % count)).collect();
    let tools: Vec<CostedTool<'_>> = names
        .iter()
        .zip((0..50).cycle())
        .map(|(name, invocation_cost)| CostedTool { name, invocation_cost })
        .collect();
    bencher
        .counter(ItemsCount::new(count))
        .bench_local(|| shadow_candidates(black_box(&tools), SpecVersion::V1_2));
}
