//! Completeness: whether each section is there and says something.

use super::Criterion;
use super::finding::Deductions;
use super::outline::{Outline, Section};
use crate::ToolSpec;
use crate::markdown::inline;
use crate::render::{ERRORS, PARAMETERS, RETURNS, WHEN_TO_USE};

const POINTS: u8 = 20;

pub(super) fn judge(outline: &Outline<'_>, spec: &ToolSpec) -> Deductions {
    let mut deductions = Deductions::new(Criterion::Completeness);
    for section in Section::ALL {
        let heading = match section {
            Section::Title | Section::Other => format!("## {}", inline(&spec.name)),
            Section::WhenToUse => format!("### {WHEN_TO_USE}"),
            Section::Parameters => format!("### {PARAMETERS}"),
            Section::Returns => format!("### {RETURNS}"),
            Section::Errors => format!("### {ERRORS}"),
        };
        let needs_content = section != Section::Parameters || !spec.parameters.is_empty();
        if !outline.has(section) {
            let message = format!("there is no line \"{heading}\"; add the section");
            deductions.take(POINTS, "section-missing", heading, message);
        } else if needs_content && !outline.has_content(section) {
            let message = format!("nothing is said under \"{heading}\"; write it");
            let finding = deductions.take(POINTS, "section-empty", heading, message);
            let line = outline.lines.iter().find(|line| line.section == section);
            if let Some(line) = line {
                finding.at(line.span.clone());
            }
        }
    }
    deductions
}
