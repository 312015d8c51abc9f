//! How far a run has come, on standard error: a bar where somebody watches, a line for each wait elsewhere.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tdqs::Event;
use tdqs::llm::Retry;
use tdqs_store::SweepEvent;

use crate::outcome::say;
use crate::visible;

/// How often the time that is left is counted again.
const TICK: Duration = Duration::from_millis(250);

#[derive(Debug, Clone)]
pub(crate) struct Progress {
    bar: ProgressBar,
    is_watched: bool,
}

impl Progress {
    /// A bar that draws nothing until the run [starts](Self::start), and nothing at all unless standard
    /// error is a terminal.
    pub(crate) fn new() -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len} judged, {eta} left  {wide_msg}")
        {
            bar.set_style(style);
        }
        Self { bar, is_watched: std::io::stderr().is_terminal() }
    }

    /// Begins with so many tools and tool sets to come.
    pub(crate) fn start(&self, events: usize) {
        self.bar.reset();
        self.bar.set_length(events as u64);
        self.bar.enable_steady_tick(TICK);
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

    /// What a sweep calls as answers arrive.
    pub(crate) fn sweep_listener(&self) -> impl Fn(&SweepEvent<'_>) + Send + Sync + 'static {
        let bar = self.bar.clone();
        let is_watched = self.is_watched;
        move |event| {
            let message = match event {
                SweepEvent::ToolScored { score, .. } => format!("{} {}", score.name, score.tdqs),
                SweepEvent::ToolFailed { tool, error, .. } => format!("{tool}: {}", error.message),
                SweepEvent::ServerFailed { server, error } => format!("{server}: {}", error.message),
                SweepEvent::ServerJudged { server } => format!("coherence of {server}"),
                SweepEvent::WaitingForOthers => {
                    let message = "what is left is held by another sweep; waiting for it";
                    bar.set_message(message);
                    if !is_watched {
                        say(message);
                    }
                    return;
                }
                _ => return,
            };
            bar.set_message(visible::line(&message));
            bar.inc(1);
        }
    }

    /// Says that an attempt failed and how long the judge waits before the next.
    pub(crate) fn tell_of_retry(&self, retry: &Retry<'_>) {
        let message = format!(
            "attempt {} failed, waiting {:.1} s: {}",
            retry.attempt,
            retry.wait.as_secs_f64(),
            retry.reason
        );
        if self.is_watched {
            self.bar.set_message(visible::line(&message));
        } else {
            say(&message);
        }
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
