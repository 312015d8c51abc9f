//! Why a patch is refused.

use crate::Severity;
use crate::edit::EditError;

/// Why a patch was refused as a whole. The tool stays as it was.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The answer ends because a limit on tokens was met, which only who asked the model can tell.
    #[error("the answer is cut short: the limit on tokens was met")]
    CutShort,
    /// The answer is no JSON object, or a member has another type.
    #[error("the answer is no patch: {0}")]
    NotAPatch(String),
    /// The object has a member that no patch has.
    #[error(
        "the patch has a member `{0}`; it may have `description`, `parameters`, `examples` and `explanation`"
    )]
    UnknownMember(String),
    /// The patch changes nothing.
    #[error("the patch changes nothing")]
    Nothing,
    /// A path leads to no parameter.
    #[error("`{0}` is no parameter of the tool")]
    UnknownParameter(String),
    /// A text is blank.
    #[error("the text for `{0}` is blank")]
    Blank(String),
    /// A text is too long.
    #[error("the text for `{pointer}` has {words} words, and 200 are allowed")]
    TooLong {
        /// JSON pointer of the text within the tool.
        pointer: String,
        /// Its words.
        words: usize,
    },
    /// A text has a control character other than a line feed.
    #[error("the text for `{pointer}` has the control character U+{:04X}", u32::from(*.character))]
    ControlCharacter {
        /// JSON pointer of the text within the tool.
        pointer: String,
        /// The character.
        character: char,
    },
    /// A text only fills a place.
    #[error("the text for `{pointer}` only fills the place: {found}")]
    Filler {
        /// JSON pointer of the text within the tool.
        pointer: String,
        /// What shows it.
        found: String,
    },
    /// A word that looks like a name is the name of nothing there is.
    #[error(
        "the text for `{pointer}` names `{word}`, which is neither a parameter of the tool nor a tool of the listing"
    )]
    UnknownName {
        /// JSON pointer of the text within the tool.
        pointer: String,
        /// The word.
        word: String,
    },
    /// A text says something that the definition does not.
    #[error("the text for `{pointer}` speaks of `{claim}`, of which the definition says nothing")]
    Claim {
        /// JSON pointer of the text within the tool.
        pointer: String,
        /// What it says.
        claim: String,
    },
    /// The schema refuses an example.
    #[error("example {index} is no call that the schema accepts: {reason}", index = .index + 1)]
    InvalidExample {
        /// Its place, from 0.
        index: usize,
        /// Why it is refused.
        reason: String,
    },
    /// An edit could not be made.
    #[error("the patch cannot be applied: {0}")]
    Edit(#[from] EditError),
    /// More than texts would change.
    #[error("more than descriptions and examples would change")]
    Structure,
    /// The Tool Credit Score would fall.
    #[error("the Tool Credit Score would fall from {before} to {after}")]
    LowerScore {
        /// The score before.
        before: u8,
        /// The score afterwards.
        after: u8,
    },
    /// A rule would find something grave that it did not find before.
    #[error("`{0}` would report what it did not report before")]
    NewError(String),
    /// Rules would find more than before.
    #[error(
        "lint would report {after} findings of severity {severity} and graver instead of {before}, such as `{rule}`"
    )]
    MoreFindings {
        /// The findings before.
        before: usize,
        /// The findings afterwards.
        after: usize,
        /// Of this severity and graver ones.
        severity: Severity,
        /// A rule that finds more.
        rule: String,
    },
    /// The text of the file could not be read afterwards.
    #[error("the file could not be read afterwards: {0}")]
    Unreadable(String),
}
