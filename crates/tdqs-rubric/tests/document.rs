//! The prompts that are shipped, held against the published document where a copy lies beside the checkout.

use std::path::Path;

use tdqs_rubric::Rubric;
use tdqs_rubric::message::{COHERENCE_TEMPLATE, TOOL_TEMPLATE};

/// The document without its Markdown, in which the prompts stand as they are.
const DOCUMENT: &str = "../../../shared/seeds/000_25926c9ee184e1d3.txt";

#[test]
fn the_prompts_stand_in_the_document_word_for_word() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(DOCUMENT);
    if !path.parent().is_some_and(Path::is_dir) {
        return; // The hashes are pinned in any case, beside the prompts.
    }
    let document = std::fs::read_to_string(path).unwrap();
    let rubric = Rubric::default();
    for (prompt, before, after) in [
        (
            rubric.tool_system_prompt(),
            "Appendix A: Tool scoring prompt\n\nThe system prompt, verbatim:\n\n",
            "\n\nThe user message template",
        ),
        (
            rubric.coherence_system_prompt(),
            "Appendix B: Server coherence prompt\n\nThe system prompt, verbatim:\n\n",
            "\n\nThe user message template",
        ),
    ] {
        assert_eq!(document.matches(prompt).count(), 1);
        for template in [TOOL_TEMPLATE, COHERENCE_TEMPLATE] {
            assert_eq!(document.matches(template).count(), 1);
        }
        assert!(document.contains(&format!("{before}{prompt}{after}")));
    }
}
