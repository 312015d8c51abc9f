//! How far a run has come, on standard error and only where somebody watches.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tdqs::Event;

use crate::visible;

#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar for so many questions. Draws nothing unless standard error is a terminal.
    pub(crate) fn new(questions: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(questions as u64), ProgressDrawTarget::stderr());
        let template = "{bar:24} {pos}/{len} judged, {eta} left  {wide_msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self { bar }
    }

    /// What the scorer calls as answers arrive.
    pub(crate) fn listener(&self) -> impl Fn(&Event<'_>) + Send + Sync + 'static {
        let bar = self.bar.clone();
        move |event| {
            let message = match event {
                Event::ToolScored { score, .. } => format!("{} {}", score.name, score.tdqs),
                Event::ToolFailed { tool, error, .. } => format!("{tool}: {}", error.message),
                Event::ServerFailed { server, error } => format!("{server}: {}", error.message),
                Event::ServerJudged { server } => format!("coherence of {server}"),
                _ => return,
            };
            bar.set_message(visible::line(&message));
            bar.inc(1);
        }
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
