//! The rules over real definitions, where a folder of captures is at hand.
//!
//! `TDQS_CORPUS` names the folder; without it `shared/corpus` beside the workspace is taken, and without
//! that there is nothing to run.

mod ask;

use std::path::PathBuf;

use ask::{ask, ask_set};
use tdqs_rubric::{Dimension, PerDimension, ToolAnswer};
use tdqs_signals::ToolSet;

#[test]
fn real_definitions_get_answers_that_hold_and_differ() {
    let folder = std::env::var_os("TDQS_CORPUS").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus")),
        PathBuf::from,
    );
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut spread = PerDimension::from_fn(|_| [0_usize; 6]);
    let (mut tools, mut contradictions) = (0_usize, 0_usize);
    for entry in entries {
        let path = entry.unwrap().path();
        if path.file_name().is_some_and(|name| name == "index.json") {
            continue; // What the captures are of, not one of them.
        }
        let Ok(set) = ToolSet::parse_bytes(&std::fs::read(path).unwrap()) else { continue };
        let server = ask_set("server", set.tools());
        assert!(server.scores.iter().all(|(_, given)| !given.justification.is_empty()));
        for (at, tool) in set.tools().iter().enumerate() {
            let answer = ask(tool, &set.sibling_names(at));
            assert_eq!(
                ToolAnswer::parse(&serde_json::to_string(&answer).unwrap()).as_ref(),
                Ok(&answer),
                "{}",
                tool.name
            );
            for dimension in Dimension::ALL {
                spread.get_mut(dimension)[usize::from(answer.scores.get(dimension).score.get())] += 1;
            }
            contradictions += usize::from(answer.annotation_contradiction);
            tools += 1;
        }
    }
    assert!(tools > 0, "the folder holds no captures");
    // The registry flags 0.55% of its tools.
    assert!(contradictions * 100 < tools.max(100) * 2, "{contradictions} contradictions in {tools} tools");
    for (dimension, counts) in spread.iter().filter(|_| tools > 500) {
        assert!(
            counts.iter().all(|count| count * 10 < tools * 8),
            "{dimension} hardly tells tools apart: {counts:?}"
        );
    }
}
