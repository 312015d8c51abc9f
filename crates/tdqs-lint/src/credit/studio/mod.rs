//! Profile `studio`: the numbers of the linter that the score is modelled on, bit for bit (sections 1 to 4).
//!
//! For people who have its scores on file. It repeats what the studio gets wrong; [`contract`](super::contract)
//! does not. The two texts that its fixer writes are ours, of the same effect on the score.
//!
//! ```
//! use tdqs_lint::credit::studio;
//!
//! let json = studio::parse(r#"[{"name": "get_thing"}, {"name": "listener", "description": 5}]"#)?;
//! let tools = studio::read(json.value())?;
//! let report = studio::score_listing(&tools);
//! assert_eq!((report.tools[0].score, report.unscored.len()), (60, 1));
//! # Ok::<(), studio::ReadError>(())
//! ```

mod fix;
mod javascript;
mod read;
mod score;

pub use fix::{Change, FixRule, Fixed, fix, is_generated_description};
pub use read::{Found, ReadError, ReadErrorKind, parse, read};
pub use score::{Crash, score, score_listing};
