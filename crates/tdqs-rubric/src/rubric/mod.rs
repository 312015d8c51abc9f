//! The rubric is data: two system prompts with an identity.
//!
//! What a score means is said by the rubric and the judge together. The document's prompts are shipped;
//! any other published edition is brought by its user as the specification's own Markdown.
//!
//! Decisions: "The rubric is data".

mod markdown;
mod template;

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tdqs_signals::SpecVersion;

use template::ToolTemplate;

/// The system prompts a judge works by.
///
/// ```
/// use tdqs_rubric::Rubric;
///
/// let rubric = Rubric::default();
/// assert!(rubric.tool_system_prompt().starts_with("You evaluate MCP tool definitions."));
/// assert_eq!(rubric.identity().edition, Some(tdqs_signals::SpecVersion::V1_1Draft));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rubric {
    tool_system_prompt: Cow<'static, str>,
    coherence_system_prompt: Cow<'static, str>,
    /// Editions whose tool template the source gives; `None` for the prompts we ship.
    template: Option<ToolTemplate>,
}

/// The SHA-256 of a prompt's UTF-8 bytes, as 64 hex digits.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PromptHash(String);

/// Which rubric a score was given by. Reports carry it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct RubricIdentity {
    /// The edition whose published prompts these are; absent when they are not known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub edition: Option<SpecVersion>,
    /// SHA-256 of the tool system prompt.
    pub tool_prompt_sha256: PromptHash,
    /// SHA-256 of the coherence system prompt.
    pub coherence_prompt_sha256: PromptHash,
}

/// Published prompts by SHA-256: tool prompt, coherence prompt, edition.
pub const KNOWN_PROMPTS: [(&str, &str, SpecVersion); 3] = [
    (DOCUMENT_TOOL_PROMPT, DOCUMENT_COHERENCE_PROMPT, SpecVersion::V1_1Draft),
    (DOCUMENT_TOOL_PROMPT, COHERENCE_PROMPT_1_2, SpecVersion::V1_2),
    (
        "d576e3fcc085c458f152d64fe494c7a00be3c600f53e5eda7883b4230fd369a7",
        COHERENCE_PROMPT_1_2,
        SpecVersion::V1_3,
    ),
];
const DOCUMENT_TOOL_PROMPT: &str = "bf676689fc19c699b1021fa6da65b8a274f0204d136729c12ff6ac9cc7993a33";
const DOCUMENT_COHERENCE_PROMPT: &str = "d4510cf382da291f41404a5fcfc7574c5078d34676cfd12622b34183d4a2b8d7";
const COHERENCE_PROMPT_1_2: &str = "30f1d5c5666c2501195bca2ce1b8768d8d119f0ac6a773f5f1d561809d404cfe";

/// Why a text gives no rubric.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RubricError {
    /// The Markdown has no heading of that name.
    #[error("there is no heading `## {0}`")]
    MissingAppendix(&'static str),
    /// A system prompt is blank.
    #[error("the system prompt of {0} is blank")]
    BlankPrompt(&'static str),
    /// The Markdown lacks one of the four blocks.
    #[error(
        "{appendix} has {found} fenced blocks, expected two: the system prompt and the user message template"
    )]
    MissingBlock {
        /// "Appendix A" or "Appendix B".
        appendix: &'static str,
        /// How many it has.
        found: usize,
    },
    /// A user message template is not one that can be filled.
    #[error(
        "the user message template of {appendix} is unknown: line {line} is `{found}`, expected `{expected}`"
    )]
    UnknownTemplate {
        /// "Appendix A" or "Appendix B".
        appendix: &'static str,
        /// Line within the block, from 1.
        line: usize,
        /// What stands there.
        found: String,
        /// What the nearest known template has there.
        expected: String,
    },
    /// The rubric's tool template is not that of the edition.
    #[error(
        "the rubric's tool message is that of edition {rubric}, but edition {asked} was asked for; choose {rubric}"
    )]
    OtherEdition {
        /// The editions that the rubric's template belongs to.
        rubric: &'static str,
        /// The edition that was asked for.
        asked: SpecVersion,
    },
}

impl Default for Rubric {
    /// The prompts of the document, to the byte.
    fn default() -> Self {
        Self {
            tool_system_prompt: Cow::Borrowed(include_str!("../../prompts/tool-system.txt")),
            coherence_system_prompt: Cow::Borrowed(include_str!("../../prompts/coherence-system.txt")),
            template: None,
        }
    }
}

impl Rubric {
    /// Takes the prompts out of a published specification: the fenced blocks of Appendix A and B, each a
    /// system prompt and a user message template.
    ///
    /// # Errors
    ///
    /// When a block is missing, or a template is not one whose messages this crate writes.
    pub fn from_markdown(markdown: &str) -> Result<Self, RubricError> {
        let (tool_system, tool_user) = markdown::appendix(markdown, "Appendix A")?;
        let (coherence_system, coherence_user) = markdown::appendix(markdown, "Appendix B")?;
        let template = template::tool(&tool_user)?;
        template::coherence(&coherence_user)?;
        Ok(Self {
            tool_system_prompt: Cow::Owned(tool_system),
            coherence_system_prompt: Cow::Owned(coherence_system),
            template: Some(template),
        })
    }

    /// Checks that the rubric's tool message is the one of an edition.
    ///
    /// # Errors
    ///
    /// When the rubric was brought with the template of another edition.
    pub fn expect_edition(&self, edition: SpecVersion) -> Result<(), RubricError> {
        let asks_for_block = edition >= SpecVersion::V1_3;
        match self.template {
            Some(ToolTemplate::WithOutputSchemaLine) if asks_for_block => {
                Err(RubricError::OtherEdition { rubric: "1.1-draft or 1.2", asked: edition })
            }
            Some(ToolTemplate::WithOutputSchemaBlock) if !asks_for_block => {
                Err(RubricError::OtherEdition { rubric: "1.3", asked: edition })
            }
            _ => Ok(()),
        }
    }

    /// The system prompt for scoring a tool.
    #[must_use]
    pub fn tool_system_prompt(&self) -> &str {
        &self.tool_system_prompt
    }

    /// The system prompt for a server's coherence.
    #[must_use]
    pub fn coherence_system_prompt(&self) -> &str {
        &self.coherence_system_prompt
    }

    /// What reports say of this rubric.
    #[must_use]
    pub fn identity(&self) -> RubricIdentity {
        let tool = PromptHash::of(&self.tool_system_prompt);
        let coherence = PromptHash::of(&self.coherence_system_prompt);
        let known = KNOWN_PROMPTS.into_iter().find(|known| known.0 == tool.0 && known.1 == coherence.0);
        RubricIdentity {
            edition: known.map(|(.., edition)| edition),
            tool_prompt_sha256: tool,
            coherence_prompt_sha256: coherence,
        }
    }
}

impl PromptHash {
    /// The hash of a text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        Self(Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// The 64 digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PromptHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for PromptHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl JsonSchema for PromptHash {
    fn schema_name() -> Cow<'static, str> {
        "PromptHash".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^[0-9a-f]{64}$" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::{COHERENCE_TEMPLATE, TOOL_TEMPLATE};

    fn specification(tool_template: &str) -> String {
        format!(
            "# Spec\n\n```json\n{{}}\n```\n\n## Appendix A: Tool scoring prompt\n\nThe system prompt:\n\n\
             ```\nTool system.\n\n### Not a heading\n```\n\nThe template:\n\n\
             ````text\n{tool_template}\n````\n\n\
             ## Appendix B: Server coherence prompt\n\n~~~\nCoherence system.\n~~~\n\n```\n{COHERENCE_TEMPLATE}\n```\n\n\
             ## References\n\n```\nmore\n```\n"
        )
    }

    #[test]
    fn the_shipped_prompts_are_those_of_the_document() {
        let identity = Rubric::default().identity();
        assert_eq!(identity.tool_prompt_sha256.as_str(), DOCUMENT_TOOL_PROMPT);
        assert_eq!(identity.coherence_prompt_sha256.as_str(), DOCUMENT_COHERENCE_PROMPT);
    }

    #[test]
    fn a_specification_gives_its_prompts_and_its_edition() {
        let rubric = Rubric::from_markdown(&specification(TOOL_TEMPLATE)).unwrap();
        assert_eq!(rubric.tool_system_prompt(), "Tool system.\n\n### Not a heading");
        assert_eq!(rubric.coherence_system_prompt(), "Coherence system.");
        assert_eq!(rubric.identity().edition, None);
        assert!(rubric.expect_edition(SpecVersion::V1_2).is_ok());
        assert_eq!(
            rubric.expect_edition(SpecVersion::V1_3).unwrap_err().to_string(),
            "the rubric's tool message is that of edition 1.1-draft or 1.2, but edition 1.3 was asked for; \
             choose 1.1-draft or 1.2"
        );
        let rubric = Rubric::from_markdown(&specification(&template::tool_1_3())).unwrap();
        assert!(rubric.expect_edition(SpecVersion::V1_3).is_ok());
    }

    #[test]
    fn a_template_that_cannot_be_filled_is_refused() {
        for (from, to, expected) in [
            ("TITLE: ", "HEADLINE: ", "line 2 is `HEADLINE: {title}`, expected `TITLE: {title}`"),
            ("{name}", "{title}", "line 1 is `TOOL NAME: {title}`, expected `TOOL NAME: {name}`"),
            (
                "{description}\"",
                "{description}\" MORE",
                "line 5 is `\"{description}\" MORE`, expected `\"{description}\"`",
            ),
        ] {
            let changed = specification(&TOOL_TEMPLATE.replacen(from, to, 1));
            let error = Rubric::from_markdown(&changed).unwrap_err().to_string();
            assert_eq!(error, format!("the user message template of Appendix A is unknown: {expected}"));
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        for (markdown, expected) in [
            ("# Nothing".to_owned(), "there is no heading `## Appendix A`"),
            (
                "## Appendix A\n```\none\n```\n".to_owned(),
                "Appendix A has 1 fenced blocks, expected two: the system prompt and the user message template",
            ),
            (
                specification(TOOL_TEMPLATE).replace("Coherence system.", " "),
                "the system prompt of Appendix B is blank",
            ),
            (
                specification(TOOL_TEMPLATE).replace("## Appendix B: Server", "## **Appendix B** Server"),
                "there is no heading `## Appendix B`",
            ),
        ] {
            let error = Rubric::from_markdown(&markdown).unwrap_err().to_string();
            assert_eq!(error, expected);
        }
    }
}
