//! Findings for a terminal, each with the line it is about.

use std::fmt::Write;

use annotate_snippets::{AnnotationKind, Element, Level, Renderer, Snippet};
use anstyle::{AnsiColor, Style};
use tdqs_lint::{Aspect, Related, Severity};

use super::excerpt::Excerpt;
use crate::lint::{Linted, Shown};
use crate::visible;

const BOLD: Style = Style::new().bold();
const ARROW: Style = AnsiColor::BrightBlue.on_default().bold();

pub(crate) fn text(linted: &Linted<'_>) -> String {
    let renderer = Renderer::styled();
    let mut out = String::new();
    for shown in linted.findings() {
        write_finding(&mut out, &shown, &renderer);
        out.push('\n');
    }
    _ = writeln!(out, "{BOLD}{}{BOLD:#}", linted.summary());
    out
}

fn write_finding(out: &mut String, shown: &Shown<'_>, renderer: &Renderer) {
    let finding = shown.finding;
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let span = finding.location.span;
    let excerpt = span.zip(shown.text()).and_then(|(span, text)| Excerpt::of(text, span));
    let title = level.primary_title(visible::line(&finding.message)).id(finding.code);
    let line = span.map_or(1, |span| span.line);
    let mut group = title.elements(excerpt.map(|excerpt| {
        let place = AnnotationKind::Primary.span(excerpt.place).label(finding.rule);
        Element::from(Snippet::source(excerpt.text).line_start(line).annotation(place))
    }));
    for related in &finding.related {
        let message = format!("{}: {}", place(related), related.message);
        group = group.element(Level::NOTE.message(visible::line(&message)));
    }
    if let Some(aspect) = finding.dimension {
        group = group.element(Level::NOTE.message(bearing(aspect)));
    }
    let written = renderer.render(&[group]);
    // The place stands in the second line, as people know it. It is not the renderer's to tell, which sees a part
    // of the line and would count its columns.
    let (head, body) = written.split_once('\n').unwrap_or((&written, ""));
    let width = line.to_string().len();
    let tool = visible::line(&finding.location.tool);
    let place = visible::line(&shown.place());
    _ = writeln!(out, "{head}\n{:width$}{ARROW}-->{ARROW:#} {place}  {BOLD}{tool}{BOLD:#}\n{body}", "");
}

/// Where a related place is: in the file of the finding, in another one, or at another server.
fn place(related: &Related) -> String {
    let Related { location, other, file, .. } = related;
    let server = other.as_ref().map_or_else(String::new, |other| format!(" of server {}", other.server));
    let place = match (file, location.span) {
        (None, None) => String::new(),
        (None, Some(span)) => format!(" at line {}", span.line),
        (Some(file), None) => format!(" at {file}"),
        (Some(file), Some(span)) => format!(" at {file}:{}:{}", span.line, span.column),
    };
    format!("{}{server}{place}", location.tool)
}

/// What a finding costs: "costs Purpose Clarity, 25% of a tool's score".
fn bearing(aspect: Aspect) -> String {
    match aspect {
        Aspect::Definition(dimension) => {
            format!("bears on {}, {}% of a tool's score", dimension.title(), dimension.weight_percent())
        }
        Aspect::Coherence(dimension) => {
            format!("bears on {}, a quarter of a server's coherence", dimension.title())
        }
    }
}
