//! Is the canonical form that of a plain second implementation, over a second reader?
//!
//! - What is read without a problem that is fatal, `serde_json` reads as well, and the other way round.
//! - The canonical form is that of a recursive writer over what `serde_json` read, and so is the pretty form.
//! - A canonical text is its own canonical form, and a pretty one its own pretty form.

use tdqs_signals::json::{Document, Json, ParseError, ProblemKind, canonical, pretty};

use crate::author::Author;
use crate::{plain, serde_reader};

/// Levels up to which the pretty form is looked at.
const PRETTY_LEVELS: usize = 60;

/// Checks one input.
///
/// # Panics
///
/// When a relation does not hold.
pub fn check(data: &[u8]) {
    match Author::of(data) {
        Some(mut author) => {
            let text = author.value();
            check_text(&author.handed_over(text));
        }
        None => {
            if let Ok(text) = std::str::from_utf8(data) {
                check_text(text);
            }
        }
    }
}

fn check_text(text: &str) {
    let ours = Json::parse(text);
    let theirs = serde_reader::read(text);
    let ours = match (&ours, &theirs) {
        (Ok(ours), _) => ours,
        (Err(ParseError::TooDeep { .. }), _) => return,
        (Err(ParseError::Problem { problem, .. }), _) if problem.kind == ProblemKind::TooDeep => return,
        (Err(ours), Ok(theirs)) => panic!("only serde_json reads {text:?}: {ours} but {theirs}"),
        (Err(_), Err(_)) => return,
    };
    let written = canonical::to_string(ours.value());
    let again = Json::parse(written.as_str()).expect("a canonical text is read");
    assert_eq!(canonical::to_string(again.value()), written, "the canonical form moves");
    assert_eq!(*ours, again, "a value and its canonical form differ");
    let document = Document::parse(text).expect("a value that can be hashed is a document");
    match theirs {
        Ok(theirs) => {
            assert_eq!(written, plain::canonical(&theirs), "canonical form of {text:?}");
            let through_serde = serde_json::to_value(ours.value()).expect("a value can be serialised");
            assert_eq!(plain::canonical(&through_serde), written, "serialised form of {text:?}");
            // The indentation of a deep value is quadratic in its depth.
            if ours.value().depth() <= PRETTY_LEVELS {
                let indented = pretty::to_string(ours.value());
                assert_eq!(indented, plain::pretty(&theirs, 0), "pretty form of {text:?}");
                let again = Json::parse(indented.as_str()).expect("a pretty text is read");
                assert_eq!(pretty::to_string(again.value()), indented, "the pretty form moves");
            }
        }
        Err(error) => {
            let is_repeated = |problem: &tdqs_signals::json::Problem| {
                matches!(problem.kind, ProblemKind::RepeatedKey { .. })
            };
            assert!(
                serde_reader::is_number_out_of_range(&error) && document.problems().iter().any(is_repeated),
                "only tdqs reads {text:?}: {error}"
            );
        }
    }
}
