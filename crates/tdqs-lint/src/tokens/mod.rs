//! What does a definition cost in tokens, and what does a change add or save?
//!
//! Counted is the text that a client puts into its request for the tool: compact JSON with the keys `name`,
//! `description` and `parameters` in this order, absent ones left out, the schema with its author's key order. Titles,
//! annotations and output schemas are not in it, because clients keep them to themselves. Providers wrap this text in
//! markup of their own, which is the same for every version of a tool and so is no part of a difference.
//!
//! The tokenizer is named in every result, because counts of different tokenizers do not compare.

mod change;
mod cost;
mod sent;
mod tokenizer;

pub use change::TokenChange;
pub use cost::TokenCost;
pub use sent::sent_text;
pub use tokenizer::Tokenizer;
