//! A plain second implementation of the five numbers, to hold the first against.
//!
//! It works on lines that were cut and words that were copied, asks each rule on its own and keeps no places.

use crate::ToolSpec;
use crate::text::words;

/// A sentence: its section, whether it opens a list item, its words with code as an empty one.
struct Sentence {
    section: String,
    opens_item: bool,
    words: Vec<String>,
}

/// Clarity, completeness, accuracy, actionability and consistency.
pub(super) fn scores(text: &str, spec: &ToolSpec) -> [u8; 5] {
    let lines = lines(text, &one_line(&spec.name));
    let sentences = sentences(&lines);
    [
        clarity(&sentences, spec),
        completeness(&lines, spec),
        accuracy(text, &lines, spec),
        actionability(&sentences, spec),
        consistency(spec),
    ]
}

/// Section, kind and text of each line. Kinds: `h`eading, `c`ode, `b`lank, `n`othing known, `e`xample, `t`ext.
fn lines(text: &str, name: &str) -> Vec<(String, char, String)> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut section = String::new();
    let mut fence: Option<String> = None;
    let mut examples = false;
    let mut out = Vec::new();
    for line in text.split('\n') {
        let body = line.trim_start();
        let ticks: String = body.chars().take_while(|c| *c == '`').collect();
        let waves: String = body.chars().take_while(|c| *c == '~').collect();
        let run = if ticks.is_empty() { waves } else { ticks };
        let rest = &body[run.len()..];
        let is_fence = run.len() >= 3 && !(run.starts_with('`') && rest.contains('`'));
        let signs = body.chars().take_while(|c| *c == '#').count();
        let is_heading =
            (1..=6).contains(&signs) && body[signs..].chars().next().is_none_or(char::is_whitespace);
        let kind = if let Some(open) = &fence {
            if is_fence && run.starts_with(open.as_str()) && rest.trim().is_empty() {
                fence = None;
            }
            'c'
        } else if is_fence {
            fence = Some(run);
            'c'
        } else if is_heading {
            if signs < 4 {
                let whole = line.trim_end();
                let ours = ["### When to Use", "### Parameters", "### Returns", "### Errors"];
                let is_title = !name.is_empty() && whole == format!("## {name}");
                let found = ours.iter().find(|heading| whole == **heading).copied();
                section = if is_title { "title" } else { found.unwrap_or("other") }.to_owned();
                examples = false;
            }
            'h'
        } else if body.is_empty() {
            'b'
        } else if line.trim().starts_with("No ")
            && line.trim().ends_with(" documented.")
            && is_nothing_known(line)
        {
            'n'
        } else {
            if section == "### When to Use" && line.trim() == "**Examples**:" {
                examples = true;
            }
            if examples { 'e' } else { 't' }
        };
        out.push((section.clone(), kind, line.to_owned()));
    }
    out
}

fn is_nothing_known(line: &str) -> bool {
    ["usage guidance", "return value", "error conditions"]
        .iter()
        .any(|what| line.trim() == format!("No {what} documented."))
}

fn one_line(text: &str) -> String {
    let white = tdqs_signals::whitespace::is_ecmascript_whitespace;
    let lines = text.split(['\n', '\r']).map(|line| line.trim_matches(white)).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ")
}

/// Replaces code by a private character, which stands alone as a word, and cuts at what ends a sentence.
fn sentences(lines: &[(String, char, String)]) -> Vec<Sentence> {
    let mut blocks: Vec<(String, bool, String)> = Vec::new();
    let mut goes_on = false;
    for (section, kind, line) in lines {
        let body = line.trim_start();
        let labels = ["One of: ", "Default: ", "Pattern: ", "Format: ", "Examples: ", "Schema: "];
        let in_values = section == "### Parameters" || section == "### Returns";
        let is_value =
            in_values && body.len() < line.len() && labels.iter().any(|label| body.starts_with(label));
        if *kind != 't' {
            goes_on = false;
            continue;
        }
        if is_value {
            // Ends the sentence, and leaves an item that has had none open.
            if let Some(last) = blocks.last_mut().filter(|_| goes_on) {
                last.2.push_str(" \u{e001}");
            }
            continue;
        }
        let is_name_list = in_values || section == "### Errors";
        let (mut rest, is_item) = match item(body) {
            Some(rest) => (rest.to_owned(), true),
            None => (body.to_owned(), false),
        };
        if is_item && is_name_list {
            rest = without_name(&rest);
        } else if !is_item
            && section == "### Returns"
            && let Some((before, after)) = rest.split_once(" -- ")
            && before.chars().all(|c| !c.is_whitespace())
        {
            rest = after.to_owned();
        }
        rest = without_code(&rest);
        if is_name_list {
            rest = rest.replace(" -- ", " \u{e001} ");
        }
        match blocks.last_mut() {
            Some((_, _, block)) if goes_on && !is_item => {
                block.push('\n');
                block.push_str(&rest);
            }
            _ => blocks.push((section.clone(), is_item, rest)),
        }
        goes_on = true;
    }
    let mut out = Vec::new();
    for (section, is_item, block) in blocks {
        let mut opens_item = is_item;
        for piece in cut(&block) {
            let words: Vec<String> = words_of(&piece);
            if !words.is_empty() {
                out.push(Sentence { section: section.clone(), opens_item, words });
                opens_item = false;
            }
        }
    }
    out
}

fn item(body: &str) -> Option<&str> {
    for sign in ["- ", "* ", "+ "] {
        if let Some(rest) = body.strip_prefix(sign) {
            return Some(rest);
        }
    }
    let digits = body.chars().take_while(char::is_ascii_digit).count();
    let rest = &body[digits..];
    if digits > 0 { rest.strip_prefix(". ").or_else(|| rest.strip_prefix(") ")) } else { None }
}

fn without_name(item: &str) -> String {
    let pieces: Vec<&str> = item.splitn(3, "**").collect();
    let &["", _, rest] = pieces.as_slice() else { return item.to_owned() };
    if let Some(bracket) = rest.strip_prefix(" (") {
        let presence = (0..bracket.len()).filter(|at| bracket.is_char_boundary(*at)).find(|at| {
            bracket[*at..].starts_with(" | required)") || bracket[*at..].starts_with(" | optional)")
        });
        let end = presence.map(|at| at + " | required)".len()).or_else(|| Some(bracket.find(')')? + 1));
        if let Some(end) = end {
            return bracket[end..].to_owned();
        }
    }
    rest.to_owned()
}

/// Where code begins and ends, and what is in it: each run of back-ticks with the next of its length.
fn codes(line: &str) -> Vec<(usize, usize, String)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (at, _) in line.match_indices('`') {
        match runs.last_mut() {
            Some((start, length)) if *start + *length == at => *length += 1,
            _ => runs.push((at, 1)),
        }
    }
    let mut out = Vec::new();
    let mut first = 0;
    while first < runs.len() {
        let (start, length) = runs[first];
        match (first + 1..runs.len()).find(|second| runs[*second].1 == length) {
            Some(second) => {
                let close = runs[second].0;
                out.push((start, close + length, line[start + length..close].to_owned()));
                first = second + 1;
            }
            None => first += 1,
        }
    }
    out
}

/// Code becomes U+E000.
fn without_code(line: &str) -> String {
    let mut out = line.to_owned();
    for (start, end, _) in codes(line).into_iter().rev() {
        out.replace_range(start..end, "\u{e000}");
    }
    out
}

fn cut(block: &str) -> Vec<String> {
    let characters: Vec<char> = block.chars().collect();
    let mut pieces = vec![String::new()];
    for (at, character) in characters.iter().enumerate() {
        let is_stop = matches!(character, '.' | '!' | '?');
        // Code that follows at once is no white space, but its opening sign is passed over as a closing one.
        let next = characters[at + 1..].iter().find(|c| !")]\"'”’»*`".contains(**c));
        let word: String = characters[..at].iter().collect();
        let word = word
            .rsplit(|c: char| c.is_whitespace() || "(,;:".contains(c))
            .next()
            .unwrap_or("")
            .to_lowercase();
        let is_short = *character == '.' && ["e.g", "i.e", "vs", "cf", "approx"].contains(&word.as_str());
        let ends = (is_stop && next.is_none_or(|c| c.is_whitespace()) && !is_short)
            || matches!(character, '。' | '！' | '？' | '\u{e001}');
        if ends {
            pieces.push(String::new());
        } else if let Some(piece) = pieces.last_mut() {
            piece.push(*character);
        }
    }
    pieces
}

fn words_of(piece: &str) -> Vec<String> {
    let spaced = piece.replace('\u{e000}', " \u{e000} ");
    let mut out = Vec::new();
    for (index, part) in spaced.split('\u{e000}').enumerate() {
        if index > 0 {
            out.push(String::new());
        }
        out.extend(words::spans(part).into_iter().map(|span| part[span].to_owned()));
    }
    out
}

fn clarity(sentences: &[Sentence], spec: &ToolSpec) -> u8 {
    let mut names: Vec<&str> = vec![&spec.name];
    names.extend(spec.parameters.iter().map(|parameter| parameter.name.as_str()));
    names.extend(spec.errors.iter().map(|error| error.code.as_str()));
    let vague = |word: &str| {
        let word = word.replace('’', "'").to_lowercase();
        let base = word.split('\'').next().unwrap_or("");
        let endings: &[(&str, &[&str])] = &[
            ("help", &["", "s", "ed", "ing", "ful"]),
            ("assist", &["", "s", "ed", "ing"]),
            ("thing", &["", "s"]),
            ("stuff", &[""]),
            ("handl", &["e", "es", "ed", "ing"]),
        ];
        endings.iter().any(|(stem, endings)| endings.iter().any(|ending| base == format!("{stem}{ending}")))
    };
    let words = sentences.iter().flat_map(|sentence| &sentence.words);
    let v = words.filter(|word| vague(word) && !names.contains(&word.as_str())).count();
    let verbs = "is was are has does can will may must should means returns gives works";
    let a = sentences
        .iter()
        .filter(|sentence| {
            let word = |at: usize| sentence.words.get(at).map(|word| word.to_lowercase()).unwrap_or_default();
            ["it", "this", "that"].contains(&word(0).as_str()) && verbs.split(' ').any(|verb| verb == word(1))
        })
        .count();
    u8::try_from(100 - 10 * v.min(5) - 5 * a.min(10)).unwrap()
}

fn completeness(lines: &[(String, char, String)], spec: &ToolSpec) -> u8 {
    let sections = ["title", "### When to Use", "### Parameters", "### Returns", "### Errors"];
    let count = sections
        .iter()
        .filter(|section| {
            let mut below = lines.iter().filter(|(found, _, _)| found == *section);
            let says = |(_, kind, line): &(String, char, String)| {
                "tce".contains(*kind)
                    && line.trim() != "**Examples**:"
                    && line.chars().any(char::is_alphanumeric)
            };
            let is_there = lines.iter().any(|(found, _, _)| found == *section);
            let may_be_empty = **section == "### Parameters" && spec.parameters.is_empty();
            is_there && (may_be_empty || below.any(says))
        })
        .count();
    u8::try_from(20 * count).unwrap()
}

/// Whether the name stands somewhere between other characters than those of words.
fn names(text: &str, name: &str) -> bool {
    let (text, name): (Vec<char>, Vec<char>) = (text.chars().collect(), one_line(name).chars().collect());
    let is_word = |at: Option<&char>| at.is_some_and(|c| c.is_alphanumeric() || *c == '_');
    !name.is_empty()
        && (0..text.len()).any(|at| {
            text[at..].starts_with(&name)
                && !is_word(at.checked_sub(1).and_then(|before| text.get(before)))
                && !is_word(text.get(at + name.len()))
        })
}

fn accuracy(text: &str, lines: &[(String, char, String)], spec: &ToolSpec) -> u8 {
    let mut known = vec![one_line(&spec.name)];
    for parameter in &spec.parameters {
        known.push(one_line(&parameter.name));
        for value in parameter.enum_values.iter().flatten() {
            known.push(value.value().as_str().unwrap().into_owned());
        }
    }
    known.extend(spec.errors.iter().map(|error| one_line(&error.code)));
    let json = "true false string number integer boolean object array null";
    let is_identifier = |name: &String| {
        !name.is_empty()
            && name.chars().all(|c| c.is_alphanumeric() || c == '_')
            && !name.starts_with(char::is_numeric)
            && !json.split(' ').any(|word| word == name)
    };
    let mut strange: Vec<String> = Vec::new();
    for (section, kind, line) in lines.iter().filter(|(_, kind, _)| *kind != 'c') {
        let bold = line.strip_prefix("- **").or_else(|| line.strip_prefix("* **"));
        if let Some(rest) = bold.filter(|_| section == "### Parameters" && *kind == 't') {
            let is_known = known.iter().any(|name| rest.starts_with(&format!("{name}**")));
            strange.extend(rest.split_once("**").filter(|_| !is_known).map(|(name, _)| name.to_owned()));
        }
        strange.extend(codes(line).into_iter().map(|(_, _, code)| code).filter(is_identifier));
    }
    strange.retain(|name| !known.contains(name));
    strange.sort();
    strange.dedup();
    let strange = strange.len();
    let missing = spec.parameters.iter().filter(|parameter| !names(text, &parameter.name)).count();
    let lost = 30 * usize::from(!names(text, &spec.name)) + 15 * (missing + strange);
    u8::try_from(100usize.saturating_sub(lost)).unwrap()
}

fn actionability(sentences: &[Sentence], spec: &ToolSpec) -> u8 {
    let is = |word: &str, one_of: &str| {
        one_of.split(' ').any(|candidate| candidate == word.replace('’', "'").to_lowercase())
    };
    let when = sentences.iter().any(|sentence| {
        let verb = sentence.words.iter().position(|word| is(word, "use call choose prefer"));
        let clause = verb.is_some_and(|verb| {
            sentence.words[verb + 1..].iter().any(|word| is(word, "when if for to after before"))
        });
        let case = sentence.section == "### When to Use"
            && sentence.opens_item
            && sentence.words.len() > 1
            && is(&sentence.words[0], "when");
        clause || case
    });
    let when_not = sentences.iter().any(|sentence| {
        let joined: String = sentence
            .words
            .iter()
            .map(|word| format!(" {} ", word.replace('’', "'").to_lowercase()))
            .collect();
        [
            " don't ",
            " doesn't ",
            " never ",
            " instead ",
            " do  not ",
            " does  not ",
            " not  for ",
            " rather  than ",
        ]
        .iter()
        .any(|clause| joined.contains(clause))
    });
    let returns = spec.returns.as_ref().is_some_and(|returns| words::count(&returns.description) >= 3);
    let errors =
        !spec.errors.is_empty() && spec.errors.iter().all(|error| !error.resolution.trim().is_empty());
    let shapes = spec.parameters.iter().filter(|parameter| parameter.required).all(|parameter| {
        let text = &parameter.description;
        parameter.enum_values.is_some()
            || parameter.pattern.is_some()
            || text.contains("e.g.")
            || text.contains('2')
            || text.contains("\"a\"")
    });
    20 * [when, when_not, returns, errors, shapes].into_iter().map(u8::from).sum::<u8>()
}

fn consistency(spec: &ToolSpec) -> u8 {
    let fits = |name: &str, extra: &str| {
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        let allowed = name
            .chars()
            .all(|c| is_plain(c) || extra.contains(c) || (extra == "A" && c.is_ascii_uppercase()));
        let doubled = format!("{extra}{extra}");
        allowed
            && name.starts_with(|c: char| c.is_ascii_lowercase())
            && !name.contains(&doubled)
            && (extra == "A" || !name.ends_with(extra))
    };
    let mut names: Vec<&str> = vec![&spec.name];
    names.extend(spec.parameters.iter().map(|parameter| parameter.name.as_str()));
    let is_shared = ["_", "-"].iter().any(|extra| names.iter().all(|name| fits(name, extra)))
        || names.iter().all(|name| fits(&name.replace("AA", "A"), "A"));
    let known = "string number integer boolean object array null";
    let unknown = spec
        .parameters
        .iter()
        .filter(|parameter| !known.split(' ').any(|name| name == parameter.type_name))
        .count();
    let base = if is_shared { 100 } else { 50usize };
    u8::try_from(base.saturating_sub(10 * unknown)).unwrap()
}
