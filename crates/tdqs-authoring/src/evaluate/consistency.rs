//! Consistency: one style for names, JSON Schema's names for types.

use super::Criterion;
use super::finding::Deductions;
use crate::ToolSpec;
use crate::json_type::JsonType;
use crate::text::identifier::NameStyle;

const STYLE_POINTS: u8 = 50;
const TYPE_POINTS: u8 = 10;

pub(super) fn judge(spec: &ToolSpec) -> Deductions {
    let mut deductions = Deductions::new(Criterion::Consistency);
    let parameters = spec.parameters.iter().map(|parameter| parameter.name.as_str());
    let names: Vec<&str> = std::iter::once(spec.name.as_str()).chain(parameters).collect();
    let is_shared = |style: &NameStyle| names.iter().all(|name| style.fits(name));
    if !NameStyle::ALL.iter().any(is_shared) {
        let (odd, pointer) = odd_one_out(&names);
        let styles = NameStyle::ALL.map(NameStyle::as_str).join(", ");
        let message = format!("`{odd}` and the other names do not follow one style; choose one of {styles}");
        deductions.take(STYLE_POINTS, "mixed-name-styles", odd, message).of(pointer);
    }
    for (index, parameter) in spec.parameters.iter().enumerate() {
        if JsonType::named(&parameter.type_name).is_none() {
            let message = format!(
                "`{}` is no type of JSON Schema; use one of {}",
                parameter.type_name,
                JsonType::list()
            );
            deductions
                .take(TYPE_POINTS, "unknown-type", &parameter.type_name, message)
                .of(format!("/parameters/{index}/type"));
        }
    }
    deductions
}

/// The first name with which no style is left that the names before it share.
fn odd_one_out<'n>(names: &[&'n str]) -> (&'n str, String) {
    let mut left = NameStyle::ALL.to_vec();
    for (index, name) in names.iter().enumerate() {
        left.retain(|style| style.fits(name));
        if left.is_empty() {
            let pointer = match index.checked_sub(1) {
                None => "/name".to_owned(),
                Some(parameter) => format!("/parameters/{parameter}/name"),
            };
            return (name, pointer);
        }
    }
    ("", String::new())
}
