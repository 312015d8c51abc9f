//! The report for a terminal: what to fix first stands first.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use tdqs::coherence::Move;
use tdqs::coherence::impact::Gained;
use tdqs::rubric::{Dimension, Score, Tenths, Tier, ToolFlag, ToolScore};
use tdqs::{ScoreReport, Stage};
use unicode_width::UnicodeWidthStr;

use super::{SHORT_TITLES, about_the_minimum, dearest, flags, grouped_failures, usage, worthwhile_moves};
use crate::visible;

/// Tools that are opened.
const OPENED: usize = 3;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// Writes one report. `width` is that of the terminal in columns.
pub(crate) fn text(report: &ScoreReport, width: usize) -> String {
    let mut page = Page { out: String::new(), width };
    page.heading(report);
    page.tools(report);
    page.worst(report);
    page.server(report);
    page.moves(report);
    page.what_if(report);
    page.failures(report);
    page.out
}

struct Page {
    out: String,
    width: usize,
}

fn tier_style(tier: Tier) -> Style {
    let colour = match tier {
        Tier::A => AnsiColor::Green,
        Tier::B => AnsiColor::Cyan,
        Tier::C => AnsiColor::Yellow,
        Tier::D | Tier::F => AnsiColor::Red,
    };
    colour.on_default().bold()
}

fn score_style(score: Score) -> Style {
    match score.get() {
        1 | 2 => AnsiColor::Red.on_default(),
        3 => AnsiColor::Yellow.on_default(),
        _ => Style::new(),
    }
}

fn graded(score: Option<Tenths>) -> String {
    match score {
        Some(score) => {
            let (tier, style) = (Tier::of(score), tier_style(Tier::of(score)));
            format!("{style}{tier} {score}{style:#}")
        }
        None => format!("{DIM}not scored{DIM:#}"),
    }
}

/// Pads by the columns a text takes, which for names in other scripts is not the number of characters.
fn padded(text: &str, columns: usize) -> String {
    let missing = columns.saturating_sub(text.width());
    format!("{text}{}", " ".repeat(missing))
}

fn cut(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.to_owned();
    }
    let mut out = String::new();
    for character in text.chars() {
        out.push(character);
        if out.width() + 1 > columns {
            out.pop();
            break;
        }
    }
    out.push('…');
    out
}

impl Page {
    fn line(&mut self, text: &str) {
        self.out.push_str(text.trim_end());
        self.out.push('\n');
    }

    fn title(&mut self, text: &str) {
        self.line(&format!("\n{BOLD}{text}{BOLD:#}"));
    }

    /// Text that is wrapped and indented.
    fn paragraph(&mut self, indent: &str, text: &str) {
        let options = textwrap::Options::new(self.width).initial_indent(indent).subsequent_indent(indent);
        for line in textwrap::wrap(&visible::line(text), options) {
            self.line(&line);
        }
    }

    fn heading(&mut self, report: &ScoreReport) {
        let score = &report.server_score;
        self.line(&format!(
            "{BOLD}{}{BOLD:#}  {}   description quality {} {DIM}(mean {}, lowest {}){DIM:#}   coherence {}",
            visible::line(&report.server.name),
            graded(score.overall_score),
            graded(score.description_quality_score),
            score.mean_tdqs.map_or_else(|| "–".to_owned(), |score| score.to_string()),
            score.min_tdqs.map_or_else(|| "–".to_owned(), |score| score.to_string()),
            graded(score.coherence_score),
        ));
        let rubric = match &report.rubric {
            None => String::new(),
            Some(rubric) => match rubric.edition {
                Some(edition) => format!(" · prompts of edition {edition}"),
                None => format!(" · prompts {}…", &rubric.tool_prompt_sha256.as_str()[..12]),
            },
        };
        self.line(&format!(
            "{DIM}specification {} · judged by {}{rubric}; scores compare only with those of the same judge{DIM:#}",
            report.spec_version,
            visible::line(&report.judge.name),
        ));
        if let Some(usage) = usage(report) {
            self.line(&format!("{DIM}{usage}{DIM:#}"));
        }
        if let Some(reason) = &score.incomplete {
            self.paragraph("", &format!("Incomplete: {reason}."));
        }
        for warning in &report.warnings {
            self.paragraph("", &format!("Warning: {warning}"));
        }
    }

    fn tools(&mut self, report: &ScoreReport) {
        if report.tools.is_empty() {
            return;
        }
        // The worst first: in a long list they would be lost.
        let mut tools: Vec<&ToolScore> = report.tools.iter().collect();
        tools.sort_by_key(|tool| tool.tdqs);
        let names: Vec<String> = tools.iter().map(|tool| visible::line(&tool.name)).collect();
        let longest = names.iter().map(|name| name.width()).max().unwrap_or_default();
        let column = longest.clamp(4, 44);
        let mut heading = format!("\n{DIM}      {}", padded("tool", column));
        for title in SHORT_TITLES {
            _ = write!(heading, " {title:>8}");
        }
        self.line(&format!("{heading}{DIM:#}"));
        for (tool, name) in tools.into_iter().zip(&names) {
            let style = tier_style(tool.tier);
            let name = padded(&cut(name, column), column);
            let mut line = format!("{style}{} {}{style:#} {name}", tool.tier, tool.tdqs);
            for (_, score) in tool.scores.iter() {
                let style = score_style(*score);
                _ = write!(line, " {style}{score:>8}{style:#}");
            }
            _ = write!(line, "  {}", flags(tool));
            self.line(&line);
        }
    }

    /// The tools that need it most, with the sentence to act on.
    fn worst(&mut self, report: &ScoreReport) {
        let mut worst: Vec<&ToolScore> = report.tools.iter().filter(|tool| !tool.smells.is_empty()).collect();
        worst.sort_by_key(|tool| tool.tdqs);
        if worst.is_empty() {
            return;
        }
        self.title("What to fix");
        for tool in worst.into_iter().take(OPENED) {
            let style = tier_style(tool.tier);
            self.line(&format!("{style}{} {}{style:#} {}", tool.tier, tool.tdqs, visible::line(&tool.name)));
            if tool.flags.contains(&ToolFlag::NoDescription) {
                self.paragraph("    ", &tool.summary);
                continue;
            }
            let first = dearest(tool);
            let mut smells: Vec<Dimension> = tool.smells.clone();
            smells.sort_by_key(|dimension| {
                (Some(*dimension) != first, std::cmp::Reverse(dimension.weight_percent()))
            });
            for dimension in smells.into_iter().take(3) {
                let justified = tool.justifications.get(dimension);
                let sentence =
                    format!("{} {}: {}", dimension.title(), justified.score, justified.justification);
                self.paragraph("    ", &sentence);
            }
        }
    }

    fn server(&mut self, report: &ScoreReport) {
        let Some(justifications) = &report.server_score.coherence_justifications else { return };
        self.title("The tool set");
        let mut dimensions: Vec<_> = justifications.iter().collect();
        // What drags the score most first.
        dimensions.sort_by_key(|(_, justified)| justified.score);
        for (dimension, justified) in dimensions {
            let style = score_style(justified.score);
            self.line(&format!("{style}{}{style:#} {}", justified.score, dimension.title()));
            if justified.score < Score::MAX {
                self.paragraph("    ", &justified.justification);
            }
        }
        for risk in &report.server_score.shadowing_risks {
            self.paragraph(
                "",
                &format!(
                    "Shadowing risk: {} (cost {}) may be bypassed for {} (cost {}). {}",
                    risk.tool,
                    risk.invocation_cost,
                    risk.cheaper_sibling,
                    risk.cheaper_sibling_invocation_cost,
                    risk.justification
                ),
            );
        }
        if let Some(note) = biggest_drag(report) {
            self.paragraph("", &note);
        }
    }

    fn moves(&mut self, report: &ScoreReport) {
        let Some(impact) = report.impact.as_ref().filter(|impact| !impact.moves.is_empty()) else { return };
        self.title("What one point more would bring");
        self.line(&format!("{DIM}quality  overall{DIM:#}"));
        for possible in worthwhile_moves(impact) {
            let gained =
                |gained: Option<Gained>| gained.map_or_else(|| "–".to_owned(), |gained| gained.to_string());
            self.line(&format!(
                "{:>7} {:>8}  {}",
                gained(possible.gains.description_quality_gain),
                gained(possible.gains.overall_gain),
                visible::line(&move_text(possible))
            ));
        }
        if let Some(minimum) = about_the_minimum(impact) {
            self.paragraph("", &minimum);
        }
    }

    fn what_if(&mut self, report: &ScoreReport) {
        let Some(assumed) = &report.what_if else { return };
        let score = &report.server_score;
        self.title("What if");
        self.paragraph("", &assumed.assumptions.join(", "));
        self.line(&format!(
            "overall {} → {}   description quality {} → {}   coherence {} → {}",
            graded(score.overall_score),
            graded(assumed.overall_score),
            graded(score.description_quality_score),
            graded(assumed.description_quality_score),
            graded(score.coherence_score),
            graded(assumed.coherence_score),
        ));
    }

    fn failures(&mut self, report: &ScoreReport) {
        if report.failures.is_empty() {
            return;
        }
        self.title("What failed");
        let reading = report.failures.iter().filter(|failure| failure.stage == Stage::Reading);
        for failure in reading {
            self.paragraph("", &failure.message);
        }
        for (places, message) in grouped_failures(report) {
            self.paragraph("", &format!("{places}: {message}"));
        }
    }
}

fn move_text(possible: &Move) -> String {
    let next = possible.score.next().unwrap_or(possible.score);
    let dimension = &possible.dimension;
    match (&possible.tool, possible.tdqs_with_one_point) {
        (Some(tool), Some(tdqs)) => format!("{tool}.{dimension} {}→{next}, its TDQS {tdqs}", possible.score),
        _ => format!("{dimension} {}→{next}", possible.score),
    }
}

/// Which of the two components keeps the overall score down, and by how much.
fn biggest_drag(report: &ScoreReport) -> Option<String> {
    let (by_quality, by_coherence) = report.server_score.lost_to_components()?;
    if by_quality.count() + by_coherence.count() == 0 {
        return None;
    }
    Some(if by_quality >= by_coherence {
        format!(
            "The descriptions drag the overall score most: they cost it {by_quality} points, coherence {by_coherence}."
        )
    } else {
        let coherence = report.server_score.coherence()?;
        let (lowest, _) = coherence.iter().min_by_key(|(_, score)| **score)?;
        format!(
            "Coherence drags the overall score most, {} above all: it costs {by_coherence} points, the \
             descriptions {by_quality}.",
            lowest.title()
        )
    })
}
