//! TDQS6: how the texts are written.

pub(crate) mod cut_off;
pub(crate) mod double_blanks;
pub(crate) mod first_person;
pub(crate) mod html_left_in;
pub(crate) mod indented_text;
pub(crate) mod long_sentence;
pub(crate) mod markdown_noise;
pub(crate) mod marketing;
pub(crate) mod mixed_languages;
pub(crate) mod passive_filler;
pub(crate) mod placeholder_text;
pub(crate) mod pronoun_opens_sentence;
pub(crate) mod pronoun_without_referent;
mod pronouns;
pub(crate) mod shouting;
pub(crate) mod stray_blanks;
pub(crate) mod vague_words;
