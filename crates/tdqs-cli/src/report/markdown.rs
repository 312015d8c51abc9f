//! The report for a pull request or a page.

use std::fmt::Write;

use tdqs::coherence::impact::Gained;
use tdqs::rubric::{Dimension, Tenths, Tier};
use tdqs::{ScoreReport, Stage};

use super::{about_the_minimum, flags, grouped_failures, usage, worthwhile_moves};
use crate::visible;

pub(crate) fn markdown(report: &ScoreReport) -> String {
    let mut out = String::new();
    heading(&mut out, report);
    tools(&mut out, report);
    coherence(&mut out, report);
    moves(&mut out, report);
    failures(&mut out, report);
    justifications(&mut out, report);
    out
}

/// Untrusted text as it may stand in a sentence or a cell: no line end, and nothing that Markdown or HTML
/// would act on.
pub(in crate::report) fn inline(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in visible::line(text).chars() {
        if matches!(character, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~') {
            out.push('\\');
        }
        out.push(character);
    }
    out
}

fn graded(score: Option<Tenths>) -> String {
    score.map_or_else(|| "not scored".to_owned(), |score| format!("{} {score}", Tier::of(score)))
}

fn heading(out: &mut String, report: &ScoreReport) {
    let score = &report.server_score;
    _ = write!(
        out,
        "# TDQS report: {}\n\n**Overall {}** · description quality {} · coherence {}\n\n{} of {} tools scored",
        inline(&report.server.name),
        graded(score.overall_score),
        graded(score.description_quality_score),
        graded(score.coherence_score),
        score.scored_tool_count,
        score.tool_count,
    );
    if let (Some(mean), Some(min)) = (score.mean_tdqs, score.min_tdqs) {
        _ = write!(out, " · mean TDQS {mean} · lowest {min}");
    }
    _ = write!(out, " · specification {} · judged by {}", report.spec_version, inline(&report.judge.name));
    if let Some(time) = &report.generated_at {
        _ = write!(out, " · {time}");
    }
    if let Some(usage) = usage(report) {
        _ = write!(out, " · {usage}");
    }
    out.push('\n');
    if let Some(reason) = &score.incomplete {
        _ = write!(out, "\n> Incomplete: {}.\n", inline(reason));
    }
    for warning in &report.warnings {
        _ = write!(out, "\n> Warning: {}\n", inline(warning));
    }
    if let Some(assumed) = &report.what_if {
        _ = write!(
            out,
            "\n> If {}: overall {}, description quality {}, coherence {}.\n",
            inline(&assumed.assumptions.join(", ")),
            graded(assumed.overall_score),
            graded(assumed.description_quality_score),
            graded(assumed.coherence_score),
        );
    }
}

fn tools(out: &mut String, report: &ScoreReport) {
    if report.tools.is_empty() {
        return;
    }
    out.push_str("\n## Tools\n\n| Tool | TDQS | Tier |");
    for dimension in Dimension::ALL {
        _ = write!(out, " {} |", inline(dimension.title()));
    }
    out.push_str(" Flags |\n| --- | --- | --- |");
    out.push_str(&" --- |".repeat(Dimension::ALL.len() + 1));
    for tool in &report.tools {
        _ = write!(out, "\n| {} | {} | {} |", inline(&tool.name), tool.tdqs, tool.tier);
        for (_, score) in tool.scores.iter() {
            _ = write!(out, " {score} |");
        }
        _ = write!(out, " {} |", flags(tool));
    }
    out.push('\n');
}

fn coherence(out: &mut String, report: &ScoreReport) {
    let Some(justifications) = &report.server_score.coherence_justifications else { return };
    out.push_str("\n## Coherence\n\n| Dimension | Score | Justification |\n| --- | --- | --- |\n");
    for (dimension, justified) in justifications.iter() {
        _ = writeln!(
            out,
            "| {} | {} | {} |",
            dimension.title(),
            justified.score,
            inline(&justified.justification)
        );
    }
    if let Some(summary) = &report.server_score.coherence_summary {
        _ = write!(out, "\n{}\n", inline(summary));
    }
    for risk in &report.server_score.shadowing_risks {
        _ = write!(
            out,
            "\n- **{}** (cost {}) may be shadowed by **{}** (cost {}): {}\n",
            inline(&risk.tool),
            risk.invocation_cost,
            inline(&risk.cheaper_sibling),
            risk.cheaper_sibling_invocation_cost,
            inline(&risk.justification)
        );
    }
}

fn moves(out: &mut String, report: &ScoreReport) {
    let Some(impact) = report.impact.as_ref().filter(|impact| !impact.moves.is_empty()) else { return };
    out.push_str(
        "\n## What one point more would bring\n\n| Tool | Dimension | Now | Description quality | Overall |\n\
         | --- | --- | --- | --- | --- |\n",
    );
    for possible in worthwhile_moves(impact) {
        let gained =
            |gained: Option<Gained>| gained.map_or_else(|| "–".to_owned(), |gained| gained.to_string());
        _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} |",
            possible.tool.as_deref().map_or_else(|| "(the tool set)".to_owned(), inline),
            inline(&possible.dimension),
            possible.score,
            gained(possible.gains.description_quality_gain),
            gained(possible.gains.overall_gain),
        );
    }
    if let Some(minimum) = about_the_minimum(impact) {
        _ = write!(out, "\n{}\n", inline(&minimum));
    }
}

fn failures(out: &mut String, report: &ScoreReport) {
    if report.failures.is_empty() {
        return;
    }
    out.push_str("\n## What failed\n\n");
    for failure in report.failures.iter().filter(|failure| failure.stage == Stage::Reading) {
        _ = writeln!(out, "- {}", inline(&failure.message));
    }
    for (places, message) in grouped_failures(report) {
        _ = writeln!(out, "- **{}**: {}", inline(&places), inline(message));
    }
}

fn justifications(out: &mut String, report: &ScoreReport) {
    if report.tools.is_empty() {
        return;
    }
    out.push_str("\n## Justifications\n");
    for tool in &report.tools {
        _ = write!(
            out,
            "\n### {}: {} {}\n\n{}\n\n",
            inline(&tool.name),
            tool.tier,
            tool.tdqs,
            inline(&tool.summary)
        );
        for (dimension, justified) in tool.justifications.iter() {
            _ = writeln!(
                out,
                "- **{}** {}: {}",
                inline(dimension.title()),
                justified.score,
                inline(&justified.justification)
            );
        }
        for note in &tool.notes {
            _ = writeln!(out, "- Note: {}", inline(note));
        }
    }
}
