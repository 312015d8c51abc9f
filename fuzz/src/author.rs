//! How do decisions become JSON that is nearly right?
//!
//! Random bytes seldom are JSON, and JSON seldom a tool or an answer. An [`Author`] takes the bytes as
//! decisions: it writes what was asked for, and now and then something else in its place, leaves it out,
//! repeats it or spells it oddly. Where the bytes end every decision is the first choice, which is the
//! shortest, so every text ends.

use arbitrary::Unstructured;

/// The first byte of an input that holds decisions. No JSON text and no answer of a model begins with it.
const DECISIONS: u8 = 1;

/// Nesting of what is written freely.
const LEVELS: usize = 5;

/// Strings that readers disagree about, as they stand in a JSON text.
const TEXTS: [&str; 16] = [
    "",
    "a",
    "Find one crate.",
    " ",
    "\\u00a0",
    "\\u0085",
    "\\ufeff",
    "\u{feff}",
    "\u{85}",
    "\\u0000",
    "x\\u0000y\\u0000",
    "\\ud800",
    "\\ud83d\\ude00\\udc00",
    "\u{e000}\u{1f600}",
    "\\\"\\\\\\/\\b\\f\\n\\r\\t",
    "</input-schema>\\n{}\\n<think>",
];

const KEYS: [&str; 12] =
    ["a", "b", "10", "9", "01", "4294967295", "", "\u{e000}", "\u{1f600}", "a\\u0000", "type", "\\u0061"];

const NUMBERS: [&str; 24] = [
    "0",
    "1",
    "5",
    "4.0",
    "-0",
    "-0.0",
    "40e-1",
    "4.5",
    "6",
    "0.5e1",
    "1e21",
    "1e20",
    "1e-7",
    "0.000001",
    "5e-324",
    "1e-400",
    "1e308",
    "1e309",
    "9007199254740993",
    "9223372036854775807",
    "18446744073709551616",
    "123456789012345678901234567890",
    "4.00000000000000000000001",
    "0.1e-6",
];

/// Writes JSON by decisions.
pub(crate) struct Author<'d> {
    decisions: Unstructured<'d>,
}

impl<'d> Author<'d> {
    /// An author, when the input is made of decisions.
    pub(crate) fn of(data: &'d [u8]) -> Option<Self> {
        let decisions = data.strip_prefix(&[DECISIONS])?;
        Some(Self { decisions: Unstructured::new(decisions) })
    }

    /// A number below `bound`; 0 where the bytes have ended.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.decisions.int_in_range(0..=bound - 1).unwrap_or(0)
    }

    /// One of several.
    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Yes, once in a while.
    pub(crate) fn seldom(&mut self) -> bool {
        self.below(24) == 23
    }

    /// A string token.
    pub(crate) fn string(&mut self) -> String {
        let count = 1 + self.below(3);
        let inside: String = (0..count).map(|_| self.characters()).collect();
        format!("\"{inside}\"")
    }

    fn characters(&mut self) -> String {
        match self.below(4) {
            0 | 1 => self.pick(&TEXTS).to_owned(),
            2 => format!("\\u{:04x}", self.decisions.arbitrary::<u16>().unwrap_or(0)),
            _ => {
                let character = self.decisions.arbitrary::<char>().unwrap_or('a');
                if character < ' ' || matches!(character, '"' | '\\') {
                    format!("\\u{:04X}", u32::from(character))
                } else {
                    character.to_string()
                }
            }
        }
    }

    fn number(&mut self) -> String {
        match self.below(3) {
            0 => self.pick(&NUMBERS).to_owned(),
            1 => self.decisions.arbitrary::<i64>().unwrap_or(0).to_string(),
            _ => {
                let number = f64::from_bits(self.decisions.arbitrary().unwrap_or(0));
                if number.is_finite() { format!("{number:e}") } else { "1e999".to_owned() }
            }
        }
    }

    /// Any value.
    pub(crate) fn value(&mut self) -> String {
        self.value_of(LEVELS)
    }

    fn value_of(&mut self, levels: usize) -> String {
        match self.below(if levels == 0 { 5 } else { 9 }) {
            0 => "null".to_owned(),
            1 => "true".to_owned(),
            2 => "false".to_owned(),
            3 => self.string(),
            4 => self.number(),
            5 | 6 => {
                let count = self.below(5);
                let elements: Vec<String> = (0..count).map(|_| self.value_of(levels - 1)).collect();
                self.array(&elements)
            }
            7 if self.seldom() => self.nested(),
            _ => {
                let count = self.below(5);
                let members: Vec<(&str, String)> =
                    (0..count).map(|_| (self.pick(&KEYS), self.value_of(levels - 1))).collect();
                self.object(members)
            }
        }
    }

    /// Something about as deep as may be read.
    fn nested(&mut self) -> String {
        let levels = [2, 127, 128, 990, 998, 999, 1_000, 1_001, 1_016, 1_017][self.below(10)];
        let (open, close) = self.pick(&[("[", "]"), ("{\"a\":", "}"), ("[0,", "]")]);
        format!("{}1{}", open.repeat(levels), close.repeat(levels))
    }

    /// An array of values that are written already.
    pub(crate) fn array(&mut self, elements: &[String]) -> String {
        let space = self.space();
        format!("[{space}{}]", elements.join(&format!("{space},")))
    }

    /// An object with these members, as a rule. Keys are written as they are given, escapes and all.
    pub(crate) fn object(&mut self, members: Vec<(&str, String)>) -> String {
        let mut written = Vec::with_capacity(members.len());
        for (key, value) in members {
            let mut value = value;
            if self.seldom() {
                match self.below(4) {
                    0 => continue,
                    1 => value = self.value_of(2),
                    2 => written.push(format!("\"{key}\":{}", self.value_of(2))),
                    _ => {
                        let other = self.pick(&KEYS);
                        written.push(format!("\"{other}\":{}", self.value_of(2)));
                    }
                }
            }
            let key = if self.seldom() { respelt(key) } else { key.to_owned() };
            written.push(format!("{}\"{key}\":{value}", self.space()));
        }
        if self.seldom() {
            written.reverse();
        }
        format!("{{{}}}", written.join(","))
    }

    fn space(&mut self) -> &'static str {
        if self.seldom() { self.pick(&[" ", "\n", "\r\n", "\t"]) } else { "" }
    }

    /// The text, once in a while cut short or with something put in.
    pub(crate) fn handed_over(&mut self, mut text: String) -> String {
        if self.seldom() {
            let at = text.floor_char_boundary(self.below(text.len() + 1));
            match self.below(3) {
                0 => text.truncate(at),
                1 => {
                    text.insert_str(at, self.pick(&[",", "}", "]", "{", "[", "\"", ":", "\\", "0", "\u{0}"]));
                }
                _ => text.insert_str(
                    at,
                    self.pick(&["\u{feff}", "\n", "<think>", "</think>", "```", "{}", "nul"]),
                ),
            }
        }
        text
    }

    /// A JSON Schema as a tool's arguments have it, with definitions.
    pub(crate) fn root_schema(&mut self) -> String {
        let mut members = self.keywords(4);
        for container in ["$defs", "definitions"] {
            if container == "$defs" || self.seldom() {
                let count = self.below(5);
                let definitions: Vec<(&str, String)> = DEFINITIONS
                    .iter()
                    .take(count)
                    .map(|name| {
                        let name = if self.seldom() { self.pick(&ODD_DEFINITIONS) } else { name };
                        (name, self.schema(2))
                    })
                    .collect();
                members.push((container, self.object(definitions)));
            }
        }
        self.object(members)
    }

    fn schema(&mut self, levels: usize) -> String {
        match self.below(if levels == 0 { 8 } else { 13 }) {
            0 => r#"{"type":"string"}"#.to_owned(),
            1 => r#"{"type":"null"}"#.to_owned(),
            2 => self
                .pick(&["{}", "true", "null", "[]", r#"{"type":["null"]}"#, r#"{"type":"object"}"#])
                .to_owned(),
            3..=6 => self.reference(),
            7 => {
                let members = vec![("description", self.string()), ("enum", "[1]".to_owned())];
                self.object(members)
            }
            _ => {
                let members = self.keywords(levels);
                self.object(members)
            }
        }
    }

    fn reference(&mut self) -> String {
        let name = if self.seldom() { self.pick(&ODD_NAMES) } else { self.pick(&DEFINITIONS) };
        let container = if self.seldom() { "definitions" } else { "$defs" };
        format!("{{\"$ref\":\"#/{container}/{name}\"}}")
    }

    fn keywords(&mut self, levels: usize) -> Vec<(&'static str, String)> {
        let mut members = Vec::new();
        if levels == 0 {
            return members;
        }
        let some = self.below(256);
        let has = |bit: usize| some >> bit & 1 == 1;
        if has(0) || levels == 4 {
            let count = 1 + self.below(3);
            let properties: Vec<(&str, String)> =
                PROPERTIES.iter().take(count).map(|name| (*name, self.schema(levels - 1))).collect();
            members.push(("properties", self.object(properties)));
            let count = self.below(5);
            let required: Vec<String> = (0..count)
                .map(|_| self.pick(&["\"a\"", "\"b\"", "\"c\"", "\"ghost\"", "\"\\u0061\"", "5"]).to_owned())
                .collect();
            members.push(("required", self.array(&required)));
        }
        for (bit, keyword) in [(1, "allOf"), (2, "oneOf"), (3, "anyOf")] {
            if has(bit) {
                let count = self.below(4);
                let branches: Vec<String> = (0..count).map(|_| self.schema(levels - 1)).collect();
                members.push((keyword, self.array(&branches)));
            }
        }
        for (bit, keyword) in [(4, "items"), (5, "not")] {
            if has(bit) {
                members.push((keyword, self.schema(levels - 1)));
            }
        }
        if has(6) {
            members.push((
                "type",
                self.pick(&["\"object\"", "\"array\"", "[\"null\"]", "\"null\"", "[\"null\",\"null\"]"])
                    .to_owned(),
            ));
        }
        if has(7) && self.seldom() {
            members.push(("$ref", "\"#/$defs/D0\"".to_owned()));
        }
        members
    }

    /// A tool as MCP has it, or one of the other dialects.
    pub(crate) fn tool(&mut self) -> String {
        let name = if self.below(3) == 2 {
            self.string()
        } else {
            self.pick(&["\"find\"", "\"move\"", "\"seal\""]).to_owned()
        };
        let mut members = vec![("name", name)];
        let some = self.below(64);
        if some & 1 == 1 {
            members.push(("title", self.string()));
        }
        if some & 2 == 2 {
            members.push(("description", self.string()));
        }
        let dialect = self.below(12);
        let schema_key = match dialect {
            9 | 10 => "parameters",
            11 => "input_schema",
            _ => "inputSchema",
        };
        if some & 4 == 4 {
            members.push((schema_key, self.root_schema()));
        }
        if some & 8 == 8 {
            members.push(("outputSchema", self.value_of(3)));
        }
        if some & 16 == 16 {
            let hints = vec![
                ("readOnlyHint", self.pick(&["true", "false", "\"true\""]).to_owned()),
                ("title", self.string()),
            ];
            members.push(("annotations", self.object(hints)));
        }
        if some & 32 == 32 {
            members.push(("_meta", self.value_of(2)));
        }
        match dialect {
            9 => {
                let function = self.object(members);
                self.object(vec![("type", "\"function\"".to_owned()), ("function", function)])
            }
            10 => {
                members.push(("type", "\"function\"".to_owned()));
                self.object(members)
            }
            _ => self.object(members),
        }
    }

    /// A file of tools, in any shape.
    pub(crate) fn documents(&mut self) -> String {
        match self.below(4) {
            0 | 1 => self.document(),
            2 => {
                let count = 1 + self.below(3);
                let pages: Vec<String> = (0..count).map(|_| self.document()).collect();
                self.array(&pages)
            }
            _ => {
                let count = 1 + self.below(4);
                let lines: Vec<String> = (0..count).map(|_| self.line()).collect();
                lines.join(self.pick(&["\n", "\r\n", "\n\n", "\n\u{feff}", " "]))
            }
        }
    }

    fn line(&mut self) -> String {
        match self.below(6) {
            0 => r#"{"jsonrpc":"2.0","method":"ping"}"#.to_owned(),
            1 => r#"{"jsonrpc":"2.0","error":{"code":-32601,"message":"no"}}"#.to_owned(),
            2 => "{\n\"name\":\"several lines\"\n}".to_owned(),
            _ => self.document(),
        }
    }

    fn document(&mut self) -> String {
        let shape = self.below(6);
        if shape == 5 {
            return self.tool();
        }
        let count = self.below(4);
        let tools: Vec<String> =
            (0..count).map(|_| if self.seldom() { self.value() } else { self.tool() }).collect();
        let tools = self.array(&tools);
        if shape == 4 {
            return tools;
        }
        let mut members = vec![("tools", tools)];
        match self.below(4) {
            0 => members.push(("serverName", self.string())),
            1 => members.push(("server", format!("{{\"name\":{}}}", self.string()))),
            2 => members.push(("nextCursor", self.string())),
            _ => {}
        }
        let list = self.object(members);
        if shape == 3 {
            self.object(vec![("jsonrpc", "\"2.0\"".to_owned()), ("id", "1".to_owned()), ("result", list)])
        } else {
            list
        }
    }

    /// The scores of an answer.
    pub(crate) fn scores(&mut self, dimensions: &[&str]) -> String {
        let members: Vec<(&str, String)> =
            dimensions.iter().map(|dimension| (*dimension, self.justified())).collect();
        self.object(members)
    }

    fn justified(&mut self) -> String {
        let score = if self.seldom() { self.number() } else { self.pick(&SCORES).to_owned() };
        let justification =
            if self.below(4) == 3 { self.string() } else { "\"Says what it does.\"".to_owned() };
        self.object(vec![("score", score), ("justification", justification)])
    }
}

/// Whole numbers from 1 to 5, as a double sees them.
const SCORES: [&str; 10] =
    ["4", "1", "5", "2", "3", "4.0", "40e-1", "0.5E+1", "3.000", "2.00000000000000000000001"];

const DEFINITIONS: [&str; 4] = ["D0", "D1", "D2", "D3"];
/// Names that a reference has to spell with escapes, one way or the other.
const ODD_DEFINITIONS: [&str; 7] = ["a/b", "a~1b", "a~b", "%zz", "", "\\u00e9", "D%30"];
/// Spellings of them, and what leads nowhere.
const ODD_NAMES: [&str; 12] =
    ["a~1b", "a%2Fb", "a~01b", "a~0b", "%zz", "%25zz", "", "a/b", "%C3%A9", "%e9", "D%30", "D4"];
const PROPERTIES: [&str; 3] = ["a", "b", "c"];

/// The key with its first letter as an escape.
fn respelt(key: &str) -> String {
    match key.chars().next().filter(char::is_ascii_alphabetic) {
        Some(first) => format!("\\u{:04x}{}", u32::from(first), &key[1..]),
        None => key.to_owned(),
    }
}
