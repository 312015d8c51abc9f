//! TDQS608: texts of one server in two languages.

use tdqs_rubric::CoherenceDimension;

use crate::context::{Marks, SetContext, Text};
use crate::rules::schema::subject::text_subject;
use crate::text::{beyond_ascii, is_letter};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS608",
    name: "mixed-languages",
    summary: "Some descriptions of a server are in another script than most.",
    why: "An agent compares descriptions with the request and with each other. Where half a server is in English and \
          half in Chinese, siblings are not weighed alike, and the people who maintain one half cannot review the \
          other.\n\nChoose one language for all that agents read. Names, values and code may be in any. Reported is the \
          first such text of a tool; a text in both scripts counts as neither, or as the one that fills most of it.",
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

/// What a text is written in, as far as its letters tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Writing {
    Latin,
    Other,
}

fn check(set: &SetContext<'_>, findings: &mut Findings<'_>) {
    // Where no text is in another script all are alike, and ASCII is in none but Latin.
    let is_other = |text: Text<'_>| {
        text.has(Marks::BEYOND_ASCII)
            && beyond_ascii(text.content())
                .filter(|letter| is_of_another_script(*letter))
                .nth(FEWEST - 1)
                .is_some()
            && writing(text.content()) == Some(Writing::Other)
    };
    if !set.tools().iter().any(|tool| tool.has(Marks::BEYOND_ASCII) && tool.descriptions().any(is_other)) {
        return;
    }
    let texts: Vec<(usize, Text<'_>, Writing)> = set
        .tools()
        .iter()
        .flat_map(|tool| tool.descriptions().map(|text| (tool.index(), text)))
        .filter_map(|(tool, text)| Some((tool, text, writing(text.content())?)))
        .collect();
    let latin = texts.iter().filter(|(.., writing)| *writing == Writing::Latin).count();
    let usual = if 2 * latin >= texts.len() { Writing::Latin } else { Writing::Other };
    let Some((_, example, _)) = texts.iter().find(|(.., writing)| *writing == usual) else { return };
    for of_tool in texts.chunk_by(|(left, ..), (right, ..)| left == right) {
        let mut unusual = of_tool.iter().filter(|(.., writing)| *writing != usual);
        let Some((_, first, _)) = unusual.next() else { continue };
        let more = match unusual.count() {
            0 => String::new(),
            count => format!(" (and {count} more of this tool)"),
        };
        let message = format!(
            "{}{more} is in another script than most of the server's; choose one language for all that agents read",
            text_subject(*first)
        );
        findings.report(&first.whole(), message).relate(&example.whole(), "most are written like this");
    }
}

/// So many letters of another script, at least, are more than a symbol.
const FEWEST: usize = 4;

fn is_of_another_script(character: char) -> bool {
    let is_latin = character < '\u{250}' || matches!(character, '\u{1e00}'..='\u{1eff}');
    !is_latin && is_letter(character)
}

/// The writing of a text. One with a few foreign words is in neither, and so are identifiers alone: they are the same
/// in every language.
fn writing(text: &str) -> Option<Writing> {
    /// So many words are a sentence.
    const WORDS: usize = 3;
    if text.is_ascii() {
        let is_word = |run: &&str| {
            let word = run.trim_matches(|mark: char| mark.is_ascii_punctuation());
            word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic())
        };
        return text.split_ascii_whitespace().filter(is_word).nth(WORDS - 1).map(|_| Writing::Latin);
    }
    let (mut latin, mut other) = (0_usize, 0_usize);
    // Quoted examples are in whatever they are in.
    let mut is_quoted = false;
    for character in text.chars() {
        is_quoted ^= matches!(character, '"' | '`');
        if is_quoted || !is_letter(character) {
            continue;
        }
        if is_of_another_script(character) {
            other += 1;
        } else {
            latin += 1;
        }
    }
    if other >= FEWEST && 4 * other >= latin {
        return Some(Writing::Other);
    }
    (20 * other <= latin && latin >= 10).then_some(Writing::Latin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_have_no_language() {
        for (text, expected) in [
            ("Return one crate.", Some(Writing::Latin)),
            ("Renvoie la première caisse.", Some(Writing::Latin)),
            ("action=query|list, envId", None),
            ("查询 CloudRun 服务信息，支持 action=list", Some(Writing::Other)),
            ("Верните один ящик", Some(Writing::Other)),
            ("Return one crate (箱).", None),
            ("Cities of a route, such as [\"西安大唐不夜城\", \"西安曲江池公园\"]", Some(Writing::Latin)),
            ("", None),
        ] {
            assert_eq!(writing(text), expected, "{text}");
        }
    }
}
