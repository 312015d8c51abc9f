//! What is kept of a tool that was read.
//!
//! The reader finds the tools and says what is wrong with the others. What becomes of a good one is for
//! whoever reads: a [`ToolSet`] takes it over, somebody who only wants numbers takes those and goes on.

use std::sync::{Arc, OnceLock};

use super::notice::{RejectedTool, Warning};
use super::{Shape, Source, ToolSet};
use crate::json::{Json, PositionIndex, Value};
use crate::{ToolDefinition, ToolView};

/// Takes what it wants from each good tool.
pub trait Keep {
    /// What has been kept of one server's tools.
    type Kept: Default;

    /// Called for every good tool, in the order of the input.
    fn keep(&mut self, kept: &mut Self::Kept, tool: &ToolView<'_>, place: ToolPlace<'_>);
}

/// Where a tool was found.
#[derive(Debug, Clone, Copy)]
pub struct ToolPlace<'a> {
    pub(super) index: usize,
    pub(super) value: Value<'a>,
    pub(super) json: &'a Json,
}

impl<'a> ToolPlace<'a> {
    /// Its place among the entries of the list, or of the part of it that is read together, from 0.
    #[must_use]
    pub fn index(self) -> usize {
        self.index
    }

    /// The JSON object it was read from, whatever else that holds.
    #[must_use]
    pub fn value(self) -> Value<'a> {
        self.value
    }

    /// The same, to be kept.
    #[must_use]
    pub fn to_json(self) -> Json {
        self.json.at(self.value)
    }
}

/// Keeps the tools themselves.
#[derive(Debug, Default)]
pub(super) struct Definitions {
    /// Of the one text that all of them are read from.
    pub(super) positions: Arc<OnceLock<PositionIndex>>,
}

impl Keep for Definitions {
    type Kept = (Vec<ToolDefinition>, Vec<Source>);

    fn keep(&mut self, (tools, sources): &mut Self::Kept, tool: &ToolView<'_>, place: ToolPlace<'_>) {
        tools.push(tool.to_definition(place.json));
        sources.push(Source {
            index: place.index,
            json: place.to_json(),
            positions: Arc::clone(&self.positions),
        });
    }
}

/// Tools of one server that stand one behind the other.
#[derive(Debug)]
pub(super) struct Run<T> {
    pub(super) server_name: Option<String>,
    pub(super) shape: Shape,
    pub(super) kept: T,
    /// How many tools were kept.
    pub(super) tools: usize,
    pub(super) rejected: Vec<RejectedTool>,
    pub(super) warnings: Vec<Warning>,
    /// It holds a page, which answers the cursor of the page before.
    pub(super) reads_page: bool,
}

impl<T: Default> Run<T> {
    pub(super) fn new(shape: Shape) -> Self {
        Self {
            server_name: None,
            shape,
            kept: T::default(),
            tools: 0,
            rejected: Vec::new(),
            warnings: Vec::new(),
            reads_page: false,
        }
    }
}

impl<T> Run<T> {
    /// How many entries its list has, broken ones included.
    pub(super) fn len(&self) -> usize {
        self.tools + self.rejected.len()
    }
}

impl From<Run<(Vec<ToolDefinition>, Vec<Source>)>> for ToolSet {
    fn from(run: Run<(Vec<ToolDefinition>, Vec<Source>)>) -> Self {
        let Run { server_name, shape, kept: (tools, sources), rejected, warnings, .. } = run;
        let mut set = Self { server_name, shape, tools, rejected, warnings, sources };
        set.report_duplicates();
        set
    }
}
