//! Where the time of the deterministic pass goes, step by step, over the server of the first example.
//!
//! `cargo bench -p tdqs-signals`

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use serde_json::Value;
use tdqs_signals::json::{Document, canonical, pretty};
use tdqs_signals::{ContextSignals, Scratch, SpecVersion, ToolSet, required_subtree};

const DOCK: &str = include_str!("../../../testdata/dock.json");

fn main() {
    divan::main();
}

fn dock() -> ToolSet {
    ToolSet::parse(DOCK).expect("the example is a tool set")
}

/// What the others stand beside: a tree of `serde_json` over the same bytes.
#[divan::bench]
fn baseline_serde_json_value(bencher: Bencher<'_, '_>) {
    bencher.counter(BytesCount::of_str(DOCK)).bench(|| serde_json::from_str::<Value>(black_box(DOCK)));
}

#[divan::bench]
fn read_document(bencher: Bencher<'_, '_>) {
    bencher.counter(BytesCount::of_str(DOCK)).bench(|| Document::parse(black_box(DOCK)));
}

#[divan::bench]
fn read_tool_set(bencher: Bencher<'_, '_>) {
    bencher.counter(BytesCount::of_str(DOCK)).bench(|| ToolSet::parse(black_box(DOCK)));
}

#[divan::bench]
fn canonical_form(bencher: Bencher<'_, '_>) {
    let document = Document::parse(DOCK).expect("the example is JSON");
    let mut out = Vec::new();
    bencher.counter(BytesCount::of_str(DOCK)).bench_local(|| {
        out.clear();
        canonical::write(black_box(&document).root(), &mut out);
    });
}

#[divan::bench]
fn pretty_form(bencher: Bencher<'_, '_>) {
    let document = Document::parse(DOCK).expect("the example is JSON");
    bencher.counter(BytesCount::of_str(DOCK)).bench_local(|| pretty::to_string(black_box(&document).root()));
}

#[divan::bench]
fn walk_required_subtrees(bencher: Bencher<'_, '_>) {
    let set = dock();
    bencher.counter(BytesCount::of_str(DOCK)).bench_local(|| {
        for tool in set.tools() {
            let schema = tool.input_schema.as_ref().map(tdqs_signals::json::Json::value);
            black_box(required_subtree(schema, SpecVersion::V1_2));
        }
    });
}

#[divan::bench]
fn context_signals(bencher: Bencher<'_, '_>) {
    let set = dock();
    let mut scratch = Scratch::default();
    bencher.counter(BytesCount::of_str(DOCK)).bench_local(|| {
        for tool in set.tools() {
            black_box(ContextSignals::of_with_scratch(&tool.into(), SpecVersion::V1_2, &mut scratch));
        }
    });
}
