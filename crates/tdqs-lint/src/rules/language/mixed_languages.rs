//! TDQS608: texts of one server in two languages.

use tdqs_rubric::CoherenceDimension;

use crate::context::{SetContext, Text, TextKind, ToolContext};
use crate::text::is_english;
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS608",
    name: "mixed-languages",
    summary: "Some descriptions of a server are in another script than most.",
    why: "An agent compares descriptions with the request and with each other. Where half a server is in English and \
          half in Chinese, siblings are not weighed alike, and the people who maintain one half cannot review the \
          other.\n\nChoose one language for all that agents read. Names, values and code may be in any. Reported is the \
          first such text of a tool; a text in both scripts counts as the one that most of its letters are in.",
    sources: &[
        "TDQS specification, \"Coherence (30% of overall)\"",
        "Unicode Standard Annex #24, \"Script Property\"",
    ],
    severity: Severity::Note,
    is_on_by_default: true,
    aspect: Some(Aspect::Coherence(CoherenceDimension::NamingConsistency)),
    mending: Mending::Manual,
    bad: &[
        r#"[{"name": "get_crate", "description": "Return one crate."}, {"name": "list_crates", "description": "すべての箱を一覧にします。"}, {"name": "move_crate", "description": "Move a crate."}]"#,
        r#"{"name": "get_crate", "description": "Return one crate.", "inputSchema": {"properties": {"label": {"description": "箱のラベルです"}}}}"#,
    ],
    good: &[
        r#"[{"name": "get_crate", "description": "Return one crate (箱)."}, {"name": "list_crates", "description": "Lister les caisses."}]"#,
        r#"[{"name": "get_crate", "description": "箱を一つ返します。ラベルは JSON です。"}, {"name": "list_crates", "title": "List crates", "description": "すべての箱を一覧にします。"}]"#,
    ],
    check: Check::Set(check),
};

/// Fewer letters than this say nothing about a language.
const ENOUGH_LETTERS: usize = 4;

fn check(set: &SetContext<'_>, findings: &mut Findings<'_>) {
    if set.tools().iter().flat_map(ToolContext::texts).all(|text| text.content().is_ascii()) {
        return;
    }
    let texts = || set.tools().iter().flat_map(|tool| described(tool));
    let (latin, other) = texts().fold((0_usize, 0_usize), |(latin, other), text| {
        if is_latin(text) { (latin + 1, other) } else { (latin, other + 1) }
    });
    if latin == 0 || other == 0 {
        return;
    }
    let mostly_latin = latin >= other;
    let Some(usual) = texts().find(|text| is_latin(*text) == mostly_latin) else { return };
    for tool in set.tools() {
        let mut unusual = described(tool).filter(|text| is_latin(*text) != mostly_latin);
        let Some(first) = unusual.next() else { continue };
        let more = match unusual.count() {
            0 => String::new(),
            count => format!(" (and {count} more of this tool)"),
        };
        let message = format!(
            "{}{more} is in another script than most of the server's; choose one language for all that agents read",
            first.kind().with_article()
        );
        findings.report(&first.whole(), message).relate(&usual.whole(), "most are written like this");
    }
}

/// The descriptions of a tool that have enough letters.
fn described<'t>(tool: &'t ToolContext<'_>) -> impl Iterator<Item = Text<'t>> {
    tool.texts().filter(|text| {
        matches!(text.kind(), TextKind::Description | TextKind::SchemaDescription)
            && text
                .content()
                .chars()
                .filter(|character| character.is_alphabetic())
                .nth(ENOUGH_LETTERS - 1)
                .is_some()
    })
}

/// Whether most letters are Latin, accents included.
fn is_latin(text: Text<'_>) -> bool {
    let content = text.content();
    if is_english(content) {
        return true;
    }
    let (mut latin, mut all) = (0_usize, 0_usize);
    for character in content.chars().filter(|character| character.is_alphabetic()) {
        all += 1;
        latin += usize::from(character < '\u{250}' || matches!(character, '\u{1e00}'..='\u{1eff}'));
    }
    2 * latin >= all
}
