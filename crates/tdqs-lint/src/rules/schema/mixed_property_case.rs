//! TDQS323: properties of one object in two ways of writing.

use std::collections::HashMap;
use tdqs_rubric::Dimension;

use crate::context::{Node, Part, Role, ToolContext};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS323",
    name: "mixed-property-case",
    summary: "Properties of one object are written partly in snake_case and partly in camelCase.",
    why: "An agent that has seen `user_id` writes `page_size`, and the call fails where the tool calls it \
          `pageSize`. Where one property is there in both ways, it cannot know which of the two counts.\n\nWrite \
          all names of an object in one way; where both are taken, keep one.",
    sources: &[
        "TDQS specification, \"The six dimensions\": Parameter Semantics",
        "Authoring guide, section 6: consistency of names",
    ],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Definition(Dimension::ParameterSemantics)),
    mending: Mending::Manual,
    bad: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"crate_label": {"type": "string"}, "shelfNumber": {"type": "integer"}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"crateLabel": {"type": "string"}, "crate_label": {"type": "string"}, "note": {"type": "string"}}}}"#,
    ],
    good: &[
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"crate_label": {"type": "string"}, "shelf_number": {"type": "integer"}, "note": {"type": "string"}, "X": {"type": "number"}}}}"#,
        r#"{"name": "move_crate", "description": "Move one crate to another shelf.", "inputSchema": {"type": "object", "properties": {"crateLabel": {"type": "string"}, "_meta": {"type": "object"}, "Content-Type": {"type": "string"}, "note": {"type": "string"}}}}"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "properties": {"crate_label": {"type": "string"}, "shelfNumber": {"type": "integer"}}}}"#,
    ],
    check: Check::Tool(check),
};

/// How a name of several words is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    Snake,
    Camel,
}

/// The style of a name, if it has several words and one of the two.
fn style(name: &str) -> Option<Style> {
    if !name.as_bytes().first()?.is_ascii_lowercase() {
        return None;
    }
    let kinds = |text: &str| text.bytes().fold(0, |kinds, byte| kinds | OF_BYTE[usize::from(byte)]);
    // A joint at the end joins nothing.
    match kinds(name.trim_end_matches('_')) {
        JOINT => Some(Style::Snake),
        CAPITAL => Some(Style::Camel),
        _ => None,
    }
}

const JOINT: u8 = 1;
const CAPITAL: u8 = 1 << 1;
const OTHER: u8 = 1 << 2;

const fn kind_of(byte: u8) -> u8 {
    match byte {
        b'_' => JOINT,
        b'A'..=b'Z' => CAPITAL,
        b'a'..=b'z' | b'0'..=b'9' => 0,
        _ => OTHER,
    }
}

const OF_BYTE: [u8; 256] = by_byte!(kind_of);

fn check(tool: &ToolContext<'_>, findings: &mut Findings<'_>) {
    for map in tool.keywords("properties").filter(|map| map.part() == Part::Input) {
        if map.role() != Role::SchemaMap || map.children().len() < 2 {
            continue;
        }
        let (mut snakes, mut camels) = (0, 0);
        for property in map.children() {
            match property.key().and_then(|key| style(&key)) {
                Some(Style::Snake) => snakes += 1,
                Some(Style::Camel) => camels += 1,
                None => {}
            }
        }
        if snakes == 0 || camels == 0 {
            continue;
        }
        let styled = |wanted: Style| {
            map.children()
                .filter(move |property| property.key().is_some_and(|key| style(&key) == Some(wanted)))
        };
        // The few are what stands out; of equals the later way of writing.
        let (few, many) =
            if camels <= snakes { (Style::Camel, Style::Snake) } else { (Style::Snake, Style::Camel) };
        if let Some((odd, twin)) = twins(styled(few), styled(many)) {
            let (name, other) = (odd.key().unwrap_or_default(), twin.key().unwrap_or_default());
            let message =
                format!("`{name}` and `{other}` are one name in two ways of writing; keep one of them");
            findings.report(&odd.key_place(), message).relate(&twin.key_place(), "the same name");
            continue;
        }
        let (Some(odd), Some(usual)) = (styled(few).next(), styled(many).next()) else { continue };
        let (name, other) = (odd.key().unwrap_or_default(), usual.key().unwrap_or_default());
        let message = format!(
            "`{name}` and `{other}` are written in two ways, and {} of {} such names are like `{other}`; write all alike",
            snakes.max(camels),
            snakes + camels
        );
        findings.report(&odd.key_place(), message).relate(&usual.key_place(), "written in another way");
    }
}

/// The first of some names that stands among others in another way of writing.
fn twins<'t>(
    few: impl Iterator<Item = Node<'t>>,
    many: impl Iterator<Item = Node<'t>>,
) -> Option<(Node<'t>, Node<'t>)> {
    let bare = |node: Node<'t>| node.key().unwrap_or_default().replace('_', "").to_ascii_lowercase();
    let many: HashMap<String, Node<'t>> = many.map(|node| (bare(node), node)).collect();
    few.into_iter().find_map(|node| Some((node, *many.get(&bare(node))?)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_style_is_told_by_what_stands_between_letters(name in "[ab_C0é-]{0,6}") {
            let is_word = |character: char| character.is_ascii_alphanumeric() || character == '_';
            let has_joint = name.char_indices().any(|(at, joint)| {
                joint == '_' && name[at..].contains(|behind: char| behind != '_')
            });
            let has_capital = name.contains(|character: char| character.is_ascii_uppercase());
            let is_plain = name.starts_with(|first: char| first.is_ascii_lowercase()) && name.chars().all(is_word);
            let plainly = match (has_joint, has_capital) {
                (true, false) if is_plain => Some(Style::Snake),
                (false, true) if is_plain => Some(Style::Camel),
                _ => None,
            };
            prop_assert_eq!(style(&name), plainly);
        }
    }
}
