//! TDQS5: what is hidden in definitions, and what talks to the model.

mod claims;
pub(crate) mod control_characters;
pub(crate) mod credentials_in_url;
pub(crate) mod data_collection;
pub(crate) mod demand_to_be_called;
pub(crate) mod destructive_contradiction;
pub(crate) mod hidden_characters;
pub(crate) mod hidden_from_user;
mod hosts;
pub(crate) mod instruction_override;
pub(crate) mod internal_host;
pub(crate) mod leaked_secret;
pub(crate) mod localhost_default;
pub(crate) mod prompt_delimiter;
pub(crate) mod read_only_contradiction;
pub(crate) mod remote_instructions;
pub(crate) mod speaks_to_grader;
mod tokens;
mod unseen;
