//! Better texts from a language model, held against the definition before anybody sees them.
//!
//! Here is what a model is told and sent, and what its answer has to stand; asking is the caller's. An answer is a
//! patch of texts and nothing else. It is refused as a whole when it is anything else, when it says something that the
//! definition does not carry, as far as that can be told without knowing the tool, or when the Tool Credit Score or
//! what the linter finds would be worse (Tool Credit Score, section 9). Then it can be sent back, with the reason, as often
//! as the polisher lets it.
//!
//! ```
//! use tdqs_lint::Linter;
//! use tdqs_lint::polish::Polisher;
//!
//! let text = r#"[{"name": "get_crate", "description": "crate info", "inputSchema": {"type": "object"}}]"#;
//! let linter = Linter::default();
//! let mut polisher = Polisher::new(text, "dock", &linter)?;
//! let tool = polisher.tools()[0].clone();
//! assert!(polisher.question(&tool).contains("crate info"));
//!
//! let refused = polisher.consider(&tool, r#"{"description": "Get one crate. Returns up to 50 labels."}"#).unwrap_err();
//! let correction = polisher.correction(&refused, 0).unwrap();
//! assert!(correction.contains("speaks of `50`, of which the definition says nothing"));
//! assert_eq!(polisher.correction(&refused, 1), None);
//! let proposal = polisher.consider(&tool, r#"{"description": "Get information about one crate."}"#).unwrap();
//! polisher.take(&proposal)?;
//! assert!(polisher.text().contains("Get information about one crate."));
//! # Ok::<(), tdqs_signals::ReadError>(())
//! ```

mod claims;
mod parameters;
mod patch;
mod polisher;
mod question;
mod refusal;
mod words;

#[cfg(test)]
mod tests;

pub use polisher::{Polisher, Proposal, ToolPlace};
pub use question::{SYSTEM_PROMPT, answer_schema};
pub use refusal::Refusal;
