//! TDQS5: what is hidden in definitions, and what talks to the model.

pub(crate) mod hidden_characters;
