//! The rules over real definitions, where a folder of captures is at hand.
//!
//! `TDQS_CORPUS` names the folder; without it `shared/corpus` beside the workspace is taken, and without
//! that there is nothing to run.

use std::path::PathBuf;

use tdqs_lint::{Linter, Settings};
use tdqs_signals::ToolSet;

#[test]
fn every_finding_about_a_real_definition_leads_back_to_its_text() {
    let folder = std::env::var_os("TDQS_CORPUS").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus")),
        PathBuf::from,
    );
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let settings: Settings = serde_json::from_str(r#"{"select": ["ALL"]}"#).unwrap();
    let linter = Linter::new([&settings]).unwrap();
    let (mut tools, mut findings) = (0_usize, 0_usize);
    for entry in entries {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        let Ok(set) = ToolSet::parse_bytes(&bytes) else { continue };
        let text = std::str::from_utf8(&bytes).unwrap();
        for finding in linter.lint("server", &set).findings {
            let span = finding.location.span.unwrap();
            let shown = &text[span.start..span.end];
            let value = set.source(finding.location.tool_index).unwrap().value();
            let value = value.pointer(&finding.location.pointer).unwrap();
            let is_tool = finding.location.pointer.is_empty() && value.literal().contains(shown);
            let key = format!("\"{}\"", finding.location.pointer.rsplit('/').next().unwrap_or_default());
            assert!(is_tool || value.literal().contains(shown) || key == shown, "{finding:?}");
            findings += 1;
        }
        tools += set.tools().len();
    }
    assert!(tools > 0 && findings > 0, "{findings} findings in {tools} tools: the folder holds no captures");
}
