//! What a run has heard so far: answers as they arrive, by server and by tool.

use tdqs_llm::{JudgeError, Verdict};
use tdqs_rubric::{CoherenceAnswer, ToolAnswer};

use crate::prepared::PreparedServer;

/// A server, and which of its tools are asked about.
pub(crate) struct Selected<'s> {
    pub(crate) server: PreparedServer<'s>,
    pub(crate) is_selected: Vec<bool>,
}

impl Selected<'_> {
    /// The places of the selected tools that a judge has to be asked about.
    pub(crate) fn unsettled(&self) -> impl Iterator<Item = usize> {
        self.places(false)
    }

    /// The places of the selected tools whose score the gates settle, or do not.
    fn places(&self, are_settled: bool) -> impl Iterator<Item = usize> {
        let tools = self.server.tools().iter().zip(&self.is_selected).enumerate();
        let here = tools.filter(move |(_, (tool, is_selected))| {
            **is_selected && tool.gates.settles_the_score() == are_settled
        });
        here.map(|(at, _)| at)
    }

    /// Whether the tool set is a question: it has tools, and all of them are looked at.
    pub(crate) fn is_judged(&self) -> bool {
        !self.is_selected.is_empty() && self.is_selected.iter().all(|is_selected| *is_selected)
    }
}

/// The selected tools whose score the gates settle: nobody is asked, and there is no run.
pub(crate) fn settled(servers: &[Selected<'_>]) -> Vec<Arrived> {
    let places = servers
        .iter()
        .enumerate()
        .flat_map(|(server, selected)| selected.places(true).map(move |tool| (server, tool)));
    places.map(|(server, tool)| Arrived::Tool(server, tool, Ok(Verdict::free(Runs::default())))).collect()
}

/// What the runs of a tool gave.
#[derive(Clone, Default)]
pub(crate) struct Runs {
    pub(crate) answers: Vec<ToolAnswer>,
    pub(crate) failures: Vec<JudgeError>,
}

pub(crate) type ToolVerdict = Result<Verdict<Runs>, JudgeError>;
pub(crate) type SetVerdict = Result<Verdict<CoherenceAnswer>, JudgeError>;

/// One answer, with the places of its server and its tool.
pub(crate) enum Arrived {
    Tool(usize, usize, ToolVerdict),
    Set(usize, SetVerdict),
}

/// Answers by server, and by tool within it.
pub(crate) struct Answers {
    pub(crate) tools: Vec<Vec<Option<ToolVerdict>>>,
    pub(crate) sets: Vec<Option<SetVerdict>>,
}

impl Answers {
    pub(crate) fn new(servers: &[Selected<'_>]) -> Self {
        let none = |selected: &Selected<'_>| selected.is_selected.iter().map(|_| None).collect();
        Self { tools: servers.iter().map(none).collect(), sets: servers.iter().map(|_| None).collect() }
    }

    /// Keeps an answer; says why, when it ends the run.
    pub(crate) fn keep(&mut self, arrived: Arrived) -> Option<String> {
        let end = |error: &JudgeError| error.ends_run.then(|| error.message.clone());
        match arrived {
            Arrived::Tool(server, tool, verdict) => {
                let reason = match &verdict {
                    Ok(verdict) => verdict.answer.failures.iter().find_map(end),
                    Err(error) => end(error),
                };
                self.tools[server][tool] = Some(verdict);
                reason
            }
            Arrived::Set(server, verdict) => {
                let reason = verdict.as_ref().err().and_then(end);
                self.sets[server] = Some(verdict);
                reason
            }
        }
    }
}
