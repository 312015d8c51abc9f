//! The ways findings are written.

mod concise;
mod excerpt;
mod github;
mod gitlab;
mod json;
mod junit;
mod markdown;
mod sarif;
mod text;
mod uri;

pub(crate) use concise::concise;
pub(crate) use github::github;
pub(crate) use gitlab::gitlab;
pub(crate) use json::{LintOutput, json, jsonl};
pub(crate) use junit::junit;
pub(crate) use markdown::markdown;
pub(crate) use sarif::sarif;
pub(crate) use text::text;
