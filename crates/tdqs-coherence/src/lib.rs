#![doc = include_str!("../README.md")]

mod confirm;
pub mod impact;
mod rollup;
mod shadow;

pub use confirm::{Confirmed, DropReason, DroppedRisk, ShadowingRisk, confirm};
pub use impact::{Gains, Impact, Move, WhatIf};
pub use rollup::{Coverage, Rollup, lost_to_components};
pub use shadow::{CostedTool, is_shadow_candidate, shadow_candidates};
pub use tdqs_rubric::{CoherenceAnswer, CoherenceDimension, ShadowCandidate};
