//! Where rules put what they find.

use std::ops::Range;

use crate::context::Place;
use crate::{Fix, Rule};

/// Takes the findings of one rule after the other.
#[derive(Debug)]
pub struct Findings<'f> {
    rule: &'static Rule,
    drafts: &'f mut Vec<Draft>,
}

impl<'f> Findings<'f> {
    pub(crate) fn new(rule: &'static Rule, drafts: &'f mut Vec<Draft>) -> Self {
        Self { rule, drafts }
    }

    /// Reports a finding: where it is, and what to do about it.
    ///
    /// The message is one sentence or two without the code and the name of the tool, which every output says beside
    /// it: what is wrong, then what mends it.
    pub fn report(&mut self, place: &Place<'_>, message: impl Into<String>) -> Reported<'_> {
        self.drafts.push(Draft {
            rule: self.rule,
            at: Spot::of(place),
            subject: place.quoted().map(str::to_owned),
            message: message.into(),
            related: Vec::new(),
            fix: None,
        });
        Reported { draft: self.drafts.last_mut() }
    }
}

/// A finding that was just reported, for what only some have.
#[derive(Debug)]
pub struct Reported<'f> {
    draft: Option<&'f mut Draft>,
}

impl Reported<'_> {
    /// Adds another place that the finding is about, and what it has to do with it.
    pub fn relate(&mut self, place: &Place<'_>, message: impl Into<String>) -> &mut Self {
        if let Some(draft) = &mut self.draft {
            draft.related.push((Spot::of(place), message.into()));
        }
        self
    }

    /// Adds what would mend it.
    pub fn mend(&mut self, fix: Fix) -> &mut Self {
        if let Some(draft) = &mut self.draft {
            draft.fix = Some(fix);
        }
        self
    }
}

/// A finding before the settings and the suppressions had their say.
#[derive(Debug, Clone)]
pub(crate) struct Draft {
    pub(crate) rule: &'static Rule,
    pub(crate) at: Spot,
    pub(crate) subject: Option<String>,
    pub(crate) message: String,
    pub(crate) related: Vec<(Spot, String)>,
    pub(crate) fix: Option<Fix>,
}

impl Draft {
    /// The same about a tool that began at one place of a text and begins at another one now. All its places are in
    /// the tool.
    pub(crate) fn moved(&self, from: usize, to: usize) -> Self {
        let mut moved = self.clone();
        for spot in std::iter::once(&mut moved.at).chain(moved.related.iter_mut().map(|(spot, _)| spot)) {
            let place = |at: usize| (at + to).saturating_sub(from);
            spot.shown = place(spot.shown.start)..place(spot.shown.end);
        }
        moved
    }
}

/// A place that needs no tool to be held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) tool: usize,
    pub(crate) pointer: String,
    pub(crate) shown: Range<usize>,
}

impl Spot {
    pub(crate) fn of(place: &Place<'_>) -> Self {
        Self { tool: place.node().tool(), pointer: place.node().pointer(), shown: place.shown() }
    }
}
